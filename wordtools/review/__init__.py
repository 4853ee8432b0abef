"""Recorded games, and archives of them, judged play by play."""
