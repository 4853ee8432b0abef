"""The modules that are loaded, and the messages for those that are not installed."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT, WORDTOOLS, Build
from tests.signing.test_receipts import EVENT, RECEIPT
from tests.waiting import PATIENCE
from wordtools.cli import _EXTRAS
from wordtools.installation import describe_extra

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MODULES = {
    "argon2-cffi": "argon2",
    "dawg-python": "dawg_python",
    "prometheus-client": "prometheus_client",
    "pyicu-wheels": "icu",
}
"""The packages whose module has another name."""


def list_modules(requirements: list[str]) -> set[str]:
    names = [re.split(r"[^\w-]", line)[0] for line in requirements]
    return {MODULES.get(name, name) for name in names} - {PROJECT["name"]}


BASE = list_modules(PROJECT["dependencies"])
EXTRAS = {
    module: extra
    for extra, lines in PROJECT["optional-dependencies"].items()
    for module in list_modules(lines)
    if extra not in ("all", "dev")
}


def test_every_package_that_may_be_missing_has_its_extra() -> None:
    assert _EXTRAS == EXTRAS


def test_nothing_else_is_imported() -> None:
    imported = set()
    for path in (ROOT / "wordtools").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add((node.module or "").partition(".")[0])
    brought = {"dask", "pandas", "polars", "pyspark"}  # by the users of these engines
    brought |= {"rich", "markupsafe"}  # by textual and jinja2
    assert imported - sys.stdlib_module_names - {"wordtools"} == (BASE | EXTRAS.keys() | brought)


@pytest.fixture
def without(tmp_path: Path) -> list[str]:
    """A Python with only the packages that wordtools always needs."""
    hidden = "".join(f"sys.modules[{name!r}] = None\n" for name in EXTRAS)
    (tmp_path / "bare.py").write_text(
        f"import sys\n{hidden}from wordtools.cli import main\nmain()\n", "utf-8"
    )
    return [sys.executable, str(tmp_path / "bare.py")]


def ask(command: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.slow
def test_lexicons_are_opened_and_searched_with_nothing_more(
    without: list[str], build: Build, tmp_path: Path
) -> None:
    lexicon = str(build(["ab", "casa", "cascas", "lição", "liços"], "pt"))
    for arguments, begins in {
        ("challenge", "-l", lexicon, "lição"): "YES\n",
        ("check", "-l", lexicon, "lição"): "lição\tvalid\tLIÇAO",
        ("info", lexicon): "lexicon ",
        ("verify", lexicon): lexicon,
        ("words", lexicon, "--length", "2..2"): "AB\n",
        ("search", "-l", lexicon, "prefix", "liço"): "LIÇOS",
        ("why", lexicon, "lição"): "accepted ",
        ("rules", "scrabble-pt-pt"): "Scrabble ",
        ("plays", "scrabble-pt-pt", "--rack", "ÇASCAS?", "-l", lexicon): "",
        ("play", "scrabble-pt-pt", "8H CASA", "-l", lexicon): "",
        ("export", lexicon, "--format", "kwg", "-o", str(tmp_path / "pt.kwg")): "",
        ("diff", lexicon, lexicon): "",
        ("recipes",): "af ",
    }.items():
        answer = ask(without, *arguments)
        assert (answer.returncode, "not installed" in answer.stderr) == (0, False), arguments
        assert answer.stdout.startswith(begins), arguments


def test_rules_are_in_english_without_babel(
    without: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless another language is named, which needs it."""
    monkeypatch.setenv("LC_ALL", "pt_PT.UTF-8")
    answer = ask(without, "rules", "lingo")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "players  2 to 4 players with 4 tiles each." in answer.stdout


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["judge", "-l", "pt"], "judge"),
        (["rules", "lingo", "--lang", "pt"], "judge"),
        (["log", "list"], "judge"),
        (["serve", "-l", "pt", "--password-file", "none"], "serve"),
        (["receipt", RECEIPT.code, "--signed-by", EVENT.public.text], "sign"),
    ],
)
def test_one_sentence_says_what_to_install(
    without: list[str], arguments: list[str], extra: str
) -> None:
    answer = ask(without, *arguments)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.endswith(f"run `pip install -e '{ROOT}[{extra}]'`.\n")
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, "`pip install 'wordjudge[judge]'`"),  # from the package index
        ({"url": "WHEEL"}, "`pip install 'WHEEL[judge]'`"),
        ({"url": "file:///gone.whl"}, "`pip install '.[judge]'` in a clone of wordtools"),
        ({"url": "FOLDER", "dir_info": {}}, "`pip install 'FOLDER[judge]'`"),
        (
            {"url": "FOLDER", "dir_info": {"editable": True}},
            "`pip install -e 'FOLDER[judge]'`",
        ),
        (
            {"url": "https://example.org/w.git", "vcs_info": {"vcs": "git"}},
            "`pip install 'wordjudge[judge] @ git+https://example.org/w.git'`",
        ),
        ("no distribution", "`pip install '.[judge]'` in a clone of wordtools"),
    ],
)
def test_an_extra_comes_from_where_wordtools_came_from(
    origin: dict[str, object] | str | None,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wheel = tmp_path / "a wheel.whl"
    wheel.touch()
    metadata = tmp_path / "site" / "wordjudge-0.1.0.dist-info"
    if origin != "no distribution":
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text("Name: wordjudge\nVersion: 0.1.0\n")
    if isinstance(origin, dict):
        places = {"WHEEL": wheel.as_uri(), "FOLDER": tmp_path.as_uri()}
        url = str(origin["url"])
        direct = json.dumps(origin | {"url": places.get(url, url)})
        (metadata / "direct_url.json").write_text(direct)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site")])
    command = command.replace("WHEEL", str(wheel)).replace("FOLDER", str(tmp_path))
    assert describe_extra("judge") == f"run {command}"


def test_importing_the_package_loads_little() -> None:
    told = ask([sys.executable, "-c"], "import sys, wordtools; print(*sys.modules)").stdout.split()
    assert "wordtools" in told
    assert not {name.partition(".")[0] for name in told} & {*EXTRAS, "subprocess", "typer"}


def list_imports(*arguments: str | Path) -> set[str]:
    """The modules that Python imports during a run."""
    log = ask([sys.executable, "-X", "importtime"], *map(str, arguments)).stderr
    return set(re.findall(r"(?m)^import time: .*\| +(\S+)$", log))


def test_a_challenge_loads_only_what_it_needs(build: Build) -> None:
    """Importing Typer takes most of a challenge's time; the rest should stay small in
    comparison."""
    lexicon = build(["ab", "lição"], "pt")
    challenge = list_imports(WORDTOOLS, "challenge", "-l", lexicon, "lição")
    beyond = challenge - list_imports("-c", "import typer")
    ours = {name.removeprefix("wordtools.") for name in beyond if name.startswith("wordtools.")}
    assert ours == {
        "_kernel",
        "alphabet",
        "cli",
        "cli.app",
        "cli.naming",
        "cli.styles",
        "errors",
        "folders",
        "folding",
        "judge",
        "judge.verdict",
        "lexicon",
        "lexicon.file",
        "lexicon.find",
        "lexicon.lexicon",
        "lexicon.manifest",
        "lexicon.search",
        "limits",
        "messages",
        "messages.refusal",
        "readings",
        "stored",
        "version",
        "wording",
    }  # importtime leaves out what import_module loads
    packages = {name.partition(".")[0] for name in beyond}
    assert {name for name in packages if not name.startswith("_")} <= {
        "atexit",
        "gc",
        "hashlib",
        "msgspec",
        *("decimal", "numbers", "typing_extensions"),  # for msgspec
        "struct",
        "typer",
        "unicodedata",
        "wordtools",
        "zstandard",
    }
