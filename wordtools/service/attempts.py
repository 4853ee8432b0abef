"""Limits attempts to guess the director's password or a code, and records wrong passwords. Two
tables in the log's database hold the counts of all workers.

The tables outlive the service, so that a restart gives nobody more attempts. Passwords and codes
are counted separately, so that guessing codes does not lock the director out.
"""

from __future__ import annotations

import secrets
import time
from typing import Literal, NamedTuple

import sqlalchemy as sa

from wordtools.judge import acts
from wordtools.log import database
from wordtools.log.log import Log, retry
from wordtools.log.writer import Writer

MOST_ATTEMPTS = 5
"""The maximum number of wrong attempts by one guesser within `ATTEMPT_SECONDS`."""
MOST_ATTEMPTS_OF_ALL = 50
"""The maximum for all unknown guessers together."""
ATTEMPT_SECONDS = 60

_attempts = sa.Table(
    "service_guesses",
    database.metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("guesser", sa.Text, nullable=False),
    sa.Column("is_known", sa.Boolean, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)
_failures = sa.Table(
    "service_failures",
    database.metadata,
    sa.Column("address", sa.Text, primary_key=True),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)
"""The number of unlogged wrong passwords from each address. The row for the address "" holds the
time of the latest record.
"""


class Guesser(NamedTuple):
    """Someone who tries a password or a code, known by an address or by the token of a device.
    Strangers cannot lock a known device out.
    """

    name: str
    is_known: bool = False


@retry
def count_attempt(log: Log, what: Literal["password", "code"], guesser: Guesser) -> str | None:
    """Counts an attempt before its password or code is checked. Returns the attempt's id, or None
    if this guesser, or all unknown guessers together, made too many attempts. Raises `LogError`."""
    id, moment = secrets.token_hex(8), time.time()
    alike = (_attempts.c.what == what) & (_attempts.c.is_known == guesser.is_known)
    with log.writing() as writer:
        execute = writer.connection.execute
        execute(sa.delete(_attempts).where(_attempts.c.time < moment - ATTEMPT_SECONDS))
        # the clock has jumped back
        execute(sa.delete(_attempts).where(_attempts.c.time > moment + 1))
        count = sa.select(sa.func.count()).select_from(_attempts).where(alike)
        mine = count.where(_attempts.c.guesser == guesser.name)
        if (execute(mine).scalar() or 0) >= MOST_ATTEMPTS:
            return None
        if not guesser.is_known and (execute(count).scalar() or 0) >= MOST_ATTEMPTS_OF_ALL:
            return None
        row = {"id": id, "what": what, "guesser": guesser.name, "is_known": guesser.is_known}
        execute(sa.insert(_attempts).values(**row, time=moment))
    return id


@retry
def count_failure(log: Log, address: str) -> None:
    """Counts a wrong password and logs it. If the last record is less than a minute old, leaves the
    failure for the next record. Raises `LogError`.
    """
    with log.writing() as writer:
        execute = writer.connection.execute
        mine = _failures.c.address == address
        count = execute(sa.select(_failures.c.failures).where(mine)).scalar() or 0
        execute(sa.delete(_failures).where(mine))
        execute(sa.insert(_failures).values(address=address, failures=count + 1, time=0))
        latest = execute(sa.select(_failures.c.time).where(_failures.c.address == "")).scalar()
        if latest is None or not 0 <= time.time() - latest < acts.FAILURES_SECONDS:
            record_failures(writer)


def forget_attempt(connection: sa.Connection, id: str) -> None:
    """Stops counting a successful attempt."""
    connection.execute(sa.delete(_attempts).where(_attempts.c.id == id))


def record_failures(writer: Writer) -> None:
    """Records any wrong passwords that are not yet logged."""
    execute = writer.connection.execute
    rows = execute(sa.select(_failures).where(_failures.c.failures > 0)).all()
    if rows:
        writer.record(acts.fail_to_sign_in({row.address: row.failures for row in rows}))
        execute(sa.delete(_failures))
        execute(sa.insert(_failures).values(address="", failures=0, time=time.time()))
