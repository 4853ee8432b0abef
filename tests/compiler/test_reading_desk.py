"""Reading words drawn from a lexicon: the draw, the verdicts, and the agreement of readers."""

from __future__ import annotations

import codecs
import os
import pty
import select
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compiler.compiling import EDITIONS, Compile
from tests.conftest import WORDTOOLS, Run
from tests.waiting import PATIENCE
from wordtools.compiler.decisions import Decision, Verdict
from wordtools.compiler.reading_desk import (
    Readings,
    compare_readings,
    draw_sample,
    estimate_share,
    list_neighbours,
    summarise,
)
from wordtools.lexicon.lexicon import Lexicon

ONE = ["bola", "casa", "gato", "gata", "mesa"]
TWO = ["casa", "rato", "zebra"]
EACH: tuple[Verdict, ...] = ("in", "out", "unsure")
VERDICTS = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(EACH))


@pytest.fixture
def lexicon(compile: Compile) -> Lexicon:
    built, _ = compile(EDITIONS, one=ONE, two=TWO, rude=["mesa"])
    return built


def test_everyone_gets_the_same_words(lexicon: Lexicon) -> None:
    drawn = draw_sample(lexicon, 4)
    assert drawn == draw_sample(Lexicon.read(lexicon.path), 4)
    assert len(set(drawn)) == 4
    assert set(drawn) <= set(lexicon)
    assert {tuple(draw_sample(lexicon, 4, seed=seed)) for seed in range(9)} != {tuple(drawn)}
    assert set(draw_sample(lexicon, 100)) == set(lexicon)
    assert set(draw_sample(lexicon, 100, "two")) == {"CASA", "RATO", "ZEBRA"}


def test_each_word_is_drawn_as_often_as_another(lexicon: Lexicon) -> None:
    drawn = [word for seed in range(700) for word in draw_sample(lexicon, 3, seed=seed)]
    assert all(250 < drawn.count(word) < 350 for word in lexicon)


def test_the_neighbours_of_a_word(lexicon: Lexicon) -> None:
    assert list_neighbours(lexicon, "GATO") == (["BOLA", "CASA", "GATA"], ["MESA", "RATO", "ZEBRA"])
    assert list_neighbours(lexicon, "BOLA") == ([], ["CASA", "GATA", "GATO"])


def test_verdicts_are_decisions_that_a_recipe_can_name(compile: Compile, tmp_path: Path) -> None:
    built, _ = compile(EDITIONS, one=ONE, two=TWO, rude=[])
    readings = Readings(tmp_path / "ana.txt", built.alphabet)
    readings.record(Decision("GATA", "out", "2026-11-23", "ana", "no such cat"))
    readings.record(Decision("RATO", "unsure", "2026-11-23", "ana"))
    readings.record(Decision("BOLA", "in", "2026-11-23", "ana"))
    readings.record(Decision("CASA", "in", "2026-11-23", "ana"))
    assert readings.take_back() == "CASA"
    again = Readings(tmp_path / "ana.txt", built.alphabet)
    assert again.decisions == readings.decisions
    assert list(again.decisions) == ["GATA", "RATO", "BOLA"]
    recipe = EDITIONS.replace("title", 'decisions = ["ana.txt"]\ntitle', 1)
    built, _ = compile(recipe, one=ONE, two=TWO, rude=[])
    assert set(built) == {"BOLA", "CASA", "GATO", "MESA", "RATO", "ZEBRA"}


def test_an_unsure_reader_reverses_nothing(compile: Compile) -> None:
    rows = "word\tverdict\tsince\ngata\tout\t2025\ngata\tunsure\t2026\n"
    recipe = EDITIONS.replace("title", 'decisions = ["d.txt"]\ntitle', 1)
    built, _ = compile(recipe, one=ONE, two=TWO, rude=[], d=rows)
    assert "GATA" not in built


def test_the_summary_counts_by_category(lexicon: Lexicon) -> None:
    readings = [
        Decision("BOLA", "in", authority="ana"), Decision("CASA", "out", authority="eva"),
        Decision("MESA", "unsure", authority="ana"), Decision("ZEBRA", "in"),
        Decision("NADA", "in"),
    ]  # fmt: skip
    classes = {each.category: each for each in summarise(lexicon, readings)}
    assert {name: (each.read, each.share) for name, each in classes.items()} == {
        "": (4, 2 / 3), "one": (3, 1 / 2), "two": (2, 1 / 2), "rude": (1, None),
    }  # fmt: skip
    assert classes[""].verdicts == {"in": 2, "out": 1, "unsure": 1}
    assert classes[""].readers == ["ana", "eva"]
    assert classes["rude"].interval == (0, 1)


@given(st.integers(0, 300), st.integers(1, 300))
def test_the_interval_is_that_of_wilson(hits: int, trials: int) -> None:
    """The ends of the interval are the shares from which the observed share is 1.96 standard errors
    away.
    """
    hits = min(hits, trials)
    for end in estimate_share(hits, trials):
        distance = abs(hits / trials - end)
        assert distance == pytest.approx(1.959964 * (end * (1 - end) / trials) ** 0.5, abs=1e-6)


@given(VERDICTS, VERDICTS)
def test_agreement(first: dict[str, Verdict], second: dict[str, Verdict]) -> None:
    ours = {word: Decision(word, verdict) for word, verdict in first.items()}
    theirs = {word: Decision(word, verdict) for word, verdict in second.items()}
    agreement = compare_readings(ours, theirs)
    both = first.keys() & second.keys()
    assert agreement.both == len(both)
    assert agreement.same == sum(first[word] == second[word] for word in both)
    assert set(agreement.differences) == {word for word in both if first[word] != second[word]}
    assert agreement.kappa == compare_readings(theirs, ours).kappa
    assert agreement.kappa is None or agreement.kappa <= 1
    assert compare_readings(ours, ours).kappa in (None, 1)


def test_kappa_is_that_of_cohen() -> None:
    """Of fifty proposals, both readers accept 20 and both refuse 15, so kappa is 0.4."""
    yes: Verdict = "in"
    no: Verdict = "out"
    pairs = [(yes, yes)] * 20 + [(yes, no)] * 5 + [(no, yes)] * 10 + [(no, no)] * 15
    readers = [
        {str(n): Decision(str(n), pair[side]) for n, pair in enumerate(pairs)} for side in (0, 1)
    ]
    agreement = compare_readings(*readers)
    assert (agreement.both, agreement.same) == (50, 35)
    assert agreement.kappa == pytest.approx(0.4)


class Reader:
    """A person at a terminal in which `wordtools read` runs."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._terminal, end = pty.openpty()
        command = [str(WORDTOOLS), "read", *arguments]
        self.program = subprocess.Popen(command, cwd=folder, stdin=end, stdout=end, stderr=end)
        os.close(end)
        self.shown = ""
        self._decode = codecs.getincrementaldecoder("utf-8")().decode  # may end in a letter

    def await_text(self, text: str) -> str:
        """Reads until the terminal shows the text. Returns the text shown before."""
        while text not in self.shown:
            assert select.select([self._terminal], [], [], PATIENCE)[0], self.shown
            self.shown += self._decode(os.read(self._terminal, 65536))
        before, _, self.shown = self.shown.partition(text)
        return before

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())


@pytest.mark.slow
def test_reading_at_a_terminal(
    lexicon: Lexicon, tmp_path: Path, run: Callable[..., object]
) -> None:
    words = draw_sample(lexicon, 5)
    arguments = (lexicon.path, "--sample", "5", "--reader", "ana")
    reader = Reader(tmp_path, *arguments)
    for place, key in enumerate("iuxo"):  # the key x has no meaning
        reader.await_text(f"{min(place, 2)} of 5 read")
        reader.await_text("q stop")
        reader.press(key)
    reader.await_text("3 of 5 read")
    reader.press("b")
    reader.await_text("2 of 5 read (1 in, 0 out, 1 unsure)")
    reader.await_text("q stop")
    reader.press("O")
    reader.await_text("reason")
    reader.press("a typing error\n")
    reader.await_text("q stop")
    reader.program.kill()  # nothing is lost
    assert reader.program.wait(PATIENCE)
    reader = Reader(tmp_path, *arguments)
    reader.await_text("3 of 5 read (1 in, 1 out, 1 unsure)")
    reader.await_text("q stop")
    reader.press("q")
    reader.await_text("3 of 5 read")
    assert reader.program.wait(PATIENCE) == 0
    kept = Readings(tmp_path / "readings" / "xx.ana.tsv", lexicon.alphabet).decisions
    assert list(kept) == words[:3]
    assert [each.verdict for each in kept.values()] == ["in", "unsure", "out"]
    assert kept[words[2]].why == "a typing error"


@pytest.mark.slow
def test_verdicts_are_stored_beside_the_recipe_and_can_be_built(tmp_path: Path, run: Run) -> None:
    """The card shows the spellings that share the tiles, because the verdict is about both."""
    (tmp_path / "fruit.txt").write_text("avó\navô\ncaju\n", "utf-8")
    assert run("new-recipe", "fruit", "--list", "fruit.txt", "--alphabet", "pt").returncode == 0
    assert run("build", "fruit").returncode == 0
    reader = Reader(tmp_path, "fruit", "--reader", "nina")
    cards = {}
    for word in draw_sample(Lexicon.read(tmp_path / "build" / "fruit.lexicon"), 2):
        reader.await_text(" of 2 read (")
        cards[word] = reader.await_text("w why it is listed").splitlines()
        if word == "AVO":
            reader.press("w")
            reader.await_text("avô (fruit.txt:2)")
            reader.press("x")
            reader.await_text("q stop")
        reader.press("o")
    path = "sources/readings/fruit.nina.tsv"
    reader.await_text(f"{path}: 2 of 2 read")
    assert reader.program.wait(PATIENCE) == 0
    assert cards["AVO"][2::2] == ["    AVO   avó   avô", "    common", ""]
    assert cards["CAJU"][2::2] == ["    CAJU", "    common", ""]
    assert cards["AVO"][5] == "    [AVO] CAJU"
    assert cards["CAJU"][5] == "    AVO [CAJU]"

    recipe = tmp_path / "sources" / "fruit.toml"
    named = '"readings/fruit.nina.tsv", "fruit.decisions.tsv"'
    recipe.write_text(recipe.read_text().replace('"fruit.decisions.tsv"', named))
    assert run("decide", "in", "caju", "--why", "a fruit").stdout.startswith("sources/fruit.dec")
    assert run("build", "fruit").returncode == 0
    assert run("words", "fruit").stdout == "CAJU\n"
