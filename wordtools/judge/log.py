"""The log of rulings: append-only, chained by hashes, on disk before a verdict is shown.

Each record carries the hash of the one before it, and the `head` table the last one's number and
hash, so `verify` finds any record that was edited, removed, inserted or put elsewhere. (Whoever can
rewrite the whole database can rewrite all hashes in it: write the head's hash down, as `log verify`
prints it. `verify` says later whether that hash still stands in the chain.)

SQLite or PostgreSQL through SQLAlchemy Core. Several threads, processes and machines may write one
log: a transaction locks the head, so there is one chain. Under load one transaction takes all
records that wait (group commit). Start reading at `Log.append`.
"""

from __future__ import annotations

import datetime
import hashlib
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from wordtools.judge import database
from wordtools.judge.ruling import CannotJudge

_GENESIS = "0" * 64
_PAGE = 1000
_records = sa.Table(
    "records",
    database.metadata,
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("subject", sa.Text, index=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("previous", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)
_head = sa.Table(
    "head",
    database.metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)


class LogError(CannotJudge):
    """The log cannot be written or read: without a record there is no ruling."""

    code = "log"


class LogRecord(msgspec.Struct, frozen=True):
    """One record. `kind` is "ruling" or "void"; `body` its content; `hash` covers everything else
    in it, `previous` included."""

    number: int
    kind: str
    time: str
    id: str
    subject: str | None
    body: str
    previous: str
    hash: str

    @property
    def content(self) -> dict[str, Any]:
        """The body as data."""
        return msgspec.json.decode(self.body, type=dict[str, Any])

    def digest(self) -> str:
        """What `hash` must be: SHA-256 of the fields before it as a JSON array."""
        fields = [
            self.number,
            self.kind,
            self.time,
            self.id,
            self.subject,
            self.body,
            self.previous,
        ]
        return hashlib.sha256(msgspec.json.encode(fields)).hexdigest()


class LogEntry(msgspec.Struct, frozen=True):
    """What is to be recorded."""

    kind: str
    id: str
    body: dict[str, Any]
    subject: str | None = None


class Checked(msgspec.Struct, frozen=True):
    """What `verify` found: the number of records, the head's hash, and faults in plain words."""

    records: int
    head: str
    faults: list[str]


def void_id(ruling: str) -> str:
    """The id of the one record that can void a ruling."""
    return f"void-{ruling}"


class Log:
    """A log at a database URL (`sqlite:///rulings.db`, `postgresql+psycopg://…`). Made when it is
    not there, unless `make` is False. Raises `LogError` when it cannot be opened."""

    def __init__(self, url: str, *, make: bool = True) -> None:
        self.url = database.without_password(url)
        try:
            self._engine = database.engine(url, make=make)
            self._open(make)
        except (SQLAlchemyError, ImportError, ValueError, OSError) as error:
            plain = database.plain(error)
            raise LogError(f"the log {self.url} cannot be opened: {plain}") from None
        self._waiting: deque[_Ticket] = deque()
        self._commit = threading.Lock()

    def append(self, entry: LogEntry) -> LogRecord:
        """Records an entry; when this returns the record is on disk. Raises `LogError`, or what
        `Writer.append` tells of the entry."""
        ticket = _Ticket(entry)
        self._waiting.append(ticket)
        with self._commit:  # who comes first takes all that wait
            if ticket.outcome is None:
                tickets = [self._waiting.popleft() for _ in range(len(self._waiting))]
                outcomes = self._append_all([ticket.entry for ticket in tickets])
                for each, outcome in zip(tickets, outcomes, strict=True):
                    each.outcome = outcome
        if isinstance(ticket.outcome, LogRecord):
            return ticket.outcome
        raise ticket.outcome or LogError(f"the log {self.url} was interrupted.")

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """A transaction that has the head of the log to itself; what it wrote is on disk when the
        block has ended. Raises `LogError`."""
        try:
            with self._engine.begin() as connection:
                # The head is locked first: writers take turns, and each reads it fresh.
                locked = sa.select(_head).with_for_update()
                head = connection.execute(locked).one_or_none()
                if head is None:
                    raise LogError(f"the log {self.url} cannot be written: its head is missing.")
                yield Writer(connection, head.number, head.hash)
            database.tidy(self._engine)
        except (SQLAlchemyError, OSError) as error:
            plain = database.plain(error)
            raise LogError(f"the log {self.url} cannot be written: {plain}") from None

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that only reads. Raises `LogError`."""
        try:
            with self._engine.connect() as connection:
                yield connection.execution_options(**database.READ_ONLY)
        except (SQLAlchemyError, OSError) as error:
            plain = database.plain(error)
            raise LogError(f"the log {self.url} cannot be read: {plain}") from None

    def records(self, *, after: int = 0, limit: int | None = None) -> Iterator[LogRecord]:
        """Records in order, those with a greater number than `after`. Raises `LogError`.
        Read page by page: a reader that takes its time holds up no writer."""
        left = limit
        while left is None or left > 0:
            query = sa.select(_records).where(_records.c.number > after)
            count = _PAGE if left is None else min(_PAGE, left)
            page = self._all(query.order_by(_records.c.number).limit(count))
            yield from page
            if len(page) < count:
                return
            after = page[-1].number
            left = None if left is None else left - count

    def find(self, id: str) -> LogRecord | None:
        """The record of this id. Raises `LogError`."""
        return self._one(sa.select(_records).where(_records.c.id == id))

    def last(self, kind: str) -> LogRecord | None:
        """The latest record of a kind. Raises `LogError`."""
        query = sa.select(_records).where(_records.c.kind == kind)
        return self._one(query.order_by(_records.c.number.desc()).limit(1))

    def voided(self, ids: Sequence[str]) -> set[str]:
        """Which of these rulings are void. Raises `LogError`."""
        found: set[str] = set()
        for start in range(0, len(ids), 500):  # databases bound the parameters of a query
            by_void = {void_id(id): id for id in ids[start : start + 500]}
            query = sa.select(_records.c.id).where(_records.c.id.in_(by_void))
            with self.reading() as connection:
                found.update(by_void[row.id] for row in connection.execute(query))
        return found

    def length(self) -> int:
        """The number of the last record. Raises `LogError`."""
        with self.reading() as connection:
            return connection.execute(sa.select(_head.c.number)).scalar() or 0

    def verify(self, *, head: str | None = None) -> Checked:
        """Recomputes the chain from the first record to the head. `head` is a hash noted down
        earlier, that must stand in the chain. Raises `LogError`.

        Records that are added meanwhile are left to the next time.
        """
        count, highest, end = self._measure()
        faults: list[str] = []
        previous, number, met = _GENESIS, 0, head == _GENESIS
        for record in self.records(limit=end.number if end else None):
            number += 1
            if record.number != number:
                missing = f"records {number} to {record.number - 1} are"
                faults.append(
                    f"{f'record {number} is' if record.number == number + 1 else missing} missing."
                )
                number = record.number
            if record.previous != previous:
                faults.append(f"record {number} does not follow the one before it.")
            if record.hash != record.digest():
                faults.append(f"record {number} was edited.")
            previous = record.hash
            met = met or previous == head
        if end is None:
            faults.append("the head of the log is missing.")
        elif (end.number, end.hash) != (number, previous):
            faults.append(f"the log ends at record {number}, but its head is record {end.number}.")
        if end and (count, highest) != (end.number, end.number):
            faults.append(f"there are {count} records, but the head counts {end.number}.")
        if head is not None and not met:
            faults.append(f"no record has the hash {head} that was noted down.")
        return Checked(number, previous, faults)

    def has_table(self, name: str) -> bool:
        """Whether the database has a table that not every log has. Raises `LogError`."""
        with self.reading() as connection:
            return sa.inspect(connection).has_table(name)

    def close(self) -> None:
        """Ends the connections."""
        self._engine.dispose()

    def _measure(self) -> tuple[int, int, Any]:
        """How many records there are, the highest number, and the head, all at one moment."""
        counted = sa.select(sa.func.count(), sa.func.max(_records.c.number)).select_from(_records)
        both = counted.subquery()
        joined = sa.select(both, _head.c.number, _head.c.hash).select_from(
            both.outerjoin(_head, sa.true())
        )
        with self.reading() as connection:
            rows = connection.execute(joined).all()
        if len(rows) != 1:
            return -1, -1, None
        count, highest, number, _ = rows[0]
        return count, highest or 0, None if number is None else rows[0]

    def _one(self, query: sa.Select[Any]) -> LogRecord | None:
        return next(iter(self._all(query)), None)

    def _all(self, query: sa.Select[Any]) -> list[LogRecord]:
        with self.reading() as connection:
            return [LogRecord(**row._mapping) for row in connection.execute(query)]

    def _open(self, make: bool) -> None:
        present = set(sa.inspect(self._engine).get_table_names())
        if {"head", "records"} <= present and (
            not make or set(database.metadata.tables) <= present
        ):
            return
        if not make:
            raise ValueError("there is no log in it.")
        with database.making(self._engine) as connection:
            empty = connection.execute(sa.select(_records.c.number).limit(1)).first() is None
            if empty and connection.execute(sa.select(_head)).first() is None:
                connection.execute(sa.insert(_head).values(id=1, number=0, hash=_GENESIS))

    def _append_all(self, entries: Sequence[LogEntry]) -> list[LogRecord | CannotJudge]:
        try:
            with self.writing() as writer:
                outcomes = writer.append(entries)
        except LogError as error:
            return [error] * len(entries)
        return outcomes


class _Ticket:
    def __init__(self, entry: LogEntry) -> None:
        self.entry = entry
        self.outcome: LogRecord | CannotJudge | None = None


class Writer:
    """The end of the log, while one transaction has it."""

    def __init__(self, connection: sa.Connection, number: int, hash: str) -> None:
        self.connection = connection
        self._number = number
        self._hash = hash

    def append(self, entries: Sequence[LogEntry]) -> list[LogRecord | CannotJudge]:
        """For each entry its record, or why there is none: the play has a ruling that is not void,
        the ruling is void already, or the text is none that databases can keep. They count when
        the transaction has ended well, not before."""
        judged = self._judged([e.subject for e in entries if e.kind == "ruling"])
        outcomes: list[LogRecord | CannotJudge] = []
        rows: list[dict[str, Any]] = []
        for entry in entries:
            if _unprintable(entry.subject or ""):
                outcomes.append(CannotJudge("event, round, table and play are printable text."))
            elif entry.kind == "ruling" and entry.subject in judged:
                ruling = judged[entry.subject]
                outcomes.append(CannotJudge.because("judged_before", ruling=ruling))
            elif entry.kind == "void" and self._is_there(entry.id):
                ruling = entry.body["ruling"]
                outcomes.append(CannotJudge.because("void_already", ruling=ruling))
            elif (record := _record(entry, self._number + 1, self._hash)) is None:
                outcomes.append(CannotJudge("some of its text is no text."))
            else:
                self._number, self._hash = record.number, record.hash
                if entry.kind == "ruling" and entry.subject is not None:
                    judged[entry.subject] = entry.id
                outcomes.append(record)
                rows.append(msgspec.structs.asdict(record))
                if entry.kind == "void":  # the next one must meet it
                    self._insert(rows)
                    rows = []
                    judged.pop(entry.subject, None)
        self._insert(rows)
        self.connection.execute(sa.update(_head).values(number=self._number, hash=self._hash))
        return outcomes

    def _insert(self, rows: list[dict[str, Any]]) -> None:
        if rows:
            self.connection.execute(sa.insert(_records), rows)

    def _is_there(self, id: str) -> bool:
        query = sa.select(_records.c.number).where(_records.c.id == id)
        return self.connection.execute(query).first() is not None

    def _judged(self, subjects: Sequence[str | None]) -> dict[str | None, str]:
        """For each of these plays that has a ruling which is not void, that ruling's id."""
        named = sorted({s for s in subjects if s is not None and not _unprintable(s)})
        rulings: dict[str, tuple[str | None, str]] = {}
        columns = (_records.c.id, _records.c.kind, _records.c.subject, _records.c.body)
        for start in range(0, len(named), 500):
            query = sa.select(*columns).where(_records.c.subject.in_(named[start : start + 500]))
            for row in self.connection.execute(query.order_by(_records.c.number)):
                if row.kind == "void":
                    rulings.pop(msgspec.json.decode(row.body)["ruling"], None)
                else:
                    rulings[row.id] = (row.subject, row.id)
        return dict(rulings.values())


def now() -> str:
    """The time in UTC, as records state it. It is for people: nothing orders records by it, so a
    clock that jumps back harms nothing."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def _record(entry: LogEntry, number: int, previous: str) -> LogRecord | None:
    """The sealed record, or None for text that is no Unicode."""
    try:
        body = msgspec.json.encode(entry.body, order="sorted").decode()
    except UnicodeEncodeError:
        return None
    unsealed = LogRecord(number, entry.kind, now(), entry.id, entry.subject, body, previous, "")
    return msgspec.structs.replace(unsealed, hash=unsealed.digest())


def _unprintable(text: str) -> bool:
    """True for what PostgreSQL cannot keep (NUL, halves of surrogate pairs). The separator of a
    subject's parts (U+001F) is the one control character that may stand in it."""
    return any((c < " " and c != "\x1f") or "\ud800" <= c <= "\udfff" for c in text)
