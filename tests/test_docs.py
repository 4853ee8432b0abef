"""The documentation matches the program."""

from __future__ import annotations

import doctest
import gzip
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest
import typer

import wordtools
from tests.program import Program
from tools import board_pictures, docs, growth_pictures, man
from wordtools import cli
from wordtools.board.board import Board
from wordtools.cli.app import app
from wordtools.compiler.affix_choices import AffixChoice
from wordtools.formats import gcg
from wordtools.game.from_gcg import game_from_gcg
from wordtools.lexicon.graph import draw_graph

PAGES = docs.ROOT / "wordtools" / "pages"


@pytest.fixture
def show(program: Program) -> Callable[[str, Path], str]:
    """The output of a command in a shell in a folder, without the shell and Python's start where
    neither is needed."""
    in_shell = docs.run

    def show(command: str, folder: Path) -> str:
        if not re.fullmatch("wordtools [^|>]+", command):
            return in_shell(command, folder)
        changes = {"COLUMNS": "80", "WORDTOOLS_LEXICONS": str(docs.ROOT / "build")}
        done = program.run(shlex.split(command)[1:], folder, b"", changes)
        return (done.stdout + done.stderr).rstrip("\n")

    return show


@pytest.mark.real_data
@pytest.mark.parametrize("name", [name for name in docs.BLOCKS if name != "build"])
def test_the_programs_parts_are_fresh(
    name: str, show: Callable[[str, Path], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs, "run", show)
    check_block(name, docs.BLOCKS[name]())


def test_the_build_is_as_told_and_reproduced(
    tmp_path: Path, compiled: Callable[[str], Path]
) -> None:
    """Checks the table, and checks that the bytes are the same as in `make`'s build. One test does
    both because the build takes ten seconds.
    """
    table = docs.build_table(tmp_path)
    check_block("build", table)
    made = sorted(tmp_path.iterdir())
    assert len(made) >= 8
    for path in made:
        before = compiled(path.name.partition(".")[0]).with_name(path.name)
        assert path.read_bytes() == before.read_bytes(), path.name
    cells = {row[:24].strip(): row[24:].split() for row in table.splitlines()}
    rows_named = ("", "entries read", "accepted", "duplicates", "rejected")
    for name, *counts in zip(*(cells[row] for row in rows_named), strict=True):
        entries, accepted, duplicates, rejected = (int(count.replace(",", "")) for count in counts)
        assert accepted + duplicates + rejected == entries, name
        with gzip.open(tmp_path / f"{name}.rejected.tsv.gz") as rows:
            assert sum(1 for _ in rows) == 1 + rejected, name


def check_block(name: str, fresh: str) -> None:
    """Each page that has this block has its current text."""
    blocks = [
        match[2]
        for page in docs.pages()
        for match in docs.BLOCK.finditer(page.read_text("utf-8"))
        if match[1] == name
    ]
    assert blocks, f"no page has a block {name}"
    for block in blocks:
        assert _timeless(block) == _timeless(fresh), "run python -m tools.docs"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path,
            marks=[pytest.mark.slow, *[pytest.mark.real_data] * ("first" in path.name)],
            id=path.stem,
        )
        for path in docs.PLAYED
    ],
)
def test_the_played_pages_print_what_they_show(
    path: Path, show: Callable[[str, Path], str], tmp_path: Path
) -> None:
    page = path.read_text("utf-8")
    assert _timeless(page) == _timeless(docs.played(page, tmp_path, show)), (
        "run python -m tools.docs"
    )


def _timeless(block: str) -> str:
    """The output without the parts that depend on the machine or on a packer's version."""
    block = re.sub(r"[\d,]+ bytes|`[0-9a-f]{64}`", "", block)
    return re.sub(r"(?m)(^ *digest:|^seconds|^bytes|, digest) .*$", r"\1", block)


def test_every_recipe_has_its_page() -> None:
    listed = (docs.ROOT / "docs" / "lists.md").read_text("utf-8")
    for recipe in (docs.ROOT / "sources").glob("*.toml"):
        page = docs.ROOT / "docs" / "lists" / f"{recipe.stem}.md"
        assert page.is_file(), f"{recipe.name} has no page"
        assert f"(lists/{page.name})" in listed, page.name
        has_counts = f"<!-- begin counts-{recipe.stem} -->" in page.read_text("utf-8")
        assert has_counts != (recipe.stem in docs.COMPILED), page.name


@pytest.mark.parametrize(
    "page",
    [page for page in docs.pages() if "<!-- begin counts-" in page.read_text("utf-8")],
    ids=lambda page: page.stem,
)
def test_the_counts_of_a_language_add_up(page: Path) -> None:
    rows = re.findall(r"(?m)^\| ([^|]+) \| ([\d,]+) \|$", page.read_text("utf-8"))
    counts = {label: int(count.replace(",", "")) for label, count in rows}
    read, accepted, rejected = counts["entries read"], counts["accepted"], counts["rejected"]
    assert accepted + counts["duplicates"] + rejected == read
    assert sum(count for label, count in counts.items() if label.startswith("– ")) == rejected
    assert 0 < counts[f"words of `{page.stem}`"] <= accepted


@pytest.mark.real_data
@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/columns.md",
        "docs/first-program.md",
        "docs/opponents.md",
        "docs/python.md",
        "docs/searching.md",
    ],
)
def test_the_pages_python_runs(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(docs.ROOT)
    result = doctest.testfile(str(docs.ROOT / page), module_relative=False)
    assert result.attempted > 5
    assert not result.failed


def test_the_lines_of_a_game_are_read_as_told() -> None:
    page = (docs.ROOT / "docs" / "games.md").read_text("utf-8")
    told = re.findall(r"(?m)^\| `(>[^`]+)` \| (\w+)", page)
    assert {gcg.parse_gcg(line).moves[0].kind for line, _ in told} == set(get_args(gcg.Kind))
    for line, kind in told:
        assert gcg.parse_gcg(line).moves[0].kind == kind


def test_the_example_game_and_its_board() -> None:
    examples = docs.ROOT / "docs" / "examples"
    record = gcg.read_gcg(examples / "game.gcg")
    game = game_from_gcg(record, record.find_pragma("ruleset") or "")
    assert game.scores == {"Ana Reis": 366, "Ben Cole": 345}
    laid = next(at for at, event in enumerate(game.events) if "DIARIEs" in str(event))
    before = game.undo(len(game.events) - laid).board
    drawing = (examples / "board.txt").read_text("utf-8")
    assert Board.read(drawing, game.ruleset) == before


def test_the_pictures_of_boards_are_fresh() -> None:
    for name, drawn in board_pictures.pictures().items():
        kept = (docs.ROOT / "docs" / "pictures" / name).read_text("utf-8")
        assert kept == drawn, "run python -m tools.board_pictures"


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("name", "play", "options"),
    [
        ("board-play.svg", "14F DIARIEs", ""),
        ("board-no.svg", "14F RAIDIEs", ""),
        ("board-dark.svg", "14F DIARIEs", "--theme dark"),
        ("board-print.svg", "14F DIARIEs", "--theme print"),
    ],
)
def test_the_command_draws_the_pictures_of_boards(
    tmp_path: Path, name: str, play: str, options: str
) -> None:
    docs.shell(f"play {docs.WORLD} {play} {docs.BOARD} --svg {tmp_path}/drawn.svg {options}")
    kept = (docs.ROOT / "docs" / "pictures" / name).read_bytes()
    assert (tmp_path / "drawn.svg").read_bytes() == kept


def test_the_pictures_of_growth_are_fresh() -> None:
    page = (docs.ROOT / "docs" / "scale.md").read_text("utf-8")
    for name, drawn in growth_pictures.pictures().items():
        assert f"(pictures/{name})" in page
        kept = (docs.ROOT / "docs" / "pictures" / name).read_text("utf-8")
        assert kept == drawn, "run python -m tools.growth_pictures"


def test_the_picture_of_an_automaton_is_fresh() -> None:
    page = (docs.ROOT / "docs" / "searching.md").read_text("utf-8")
    words = re.findall(r"wordtools graph (.+) --alphabet en", page)[0].split()
    kept = (docs.ROOT / "docs" / "pictures" / "graph.svg").read_text("utf-8")
    assert kept == draw_graph(words, "en"), "run the command on docs/searching.md"


def test_every_command_stands_in_the_commands_page() -> None:
    page = (docs.ROOT / "docs" / "commands.md").read_text("utf-8")
    headings = re.findall(r"(?m)^## ([\w -]+)$", page)
    assert headings == docs.commands()
    assert set(headings) == find_commands().keys()
    assert "No such command" not in page


def test_man_pages_say_what_help_says() -> None:
    text = (docs.ROOT / "docs" / "commands.md").read_text("utf-8")
    for name in ("check", "build", "log", "log verify"):
        told = text.partition(f"\n## {name}\n\n```\n")[2].partition("\n```")[0]
        page = man.write_page(name, told)
        title = man.escape(man.name_page(name))
        assert f".SH NAME\n{title} \\- " in page
        plain = re.sub(r"(?m)^\.(SH|PP|nf|fi|TH|BR) ?", "", page.replace(r"\-", "-")).casefold()
        words = told.removeprefix("Usage: ").replace(":\n", "\n").casefold().split()
        assert [word for word in words if word not in plain] == []
    assert man.escape(".so x\n'\\") == "\\&.so x\n\\&'\\e"


def list_anchors(page: Path) -> set[str]:
    """The anchors of a page's headings in links."""
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text("utf-8"))
    headings = re.findall(r"(?m)^#+ (.+)$", text)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def test_links_lead_somewhere() -> None:
    for page in docs.pages():
        links = re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", page.read_text("utf-8"))
        for target, anchor in links:
            found = page.parent / target if target else page
            assert found.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in list_anchors(found), f"{page.name}: {target}#{anchor}"


def test_the_directors_tutorial_names_what_the_page_shows() -> None:
    page = (docs.ROOT / "docs" / "first-tournament.md").read_text("utf-8")
    shown = json.loads((PAGES / "static" / "messages" / "en.json").read_text("utf-8")).values()
    named = re.findall(r"(?:Under|Press|press) \*([^*]+)\*|^\*([^*]+)\* on the", page, re.MULTILINE)
    assert len(named) >= 5
    assert {first or second for first, second in named} <= set(shown)


def test_every_key_of_an_affix_choice_is_explained() -> None:
    page = (docs.ROOT / "docs" / "choosing-forms.md").read_text("utf-8")
    assert [key for key in AffixChoice.__struct_fields__ if f"`{key}" not in page] == []


def list_commands(group: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with its name; `log verify` is one of those below `log`."""
    for name, command in group.commands.items():
        yield f"{path}{name}", command
        if hasattr(command, "commands"):
            yield from list_commands(command, f"{path}{name} ")


def find_commands() -> dict[str, Any]:
    for module in set(cli._COMMANDS.values()):
        import_module(f"wordtools.cli.{module}")
    return dict(list_commands(typer.main.get_command(app)))


def find_twins() -> dict[str, list[str]]:
    """The commands in the table of the page on Python, each with the names beside it."""
    page = (docs.ROOT / "docs" / "python.md").read_text("utf-8")
    table = page.partition("## The commands in Python")[2].partition("\n## ")[0]
    rows = re.findall(r"(?m)^\| (`.+`) \| (.+) \|$", table)
    return {
        command: re.findall(r"`([\w.]+)", twins)
        for commands, twins in rows
        for command in re.findall(r"`([\w-]+)`", commands)
    }


def resolve(name: str) -> object:
    """The object of a dotted name below wordtools."""
    found: Any = wordtools
    for part in name.split("."):
        if isinstance(found, ModuleType) and not hasattr(found, part):
            with suppress(ModuleNotFoundError):
                import_module(f"{found.__name__}.{part}")
        found = getattr(found, part)
    return found


def test_every_command_has_help_documentation_and_a_twin_in_python() -> None:
    commands = find_commands()
    assert set(cli._COMMANDS) == {name for name in commands if " " not in name}
    twins = find_twins()
    extras = (docs.ROOT / "docs" / "installing.md").read_text("utf-8").partition("\n## ")[0]
    told = "".join(
        page.read_text("utf-8") for page in docs.pages() if page.name not in ("commands.md",)
    )
    for name, command in commands.items():
        assert command.help and command.help[0].isupper(), f"{name} has no help"
        for parameter in command.params:
            if parameter.name != "help":
                assert getattr(parameter, "help", ""), f"{name}: {parameter.name} has no help"
        if " " not in name:
            assert f"wordtools {name}" in told, f"no page but the list of commands tells of {name}"
            assert f"`{name}`" in extras, f"docs/installing.md does not say what {name} needs"
            assert name in twins, f"docs/python.md does not say what {name} is in Python"
    assert twins.keys() == set(cli._COMMANDS)


def test_every_twin_is_there_and_documented() -> None:
    for command, names in find_twins().items():
        assert names, command
        for name in names:
            assert callable(found := resolve(name)), name
            assert found.__doc__, f"{name} has no docstring"


def test_the_face_offers_what_it_lists() -> None:
    """`wordtools.NAME` is imported when first used, and nothing before."""
    assert {"Lexicon", "open", "WordtoolsError"} <= set(wordtools.__all__) <= set(dir(wordtools))
    assert all(resolve(name) for name in wordtools.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'none'"):
        resolve("none")
    loaded = "import sys, wordtools; print(*(m for m in sys.modules if m.startswith('wordtools')))"
    done = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    )
    assert sorted(done.stdout.split()) == ["wordtools", "wordtools.errors", "wordtools.version"]


def test_types_come_along() -> None:
    assert Path(wordtools.__file__).with_name("py.typed").is_file()


def test_the_tests_of_the_five_games_exist() -> None:
    """Each point of the documents names tests, and these exist."""
    page = (docs.ROOT / "docs" / "five-games.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if re.match(r"\| [^|!]", line)]
    rows = [row for row in rows if "| test |" not in row]
    assert len(rows) > 70
    for row in rows:
        named = re.findall(r"`([a-z_0-9/]+\.py)::(test_[a-z_0-9]+)`", row.rpartition(" | ")[2])
        assert named, row
        for file, test in named:
            assert f"\ndef {test}(" in (docs.ROOT / "tests" / file).read_text("utf-8"), (file, test)
