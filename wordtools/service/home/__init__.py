"""What the home page of `wordtools web` can do for the person at this machine: make word lists, and
choose the director's password."""
