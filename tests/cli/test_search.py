"""`wordtools search`."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Build, Run

WORDS = ["care", "cares", "carer", "scare", "scared", "race", "acre", "ear", "arc", "a"]


@pytest.fixture
def english(build: Build) -> str:
    return str(build(WORDS, "en", "--raw", name="english"))


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["anagram", "care"], "ACRE CARE RACE"),
        (["anagram", "care?"], "CARER CARES SCARE"),
        (["anagram", "zzzz"], ""),
        (["subanagram", "care", "--length", "3"], "ARC EAR"),
        (["subanagram", "care", "--limit", "2"], "ACRE ARC"),
        (["pattern", "?[^C]?E*"], "CARE CARER CARES RACE"),
        (["pattern", "?[^C]?E*", "--length", "4..4", "--limit", "1"], "CARE"),
        (["pattern", "*Z*"], ""),
        (["extensions", "care"], "CARER CARES SCARE SCARED"),
        (["extensions", "care", "--front"], "SCARE"),
        (["extensions", "care", "--back"], "CARER CARES"),
        (["extensions", "care", "--front", "--back", "--length", "6"], "SCARED"),
        (["extensions", "race"], ""),
        (["prefix", "care"], "CARE CARER CARES"),
        (["prefix", "care", "--length", "5", "--limit", "1"], "CARER"),
        (["prefix", "z"], ""),
        (["suffix", "?re"], "ACRE CARE SCARE"),
        (["containing", "a?e", "--length", "5-5"], "CARER CARES SCARE"),
        (["including", "s?rec"], "CARES SCARE SCARED"),
        (["including", "rr"], "CARER"),
        (["subanagram", "cares?", "including", "d"], "SCARED"),
        (["extensions", "care", "suffix", "r", "--back"], "CARER"),
        (["suffix", "re", "--starts", "sc"], "SCARE"),
        (["--starts", "a", "--order", "length"], "ACRE ARC"),
        (["--order", "length", "--limit", "2"], "SCARED CARER"),
        (["--length", "1..3", "--order", "score", "--rules", "scrabble-en-gb"], "ARC EAR"),
        (
            ["--length", "3..4", "--order", "probability", "--rules", "scrabble-en-gb"],
            "EAR ARC ACRE CARE RACE",
        ),
    ],
)
def test_words(run: Run, english: str, arguments: list[str], printed: str) -> None:
    done = run("search", "-l", english, *arguments)
    assert done.stdout.split() == printed.split()
    assert done.returncode == (0 if printed else 1)
    told = run("search", "-l", english, *arguments, "--json")
    assert json.loads(told.stdout) == {"words": printed.split()}
    assert told.returncode == done.returncode


@pytest.mark.parametrize(
    ("arguments", "printed", "hooks"),
    [
        (["care"], "front  S\nback   R S\n", {"front": ["S"], "back": ["R", "S"]}),
        (["care", "--front"], "front  S\n", {"front": ["S"]}),
        (["cared", "--back"], "back\n", {"back": []}),
        (["race"], "front\nback\n", {"front": [], "back": []}),
    ],
)
def test_hooks(
    run: Run, english: str, arguments: list[str], printed: str, hooks: dict[str, list[str]]
) -> None:
    done = run("search", "-l", english, "hooks", *arguments)
    assert (done.stdout, done.returncode) == (printed, 0 if any(hooks.values()) else 1)
    told = run("search", "-l", english, "hooks", *arguments, "--json")
    assert json.loads(told.stdout) == hooks


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pattern", "C[A"], "'C[A': every [ needs a ], and brackets cannot be nested"),
        (["pattern", "?" * 65], "is longer than any word."),
        (["anagram", "C4"], "'C4': no English tile shows 4."),
        (["prefix", "C*"], "'C*': no English tile shows *."),
        (["anagram", "care", "--length", "9..2"], "'9..2' is not a range of lengths"),
        (["hooks", "care", "--limit", "2"], "hooks works only with"),
        (["hooks", "care", "--length", "2"], "hooks works only with"),
        (["anagram", "care", "--front"], "apply to hooks and extensions, not to anagram."),
        (["--back"], "apply to hooks and extensions, not to all words."),
        (["hooks", "care", "prefix", "c"], "hooks works only with"),
        (["hooks", "care", "--table"], "hooks works only with"),
        (["anagrams", "care"], "'anagrams' is not a search type; did you mean 'anagram'?"),
        (["care"], "'care' is not a search type; choose from anagram, "),
        (["prefix", "c", "suffix"], "suffix needs tiles, as in suffix CARE."),
        (["prefix", "c", "including", "c?4"], "'c?4': no English tile shows 4."),
        (["--starts", "c4"], "'c4': no English tile shows 4."),
        (["--category", "x"], "english has no category 'x'; choose from none."),
        (["--rules", "lingo"], "--rules needs --order probability"),
        (["--order", "score"], "choose one with --rules: "),
        (["--order", "score", "--rules", "x"], "'x' is neither a built-in ruleset"),
        (["--order", "score", "--rules", "scrabble-pl"], "is played with Polish tiles"),
    ],
)
def test_what_cannot_be_searched(run: Run, english: str, arguments: list[str], said: str) -> None:
    done = run("search", "-l", english, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_table_of_words_with_their_hooks(run: Run, english: str) -> None:
    asked = ["search", "-l", english, "containing", "ar", "--table"]
    assert run(*asked).stdout.splitlines() == [
        "   ARC",
        "S  CARE    RS",
        "   CARER-",
        "   CARES-",
        "   EAR",
        "  -SCARE   D",
        "   SCARED-",
    ]
    asked += ["--starts", "s", "--order", "score", "--rules", "scrabble-en-us"]
    assert run(*asked).stdout.splitlines() == ["  SCARED-    9", " -SCARE   D  7"]
    told = run(*asked, "--json")
    assert json.loads(told.stdout)["words"][1] == {
        "word": "SCARE",
        "front": [],
        "back": ["D"],
        "inner_front": True,
        "inner_back": False,
        "score": 7,
    }
    none = run("search", "-l", english, "prefix", "z", "--table")
    assert (none.stdout, none.returncode) == ("", 1)


def test_a_limit_that_no_list_reaches(run: Run, english: str) -> None:
    done = run("search", "-l", english, "prefix", "care", "--limit", "9" * 30)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--limit" in done.stderr
    assert "fault" not in done.stderr


def test_tiles_of_several_letters(run: Run, build: Build) -> None:
    spanish = str(build(["chal", "cal", "hal", "al"], "es", "--raw", name="spanish"))
    assert run("search", "-l", spanish, "pattern", "[CH]AL").stdout == "CHAL\n"
    assert run("search", "-l", spanish, "pattern", "[C|H]AL").stdout == "CAL\nHAL\n"
    assert run("search", "-l", spanish, "hooks", "al").stdout == "front  C CH H\nback\n"


def test_the_help_says_that_it_is_for_study(run: Run) -> None:
    assert "This is for study; never use it at a" in run("search", "--help").stdout
