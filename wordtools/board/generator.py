"""Finds the legal plays that a rack allows, highest score first.

A play is legal if `check_play` allows it with the rack and the lexicon has every word that
`find_words` finds. Its score is what `score_play` returns. The search itself is in the kernel.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterator

import msgspec

from wordtools import _kernel
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.board.play import Play, find_repeated_word, find_words
from wordtools.board.words import admit_words
from wordtools.errors import WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.ruleset import CrosswordRuleset


class ScoredPlay(msgspec.Struct, frozen=True):
    """A legal play on a board, with its score."""

    board: Board
    play: Play
    score: int

    def __repr__(self) -> str:
        return f"<ScoredPlay {write_play(self.board, self.play)}: {self.score}>"

    @property
    def words(self) -> list[str]:
        """The words that the play makes, the main word first."""
        return [word.text(self.board) for word in find_words(self.board, self.play)]


def find_plays(
    board: Board, rack: bytes, lexicon: Lexicon, limit: int | None = None
) -> list[ScoredPlay]:
    """Returns all plays of a rack (as `tiles.read_rack` returns it), or the best `limit`. They are
    sorted by score, then square, then direction (across before down), then tiles.

    Plays that differ only in which letter is a blank are listed separately. A single tile that
    makes words in both directions is listed once, as a play across. Raises `WordtoolsError` if the
    lexicon and the ruleset have different tiles, if the ruleset excludes a category that the
    lexicon does not have, if the rack is too large, or if there is no limit and there are more than
    4,000,000 plays.
    """
    if board.ruleset.words.repeated:
        _, records = _search(board, rack, lexicon, limit)
        return list(_decode_records(board, records))
    _, records = _search(board, rack, lexicon, None)
    plays = _decode_records(board, records)
    new = (scored for scored in plays if find_repeated_word(board, scored.play) is None)
    return list(itertools.islice(new, limit))


def find_distinct_plays(
    board: Board, rack: bytes, lexicon: Lexicon, limit: int | None = None
) -> list[ScoredPlay]:
    """The plays of `find_plays` without mirrored duplicates. On an empty symmetrical board, only
    plays across are listed. Raises the same errors as `find_plays`.
    """
    layout = board.ruleset.layout
    if not (board.is_empty and layout.is_mirrored):
        return find_plays(board, rack, lexicon, limit)
    scores: dict[Play, int] = {}
    for scored in find_plays(board, rack, lexicon, limit and 2 * limit):
        play = scored.play
        square = layout.mirror(play.square) if play.down else play.square
        scores[Play(square, False, play.tiles)] = scored.score
    best = sorted(scores, key=lambda play: (-scores[play], play.square, play.tiles))
    return [ScoredPlay(board, play, scores[play]) for play in best[:limit]]


def count_plays(board: Board, rack: bytes, lexicon: Lexicon) -> int:
    """The number of plays that `find_plays` would return without a limit. Raises the same errors as
    `find_plays`."""
    if board.ruleset.words.repeated:
        return _search(board, rack, lexicon, 0)[0]
    return len(find_plays(board, rack, lexicon))


def _search(board: Board, rack: bytes, lexicon: Lexicon, limit: int | None) -> tuple[int, bytes]:
    ruleset = board.ruleset
    ruleset.check_tiles(lexicon.alphabet)
    if len(rack) > ruleset.rack:
        raise WordtoolsError(f"a rack holds {ruleset.rack} tiles, not {len(rack)}")
    try:
        words = admit_words(ruleset, lexicon)
        return words.find_plays(make_kernel_rules(ruleset), board.squares, rack, limit)
    except ValueError as error:
        raise WordtoolsError(f"the plays cannot be found: {error}") from None


def make_kernel_rules(ruleset: CrosswordRuleset) -> _kernel.PlayRules:
    """The ruleset's rules for plays, in the form that the kernel needs."""
    layout, directions = ruleset.layout, {None: 0, "across": 1, "down": 2}
    return _kernel.PlayRules(
        layout.columns,
        [(p.letter, p.word, p.points, directions[p.along]) for p in layout.premiums],
        ruleset.values,
        [ruleset.bonus_for(laid) for laid in range(ruleset.rack + 1)],
        layout.start,
        ruleset.words.shortest,
        ruleset.connected,
    )


def _decode_records(board: Board, records: bytes) -> Iterator[ScoredPlay]:
    """Reads the plays from the kernel's records."""
    layout = board.ruleset.layout
    record = f"=qH?B{max(layout.rows, layout.columns)}s"
    for score, square, down, length, tiles in struct.iter_unpack(record, records):
        yield ScoredPlay(board, Play(square, down, tiles[:length]), score)
