"""Turns refused commands into errors of the API that name the broken rule."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from wordtools.errors import WordtoolsError
from wordtools.messages.refusal import CannotJudge
from wordtools.service.errors import ApiError
from wordtools.table.refusals import name_rule

T = TypeVar("T")


async def await_answer(doing: Awaitable[T]) -> T:
    """Returns the result of a call, and raises a refusal as `ApiError`."""
    try:
        return await doing
    except WordtoolsError as error:
        raise refuse(error) from None


def refuse(error: WordtoolsError) -> ApiError:
    """The error for the client whose command is refused."""
    if isinstance(error, CannotJudge):
        return ApiError.of(error, rule=name_rule(error))
    return ApiError("refused", str(error), rule=name_rule(error))
