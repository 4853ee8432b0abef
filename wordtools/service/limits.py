"""How often a station may ask. Each worker process counts for itself, in memory."""

from __future__ import annotations

import time


class RateLimiter:
    """A bucket of requests for each station: `burst` at once, `rate` a second in the long run."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}  # what was left in each, and when

    def count_request(self, station: str) -> float:
        """Takes a request from a station's bucket. Returns 0; or, where the bucket is empty, after
        how many seconds it is not."""
        moment = time.monotonic()
        left, then = self._buckets.get(station, (self._burst, moment))
        left = min(self._burst, left + (moment - then) * self._rate)
        self._buckets[station] = (left - 1 if left >= 1 else left, moment)
        return max(0.0, (1 - left) / self._rate)
