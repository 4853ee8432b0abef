"""The screens of a terminal: `judging/` shows a station, and `playing/` shows a table."""
