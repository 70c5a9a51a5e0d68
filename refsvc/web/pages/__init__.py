"""What each kind of page shows: a function from a place to the values of its template."""
