"""A compiled lexicon: its file, lookup, categories and editions."""
