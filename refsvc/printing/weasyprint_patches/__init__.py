"""Changes to WeasyPrint that make it faster or right; each is guarded by version and says when it can go."""
