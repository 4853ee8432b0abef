"""The format numbers of stored data. Data that outlives the program (lexicons, logs, decisions,
settings, backups) states the number of its format. The number rises when an older wordtools would
misread or damage newer data. Without a number, the format is 1."""

from __future__ import annotations

import re
from typing import NamedTuple

from wordtools.errors import SourceError

_STATED = re.compile(r"#\s*format\s*=\s*(.*?)\s*")
"""A comment that states the format of a text file."""


class StoredFormat(NamedTuple):
    """The formats that this wordtools reads; it writes the newest. `mend` says what users can do
    about older data.
    """

    newest: int
    oldest: int = 1
    mend: str = ""

    def find_fault(self, number: int) -> str | None:
        """The reason why data in this format cannot be read, with a remedy; None if the data can be
        read."""
        reads = f"{self.oldest} to {self.newest}" if self.oldest < self.newest else f"{self.newest}"
        stated = f"(format {number}, this one reads {reads})"
        if number > self.newest:
            return f"made by a newer wordtools {stated}; update wordtools"
        if number < self.oldest:
            return f"made by an older wordtools {stated}; {self.mend}"
        return None

    def check_text(self, text: str, path: object) -> None:
        """Checks the line `# format = 1` of a text file. Raises `SourceError`."""
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
