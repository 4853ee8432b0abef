"""One position, one play, its score, and every play of a rack."""
