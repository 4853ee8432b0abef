"""`make lint` finds an upward import, a cycle, a name with two meanings, an import from the
package's face and a test that sleeps or measures time, wherever one is planted."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools.house import MAY_WATCH_TIME, PRIVATE_GROUND, find_faults, find_timed_tests


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the package and its contract, for planting faults."""
    shutil.copytree(ROOT / "wordtools", tmp_path / "wordtools")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def plant(path: Path, line: str) -> None:
    path.write_text(f"{path.read_text('utf-8')}\n{line}\n", "utf-8")


def lint_imports(house: Path) -> subprocess.CompletedProcess[str]:
    """Checks the contract in a folder, bypassing the hook by which this environment imports
    ours."""
    program = """
import sys
import tomllib
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
from importlinter.cli import lint_imports_command
lint_imports_command(["--no-logo", "--no-cache"])
"""
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, cwd=house, env={**os.environ, "PYTHONPATH": ""}, capture_output=True, text=True
    )


@pytest.mark.slow
def test_the_house_is_in_order(house: Path) -> None:
    done = lint_imports(house)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(find_faults(house / "wordtools")) == []


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        (
            "board/board.py",
            "import wordtools.game.state",
            "wordtools.board is not allowed to import wordtools.game",
        ),
        (
            "wording.py",
            "from wordtools import locks",
            "wordtools.wording is not allowed to import wordtools.locks",
        ),
        (
            "board/board.py",
            "def lay() -> None:\n    from wordtools.board.play import Play",
            "No two files import each other, in any room BROKEN",
        ),
        (
            "board/board.py",
            "if TYPE_CHECKING:\n    from wordtools.board.play import Play",
            "No two files import each other, in any room BROKEN",
        ),
    ],
)
@pytest.mark.slow
def test_planted_imports_are_found(house: Path, file: str, line: str, told: str) -> None:
    plant(house / "wordtools" / file, line)
    done = lint_imports(house)
    assert done.returncode == 1
    assert told in " ".join(done.stdout.split())


@pytest.mark.slow
def test_planted_names_are_found(house: Path) -> None:
    package = house / "wordtools"
    plant(package / "wording.py", "class GameState:\n    pass")
    plant(package / "files.py", "import wordtools")
    plant(package / "limits.py", "from wordtools import open")
    shared, *imported = find_faults(package)
    assert "GameState is a class in wordtools/game/state.py" in shared
    assert [fault.partition(": ")[2] for fault in imported] == [
        "import the module that defines it, not wordtools",
        "import open from the module that defines it",
    ]


@pytest.mark.slow
def test_planted_includes_are_found(house: Path) -> None:
    kernel = house / "wordtools" / "_kernel"
    plant(kernel / "text" / "utf8.hpp", '#include "bind/word_set.hpp"')
    plant(kernel / "text" / "spelling.hpp", '#include "utf8.hpp"')
    plant(kernel / "search" / "hooks.hpp", '#include "text/utf8.hpp"')
    assert [fault.partition(": ")[2] for fault in find_faults(house / "wordtools")] == [
        "include a file of the kernel by its folder: text, automaton, intake, search, plays, "
        "formats, players, bind",
        "bind/ is above text/, which may not include it",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("from typer._completion_shared import Shells", "typer._completion_shared.Shells"),
        ("import textual._parser as parser", "textual._parser"),
        ("from psycopg.errors import _WaitTimeout as Late", "psycopg.errors._WaitTimeout"),
        ("import psycopg\nlate = psycopg.errors._WaitTimeout", "psycopg.errors._WaitTimeout"),
        ("def read(frame):\n    return frame._meta_of_another", "frame._meta_of_another"),
        (
            "from argparse import Action\nclass Own(Action):\n    def _get_kwargs(self): ...",
            "argparse.Action._get_kwargs",
        ),
        (
            "import http.client\nclass Own(http.client.HTTPConnection):\n"
            "    def read(self):\n        self._method = None",
            "http.client.HTTPConnection._method",
        ),
    ],
)
def test_planted_private_ground_is_found(tmp_path: Path, line: str, told: str) -> None:
    package = tmp_path / "wordtools"
    package.mkdir()
    (package / "files.py").write_text("class Ours:\n    _own = 1\n\nOurs._own\n", "utf-8")
    assert list(find_faults(package)) == []
    plant(package / "files.py", line)
    (fault,) = find_faults(package)
    assert fault.endswith(f": {told} is private to others")


def test_every_file_that_may_stand_on_private_ground_does() -> None:
    """Otherwise the file no longer belongs on the list."""
    for file, project in PRIVATE_GROUND.items():
        assert f"from {project}._" in (ROOT / "wordtools" / file).read_text("utf-8")


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """There are no faults in the tests, and the files that may watch time do watch it."""
    for name in MAY_WATCH_TIME:
        path = tmp_path / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("import time\ntime.sleep(1)\n", "utf-8")
    return tmp_path / "tests"


@pytest.mark.slow
def test_no_test_sleeps_or_measures_time(tests: Path) -> None:
    assert list(find_timed_tests()) == list(find_timed_tests(tests)) == []


AWAIT = "await what happens, or use tests/waiting.py; do not sleep"
CLOCK = "turn a clock of the test's own, or measure in bench/"


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("time.sleep(0.1)", AWAIT),
        ("wait = time.sleep", AWAIT),
        ("asyncio.sleep(0.1)", AWAIT),
        ("kiosk.page.wait_for_timeout(50)", AWAIT),
        ("pilot.pause(0.01)", AWAIT),
        ("assert time.monotonic() - began < 2", CLOCK),
        ("began = time.perf_counter_ns()", CLOCK),
        ("began = time.process_time()", CLOCK),
        ("assert time.time() < end", CLOCK),
        ("assert answer.elapsed < limit", CLOCK),
        ("from time import sleep", "import time, so that its use is seen"),
        ("from time import monotonic as now", "import time, so that its use is seen"),
    ],
)
def test_planted_times_are_found(tests: Path, line: str, remedy: str) -> None:
    (tests / "test_it.py").write_text(f"import time\n\n{line}\n", "utf-8")
    assert list(find_timed_tests(tests)) == [f"tests/test_it.py:3: {remedy}"]


@pytest.mark.parametrize(
    "line",
    [
        "asyncio.sleep(0)",
        "pilot.pause()",
        'monkeypatch.setattr(time, "monotonic", lambda: now)',
        "time.gmtime(0)",
        "ended.wait(0.01)",
        '"time.sleep(1)"',
    ],
)
def test_clocks_of_a_tests_own_are_no_fault(tests: Path, line: str) -> None:
    (tests / "test_it.py").write_text(f"import time\n\n{line}\n", "utf-8")
    assert list(find_timed_tests(tests)) == []


def test_a_file_that_need_not_watch_time_is_found(tests: Path) -> None:
    (tests / "waiting.py").write_text("", "utf-8")
    assert list(find_timed_tests(tests)) == [
        "tools/house.py: waiting.py need not be in MAY_WATCH_TIME"
    ]


def read_rows(heading: str) -> list[list[str]]:
    """The cells of the rows of the first table under a heading of docs/architecture.md."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8").split(f"\n{heading}\n")[1]
    table = re.search(r"(?m)^\|.*\n\|[-|]+\n((?:\|.*\n)+)", text)
    assert table
    return [line.strip("|").split("|") for line in table[1].splitlines()]


def test_the_page_puts_every_room_on_its_floor() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = contracts["contracts"][0]["layers"]
    floors = {
        name: len(layers) - place
        for place, layer in enumerate(layers)
        for name in re.findall(r"\w+", layer)
    }
    del floors["__main__"]
    on_page = {
        name: int(floor)
        for floor, rooms, _ in read_rows("## The rooms")
        for name in re.findall(r"`(\w+)(?:/|\.py)`", rooms)
    }
    assert on_page.pop("_kernel") == 1
    assert on_page == floors


def test_the_page_names_every_file_of_the_kernel() -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| `(\w+/)` \| [^|]+ \| ([^|]+) \| [^|]+ \|$", text)
    on_page = {folder + name for folder, names in rows for name in re.findall(r"`([^`]+)`", names)}
    kernel = ROOT / "wordtools/_kernel"
    assert on_page == {str(path.relative_to(kernel)) for path in kernel.glob("*/*.[ch]pp")}


def test_every_path_on_the_page_exists() -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    paths = set(re.findall(r"`([\w./-]+\.(?:[ch]pp|py|pyi|js|json|html|css|toml|md|txt))`", text))
    files = {
        f"/{path.relative_to(ROOT)}"
        for folder in ("wordtools", "tests", "tools", "web", "docs", "deploy", "bench", "sources")
        for path in (ROOT / folder).rglob("*")
    } | {f"/{path.name}" for path in ROOT.iterdir()}
    examples = re.compile(r"NAME|CODE")
    assert [
        path
        for path in sorted(paths)
        if not examples.search(path) and not any(file.endswith(f"/{path}") for file in files)
    ] == []
