"""A game: its events, and everything that follows from them."""
