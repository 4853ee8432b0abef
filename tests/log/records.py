"""Entries for testing logs, and functions that tamper with them."""

from __future__ import annotations

import sqlalchemy as sa

from wordtools.log import database
from wordtools.log.log import Log
from wordtools.log.record import LogEntry, revocation_id

BODY = {
    "acceptable": True,
    "words": ["CAT"],
    "lexicon": "test",
    "edition": "test",
    "digest": "d",
    "challenge": {"words": ["cat"], "event": "=1+1", "players": ["Ana", "Łucja"]},
}


def ruling(id: str, subject: str | None = None) -> LogEntry:
    return LogEntry("ruling", id, BODY, subject)


def void(id: str, subject: str | None = None) -> LogEntry:
    body = {"ruling": id, "why": "typo", "by": "director"}
    return LogEntry("void", revocation_id(id), body, subject, revokes=id)


def tamper(log: Log, *statements: str) -> None:
    engine = database.make_engine(log._engine.url.render_as_string(hide_password=False))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()
