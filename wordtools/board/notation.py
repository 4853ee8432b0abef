"""Plays in the notation of score sheets.

`H8 WORD` runs down column H from row 8; `8H WORD` runs across row 8 from column H. The place may
precede or follow the word. Blanks are in lower case; tiles of several letters are in brackets.
Dots, and letters in parentheses, are tiles already on the board. A score may follow; so may
crosswords, after a slash: `A(D)DITiON(AL) D3 74`, `8D WORDS/AB 31` (the "Notation system" of the
Scrabble document).
"""

from __future__ import annotations

import itertools
import re

import msgspec

from wordtools.alphabet import Alphabet
from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.play import IllegalPlay, Play
from wordtools.board.tiles import LETTER
from wordtools.errors import WordtoolsError
from wordtools.wording import MARKS

THROUGH = 128
"""Marks a tile as already on the board. By itself, it stands for any such tile."""

_PLACE = re.compile(r"(?:[A-Za-z][0-9]{1,2}|[0-9]{1,2}[A-Za-z])")
_SCORE = re.compile(r"[+-]?[0-9]{1,4}")
_GROUPS = re.compile(r"\((?P<through>[^()]+)\)|(?P<dots>\.+)|(?P<laid>[^().]+)")


class NotationError(WordtoolsError):
    """Raised if a text is not a play."""


class Notation(msgspec.Struct, frozen=True):
    """A play as written, independent of a board.

    `cells` has a byte for each square of the word: a tile. If `THROUGH` is added, the tile must
    already be on the board; otherwise, the tile may be on the board already, or the play may lay
    it. `claimed` is the score written beside the play, and `crosswords` is the text after a slash.
    """

    place: str
    down: bool
    cells: bytes
    claimed: int | None = None
    crosswords: tuple[str, ...] = ()


def read_notation(text: str, alphabet: Alphabet) -> Notation:
    """The play on a line of a score sheet. Raises `NotationError` or `SpellingError`."""
    parts, *crosswords = [part.strip() for part in text.split("/")]
    fields = [field.strip(MARKS) for field in parts.split()]  # terminals add MARKS
    if crosswords:  # `8D WORDS/AB 31`: place and score may follow the crosswords
        last, *rest = crosswords[-1].split() or [""]
        crosswords[-1] = last
        fields += rest
    places = [field for field in fields if _PLACE.fullmatch(field)]
    scores = [field for field in fields if _SCORE.fullmatch(field)]
    words = [field for field in fields if field not in places and field not in scores]
    if len(places) != 1 or len(words) != 1 or len(scores) > 1:
        raise NotationError(
            f"{text!r} is not a play; write a place and a word, as in 8H WORD or WORD H8 24"
        )
    claimed = int(scores[0]) if scores else None
    crossed = tuple(word for word in crosswords if word)
    place = places[0].upper()
    return Notation(place, place[0].isalpha(), read_cells(words[0], alphabet), claimed, crossed)


def read_cells(word: str, alphabet: Alphabet) -> bytes:
    """The cells (see `Notation`) of the word's letters. Raises `NotationError` or
    `SpellingError`."""
    cells = b""
    parts: list[tuple[str, int]] = []  # between dots
    at = 0
    while at < len(word):
        group = _GROUPS.match(word, at)
        if group is None:
            raise NotationError(f"{word!r}: unbalanced parenthesis")
        at = group.end()
        through = group["through"] or ""
        if hidden := group["dots"] or (through if set(through) == {"."} else ""):
            cells += _read_beside_dots(parts, word, alphabet) + bytes([THROUGH]) * len(hidden)
            parts = []
        elif through:
            parts.append((through, THROUGH))
        else:
            parts.append((group["laid"], 0))
    if cells:
        return cells + _read_beside_dots(parts, word, alphabet)
    return tiles.read_parts(parts, alphabet)


def _read_beside_dots(parts: list[tuple[str, int]], word: str, alphabet: Alphabet) -> bytes:
    """Returns the cells of letters beside dots. Raises `NotationError` if the letters hidden by the
    dots could belong to tiles of several letters."""
    cells = tiles.read_parts(parts, alphabet)
    letters = "".join(text for text, _ in parts)
    joined = any(len(alphabet.tiles[(cell & LETTER) - 1]) > 1 for cell in cells)
    if alphabet.apart and joined and "[" not in letters:
        raise NotationError(f"{word!r}: write tiles of several letters in brackets beside dots")
    return cells


def place_notation(board: Board, notation: Notation) -> Play:
    """Returns the play that a notation describes on a board. Raises `IllegalPlay` if the notation
    does not match the board. `play.check_play` checks the other rules.
    """
    layout = board.ruleset.layout
    square = layout.find_square(notation.place)
    if square is None:
        raise IllegalPlay("off the board", f"The board has no square {notation.place}")
    laid: dict[int, int] = {}
    line = []
    for place, cell in enumerate(notation.cells):
        at = board.step(square, notation.down, place)
        if at is None:
            raise IllegalPlay("off the board", "The word runs off the board")
        line.append(at)
        if not _is_on_board(board, at, cell):
            laid[at] = cell
    return Play(square, notation.down, bytes(laid.get(at, 0) for at in line))


def write_play(board: Board, play: Play) -> str:
    """Writes a play in notation, with tiles already on the board in parentheses: `8D A(D)D`."""
    letters = board.ruleset.alphabet
    name = board.ruleset.layout.name_square(play.square)
    place = name if play.down else f"{name[1:]}{name[0]}"
    step = board.ruleset.layout.columns if play.down else 1
    word = ""
    cells = list(enumerate(play.tiles))
    for is_through, group in itertools.groupby(cells, lambda cell: not cell[1]):
        shown = tiles.write_tiles(
            (tile or board.squares[play.square + at * step] for at, tile in group), letters
        )
        word += f"({shown})" if is_through else shown
    return f"{place} {word}"


def _is_on_board(board: Board, square: int, cell: int) -> bool:
    """True if the cell is a tile already on the board. Raises `IllegalPlay` if the board
    differs."""
    ruleset = board.ruleset
    present, tile = board.squares[square], cell & ~THROUGH
    if not present and cell & THROUGH:
        raise IllegalPlay(
            "gap",
            f"{ruleset.layout.name_square(square)} is empty; parentheses and dots stand for tiles "
            "already on the board, lower case for blanks",
        )
    if present and tile and present & LETTER != tile & LETTER:
        shown, written = (tiles.show_tile(t, ruleset.alphabet) for t in (present, tile))
        name = ruleset.layout.name_square(square)
        raise IllegalPlay("square taken", f"{name} holds {shown}, not {written}")
    return bool(present)
