"""The record of a table in JSON, for other programs. The record contains everything that happened,
whatever the game.

In version 1, a record is an object with the `format`, the `version` and the `events`. Each event
states its time (`at`) and, if only one seat could know of the event during the game, that seat
(`only`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct, structs

from wordtools.errors import GameError
from wordtools.formats.gcg import Pragma, format_gcg
from wordtools.game import events as game_events
from wordtools.game.game import Game
from wordtools.game.to_gcg import game_to_gcg
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset
from wordtools.table import events
from wordtools.table.events import Happened, Opened

VERSION = 1


class TableRecord(Struct, frozen=True):
    """A record of a table."""

    format: Literal["wordtools table"]
    version: int
    events: tuple[Happened, ...]

    @property
    def opened(self) -> Opened:
        """The opening of the table. Raises `GameError`."""
        if not self.events or not isinstance(self.events[0].event, Opened):
            raise GameError("the first event of a table must be its opening")
        return self.events[0].event


def write_record(happened: Iterable[Happened]) -> bytes:
    """The record of a table whose game has ended, as JSON with one line per event. Raises
    `GameError` for a table that has not ended."""
    events_in_order = tuple(happened)
    if not events_in_order or not isinstance(events_in_order[-1].event, events.Closed):
        raise GameError("the game has not ended, so its racks are still secret", "not ended")
    lines = b",\n".join(map(msgspec.json.encode, events_in_order))
    head = f'{{"format":"wordtools table","version":{VERSION},"events":['.encode()
    return head + b"\n" + lines + b"\n]}\n"


def is_record(data: bytes) -> bool:
    """True if the data looks like a record of a table."""
    return b'"wordtools table"' in data[:200]


def read_record(data: bytes) -> TableRecord:
    """The record in JSON. Raises `GameError` if the text is not such a record, or if its version is
    newer than this program's."""
    try:
        record = msgspec.json.decode(data, type=TableRecord)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise GameError(f"not a record of a table: {error}") from None
    if record.version != VERSION:
        raise GameError(
            f"the record has version {record.version}; this program reads version {VERSION}"
        )
    _ = record.opened
    return record


def extract_game(record: TableRecord) -> Game:
    """The crossword game that was played at the table, with the table's ruleset but without any
    changes to it. Raises `GameError` if there was no such game."""
    began = [one.event for one in record.events if isinstance(one.event, events.Began)]
    if len(began) != 1:
        raise GameError("no game has begun at the table")
    opened = record.opened
    computers = [seat.name for seat in opened.seats if seat.kind == "computer"]
    played = tuple(one.event for one in record.events if isinstance(one.event, game_events.Event))
    game = Game(opened.ruleset_name, began[0].players, events=played)
    # In other games, computers play by the same rules as people, so the record need not name them.
    return structs.replace(game, computer=computers[0]) if game.ruleset.computer else game


def write_gcg(record: TableRecord, ruleset: Ruleset) -> bytes:
    """The game of two players as a GCG file that strict readers accept, with a rack on each line.
    `ruleset`: the table's ruleset, with its changes. Raises `WordtoolsError` for a game that a GCG
    file cannot hold."""
    if not isinstance(ruleset, CrosswordRuleset):
        raise GameError("a GCG file cannot hold a game of Lingo; export to .json", "gcg")
    game = extract_game(record)
    if len(game.players) != 2:
        raise GameError("a GCG file holds only games of two players; export to .json", "gcg")
    start = game.start_by(ruleset)
    lexicon = Pragma("lexicon", record.opened.edition)
    return format_gcg(game_to_gcg(game, lexicon, start=start, everywhere=True)).encode()


def list_left_out(record: TableRecord) -> list[str]:
    """Names, in words, the kinds of events in this game that a GCG file omits."""
    kinds = {
        "votes": (game_events.Answered, events.Waived),
        "plays that were taken back": (game_events.TookBack,),
        "clock readings": (game_events.Timed,),
        "resignations": (game_events.Resigned,),
        "adjournments": (events.Paused,),
        "draws for the first turn": (events.Drew,),
        "days off and claims": (events.Rested, events.Claimed),
    }
    present = {type(one.event) for one in record.events}
    return [name for name, types in kinds.items() if present.intersection(types)]
