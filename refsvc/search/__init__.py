"""Full-text search over the reference in three languages, held in memory."""
