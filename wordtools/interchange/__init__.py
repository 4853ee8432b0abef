"""Words to and from the files of other programs: `table` lists the formats, `recognise` finds the
format of a file, and `exporting` writes a lexicon in one of them."""
