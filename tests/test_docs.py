"""The documentation says what the program does."""

from __future__ import annotations

import doctest
import re
from typing import get_args

import pytest

from tools import board_pictures, docs
from wordtools.board.board import Board
from wordtools.compiler.affix_choices import AffixChoice
from wordtools.formats import gcg
from wordtools.game.from_gcg import game_from_gcg


@pytest.mark.real_data
@pytest.mark.parametrize("name", docs.BLOCKS)
def test_the_programs_parts_are_fresh(name: str) -> None:
    blocks = [
        match[2]
        for page in docs.pages()
        for match in docs.BLOCK.finditer(page.read_text("utf-8"))
        if match[1] == name
    ]
    assert blocks, f"no page has a block {name}"
    fresh = docs.BLOCKS[name]()
    for block in blocks:
        assert _timeless(block) == _timeless(fresh), "run python -m tools.docs"


def _timeless(block: str) -> str:
    """Without what a machine or a packer's version decides."""
    return re.sub(r"(?m)(^ *digest:|^seconds|^bytes|, digest) .*$", r"\1", block)


@pytest.mark.real_data
@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
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


def test_every_command_stands_in_the_commands_page() -> None:
    page = (docs.ROOT / "docs" / "commands.md").read_text("utf-8")
    headings = re.findall(r"(?m)^## (\w+)$", page)
    assert headings == docs.commands()


def test_links_lead_somewhere() -> None:
    for page in docs.pages():
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_key_of_an_affix_choice_is_explained() -> None:
    page = (docs.ROOT / "docs" / "choosing-forms.md").read_text("utf-8")
    assert [key for key in AffixChoice.__struct_fields__ if f"`{key}" not in page] == []
