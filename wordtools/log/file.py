"""A guard that detects when another program changes the SQLite file of a log.

SQLite does not notice when its file is removed, replaced or truncated; it would then confirm
records that nobody could find later. So we check the file before and after each transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from wordtools.log import sqlite
from wordtools.log.memory import FileStamp, LogMemory

_LARGEST_JOURNAL = 32 << 20


class LogFile:
    """Guards the file of an engine, and keeps the engine from opening any other file. `is_intact`
    rereads the complete log and returns True if nothing is missing or changed. Unless the file
    `must_exist`, creates it if it is missing. Only the owner can read the new file, because it will
    hold hashes of passwords and tokens."""

    def __init__(
        self,
        engine: sa.Engine,
        memory: LogMemory,
        is_intact: Callable[[], bool],
        *,
        must_exist: bool,
    ) -> None:
        self._engine = engine
        self._memory = memory
        self._is_intact = is_intact
        self._must_exist = must_exist
        self._is_uri = str(engine.url.database).startswith("file:")
        self._path = Path(str(engine.url.database)).absolute()
        self._journal = Path(f"{self._path}-wal")
        self._opened: tuple[int, ...] | None = None
        sa.event.listen(engine, "do_connect", self._before_connecting)
        sa.event.listen(engine, "connect", self._after_connecting)

    def find_fault(self) -> str | None:
        """The reason to stop judging: "log_gone" or "log_changed". Returns None if the file and its
        write-ahead log are those that were opened, and only SQLite has changed them.
        """
        if self._opened is None:
            return None
        with self._memory.lock():
            try:
                if self._identify() != self._opened:
                    return "log_changed" if self._path.exists() else "log_gone"
                seen, stamp = self._memory.recall(), self._read_stamp()
                if seen.file is not None and not self._is_sound(seen.file, stamp):
                    return "log_changed"
            except OSError:  # the file was removed during the check
                return "log_gone"
            if stamp != seen.file:
                self._memory.keep(msgspec.structs.replace(seen, file=stamp))
        return None

    def fold_journal(self) -> None:
        """Merges a large write-ahead log into the file."""
        if self._opened is None or self._read_stamp().journal < _LARGEST_JOURNAL:
            return
        with self._memory.lock():
            sqlite.fold_journal(self._engine)
            seen = self._memory.recall()
            self._memory.keep(msgspec.structs.replace(seen, file=self._read_stamp()))

    def close(self) -> None:
        """Closes the connections, and merges the journal into the file if nobody else has it
        open."""
        is_ours = self._opened is not None and self._identify() == self._opened
        self._engine.dispose()
        if is_ours:
            sqlite.remove_journal(str(self._path))

    def _before_connecting(self, *_: object) -> None:
        """Refuses to open a different file at this path, because both files would share one
        journal."""
        if not self._path.exists():
            if self._must_exist or self._opened is not None:
                raise sqlite3.OperationalError("there is no such file")
            if not self._is_uri:
                with suppress(OSError):  # SQLite will report the reason
                    self._path.touch(0o600)
        if self._opened is not None and self._identify() != self._opened:
            raise sqlite3.OperationalError("the file has been replaced")

    def _after_connecting(self, connection: Any, _: object) -> None:
        (_, _, path) = connection.execute("PRAGMA database_list").fetchone()
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # opens the journal
        if self._opened is None:
            if self._is_uri:
                self._path = Path(path)
            self._journal = Path(f"{path}-wal")
            self._opened = self._identify()
        elif self._identify() != self._opened:
            raise sqlite3.OperationalError("the file has been replaced")

    def _identify(self) -> tuple[int, ...]:
        """The devices and inodes of the file and its journal; empty if either is missing."""
        numbers = []
        for path in (self._path, self._journal):
            try:
                status = path.stat()
            except OSError:
                return ()
            numbers += [status.st_dev, status.st_ino]
        return tuple(numbers)

    def _read_stamp(self) -> FileStamp:
        status = self._path.stat()
        return FileStamp(status.st_size, status.st_mtime_ns, self._journal.stat().st_size)

    def _is_sound(self, before: FileStamp, now: FileStamp) -> bool:
        """True if the log has lost nothing since `before`."""
        if (before.size, before.time) == (now.size, now.time) and now.journal >= before.journal:
            return _has_page_before(self._journal, before.journal)
        # Another program may have merged the journal. Only rereading the log shows whether it is
        # whole. (SQLite would remove the journal of an empty file.)
        return now.size > 0 and self._is_intact()


def _has_page_before(journal: Path, size: int) -> bool:
    """True if a write-ahead log has a page that ends at this size. A write-ahead log that was
    truncated and has grown again has zeros there. Format:
    https://sqlite.org/fileformat2.html#the_write_ahead_log
    """
    with journal.open("rb") as file:
        header = file.read(32)
        page = 24 + int.from_bytes(header[8:12], "big")
        count = (size - 32) // page
        if count < 1:
            return True
        file.seek(32 + (count - 1) * page)
        return any(header) and any(file.read(24))
