"""A challenge to a play on a board: which words it makes, and what it scores.

The words that the play makes are judged, never those that were there before. The score is stated
beside the verdict and does not depend on it.
"""

from __future__ import annotations

from collections import Counter

from wordtools.board import notation, play, scoring, tiles
from wordtools.board.board import Board
from wordtools.board.play import IllegalPlay
from wordtools.board.supply import find_beyond
from wordtools.board.words import admit_words
from wordtools.errors import WordtoolsError
from wordtools.judge.rulesets import Rulesets
from wordtools.judge.ruling import CannotJudge, EvaluatedPlay, Laid
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.wording import pluralize


def evaluate_challenge(
    laid: Laid, lexicon: Lexicon, rulesets: Rulesets
) -> tuple[EvaluatedPlay, Lexicon]:
    """What the play of a challenge makes under one of these rulesets, and the words of the lexicon
    that it admits. Raises `CannotJudge`."""
    try:
        ruleset = rulesets.load(laid.ruleset_name).read_by(lexicon.alphabet)
        board = read_board(laid.board, ruleset)
        words = admit_words(board.ruleset, lexicon)
    except WordtoolsError as error:
        raise CannotJudge(str(error), "play") from None
    return evaluate_play(words, board, laid.play, laid.rack), words


def read_board(drawing: str, ruleset: CrosswordRuleset, path: str = "board") -> Board:
    """The board of a drawing, empty for an empty text. Raises `BoardError`, which names `path`."""
    return Board.read(drawing, ruleset, path) if drawing.strip() else Board.empty(ruleset)


def evaluate_play(
    lexicon: Lexicon, before: Board, written: str, rack: str | None = None
) -> EvaluatedPlay:
    """What a play in notation makes on a board, with tiles from a rack if it is known. Raises
    `CannotJudge` for a play that is illegal or cannot be looked up in this lexicon."""
    ruleset = before.ruleset
    try:
        ruleset.check_tiles(lexicon.alphabet)
        read = notation.read_notation(written, lexicon.alphabet)
        laid = notation.place_notation(before, read)
        held = None if rack is None else read_rack(rack, before)
        play.check_play(before, laid, held)
    except WordtoolsError as error:
        raise CannotJudge(str(error), "play") from None
    score = scoring.score_play(before, laid)
    words = [word.text(before) for word in play.find_words(before, laid)]
    difference = None if read.claimed is None else read.claimed - score.total
    return EvaluatedPlay(
        play=notation.write_play(before, laid),
        words=words,
        points=list(score.words),
        bonus=score.bonus,
        score=score.total,
        claimed=read.claimed,
        difference=difference,
        exchange=score.exchange,
        ruleset_digest=ruleset.digest,
    )


def read_rack(text: str, board: Board) -> bytes:
    """The tiles of a rack that a player can hold, given this board. Raises `IllegalPlay`,
    `SpellingError`."""
    ruleset = board.ruleset
    held = tiles.read_rack(text, ruleset.alphabet)
    if len(held) > ruleset.rack:
        raise IllegalPlay("too many tiles", f"A rack holds {ruleset.rack} tiles, not {len(held)}")
    if missing := find_beyond(ruleset, held, board.count_tiles()):
        shown = tiles.write_tiles(missing, ruleset.alphabet)
        raise IllegalPlay("not in the bag", f"The rack has {shown} more than the set has left")
    return held


def select_words(made: EvaluatedPlay, words: list[str]) -> list[str]:
    """The words to judge: those that a challenger named, each of which the play must make as often,
    or all that it makes when none was named. `words` are in capitals. Raises `CannotJudge`."""
    others = [word for word in words if word not in made.words]
    if others:
        raise CannotJudge(
            f"{made.play} makes {', '.join(made.words)}, not {', '.join(others)}", "play"
        )
    for word, named in Counter(words).items():
        times = made.words.count(word)
        if named > times:
            raise CannotJudge(
                f"{word} was named {pluralize(named, 'time')}; "
                f"{made.play} makes it {pluralize(times, 'time')}",
                "play",
            )
    return words or made.words
