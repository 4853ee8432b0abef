"""The log: append-only, chained records in SQLite or PostgreSQL, independent of words and rules."""
