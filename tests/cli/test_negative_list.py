"""Input to which the command line must never answer YES or NO."""

from __future__ import annotations

import unicodedata

import pytest

from tests.conftest import Build, Run

LONG = "incompreensibili"  # 16 tiles, whose first 15 are listed
WORDS = ["casa", "lição", "co", "op", "aa", "cant", "coop", LONG[:15]]
NEVER = {
    "apostrophe": ["CAN'T"],
    "hyphen": ["CO-OP"],
    "digits": ["1A2A"],
    "one tile too many": [LONG],
    "space within": ["CASA CO"],
    "dot within": ["CASA.CO"],
    "no words": [],
    "empty": [""],
    "blank": [" "],
    "blank before": [" casa"],
    "nine words": ["casa"] * 9,
    "K in Portuguese": ["KIWI"],
    "full-width": ["ｃａｓａ"],
    "Cyrillic": ["саsa"],
    "good and unspellable": ["casa", "kiwi"],
    "bad and unspellable": ["xxx", "kiwi"],
}


@pytest.mark.parametrize("name", NEVER)
def test_cannot_judge(run: Run, build: Build, name: str) -> None:
    done = run("challenge", "-l", build(WORDS, "pt"), *NEVER[name])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip()


def test_decomposed_text_is_judged_as_it_reads(run: Run, build: Build) -> None:
    lexicon = build(WORDS, "pt")
    for word, answer in (("lição", "YES"), ("licão", "NO")):
        done = run("challenge", "-l", lexicon, unicodedata.normalize("NFD", word))
        assert done.stdout == f"{answer}\n"


def test_a_lexicon_that_changed_or_went_away(run: Run, build: Build) -> None:
    lexicon = build(WORDS, "pt")
    assert run("challenge", "-l", lexicon, "casa").stdout == "YES\n"
    data = lexicon.read_bytes()
    lexicon.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    changed = run("challenge", "-l", lexicon, "casa")
    assert (changed.returncode, changed.stdout) == (2, "")
    lexicon.unlink()
    gone = run("challenge", "-l", lexicon, "casa")
    assert (gone.returncode, gone.stdout) == (2, "")
    assert gone.stderr.startswith("wordtools: CANNOT JUDGE: ")
