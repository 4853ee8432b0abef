"""Turns a challenge into a ruling."""
