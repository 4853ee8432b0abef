"""Refused commands as errors of the API, with the rule that they break."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from wordtools.board.notation import NotationError
from wordtools.board.play import IllegalPlay
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.game.state import IllegalEvent
from wordtools.messages.refusal import CannotJudge
from wordtools.service.errors import ApiError

T = TypeVar("T")


async def await_answer(doing: Awaitable[T]) -> T:
    """The result of a call, its refusal as `ApiError`."""
    try:
        return await doing
    except WordtoolsError as error:
        raise refuse(error) from None


def refuse(error: WordtoolsError) -> Exception:
    """The error of a client whose command is refused."""
    if isinstance(error, CannotJudge):
        return error
    return ApiError("refused", str(error), rule=name_rule(error))


def name_rule(error: WordtoolsError) -> str:
    """The rule that is broken, "" if none is; tables have a sentence for each in all languages."""
    if isinstance(error, IllegalEvent | IllegalPlay):
        return error.fault.replace(" ", "-")
    if isinstance(error, NotationError):
        return "notation"
    return "spelling" if isinstance(error, SpellingError) else ""
