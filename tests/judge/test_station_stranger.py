"""A station in the hands of a stranger who presses keys of every kind: 100,000 of them, or a
million with `--longer 10`."""

from __future__ import annotations

import random
import sys
import unicodedata

import pytest

from tests.judge.stations import NAMES, PASSWORD, WORDS, Bench
from wordtools.lexicon.lexicon import Lexicon

NAMED = sorted(NAMES)
NEAR = [*"catsdogCATZ 12345'-.", *"ａсаtſıKÅﬁ\u0301\u0327\u200b\u200d\u202e\ud800\x00\x1b\n"]
PLANS = [
    ["1", *"cat", "enter", "tab"],
    ["1", *"cạt", "enter", "tab"],
    ["2", *"dogs co", "enter", "tab"],
    ["director", *PASSWORD[:-1], "enter"],
    ["escape", "escape", "escape"],
]


def look(word: str) -> str:
    """The word without its marks, in capitals, which must be shown."""
    marked = unicodedata.normalize("NFD", word)
    return "".join(each for each in marked if not unicodedata.combining(each)).upper()


@pytest.mark.slow
def test_random_keys_of_every_kind(english: Lexicon, longer: float) -> None:
    """Without the password, the keys reach none of the director's screens and change no setting,
    and every verdict is on the words as typed and confirmed.
    """
    chance = random.Random(0)
    valid = {word.upper() for word in WORDS["en"]}
    verdicts = {True: 0, False: 0}
    for _ in range(round(200 * longer)):
        bench = Bench(english)
        machine = bench.station
        place = (machine.location, machine.judge, machine.settings)
        keys: list[str] = []
        for _ in range(500):
            if not keys:
                keys = choose_keys(chance)
            key = keys.pop(0)
            typed, words, ruled = machine.typed, machine.words, len(bench.log.kept)
            machine.press(key)
            assert machine.screen not in ("director", "void", "lexicon", "location")
            assert not machine.leaving
            if len(bench.log.kept) > ruled:
                ruling = machine.ruling
                assert (machine.screen, key, len(bench.log.kept)) == ("verdict", "tab", ruled + 1)
                assert ruling is not None
                assert ruling.challenge.words == typed.split(" ")
                assert ruling.words == words == list(map(look, typed.split(" ")))
                assert ruling.acceptable == valid.issuperset(words)
                verdicts[ruling.acceptable] += 1
            bench.clock.now += chance.choice([0, 0, 0, 0, 0.1, 0.6, 2.5, 12, 40])
        assert (machine.location, machine.judge, machine.settings) == place
        assert {record.kind for record in bench.log.kept} <= {"ruling"}
    assert min(verdicts.values()) > 50 * longer


def choose_keys(chance: random.Random) -> list[str]:
    """One key, or several that lead somewhere."""
    kind = chance.random()
    if kind < 0.1:
        return list(chance.choice(PLANS))
    if kind < 0.4:
        return [chance.choice(NAMED)]
    return [chance.choice(NEAR) if kind < 0.9 else chr(chance.randrange(sys.maxunicode + 1))]
