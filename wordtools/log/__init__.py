"""The log: append-only chained records, in SQLite or PostgreSQL. It knows no words."""
