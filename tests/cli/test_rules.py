"""`wordtools rules`: output for people and for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.screen import on_a_terminal
from tests.conftest import Run
from tests.service.tables import write_lexicon
from wordtools.rules.loading import list_rulesets, load_ruleset

WIDEST = 80
"""For values that the terminal does not show."""


def test_the_list(run: Run) -> None:
    done = run("rules")
    heading, *rows = done.stdout.splitlines()
    assert heading.split() == ["name", "tiles", "board", "challenge", "title"]
    assert [row.split()[0] for row in rows if not row.startswith(" ")] == list_rulesets()
    assert all(len(row) <= WIDEST for row in rows)
    at = heading.index("title")
    assert all(row[at - 2 : at] == "  " and row[at] != " " for row in rows)
    literki = next(row for row in rows if row.startswith("literki"))
    assert literki.split() == ["literki", "115", "17x15", "timed", "Literki"]
    assert all(
        load_ruleset(name).title in " ".join(done.stdout.split()) for name in list_rulesets()
    )
    narrow = on_a_terminal("rules", COLUMNS="72").splitlines()
    assert max(map(len, narrow)) <= 72


def test_the_list_for_programs(run: Run) -> None:
    rows = json.loads(run("rules", "--json").stdout)
    assert {row["name"]: row["tiles"] for row in rows} == {
        name: sum(load_ruleset(name).counts) for name in list_rulesets()
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", [*list_rulesets(), "scrabblear:hard", "lingo:hex,no-twos,full"])
def test_one_is_told_in_lines_that_fit(run: Run, name: str) -> None:
    done = run("rules", name)
    assert done.returncode == 0, done.stderr
    ruleset = load_ruleset(name)
    assert done.stdout.splitlines()[0] == ruleset.title
    assert all(len(line) <= WIDEST for line in done.stdout.splitlines())
    assert "\x1b" not in done.stdout
    told = " ".join(done.stdout.split())
    for entry in ruleset.contested:
        for said in (entry.about, entry.sources, entry.here, entry.because):
            assert " ".join(said.split()) in told
    for variant, title in ruleset.variants.items():
        assert f"{variant} {title}" in told
        usual = (name.startswith("scrabblear") and variant == "easy") or variant == "per-play"
        assert (f"{variant} {title} (if you name none)" in told) == usual


def test_portuguese_is_told_whole(run: Run) -> None:
    told = " ".join(run("rules", "scrabble-pt-pt").stdout.split())
    for said in (
        "8 TW · · DL · · · * · · · DL · · TW",
        "* H8, which the first play covers (double word)",
        "120 tiles; the number of each, by value: 0 blank 3 1 A 14 E 11 I 10",
        "2 to 4 players with 7 tiles each.",
        "The words of pt-PT with at least 2 tiles. Words listed only as brazilian are left out.",
        "Placing 7 tiles in one play earns 50 points.",
        "Any opponent may challenge a play within 20 seconds and before the next one is made. "
        "An invalid play is withdrawn, and the player loses the turn. The whole play is judged. "
        "A wrong challenge costs the challenger 10 points.",
        "Tiles may be exchanged while the bag holds at least 7 tiles.",
        "50 minutes, divided among the players. Each minute of overtime, or part of one, "
        "costs 10 points; a player who exceeds 10 minutes of it loses the game with a score of "
        "zero.",
        "The game ends when the bag is empty and a player has no tiles left. It also ends when all "
        "players pass in 2 consecutive rounds or when the bag is empty and nobody can form a word. "
        "The player who goes out gains the value of the others' tiles.",
        "two-blanks 2 blanks, 119 tiles",
    ):
        assert said in told


@pytest.mark.parametrize(
    ("wish", "environment"), [(["--lang", "pl"], {}), ([], {"LC_ALL": "pl_PL.UTF-8"})]
)
def test_one_in_another_language(run: Run, wish: list[str], environment: dict[str, str]) -> None:
    """Everything is translated except the contested points, which say that they are in English."""
    told = " ".join(run("rules", "literki", *wish, **environment).stdout.split())
    for said in (
        "1 3S · · 2L",
        "* I8, początek",
        "4S→ słowo ×4, jeśli zaczyna się lub kończy tutaj, poziomo",
        "płytki 115: 0 blank 2 1 A 9",
        "zegar Nie ma.",
    ):
        assert said in told
    contested = load_ruleset("literki").contested
    assert f"kwestie sporne (tylko po angielsku) {contested[0].about}" in told
    assert all(" ".join(entry.because.split()) in told for entry in contested)
    listed = run("rules", *wish, **environment).stdout.splitlines()
    assert listed[0].split() == ["nazwa", "płytki", "plansza", "sprawdzanie", "gra"]
    assert any(line.endswith("  Scrabble: arabski") for line in listed)


def test_a_board_that_is_read_from_the_right(run: Run) -> None:
    told = run("rules", "scrabble-he").stdout.splitlines()
    other = run("rules", "scrabble-en-us").stdout.splitlines()
    top = next(at for at, line in enumerate(told) if line.startswith("    O"))
    left = next(at for at, line in enumerate(other) if line.startswith("    A"))
    for mirrored, row in zip(told[top:][:16], other[left:][:16], strict=True):
        assert mirrored.split() == row.split()[::-1]


def test_one_for_programs(run: Run) -> None:
    told = json.loads(run("rules", "scrabble-pt-br:settings", "--json").stdout)
    assert (told["name"], told["game"]) == ("scrabble-pt-br:settings", "crossword")
    assert told["tiles"]["?"] == [2, 0]
    assert told["exchange"]["bag"] == 7
    assert told["challenge_rule"]["costs"] == [{"turns": 0, "points": 10, "game": False}]
    assert set(told["variants"]) == {"two-blanks", "settings"}
    assert told["digest"] == load_ruleset("scrabble-pt-br:settings").digest
    assert f"digest {told['digest'][:12]}" in run("rules", "scrabble-pt-br:settings").stdout
    lingo = json.loads(run("rules", "lingo:hex", "--json").stdout)
    assert (lingo["game"], lingo["grid"]) == ("stacking", "hex")


def test_a_terminal_shows_colours() -> None:
    shown = on_a_terminal("rules", "literki")
    assert "\x1b[37m\x1b[41m TW\x1b[0m" in shown
    assert "\x1b[30m\x1b[42mWYM\x1b[0m" in shown
    assert "<U+001B>" not in shown
    assert "\x1b[37m\x1b[41m 5\x1b[0m   Ć 1" in shown  # colours of tiles show their values
    told = " ".join(shown.split())
    assert "white for 0, yellow for 1, green for 2, cyan for 3, magenta for 4 and red for 5" in told
    hasbro = on_a_terminal("rules", "scrabble-en-us:colours-2008")
    assert "\x1b[30m\x1b[48;5;208mTW\x1b[0m" in hasbro


@pytest.mark.parametrize("wish", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_for_who_wants_none(run: Run, wish: dict[str, str]) -> None:
    piped = run("rules", "literki", COLUMNS="100").stdout
    assert on_a_terminal("rules", "literki", **wish) == piped


def test_a_narrow_terminal_is_filled() -> None:
    lines = on_a_terminal("rules", "lingo", COLUMNS="60", NO_COLOR="1").splitlines()
    assert max(map(len, lines)) <= 60


def test_a_file_of_ones_own(run: Run, tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('extends = "scrabble-pt-pt"\ntitle = "Club"\nrack = 8\n')
    assert "with 8 tiles each" in run("rules", "club.toml").stdout
    club.write_text('extends = "scrabble-pt-pt"\n[variants.big]\nrack = 99\n')
    done = run("rules", "club.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "wordtools: club.toml: rack: expected a whole number <= 15.\n"


def test_an_unknown_ruleset(run: Run) -> None:
    done = run("rules", "chess")
    assert done.returncode == 2
    assert done.stderr.startswith(
        "wordtools: 'chess' is neither a built-in ruleset nor a .toml file; "
        "`wordtools rules` lists all.\n"
    )


@pytest.mark.parametrize(
    ("locale", "installed", "first"),
    [
        ("pt_BR.UTF-8", "", ["pt-br", "pt-pt", "en-gb", "en-us", "en-world"]),
        ("pt_PT.UTF-8", "es", ["pt-pt", "pt-br", "es", "en-gb", "en-us"]),
        ("fi_FI", "", ["fi", "en-gb", "en-us", "en-world", "es"]),
        ("C", "pl", ["pl", "en-gb", "en-us", "en-world", "es"]),
        ("C", "", ["en-gb", "en-us", "en-world", "es", "fr"]),
    ],
)
def test_an_ambiguous_name_is_told_the_likeliest(
    run: Run, tmp_path: Path, locale: str, installed: str, first: list[str]
) -> None:
    """Those for the country and in the language of the locale, those whose edition is installed,
    and those in the languages with the most speakers."""
    if installed:
        write_lexicon(tmp_path, f"scrabble-{installed}")
    done = run("rules", "scrabble", LC_ALL=locale, WORDTOOLS_LEXICONS=str(tmp_path))
    assert re.findall(r"'scrabble-([a-z-]+)'", done.stderr) == first
