"""Writing to the end of the log: which entries are refused, and how the others are sealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from wordtools.log.database import MOST_PARAMETERS
from wordtools.log.record import EVENT_RULINGS, HEAD, RECORDS, LogEntry, LogRecord, now, read_row
from wordtools.messages.refusal import CannotJudge


class Writer:
    """The end of the log, while one transaction has it."""

    def __init__(self, connection: sa.Connection, number: int, hash: str) -> None:
        self.connection = connection
        self.number = number
        self.hash = hash
        self._last_rulings: dict[str, int] = {}  # the last ruling's number in each event

    def append(self, entries: Sequence[LogEntry]) -> list[LogRecord | CannotJudge]:
        """For each entry its record, or why it is refused: the play has a ruling that is not void,
        the ruling is void already, or the text cannot be stored. The records count when the
        transaction has ended well, not before."""
        standing = self._find_standing([e.subject for e in entries if e.kind == "ruling"])
        outcomes: list[LogRecord | CannotJudge] = []
        rows: list[dict[str, Any]] = []
        numbers: list[dict[str, Any]] = []
        for entry in entries:
            outcome = self._refuse(entry, standing) or self._seal(entry)
            outcomes.append(outcome)
            if isinstance(outcome, CannotJudge):
                continue
            self.number, self.hash = outcome.number, outcome.hash
            rows.append(msgspec.structs.asdict(outcome))
            if entry.event is not None:
                self._last_rulings[entry.event] += 1
                number = self._last_rulings[entry.event]
                numbers.append({"event": entry.event, "number": number, "record": self.number})
            if entry.kind == "ruling" and entry.subject is not None:
                standing[entry.subject] = entry.id
            elif entry.kind == "void":
                standing.pop(entry.subject, None)
                self._insert(rows)  # a second void of the same ruling must find it
                rows = []
        self._insert(rows)
        if numbers:
            self.connection.execute(sa.insert(EVENT_RULINGS), numbers)
        self.connection.execute(sa.update(HEAD).values(number=self.number, hash=self.hash))
        return outcomes

    def record(self, *entries: LogEntry) -> None:
        """Appends entries that belong together. Raises `CannotJudge` when one is refused."""
        for outcome in self.append(entries):
            if isinstance(outcome, CannotJudge):
                raise outcome

    def find(self, ids: Sequence[str]) -> dict[str, LogRecord]:
        """The records of these ids, as far as there are any."""
        found: dict[str, LogRecord] = {}
        for start in range(0, len(ids), MOST_PARAMETERS):
            query = sa.select(RECORDS).where(RECORDS.c.id.in_(ids[start : start + MOST_PARAMETERS]))
            for row in self.connection.execute(query):
                found[row.id] = read_row(row)
        return found

    def _refuse(self, entry: LogEntry, standing: dict[str | None, str]) -> CannotJudge | None:
        """Why an entry cannot be recorded; None when it can. `standing` maps plays to rulings."""
        if not _is_storable((entry.subject or "") + (entry.event or "")):
            return CannotJudge("event, round, table and play must be printable text")
        if entry.kind == "ruling" and entry.subject in standing:
            return CannotJudge.because("judged_before", ruling=standing[entry.subject])
        if entry.kind == "void" and self._is_recorded(entry.id):
            return CannotJudge.because("void_already", ruling=entry.body["ruling"])
        return None

    def _seal(self, entry: LogEntry) -> LogRecord | CannotJudge:
        """The next record, with its hash; a refusal of text that is not Unicode."""
        content = entry.body
        if entry.event is not None:
            content = {**content, "event_number": self._find_last_ruling(entry.event) + 1}
        try:
            body = msgspec.json.encode(content, order="sorted").decode()
        except UnicodeEncodeError:
            return CannotJudge("some of the text is not valid Unicode")
        unsealed = LogRecord(
            self.number + 1,
            entry.kind,
            now(),
            entry.id,
            entry.subject,
            body,
            previous=self.hash,
            hash="",
        )
        return msgspec.structs.replace(unsealed, hash=unsealed.digest())

    def _insert(self, rows: list[dict[str, Any]]) -> None:
        if rows:
            self.connection.execute(sa.insert(RECORDS), rows)

    def _find_last_ruling(self, event: str) -> int:
        """The number of an event's last ruling, 0 when it has none."""
        if event not in self._last_rulings:
            query = sa.select(sa.func.max(EVENT_RULINGS.c.number))
            last = self.connection.execute(query.where(EVENT_RULINGS.c.event == event)).scalar()
            self._last_rulings[event] = last or 0
        return self._last_rulings[event]

    def _is_recorded(self, id: str) -> bool:
        query = sa.select(RECORDS.c.number).where(RECORDS.c.id == id)
        return self.connection.execute(query).first() is not None

    def _find_standing(self, subjects: Sequence[str | None]) -> dict[str | None, str]:
        """For each of these plays that has a ruling which is not void, that ruling's id."""
        plays = sorted({s for s in subjects if s is not None and _is_storable(s)})
        rulings: dict[str, tuple[str | None, str]] = {}
        for start in range(0, len(plays), MOST_PARAMETERS):
            some = plays[start : start + MOST_PARAMETERS]
            query = sa.select(RECORDS).where(RECORDS.c.subject.in_(some))
            for row in self.connection.execute(query.order_by(RECORDS.c.number)):
                record = read_row(row)
                if record.kind == "void":
                    rulings.pop(str(record.content.get("ruling")), None)
                elif record.kind == "ruling":
                    rulings[record.id] = (record.subject, record.id)
        return dict(rulings.values())


def _is_storable(text: str) -> bool:
    """False for what PostgreSQL cannot store (NUL, halves of surrogate pairs), and for control
    characters but the one that separates a subject's parts (U+001F)."""
    return not any((c < " " and c != "\x1f") or "\ud800" <= c <= "\udfff" for c in text)
