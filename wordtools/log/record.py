"""A record of the log, its hash, and the tables of records."""

from __future__ import annotations

import datetime
import hashlib
from typing import Any

import msgspec
import sqlalchemy as sa

from wordtools.log import database

NO_HASH = "0" * 64
"""The value of `previous` in the first record."""

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
    # When a service starts, it looks for the last record of a kind, which may be far from the end.
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
    "event_rulings",  # named at a time when only rulings had numbers
    database.metadata,
    sa.Column("event", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("record", sa.BigInteger, nullable=False),
)
"""The number of each record in its event, as stated in its body. Records of older logs have no such
number."""


class LogRecord(msgspec.Struct, frozen=True):
    """A record of the log. Writers define the `kind`. `subject` is the subject that the record
    claims, or None. `body` is its content as JSON. `hash` covers all other fields.
    """

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
        """The body as data. Empty if somebody has edited the body and it is no longer a JSON
        object."""
        try:
            return msgspec.json.decode(self.body, type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError):
            return {}

    def digest(self) -> str:
        """The correct `hash` in hexadecimal: the SHA-256 of a JSON array of the fields that precede
        `hash`."""
        *fields, _ = msgspec.structs.astuple(self)
        return hashlib.sha256(msgspec.json.encode(fields)).hexdigest()


def read_row(row: sa.Row[Any]) -> LogRecord:
    """The record in a row. Raises `msgspec.ValidationError` for a value of the wrong type, which
    another program may write to SQLite."""
    return msgspec.convert(row, LogRecord, from_attributes=True)


class LogEntry(msgspec.Struct, frozen=True):
    """An entry to record.

    An entry claims its `subject`, and no other entry can claim the same subject until this one is
    revoked. An entry with an `event` (even "") is numbered: its body gets an `event_number`, which
    counts from 1 in each event. `revokes` is the id of the record that this entry revokes; both
    stay in the log, with the same subject.
    """

    kind: str
    id: str
    body: dict[str, Any]
    subject: str | None = None
    event: str | None = None
    revokes: str | None = None

    @classmethod
    def revoking(cls, record: LogRecord, kind: str, body: dict[str, Any]) -> LogEntry:
        """The entry that revokes a record."""
        return cls(kind, revocation_id(record.id), body, record.subject, revokes=record.id)


_REVOCATION = "void-"
"""The prefix of the ids of revocations in all logs."""


def revocation_id(id: str) -> str:
    """The id of the record that revokes the record with this id."""
    return f"{_REVOCATION}{id}"


def find_revoked_id(id: str) -> str | None:
    """The id of the record that this record revokes, or None."""
    return id.removeprefix(_REVOCATION) if id.startswith(_REVOCATION) else None


def now() -> str:
    """The time in UTC for records. This time is only for people. The clock may jump back, so the
    order of records does not depend on it.
    """
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
