"""The reference as plain data in one language: what the pages of the site and the printed books both show.

Each function starts from a `Speaker`, who speaks one language about one game and knows where a link leads.
"""
