"""Limits how often stations and players may send requests. Each worker process counts its own
requests, in memory."""

from __future__ import annotations

import time

_MOST_BUCKETS = 10_000


class RateLimiter:
    """Keeps a bucket of requests for each client. A client may send `burst` requests at once, and
    `rate` per second on average.
    """

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        # requests left, and when they were last counted
        self._buckets: dict[str, tuple[float, float]] = {}

    def count_request(self, client: str) -> float:
        """Takes a request from a client's bucket. Returns the number of seconds to wait; 0 if the
        request is allowed.
        """
        moment = time.monotonic()
        if len(self._buckets) >= _MOST_BUCKETS:
            self._forget_full(moment)
        left, last = self._buckets.get(client, (self._burst, moment))
        left = min(self._burst, left + (moment - last) * self._rate)
        self._buckets[client] = (left - 1 if left >= 1 else left, moment)
        return max(0.0, (1 - left) / self._rate)

    def _forget_full(self, moment: float) -> None:
        """Forgets clients that have sent no request for a long time."""
        refill = self._burst / self._rate
        self._buckets = {
            client: bucket
            for client, bucket in self._buckets.items()
            if moment - bucket[1] < refill
        }
