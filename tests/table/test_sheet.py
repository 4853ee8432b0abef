"""The sentences and lines of a score sheet."""

from __future__ import annotations

import pytest

from wordtools.messages import LANGUAGES
from wordtools.table.sheet import describe_winners


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_has_no_winner(language: str) -> None:
    won, tied = (describe_winners(names, language) for names in (["Ana"], ["Ana", "Bia"]))
    assert won == describe_winners(["Bia"], language).replace("Bia", "Ana")
    assert tied not in ("", won.replace("Ana", "Ana, Bia"))
    assert (
        tied.split("Ana")[0] != won.split("Ana")[0] or tied.split("Bia")[1] != won.split("Ana")[1]
    )
    assert describe_winners([], language) == ""


def test_names_are_joined_as_in_each_language() -> None:
    assert describe_winners(["Ana", "Bia", "Cid"], "en") == "It is a tie between Ana, Bia and Cid."
    assert describe_winners(["Ana", "Bia"], "pl") == "Remis: Ana i Bia."
    for name, joint in {"Inés": "e", "Hilda": "e", "Hiara": "y", "Yago": "y", "Bia": "y"}.items():
        assert describe_winners(["Ana", name], "es") == f"Empate entre Ana {joint} {name}."
