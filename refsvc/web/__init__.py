"""The site: pages of the reference, rendered once and answered before Flask; what depends on a question goes to Flask."""
