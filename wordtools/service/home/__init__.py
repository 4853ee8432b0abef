"""The home page of `wordtools web`, on which the person at this machine can make word lists and
choose the director's password."""
