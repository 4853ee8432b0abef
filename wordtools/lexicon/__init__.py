"""A compiled lexicon, with its file, lookup, categories and editions."""
