"""Threads share a lexicon from its first use on."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest

from tests.lexicon.helpers import ENGLISH, Dictionary, lexicon_bytes, opened
from tests.waiting import PATIENCE
from wordtools import _kernel
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule

THREADS = 8


def some_words() -> Dictionary:
    chance = random.Random(2)
    entries = [
        (
            bytes(chance.choices(range(1, 27), k=chance.randint(1, 8))),
            frozenset(chance.sample(["a", "b"], chance.randint(0, 2))),
        )
        for _ in range(30000)
    ]
    return Dictionary(ENGLISH, entries, ["a", "b"], {"one": EditionRule(["a"], ["b"])})


@pytest.mark.slow
def test_many_threads_use_one_lexicon_at_once() -> None:
    """Ranks are computed on first use, here by all threads at the same moment."""
    dictionary = some_words()
    words, edition = list(dictionary.words), dictionary.of("one")
    texts, chosen = dictionary.texts(words), dictionary.texts(edition)
    data = lexicon_bytes(ENGLISH, dictionary.entries, ["a", "b"], dictionary.editions)
    in_b = [t for t, n in zip(texts, dictionary.words.values(), strict=True) if "b" in n]

    uses: list[tuple[Callable[[Lexicon], object], object]] = [
        (lambda lexicon: [lexicon.rank(text) for text in texts], list(range(len(texts)))),
        (lambda lexicon: [lexicon.word_at(rank) for rank in range(len(texts))], texts),
        (lambda lexicon: list(lexicon.words(category="b")), in_b),
        (lambda lexicon: b"".join(lexicon.lines()).decode().split(), texts),
        (lambda lexicon: list(lexicon.edition("one")), chosen),
        (lambda lexicon: [lexicon.edition("one").rank(t) for t in chosen[:99]], list(range(99))),
        (lambda lexicon: [text in lexicon for text in texts], [True] * len(texts)),
        (lambda lexicon: sum(lexicon.edition("one").contains_lines(piece).count(1)
                             for piece in lexicon.lines()), len(chosen)),
    ]  # fmt: skip
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(5):
            lexicon, barrier = opened(data), Barrier(THREADS)

            def ask(use: Callable[[Lexicon], object], lexicon: Lexicon, barrier: Barrier) -> object:
                barrier.wait(PATIENCE)
                return use(lexicon)

            asked = [pool.submit(ask, use, lexicon, barrier) for use, _ in uses]
            for (_, expected), answer in zip(uses, asked, strict=True):
                assert answer.result() == expected


def test_threads_share_an_iterator() -> None:
    """Several threads draw words from one iterator, each word exactly once."""
    dictionary = some_words()
    iterator = iter(dictionary.lexicon)
    with ThreadPoolExecutor(THREADS) as pool:
        drawn = [pool.submit(list, iterator) for _ in range(THREADS)]
    assert sorted(word for each in drawn for word in each.result()) == sorted(dictionary.lexicon)


@pytest.mark.slow
def test_threads_share_a_search() -> None:
    """A search runs without the GIL. A thread that finds another one in the search gets an error,
    and together the threads draw each word once."""
    dictionary = some_words()
    for _ in range(20):
        search = dictionary.lexicon._automaton.search([], None, 1, 64)

        def draw(search: _kernel.WordSearch = search) -> list[str]:
            drawn: list[str] = []
            while True:
                with suppress(RuntimeError):
                    words = search.find_more()
                    if not words:
                        return drawn
                    drawn += words

        with ThreadPoolExecutor(THREADS) as pool:
            drawn = [pool.submit(draw) for _ in range(THREADS)]
        assert sorted(word for each in drawn for word in each.result()) == sorted(
            dictionary.texts(dictionary.words)
        )


@pytest.mark.slow
def test_threads_share_a_collector() -> None:
    """Lines are read without the GIL: a thread that meets another gets an error, and nothing else
    happens."""
    lines = "".join(f"{word}\n" for word in some_words().texts(some_words().words)).encode()
    for _ in range(20):
        collector = _kernel.Collector(ENGLISH.kernel, ENGLISH.compose)
        barrier = Barrier(THREADS)

        def add(collector: _kernel.Collector = collector, barrier: Barrier = barrier) -> bool:
            barrier.wait(PATIENCE)
            try:
                return collector.add_lines(lines) is None
            except RuntimeError:
                return False

        with ThreadPoolExecutor(THREADS) as pool:
            taken = [pool.submit(add) for _ in range(THREADS)]
        times = sum(each.result() for each in taken)
        draft, _, _, repeats = collector.compile()
        assert times >= 1
        assert (len(draft), repeats) == (lines.count(b"\n"), (times - 1) * lines.count(b"\n"))
