"""The sentences and lines of a score sheet."""

from __future__ import annotations

import pytest

from wordtools.messages import LANGUAGES
from wordtools.messages.table import load_sentences
from wordtools.table.sheet import describe_winners, name_leftover
from wordtools.table.state import SheetLine


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_has_no_winner(language: str) -> None:
    won, tied = (describe_winners(names, language) for names in (["Ana"], ["Ana", "Bia"]))
    assert won == describe_winners(["Bia"], language).replace("Bia", "Ana")
    assert tied not in ("", won.replace("Ana", "Ana, Bia"))
    assert (
        tied.split("Ana")[0] != won.split("Ana")[0] or tied.split("Bia")[1] != won.split("Ana")[1]
    )
    assert describe_winners([], language) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_leftover_tiles_are_the_players_own_or_the_opponents(language: str) -> None:
    own, others = (
        load_sentences(language)[name_leftover(SheetLine("Ana", "leftover", "Q", points=points))]
        for points in (-10, 10)
    )
    assert own != others
    assert ":" not in own + others  # the sentence stands after the player's name and a colon


def test_names_are_joined_as_in_each_language() -> None:
    assert describe_winners(["Ana", "Bia", "Cid"], "en") == "It is a tie between Ana, Bia and Cid."
    assert describe_winners(["Ana", "Bia"], "pl") == "Remis: Ana i Bia."
    for name, joint in {"Inés": "e", "Hilda": "e", "Hiara": "y", "Yago": "y", "Bia": "y"}.items():
        assert describe_winners(["Ana", name], "es") == f"Empate entre Ana {joint} {name}."
