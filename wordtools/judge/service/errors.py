"""Errors as answers: a status, a code, one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wordtools.judge.ruling import CannotJudge
from wordtools.judge.service.schemas import ErrorDetail, ErrorResponse
from wordtools.wording import end_sentence

_BY_REASON = {
    "judged_before": (409, "judged-before"),
    "void_already": (409, "void-before"),
    "no_ruling": (404, "not-found"),
    "no_reason": (422, "invalid"),
    "log": (503, "cannot-judge"),
    "lexicon_gone": (503, "cannot-judge"),
    "lexicon_damaged": (503, "cannot-judge"),
    "lexicon_changed": (503, "cannot-judge"),
}
_SENTENCES = {404: ("not-found", "There is no such page."), 405: ("method", "Use another method.")}


class ApiError(Exception):
    """An answer that is an error."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.fault = ErrorDetail(code, message, **more)
        self.headers = dict(headers or {})

    @classmethod
    def of(cls, error: CannotJudge) -> ApiError:
        """What the judge says, as an answer."""
        status, code = _BY_REASON.get(error.code, (422, "cannot-judge"))
        values = {key: value for key, value in error.values.items() if key != "sentence"}
        return cls(
            status,
            code,
            end_sentence(str(error)),
            reason=error.code,
            values=values,
            ruling=str(values.get("ruling", "")),
        )

    @classmethod
    def of_status(cls, status: int, headers: Mapping[str, str] | None) -> ApiError:
        """What the framework says."""
        code, message = _SENTENCES.get(status, ("invalid", "The request cannot be understood."))
        return cls(status, code, message, headers)

    def body(self, request: str) -> bytes:
        """The JSON that is sent, naming the request."""
        return msgspec.json.encode(
            ErrorResponse(msgspec.structs.replace(self.fault, request=request))
        )
