"""The score sheet of a table, in the form that players read next to the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from wordtools.board import notation, scoring
from wordtools.board.tiles import write_tiles
from wordtools.game.ending import adjust_for_racks
from wordtools.game.state import GameState
from wordtools.lingo.moves import write_move
from wordtools.messages.table import load_sentences
from wordtools.rules.sentences import Sentences
from wordtools.table.state import SheetLine, Table


def list_lines(table: Table) -> tuple[SheetLine, ...]:
    """The lines of the score sheet, with those for leftover tiles once the game has ended. Lingo's
    board renames its cells when it grows, so moves are written with the present names of their
    cells."""
    game = table.position
    if isinstance(game, GameState):
        return (*table.sheet, *_list_leftovers(game)) if table.closed else table.sheet
    if game is None:
        return table.sheet
    texts = (write_move(move.items(), game.ruleset) for move in game.moves)
    return tuple(
        structs.replace(line, text=next(texts)) if line.kind == "play" else line
        for line in table.sheet
    )


def _list_leftovers(game: GameState) -> Iterator[SheetLine]:
    """The lines for leftover tiles. A player who went out has a line for the opponents' tiles, and
    every other player a line for their own."""
    for part in adjust_for_racks(game) or ():
        owners = game.opponents(part.player) if part.player == game.out else [part.player]
        left = b"".join(game.racks[name].known for name in owners)
        text, total = write_tiles(left, game.ruleset.alphabet), game.scores[part.player]
        yield SheetLine(
            part.player, "leftover", text, points=part.points, total=total + part.points
        )


def name_leftover(line: SheetLine) -> str:
    """The key of the sentence for leftover tiles: the player's own or, for a player who went out
    and gets points, those of the opponents."""
    return "leftover" if line.points < 0 else "leftover_gained"


def find_open_line(table: Table) -> SheetLine | None:
    """The line that the sheet will have if the play in question stands; None if there is no such
    play."""
    game = table.position
    if not isinstance(game, GameState) or game.pending is None:
        return None
    player, play = game.pending.player, game.pending.play
    text, points = notation.write_play(game.board, play), scoring.score_play(game.board, play).total
    return SheetLine(player, "play", text, points=points, total=game.scores[player] + points)


def describe_winners(winners: Sequence[str], language: str) -> str:
    """A sentence that names the winner, or the players who share the win; "" if nobody won."""
    if not winners:
        return ""
    sentence = load_sentences(language)["winner" if len(winners) == 1 else "tie"]
    return sentence.format(names=Sentences(language).join(winners))


def describe_play(line: SheetLine) -> str:
    """A play in notation. In Lingo, the words that score precede the play."""
    return f"{', '.join(line.words)} ({line.text})" if line.words else line.text
