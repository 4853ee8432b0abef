"""The judging terminal in a real terminal: a challenge from key to verdict."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import WORDTOOLS
from tests.e2e.table import COUNT, SIXTEEN, WORDS, Table, rulings
from tests.waiting import PATIENCE

Build = Callable[..., Path]


def test_the_whole_flow(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english), "--event", "Lisbon Open", "--round", "3", "--table", "12")
    shown = table.see(COUNT["en"], "Lisbon Open · round 3 · table 12")
    assert "Lexicon en · edition en · " in shown
    table.type("2")
    table.see("type the 2 words")
    table.type("cats")
    table.press("Enter")
    table.see("Words typed: 1 of 2")
    table.type("dog")
    table.press("Space")
    table.see("Opponent: are these the words?")
    assert rulings(tmp_path) == []
    table.press("Tab")
    table.see("The play is ACCEPTABLE", "Ruling 1 (#2)")
    assert rulings(tmp_path) == [(True, ["CATS", "DOG"])]
    table.see(COUNT["en"])  # the screen clears itself
    table.challenge("cat", "dgo")
    table.see("The play is UNACCEPTABLE", "Ruling 2 (#3)")
    assert rulings(tmp_path)[1:] == [(False, ["CAT", "DGO"])]


@pytest.mark.parametrize(
    ("language", "typed", "refusal"),
    [
        ("en", "CAN'T", "\"CAN'T\": no English tile shows '"),
        ("en", "CO-OP", "'CO-OP': no English tile shows -"),
        ("en", "1A2A", "'1A2A': no English tile shows 1, 2"),
        ("en", SIXTEEN, "has a length of 16; en holds words of 2 to 15 tiles"),
        ("en", "ZZZ.CAT", "'ZZZ.CAT': no English tile shows ."),
        ("en", "сat", "no English tile shows с (U+0441 cyrillic small letter es)"),
        ("en", "ｃat", "shows ｃ (U+FF43 fullwidth latin small letter c)"),
        ("en", "", "Words typed: 0 of 1"),
        ("pt", "KASA", "'KASA': este léxico não tem peça para K"),
    ],
)
def test_what_cannot_be_judged_is_refused(
    table: Table, build: Build, tmp_path: Path, language: str, typed: str, refusal: str
) -> None:
    table.start("-l", str(build(WORDS[language], language, name=language)))
    table.see(COUNT[language])
    table.type("1")
    table.see("Esc")
    if typed:
        table.type(typed)
    table.press("Enter")
    table.see(refusal)
    table.press("Tab", "Tab")
    table.press("Escape")
    table.press("Escape")
    table.see(COUNT[language])
    assert rulings(tmp_path) == []


def test_the_environment_may_name_the_log(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english), before="export WORDTOOLS_LOG=sqlite:///open.db")
    table.see(COUNT["en"])
    assert {path.name for path in tmp_path.glob("*.db")} == {"open.db"}


def test_two_words_are_two_words(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.type("2")
    table.see("the 2 words")
    table.type("ZZZ CAT")
    table.press("Enter")
    table.see("Opponent")
    table.press("Tab")
    table.see("UNACCEPTABLE")
    assert rulings(tmp_path) == [(False, ["ZZZ", "CAT"])]


def test_nine_words_are_not_asked_for(table: Table, english: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.type("9")
    table.type("0")
    table.type("8")
    table.see("type the 8 words")


def test_letters_in_pieces(table: Table, build: Build, tmp_path: Path) -> None:
    table.start("-l", str(build(WORDS["pt"], "pt", name="pt")))
    table.see(COUNT["pt"])
    table.type("1")
    table.see("escreva a palavra")
    table.type(unicodedata.normalize("NFD", "lição"))
    table.press("Enter")
    table.see("são estas as palavras")
    table.press("Tab")
    table.see("A jogada é VÁLIDA")
    assert rulings(tmp_path) == [(True, ["LIÇAO"])]


def test_bytes_that_are_no_text_are_refused_in_sight(
    table: Table, english: Path, tmp_path: Path
) -> None:
    """Uses a bare pseudo-terminal, because tmux would correct these bytes; when the pseudo-terminal
    disappears, the process ends.
    """
    ours, theirs = pty.openpty()
    arguments = [str(WORDTOOLS), "judge", "-l", str(english), "--password-file", "password"]
    station = subprocess.Popen(arguments, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""

    def see(text: str) -> None:
        nonlocal shown
        while text.encode() not in shown:
            assert select.select([ours], [], [], PATIENCE)[0], f"{text} never came up: {shown!r}"
            shown += os.read(ours, 65536)

    see(COUNT["en"])
    os.write(ours, b"1")
    see("type the word")
    os.write(ours, b"cat")
    os.write(ours, b"\xe9x")
    see("\ufffd")
    os.write(ours, b"\r")
    see("This cannot be judged")
    os.close(ours)
    assert station.wait(PATIENCE) == 128 + signal.SIGHUP
    assert rulings(tmp_path) == []


def test_nothing_is_pasted(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.type("1")
    table.see("type the word")
    table.tmux("set-buffer", "cat\n\t\tcat")
    table.tmux("paste-buffer", "-p")
    table.see("Pasting is not allowed.")
    assert rulings(tmp_path) == []


def test_the_window_changes_its_size(table: Table, english: Path) -> None:
    words = [letter * 15 for letter in "ABCDEFGH"]
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.type("8")
    table.see("the 8 words")
    table.type(" ".join(words) + " ")
    table.see("Opponent")
    for width, height in ((40, 12), (132, 50), (60, 20)):
        table.tmux("resize-window", "-x", str(width), "-y", str(height))
        table.see("Opponent: are these the words?", "Tab: yes, judge them", "wordtools 0")
    table.tmux("resize-window", "-x", "40", "-y", "12")
    table.see(*words, "Opponent")
    table.tmux("resize-window", "-x", "18", "-y", "5")
    table.see("too small")
    table.press("Tab")
    table.tmux("resize-window", "-x", "80", "-y", "24")
    table.see("Opponent")
