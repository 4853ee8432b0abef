"""The reject report, `NAME.rejected.tsv.gz`: every entry that did not become a word.

One row per entry, with its reason code, source file, line, and the entry it is a form of, if any.
The kernel writes the rows; here they are compressed, and read again.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from wordtools.compiler.admission import RejectReason
from wordtools.errors import LexiconError

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

SUFFIX = ".rejected.tsv.gz"

_WORTH_A_THREAD = 1 << 16
_MOST_PENDING = 4  # pieces; a dictionary may make rows faster than they can be compressed
_BLOCK = 1 << 20
_HEADER = "reason\tentry\tsource\tline\tfrom\n"
REPEATED = "repeated"
"""The fate of an entry that an imported file has again; it is a word all the same."""
_MEANINGS = {reason.code: reason.meaning for reason in RejectReason}


class EntryOrigin(msgspec.Struct, frozen=True):
    """Where an entry was read: at `line` of `source`, by itself or as a form of the entry
    `produced_by` there."""

    entry: str
    source: str
    line: int
    produced_by: str = ""
    rules: list[str] = []
    """The affix rules that made it of that entry, the one next to the stem first."""
    witness: bool = False
    """The source only attests it."""

    def __str__(self) -> str:
        form = f", a form of {self.produced_by}" if self.produced_by else ""
        rules = f" by {' and '.join(self.rules)}" if self.rules else ""
        return f"{self.source}:{self.line}{form}{rules}"


class RejectedEntry(msgspec.Struct, frozen=True):
    """An entry of the reject report, with its reason code."""

    reason: str
    origin: EntryOrigin

    def __str__(self) -> str:
        return f"rejected  {self.reason}: {_MEANINGS[self.reason]} ({self.origin})"


class RejectReport:
    """Compresses the report while entries are still being read: use `with`, then take `data`."""

    def __init__(self) -> None:
        self._pending: deque[Future[Any]] = deque()
        self._buffer = io.BytesIO()
        self._gzip = gzip.GzipFile("", "wb", compresslevel=1, fileobj=self._buffer, mtime=0)
        self._gzip.write(_HEADER.encode())
        self.data = b""

    @cached_property
    def _compressor(self) -> ThreadPoolExecutor:
        """The other thread, which a build with few rejects does without."""
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(1)

    def __enter__(self) -> RejectReport:
        return self

    def write(self, rows: bytes) -> None:
        """Appends whole rows."""
        if not self._pending and len(rows) < _WORTH_A_THREAD:
            self._gzip.write(rows)
            return
        self._pending.append(self._compressor.submit(self._gzip.write, rows))
        if len(self._pending) > _MOST_PENDING:
            self._pending.popleft().result()

    def write_repeats(self, source: str, pieces: Iterable[bytes]) -> None:
        """Appends a row for each line of an imported file that repeats a word. `pieces`: its lines,
        with the word on each."""
        seen: set[bytes] = set()
        before = 0
        for piece in pieces:
            words = piece.removesuffix(b"\n").split(b"\n")
            distinct = {*words} - {b""}
            if not seen.isdisjoint(distinct) or len(distinct) < len(words) - words.count(b""):
                for line, word in enumerate(words, before + 1):
                    entry = word.partition(b"\t")[0].strip().decode()  # as the kernel reads it
                    if word in seen and entry:
                        self.write(f"{REPEATED}\t{entry}\t{source}\t{line}\t\n".encode())
                    seen.add(word)
            seen |= distinct
            before += len(words)

    def __exit__(self, *_: object) -> None:
        if self._pending:
            self._compressor.shutdown()
        for done in self._pending:
            done.result()
        self._gzip.close()
        self.data = self._buffer.getvalue()


def find_rejected(report: Path, entry: str, any_case: bool = False) -> Iterator[RejectedEntry]:
    """An entry's rows in a report, with `any_case` those of all entries that differ from it in
    capitals only. Raises `LexiconError` when the report is missing or damaged."""
    fold = str.casefold if any_case else str
    asked = fold(entry)
    wanted = f"\t{asked}\t"
    try:
        with gzip.open(report) as file:
            if file.readline() != _HEADER.encode():
                raise ValueError("its first line is not the header")
            while block := file.read(_BLOCK):
                block += file.readline()
                rows = block.decode()
                if wanted not in fold(rows):  # a million that need not be looked at one by one
                    continue
                for row in rows.removesuffix("\n").split("\n"):
                    reason, found, source, line, produced_by = row.split("\t")
                    if fold(found) == asked and reason != REPEATED:
                        origin = EntryOrigin(found, source, int(line), produced_by)
                        yield RejectedEntry(reason, origin)
    except FileNotFoundError:
        raise LexiconError(f"{report}: the reject report is not beside the lexicon") from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise LexiconError(f"{report}: the reject report is damaged ({error})") from None
