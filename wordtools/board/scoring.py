"""The scores of plays.

A word scores the sum of its tiles, multiplied by word premiums. Premiums count only under tiles
just laid, in every word of the play. Finally, the bonus for laying many tiles is added (the rules
of Scrabble, "Scoring", and of Literki, "Premie").
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from wordtools.board.board import Board
from wordtools.board.play import Play, Word, find_words
from wordtools.board.tiles import BLANK


class PlayScore(msgspec.Struct, frozen=True):
    """The points of each word of a play, in the order of `find_words`, and the bonus. `exchange` is
    true if the play covers a square that exchanges the opponents' tiles."""

    words: tuple[int, ...]
    bonus: int
    exchange: bool

    @property
    def total(self) -> int:
        """The score of the play."""
        return sum(self.words) + self.bonus


@lru_cache(maxsize=4)  # a play is applied first, and judged later
def score_play(board: Board, play: Play) -> PlayScore:
    """The score of a legal play. `board` is the board as it was before the play."""
    premiums = board.ruleset.layout.premiums
    words = tuple(score_word(board, word) for word in find_words(board, play))
    exchange = any(premiums[square].exchange for square, _ in play.list_laid(board))
    return PlayScore(words, board.ruleset.bonus_for(play.size), exchange)


def score_word(board: Board, word: Word) -> int:
    """The score of one word of a play."""
    ruleset = board.ruleset
    total, factor = 0, 1
    ends = (word.squares[0], word.squares[-1])
    for square, tile, new in zip(word.squares, word.tiles, word.new, strict=True):
        value = ruleset.values[0 if tile & BLANK else tile]
        if not new:
            total += value
            continue
        premium = ruleset.layout.premiums[square]
        total += value * premium.letter + premium.points
        direction = "down" if word.down else "across"
        if premium.along is None or (premium.along == direction and square in ends):
            factor *= premium.word
    return total * factor
