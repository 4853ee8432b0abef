"""Remembers, in a table of the log's database, the devices on which the director has signed in.
Wrong passwords from elsewhere do not lock these devices out.

Such a device keeps a token in a cookie. The token outlives the session, but permits nothing by
itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import sqlalchemy as sa

from wordtools.log import database

DEVICE_DAYS = 90
"""The number of days for which a device stays known after the director signs in on it."""

_devices = sa.Table(
    "service_devices",
    database.metadata,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("ends", sa.Float, nullable=False),
)


def find_device(connection: sa.Connection, hashes: Sequence[str]) -> str | None:
    """The first of these token hashes that belongs to a known device."""
    left = _devices.c.ends - time.time()
    # more seconds are left if the clock was set back
    is_known = (left > 0) & (left <= DEVICE_DAYS * 86_400)
    query = sa.select(_devices.c.token).where(_devices.c.token.in_(hashes), is_known)
    return connection.execute(query.limit(1)).scalar()


def keep_device(connection: sa.Connection, hash: str) -> None:
    """Stores a device, and deletes those that have expired."""
    moment = time.time()
    gone = (_devices.c.ends < moment) | (_devices.c.token == hash)
    connection.execute(sa.delete(_devices).where(gone))
    connection.execute(sa.insert(_devices).values(token=hash, ends=moment + DEVICE_DAYS * 86_400))
