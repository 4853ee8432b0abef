"""`play --svg` and `game --svg`: the drawings, the files in which they are saved, and files that
these commands must not replace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_game import PT, write
from tests.conftest import Build, Run
from tests.pictures.painted import read_picture

WORDS = ["lição", "rato", "aço", "aio"]
GAME = ("game", "a.gcg", "-l", "mine", "--rules", "scrabble-pt-pt")
PLAY = ("play", "scrabble-pt-pt", "8D", "LIÇÃO", "-l", "mine")


@pytest.fixture(autouse=True)
def pt(build: Build, tmp_path: Path) -> Path:
    write(tmp_path, PT)
    return build(WORDS, "pt", name="mine")


def test_a_play(run: Run, tmp_path: Path) -> None:
    plain = run(*PLAY)
    done = run(*PLAY, "--svg", "a.svg", PYTHONHASHSEED="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, plain.stdout, "")
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    picture = read_picture(drawn)
    assert picture.cells == ["D8", "E8", "F8", "G8", "H8"]
    assert "8D LIÇAO" in picture.description
    assert "YES" in picture.description
    run(*PLAY, "--svg", "folder/b.svg", "--json", PYTHONHASHSEED="2")
    assert (tmp_path / "folder" / "b.svg").read_text("utf-8") == drawn
    run(*PLAY, "--svg", "a.svg", "--theme", "dark")
    assert (tmp_path / "a.svg").read_text("utf-8") != drawn


def test_an_unacceptable_play_is_drawn_with_its_mark(run: Run, tmp_path: Path) -> None:
    done = run("play", "scrabble-pt-pt", "8E TARO", "-l", "mine", "--svg", "no.svg")
    assert (done.returncode, done.stderr) == (1, "")
    picture = read_picture((tmp_path / "no.svg").read_text("utf-8"))
    assert len(picture.cells) == 4
    assert "NO" in [text.text.split()[-1] for text in picture.texts]
    assert [each.tag for each in picture.painted if not each.cell].count("circle") == 1


def test_what_cannot_be_judged_is_not_drawn(run: Run, tmp_path: Path) -> None:
    done = run("play", "scrabble-pt-pt", "1A TARO", "-l", "mine", "--svg", "no.svg")
    assert done.returncode == 2
    assert not (tmp_path / "no.svg").exists()


def test_lingo(run: Run, build: Build, tmp_path: Path) -> None:
    build(["ha"], "en", name="few")
    for rules, move in (("lingo", "hb2,ac2"), ("lingo:hex", "hb4,ac5")):
        done = run("play", rules, move, "-l", "few", "--svg", "lingo.svg")
        assert done.returncode == 0, done.stderr
        picture = read_picture((tmp_path / "lingo.svg").read_text("utf-8"))
        assert picture.cells == [move[1:3], move[-2:]]


def test_a_game(run: Run, tmp_path: Path) -> None:
    plain = run(*GAME)
    done = run(*GAME, "--svg", "out")
    assert (done.returncode, done.stdout, done.stderr) == (0, plain.stdout, plain.stderr)
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["turn-01.svg", "turn-02.svg", "turn-03.svg"]
    before = (tmp_path / "out" / "turn-01.svg").read_bytes()
    assert run(*GAME, "--svg", "out", "--theme", "print").returncode == 0
    assert (tmp_path / "out" / "turn-01.svg").read_bytes() != before


def test_a_shorter_game_leaves_no_turn_of_a_longer_one(run: Run, tmp_path: Path) -> None:
    run(*GAME, "--svg", "out")
    notes = tmp_path / "out" / "notes.txt"
    notes.write_text("mine")
    other = tmp_path / "out" / "turn-of-mine.svg"
    other.write_text("<svg/>")
    write(tmp_path, "".join(PT.splitlines(keepends=True)[:3]))
    run(*GAME, "--svg", "out")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["notes.txt", "turn-01.svg", "turn-of-mine.svg"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((*PLAY, "--svg", "a.png"), "a.png: pictures are SVG files; name it FILE.svg."),
        (
            (*PLAY, "--svg", "mine.svg"),
            "mine.svg already exists, and is not a wordtools picture; choose another name, or "
            "delete the file.",
        ),
        ((*PLAY, "--svg", "a.svg", "--theme", "drak"), "no theme 'drak'; did you mean 'dark'?"),
        ((*GAME, "--svg", "a.gcg"), "a.gcg is a file; name a folder."),
        ((*GAME, "--svg", "kept"), "kept/turn-02.svg already exists, and is not a"),
        ((*GAME, "--svg", "new", "--theme", ""), "there is no theme ''"),
    ],
)
def test_what_is_refused(run: Run, tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    (tmp_path / "mine.svg").write_text("<svg/>")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "turn-02.svg").write_text("<svg/>")
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert told in done.stderr
    assert (tmp_path / "mine.svg").read_text() == "<svg/>"
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["turn-02.svg"]
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "a.svg").exists()
