"""Fixtures shared by all tests: raw data, compiled lexicons, the command line as users run it."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import argon2
import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests import marks, surroundings
from tests.hanging import pytest_configure, pytest_runtest_protocol
from tests.program import Program
from wordtools.compiler import fetch, recipe_files

__all__ = ["pytest_configure", "pytest_runtest_protocol"]  # hooks

ROOT = Path(__file__).parent.parent
WORDTOOLS = Path(sys.executable).with_name("wordtools")

surroundings.shield()

settings.register_profile("same", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("quick", settings.get_profile("same"), max_examples=10)
settings.register_profile(
    "random",
    deadline=None,
    print_blob=True,
    database=DirectoryBasedExampleDatabase(ROOT / ".hypothesis" / "examples"),
)
settings.load_profile("same")  # unless --hypothesis-profile says otherwise

Run = Callable[..., subprocess.CompletedProcess[str]]
Build = Callable[..., Path]


def write_secret(path: Path, text: str) -> None:
    """Writes a file that only its owner can read."""
    path.touch(0o600)
    path.write_text(text, "utf-8")


FAST = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Takes almost no time; at a sixth of a second for each hash and check, passwords would take much
of the time of the service's tests."""


def write_password(path: Path, password: str) -> None:
    """Writes a director's password file."""
    write_secret(path, FAST.hash(password) + "\n")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--longer", type=float, default=1, help="make the long runs so many times as long"
    )


@pytest.fixture(scope="session")
def longer(pytestconfig: pytest.Config) -> float:
    """The factor by which long runs are lengthened: an attacker has all day."""
    return float(pytestconfig.getoption("--longer"))


@pytest.fixture
def chance(pytestconfig: pytest.Config) -> random.Random:
    """Draws samples. They are the same every time, or others with `make test SEED=…`."""
    seed = pytestconfig.getoption("--hypothesis-seed")
    if seed is None and pytestconfig.getoption("--hypothesis-profile") == "random":
        seed = random.randrange(1 << 32)
        print(f"SEED={seed}")  # shown when the test fails
    return random.Random(str(seed))


def pytest_make_parametrize_id(val: object) -> str | None:
    """The beginning of a long example, because each process keeps every test's name and sends it
    with every report."""
    return ascii(val[:40]) if isinstance(val, str | bytes) and len(val) > 100 else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spares the garbage collector the thousands of tests, which all live to the end."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


def pytest_itemcollected(item: pytest.Item) -> None:
    marks.mark_by_fixtures(item)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    marks.hold(item)


def examples(times: float) -> int:
    """This multiple of the profile's number of examples, for `max_examples`."""
    return max(1, round(times * settings().max_examples))


@pytest.fixture(scope="session")
def program() -> Iterator[Program]:
    program = Program(WORDTOOLS)
    yield program
    program.close()


@pytest.fixture
def run(program: Program, tmp_path: Path) -> Run:
    """Runs `wordtools ARGUMENT…` in a separate process, in an empty folder."""

    def run(
        *arguments: str | Path, input: str | bytes = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        given = input.encode() if isinstance(input, str) else input
        done = program.run(list(map(str, arguments)), tmp_path, given, environment)
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


@pytest.fixture(scope="session")
def built() -> dict[tuple[str, ...], dict[str, bytes]]:
    """The files compiled from words and an alphabet, by name."""
    return {}


@pytest.fixture
def build(run: Run, tmp_path: Path, built: dict[tuple[str, ...], dict[str, bytes]]) -> Build:
    """Compiles words, one per line, through the command line (the same words only once); returns
    the lexicon's path."""

    def build(words: list[str], alphabet: str, *options: str, name: str = "list") -> Path:
        (tmp_path / f"{name}.txt").write_text("\n".join(words) + "\n", "utf-8")
        folder = tmp_path / "build"
        arguments = [f"{name}.txt", "--alphabet", alphabet, "--name", name, *options]
        key = (*words, "", *arguments)
        if key in built:
            folder.mkdir(exist_ok=True)
            for file, content in built[key].items():
                (folder / file).write_bytes(content)
        else:
            done = run("build", *arguments)
            assert done.returncode == 0, done.stderr
            if not options:  # they may name other files
                made = folder.glob(f"{name}.*")
                built[key] = {file.name: file.read_bytes() for file in made}
        return folder / f"{name}.lexicon"

    return build


@pytest.fixture(scope="session")
def raw_file() -> Callable[[str], Path]:
    """The path of a raw file that `make` fetched, by its file name (`pt_PT.aff`)."""
    recipes = {path: path.read_text("utf-8") for path in sorted((ROOT / "sources").glob("*.toml"))}

    def find(name: str) -> Path:
        marks.need("real_data")
        for path in (path for path, text in recipes.items() if f"/{name}" in text):
            recipe = recipe_files.read_recipe(path)
            for file in (file for item in recipe.inputs for file in item.files):
                if Path(file.member).name == name:
                    return fetch.locate_files(recipe, [file])[file][0].path
        raise LookupError(f"no recipe reads {name}")

    return find


@pytest.fixture(scope="session")
def compiled() -> Callable[[str], Path]:
    """The path of a lexicon that `make` compiled, by its name (`pt`)."""

    def find(name: str) -> Path:
        marks.need("real_data")
        path = ROOT / "build" / f"{name}.lexicon"
        assert path.is_file(), f"{path} is missing: run make first"
        return path

    return find
