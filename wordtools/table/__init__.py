"""A game in progress: a state machine that commands and time drive, and each seat's view of the
table.
"""
