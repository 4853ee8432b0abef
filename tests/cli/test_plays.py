"""`wordtools plays`: the plays of a rack, as a director requests them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Build, Run

RULES = "scrabble-en-us"
BOARD = "\n".join(["." * 15] * 7 + [".......COt....."] + ["." * 15] * 7)


@pytest.fixture
def lexicon(build: Build) -> Path:
    return build(["cot", "cots", "as", "at"], "en")


def test_the_best_comes_first(run: Run, lexicon: Path, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(f"# round 3\n{BOARD}\n")
    done = run("plays", RULES, "--rack", "as", "-l", lexicon, "--board", "board.txt")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "7\tK7 AS\tAS COTS",
        "5\t8H (COt)S\tCOTS",
        "3\t7J AS\tAS AT",
        "1\tJ7 A(t)\tAT",
    ]
    best = run("plays", RULES, "--rack", "as", "-l", lexicon, "--board", "board.txt",
               "--limit", "1", "--json")  # fmt: skip
    assert [json.loads(line) for line in best.stdout.splitlines()] == [
        {"score": 7, "play": "K7 AS", "words": ["AS", "COTS"]}
    ]


def test_without_a_board_it_is_the_first_play(run: Run, lexicon: Path) -> None:
    done = run("plays", RULES, "--rack", "?s", "-l", lexicon, "--limit", "1")
    assert (done.returncode, done.stdout) == (0, "2\t8G aS\tAS\n")


def test_the_first_play_is_written_across(run: Run, lexicon: Path, tmp_path: Path) -> None:
    """Down, the play is the same, unless the board is asymmetrical."""
    every = run("plays", RULES, "--rack", "cots", "-l", lexicon).stdout.splitlines()
    places = [line.split("\t")[1].split()[0] for line in every]
    assert sorted(set(places)) == ["8E", "8F", "8G", "8H"]
    assert len(set(every)) == len(every) == 7
    for limit in range(1, 9):
        best = run("plays", RULES, "--rack", "cots", "-l", lexicon, "--limit", f"{limit}")
        scores = [line.split("\t")[0] for line in best.stdout.splitlines()]
        assert scores == [line.split("\t")[0] for line in every[:limit]]
    (tmp_path / "mine.toml").write_text('extends = "scrabble-en-us"\n[board]\nstart = "H9"\n')
    off = run("plays", "mine.toml", "--rack", "cot", "-l", lexicon).stdout
    assert "H9 COT" in off and "9H COT" in off


def test_the_board_comes_from_standard_input_too(run: Run, lexicon: Path) -> None:
    done = run("plays", RULES, "--rack", "a", "-l", lexicon, "--board", "-", input=BOARD)
    assert (done.returncode, done.stdout) == (0, "1\tJ7 A(t)\tAT\n")


def test_lingo_has_none(run: Run, lexicon: Path) -> None:
    done = run("plays", "lingo", "--rack", "as", "-l", lexicon)
    assert (done.returncode, done.stderr) == (
        2,
        "wordtools: lingo is not a crossword game; `wordtools rules` lists all games.\n",
    )


def test_no_play_is_an_answer(run: Run, lexicon: Path) -> None:
    done = run("plays", RULES, "--rack", "vv", "-l", lexicon)
    said = "wordtools: there is no legal play.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


@pytest.mark.parametrize(
    ("rack", "board", "sentence"),
    [
        ("a9", BOARD, "--rack 'a9': no English tile shows 9."),
        ("asasasasa", BOARD, "A rack holds 7 tiles, not 9."),
        ("???", BOARD, "The rack has ?? more than the set has left."),
        ("zzz", BOARD, "The rack has ZZ more than the set has left."),
        ("as", "...", "board.txt:1: row 1 has 3 squares; the board needs 15 rows of 15."),
        ("as", b"\xff", "board.txt:1: not UTF-8; save the board as UTF-8."),
        ("as", None, "board.txt: cannot be read: No such file or directory."),
    ],
)
def test_what_cannot_be_told(
    rack: str, board: str | bytes | None, sentence: str, run: Run, lexicon: Path, tmp_path: Path
) -> None:
    if board is not None:
        data = board if isinstance(board, bytes) else board.encode()
        (tmp_path / "board.txt").write_bytes(data)
    done = run("plays", RULES, "--rack", rack, "-l", lexicon, "--board", "board.txt")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"wordtools: {sentence}\n")


def test_turns_by_their_value(run: Run, lexicon: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("S,20\nCT,-3.5\n")
    done = run("plays", RULES, "--rack", "cots", "-l", lexicon, "--by", "value",
               "--leaves", "mine.csv", "--limit", "2")  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["30.00\t10\t8G COT\tCOT", "29.30\t10\t8F COT\tCOT"]
    assert done.stderr == ""
    best = run("plays", RULES, "--rack", "vs", "-l", lexicon, "--by", "value",
               "--leaves", "mine.csv", "--limit", "1", "--json")  # fmt: skip
    assert json.loads(best.stdout) == {"value": 20.0, "score": 0, "turn": "-V", "words": []}


def test_without_leaves_it_says_so(run: Run, lexicon: Path) -> None:
    done = run("plays", RULES, "--rack", "cots", "-l", lexicon, "--by", "value", "--limit", "1")
    assert done.stderr == (
        "wordtools: there is no table of leaves, so kept tiles have no value; "
        "learn one with `wordtools leaves scrabble-en-us`.\n"
    )
    assert done.stdout.split("\t")[2].endswith("COTS")


def test_leaves_are_for_values(run: Run, lexicon: Path) -> None:
    done = run("plays", RULES, "--rack", "cots", "-l", lexicon, "--leaves", "x.klv2")
    assert (done.returncode, done.stderr) == (2, "wordtools: --leaves needs --by value.\n")
