"""A table in a terminal, for people who sit at it together.

`desk` knows who looks at the screen, `keys` what each key does, and `draft` the play that is being
typed or laid. `scene` draws the screen of a desk: the board (`board_picture`) beside scores and
sheet (`panel`), above rack, input and keys (`foot`), whose sentences `sentences` writes. `app`
runs it all.
"""
