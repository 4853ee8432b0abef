"""Whether the SQLite file of a log is still the one that was opened.

SQLite goes on writing to a file that was removed, replaced or cut, and does not notice: what it
confirms then is in no file that anyone will find. So we look at the file before each transaction
and again after it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from wordtools.log import sqlite
from wordtools.log.memory import FileStamp, LogMemory

_LARGEST_JOURNAL = 32 << 20


class LogFile:
    """The file of one engine, which opens no other from now on. `is_intact` reads the log anew from
    its first record and says whether it is whole."""

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
        self._path = Path(str(engine.url.database)).absolute()
        self._journal = Path(f"{self._path}-wal")
        self._opened: tuple[int, ...] | None = None
        sa.event.listen(engine, "do_connect", self._before_connecting)
        sa.event.listen(engine, "connect", self._after_connecting)

    def find_fault(self) -> str | None:
        """Why nothing may be judged: "log_gone" or "log_changed"; None while the file and its
        write-ahead log are those that were opened, and nobody but SQLite has changed them."""
        with self._memory.lock():
            try:
                return self._find_fault()
            except OSError:  # gone while we looked
                return "log_gone"

    def fold_journal(self) -> None:
        """Folds the write-ahead log into the file once it is large."""
        if self._opened is None or self._read_stamp().journal < _LARGEST_JOURNAL:
            return
        with self._memory.lock():
            sqlite.fold_journal(self._engine)
            seen = self._memory.recall()
            self._memory.keep(msgspec.structs.replace(seen, file=self._read_stamp()))

    def close(self) -> None:
        """Ends the connections, and leaves one file if nobody else has it open."""
        is_ours = self._opened is not None and self._identify() == self._opened
        self._engine.dispose()
        if is_ours:
            sqlite.remove_journal(str(self._path))

    def _find_fault(self) -> str | None:
        if self._opened is None:
            return None
        if not self._path.exists():
            return "log_gone"
        if self._identify() != self._opened:
            return "log_changed"
        seen, stamp = self._memory.recall(), self._read_stamp()
        if seen.file is not None and not self._is_sound(seen.file, stamp):
            return "log_changed"
        if stamp != seen.file:
            self._memory.keep(msgspec.structs.replace(seen, file=stamp))
        return None

    def _before_connecting(self, *_: object) -> None:
        """To open another file in its place would harm both: their journals have one name."""
        if (self._must_exist or self._opened is not None) and not self._path.exists():
            raise sqlite3.OperationalError("there is no such file")
        if self._opened is not None and self._identify() != self._opened:
            raise sqlite3.OperationalError("the file has been replaced")

    def _after_connecting(self, connection: Any, _: object) -> None:
        (_, _, path) = connection.execute("PRAGMA database_list").fetchone()
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # opens the journal
        if self._opened is None:
            if str(self._engine.url.database).startswith("file:"):
                self._path = Path(path)
            self._journal = Path(f"{path}-wal")
            self._opened = self._identify()
        elif self._identify() != self._opened:
            raise sqlite3.OperationalError("the file has been replaced")

    def _identify(self) -> tuple[int, ...]:
        """What tells this file and its journal from others of the same names."""
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
        """Whether nothing is lost that was there before."""
        if (before.size, before.time) == (now.size, now.time) and now.journal >= before.journal:
            return _has_page_before(self._journal, before.journal)
        # Another program may have folded the journal: only reading the log can tell. (To open an
        # empty file would make SQLite remove the journal.)
        return now.size > 0 and self._is_intact()


def _has_page_before(journal: Path, size: int) -> bool:
    """Whether a write-ahead log has a page up to this size. One that was cut, and has grown again,
    has nothing there. Its format: https://sqlite.org/fileformat2.html#the_write_ahead_log"""
    with journal.open("rb") as file:
        header = file.read(32)
        page = 24 + int.from_bytes(header[8:12], "big")
        count = (size - 32) // page
        if count < 1:
            return True
        file.seek(32 + (count - 1) * page)
        return any(header) and any(file.read(24))
