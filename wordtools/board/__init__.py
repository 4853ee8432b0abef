"""Boards, plays, scores, and all plays of a rack."""
