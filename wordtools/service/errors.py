"""Errors of the API.

Each error has a code for programs, a sentence for people, and an HTTP status.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wordtools.messages.refusal import CannotJudge
from wordtools.service.attempts import ATTEMPT_SECONDS
from wordtools.wording import end_sentence, reveal

STATUSES = {
    "not-json": 400,
    "no-station": 401,
    "no-director": 401,
    "no-seat": 401,
    "wrong-password": 401,
    "wrong-code": 401,
    "no-header": 403,
    "foreign": 403,
    "station": 403,
    "playing": 403,
    "may-not-make": 403,
    "not-found": 404,
    "method": 405,
    "too-slow": 408,
    "judged-before": 409,
    "not-as-confirmed": 409,
    "void-before": 409,
    "key-used": 409,
    "exists": 409,
    "moved": 409,
    "too-large": 413,
    "wrong-host": 421,
    "cannot-judge": 422,
    "refused": 422,
    "invalid": 422,
    "too-many": 429,
    "too-many-attempts": 429,
    "too-many-tables": 429,
    "fault": 500,
}
UNAVAILABLE = 503
"""The status of `cannot-judge` if the lexicon or the log is unusable."""

_HEADERS = {
    "no-station": {"WWW-Authenticate": "Bearer"},
    "too-many-attempts": {"Retry-After": str(ATTEMPT_SECONDS)},
}
_CODES = {
    "judged_before": "judged-before",
    "void_already": "void-before",
    "key_used": "key-used",
    "no_ruling": "not-found",
    "moved": "moved",
    "no_reason": "invalid",
}
"""Maps the judge's reasons to error codes. Other reasons have the code `cannot-judge`."""

_UNAVAILABLE_REASONS = {
    *("log", "log_gone", "log_changed", "log_shorter", "log_other", "log_silent"),
    *("lexicon_gone", "lexicon_damaged", "lexicon_changed"),
}


class ErrorDetail(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: `code` for programs, `message` for people. `reason` and `values` select and fill
    the station's message `cannot_REASON`. `rule`: the rule of the game that a command breaks."""

    code: str
    message: str
    request: str = ""
    reason: str = ""
    values: dict[str, Any] = {}
    words: list[str] = []
    ruling: str = ""
    rule: str = ""


class ErrorResponse(msgspec.Struct, frozen=True):
    """The body of every error."""

    error: ErrorDetail


class ApiError(Exception):
    """An error response. `detail` holds further fields of `ErrorDetail`."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        **detail: Any,
    ) -> None:
        super().__init__(message)
        self.status = STATUSES[code] if status is None else status
        self.headers = {**_HEADERS.get(code, {}), **(headers or {})}
        self.detail = ErrorDetail(code, message, **detail)

    @classmethod
    def of(cls, error: CannotJudge, **detail: Any) -> ApiError:
        """The response for an error of the judge, with further fields of `ErrorDetail`."""
        values = {key: value for key, value in error.values.items() if key != "sentence"}
        return cls(
            _CODES.get(error.code, "cannot-judge"),
            str(error),
            status=UNAVAILABLE if error.code in _UNAVAILABLE_REASONS else None,
            reason=error.code,
            values=values,
            ruling=str(values.get("ruling", "")),
            **detail,
        )

    @classmethod
    def no_station(cls) -> ApiError:
        """The response to a request without a station's valid token."""
        return cls("no-station", "The token is missing or invalid; the director issues tokens")

    def body(self, request_id: str) -> bytes:
        """The JSON body, with the id of the request."""
        message = end_sentence(reveal(self.detail.message))
        detail = msgspec.structs.replace(self.detail, message=message, request=request_id)
        return msgspec.json.encode(ErrorResponse(detail))
