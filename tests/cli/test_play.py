"""`wordtools play`, and the judging of plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import wordtools
from tests.cli.screen import leave, on_a_terminal, turn
from tests.conftest import Build, Run
from tests.lexicon.helpers import english_bytes
from wordtools.board.board import Board, BoardError
from wordtools.lexicon.manifest import EditionRule
from wordtools.rules.loading import load_crossword

ADDITIONAL = "\n".join(
    "".join(
        {(3, 3): "D", (10, 3): "A", (11, 3): "L"}.get((row, column), ".") for column in range(15)
    )
    for row in range(15)
)


@pytest.fixture
def english(build: Build) -> Path:
    return build(["cat", "additional", "at", "ta", "an"], "en", name="english")


def test_the_example_of_the_scrabble_document(run: Run, english: Path, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(ADDITIONAL)
    told = ["scrabble-en-us", "A(D)DITiON(AL) D3 74", "-l", str(english)]
    done = run("play", *told, "--board", "board.txt")
    assert done.returncode == 0, done.stderr
    told_of, _, after = done.stdout.partition("\n\n")
    assert after.splitlines()[2:4] == ["...A...........", "...D..........."]
    assert told_of.splitlines() == [
        "play      D3 A(D)DITiON(AL)",
        "words     ADDITIONAL",
        "verdict   YES",
        "score     61 = 11 + 50 bonus",
        "claimed   74, 13 too many",
        f"by        english (english {wordtools.open(english).digest[:12]})",
    ]
    found = json.loads(run("play", *told, "--board", "-", "--json", input=ADDITIONAL).stdout)
    assert (found["ruling"], found["made"]["score"], found["made"]["difference"]) == ("YES", 61, 13)
    assert (found["lexicon"], found["edition"]) == ("english", "english")
    assert found["digest"] == wordtools.open(english).digest


def test_a_play_without_quotes(run: Run, english: Path) -> None:
    done = run("play", "scrabble-en-us", "8G", "CAT", "-l", str(english))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[7 + 6] == "......CAT......"


def test_one_verdict_for_all_words_of_a_play(run: Run, english: Path, tmp_path: Path) -> None:
    """Case 19: words that were already on the board are not judged."""
    rows = ["." * 15] * 7 + ["......XAT......"] + ["." * 15] * 7  # XAT is a phony that stood
    (tmp_path / "board.txt").write_text("\n".join(rows))
    board = ["--board", "board.txt", "-l", str(english)]
    for written, words, verdict in (
        ("9I AN 3", "AN TA", "YES"),
        ("9I AT", "AT TA", "YES"),
        ("9H TAN", "TAN AT TA", "NO"),
        ("8G (XAT)S", "XATS", "NO"),
    ):
        done = run("play", "scrabble-en-us", written, *board)
        assert done.stdout.splitlines()[1:3] == [f"words     {words}", f"verdict   {verdict}"]
        assert done.returncode == (0 if verdict == "YES" else 1)
        assert (", if the play stood\n" in done.stdout) == (verdict == "NO")
    named = run("play", "scrabble-en-us", "9H TAN", *board, "--name", "at", "--name", "ta")
    assert named.returncode == 0
    assert "judged    AT TA" in named.stdout


@pytest.mark.parametrize(
    ("written", "options", "sentence"),
    [
        ("8H KIWI", [], "no Portuguese tile shows K, W"),
        ("8H kASA", [], "no Portuguese tile shows k"),
        ("1A CASA", [], "The first play must cover H8."),
        ("CASA", [], "write a place and a word"),
        ("8H CASA", ["--rack", "CASO"], "The rack has no A"),
        ("8H casa", [], "Lower case means blanks; the play lays 4, but the set has 3 left."),
        ("8H CASA", ["--name", "COSA"], "8H CASA makes CASA, not COSA."),
        (
            "8H CASA",
            ["--name", "CASA", "--name", "CASA"],
            "CASA was named 2 times, but 8H CASA makes it 1 time.",
        ),
        ("8H CASA", ["--rack", "CASACASA"], "A rack holds 7 tiles, not 8."),
        ("8H CASA", ["--rack", "CASAXX"], "The rack has X more than the set has left."),
        ("8H CASA", ["--board", "gone.txt"], "gone.txt: cannot be read: No such file"),
        ("8H CASA", ["--board", "."], ".: cannot be read: Is a directory."),
        ("8H CASA", ["--board", "/dev/zero"], "/dev/zero: more than 262,144 bytes"),
        ("8H CASA", ["--board", "bad.txt"], "bad.txt:2: row 1 has 3 squares"),
        ("8H CASA", ["-l", "english"], "is played with Portuguese tiles"),
    ],
)
def test_what_cannot_be_judged(
    run: Run,
    build: Build,
    tmp_path: Path,
    english: Path,
    written: str,
    options: list[str],
    sentence: str,
) -> None:
    """Includes case 7, in which a blank is played as K, but there is no tile K."""
    lexicon = build(["casa", "caso"], "pt", name="portuguese")
    (tmp_path / "bad.txt").write_text("# a board\nABC\n")
    where = [] if "-l" in options else ["-l", str(lexicon)]
    chosen = [str(english) if option == "english" else option for option in options]
    done = run("play", "scrabble-pt-pt", written, *where, *chosen)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("wordtools: CANNOT JUDGE: ")
    assert sentence in done.stderr


@pytest.fixture
def editions(tmp_path: Path) -> Path:
    """The lexicon "wide", with an edition for the rules, another edition, and a word that is in
    neither.
    """
    rules = {"en-US": EditionRule(["us"]), "en-GB": EditionRule(["gb"])}
    path = tmp_path / "build" / "wide.lexicon"
    path.parent.mkdir()
    path.write_bytes(english_bytes("color/us colour/gb colr", "wide", **rules))
    return path


@pytest.mark.parametrize(
    ("named", "edition", "valid"),
    [
        ("", "en-US", ["COLOR"]),
        ("wide", "en-US", ["COLOR"]),  # a lexicon stands for its edition
        ("build/wide.lexicon", "en-US", ["COLOR"]),
        ("en-GB", "en-GB", ["COLOUR"]),  # another one is used if it is named
        ("build/wide.lexicon:wide", "wide", ["COLOR", "COLOUR", "COLR"]),
    ],
)
def test_whose_words_are_judged(
    run: Run, tmp_path: Path, editions: Path, named: str, edition: str, valid: list[str]
) -> None:
    """The words are those of the ruleset's edition, regardless of the shell's lexicon, unless -l
    names another.
    """
    option = ["-l", named] if named else []
    shell = {"WORDTOOLS_LEXICON": "en-GB"}
    digest = wordtools.open(editions).digest[:12]
    for word in ("COLOR", "COLOUR", "COLR"):
        done = run("play", "scrabble-en-us", f"8H {word}", *option, **shell)
        assert f"verdict   {'YES' if word in valid else 'NO'}\n" in done.stdout
        assert f"by        {edition} (wide {digest})\n" in done.stdout
    found = run("plays", "scrabble-en-us", "--rack", "COLOUR", *option, **shell).stdout
    assert {line.split("\t")[2] for line in found.splitlines()} == set(valid)
    (tmp_path / "a.gcg").write_text(">A: 8H COLOUR +18 18\n>B: - +0 0\n")
    done = run("game", "a.gcg", "--rules", "scrabble-en-us", *option, **shell)
    assert done.stdout.startswith(f"scrabble-en-us, {edition} (wide {digest})\n")
    assert ("YES" in done.stdout) == ("COLOUR" in valid)


def test_categories_that_the_rules_exclude(run: Run, tmp_path: Path, editions: Path) -> None:
    """This holds for a play, for every play of a rack, for a record, and in Lingo."""
    for base, play in (("scrabble-en-us", "8H COLOR"), ("lingo", "cb2,ob3")):
        club = tmp_path / f"{base}.toml"
        head = f'extends = "{base}"\nwords.edition = "en-US"\nwords.excludes = '
        club.write_text(f'{head}["us"]\n')
        assert run("play", club, play).returncode == 1
        club.write_text(f'{head}["uk"]\n')
        done = run("play", club, play)
        assert done.returncode == 2
        assert "words.excludes: wide has no category 'uk'; choose from gb, us; " in done.stderr
    rules = tmp_path / "scrabble-en-us.toml"
    assert run("plays", rules, "--rack", "COLOR").returncode == 2
    (tmp_path / "a.gcg").write_text(">A: 8H COLOR +18 18\n>B: - +0 0\n")
    assert run("game", "a.gcg", "--rules", rules).returncode == 2
    rules.write_text(rules.read_text().replace("uk", "us"))
    assert run("plays", rules, "--rack", "COLOR").returncode == 1
    assert "NO  " in run("game", "a.gcg", "--rules", rules).stdout
    assert run("plays", rules, "--rack", "COLOR", "-l", "en-US").returncode == 1
    assert run("plays", rules, "--rack", "COLOUR", "-l", "en-GB").returncode == 0


def test_tiles_whose_colour_shows_their_value(run: Run, build: Build) -> None:
    told = ["play", "literki", "8G ŹRÓDŁa", "-l", str(build(["źródła"], "pl", name="polish"))]
    shown = on_a_terminal(*told)
    for tile, ground in zip("ŹRÓDŁa", (41, 43, 45, 42, 46, 47), strict=True):  # 5 1 4 2 3 0
        assert f"\x1b[{ground}m {tile} \x1b[0m" in shown
    assert "......ŹRÓDŁa.....\n" in run(*told).stdout  # a board that can be read again


LINGO = """
      a   b   c   d   e

   1                     1
        +---+---+
   2    | z   s |        2
        +       +---+
   3    |     t   g |    3
        +---+   +---+
   4    | b   w |        4
        +---+---+
   5                     5

      a   b   c   d   e
"""


def test_a_move_of_lingo(run: Run, build: Build, tmp_path: Path) -> None:
    """Case 28, on the command line."""
    lexicon = build(["it", "biz"], "en", name="english")
    (tmp_path / "board.txt").write_text(LINGO)
    where = ["--board", "board.txt", "-l", str(lexicon)]
    done = run("play", "lingo", "ib3", *where)
    assert (done.returncode, done.stderr) == (0, "")
    told = "The move made the words IT and BIZ for a total of (2 + 28) x 2 = 60 pts."
    assert done.stdout.splitlines()[0] == told
    assert done.stdout.splitlines()[1].startswith("# by english (english ")
    found = json.loads(run("play", "lingo:no-twos", "ib3", *where, "--json").stdout)
    assert (found["ruling"], found["made"]["points"], found["edition"]) == ("YES", 28, "english")
    assert run("play", "lingo", "eb1", *where).returncode == 1
    taken = run("play", "lingo", "zb2", *where)
    assert (taken.returncode, taken.stdout) == (2, "")
    assert "CANNOT JUDGE" in taken.stderr
    assert run("play", "lingo:full", "tc3", *where).returncode == 2
    assert run("play", "lingo:repeat,full", "tc3", *where).returncode == 1


def test_moves_of_lingo_follow_one_another(run: Run, build: Build) -> None:
    """The output of one move is the board for the next."""
    lexicon = build(["at", "tag"], "en", name="english")
    said = ""
    for number, move in enumerate(["tb2,ac2", "gd2"]):
        board = ["--board", "-"] if number else []
        said = run("play", "lingo", move, *board, "-l", str(lexicon), input=said).stdout
    assert said.startswith("The move made the word TAG for a total of 8 pts.\n")


def test_from_right_to_left(run: Run, build: Build, tmp_path: Path) -> None:
    """Files and pipes have rows in reading order. On a terminal, whether or not it reverses words,
    column A is on the right, and each tile stays on its square."""
    hebrew = build(["ספרים", "אם"], "he", name="hebrew")
    rows = ["." * 15] * 7 + [".....ספר......."] + ["." * 15] * 7
    (tmp_path / "board.txt").write_text("\n".join(rows))
    told = ["play", "scrabble-he", "8F (ספר)?ים", "-l", str(hebrew), "--board", "board.txt"]
    piped = run(*told).stdout
    assert piped.startswith("play      8F (ספר)?ימ\nwords     ספרימ\n")
    after = piped.partition("\n\n")[2]
    assert after.splitlines()[7] == ".....ספר?ימ....."
    seen = on_a_terminal(*told, folder=tmp_path)
    for shown in (turn(seen), leave(seen)):
        heading, *drawn = shown.partition("\n\n")[2].splitlines()
        assert heading.split() == list("ONMLKJIHGFEDCBA")
        assert drawn[7].replace("?", "").split() == [*".....מירפס.....", "8"]
        squares = {tile: heading[at - 1 : at + 2].strip() for at, tile in enumerate(drawn[7])}
        assert [squares[tile] for tile in "ספרימ"] == list("FGHIJ")
    assert turn(seen).startswith("play      8F מי?(רפס)\nwords     מירפס\n")
    with pytest.raises(BoardError, match="board:1: "):  # a drawing for people is not a board
        Board.read(leave(seen).partition("\n\n")[2], load_crossword("scrabble-he"))
    made = json.loads(on_a_terminal(*told, "--json", folder=tmp_path))
    assert made["made"]["play"] == "8F (ספר)?ימ"  # JSON is for programs, even on a terminal
