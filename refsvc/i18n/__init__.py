"""The only room that makes words."""
