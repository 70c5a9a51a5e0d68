"""The site: pages of the reference, rendered once and answered before Flask, which gets what depends on a question."""
