"""Devices at which the director has signed in before: a table beside the log. Whoever floods the
service with wrong passwords from elsewhere does not lock them out.

Such a device keeps a token in a cookie, which outlives the session and allows nothing by itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import sqlalchemy as sa

from wordtools.log import database

DEVICE_DAYS = 90
"""For how long a device is known after the director has signed in there."""

_devices = sa.Table(
    "service_devices",
    database.metadata,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("ends", sa.Float, nullable=False),
)


def find_device(connection: sa.Connection, hashes: Sequence[str]) -> str | None:
    """The first of these hashes of tokens that is a known device's."""
    left = _devices.c.ends - time.time()
    known = (left > 0) & (left <= DEVICE_DAYS * 86_400)  # no more if the clock was set back
    query = sa.select(_devices.c.token).where(_devices.c.token.in_(hashes), known)
    return connection.execute(query.limit(1)).scalar()


def keep_device(connection: sa.Connection, hash: str) -> None:
    """Knows a device from now on, and forgets those that were not seen for too long."""
    moment = time.time()
    gone = (_devices.c.ends < moment) | (_devices.c.token == hash)
    connection.execute(sa.delete(_devices).where(gone))
    connection.execute(sa.insert(_devices).values(token=hash, ends=moment + DEVICE_DAYS * 86_400))
