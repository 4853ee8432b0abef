"""Appends entries and their hashes to the log, or refuses entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from wordtools.log.database import MOST_PARAMETERS
from wordtools.log.record import (
    EVENT_NUMBERS,
    HEAD,
    RECORDS,
    LogEntry,
    LogRecord,
    find_revoked_id,
    now,
    read_row,
)
from wordtools.messages.refusal import CannotJudge


class SubjectTaken(CannotJudge):
    """Another unrevoked record, with the id `holder`, claims an entry's subject."""

    def __init__(self, holder: str) -> None:
        super().__init__(f"the record {holder} already claims this subject")
        self.holder = holder


class AlreadyRevoked(CannotJudge):
    """The record to revoke, with the id `revoked`, is already revoked."""

    def __init__(self, revoked: str) -> None:
        super().__init__(f"the record {revoked} is already revoked")
        self.revoked = revoked


class Writer:
    """Writes at the end of the log, in a transaction with exclusive access."""

    def __init__(self, connection: sa.Connection, number: int, hash: str) -> None:
        self.connection = connection
        self.number = number
        self.hash = hash
        self._last_numbers: dict[str, int] = {}  # in each event

    def append(self, entries: Sequence[LogEntry]) -> list[LogRecord | CannotJudge]:
        """The record of each entry, or the error that refuses the entry: `SubjectTaken`,
        `AlreadyRevoked`, or `CannotJudge` for text that cannot be stored. The records take effect
        only once the transaction is committed."""
        holders = self._find_holders([entry.subject for entry in entries if entry.revokes is None])
        outcomes: list[LogRecord | CannotJudge] = []
        rows: list[dict[str, Any]] = []
        numbers: list[dict[str, Any]] = []
        for entry in entries:
            outcome = self._refuse(entry, holders) or self._seal(entry)
            outcomes.append(outcome)
            if isinstance(outcome, CannotJudge):
                continue
            self.number, self.hash = outcome.number, outcome.hash
            rows.append(msgspec.structs.asdict(outcome))
            if entry.event is not None:
                self._last_numbers[entry.event] += 1
                number = self._last_numbers[entry.event]
                numbers.append({"event": entry.event, "number": number, "record": self.number})
            if entry.revokes is not None:
                holders.pop(entry.subject, None)
                self._insert(rows)  # so a later entry that revokes the same record finds this one
                rows = []
            elif entry.subject is not None:
                holders[entry.subject] = entry.id
        self._insert(rows)
        if numbers:
            self.connection.execute(sa.insert(EVENT_NUMBERS), numbers)
        self.connection.execute(sa.update(HEAD).values(number=self.number, hash=self.hash))
        return outcomes

    def record(self, *entries: LogEntry) -> list[LogRecord]:
        """The records of the entries. Raises `CannotJudge` if an entry is refused."""
        records = []
        for outcome in self.append(entries):
            if isinstance(outcome, CannotJudge):
                raise outcome
            records.append(outcome)
        return records

    def find(self, ids: Sequence[str]) -> dict[str, LogRecord]:
        """The existing records with these ids, keyed by id."""
        records: dict[str, LogRecord] = {}
        for start in range(0, len(ids), MOST_PARAMETERS):
            query = sa.select(RECORDS).where(RECORDS.c.id.in_(ids[start : start + MOST_PARAMETERS]))
            for row in self.connection.execute(query):
                records[row.id] = read_row(row)
        return records

    def _refuse(self, entry: LogEntry, holders: dict[str | None, str]) -> CannotJudge | None:
        """The error that refuses an entry, or None. `holders` maps claimed subjects to record
        ids."""
        if not _is_storable((entry.subject or "") + (entry.event or "")):
            return CannotJudge("some of the text is not printable")
        if entry.revokes is not None:
            return AlreadyRevoked(entry.revokes) if self._is_recorded(entry.id) else None
        return SubjectTaken(holders[entry.subject]) if entry.subject in holders else None

    def _seal(self, entry: LogEntry) -> LogRecord | CannotJudge:
        """The next record, with its hash, or an error for text that is not Unicode."""
        content = entry.body
        if entry.event is not None:
            content = {**content, "event_number": self._find_last_number(entry.event) + 1}
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

    def _find_last_number(self, event: str) -> int:
        """The number of an event's last record, or 0."""
        if event not in self._last_numbers:
            query = sa.select(sa.func.max(EVENT_NUMBERS.c.number))
            last = self.connection.execute(query.where(EVENT_NUMBERS.c.event == event)).scalar()
            self._last_numbers[event] = last or 0
        return self._last_numbers[event]

    def _is_recorded(self, id: str) -> bool:
        query = sa.select(RECORDS.c.number).where(RECORDS.c.id == id)
        return self.connection.execute(query).first() is not None

    def _find_holders(self, subjects: Sequence[str | None]) -> dict[str | None, str]:
        """Maps each subject that is claimed to the id of the unrevoked record that claims it."""
        storable = sorted({s for s in subjects if s is not None and _is_storable(s)})
        claims: dict[str, str | None] = {}  # maps record ids to subjects
        for start in range(0, len(storable), MOST_PARAMETERS):
            page = storable[start : start + MOST_PARAMETERS]
            query = sa.select(RECORDS).where(RECORDS.c.subject.in_(page))
            for row in self.connection.execute(query.order_by(RECORDS.c.number)):
                record = read_row(row)
                revoked = find_revoked_id(record.id)
                if revoked is None:
                    claims[record.id] = record.subject
                else:
                    claims.pop(revoked, None)
        return {subject: id for id, subject in claims.items()}


def _is_storable(text: str) -> bool:
    """False for text that PostgreSQL cannot store (NUL, lone surrogates), and for control
    characters except U+001F, which separates the parts of a subject."""
    return not any((c < " " and c != "\x1f") or "\ud800" <= c <= "\udfff" for c in text)
