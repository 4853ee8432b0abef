"""More than 100,000 random keys reach nothing that they should not reach."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.judge.stations import NAMES, PASSWORD, WORDS, Bench
from wordtools.lexicon.lexicon import Lexicon


class Witness:
    """Presses keys and checks the station's behaviour, knowing only the keys."""

    def __init__(self, opened: Lexicon) -> None:
        self.bench = Bench(opened)
        self.words = {word.upper() for word in WORDS["en"]}
        self.rulings = 0

    def press(self, key: str, seconds: float) -> None:
        machine, log = self.bench.station, self.bench.log
        self.bench.clock.now += seconds
        machine.tick()
        before, typed, shown = machine.screen, machine.typed, list(machine.words)
        machine.press(key)
        rulings = [record for record in log.kept if record.kind == "ruling"]
        if len(rulings) > self.rulings:
            self.rulings += 1
            ruling = machine.ruling
            assert (before, key) == ("confirm", "tab")
            assert ruling is not None
            assert rulings[-1].id == ruling.id
            assert ruling.challenge.words == typed.split()
            assert ruling.words == shown == [word.upper() for word in typed.split()]
            assert ruling.acceptable == self.words.issuperset(shown)
        assert len(rulings) == self.rulings
        assert (machine.screen == "verdict") == (machine.ruling is not None)
        assert machine.leaving is False or before == "director"
        if machine.screen == "confirm":
            assert machine.words
        if machine.screen == "verdict":
            assert machine.ruling is not None
            assert machine.ruling.words
        if machine.screen == "director" and before not in (
            "director",
            "void",
            "lexicon",
            "location",
        ):
            assert (before, key, typed) == ("password", "enter", PASSWORD)
        machine.leaving = False


_TYPED = [*"123catsdogCATz '-.", "а", "ｃ", "\u0301", "\u200b", "ÿ", "K"]
_KEYS = [
    ["enter", "tab", "escape", "backspace", "director", "paste", "other"],
    _TYPED,
    ["cat ", "dog", "cats", "zebra", "co op", PASSWORD],
    ["1 cat tab", "1 cat tab", "2 cat dog tab", "back", "back", "director"],
]
_WAITS = [0.0, 0.0, 0.0, 0.0, 0.1, 0.6, 2.0, 12.0, 40.0]
_PLANS = {
    "1 cat tab": ["1", *"cat", "enter", "tab"],
    "2 cat dog tab": ["2", *"cat", " ", *"dog", "enter", "tab"],
    "back": ["escape", "escape", "escape"],
    "director": ["director", *PASSWORD, "enter"],
}


def read_events(drawn: bytes) -> Iterator[tuple[str, float]]:
    """Keys and waits, two bytes each: one choice for Hypothesis instead of hundreds."""
    for key, wait in zip(drawn[::2], drawn[1::2], strict=False):
        some = _KEYS[key % len(_KEYS)]
        yield some[key // len(_KEYS) % len(some)], _WAITS[wait % len(_WAITS)]


@settings(max_examples=examples(2.5), suppress_health_check=list(HealthCheck))
@given(st.binary(min_size=400, max_size=440))
def test_random_keys_never_reach_what_they_do_not_deserve(english: Lexicon, drawn: bytes) -> None:
    """250 runs of at least 400 keys, more than 100,000 in total."""
    witness = Witness(english)
    for key, seconds in read_events(drawn):
        keys = _PLANS.get(key) or ([key] if key in NAMES else list(key))
        for number, each in enumerate(keys):
            witness.press(each, 0.0 if number else seconds)
