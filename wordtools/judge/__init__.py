"""A challenge becomes a ruling."""
