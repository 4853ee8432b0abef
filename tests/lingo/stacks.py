"""Fixtures for the tests of Lingo: rulesets, the document's boards, random boards."""

from __future__ import annotations

from collections import Counter
from functools import cache

from hypothesis import strategies as st

from wordtools import alphabet
from wordtools.alphabet import Alphabet
from wordtools.board import tiles
from wordtools.lingo.board import Placement, StackBoard
from wordtools.lingo.cells import Cell, Grid
from wordtools.rules.ruleset import StackingRuleset, WordRules

COUNTS = [9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1]
VALUES = [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10]
ENGLISH = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", zip(COUNTS, VALUES, strict=True), strict=True))

FRED = """\
      a   b   c   d   e

   1                     1
        +---+---+
   2    | z   s |        2
        +       +---+
   3    | I   t   g |    3
        +       +---+
   4    | b   w |        4
        +---+---+
   5                     5

      a   b   c   d   e"""

TED = r"""
     a  b  c  d  e  f  g
   1                      1
   2             __       2
   3    __    __/e \      3
   4   /f \__/y  __/      4
   5   \__ D    /   __    5
   6      \   i \__/w \   6
   7      /o  __ g  __/   7
   8      \  /  \__/      8
   9      /C \            9
  10      \__/            10
  11                      11
     a  b  c  d  e  f  g""".removeprefix("\n")

WORDS = {"IT", "TI", "BIZ", "DIG", "DOC", "DYE", "HAY"}
"""The document's words that its boards can make, and TI."""


@cache
def letters(language: str) -> Alphabet:
    """A language's tiles."""
    return alphabet.load_alphabet(language).alphabet


@cache
def stacking(
    grid: Grid = "square",
    *,
    language: str = "en",
    tiles: str = "",
    shortest: int = 2,
    backwards: bool = True,
    pool: int = 4,
    place: int = 2,
    repeat: bool = False,
) -> StackingRuleset:
    """Lingo with the full English set, with four of each tile of another language, or with these
    `tiles`, each worth 1."""
    faces = letters(language).tiles
    other = {face: (4, number % 7) for number, face in enumerate(faces)}
    given = {face: (count, 1) for face, count in Counter(tiles).items()}
    return StackingRuleset(
        title="Lingo",
        language=language,
        alphabet_name=language,
        tiles=given or (ENGLISH if language == "en" else other),
        words=WordRules(edition="en-US", shortest=shortest, backwards=backwards),
        grid=grid,
        pool=pool,
        place=place,
        repeat=repeat,
        name="lingo",
        variants={},
    )


grids: st.SearchStrategy[Grid] = st.sampled_from(["square", "hex"])


@st.composite
def boards(draw: st.DrawFn, language: str = "en", numbers: tuple[int, int] = (1, 26)) -> StackBoard:
    """Boards of either grid, connected or not; tiles have numbers from the first to the last."""
    grid = draw(grids)
    places = st.builds(Cell, st.integers(1, 6), st.integers(1, 6))
    cells = places if grid == "square" else places.filter(lambda cell: sum(cell) % 2 == 0)
    stacks = st.lists(st.integers(*numbers), min_size=1, max_size=3).map(bytes)
    held = draw(st.dictionaries(cells, stacks, max_size=20))
    new = draw(st.sets(st.sampled_from(sorted(held)), max_size=3)) if held else ()
    ruleset = stacking(
        grid, language=language, shortest=draw(st.integers(2, 3)), backwards=draw(st.booleans())
    )
    return StackBoard(ruleset, held, frozenset(new))


def write_move(placement: Placement, letters: Alphabet) -> str:
    """A move in the notation accepted by `read_move`."""
    return ",".join(
        f"{tiles.show_tile(tile, letters).lower()}{cell}" for cell, tile in placement.items()
    )
