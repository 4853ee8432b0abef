"""How much and how often one may ask."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TypeVar

import msgspec
from starlette.requests import Request

from wordtools.judge.service.errors import ApiError

LARGEST_BODY = 16_384
T = TypeVar("T")


class Rates:
    """A bucket of requests for each caller: `burst` at once, `rate` a second in the long run. Each
    worker process counts for itself."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str) -> None:
        """Counts a request. Raises `ApiError` when there were too many."""
        moment = time.monotonic()
        left, since = self._buckets.pop(caller, (self._burst, moment))
        left = min(self._burst, left + (moment - since) * self._rate)
        self._buckets[caller] = (max(left - 1, 0) if left >= 1 else left, moment)
        if len(self._buckets) > 10_000:
            self._buckets.popitem(last=False)
        if left < 1:
            wait = str(max(1, round((1 - left) / self._rate)))
            raise ApiError(
                429, "too-many", "This station asks too often; wait.", {"Retry-After": wait}
            )


async def body(request: Request, shape: type[T]) -> T:
    """The JSON body as `shape`. Raises `ApiError`."""
    parts: list[bytes] = []
    size = int(request.headers.get("content-length", "0"))
    if size <= LARGEST_BODY:
        size = 0
        async for part in request.stream():
            size += len(part)
            if size > LARGEST_BODY:
                break
            parts.append(part)
    if size > LARGEST_BODY:
        message = f"The body has more than {LARGEST_BODY:,} bytes."
        raise ApiError(413, "too-large", message, {"Connection": "close"})
    try:
        return msgspec.json.decode(b"".join(parts), type=shape)
    except msgspec.ValidationError as error:
        raise ApiError(422, "invalid", f"{error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ApiError(400, "not-json", "The body is no JSON.") from None


def query(request: Request, **bounds: tuple[int, int, int]) -> dict[str, int]:
    """The numbers in a query; `bounds` are least, most and default. Raises `ApiError`."""
    found = {name: default for name, (_, _, default) in bounds.items()}
    given = request.query_params.multi_items()
    if len({name for name, _ in given}) < len(given):
        raise ApiError(422, "invalid", "Say each thing once.")
    for name, text in given:
        if name not in bounds:
            raise ApiError(422, "invalid", f"Known are {', '.join(bounds)}.")
        least, most, _ = bounds[name]
        if not (
            text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most
        ):
            raise ApiError(422, "invalid", f"{name} is a number from {least} to {most}.")
        found[name] = int(text)
    return found


def printable(*texts: str) -> None:
    """Raises `ApiError` for text with control characters and the like."""
    if not all(text.isprintable() for text in texts):
        raise ApiError(422, "invalid", "Text holds printable characters only.")
