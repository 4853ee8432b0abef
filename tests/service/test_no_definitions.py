"""Definitions are for study: no judging path reads them. A definition would reveal more than YES or
NO, and a damaged one must not prevent a ruling."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import WORDTOOLS, Run
from tests.lexicon.helpers import rezipped, with_definitions
from tests.log.databases import ONE_DATABASE
from tests.service.services import Serve
from wordtools.cli import challenge
from wordtools.lexicon import file
from wordtools.lexicon.lexicon import Lexicon
from wordtools.service.doors import list_routes
from wordtools.service.routes import Caller

PACKAGE = Path(inspect.getfile(Lexicon)).parents[1]
ROOMS = [PACKAGE / name for name in ("board", "game", "judge", "lingo", "rules")]
COMMANDS = [PACKAGE / "cli" / f"{name}.py" for name in ("game", "judge", "play", "plays", "serve")]
MEANING = "a furry secret"


def test_no_code_that_judges_knows_of_definitions() -> None:
    files = [path for room in ROOMS for path in room.rglob("*") if path.suffix in
             (".py", ".html", ".js", ".toml", ".json")]  # fmt: skip
    assert len(files) > 80
    texts = {str(path): path.read_text("utf-8") for path in [*files, *COMMANDS]}
    texts["challenge"] = inspect.getsource(challenge.challenge)
    texts["opening"] = inspect.getsource(file.unpack) + inspect.getsource(Lexicon.from_parts)
    found = [name for name, text in texts.items() if re.search(r"(?i)definition|--define", text)]
    assert found == []


@pytest.fixture
def defined(lexicon: Path) -> Path:
    """The lexicon with a definition."""
    lexicon.write_bytes(with_definitions(lexicon.read_bytes(), {"CAT": MEANING}))
    return lexicon


@pytest.fixture
def damaged(defined: Path) -> Path:
    """The same lexicon, with a correct seal but unreadable definitions."""
    defined.write_bytes(rezipped(defined.read_bytes(), {file.DEFINITIONS: b"damaged"}))
    return defined


def list_modules(*arguments: str | Path) -> str:
    """The modules that a command imports, one per line, and its output."""
    command: list[str | Path] = [sys.executable, "-X", "importtime", WORDTOOLS, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stderr + done.stdout


def test_a_challenge_does_not_load_what_reads_them(defined: Path) -> None:
    ruled = list_modules("challenge", "-l", defined, "cat")
    assert "wordtools.lexicon.file\n" in ruled
    assert "wordtools.lexicon.definitions\n" not in ruled
    assert MEANING not in ruled
    studied = list_modules("check", "-l", defined, "cat", "--define")
    assert "wordtools.lexicon.definitions\n" in studied
    assert MEANING in studied


def test_commands_that_judge_do_not_read_them(run: Run, damaged: Path) -> None:
    assert run("challenge", "-l", damaged, "cat", "dog").stdout == "YES\n"
    played = run("play", "scrabble-en-us", "8H CAT", "-l", damaged)
    assert "verdict   YES" in played.stdout
    assert "CAT" in run("plays", "scrabble-en-us", "--rack", "CAT", "-l", damaged).stdout
    Path(damaged.parent, "a.gcg").write_text(
        "#player1 A A\n#player2 B B\n>A: CATXYZZ 8H CAT +10 10\n"
    )
    game = run("game", "a.gcg", "-l", damaged, "--rules", "scrabble-en-us")
    assert "YES  CAT" in re.sub(" +", "  ", game.stdout)
    assert run("check", "-l", damaged, "cat").returncode == 0
    study = run("check", "-l", damaged, "cat", "--define")
    assert study.returncode == 2
    assert "its definitions are not readable" in study.stderr


@pytest.mark.server
@ONE_DATABASE
def test_no_endpoint_of_stations_reads_them(serve: Serve, damaged: Path) -> None:
    """Calls every route, except those of the director and of codes, and none fails."""
    service = serve(lexicons=[damaged])
    station = service.station()
    bodies = {"preview": {"words": ["cat"]}, "rule": {"words": ["cat"]}}
    asked = [
        r
        for r in list_routes(["judge"])
        if r.caller is not Caller.DIRECTOR and "session" not in r.name
    ]
    assert {route.name for route in asked} > {"station", "preview", "rule", "lexicons", "health"}
    for route in asked:
        if route.name == "redeem":
            continue
        path = route.path.replace("{language}", "en").replace("{room}", "home")
        answer = station.request(route.method, path, json=bodies.get(route.name))
        assert answer.status_code == route.status, (route.name, answer.text)
    assert station.post("/api/v1/rulings", json={"words": ["cat"]}).json()["answer"] == "YES"
