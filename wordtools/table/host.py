"""The host of tables, which records their events in a log. Every event is on disk before anyone
sees it.

An event that only one seat may know is encrypted until the end (`sealing`), and its public form is
stored with it. If a host is killed, nothing that anybody has seen is lost: `TableHost.resume`
replays the records.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import structs

from wordtools.board.words import admit_words
from wordtools.errors import GameError, WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log, retry
from wordtools.log.record import LogEntry, LogRecord
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import Ruleset
from wordtools.table import draws, events
from wordtools.table.clock import is_timed, let_time_pass
from wordtools.table.events import Happened, Opened, Seat, show
from wordtools.table.live import goes_on, mark
from wordtools.table.names import NAMES, Names, find_tables, read_names
from wordtools.table.scribe import Scribe
from wordtools.table.sealing import derive_key, seal, unseal
from wordtools.table.state import Table
from wordtools.table.table import Command, apply, evolve_all, open_table

OPENING = "table"
"""The kind of the record that opens a table."""

EVENT = "turn"
"""The kind of record for everything else that happens at tables."""


class TableHost:
    """A table recorded in a log. `lexicon` contains the words that the table's ruleset admits.
    Threads may share a host."""

    def __init__(
        self,
        log: Log,
        key: bytes,
        lexicon: Lexicon,
        table: Table,
        happened: Sequence[Happened],
        names: Names | None = None,
    ) -> None:
        self.log = log
        self.names = names
        self.lexicon = lexicon
        self.table = table
        self.happened = list(happened)
        self._is_live: bool | None = None
        """True if the log marks the table as live, None if that is unknown."""
        self._host_key = key
        self._key = derive_key(key, table.opened.table)
        self._lock = threading.RLock()

    @classmethod
    def open(
        cls,
        log: Log,
        key: bytes,
        ruleset: Ruleset,
        lexicon: Lexicon,
        seats: Sequence[Seat],
        now: float,
        *,
        starts: tuple[int, ...] = (),
        seconds: tuple[int, ...] = (),
        changes: Mapping[str, Any] | None = None,
        practice: bool = False,
        slower: int = 1,
        hours: int | None = None,
        holidays: tuple[str, str] | None = None,
    ) -> TableHost:
        """Opens a table at which nobody sits yet. The ruleset already includes its `changes`. The
        other options are those of `Opened`. Raises `GameError` if the table cannot be opened,
        `RulesError` if the lexicon and the game have different tiles, and `LogError` if the log
        cannot be written."""
        ruleset.check_tiles(lexicon.alphabet)
        nonce, names = secrets.token_hex(32), Names.salt(seats)
        opened = Opened(
            table=secrets.token_hex(4),
            ruleset_name=ruleset.name,
            ruleset_digest=ruleset.digest,
            edition=lexicon.edition_name,
            lexicon_digest=lexicon.digest,
            seats=tuple(seats),
            commitment=draws.commit(nonce),
            nonce=nonce,
            starts=starts,
            seconds=seconds,
            changes=dict(changes or {}),
            practice=practice,
            slower=slower,
            hours=hours,
            holidays=holidays,
            hashes=names.hash(seats),
        )
        happened = open_table(opened, ruleset, now)
        table = Table.open(happened, ruleset)
        host = cls(log, key, admit_words(table.ruleset, lexicon), table, (), names)
        host._record([happened], table)
        host.happened.append(happened)
        return host

    @classmethod
    def resume(cls, log: Log, key: bytes, lexicon: Lexicon, table: str, now: float) -> TableHost:
        """Restores the table with this id from its records. If a clock was running, the time since
        the last record does not count, except in a correspondence game. Raises `GameError` if there
        is no such table, or if the table was opened with another ruleset, lexicon or key. Raises
        `LogError` if the log cannot be read."""
        happened, names = _read_records(log, key, table)
        opened = open_record(happened)
        ruleset = load_opened(opened)
        if lexicon.digest != opened.lexicon_digest:
            raise GameError(
                f"{lexicon.name} is not the lexicon of {table}; name the one with the digest "
                f"{opened.lexicon_digest[:12]}",
                "records",
            )
        state = evolve_all(Table.open(happened[0], ruleset), happened[1:])
        host = cls(log, key, admit_words(ruleset, lexicon), state, happened, names)
        if is_timed(state) and opened.hours is None:
            host._write([Happened(max(now, state.at), events.Interrupted())])
        return host

    def do(self, command: Command | None, now: float, id: str = "") -> tuple[Happened, ...]:
        """Carries out a command, or lets time pass without one. Returns the resulting events, which
        are then on disk. A command with an `id` (16 hexadecimal digits) is carried out only once;
        repeating it has no effect. Raises `WordtoolsError` if the command is refused, and
        `LogError` if the log cannot be written. In both cases, the table is unchanged. If another
        program has written to this table, the command is carried out after those events."""
        with self._lock:
            if id and self.log.find(id) is not None:
                return ()
            try:
                return self._apply(command, now, id)
            except WordtoolsError:
                if not self._catch_up():
                    raise
                return self._apply(command, now, id)

    def read_clock(self, now: float) -> None:
        """Records the clock of the player to move, if that clock is running. Raises
        `WordtoolsError`."""
        with self._lock:
            scribe = Scribe(self.table, now, self.lexicon)
            let_time_pass(scribe, scribe.now)
            scribe.read_clock()
            if scribe.happened:
                self._write(scribe.happened)

    def discard(self, reason: str, now: float) -> None:
        """Ends the game without a result, for the host's `reason`. Does nothing if it is already
        over. Raises `WordtoolsError`."""
        with self._lock:
            if not self.table.is_over:
                self._write([Happened(max(now, self.table.at), events.Discarded(reason))])

    def _apply(self, command: Command | None, now: float, id: str) -> tuple[Happened, ...]:
        happened = apply(self.table, command, now, self.lexicon)
        if happened:
            self._write(happened, id)
        return happened

    def _catch_up(self) -> bool:
        """Reads events that another program has written to this table. Returns False if there are
        none."""
        table, known = self.table.opened.table, len(self.happened)
        if self.log.find_in_event(name_event(table), known + 1) is None:
            return False
        happened, self.names = _read_records(self.log, self._host_key, table)
        self.table, self._is_live = evolve_all(self.table, happened[known:]), None
        self.happened = happened
        return True

    def _write(self, happened: Sequence[Happened], id: str = "") -> None:
        happened = [self._reveal(one) for one in happened]
        table = evolve_all(self.table, happened)
        self._record(happened, table, id)
        self.table = table
        self._is_live = goes_on(table)
        self.happened.extend(happened)

    def _reveal(self, happened: Happened) -> Happened:
        """Reveals the key to a table's records once the game is over."""
        if not isinstance(happened.event, events.Closed):
            return happened
        return structs.replace(happened, event=structs.replace(happened.event, key=self._key.hex()))

    @retry
    def _record(self, happened: Sequence[Happened], after: Table, id: str = "") -> None:
        """Records events, and then updates the table's mark. Gives the last event this id, unless
        the id is ""."""
        table = after.opened.table
        first = len(self.happened) + 1
        hidden = [self.names.hide(one) if self.names else one for one in happened]
        entries = [_write_entry(self._key, table, n, one) for n, one in enumerate(hidden, first)]
        if id:
            entries[-1] = structs.replace(entries[-1], id=id)
        with self.log.writing() as writer:
            writer.record(*entries)
            if goes_on(after) != self._is_live:
                mark(writer.connection, after)
            if first == 1 and self.names is not None:
                NAMES.create(writer.connection, checkfirst=True)  # an older log may lack this table
                writer.connection.execute(sa.insert(NAMES), self.names.list_rows(table))


def list_tables(log: Log, limit: int = 100) -> list[str]:
    """The ids of the latest tables, newest first. Raises `LogError`."""
    return [str(record.content.get("table")) for record in log.find_latest(OPENING, limit)]


def list_unfinished(log: Log, limit: int = 10_000) -> list[str]:
    """The ids of the latest tables whose games have not ended. Raises `LogError`."""
    return [table for table in list_tables(log, limit) if not _has_ended(log, table)]


def _has_ended(log: Log, table: str) -> bool:
    last = log.find_last_in_event(name_event(table))
    event = last.content.get("event") if last else None
    return isinstance(event, dict) and event.get("event") in ("closed", "discarded")


def read_table(log: Log, key: bytes | None, table: str) -> list[Happened]:
    """All events at a table. Without the host's key, this is possible only after the end, when the
    table's own key has been revealed. Raises `GameError` if there is no such table, if the key is
    wrong, or if a record was changed. Raises `LogError` if the log cannot be read."""
    return _read_records(log, key, table)[0]


def load_opened(opened: Opened) -> Ruleset:
    """The ruleset of a table, with the table's changes. Raises `GameError` if the table was opened
    with another ruleset, and `RulesError` if the ruleset cannot be loaded."""
    ruleset = load_ruleset(opened.ruleset_name, opened.changes)
    if ruleset.digest != opened.ruleset_digest:
        sentence = f"the ruleset {ruleset.name} has changed since {opened.table} was opened"
        raise GameError(sentence, "records")
    return ruleset


def _read_records(log: Log, key: bytes | None, table: str) -> tuple[list[Happened], Names | None]:
    records = [
        record for record in log.list_in_event(name_event(table)) if record.kind in (OPENING, EVENT)
    ]
    if not records:
        raise GameError(f"the log has no table {table!r}; `wordtools table --list` lists them")
    own = derive_key(key, table) if key else _find_revealed(records)
    happened = [_read_record(own, table, number, one) for number, one in enumerate(records, 1)]
    names = read_names(log, open_record(happened))
    return [names.show(one) for one in happened] if names else happened, names


def export_player(log: Log, key: bytes, name: str) -> bytes:
    """Everything that the log contains about a person's tables, as JSON. For an unfinished game,
    this is only the part that the person's seat may know. Other players are named only by their
    seats. Raises `GameError` if the log does not mention the person. Also raises the errors of
    `read_table`."""
    exported = []
    for table, seat in find_tables(log, name):
        happened, names = _read_records(log, key, table)
        own = f"seat {seat}"
        if names is None:
            continue
        hidden = [names.hide(one) for one in happened]
        is_over = isinstance(happened[-1].event, events.Closed)
        seen = [one if is_over else show(one, own) for one in hidden]
        places = [label for label, other in names.by_label.items() if other == name]
        exported.append({"table": table, "places": places, "events": [*filter(None, seen)]})
    if not exported:
        raise GameError(f"the log has no table named {name!r}")
    whole = {"format": "wordtools player", "version": 1, "name": name, "tables": exported}
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def open_record(happened: Sequence[Happened]) -> Opened:
    """The event that opened a table. Raises `GameError`."""
    if not happened or not isinstance(happened[0].event, Opened):
        raise GameError("its first record does not open it")
    return happened[0].event


def _find_revealed(records: Sequence[LogRecord]) -> bytes:
    event = records[-1].content.get("event")
    key = event.get("key") if isinstance(event, dict) else None
    if not isinstance(key, str):
        raise GameError("the game has not ended, so its key is not revealed yet")
    return bytes.fromhex(key)


def name_event(table: str) -> str:
    """The name of the log event in which a table's records are numbered."""
    return f"table {table}"


def _write_entry(key: bytes, table: str, number: int, happened: Happened) -> LogEntry:
    place = f"{table} {number}"
    body: dict[str, Any] = {"table": table, "number": number, "at": happened.at}
    public = show(happened, None)
    if public is not None:
        body["event"] = msgspec.to_builtins(public.event)
        if public.member:
            body["member"] = public.member
    if public != happened:
        body["sealed"] = seal(key, place, msgspec.json.encode(happened))
    kind = OPENING if isinstance(happened.event, Opened) else EVENT
    subject = f"table\x1f{table}\x1f{number}"  # so that two hosts cannot both write the next event
    return LogEntry(kind, secrets.token_hex(8), body, subject, name_event(table))


def _read_record(key: bytes, table: str, number: int, record: LogRecord) -> Happened:
    content = record.content
    try:
        if content.get("number") != number:
            raise GameError("the record before it is missing")
        if "sealed" not in content:
            known = {key: content[key] for key in ("at", "event", "member") if key in content}
            return msgspec.convert(known, Happened)
        sealed = unseal(key, f"{table} {number}", content["sealed"])
        return msgspec.json.decode(sealed, type=Happened)
    except (GameError, msgspec.MsgspecError, KeyError, TypeError) as error:
        sentence = f"record {record.number} of the log cannot be read: {error}"
        raise GameError(sentence, "records") from None
