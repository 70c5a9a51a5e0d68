"""Reports as plain data in one language: what the report page and the PDF summary show, without any HTML.

Everything starts from a `Subject`. Text with links and symbols comes twice: plain, and as the markup that
`refsvc.i18n.rich_text` turns into HTML. Words of a record (names, lines, comments) come through unchanged: escaping is
the business of whoever sets them.
"""
