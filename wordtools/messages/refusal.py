"""CANNOT JUDGE, with the reason in every language of the stations."""

from __future__ import annotations

from typing import Self

from wordtools.errors import WordtoolsError
from wordtools.messages import Messages


class CannotJudge(WordtoolsError):
    """No ruling is possible, neither YES nor NO. `str()` gives the reason in English, and `code`
    gives it for programs. The message `cannot_CODE`, filled in with `values`, gives the reason in
    each language of stations.
    """

    code = "other"

    def __init__(self, sentence: str, code: str | None = None, **values: object) -> None:
        super().__init__(sentence)
        self.code = code or self.code
        self.values = {"sentence": sentence, **values}

    @classmethod
    def because(cls, code: str, **values: object) -> Self:
        """Makes the error with this code and the English text of its message."""
        return cls(Messages("en")(f"cannot_{code}", **values), code, **values)
