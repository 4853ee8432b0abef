"""A challenge to a play on a board: which words it makes, and what it scores.

Judged are the words that the play makes, never those that were there before; what it scores is told
beside the verdict and does not depend on it.
"""

from __future__ import annotations

from functools import cache

from wordtools.board import notation, play, scoring, tiles
from wordtools.board.board import Board
from wordtools.errors import RulesError, WordtoolsError
from wordtools.judge.ruling import CannotJudge, Laid, Made
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules import ruleset as rulesets
from wordtools.rules.ruleset import Crossword


def made_by(laid: Laid, lexicon: Lexicon) -> Made:
    """What the play of a challenge makes, under a ruleset that comes with wordtools: who sends a
    challenge names no file of ours. Raises `CannotJudge`."""
    try:
        board = board_of(laid.board, _shipped(laid.rules))
    except WordtoolsError as error:
        raise CannotJudge(str(error), "play") from None
    return made(lexicon, board, laid.play, laid.rack)


def board_of(drawing: str, ruleset: Crossword, path: str = "board") -> Board:
    """The board of a drawing; of none, the empty board. Raises `BoardError`, which names `path`."""
    return Board.read(drawing, ruleset, path) if drawing.strip() else Board.empty(ruleset)


def made(lexicon: Lexicon, before: Board, written: str, rack: str | None = None) -> Made:
    """What a play in notation makes on a board, with tiles from a rack if that is known. Raises
    `CannotJudge` for what is no legal play, or cannot be looked up in this lexicon."""
    ruleset = before.ruleset
    try:
        ruleset.check_tiles(lexicon.alphabet)
        read = notation.read(written, ruleset.letters)
        laid = notation.play_of(before, read)
        held = None if rack is None else tiles.read_rack(rack, ruleset.letters)
        play.check(before, laid, held)
    except WordtoolsError as error:
        raise CannotJudge(str(error), "play") from None
    score = scoring.score(before, laid)
    words = [word.text(before) for word in play.words_of(before, laid)]
    difference = None if read.claimed is None else read.claimed - score.total
    return Made(
        play=notation.write(before, laid),
        words=words,
        points=list(score.words),
        bonus=score.bonus,
        score=score.total,
        claimed=read.claimed,
        difference=difference,
        exchange=score.exchange,
    )


def named(made: Made, words: list[str]) -> list[str]:
    """The words to be judged: those that a challenger named, each of which the play must make, or
    all of them when none was named. `words` are in capitals. Raises `CannotJudge`."""
    others = [word for word in words if word not in made.words]
    if others:
        raise CannotJudge(
            f"{made.play} makes {', '.join(made.words)}, not {', '.join(others)}.", "play"
        )
    return words or made.words


@cache
def _shipped(name: str) -> Crossword:
    if name.partition(":")[0] not in rulesets.names():
        raise RulesError(f"There is no ruleset {name!r}; known are {', '.join(rulesets.names())}.")
    found = rulesets.load(name)
    if not isinstance(found, Crossword):
        raise RulesError(f"{name} is not played with words on a board.")
    return found
