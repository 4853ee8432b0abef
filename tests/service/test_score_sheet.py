"""The score sheet to print: a column for each player, and a row for each round, as on paper."""

from __future__ import annotations

import pytest

from wordtools.service.playing.sheet import list_rounds
from wordtools.table.state import SheetLine

ANA, BIA, CAIO = "Ana", "Bia", "Caio"


def play(player: str, text: str = "8H CAT", points: int = 10) -> SheetLine:
    return SheetLine(player, "play", text, points=points)


def show(rounds: list[dict[str, list[SheetLine]]]) -> list[dict[str, str]]:
    """The kinds of the lines, by rounds and players."""
    return [
        {player: " ".join(line.kind for line in lines) for player, lines in turns.items()}
        for turns in rounds
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], []),
        ([play(ANA)], [{ANA: "play"}]),
        (
            [play(ANA), play(BIA), play(ANA), SheetLine(BIA, "pass")],
            [{ANA: "play", BIA: "play"}, {ANA: "play", BIA: "pass"}],
        ),
        # a phony: the challenge costs no row of its own
        (
            [play(ANA), SheetLine(ANA, "withdrawn", points=-10), play(BIA), play(ANA)],
            [{ANA: "play withdrawn", BIA: "play"}, {ANA: "play"}],
        ),
        # a wrong challenge loses the turn, so that Ana plays twice
        (
            [play(ANA), SheetLine(BIA, "challenge"), play(ANA), play(BIA)],
            [{ANA: "play", BIA: "challenge"}, {ANA: "play", BIA: "play"}],
        ),
        (
            [play(ANA), play(BIA), SheetLine(ANA, "challenge"), SheetLine(BIA, "gains"), play(BIA)],
            [{ANA: "play challenge", BIA: "play gains"}, {BIA: "play"}],
        ),
        # Literki's dictionary sends the tiles back
        (
            [SheetLine(ANA, "withdrawn", "8I TNA"), play(BIA), SheetLine(ANA, "exchange", "3")],
            [{ANA: "withdrawn", BIA: "play"}, {ANA: "exchange"}],
        ),
        # an exchange of the whole rack that keeps the turn
        ([SheetLine(ANA, "exchange", "7"), play(ANA)], [{ANA: "exchange"}, {ANA: "play"}]),
        ([SheetLine(BIA, "time", points=-10)], [{BIA: "time"}]),
        (
            [play(ANA), play(CAIO), SheetLine(BIA, "resigns")],
            [{ANA: "play", CAIO: "play"}, {BIA: "resigns"}],
        ),
    ],
)
def test_rounds(lines: list[SheetLine], expected: list[dict[str, str]]) -> None:
    rounds = list_rounds(lines, [ANA, BIA, CAIO])
    assert show(rounds) == expected
    assert sorted(map(repr, lines)) == sorted(
        repr(line) for turns in rounds for part in turns.values() for line in part
    )
