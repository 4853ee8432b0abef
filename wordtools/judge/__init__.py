"""Judging: turns a challenge into a ruling."""
