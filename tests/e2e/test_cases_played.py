"""Cases 7, 15, 16 and 19 to 30 of the games' facts, on the command line: plays and records."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Run

Build = Callable[..., Path]


class Judging:
    """Runs `wordtools game` with a lexicon, on records with one move per line."""

    def __init__(self, run: Run, folder: Path, lexicon: Path) -> None:
        self._run, self._folder, self._lexicon = run, folder, lexicon

    def __call__(self, rules: str, *lines: str) -> list[str]:
        """The command's objections to a record."""
        (self._folder / "game.gcg").write_text("\n".join(lines) + "\n", "utf-8")
        asked = ["game", "game.gcg", "-l", str(self._lexicon), "--rules", rules, "--json"]
        done = self._run(*asked)
        assert done.returncode in (0, 1), done.stderr
        against = [each["sentence"] for each in json.loads(done.stdout)["disagreements"]]
        assert done.returncode == (1 if against else 0)
        return against


@pytest.fixture
def english(run: Run, tmp_path: Path, build: Build) -> Judging:
    return Judging(run, tmp_path, build(["cat", "at", "dog", "endogenous"], "en"))


@pytest.fixture
def polish(run: Run, tmp_path: Path, build: Build) -> Judging:
    return Judging(run, tmp_path, build(["ko", "kot"], "pl"))


@pytest.fixture
def spanish(run: Run, tmp_path: Path, build: Build) -> Judging:
    return Judging(run, tmp_path, build(["mar"], "es"))


def test_7_a_blank_is_no_k(run: Run, build: Build) -> None:
    done = run("play", "scrabble-pt-pt", "8H kIVI", "-l", build(["livro"], "pt"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "no Portuguese tile shows k" in done.stderr


@pytest.mark.parametrize(
    ("name", "total"),
    [("scrabble-pt-pt", 120), ("scrabble-pt-pt:two-blanks", 119), ("scrabble-pt-pt:settings", 119)],
)
def test_15_the_portuguese_bag(run: Run, name: str, total: int) -> None:
    told = json.loads(run("rules", name, "--json").stdout)
    assert sum(count for count, _ in told["tiles"].values()) == total
    (why,) = [entry for entry in told["contested"] if entry["about"] == "blanks"]
    assert "120" in why["sources"] and "119" in why["sources"] and why["because"]


def test_16_dog_grows_at_both_ends(run: Run, build: Build, tmp_path: Path) -> None:
    rows = ["." * 15] * 7 + ["......DOG......"] + ["." * 15] * 7
    (tmp_path / "board.txt").write_text("\n".join(rows))
    lexicon = build(["dog", "endogenous"], "en")
    asked = ["scrabble-en-us", "8E EN(DOG)ENOUS", "--board", "board.txt", "-l", str(lexicon)]
    found = json.loads(run("play", *asked, "--json").stdout)
    assert (found["ruling"], found["made"]["words"]) == ("YES", ["ENDOGENOUS"])
    assert found["made"]["bonus"] == 50


def test_19_nothing_tells_which_word(run: Run, build: Build, tmp_path: Path) -> None:
    """There are one play and two lexicons, from each of which a different word of the play is
    missing."""
    rows = ["." * 15] * 7 + [".......AT......"] + ["." * 15] * 7
    (tmp_path / "board.txt").write_text("\n".join(rows))
    said = []
    for number, words in enumerate((["so", "as"], ["so", "to"], ["as", "to"])):
        lexicon = build(words, "en", name=f"list{number}")
        asked = ["play", "scrabble-en-us", "9H SO", "--board", "board.txt", "-l", str(lexicon)]
        done = run(*asked)
        assert done.returncode == 1
        told, _, by = done.stdout.partition("by ")
        assert lexicon.stem in by
        said.append((told, done.stderr))
    assert len(set(said)) == 1
    assert "NO" in said[0][0]


CAT = ("#player1 a Ana", "#player2 b Bia", ">a: CAT 8H CAT +10 10")


def test_20_a_wrong_double_challenge_costs_a_turn(english: Judging) -> None:
    assert english("scrabble-en-us", *CAT, ">a: (challenge) +0 10", ">a: - +0 10") == []
    served = english("scrabble-en-us", *CAT, ">a: (challenge) +0 10", ">b: - +0 0")
    assert served == ["It is Ana's turn, not Bia's."]


def test_21_a_wrong_single_challenge_costs_nothing(english: Judging) -> None:
    assert english("scrabble-en-gb", *CAT, ">a: (challenge) +0 10", ">b: - +0 0") == []


def test_22_five_points(english: Judging) -> None:
    assert english("scrabble-en-world", *CAT, ">a: (challenge) +5 15", ">b: - +0 0") == []
    ten = english("scrabble-en-world", *CAT, ">a: (challenge) +10 20", ">b: - +0 0")
    assert ten == ["Ana's (challenge) is +5, not +10."]


def test_23_a_phony_is_refused_and_the_player_tries_again(spanish: Judging) -> None:
    tried = (">a: MARX 8H RAM +10 10", ">a: -- -10 0")
    assert spanish("scrabblear", *tried, ">a: 8H MAR +10 10", ">b: - +0 0") == []
    assert spanish("scrabblear", *tried, ">b: - +0 0") == ["It is a's turn, not b's."]


def test_24_the_portuguese_settings(run: Run, tmp_path: Path, build: Build) -> None:
    judged = Judging(run, tmp_path, build(["lição"], "pt"))
    played = ("#player1 a Ana", "#player2 b Bia", ">a: LIÇAOSS 8H LIÇAO +18 18")
    assert judged("scrabble-pt-pt", *played, ">b: (challenge) -10 -10", ">b: - +0 -10") == []
    window = json.loads(run("rules", "scrabble-pt-pt", "--json").stdout)["challenge_rule"]["window"]
    assert window == 20


def test_25_a_phony_stands_when_all_accept(polish: Judging) -> None:
    phony = ("#player1 a Ana", "#player2 b Bia", ">a: TOKOKOK 8I TOK +5 5")
    assert polish("literki", *phony, ">b: - +0 0") == []
    assert polish("literki", *phony, ">a: -- -5 0", ">b: - +0 0") == []


def test_26_literki_exchanges(polish: Judging, tmp_path: Path) -> None:
    three = [">a: -2 +0 0", ">b: - +0 0"] * 3
    assert polish("literki", *three) == []
    assert polish("literki", *three, ">a: -2 +0 0") == [
        "a has exchanged 3 times and may not do so again."
    ]
    small = (
        'extends = "literki"\ntitle = "20"\nplayers = [2, 2]\nwithout = ["tiles", "tile_colours"]\n'
    )
    (tmp_path / "small.toml").write_text(small + "tiles.A = [20, 1]\n")
    assert polish("small.toml", ">a: -2 +0 0", ">b: - +0 0") == [
        "The bag holds 6; an exchange needs at least 7."
    ]


@pytest.fixture
def last(tmp_path: Path) -> str:
    """Literki with the last six tiles: three players hold two each."""
    text = """
        extends = "literki"
        title = "the last tiles"
        rack = 2
        players = [3, 3]
        without = ["tiles", "tile_colours", "bonus"]
        [tiles]
        K = [1, 2]
        O = [1, 1]
        L = [1, 2]
        D = [2, 2]
        "Ż" = [1, 4]
        """
    (tmp_path / "last.toml").write_text(text, "utf-8")
    return "last.toml"


def test_27_literki_at_the_end(polish: Judging, last: str) -> None:
    players = ("#player1 a A", "#player2 b B", "#player3 c C", "#rack2 LD", "#rack3 ŻD")
    left = (">b: LD (LD) -4 -4", ">c: ŻD (ŻD) -6 -6")
    out = (">a: KO 8I KO +3 3", ">a: (LDŻD) +10 13")
    assert polish(last, *players, *out, *left) == []
    passed = [f">{nick}: - +0 0" for nick in "abc"] * 2
    assert polish(last, *players, *passed, ">a: KO (KO) -3 -3", *left) == []
    assert polish(last, *players, *passed, ">a: (LDŻD) +10 10", *left) == [
        "A's (LDŻD) is +0, not +10.",
        "No line records A's -3 for leftover tiles.",
    ]


LINGO = ["it", "ti", "biz", "hay"]


def test_28_lingo(run: Run, build: Build) -> None:
    lexicon = build([*LINGO, "doc", "dig", "dye"], "en")
    for rules, board, move, points in (
        ("lingo", "c3: t\nd3: g\nb2: z\nb4: b\n", "ib3", 60),
        ("lingo:no-twos", "c3: t\nd3: g\nb2: z\nb4: b\n", "ib3", 28),
        ("lingo", "b2: h\nc2: a\n", "yd2", 18),
        ("lingo:hex", "d6: o\nb6: f\nd4: i\ne3: g\nc7: y\nc9: e\n", "dc5,ce7", 108),
    ):
        done = run("play", rules, move, "--board", "-", "-l", lexicon, "--json", input=board)
        assert json.loads(done.stdout)["made"]["points"] == points
        assert done.returncode == 0


def test_29_lingo_e_on_e(run: Run, build: Build) -> None:
    lexicon = build(LINGO, "en")
    asked = ["ec2", "--board", "-", "-l", str(lexicon)]
    once = run("play", "lingo", *asked, input="b2: h\nc2: e\n")
    assert (once.returncode, once.stdout) == (2, "")
    assert "a tile may not cover the same letter" in once.stderr
    assert run("play", "lingo:repeat", *asked, input="b2: h\nc2: e\n").returncode == 1


def test_30_scrabblear_exchanges(spanish: Judging, tmp_path: Path) -> None:
    def with_points(points: int) -> list[str]:
        row = 8 if points == 10 else 7
        five = [f">a: -1 +0 {points}", ">b: - +0 0"] * 5
        return [f">a: MAR {row}H MAR +{points} {points}", ">b: - +0 0", *five]

    assert spanish("scrabblear", *with_points(10), ">a: -1 -2 8") == []
    poor = 'extends = "scrabblear"\ntitle = "poor"\n'
    (tmp_path / "poor.toml").write_text(
        f"{poor}tiles.M = [2, 1]\ntiles.A = [12, 0]\ntiles.R = [5, 0]"
    )
    assert spanish("poor.toml", *with_points(1), ">a: -1 -1 0") == []
