"""Positions, charts and symbols as drawings: plain data that the site and print set with the same templates."""
