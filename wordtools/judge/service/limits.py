"""How often one may ask."""

from __future__ import annotations

import time
from collections import OrderedDict

from wordtools.judge.service.errors import ApiError

_MOST_CALLERS = 10_000


class RateLimiter:
    """A bucket of requests for each caller: `burst` at once, `rate` a second in the long run. Each
    worker process counts for itself."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def count_request(self, caller: str) -> None:
        """Takes a request from the caller's bucket. Raises `ApiError` when it is empty."""
        moment = time.monotonic()
        left, since = self._buckets.pop(caller, (self._burst, moment))
        left = min(self._burst, left + (moment - since) * self._rate)
        self._buckets[caller] = (max(left - 1, 0) if left >= 1 else left, moment)
        if len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)
        if left < 1:
            wait = str(max(1, round((1 - left) / self._rate)))
            raise ApiError(
                "too-many",
                "This station sends too many requests; wait",
                headers={"Retry-After": wait},
            )
