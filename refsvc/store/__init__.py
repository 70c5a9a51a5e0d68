"""What the service keeps: records, uploads, reports, jobs, printed files. SQLite by default, PostgreSQL by URL."""
