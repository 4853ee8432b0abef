"""CANNOT JUDGE: why there is no ruling, in every language that stations speak."""

from __future__ import annotations

from typing import Self

from wordtools.errors import WordtoolsError
from wordtools.messages import Messages


class CannotJudge(WordtoolsError):
    """No ruling can be given; `str()` says why, in English. Never to be taken for YES or NO.

    `code` is the reason for programs, `values` what it is about: `cannot_CODE` in the messages says
    the same in every language that stations speak.
    """

    code = "other"

    def __init__(self, sentence: str, code: str | None = None, **values: object) -> None:
        super().__init__(sentence)
        self.code = code or self.code
        self.values = {"sentence": sentence, **values}

    @classmethod
    def because(cls, code: str, **values: object) -> Self:
        """The error of a code, with the sentence that the messages have for it."""
        return cls(Messages("en")(f"cannot_{code}", **values), code, **values)
