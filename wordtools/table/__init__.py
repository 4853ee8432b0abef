"""A game in progress: a state machine driven by commands and time, and each seat's view of the
table.
"""
