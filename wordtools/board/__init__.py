"""Boards, plays and scores, and a search for all plays that a rack allows."""
