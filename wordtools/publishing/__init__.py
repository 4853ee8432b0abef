"""Pages that judge or look up without a server: static files, made from a lexicon."""
