"""`challenge` and `check`: words as typed, from arguments and standard input."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from tests.cli.screen import on_a_terminal
from tests.conftest import Run


def test_challenge_takes_words_as_they_are_typed(run: Run, pt: Path) -> None:
    nfd = unicodedata.normalize("NFD", "lição")
    for word in ("lição", "LIÇÃO", "LIÇAO", nfd, nfd.upper(), "[L]iÇão"):
        assert run("challenge", "-l", "list", word).stdout == "YES\n", word
    assert run("challenge", "-l", "list", "licao").stdout == "NO\n"


@pytest.mark.parametrize(
    ("word", "ruling"),
    [
        ("llama", "YES"),
        ("[LL]ama", "YES"),
        ("[ll][a][m][a]", "YES"),
        ("[L][L]ama", "NO"),
        ("pe[RR]o", "YES"),
        ("pe[R][R]o", "NO"),
        ("chal", "YES"),
        ("[C][H]al", "NO"),
        ("ano", "NO"),
        ("[L", ""),
        ("[]ama", ""),
        ("[LLA]ma", ""),
        ("ll]ama", ""),
    ],
)
def test_one_tile_or_two(run: Run, es: Path, word: str, ruling: str) -> None:
    done = run("challenge", "-l", "es", word)
    assert done.stdout.strip() == ruling
    assert done.returncode == {"YES": 0, "NO": 1, "": 2}[ruling]


@pytest.mark.slow
def test_rulings_have_colours_on_a_terminal_only(run: Run, pt: Path, tmp_path: Path) -> None:
    def seen(*arguments: str, **wish: str) -> str:
        return on_a_terminal(*arguments, folder=tmp_path, **wish)

    yes, no = ("challenge", "list", "casa"), ("challenge", "list", "casas")
    assert (seen(*yes), seen(*no)) == ("\x1b[32m\x1b[1mYES\x1b[0m\n", "\x1b[31m\x1b[1mNO\x1b[0m\n")
    assert seen(*yes, NO_COLOR="1") == seen(*yes, TERM="dumb") == run(*yes).stdout == "YES\n"
    play = ("play", "scrabble-pt-pt", "8H", "CASA", "-l", "list")
    assert "verdict   \x1b[32m\x1b[1mYES\x1b[0m\n" in seen(*play)
    assert seen(*play, NO_COLOR="1") == run(*play).stdout


def test_a_ruling_tells_one_bit(run: Run, pt: Path) -> None:
    rulings = {
        run("challenge", "-l", "list", *words).stdout
        for words in (["casa", "casas"], ["casas", "casa"], ["gatos"], ["ca", "sa", "gatos"])
    }
    assert rulings == {"NO\n"}


def test_standard_input(run: Run, pt: Path) -> None:
    assert run("challenge", "-l", "list", "-", input="casa\r\nlição\n\n").stdout == "YES\n"
    assert run("challenge", "-l", "list", "gato", "-", input="casas").stdout == "NO\n"
    assert run("challenge", "-l", "list", "-", input="casa \n").returncode == 2
    nothing = run("challenge", "-l", "list", "-", input="\n")
    assert (nothing.returncode, nothing.stderr) == (
        2,
        "wordtools: CANNOT JUDGE: no words were given.\n",
    )
    checked = run("check", "-l", "list", "-", input="casa\ncasas\n")
    assert checked.stdout == "casa\tvalid\tCASA\ncasas\tnot valid\n"


@pytest.mark.parametrize("only", [[], ["--invalid"]])
def test_lines_as_windows_writes_them(run: Run, pt: Path, only: list[str]) -> None:
    """There is a byte order mark first, and a carriage return at the end of each line."""
    done = run("check", "-l", "list", *only, "-", input="\ufeffcasa\r\nlição\r\n")
    assert (done.returncode, "not valid" in done.stdout) == (0, False)
    assert bool(done.stdout) != bool(only)


def test_only_the_invalid(run: Run, pt: Path) -> None:
    """One word per line, in order; blank lines and Windows line ends are ignored."""
    asked = "lição\r\n\nxyz\r\ncasa\nLICAO\n  \nça\n"
    for jobs in ("1", "3"):
        done = run("check", "-l", "list", "--invalid", "--jobs", jobs, "abc", "-", input=asked)
        assert (done.stdout, done.returncode) == ("abc\nxyz\nLICAO\nça\n", 1)
    many = "lição\n" * 400_000
    done = run("check", "-l", "list", "--invalid", "-", input=f"{many}xyz\n{many}abc")
    assert (done.stdout, done.returncode) == ("xyz\nabc\n", 1)
    done = run("check", "-l", "list", "--invalid", "-", input=many)
    assert (done.stdout, done.returncode) == ("", 0)
    assert run("check", "-l", "list", "--invalid", "-", input="\n \n").returncode == 2
    done = run("check", "-l", "list", "--invalid", "--json", "xyz", "casa")
    assert json.loads(done.stdout) == {
        "word": "xyz",
        "valid": False,
        "note": "no Portuguese tile shows y",
    }
    done = run("check", "-l", "list", "--jobs", "2", "casa")
    assert (done.returncode, done.stderr) == (
        2,
        "wordtools: --jobs needs --invalid.\n",
    )


def test_a_file_is_no_word(run: Run, pt: Path, tmp_path: Path) -> None:
    (tmp_path / "my.txt").write_text("casa\n")
    done = run("check", "-l", "list", "my.txt")
    assert done.stdout.endswith("; to check the words in a file, use - < my.txt\n")


def test_nothing_checked_is_nothing_valid(run: Run, pt: Path) -> None:
    """An empty pipe is a mistake, and does not mean "all valid"."""
    assert run("check", "-l", "list", "-", input="").returncode == 2
