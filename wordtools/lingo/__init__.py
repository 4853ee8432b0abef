"""Lingo, the stacking game: boards, moves and games."""
