"""What is printed only for Napoleonics: cards, aid, sheets, tables and tracks."""
