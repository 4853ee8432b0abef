"""Attempts at the director's password and at codes: how many there may be, and how wrong passwords
get into the log. Two tables beside it, by which all workers count together.

They outlive the service, so that a restart gives nobody more attempts.
"""

from __future__ import annotations

import secrets
import time

import sqlalchemy as sa

from wordtools.judge import acts, database
from wordtools.judge.log import Log, persist
from wordtools.judge.log_writer import Writer

MOST_ATTEMPTS = 5
"""From one address within `ATTEMPT_SECONDS`; what was right does not count."""
MOST_ATTEMPTS_OF_ALL = 50
"""The same from all addresses together."""
ATTEMPT_SECONDS = 60

_attempts = sa.Table(
    "service_attempts",
    database.metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)
_failures = sa.Table(
    "service_failures",
    database.metadata,
    sa.Column("address", sa.Text, primary_key=True),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)
"""The wrong passwords from each address that no record tells of yet. The row of the address "" has
the time of the latest record."""


@persist
def count_attempt(log: Log, address: str) -> str | None:
    """Counts an attempt before its password or code is checked. Returns the attempt's id, or None
    when there were too many from this address or from all together. Raises `LogError`."""
    id, moment = secrets.token_hex(8), time.time()
    with log.writing() as writer:
        execute = writer.connection.execute
        execute(sa.delete(_attempts).where(_attempts.c.time < moment - ATTEMPT_SECONDS))
        execute(sa.delete(_attempts).where(_attempts.c.time > moment + 1))  # the clock jumped back
        count = sa.select(sa.func.count()).select_from(_attempts)
        if (execute(count).scalar() or 0) >= MOST_ATTEMPTS_OF_ALL:
            return None
        if (execute(count.where(_attempts.c.address == address)).scalar() or 0) >= MOST_ATTEMPTS:
            return None
        execute(sa.insert(_attempts).values(id=id, address=address, time=moment))
    return id


@persist
def count_failure(log: Log, address: str) -> None:
    """Records a wrong password: at once, or, when the latest record of some is less than a minute
    old, with those that come before the next one. Raises `LogError`."""
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
    """No longer counts an attempt, which was right."""
    connection.execute(sa.delete(_attempts).where(_attempts.c.id == id))


def record_failures(writer: Writer) -> None:
    """Records the wrong passwords that no record tells of yet, if there are any."""
    execute = writer.connection.execute
    rows = execute(sa.select(_failures).where(_failures.c.failures > 0)).all()
    if rows:
        writer.record(acts.fail_to_sign_in({row.address: row.failures for row in rows}))
        execute(sa.delete(_failures))
        execute(sa.insert(_failures).values(address="", failures=0, time=time.time()))
