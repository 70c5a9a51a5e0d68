"""Slow work that waits: PDFs, long and many records. A row of the store is the truth; who does it holds a lease."""
