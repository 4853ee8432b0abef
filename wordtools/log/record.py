"""One record of the log: what its hash covers, and the tables that hold records."""

from __future__ import annotations

import datetime
import hashlib
from typing import Any

import msgspec
import sqlalchemy as sa

from wordtools.log import database

NO_HASH = "0" * 64
"""What the first record has for the hash of the one before it."""

RECORDS = sa.Table(
    "records",
    database.metadata,
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("subject", sa.Text, index=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("previous", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    # A service that starts looks for the last of a kind, which may be far from the end.
    sa.Index("records_by_kind", "kind", "number"),
)
HEAD = sa.Table(
    "head",
    database.metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)

EVENT_NUMBERS = sa.Table(
    "event_rulings",
    database.metadata,
    sa.Column("event", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("record", sa.BigInteger, nullable=False),
)
"""Which record has which number in an event; the record says so, too. Records of logs from before
there was this table have only the log's number."""


class LogRecord(msgspec.Struct, frozen=True):
    """One record. `kind` says what it is for those who wrote it, `subject` what it claims, if
    anything, `body` is its content as JSON; `hash` covers everything else, `previous` included."""

    number: int
    kind: str
    time: str
    id: str
    subject: str | None
    body: str
    previous: str
    hash: str

    @property
    def content(self) -> dict[str, Any]:
        """The body as data; nothing of one that somebody edited so that it is no JSON object."""
        try:
            return msgspec.json.decode(self.body, type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError):
            return {}

    def digest(self) -> str:
        """What `hash` must be: SHA-256 of the fields before it as a JSON array, in hexadecimal."""
        fields = [
            self.number,
            self.kind,
            self.time,
            self.id,
            self.subject,
            self.body,
            self.previous,
        ]
        return hashlib.sha256(msgspec.json.encode(fields)).hexdigest()


def read_row(row: sa.Row[Any]) -> LogRecord:
    """The record in a row. Raises `msgspec.ValidationError` where SQLite has a value of another
    kind: any program may have put it there."""
    return msgspec.convert(row, LogRecord, from_attributes=True)


class LogEntry(msgspec.Struct, frozen=True):
    """What is to be recorded.

    An entry claims its `subject`: none other can until it is revoked. With an `event`, "" for none
    of a name, it is numbered: its body gets `event_number`, counted from 1 in the event. `revokes`
    is the id of a record that counts no more; both stay, with one subject.
    """

    kind: str
    id: str
    body: dict[str, Any]
    subject: str | None = None
    event: str | None = None
    revokes: str | None = None

    @classmethod
    def revoking(cls, record: LogRecord, kind: str, body: dict[str, Any]) -> LogEntry:
        """The entry of the one record that can revoke another."""
        return cls(kind, revocation_id(record.id), body, record.subject, revokes=record.id)


_REVOCATION = "void-"


def revocation_id(id: str) -> str:
    """The id of the one record that can revoke the record of this id."""
    return f"{_REVOCATION}{id}"


def find_revoked_id(id: str) -> str | None:
    """The id of the record that the record of this id revokes; None when it revokes none."""
    return id.removeprefix(_REVOCATION) if id.startswith(_REVOCATION) else None


def now() -> str:
    """The time in UTC, as records state it. It is for people: nothing orders records by it, so a
    clock that jumps back does no harm."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
