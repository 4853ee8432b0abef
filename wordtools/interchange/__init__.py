"""Reads and writes other programs' word files. `table` lists the formats, `recognise` detects a
file's format, and `exporting` writes a lexicon in one of them."""
