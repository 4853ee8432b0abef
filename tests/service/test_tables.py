"""Games at tables of a service, from the first link to the record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Run
from tests.service.services import Serve, Service
from tests.service.tables import Player, Stream, begin, write_lexicon
from wordtools.lexicon.lexicon import Lexicon

OpenTables = Callable[..., Service]
FAMILIES = ["scrabble-pt-pt", "scrabble-en-us", "literki", "lingo", "scrabblear"]


@pytest.fixture
def open_tables(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenTables:
    """Starts a service with the doors of tables and stations, and small lexicons of these games."""
    monkeypatch.setenv("WORDTOOLS_TABLE_KEY", str(tmp_path / "tables.key"))

    def open(
        *rulesets: str, doors: str = "judge,play", settings: dict[str, object] | None = None
    ) -> Service:
        lexicons = [write_lexicon(tmp_path, name) for name in rulesets or ["scrabble-en-us"]]
        rates = {"station_rate": 100_000, "station_burst": 100_000, "tables_per_address": 1000}
        return serve("--doors", doors, lexicons=lexicons, settings={**rates, **(settings or {})})

    return open


def play_on(players: list[Player], words: Lexicon, random: Random, rounds: int = 400) -> bool:
    """Lets the players act in turn; True if the game has ended. A player stops who may, if it has
    gone on for long."""
    for number in range(rounds):
        if number > 12 and "stop" in players[0].state["may"]:
            players[0].do("stop")
        before = players[0].state["number"]
        acted = [player.act(words, random) for player in players]
        if players[0].state["phase"] == "ended":
            return True
        if not any(acted):  # a computer thinks, or a question is open
            stream = Stream(players[0], str(before))
            stream.wait(len)
            stream.close()
    return False


@pytest.mark.parametrize("ruleset", FAMILIES)
def test_a_whole_game(open_tables: OpenTables, run: Run, tmp_path: Path, ruleset: str) -> None:
    """By two seats, to its end; the record is judged again without a disagreement."""
    service = open_tables(ruleset)
    has_computer = ruleset == "scrabblear"
    players = begin(service, ruleset, 2 - has_computer, has_computer, practice=True)
    words = Lexicon.read(service.lexicons[0])
    random = Random(ruleset)
    streams = [Stream(player) for player in players]
    assert play_on(players, words, random)
    results = [stream.wait(lambda events: events and events[-1][2]["result"]) for stream in streams]
    assert results == [results[0]] * len(results)
    record = players[0].ask("GET", "record")
    assert record.status_code == 200
    path = tmp_path / "game.json"
    path.write_bytes(record.content)
    done = run("game", path, "-l", service.lexicons[0])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "disagree" not in done.stdout
    for name, points in results[0]["scores"].items():
        assert name in done.stdout and str(points) in done.stdout
    verified = service.director().get("/api/v1/director/log/verify").json()
    assert verified["whole"], verified
