"""Uploads are accepted, checked, kept, read back and deleted; printed files are asked for."""
