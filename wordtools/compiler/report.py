"""The reject report, `NAME.rejected.tsv.gz`: every entry that did not become a word.

Each row has an entry's reason code, its source file and line, and, if the entry is a form, the
entry that produced it. The kernel writes the rows; this module compresses and reads them.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from wordtools.compiler.admission import RejectReason
from wordtools.errors import LexiconError

if TYPE_CHECKING:
    from concurrent.futures import Future

SUFFIX = ".rejected.tsv.gz"

# counted in pieces; dictionaries may produce rows faster than they can be compressed
_MOST_PENDING = 4
_BLOCK = 1 << 20
_HEADER = "reason\tentry\tsource\tline\tfrom\n"
REPEATED = "repeated"
"""The code for repeated entries of an imported file; their words are nevertheless accepted."""
_MEANINGS = {reason.code: reason.meaning for reason in RejectReason}


class EntryOrigin(msgspec.Struct, frozen=True):
    """The origin of an entry: a `line` of a `source`. If the entry is a form, `produced_by` is the
    entry that produced it."""

    entry: str
    source: str
    line: int
    produced_by: str = ""
    rules: list[str] = []
    """The affix rules that make the form, beginning with the one next to the stem."""
    witness: bool = False
    """True if the source attests the entry but adds no words."""

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
    """Compresses the report in another thread while entries are read. Use it in a `with` statement,
    and then get its `data`."""

    def __init__(self) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self._compressor = ThreadPoolExecutor(1)
        self._pending: deque[Future[Any]] = deque()
        self._buffer = io.BytesIO()
        self._gzip = gzip.GzipFile("", "wb", compresslevel=1, fileobj=self._buffer, mtime=0)
        self._gzip.write(_HEADER.encode())
        self.data = b""

    def __enter__(self) -> RejectReport:
        return self

    def write(self, rows: bytes) -> None:
        """Appends whole rows."""
        self._pending.append(self._compressor.submit(self._gzip.write, rows))
        if len(self._pending) > _MOST_PENDING:
            self._pending.popleft().result()

    def write_repeats(self, source: str, pieces: Iterable[bytes]) -> None:
        """Appends a row for each repeated word of an imported file; `pieces` holds its words."""
        seen: set[bytes] = set()
        lines_before = 0
        for piece in pieces:
            words = piece.removesuffix(b"\n").split(b"\n")
            distinct = {*words} - {b""}
            if not seen.isdisjoint(distinct) or len(distinct) < len(words) - words.count(b""):
                rows = []
                for line, word in enumerate(words, lines_before + 1):
                    entry = word.partition(b"\t")[0].strip().decode()  # as the kernel reads it
                    if word in seen and entry:
                        rows.append(f"{REPEATED}\t{entry}\t{source}\t{line}\t\n")
                    seen.add(word)
                self.write("".join(rows).encode())
            seen |= distinct
            lines_before += len(words)

    def __exit__(self, *_: object) -> None:
        self._compressor.shutdown()
        for piece in self._pending:
            piece.result()
        self._gzip.close()
        self.data = self._buffer.getvalue()


def find_rejected(report: Path, entry: str, any_case: bool = False) -> Iterator[RejectedEntry]:
    """Returns the rows of an entry in a report. With `any_case`, includes rows of entries that
    differ from it only in capitals. Raises `LexiconError` for a missing or damaged report."""
    fold = str.casefold if any_case else str
    folded = fold(entry)
    try:
        with gzip.open(report) as file:
            if file.readline() != _HEADER.encode():
                raise ValueError("its first line is not the header")
            while block := file.read(_BLOCK):
                block += file.readline()
                rows = block.decode()
                if f"\t{folded}\t" not in fold(rows):  # faster than splitting every row
                    continue
                for row in rows.removesuffix("\n").split("\n"):
                    reason, rejected, source, line, produced_by = row.split("\t")
                    if fold(rejected) == folded and reason != REPEATED:
                        origin = EntryOrigin(rejected, source, int(line), produced_by)
                        yield RejectedEntry(reason, origin)
    except FileNotFoundError:
        raise LexiconError(
            f"{report}: the report of rejects is missing; build the lexicon again"
        ) from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise LexiconError(
            f"{report}: the report of rejects is damaged ({error}); build the lexicon again"
        ) from None
