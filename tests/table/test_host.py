"""Tables kept in a log: nothing is lost, and nothing secret can be read before the end."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

import msgspec
import pytest
import sqlalchemy as sa

from tests.table import tables
from wordtools.errors import GameError, WordtoolsError
from wordtools.log.log import Log
from wordtools.log.record import RECORDS
from wordtools.table.events import Happened, Seat, show
from wordtools.table.host import TableHost, list_tables, read_table
from wordtools.table.sealing import read_key, seal, unseal
from wordtools.table.table import Command

KEY = bytes(range(32))
SEATS = (Seat("Ana"), Seat("Bia"))


def open_host(log: Log, ruleset: str = "scrabble-en-us") -> TableHost:
    rules, words = tables.load(ruleset), tables.make_lexicon(ruleset)
    host = TableHost.open(log, KEY, rules, words, SEATS, 1000.0)
    for name in ("Ana", "Bia"):
        host.do(Command(name, "join", f"nonce of {name}"), 1000.0)
    host.do(Command("Ana", "begin"), 1000.0)
    return host


def play_some(host: TableHost, commands: int, seed: int = 1) -> float:
    random, now = Random(seed), 1000.0
    for _ in range(commands):
        now += random.choice((1, 5, 30))
        try:
            host.do(tables.choose_command(host.table, host.lexicon, random), now)
        except WordtoolsError:
            continue
        if host.table.is_over:
            break
    return now


def test_a_table_is_read_again_as_it_was(tmp_path: Path) -> None:
    log = Log(str(tmp_path / "log.db"))
    for seed, ruleset in enumerate(("scrabble-en-us", "scrabble-pt-pt", "literki", "lingo")):
        host = open_host(log, ruleset)
        now = play_some(host, 30, seed)
        table = host.table.opened.table
        assert read_table(log, KEY, table) == host.happened
        again = TableHost.resume(log, KEY, tables.make_lexicon(ruleset), table, now)
        assert again.table.position == host.table.position
        assert list_tables(log)[0] == table
    assert log.verify().faults == []
    log.close()


def test_a_repeated_command_is_done_once(tmp_path: Path) -> None:
    """This holds even for a host that was started later."""
    log = Log(str(tmp_path / "log.db"))
    host = open_host(log)
    turn = host.table.game.turn
    assert turn is not None
    assert host.do(Command(turn, "pass"), 1010.0, "0" * 16)
    assert host.do(Command(turn, "pass"), 1011.0, "0" * 16) == ()
    table = host.table.opened.table
    again = TableHost.resume(log, KEY, host.lexicon, table, 1012.0)
    assert again.do(Command(turn, "pass"), 1013.0, "0" * 16) == ()
    assert len(again.table.sheet) == 1
    other = again.table.game.turn
    assert other != turn and other is not None
    assert again.do(Command(other, "pass"), 1014.0, "1" * 16)
    log.close()


def test_the_log_has_no_rack_no_bag_and_no_rejected_play(tmp_path: Path) -> None:
    log = Log(str(tmp_path / "log.db"))
    host = open_host(log)
    play_some(host, 12)
    assert not host.table.is_over
    for record, one in zip(
        log.list_in_event(f"table {host.table.opened.table}"), host.happened, strict=True
    ):
        assert host.names is not None
        public = show(host.names.hide(one), None)
        content = record.content
        shown = public and msgspec.json.decode(msgspec.json.encode(public.event))
        assert content.get("event") == shown
        assert ("sealed" in content) == (public != host.names.hide(one))
    text = "".join(record.body for record in log.records())
    assert host.table.opened.nonce not in text
    for one in host.happened:
        if one.only is not None and hasattr(one.event, "tiles"):
            assert f'"{one.event.tiles}"' not in text
    with pytest.raises(GameError, match="has not ended"):
        read_table(log, None, host.table.opened.table)
    with pytest.raises(GameError, match="another key"):
        read_table(log, bytes(32), host.table.opened.table)
    log.close()


def test_the_end_reveals_everything(tmp_path: Path) -> None:
    log = Log(str(tmp_path / "log.db"))
    host = open_host(log)
    host.do(Command("Ana", "resign"), 1001.0)
    assert read_table(log, None, host.table.opened.table) == host.happened
    log.close()


def test_time_while_the_host_was_down_does_not_count(tmp_path: Path) -> None:
    log = Log(str(tmp_path / "log.db"))
    host = open_host(log)
    mover = host.table.game.turn or ""
    host.do(Command(mover, "pass"), 1100.0)
    words = tables.make_lexicon("scrabble-en-us")
    again = TableHost.resume(log, KEY, words, host.table.opened.table, 90_000.0)
    other = again.table.game.turn or ""
    again.do(Command(other, "pass"), 90_010.0)
    assert again.table.game.used == {mover: 100.0, other: 10.0}
    log.close()


def test_two_programs_may_write_one_table(tmp_path: Path) -> None:
    """The second one first reads the events of the other."""
    log = Log(str(tmp_path / "log.db"))
    host = open_host(log, "scrabble-es")
    table = host.table.opened.table
    other = TableHost.resume(log, KEY, host.lexicon, table, 1001.0)
    first, second = host.table.game.players
    host.do(Command(first, "pass"), 1002.0)
    other.do(Command(second, "pass"), 1003.0)
    host.do(Command(first, "pass"), 1004.0)
    assert [line.player for line in host.table.sheet] == [first, second, first]
    assert read_table(log, KEY, table) == host.happened
    log.close()


def test_changed_records_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    log = Log(str(path))
    host = open_host(log)
    table = host.table.opened.table
    sealed = next(r for r in log.records() if "sealed" in r.content and r.kind == "turn")
    body = sealed.content
    body["sealed"] = seal(secrets.token_bytes(32), "x", b"{}")
    log.close()
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        change = sa.update(RECORDS).where(RECORDS.c.number == sealed.number)
        connection.execute(change.values(body=msgspec.json.encode(body).decode()))
    engine.dispose()
    log = Log(str(path))
    with pytest.raises(GameError, match=f"record {sealed.number} of the log cannot be read"):
        read_table(log, KEY, table)
    assert log.verify().faults
    log.close()


def test_programs_that_start_at_once_have_the_same_key(tmp_path: Path) -> None:
    """Each process finds no key and tries to make one; no other file is left next to it."""
    path = tmp_path / "tables.key"
    start = Barrier(8)

    def read() -> bytes:
        start.wait()
        return read_key(path)

    with ThreadPoolExecutor(8) as programs:
        keys = {one.result() for one in [programs.submit(read) for _ in range(8)]}
    assert len(keys) == 1
    assert [*tmp_path.iterdir()] == [path]
    assert path.stat().st_mode & 0o777 == 0o600


def test_sealed_text(tmp_path: Path) -> None:
    key = read_key(tmp_path / "own" / "tables.key")
    assert read_key(tmp_path / "own" / "tables.key") == key
    assert (tmp_path / "own" / "tables.key").stat().st_mode & 0o77 == 0
    assert unseal(key, "t 1", seal(key, "t 1", b"abc")) == b"abc"
    assert len(seal(key, "t 1", b"")) + 171 <= len(seal(key, "t 1", b"a" * 200))
    assert len(seal(key, "t 1", b"a")) == len(seal(key, "t 1", b"a" * 100))
    for place, text in (("t 2", seal(key, "t 1", b"abc")), ("t 1", "AAAA"), ("t 1", "é")):
        with pytest.raises(GameError):
            unseal(key, place, text)
    (tmp_path / "bad.key").write_text("short\n")
    (tmp_path / "bad.key").chmod(0o600)
    with pytest.raises(GameError, match="not a key"):
        read_key(tmp_path / "bad.key")


def test_another_ruleset_or_lexicon_is_refused(tmp_path: Path) -> None:
    log = Log(str(tmp_path / "log.db"))
    own = tmp_path / "own.toml"
    own.write_text('extends = "scrabble-en-us"\ntitle = "Own"\nwords.edition = "own"\n', "utf-8")
    host = open_host(log, str(own))
    table = host.table.opened.table
    with pytest.raises(GameError, match="is not the lexicon of"):
        TableHost.resume(log, KEY, tables.make_lexicon("scrabble-es"), table, 2000.0)
    own.write_text(own.read_text("utf-8") + "rack = 8\n", "utf-8")
    with pytest.raises(GameError, match="has changed since"):
        TableHost.resume(log, KEY, tables.make_lexicon(str(own)), table, 2000.0)
    with pytest.raises(GameError, match="no table"):
        read_table(log, KEY, "nothing")
    log.close()


def test_happened_keeps_its_seat() -> None:
    assert msgspec.json.decode(b'{"at":1,"event":{"event":"stood"}}', type=Happened).only is None
