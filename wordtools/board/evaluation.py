"""Evaluates a play on a board: its words and its score."""

from __future__ import annotations

import msgspec

from wordtools.board import notation, play, scoring, tiles
from wordtools.board.board import Board
from wordtools.board.play import IllegalPlay
from wordtools.board.supply import find_beyond
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.ruleset import CrosswordRuleset


class EvaluatedPlay(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """The evaluation of a legal play: its notation, as on score sheets (`play` in JSON); its words,
    in capitals; the points of each word; the bonus; and the score. `claimed` is the score that the
    players wrote down, and `difference` is `claimed` minus the score. `exchange` is true if the
    play exchanges the opponents' tiles. `ruleset_digest` is the digest of the ruleset."""

    notation: str = msgspec.field(name="play")
    words: list[str]
    points: list[int]
    bonus: int
    score: int
    claimed: int | None = None
    difference: int | None = None
    exchange: bool = False
    ruleset_digest: str = ""


def read_board(drawing: str, ruleset: CrosswordRuleset, path: str = "board") -> Board:
    """Reads a board from a drawing; an empty text is an empty board. Raises `BoardError`."""
    return Board.read(drawing, ruleset, path) if drawing.strip() else Board.empty(ruleset)


def evaluate_play(
    lexicon: Lexicon, before: Board, written: str, rack: str | None = None
) -> EvaluatedPlay:
    """Evaluates a play on a board. The play is `written` in notation; if the rack is known, the
    play's tiles must come from it. Raises `NotationError` or `SpellingError` if the play cannot be
    read, `IllegalPlay` if it breaks a rule, and `RulesError` if the lexicon and the ruleset have
    different tiles."""
    ruleset = before.ruleset
    ruleset.check_tiles(lexicon.alphabet)
    read = notation.read_notation(written, lexicon.alphabet)
    laid = notation.place_notation(before, read)
    play.check_play(before, laid, None if rack is None else read_rack(rack, before))
    score = scoring.score_play(before, laid)
    words = [word.text(before) for word in play.find_words(before, laid)]
    difference = None if read.claimed is None else read.claimed - score.total
    return EvaluatedPlay(
        notation=notation.write_play(before, laid),
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
    """The tiles of a rack, checked against the board. Raises `IllegalPlay` or `SpellingError`."""
    ruleset = board.ruleset
    rack = tiles.read_rack(text, ruleset.alphabet)
    if len(rack) > ruleset.rack:
        raise IllegalPlay("too many tiles", f"A rack holds {ruleset.rack} tiles, not {len(rack)}")
    if missing := find_beyond(ruleset, rack, board.count_tiles()):
        excess = tiles.write_tiles(missing, ruleset.alphabet)
        raise IllegalPlay("not in the bag", f"The rack has {excess} more than the set has left")
    return rack
