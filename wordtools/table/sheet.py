"""The score sheet of a table, in the form that players read next to the board."""

from __future__ import annotations

from msgspec import structs

from wordtools.board import notation, scoring
from wordtools.game.state import GameState
from wordtools.lingo.game import LingoGame
from wordtools.lingo.moves import write_move
from wordtools.table.state import SheetLine, Table


def list_lines(table: Table) -> tuple[SheetLine, ...]:
    """The lines of the score sheet. Lingo's board renames its cells when it grows, so moves are
    written with the present names of their cells."""
    game = table.position
    if not isinstance(game, LingoGame):
        return table.sheet
    texts = (write_move(move.items(), game.ruleset) for move in game.moves)
    return tuple(
        structs.replace(line, text=next(texts)) if line.kind == "play" else line
        for line in table.sheet
    )


def find_open_line(table: Table) -> SheetLine | None:
    """The line that the sheet will have if the play in question stands; None if there is no such
    play."""
    game = table.position
    if not isinstance(game, GameState) or game.pending is None:
        return None
    player, play = game.pending.player, game.pending.play
    text, points = notation.write_play(game.board, play), scoring.score_play(game.board, play).total
    return SheetLine(player, "play", text, points=points, total=game.scores[player] + points)


def describe_play(line: SheetLine) -> str:
    """A play in notation. In Lingo, the words that score precede the play."""
    return f"{', '.join(line.words)} ({line.text})" if line.words else line.text
