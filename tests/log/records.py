"""Entries to test logs with, and hands that tamper."""

from __future__ import annotations

import sqlalchemy as sa

from wordtools.log import database
from wordtools.log.log import Log
from wordtools.log.record import LogEntry, void_id

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
    return LogEntry("void", void_id(id), {"ruling": id, "why": "typo", "by": "director"}, subject)


def tamper(log: Log, *statements: str) -> None:
    engine = database.make_engine(log._engine.url.render_as_string(hide_password=False))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()
