"""Neither the time nor the size of an answer reveals which words of a play are invalid, or how
many.

Each kind of play is ruled on many times, in random order, and the times are compared by rank;
chance produces a z of 5 or more once in a million times. Decisions are timed so precisely that the
comparison notices which words the processor met last. Therefore, medians must also differ by half a
percent. A planted difference must be found; otherwise the test would show nothing.
"""

from __future__ import annotations

import http.client
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.judge.stations import MemoryLog
from tests.lexicon.helpers import english_bytes
from tests.service.services import Serve
from wordtools.judge import judge as judging
from wordtools.judge.judge import Judge, Question
from wordtools.judge.ruling import Challenge
from wordtools.judge.verdict import normalize_words
from wordtools.lexicon.lexicon import Lexicon

GOOD, BAD = "zebra", "zebrx"
PLAYS = [[BAD, *[GOOD] * 7], [*[GOOD] * 3, BAD, *[GOOD] * 4], [*[GOOD] * 7, BAD], [BAD] * 8]
RULINGS = 20_000
SURE = 5.0
VISIBLE = 0.005
"""Of a median: some 100 nanoseconds of a decision."""


def compare(play: np.ndarray, seconds: np.ndarray) -> float:
    """The difference between the times of the kinds of plays: the largest z of the rank sum of one
    kind against all others."""
    ranks = np.empty(len(seconds))
    ranks[np.argsort(seconds, kind="stable")] = np.arange(1, len(seconds) + 1)
    largest = 0.0
    for kind in range(len(PLAYS)):
        of_kind = play == kind
        n, m = int(of_kind.sum()), int((~of_kind).sum())
        spread = (n * m * (n + m + 1) / 12) ** 0.5
        largest = max(largest, abs(ranks[of_kind].sum() - n * (n + m + 1) / 2) / spread)
    return float(largest)


def tells(play: np.ndarray, seconds: np.ndarray) -> bool:
    """Whether the times distinguish the kinds of plays."""
    medians = [float(np.median(seconds[play == kind])) for kind in range(len(PLAYS))]
    visible = max(medians) > (1 + VISIBLE) * min(medians)
    return visible and compare(play, seconds) > SURE


def measure(rule: Callable[[list[str]], object], count: int) -> tuple[np.ndarray, np.ndarray]:
    """The kind of each play, and the seconds that its ruling took. The plays are in random order,
    so that any other load affects all kinds equally."""
    kinds = np.random.default_rng(12).permutation(np.arange(count) % len(PLAYS))
    seconds = np.empty(count)
    for number, kind in enumerate(kinds):
        words = list(PLAYS[kind])
        began = time.perf_counter()
        rule(words)
        seconds[number] = time.perf_counter() - began
    return kinds, seconds


def stop_at_the_first(lexicon: Lexicon, words: list[str], most: int) -> bool:
    """Behaviour that the judge must not have."""
    return all(word in lexicon for word in normalize_words(lexicon, words, most))


def write_lexicon(folder: Path) -> Path:
    path = folder / "timed.lexicon"
    path.write_bytes(english_bytes(f"cat dogs {GOOD}"))
    return path


@pytest.mark.slow
def test_a_decision_takes_as_long_whichever_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = Judge(Lexicon.read(write_lexicon(tmp_path)), MemoryLog())

    def decide(words: list[str]) -> None:
        assert not judge.decide(Question(Challenge(words))).body["acceptable"]

    assert not tells(*measure(decide, RULINGS))
    monkeypatch.setattr(judging, "is_acceptable", stop_at_the_first)
    assert tells(*measure(decide, RULINGS))


@pytest.fixture
def log_url() -> Iterator[str]:
    """A log in memory, if there is a file system for that, because the times of a disk would hide
    all others."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield f"sqlite:///{folder}/rulings.db"


@pytest.mark.slow
def test_an_answer_takes_as_long_whichever_fails(
    serve: Serve, tmp_path: Path, longer: float
) -> None:
    service = serve(lexicons=[write_lexicon(tmp_path)])
    token = service.token()
    connection = http.client.HTTPConnection("127.0.0.1", service.port)
    sizes = set()

    def ask(words: list[str]) -> None:
        body = json.dumps({"words": words})
        connection.request("POST", "/api/v1/rulings", body, {"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == 201
        told = json.loads(text)
        assert told["answer"] == "NO"
        numbers = f"{told['number']}{told['event_number']}"
        sizes.add(len(str(answer.headers)) + len(text) - len(numbers))

    kinds, seconds = measure(ask, round(RULINGS / 20 * longer))
    assert len(sizes) == 1
    assert compare(kinds, seconds) < SURE
    spread = float(np.subtract(*np.percentile(seconds, [75, 25])))
    for planted in (spread / 2, 10 * spread):
        assert compare(kinds, seconds + planted * (kinds == 1)) > SURE
