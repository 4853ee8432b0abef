"""Names are kept outside the chain: none is in a record, and each can be erased."""

from __future__ import annotations

import random
import typing
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.table import tables
from wordtools.errors import GameError, WordtoolsError
from wordtools.game import events as game_events
from wordtools.log.log import Log
from wordtools.table import events, names
from wordtools.table.events import Happened, Seat
from wordtools.table.host import TableHost, export_player, list_tables, read_table
from wordtools.table.names import NAMES, Names, erase_name, find_tables, rename
from wordtools.table.sealing import derive_key, unseal
from wordtools.table.state import Table
from wordtools.table.table import Command, apply
from wordtools.table.view import view

KEY = bytes(range(32))
TEXTS = {
    "table", "ruleset", "edition", "commitment", "nonce", "notation", "tiles", "square", "first",
    "last", "move", "reason", "key", "ruleset_name", "ruleset_digest", "lexicon_digest", "kind",
    "level", "holidays", "hashes", "changes", "words",
}  # fmt: skip
"""The text fields of events that do not hold names."""


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    records = Log(str(tmp_path / "log.db"))
    yield records
    records.close()


def play(log: Log, ruleset: str, seats: tuple[Seat, ...], seed: int, commands: int) -> TableHost:
    """A random game between people; the players have the names of the seats."""
    rules, words = tables.load(ruleset), tables.make_lexicon(ruleset)
    host = TableHost.open(log, KEY, rules, words, seats, 1000.0)
    for seat in seats:
        host.do(Command(seat.name, "join", f"nonce {seat.kind}"), 1000.0)
    host.do(Command(seats[0].name, "begin"), 1000.0)
    chance, now = random.Random(seed), 1000.0
    members = {seat.name: seat.members for seat in seats}
    for _ in range(commands):
        now += chance.choice((0, 3, 12, 40))
        command = tables.choose_command(host.table, words, chance)
        if own := members[command.player]:
            command = msgspec.structs.replace(command, member=chance.choice(own))
        try:
            host.do(command, now)
        except WordtoolsError:
            continue
        if host.table.is_over:
            break
    return host


KINDS = ["scrabble-en-us:box", "literki:move-clock,game-clock", "lingo", "scrabble-pt-pt"]


@given(
    st.sampled_from(KINDS),
    st.lists(st.text("αβγδεζηθ", min_size=6, max_size=12), min_size=6, max_size=6, unique=True),
    st.integers(0, 1000),
)
@settings(max_examples=examples(0.2), deadline=None)
def test_no_name_stands_in_the_chain(
    tmp_path_factory: pytest.TempPathFactory, ruleset: str, people: list[str], seed: int
) -> None:
    log = Log(str(tmp_path_factory.mktemp("names") / "log.db"))
    team = Seat(f"{people[0]} & {people[1]}", members=(people[0], people[1]))
    seats = (team, Seat(people[2]), Seat(people[3], "elsewhere", members=(people[4], people[5])))
    host = play(log, ruleset, seats, seed, 60)
    table = host.table.opened.table
    sealed = [record for record in log.records() if "sealed" in record.content]
    whole = "".join(record.body for record in log.records())
    for number, record in enumerate(log.list_in_event(f"table {table}"), 1):
        if record in sealed:
            place = f"{table} {number}"
            whole += unseal(derive_key(KEY, table), place, record.content["sealed"]).decode()
    for person in people:
        assert person not in whole
    assert read_table(log, KEY, table) == host.happened
    again = TableHost.resume(log, KEY, host.lexicon, table, host.table.at)
    assert again.table.opened.seats == seats
    assert again.table.position == host.table.position
    assert log.verify().faults == []
    log.close()


def test_the_types_mark_every_name() -> None:
    """A text in an event is a name, or listed above."""
    kinds = {
        Happened,
        Seat,
        *typing.get_args(events.TableEvent),
        *typing.get_args(game_events.Event),
    }
    for kind in kinds:
        marked = set(names._find_changes(kind))
        for field in msgspec.structs.fields(kind):
            if "str" in str(field.type) and field.name not in marked:
                assert field.name in TEXTS, (kind, field.name)


def test_a_name_that_has_no_seat_is_never_written() -> None:
    own = Names.salt([Seat("Ana"), Seat("Bia")])
    hidden = own.hide(Happened(1, game_events.Passed("Bia"), only="Bia", member=""))
    assert hidden == Happened(1, game_events.Passed("seat 2"), only="seat 2")
    assert own.show(hidden) == Happened(1, game_events.Passed("Bia"), only="Bia")
    with pytest.raises(GameError, match="no seat"):
        own.hide(Happened(1, game_events.Passed("Caio")))
    closed = events.Closed("out", {"Ana": 1, "Bia": 2}, ("Bia",), "x")
    assert rename(closed, {"Ana": "a", "Bia": "b"}).scores == {"a": 1, "b": 2}
    with pytest.raises(GameError, match="choose another"):
        Names.salt([Seat("seat 2"), Seat("Ana")])


def test_a_player_is_exported_and_erased_while_the_chain_verifies(log: Log, tmp_path: Path) -> None:
    ended = play(log, "scrabble-es", (Seat("Zuleika"), Seat("Bia")), 1, 10)
    if not ended.table.is_over:
        ended.do(Command("Bia", "resign"), ended.table.at)
    running = play(log, "scrabble-es", (Seat("Ana"), Seat("Zuleika")), 2, 0)
    assert not running.table.is_over
    other = running.table.opened.table
    assert {table for table, _ in find_tables(log, "Zuleika")} == {*list_tables(log)}
    exported = msgspec.json.decode(export_player(log, KEY, "Zuleika"))
    own = {table["table"]: table for table in exported["tables"]}
    assert own[other]["places"] == ["seat 2"]
    assert b"Bia" not in msgspec.json.encode(exported)
    held = [one["event"] for one in own[other]["events"] if one["event"]["event"] == "holds"]
    assert {event["player"] for event in held} == {"seat 2"}
    before = log.verify()
    assert erase_name(log, "Zuleika") == 2
    assert log.verify() == before
    assert (before.faults, find_tables(log, "Zuleika")) == ([], [])
    again = TableHost.resume(log, KEY, running.lexicon, other, running.table.at)
    assert again.table.opened.names == ("Ana", "seat 2")
    again.do(Command("seat 2", "resign"), again.table.at)
    assert view(again.table, "seat 2", again.table.at).result is not None
    with pytest.raises(GameError, match="no table named"):
        export_player(log, KEY, "Zuleika")
    log.close()
    for file in tmp_path.glob("log.db*"):
        assert b"Zuleika" not in file.read_bytes()


def test_erasing_a_member_erases_the_name_of_the_team(log: Log) -> None:
    team = Seat("Ana & Bo", members=("Ana", "Bo"))
    host = play(log, "lingo", (team, Seat("Cid")), 1, 2)
    erase_name(log, "Bo")
    again = TableHost.resume(log, KEY, host.lexicon, host.table.opened.table, 2000.0)
    assert again.table.opened.seats[0] == Seat("seat 1", members=("Ana", "seat 1 member 2"))
    erase_name(log, "Cid")
    assert find_tables(log, "Ana") == [(host.table.opened.table, 1)]


def test_records_with_plain_names_are_still_read(log: Log) -> None:
    rules, words = tables.load("scrabble-es"), tables.make_lexicon("scrabble-es")
    host = TableHost.open(log, KEY, rules, words, (Seat("Ana"), Seat("Bia")), 1000.0)
    opened = msgspec.structs.replace(host.table.opened, table="older", hashes=())
    happened = Happened(1000.0, opened, only="")
    old = TableHost(log, KEY, words, Table.open(happened, rules), ())
    old._record([happened], old.table)
    old.happened.append(happened)
    old.do(Command("Ana", "join", "x"), 1001.0)
    assert '"player":"Ana"' in "".join(record.body for record in log.records())
    again = TableHost.resume(log, KEY, words, "older", 1002.0)
    assert (again.table.opened.names, again.names) == (("Ana", "Bia"), None)


def test_a_log_without_names_gets_them_with_the_first_table(log: Log, tmp_path: Path) -> None:
    """Programs may open a log before they know of tables."""
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'log.db'}")
    with engine.begin() as connection:
        NAMES.drop(connection)
    engine.dispose()
    assert find_tables(log, "Ana") == []
    assert erase_name(log, "Ana") == 0
    play(log, "lingo", (Seat("Ana"), Seat("Cid")), 1, 1)
    assert len(find_tables(log, "Ana")) == 1


def test_a_changed_name_is_refused(log: Log, tmp_path: Path) -> None:
    host = play(log, "lingo", (Seat("Ana"), Seat("Cid")), 1, 1)
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'log.db'}")
    with engine.begin() as connection:
        connection.execute(sa.update(NAMES).values(name="Eva").where(NAMES.c.name == "Ana"))
    engine.dispose()
    with pytest.raises(GameError, match="the name of seat 1"):
        read_table(log, KEY, host.table.opened.table)


def test_a_command_has_the_member_who_gave_it() -> None:
    table, happened = tables.open_for("lingo", 2, 1)
    seats = (Seat("Ana & Bo", members=("Ana", "Bo")), Seat("Cid"))
    opened = msgspec.structs.replace(table.opened, seats=seats)
    table = table.change(opened=opened)
    words = tables.make_lexicon("lingo")
    (joined,) = apply(table, Command("Ana & Bo", "join", "x", member="Bo"), 1001.0, words)
    assert joined.member == "Bo"
    with pytest.raises(GameError, match="not in the team"):
        apply(table, Command("Ana & Bo", "join", "x", member="Cid"), 1001.0, words)
    assert happened
