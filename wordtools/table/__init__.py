"""A game in progress: a state machine of commands and time, and the view of each seat."""
