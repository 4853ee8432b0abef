"""Rate limits for stations. Each worker process counts its own requests, in memory."""

from __future__ import annotations

import time


class RateLimiter:
    """A bucket of requests for each station: `burst` at once, `rate` per second on average."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}  # requests left, and the last moment

    def count_request(self, station: str) -> float:
        """Takes a request from a station's bucket. Returns the seconds to wait, 0 if allowed."""
        moment = time.monotonic()
        left, last = self._buckets.get(station, (self._burst, moment))
        left = min(self._burst, left + (moment - last) * self._rate)
        self._buckets[station] = (left - 1 if left >= 1 else left, moment)
        return max(0.0, (1 - left) / self._rate)
