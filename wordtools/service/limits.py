"""How often a station may ask: a table beside the log, by which all workers count together.

It outlives the service, so that a restart gives nobody more. Requests are counted in the
transaction that answers them: where they cannot be counted, they are not answered.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from wordtools.log import database

_buckets = sa.Table(
    "service_rates",
    database.metadata,
    sa.Column("station", sa.Text, primary_key=True),
    sa.Column("left", sa.Float, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)


class RateLimiter(msgspec.Struct, frozen=True):
    """A bucket of requests for each station: `burst` at once, `rate` a second in the long run."""

    rate: float
    burst: int

    def count_requests(self, connection: sa.Connection, stations: Sequence[str]) -> list[float]:
        """Takes a request of each of these stations from its bucket. For each of them 0; or, where
        the bucket is empty, after how many seconds it is not. The connection must have its
        turn to write."""
        moment = time.time()
        left = self._read_buckets(connection, moment)
        waits = []
        for name in stations:
            had = left.get(name, self.burst)
            waits.append(max(0.0, (1 - had) / self.rate))
            left[name] = had - 1 if had >= 1 else had
        rows = [{"station": name, "left": each, "time": moment} for name, each in left.items()]
        connection.execute(sa.delete(_buckets))
        connection.execute(sa.insert(_buckets), rows)
        return waits

    def _read_buckets(self, connection: sa.Connection, moment: float) -> dict[str, float]:
        """What is left in each bucket that is not full at this moment."""
        left = {}
        for name, had, then in connection.execute(sa.select(_buckets)):
            elapsed = max(0.0, moment - then)  # the clock may have jumped back
            if had + elapsed * self.rate < self.burst:
                left[name] = had + elapsed * self.rate
        return left


def forget_requests(connection: sa.Connection, station: str) -> None:
    """Forgets what a station has asked: a station that gets its name later begins anew."""
    connection.execute(sa.delete(_buckets).where(_buckets.c.station == station))
