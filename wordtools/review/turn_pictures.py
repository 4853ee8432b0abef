"""Draws the board after each turn of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator

from wordtools.board.board import Board
from wordtools.pictures.crossword import draw_board
from wordtools.pictures.frame import Field
from wordtools.pictures.tile import Mark
from wordtools.review.reviewed_game import ReviewedGame, ReviewedMove
from wordtools.rules.ruleset import CrosswordRuleset

PATTERN = "turn-*.svg"
"""A pattern for the names of the pictures."""


def draw_turns(game: ReviewedGame, ruleset: CrosswordRuleset, theme: str) -> dict[str, str]:
    """Maps file names (`turn-01.svg`) to the SVG pictures of a game that was reviewed with boards.
    Each play, exchange or pass has a picture, numbered as in an archive's table of plays. A
    withdrawn play is still drawn in its own turn. Below each board are the scores after the turn,
    or the final scores. Raises `WordtoolsError` for an unknown theme."""
    turns = _list_turns(game.lines)
    digits = max(2, len(str(len(turns))))
    pictures = {}
    totals = dict.fromkeys(game.scores, 0)
    before = Board.empty(ruleset)
    for number, turn in enumerate(turns, 1):
        move = turn[0]
        board = Board.read(move.board, ruleset)
        laid = [at for at, tile in enumerate(board) if tile != before.squares[at]]
        totals |= {line.player: line.total for line in turn}
        mark: Mark | None = None
        if move.verdict in ("NO", "CANNOT JUDGE"):
            mark = "wrong" if move.verdict == "NO" else "doubtful"
        caption = [
            [_describe(turn)],
            *_list_scores(totals if number < len(turns) else game.scores, move.player),
        ]
        name = f"turn-{number:0{digits}}.svg"
        pictures[name] = draw_board(board, laid, mark, caption, theme)
        before = Board.read(turn[-1].board, ruleset)
    return pictures


def _list_turns(lines: list[ReviewedMove]) -> list[list[ReviewedMove]]:
    """The lines of each turn: the move, then the lines that change its score."""
    turns: list[list[ReviewedMove]] = []
    for line in lines:
        if line.kind in ("play", "exchange", "pass"):
            turns.append([line])
        elif turns:
            turns[-1].append(line)
    return turns


def _describe(turn: list[ReviewedMove]) -> Field:
    move = turn[0]
    text = f"{move.kind} {move.move.removeprefix('-')}".rstrip()
    text = move.move if move.kind == "play" else text
    withdrawn = ", withdrawn" if turn[-1].board != move.board else ""
    return text, f"{move.score:+d} {move.verdict}{withdrawn}".rstrip(), False


def _list_scores(scores: dict[str, int], mover: str) -> Iterator[list[Field]]:
    """All scores, two per line."""
    fields = [(player, str(score), player == mover) for player, score in scores.items()]
    for at in range(0, len(fields), 2):
        yield fields[at : at + 2]
