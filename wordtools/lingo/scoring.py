"""Evaluates a Lingo move: whether it is legal, its words and its points."""

from __future__ import annotations

from collections.abc import Container, Iterator

import msgspec

from wordtools.board.play import IllegalPlay, PlayFault
from wordtools.lingo import cells
from wordtools.lingo.board import StackBoard
from wordtools.lingo.cells import AXES, Cell
from wordtools.lingo.moves import check_move, read_move
from wordtools.rules.ruleset import StackingRuleset
from wordtools.wording import end_sentence, join_list


class LingoWord(msgspec.Struct, frozen=True):
    """A word that a move makes: its text, the names of its cells in reading order, and its
    points."""

    text: str
    cells: tuple[str, ...]
    points: int


class LingoScore(msgspec.Struct, frozen=True):
    """The score of a move, with the best word in each line. `joined` is true if one word contains
    all placed tiles; otherwise, no word counts. `str()` is a sentence like those in the Lingo
    document."""

    words: tuple[LingoWord, ...]
    joined: bool

    @property
    def total(self) -> int:
        """The sum of the words' points, multiplied by the number of words."""
        return sum(word.points for word in self.words) * len(self.words) if self.joined else 0

    def __str__(self) -> str:
        if not self.words:
            return "made no word."
        several = len(self.words) > 1
        words = join_list(word.text for word in self.words)
        made = f"made the word{'s' * several} {words}"
        if not self.joined:
            return f"{made}, none with all the tiles placed, for a total of 0 pts."
        if not several:
            return f"{made} for a total of {self.total} pts."
        sums = " + ".join(str(word.points) for word in self.words)
        return f"{made} for a total of ({sums}) x {len(self.words)} = {self.total} pts."


class EvaluatedMove(msgspec.Struct, frozen=True):
    """The evaluation of a move: whether it is legal; a sentence about it; the board after the move,
    as text; its words and points; and, if it is illegal, its `fault`."""

    legal: bool
    sentence: str
    board: str
    words: tuple[LingoWord, ...] = ()
    points: int = 0
    fault: PlayFault | None = None


def evaluate_move(
    ruleset: StackingRuleset,
    board: str,
    move: str,
    lexicon: Container[str],
    pool: str | None = None,
    path: str = "board",
) -> EvaluatedMove:
    """Evaluates a move on a board. `board` is read by `StackBoard.read` (errors name `path`), and
    `move` by `read_move`; `pool` has the player's tiles, if known. Raises `BoardError`,
    `NotationError` or `SpellingError` if a text cannot be read."""
    before = StackBoard.read(board, ruleset, path)
    try:
        placement = read_move(move, ruleset)
        check_move(before, placement, None if pool is None else ruleset.alphabet.spell(pool))
    except IllegalPlay as illegal:
        return EvaluatedMove(False, end_sentence(str(illegal)), str(before), fault=illegal.fault)
    after = before.after(placement)
    score = score_move(after, lexicon)
    return EvaluatedMove(True, f"The move {score}", str(after), score.words, score.total)


def score_move(board: StackBoard, lexicon: Container[str]) -> LingoScore:
    """The score of the tiles just placed (`board.new`). The lexicon's words are in the alphabet's
    own spelling.

    A line is the unbroken run of tiles along an axis through a tile just placed. In each line, the
    best word with such a tile scores the sum of its tiles' values, multiplied by one less than its
    length. Words may be read in either direction if the ruleset allows it. The total is the sum of
    these scores, multiplied by the number of words. One of the words must contain all tiles just
    placed (the rules of Lingo).
    """
    lines = dict.fromkeys(
        cells.find_run(cell, axis, board.stacks)
        for axis in AXES[board.ruleset.grid]
        for cell in sorted(board.new)
    )
    best = [
        max(words, key=lambda word: (word.points, _has_all(board, word)))
        for line in lines
        if (words := list(_find_words(board, line, lexicon)))
    ]
    return LingoScore(tuple(best), any(_has_all(board, word) for word in best))


def _has_all(board: StackBoard, word: LingoWord) -> bool:
    return {str(cell) for cell in board.new} <= set(word.cells)


def _find_words(
    board: StackBoard, line: tuple[Cell, ...], lexicon: Container[str]
) -> Iterator[LingoWord]:
    """The words in a line that contain a tile just placed. Words read forwards come first."""
    ruleset = board.ruleset
    shortest = max(2, ruleset.words.shortest)
    for step in (1, -1) if ruleset.words.backwards else (1,):
        for first in range(len(line)):
            for end in range(first + shortest, len(line) + 1):
                part = line[first:end][::step]
                if board.new.isdisjoint(part):
                    continue
                word = bytes(board.stacks[cell][-1] for cell in part)
                text = ruleset.alphabet.text(word)
                if text in lexicon:
                    points = sum(ruleset.values[tile] for tile in word) * (len(word) - 1)
                    yield LingoWord(text, tuple(map(str, part)), points)
