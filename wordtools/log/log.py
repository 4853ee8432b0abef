"""The log: append-only, chained by hashes, and on disk before any result is shown.

Each record contains the hash of the previous record, and the `head` table contains the number and
the hash of the last record. Therefore `verify` detects every record that was edited, removed,
inserted or moved. Someone who can rewrite the whole database can also rewrite all hashes. To detect
this, write down the head's hash that `log verify` prints; `verify` can check later whether the
chain still has that hash.

The database is SQLite or PostgreSQL, accessed through SQLAlchemy Core. Several threads, processes
and machines may write to one log. Writers take turns, so there is only one chain. Start reading at
`Log.append`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from wordtools.log import database, upgrades
from wordtools.log.chain import Chain, Extent, Verification
from wordtools.log.file import LogFile
from wordtools.log.memory import LogMemory
from wordtools.log.record import (
    EVENT_NUMBERS,
    HEAD,
    NO_HASH,
    RECORDS,
    LogEntry,
    LogRecord,
    read_row,
    revocation_id,
)
from wordtools.log.time_limit import count_seconds_left, limit_time
from wordtools.log.writer import Writer
from wordtools.messages.refusal import CannotJudge
from wordtools.wording import end_sentence

P = ParamSpec("P")
T = TypeVar("T")
_PAGE = 1000
_LEAST_SECONDS = 0.6
"""If less time is left, a writer no longer waits for the lock, so that there is time to report the
reason."""


class LogError(CannotJudge):
    """The log cannot be written or read. Without a record, no result is shown."""

    code = "log"


class TurnLost(LogError):
    """This transaction lost its lock to another writer; nothing was recorded."""


def retry(write: Callable[P, T]) -> Callable[P, T]:
    """Calls a function that writes one transaction. If the transaction loses its lock, repeats the
    call until the time limit. Paused processes and slow machines lose the lock so that others do
    not have to wait."""

    @wraps(write)
    def write_again(*arguments: P.args, **options: P.kwargs) -> T:
        with limit_time():
            while True:
                try:
                    return write(*arguments, **options)
                except TurnLost:
                    if count_seconds_left() < _LEAST_SECONDS:
                        raise

    return write_again


class Log:
    """A log in an SQLite file (`rulings.db`), or at a database URL (`postgresql+psycopg://…`).

    A missing log is created, unless `make` is False. An older format is upgraded, and `upgrade`
    then describes the change. Without `make`, the log is only read, in the format that it has.
    `prepared`: the log must exist, and is opened on first use. `memory`: the service's memory of
    the log, which detects that the log was replaced or truncated. Raises `LogError` if the log
    cannot be opened or has a newer format.
    """

    upgrade: str | None = None

    def __init__(
        self,
        url: str,
        *,
        make: bool = True,
        prepared: bool = False,
        memory: LogMemory | None = None,
    ) -> None:
        self.url = database.hide_password(url)
        self._whole_url = url
        self._memory = memory or LogMemory()
        self._file: LogFile | None = None
        try:
            self._engine = database.make_engine(url, make=make)
            if make and self._engine.dialect.name == "sqlite":
                self._file = LogFile(
                    self._engine, self._memory, self._is_intact, must_exist=prepared
                )
            if not prepared:
                self._open(make)
        except (SQLAlchemyError, ImportError, ValueError, OSError) as error:
            raise self._error("opened", error) from None

    @retry
    def append(self, entry: LogEntry) -> LogRecord:
        """Appends an entry and returns its record, which is then on disk. Raises `CannotJudge` if
        `Writer.append` refuses the entry, and `LogError` if the log cannot be written."""
        with self.writing() as writer:
            (record,) = writer.record(entry)
        return record

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """A transaction with exclusive access to the log. It is on disk when the block ends. Raises
        `TurnLost` and `LogError`; the latter also if the log was replaced or truncated.
        """
        with self._taking_turn() as writer:
            yield writer

    @contextmanager
    def writing_unsynced(self) -> Iterator[sa.Connection]:
        """A transaction like that of `writing`, for the other tables of the log's database. The
        changes survive this process, but perhaps not a power failure. Raises `TurnLost` and
        `LogError`."""
        with self._taking_turn(**database.UNSYNCED) as writer:
            yield writer.connection

    @contextmanager
    def reading(self, *, checked: bool = False) -> Iterator[sa.Connection]:
        """Begins a read-only transaction. Raises `LogError` if the log cannot be read or, with
        `checked`, if it has been replaced or truncated."""
        try:
            if checked:
                self._check_file()
            with limit_time(), self._engine.connect() as connection:
                connection = connection.execution_options(**database.READ_ONLY)
                if checked:
                    self._check_reach(connection)
                yield connection
        except (SQLAlchemyError, msgspec.ValidationError, OSError) as error:
            raise self._error("read", error) from None

    def select(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """The rows of a query. Raises `LogError`."""
        with self.reading() as connection:
            return connection.execute(query).all()

    def records(self, *, after: int = 0, limit: int | None = None) -> Iterator[LogRecord]:
        """At most `limit` records in order, with numbers above `after`. Reads the records in pages,
        so that slow readers do not delay writers. Raises `LogError`."""
        left = limit
        while left is None or left > 0:
            query = sa.select(RECORDS).where(RECORDS.c.number > after)
            count = _PAGE if left is None else min(_PAGE, left)
            page = self._find_all(query.order_by(RECORDS.c.number).limit(count))
            yield from page
            if len(page) < count:
                return
            after = page[-1].number
            left = None if left is None else left - count

    def find(self, id: str) -> LogRecord | None:
        """The record with this id, or None. Raises `LogError`."""
        return self._find_first(sa.select(RECORDS).where(RECORDS.c.id == id))

    def find_number(self, number: int) -> LogRecord | None:
        """The record with this number, or None. Raises `LogError`."""
        return self._find_first(sa.select(RECORDS).where(RECORDS.c.number == number))

    def find_in_event(self, event: str, number: int) -> LogRecord | None:
        """The record with this number in an event, or None. Raises `LogError`."""
        if not self.has_table(EVENT_NUMBERS.name):  # an older log, opened for reading
            return None
        numbered = (EVENT_NUMBERS.c.event == event) & (EVENT_NUMBERS.c.number == number)
        of_record = EVENT_NUMBERS.c.record == RECORDS.c.number
        return self._find_first(sa.select(RECORDS).join(EVENT_NUMBERS, of_record).where(numbered))

    def find_last_in_event(self, event: str) -> LogRecord | None:
        """The record with the highest number in an event, or None. Raises `LogError`."""
        of_record = EVENT_NUMBERS.c.record == RECORDS.c.number
        query = sa.select(RECORDS).join(EVENT_NUMBERS, of_record)
        numbered = query.where(EVENT_NUMBERS.c.event == event)
        return self._find_first(numbered.order_by(EVENT_NUMBERS.c.number.desc()).limit(1))

    def list_in_event(self, event: str) -> list[LogRecord]:
        """The records of an event, in the order of their numbers within it. Raises `LogError`."""
        of_record = EVENT_NUMBERS.c.record == RECORDS.c.number
        query = sa.select(RECORDS).join(EVENT_NUMBERS, of_record)
        numbered = query.where(EVENT_NUMBERS.c.event == event)
        return self._find_all(numbered.order_by(EVENT_NUMBERS.c.number))

    def find_last(self, kind: str) -> LogRecord | None:
        """The latest record of a kind, or None. Raises `LogError`."""
        return next(iter(self.find_latest(kind, 1)), None)

    def find_latest(self, kind: str, count: int) -> list[LogRecord]:
        """At most `count` of the latest records of a kind, newest first. Raises `LogError`."""
        query = sa.select(RECORDS).where(RECORDS.c.kind == kind)
        return self._find_all(query.order_by(RECORDS.c.number.desc()).limit(count))

    def find_revoked(self, ids: Sequence[str]) -> set[str]:
        """Returns the given ids that belong to revoked records. Raises `LogError`."""
        revoked: set[str] = set()
        for start in range(0, len(ids), database.MOST_PARAMETERS):
            page = ids[start : start + database.MOST_PARAMETERS]
            by_revocation = {revocation_id(id): id for id in page}
            query = sa.select(RECORDS.c.id).where(RECORDS.c.id.in_(by_revocation))
            revoked.update(by_revocation[row.id] for row in self.select(query))
        return revoked

    def last_number(self) -> int:
        """The number of the last record; 0 in an empty log. Raises `LogError`."""
        return self.read_head()[0]

    def read_head(self) -> tuple[int, str]:
        """The number and the hash of the last record. Raises `LogError`."""
        with self.reading() as connection:
            head = connection.execute(sa.select(HEAD.c.number, HEAD.c.hash)).first()
        return (0, NO_HASH) if head is None else (head.number, head.hash)

    def verify(
        self, *, head: str | None = None, signed: Iterable[tuple[int, str]] = ()
    ) -> Verification:
        """Recomputes the chain up to the current head. `head` is a hash written down earlier, and
        `signed` are numbers and hashes of records; all must be in the chain. Records added in the
        meantime are ignored. Raises `LogError`."""
        extent = self._measure()
        chain = Chain(head, signed)
        for record in self.records(limit=extent.head_number):
            chain.follow(record)
        verification = chain.end_at(extent)
        if verification.faults:
            return verification
        try:
            with self.reading(checked=True):
                return verification
        except LogError as error:
            return msgspec.structs.replace(verification, faults=[end_sentence(str(error))])

    def find_risk(self) -> str | None:
        """A warning if a server without the newest records may take over; otherwise None. Raises
        `LogError`."""
        with self.reading() as connection:
            return database.find_risk(connection)

    def has_table(self, name: str) -> bool:
        """True if the database has this optional table. Raises `LogError`."""
        with self.reading() as connection:
            return sa.inspect(connection).has_table(name)

    def close(self) -> None:
        """Closes the connections."""
        if self._file is None:
            self._engine.dispose()
        else:
            self._file.close()

    @retry
    def _open(self, make: bool) -> None:
        """Creates and upgrades tables. Raises SQLAlchemy's errors, `ValueError` and `TurnLost`."""
        with self._engine.connect() as connection:
            reader = connection.execution_options(**database.READ_ONLY)
            present = set(sa.inspect(reader).get_table_names())
            is_newest = upgrades.are_newest(upgrades.read_formats(reader))
        wanted = set(database.metadata.tables) if make else {"head", "records"}
        if wanted <= present and (is_newest or not make):
            return
        if not make:
            raise ValueError("the database has no log; name another with --log or WORDTOOLS_LOG")
        try:
            with self._engine.begin() as connection:
                self.upgrade = upgrades.upgrade(connection)
                empty = connection.execute(sa.select(RECORDS.c.number).limit(1)).first() is None
                if empty and connection.execute(sa.select(HEAD)).first() is None:
                    connection.execute(sa.insert(HEAD).values(id=1, number=0, hash=NO_HASH))
        except SQLAlchemyError as error:
            raise self._error("opened", error) from None

    @contextmanager
    def _taking_turn(self, **options: Any) -> Iterator[Writer]:
        """A transaction with these execution options and exclusive access to the log."""
        try:
            self._check_file()
            with (
                limit_time(),
                self._engine.connect().execution_options(**options) as connection,
                connection.begin(),
            ):
                head = connection.execute(upgrades.select_head()).one_or_none()
                if head is None or head.newer is not None:
                    reason = upgrades.explain_newer(head.newer) if head else "its head is missing"
                    raise LogError(f"the log {self.url} cannot be written: {reason}")
                self._check_reach(connection)
                writer = Writer(connection, head.number, head.hash)
                yield writer
            self._check_file()
            self._memory.note_last(writer.number, writer.hash)
            if self._file is not None:
                self._file.fold_journal()
        except (SQLAlchemyError, msgspec.ValidationError, OSError) as error:
            raise self._error("written", error) from None

    def _find_fault(self) -> str | None:
        return None if self._file is None else self._file.find_fault()

    def _check_file(self) -> None:
        """Raises `LogError` if another program replaced or changed the file."""
        fault = self._find_fault()
        if fault is not None:
            raise LogError.because(fault, log=self.url)

    def _check_reach(self, connection: sa.Connection) -> None:
        """Raises `LogError` if the log has lost records. A writer must hold the lock."""
        loss = self._memory.find_loss(connection)
        if loss is not None:
            raise LogError.because(loss.code, log=self.url, number=loss.number, seen=loss.seen)

    def _is_intact(self) -> bool:
        """Rereads the log. True if the log is intact and includes the highest record seen so
        far."""
        seen = self._memory.recall()
        with suppress(LogError), closing(Log(self._whole_url, make=False)) as fresh:
            with fresh.reading() as connection:
                is_sound = connection.execute(sa.text("PRAGMA integrity_check(1)")).scalar()
            return is_sound == "ok" and not fresh.verify(head=seen.hash).faults
        return False

    def _measure(self) -> Extent:
        """The extent of the records and of the head. A single query reads both, so that they belong
        to the same moment.
        """
        counts = sa.select(sa.func.count(), sa.func.max(RECORDS.c.number)).select_from(RECORDS)
        both = counts.subquery()
        joined = both.outerjoin(HEAD, sa.true())
        query = sa.select(both, HEAD.c.number, HEAD.c.hash).select_from(joined)
        with self.reading() as connection:
            rows = connection.execute(query).all()
            count, highest, head_number, head_hash = rows[0]
            values = (count, highest or 0, len(rows), head_number, head_hash)
            return Extent(*msgspec.convert(values, tuple[int, int, int, int | None, str | None]))

    def _find_first(self, query: sa.Select[Any]) -> LogRecord | None:
        return next(iter(self._find_all(query)), None)

    def _find_all(self, query: sa.Select[Any]) -> list[LogRecord]:
        with self.reading() as connection:
            return [read_row(row) for row in connection.execute(query)]

    def _error(self, done: str, error: BaseException) -> LogError:
        if database.is_silence(error):
            return LogError.because("log_silent", log=self.url)
        if (fault := self._find_fault()) is not None:
            return LogError.because(fault, log=self.url)
        if isinstance(error, msgspec.ValidationError):
            reason = "a row was edited and is no longer a record; restore a backup"
        else:
            reason = database.describe_database_error(error)
        kind = TurnLost if database.has_lost_turn(error) else LogError
        return kind(f"the log {self.url} cannot be {done}: {reason}")
