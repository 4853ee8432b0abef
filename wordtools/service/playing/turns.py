"""Requests about a game in progress: the state that a seat sees, its commands, and help with a
play."""

from __future__ import annotations

import time
from hashlib import sha256

from wordtools.board.play import IllegalPlay
from wordtools.game.state import IllegalEvent
from wordtools.players.hints import find_plays
from wordtools.rules.ruleset import StackingRuleset
from wordtools.service.errors import ApiError
from wordtools.service.playing import answers, requests
from wordtools.service.playing.keeper import KeptTable
from wordtools.service.playing.tables import Tables
from wordtools.service.playing.view import State
from wordtools.service.seats import Place
from wordtools.service.streams import EventStream
from wordtools.service.values import Visitor
from wordtools.table.table import Command
from wordtools.table.view import Preview, list_squares, preview, write_laid


async def show_state(tables: Tables, table: str, visitor: Visitor) -> State:
    """Returns the present state of a table as a seat may see it."""
    kept, place = await tables.enter(table, visitor)
    return kept.describe(place)


async def stream_events(tables: Tables, table: str, visitor: Visitor) -> EventStream:
    """Sends each new state of a table, as a seat may see it, as a server-sent event."""
    kept, place = await tables.enter(table, visitor)
    return EventStream(tables.keeper.listen(kept, place, visitor.last_event))


async def carry_out(
    tables: Tables, table: str, visitor: Visitor, body: requests.CommandRequest
) -> State:
    """Carries out a player's command, and returns the new state as the seat may see it."""
    kept, place = await tables.enter(table, visitor)
    name = kept.name_seat(place)

    def make() -> Command:
        text = _write_play(kept, body)
        return Command(name, body.do, text, body.words, kept.name_member(place))

    await tables.do(kept, make, _make_id(kept, place, body.key))
    return kept.describe(place)


async def preview_play(
    tables: Tables, table: str, visitor: Visitor, body: requests.PreviewRequest
) -> Preview:
    """Returns the words and the score of a play before it is made."""
    kept, place = await tables.enter(table, visitor)
    name, host = kept.name_seat(place), kept.host
    return await tables.attempt(
        lambda: preview(host.table, name, _write_play(kept, body), host.lexicon)
    )


async def give_hint(tables: Tables, table: str, visitor: Visitor) -> answers.HintsResponse:
    """Returns the best plays, at practice tables only."""
    kept, place = await tables.enter(table, visitor)
    if not kept.row.practice:
        message = "There are hints only at practice tables"
        raise ApiError("playing", message, rule="no-hints")
    name = kept.name_seat(place)
    plays = await tables.attempt(lambda: find_plays(kept.host, name, time.time()))
    return answers.HintsResponse(plays)


def _write_play(kept: KeptTable, body: requests.CommandRequest | requests.PreviewRequest) -> str:
    """The play as text. Raises `WordtoolsError` if the tiles cannot be laid in this way."""
    if body.laid is None:
        return body.text
    table = kept.host.table
    if table.position is None:
        raise IllegalEvent("not begun", "The game has not begun")
    places = {place for place, _ in body.laid}
    if not body.laid or len(places) < len(body.laid):
        raise IllegalPlay("nothing laid", "Lay at least one tile, each on its own place")
    if isinstance(table.ruleset, StackingRuleset):
        return write_laid(table, {str(cell): tile for cell, tile in body.laid}, body.down)
    squares = {square: tile for square, tile in body.laid if isinstance(square, int)}
    if len(squares) < len(places) or not all(0 <= at < len(list_squares(table)) for at in squares):
        raise IllegalPlay("off the board", "There is no such square on the board")
    return write_laid(table, squares, body.down)


def _make_id(kept: KeptTable, place: Place, key: str) -> str:
    """The id of the record that a command makes."""
    text = f"wordtools command\n{kept.id}\n{place.seat}\n{place.member}\n{key}"
    return sha256(text.encode()).hexdigest()[:16]
