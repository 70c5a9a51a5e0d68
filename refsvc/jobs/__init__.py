"""Slow work: PDFs, long records, many records. A row of the store is the truth; whoever does it claims it by lease."""
