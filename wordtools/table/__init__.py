"""A game that is being played: a state machine of commands and time, and what each seat may see."""
