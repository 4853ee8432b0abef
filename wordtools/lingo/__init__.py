"""Lingo, the stacking game: its board, its moves and a game of it."""
