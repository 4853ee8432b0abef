"""Boards and what happens on them: plays, scores, games."""
