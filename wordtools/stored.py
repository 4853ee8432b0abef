"""The formats of stored data. Whatever outlives the program that wrote it (lexicons, logs, files of
decisions, settings, backups) states its format: a number that rises when an older wordtools would
misread or spoil what a newer one writes. Data that states none is of format 1."""

from __future__ import annotations

import re
from typing import NamedTuple

from wordtools.errors import SourceError

_STATED = re.compile(r"#\s*format\s*=\s*(.*?)\s*")
"""A comment that states the format of a text file."""


class StoredFormat(NamedTuple):
    """The formats that this wordtools reads; it writes the newest. `mend` is what to do about data
    of an older one."""

    newest: int
    oldest: int = 1
    mend: str = ""

    def find_fault(self, found: int) -> str | None:
        """Why data of this format cannot be read, and what to do; None when it can."""
        reads = f"{self.oldest} to {self.newest}" if self.oldest < self.newest else f"{self.newest}"
        stated = f"(format {found}, this one reads {reads})"
        if found > self.newest:
            return f"made by a newer wordtools {stated}; update wordtools"
        if found < self.oldest:
            return f"made by an older wordtools {stated}; {self.mend}"
        return None

    def check_text(self, text: str, path: object) -> None:
        """Checks the format that a line `# format = 1` of a text file states. Raises `SourceError`,
        also where that is no number."""
        for line, comment in enumerate(text.split("\n"), 1):
            stated = _STATED.fullmatch(comment) if comment.startswith("#") else None
            if stated is None:
                continue
            if not re.fullmatch("[1-9][0-9]{0,8}", stated[1]):
                raise SourceError(
                    str(path), line, f"write the format as a number, # format = {self.newest}"
                )
            if (fault := self.find_fault(int(stated[1]))) is not None:
                raise SourceError(str(path), line, fault)
