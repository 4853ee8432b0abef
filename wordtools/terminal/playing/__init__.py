"""A table in a terminal, for people who sit at it together.

`desk` keeps track of who looks at the screen, `keys` defines the effect of each key, and `draft`
holds the play being typed or laid. `scene` draws the screen of a desk: the board (`board_picture`);
the scores and the sheet beside it (`panel`); and the rack, input and keys below (`foot`), with
sentences from `sentences`. `app` runs the whole program.
"""
