"""Boards, plays and scores; finds all plays that a rack allows."""
