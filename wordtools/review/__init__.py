"""Judges recorded games and archives of them, play by play."""
