"""A record is read, replayed and judged; the findings become a report."""
