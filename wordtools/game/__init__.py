"""A game: what happened in it, and everything that follows from that."""
