"""The documentation says what the program does."""

from __future__ import annotations

import doctest
import re

import pytest

from tests import docs


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
        assert _timeless(block) == _timeless(fresh), "run python -m tests.docs"


def _timeless(block: str) -> str:
    """Without what a machine or a packer's version decides."""
    return re.sub(r"(?m)^(seconds|bytes) .*$", r"\1", block)


@pytest.mark.real_data
def test_the_readmes_python_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(docs.ROOT)
    result = doctest.testfile(str(docs.ROOT / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert not result.failed


def test_every_command_stands_in_the_commands_page() -> None:
    page = (docs.ROOT / "docs" / "commands.md").read_text("utf-8")
    headings = re.findall(r"(?m)^## (\w+)$", page)
    assert headings == docs.commands()


def test_links_lead_somewhere() -> None:
    for page in docs.pages():
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
