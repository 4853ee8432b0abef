"""A running service's memory of its log, which serves to detect a replaced or truncated log. A
restart erases this memory, and the service then accepts the log as it is.
"""

from __future__ import annotations

import fcntl
import mmap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import sqlalchemy as sa

from wordtools.log.record import HEAD, NO_HASH, RECORDS

_SIZE = 512
_Reach = tuple[int, str, int | None, str | None, str | None]


class FileStamp(msgspec.Struct, frozen=True):
    """The size and time of an SQLite file and the size of its write-ahead log. Only checkpoints
    change the file or shrink its write-ahead log."""

    size: int
    time: int
    journal: int


class LastSeen(msgspec.Struct, frozen=True):
    """The highest record seen so far, and the file's stamp when it was last intact."""

    number: int = 0
    hash: str = NO_HASH
    file: FileStamp | None = None


class Loss(msgspec.Struct, frozen=True):
    """A loss of records: the code of the message about it, the current last record, and the last
    record seen."""

    code: str
    number: int
    seen: int


class LogMemory:
    """The memory of one process or, with a path, of all processes that use that path."""

    def __init__(self, path: Path | None = None) -> None:
        self._lock = threading.Lock()
        self._file = None if path is None else path.open("a+b")
        self._cell: bytearray | mmap.mmap = bytearray(_SIZE)
        if self._file is not None:
            self._file.truncate(_SIZE)
            self._cell = mmap.mmap(self._file.fileno(), _SIZE)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Gives the caller exclusive access to the memory."""
        with self._lock:
            if self._file is None:
                yield
                return
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def recall(self) -> LastSeen:
        """The stored sighting. Call this only inside `lock`."""
        text = bytes(self._cell[:_SIZE]).rstrip(b"\0")
        return msgspec.json.decode(text, type=LastSeen) if text else LastSeen()

    def keep(self, sighting: LastSeen) -> None:
        """Stores a sighting. Call this only inside `lock`."""
        self._cell[:_SIZE] = msgspec.json.encode(sighting).ljust(_SIZE, b"\0")

    def note_last(self, number: int, hash: str) -> None:
        """Remembers a record if it is the highest seen so far."""
        with self.lock():
            last = self.recall()
            if number > last.number:
                self.keep(msgspec.structs.replace(last, number=number, hash=hash))

    def find_loss(self, connection: sa.Connection) -> Loss | None:
        """Returns a loss if the log ends before its head or before the highest record seen, or if
        it has a different record in that place. Otherwise remembers the end of the log, and returns
        None. A writer must hold the lock. Raises `msgspec.ValidationError` if an SQLite value has
        the wrong type. Also raises SQLAlchemy's errors."""
        with self.lock():
            seen = self.recall()  # read before the query, so that records added later are harmless
        last, same = RECORDS.alias(), RECORDS.alias()
        highest = sa.select(sa.func.max(RECORDS.c.number)).scalar_subquery()
        query = (
            sa.select(HEAD.c.number, HEAD.c.hash, last.c.number, last.c.hash, same.c.hash)
            .select_from(HEAD)
            .outerjoin(last, last.c.number == highest)
            .outerjoin(same, same.c.number == seen.number)
        )
        row = msgspec.convert(tuple(connection.execute(query).one()), _Reach)
        number, hash, last_number, last_hash, seen_hash = row
        end, expected = min(number, last_number or 0), max(number, seen.number)
        if end < expected:
            return Loss("log_shorter", end, expected)
        is_same = seen_hash == seen.hash if seen.number else True
        if not is_same or (number, hash) != (last_number or 0, last_hash or NO_HASH):
            return Loss("log_other", end, expected)
        self.note_last(number, hash)
        return None
