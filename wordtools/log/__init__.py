"""The log: chained records in SQLite or PostgreSQL, to which entries are only appended. It knows
nothing of words and rules.
"""
