"""The log: chained records in SQLite or PostgreSQL, to which entries are only appended. This
package knows nothing about words or rules.
"""
