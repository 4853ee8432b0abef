"""A challenge to a play on a board: which words it makes, and what it scores.

Judged are the words that the play makes, never those that were there before; what it scores is told
beside the verdict and does not depend on it.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from wordtools.board import notation, play, scoring, tiles
from wordtools.board.board import Board
from wordtools.board.play import IllegalPlay
from wordtools.board.record import sentence
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
        raise CannotJudge(sentence(error), "play") from None
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
        held = None if rack is None else rack_of(rack, before)
        play.check(before, laid, held)
    except WordtoolsError as error:
        raise CannotJudge(sentence(error), "play") from None
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


def rack_of(text: str, board: Board) -> bytes:
    """The tiles of a rack that a player can have beside this board. Raises `IllegalPlay`,
    `SpellingError`."""
    ruleset = board.ruleset
    held = tiles.read_rack(text, ruleset.letters)
    if len(held) > ruleset.rack:
        raise IllegalPlay("too many tiles", f"A rack holds {ruleset.rack} tiles, not {len(held)}.")
    beyond = Counter(held) - (Counter(dict(enumerate(ruleset.counts))) - board.used())
    if beyond.total() > ruleset.random_tiles:
        shown = tiles.write(sorted(beyond.elements()), ruleset.letters)
        raise IllegalPlay("not in the bag", f"The rack has {shown} more than the set has left.")
    return held


def named(made: Made, words: list[str]) -> list[str]:
    """The words to be judged: those that a challenger named, each of which the play must make, or
    all of them when none was named. `words` are in capitals. Raises `CannotJudge`."""
    others = [word for word in words if word not in made.words]
    if others:
        raise CannotJudge(
            f"{made.play} makes {', '.join(made.words)}, not {', '.join(others)}.", "play"
        )
    return words or made.words


@lru_cache(maxsize=64)  # names come from strangers: variants can be put together without end
def _shipped(name: str) -> Crossword:
    if name.partition(":")[0] not in rulesets.names():
        raise RulesError(f"There is no ruleset {name!r}; known are {', '.join(rulesets.names())}.")
    found = rulesets.load(name)
    if not isinstance(found, Crossword):
        raise RulesError(f"{name} is not played with words on a board.")
    return found
