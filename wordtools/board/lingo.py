"""Lingo: tiles placed beside and on top of one another, scored by the lines through them.

`StackBoard` is the board, `read_move` and `write_move` the moves as the Lingo document writes them,
`check` says whether a move is legal, `score` what the tiles just placed are worth, and `judge` does
all that. The rules are those of the document (Cameron Browne's Lingo, 2005).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator

import msgspec

from wordtools.alphabet import Alphabet
from wordtools.board import cells, lingo_text, tiles
from wordtools.board.cells import AXES, Cell
from wordtools.board.notation import NotationError
from wordtools.board.play import Fault, IllegalPlay
from wordtools.rules.ruleset import Stacking

Placement = dict[Cell, int]
"""The tiles of one move by the cells they go to; there are no blanks."""

_PLACED = re.compile(r"(\[[^\[\]]+\]|[^\[\]])([A-Za-z]{1,2}[0-9]{1,3})")


class StackBoard(msgspec.Struct, frozen=True):
    """A board of stacks, of which the top tile counts.

    `stacks`: the tiles of each cell that has any, the lowest first. `new`: the cells that were
    placed on in the last turn. The board has no edge; see `after`.
    """

    ruleset: Stacking
    stacks: dict[Cell, bytes] = {}
    new: frozenset[Cell] = frozenset()

    @classmethod
    def read(cls, text: str, ruleset: Stacking, path: str = "board") -> StackBoard:
        """The board of a drawing or a list as `str(board)` makes it (`lingo_text.read`); an empty
        text is an empty board. Raises `BoardError`."""
        return cls(ruleset, *lingo_text.read(text, ruleset.grid, ruleset.letters, path))

    def __str__(self) -> str:
        return lingo_text.draw(self.stacks, self.new, self.ruleset.grid, self.ruleset.letters)

    def after(self, placement: Placement) -> StackBoard:
        """The board with a move's tiles on it; the move's legality is not asked. Columns and rows
        are counted from one free cell left of and above the tiles (both drawings of the document
        begin so): when a move takes up that room, every cell gets a new name."""
        stacks = dict(self.stacks)
        for cell, tile in placement.items():
            stacks[cell] = stacks.get(cell, b"") + bytes([tile])
        move = cells.to_corner(stacks, self.ruleset.grid)
        moved = {cell.step(*move): stack for cell, stack in stacks.items()}
        return StackBoard(self.ruleset, moved, frozenset(cell.step(*move) for cell in placement))

    def used(self) -> Counter[int]:
        """How many of each tile lie on the board, covered ones too, by number."""
        return Counter(tile for stack in self.stacks.values() for tile in stack)


def read_move(text: str, ruleset: Stacking) -> Placement:
    """The tiles and cells of `ac7` or `ac7,re7`: a tile, then its cell; a tile of several letters
    is in brackets. Raises `NotationError`, `SpellingError`, and `IllegalPlay` for no such cell."""
    placement: Placement = {}
    for part in ruleset.letters.compose(text).split(","):
        match = _PLACED.fullmatch(part.strip())
        if match is None:
            raise NotationError(
                f"{part.strip()[:20]!r} is no move: write a tile and its cell, as in ac7, "
                "and a comma before the next: ac7,re7."
            )
        cell = cells.read(match[2], ruleset.grid)
        if cell in placement:
            raise IllegalPlay("square taken", f"Only one tile a turn can go to {cell}.")
        placement[cell] = lingo_text.read_stack(match[1], ruleset.letters)[0]
    return placement


def write_move(placement: Placement, letters: Alphabet) -> str:
    """A move as `read_move` reads it."""
    return ",".join(
        f"{tiles.shown(tile, letters).lower()}{cell}" for cell, tile in placement.items()
    )


def check(board: StackBoard, placement: Placement, pool: bytes | None = None) -> None:
    """Raises `IllegalPlay` unless the move is legal. With a `pool` its tiles must supply the move,
    else those of the set that are not on the board yet.

    Every tile must lie beside another: one of the board, or one placed with it that is itself
    connected so. The tile below a stacked one is not beside it, which tells only while one cell is
    all there is: there the document leaves open whether a lone tile can be stacked on.
    """
    ruleset, letters = board.ruleset, board.ruleset.letters
    if not placement:
        raise IllegalPlay("nothing laid", "The move places no tile.")
    if len(placement) > ruleset.place:
        raise IllegalPlay(
            "too many tiles",
            f"The move places {len(placement)} tiles; at most {ruleset.place} are allowed.",
        )
    for cell, tile in placement.items():
        if not ruleset.repeat and board.stacks.get(cell, b"")[-1:] == bytes([tile]):
            raise IllegalPlay(
                "same letter",
                f"{cell} shows {tiles.shown(tile, letters)} already: "
                "a tile may not be stacked on the same letter.",
            )
    held, waiting = set(board.stacks), set(placement)
    if not held:
        held.add(waiting.pop())
    while waiting:
        beside = {c for c in waiting if held.intersection(cells.neighbours(c, ruleset.grid))}
        if not beside:
            raise IllegalPlay(
                "not connected", f"The tile at {min(waiting)} lies beside no other tile."
            )
        held |= beside
        waiting -= beside
    _check_supply(board, placement, pool)


def _check_supply(board: StackBoard, placement: Placement, pool: bytes | None) -> None:
    needed = Counter(placement.values())
    if pool is not None:
        if lacking := needed - Counter(pool):
            shown = tiles.write(sorted(lacking.elements()), board.ruleset.letters)
            raise IllegalPlay("not on the rack", f"The pool has no {shown} for this move.")
    elif lacking := needed - (Counter(dict(enumerate(board.ruleset.counts))) - board.used()):
        shown = tiles.write(sorted(lacking.elements()), board.ruleset.letters)
        raise IllegalPlay(
            "not in the bag",
            f"There are not so many tiles left: the move needs {shown} more than the set has.",
        )


class Made(msgspec.Struct, frozen=True):
    """A word that was made: its text, its cells' names in the order it is read, its points."""

    text: str
    cells: tuple[str, ...]
    points: int


class Score(msgspec.Struct, frozen=True):
    """What a move scores: the best word of each line, and whether one of them has all the tiles
    placed, without which none counts. `str()` is the document's sentence."""

    words: tuple[Made, ...]
    joined: bool

    @property
    def total(self) -> int:
        """The words' points together, times the number of words."""
        return sum(word.points for word in self.words) * len(self.words) if self.joined else 0

    def __str__(self) -> str:
        if not self.words:
            return "made no word."
        *others, last = [word.text for word in self.words]
        names = f"{', '.join(others)} and {last}" if others else last
        made = f"made the word{'s' if others else ''} {names}"
        if not self.joined:
            return f"{made}, none with all the tiles placed, for a total of 0 pts."
        if not others:
            return f"{made} for a total of {self.total} pts."
        sums = " + ".join(str(word.points) for word in self.words)
        return f"{made} for a total of ({sums}) x {len(self.words)} = {self.total} pts."


def score(board: StackBoard, lexicon: Container[str]) -> Score:
    """The score of the tiles just placed (`board.new`) by the words of a lexicon, which are asked
    as the alphabet writes them.

    A line is the unbroken run of tiles along an axis through a tile just placed. Of all words in
    it with such a tile, read either way where the ruleset says so, the best is made: the sum of
    its tiles times its length less one. The total is the sum of these times their number; with
    several tiles placed, one of the words made must have them all (the rules of Lingo).
    """
    lines = dict.fromkeys(
        cells.run(cell, axis, board.stacks)
        for axis in AXES[board.ruleset.grid]
        for cell in sorted(board.new)
    )
    best = [
        max(made, key=lambda word: (word.points, _has_all(board, word)))
        for line in lines
        if (made := list(_words(board, line, lexicon)))
    ]
    return Score(tuple(best), any(_has_all(board, word) for word in best))


def _has_all(board: StackBoard, word: Made) -> bool:
    return {str(cell) for cell in board.new} <= set(word.cells)


def _words(board: StackBoard, line: tuple[Cell, ...], lexicon: Container[str]) -> Iterator[Made]:
    """The words of a line with a tile just placed, those read forwards first."""
    ruleset = board.ruleset
    shortest = max(2, ruleset.words.shortest)
    for step in (1, -1) if ruleset.words.backwards else (1,):
        for first in range(len(line)):
            for end in range(first + shortest, len(line) + 1):
                part = line[first:end][::step]
                if board.new.isdisjoint(part):
                    continue
                word = bytes(board.stacks[cell][-1] for cell in part)
                text = ruleset.letters.text(word)
                if text in lexicon:
                    points = sum(ruleset.values[tile] for tile in word) * (len(word) - 1)
                    yield Made(text, tuple(map(str, part)), points)


class Judged(msgspec.Struct, frozen=True):
    """What a move comes to: whether it is legal, else the `fault` and a sentence; what it scores,
    as words, points and a sentence; the board after it, as text."""

    legal: bool
    sentence: str
    board: str
    words: tuple[Made, ...] = ()
    points: int = 0
    fault: Fault | None = None


def judge(
    ruleset: Stacking,
    board: str,
    move: str,
    lexicon: Container[str],
    pool: str | None = None,
    path: str = "board",
) -> Judged:
    """What a move on a board comes to, from texts: `board` as `StackBoard.read` takes it (`path`
    names it in errors), `move` as `read_move` does, `pool` the player's tiles if known. Raises
    `BoardError`, `NotationError` and `SpellingError` for texts that cannot be read."""
    before = StackBoard.read(board, ruleset, path)
    try:
        placement = read_move(move, ruleset)
        check(before, placement, None if pool is None else ruleset.letters.spell(pool))
    except IllegalPlay as illegal:
        return Judged(False, str(illegal), str(before), fault=illegal.fault)
    after = before.after(placement)
    found = score(after, lexicon)
    return Judged(True, f"The move {found}", str(after), found.words, found.total)
