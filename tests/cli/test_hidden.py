"""No character that a terminal would obey reaches it from a file, a log or an argument."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.lexicon.helpers import english_bytes, with_manifest
from wordtools.service.errors import ApiError
from wordtools.terminal.judging.layout import lay_out
from wordtools.terminal.judging.scene import LargeWords, Menu, Scene, TextLine
from wordtools.wording import find_hidden

HIDDEN = ["\x1b[31m", "\x1b]0;x\x07", "\u202e", "\u200f", "\x9b2J", "\u2028"]


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    path = tmp_path / "test.lexicon"
    path.write_bytes(english_bytes("cat dog"))
    return path


@pytest.mark.slow
@pytest.mark.parametrize("hidden", HIDDEN)
def test_names_of_files_and_editions(run: Run, lexicon: Path, hidden: str) -> None:
    named = lexicon.rename(lexicon.with_name(f"a{hidden}b.lexicon"))
    shown = f"a<U+{ord(hidden[0]):04X}>"
    for command in ("info", "verify"):
        done = run(command, named)
        assert (done.returncode, shown in done.stdout) == (0, True)
        assert not find_hidden(done.stdout.replace("\n", ""))
        done = run(command, f"{named}:no{hidden}")
        assert (done.returncode, shown in done.stderr) == (2, True)
        assert not find_hidden(done.stderr.replace("\n", ""))
        done = run(command, named, "--json")
        assert not find_hidden(done.stdout.replace("\n", ""))
        assert json.loads(done.stdout)["path"] == str(named)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_title_is_refused(run: Run, lexicon: Path, hidden: str) -> None:
    lexicon.write_bytes(with_manifest(lexicon.read_bytes(), title=f"Words{hidden}"))
    for command in ("info", "verify"):
        done = run(command, lexicon)
        assert done.returncode == 2
        assert "the title has the character U+" in done.stderr
        assert not find_hidden(done.stderr.replace("\n", ""))


@pytest.mark.parametrize("hidden", HIDDEN)
def test_words_as_they_were_typed(run: Run, lexicon: Path, hidden: str) -> None:
    done = run("check", "-l", lexicon, f"cat{hidden}")
    for said in (done.stdout, done.stderr):
        assert not find_hidden(said.replace("\n", "").replace("\t", ""))
    word = f"cat{hidden}\U000e0041\x7f"
    done = run("check", "-l", lexicon, "--json", word)
    assert not find_hidden(done.stdout.replace("\n", ""))
    assert json.loads(done.stdout.splitlines()[0])["word"] == word


@pytest.mark.parametrize("hidden", HIDDEN)
def test_terminals_and_answers_of_the_service(hidden: str) -> None:
    scene = Scene(
        tone="calm",
        location=f"Open{hidden}",
        hint="",
        facts=(f"lexicon {hidden}",),
        body=(TextLine(f"no{hidden}"), Menu((f"a{hidden}",)), LargeWords((f"CAT{hidden}",))),
        too_small=f"small{hidden}",
        busy="",
        undrawable="cannot",
    )
    for width, height in ((120, 40), (80, 24), (10, 5)):
        for row in lay_out(scene, width, height).rows:
            assert not find_hidden(row.text)
    body = json.loads(ApiError("invalid", f"no{hidden}").body("id"))
    assert not find_hidden(body["error"]["message"])
