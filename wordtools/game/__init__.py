"""Games: their events, and everything that follows from them."""
