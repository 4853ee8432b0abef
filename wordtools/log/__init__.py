"""The log: a chain of records in SQLite or PostgreSQL, to which entries can only be appended. This
package knows nothing about words or rules.
"""
