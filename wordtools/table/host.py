"""The host of tables: keeps them in a log, where every event is on disk before anyone sees it.

An event that not everyone may know is encrypted until the end (`sealing`); its public form stands
beside it. A killed host loses nothing that anyone has seen: `TableHost.resume` replays the records.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from wordtools.board.words import admit_words
from wordtools.errors import GameError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log, retry
from wordtools.log.record import LogEntry, LogRecord
from wordtools.log.writer import SubjectTaken
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import Ruleset
from wordtools.table import draws, events
from wordtools.table.clock import find_next_due
from wordtools.table.events import Happened, Opened, Seat, show
from wordtools.table.sealing import derive_key, seal, unseal
from wordtools.table.state import Table
from wordtools.table.table import Command, apply, evolve_all, open_table

OPENING = "table"
"""The kind of the record that opens a table."""

EVENT = "turn"
"""The kind of the records of everything else that happens at tables."""


class TableHost:
    """A table that is kept in a log. `lexicon` has the words that its ruleset admits. Threads may
    share a host."""

    def __init__(
        self, log: Log, key: bytes, lexicon: Lexicon, table: Table, happened: Sequence[Happened]
    ) -> None:
        self.log = log
        self.lexicon = lexicon
        self.table = table
        self.happened = list(happened)
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
        pool: int | None = None,
        place: int | None = None,
    ) -> TableHost:
        """A new table, at which nobody has sat down. Raises `GameError`, `LogError`, and
        `RulesError` if the lexicon has other tiles than the game."""
        ruleset.check_tiles(lexicon.alphabet)
        nonce = secrets.token_hex(32)
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
            pool=pool,
            place=place,
        )
        happened = open_table(opened, ruleset, now)
        host = cls(log, key, admit_words(ruleset, lexicon), Table.open(happened, ruleset), ())
        host._record([happened])
        host.happened.append(happened)
        return host

    @classmethod
    def resume(cls, log: Log, key: bytes, lexicon: Lexicon, table: str, now: float) -> TableHost:
        """The table with this id, as its records have it. If its game was interrupted, the time
        since the last record does not count. Raises `GameError` if there is no such table, or its
        ruleset, lexicon or key is not the one that it was opened with; `LogError`."""
        happened = read_table(log, key, table)
        opened = open_record(happened)
        ruleset = load_ruleset(opened.ruleset_name)
        if ruleset.digest != opened.ruleset_digest:
            raise GameError(f"the ruleset {ruleset.name} has changed since {table} was opened")
        if lexicon.digest != opened.lexicon_digest:
            raise GameError(
                f"{lexicon.name} is not the lexicon of {table}; name the one with the digest "
                f"{opened.lexicon_digest[:12]}"
            )
        state = evolve_all(Table.open(happened[0], ruleset), happened[1:])
        host = cls(log, key, admit_words(ruleset, lexicon), state, happened)
        if find_next_due(state, state.at) is not None:
            host._write([Happened(max(now, state.at), events.Interrupted())])
        return host

    def do(self, command: Command | None, now: float, id: str = "") -> tuple[Happened, ...]:
        """What a command, or only time, has caused; all of it is on disk. A command with an `id`,
        16 hexadecimal digits, is done once: repeated, it causes nothing. Raises `WordtoolsError`
        for a command that is refused, and `LogError`: nothing has happened then."""
        with self._lock:
            if id and self.log.find(id) is not None:
                return ()
            happened = apply(self.table, command, now, self.lexicon)
            if happened:
                self._write(happened, id)
            return happened

    def _write(self, happened: Sequence[Happened], id: str = "") -> None:
        happened = [self._reveal(one) for one in happened]
        table = evolve_all(self.table, happened)
        self._record(happened, id)
        self.table = table
        self.happened.extend(happened)

    def _reveal(self, happened: Happened) -> Happened:
        """The end of a table reveals the key to its records."""
        if not isinstance(happened.event, events.Closed):
            return happened
        return structs.replace(happened, event=structs.replace(happened.event, key=self._key.hex()))

    @retry
    def _record(self, happened: Sequence[Happened], id: str = "") -> None:
        """Records events, the last one with this id unless it is ""."""
        table = self.table.opened.table
        first = len(self.happened) + 1
        entries = [_write_entry(self._key, table, n, one) for n, one in enumerate(happened, first)]
        if id:
            entries[-1] = structs.replace(entries[-1], id=id)
        try:
            with self.log.writing() as writer:
                writer.record(*entries)
        except SubjectTaken:
            raise GameError(f"another program plays at the table {table}; end it first") from None


def list_tables(log: Log, limit: int = 100) -> list[str]:
    """The ids of the latest tables, newest first. Raises `LogError`."""
    return [str(record.content.get("table")) for record in log.find_latest(OPENING, limit)]


def read_table(log: Log, key: bytes | None, table: str) -> list[Happened]:
    """Everything that happened at a table. Without the host's key, it must have ended, and reveals
    its own. Raises `GameError` if there is no such table, the key is another one, or a record was
    changed; `LogError`."""
    records = [
        record
        for record in log.list_in_event(_name_event(table))
        if record.kind in (OPENING, EVENT)
    ]
    if not records:
        raise GameError(f"the log has no table {table!r}; `wordtools table --list` lists them")
    own = derive_key(key, table) if key else _find_revealed(records)
    return [_read_record(own, table, number, record) for number, record in enumerate(records, 1)]


def open_record(happened: Sequence[Happened]) -> Opened:
    """The opening of a table. Raises `GameError`."""
    if not happened or not isinstance(happened[0].event, Opened):
        raise GameError("its first record is not that of its opening")
    return happened[0].event


def _find_revealed(records: Sequence[LogRecord]) -> bytes:
    event = records[-1].content.get("event")
    key = event.get("key") if isinstance(event, dict) else None
    if not isinstance(key, str):
        raise GameError("the game has not ended, so its key is not revealed yet")
    return bytes.fromhex(key)


def _name_event(table: str) -> str:
    """The event under which the log numbers a table's records."""
    return f"table {table}"


def _write_entry(key: bytes, table: str, number: int, happened: Happened) -> LogEntry:
    place = f"{table} {number}"
    body: dict[str, Any] = {"table": table, "number": number, "at": happened.at}
    public = show(happened, None)
    if public is not None:
        body["event"] = msgspec.to_builtins(public.event)
    if public != happened:
        body["sealed"] = seal(key, place, msgspec.json.encode(happened))
    kind = OPENING if isinstance(happened.event, Opened) else EVENT
    subject = f"table\x1f{table}\x1f{number}"  # two hosts cannot both write the next event
    return LogEntry(kind, secrets.token_hex(8), body, subject, _name_event(table))


def _read_record(key: bytes, table: str, number: int, record: LogRecord) -> Happened:
    content = record.content
    try:
        if content.get("number") != number:
            raise GameError("another one is missing before it")
        if "sealed" not in content:
            return msgspec.convert({"at": content["at"], "event": content["event"]}, Happened)
        sealed = unseal(key, f"{table} {number}", content["sealed"])
        return msgspec.json.decode(sealed, type=Happened)
    except (GameError, msgspec.MsgspecError, KeyError, TypeError) as error:
        raise GameError(f"record {record.number} of the log cannot be read: {error}") from None
