"""Words to and from the files of other programs: `table` lists the formats that there are,
`recognise` tells which one a file has, `exporting` writes a lexicon in one of them."""
