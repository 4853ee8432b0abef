"""The counts of words, and the picture of the automaton."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from tests.conftest import examples
from tests.lexicon.helpers import Dictionary, automaton, dictionaries, english_bytes, opened
from wordtools.errors import LexiconError, SpellingError, WordtoolsError
from wordtools.lexicon.charts import draw_statistics
from wordtools.lexicon.graph import MOST_ARCS, RADIUS, draw_graph
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.statistics import TileStatistics, count_words

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.slow
@given(dictionaries())
def test_everything_is_counted(dictionary: Dictionary) -> None:
    for name in ("test", *dictionary.editions):
        words = dictionary.of(name)
        counted = count_words(dictionary.lexicon.edition(name))
        assert (counted.edition, counted.words) == (name, len(words))
        lengths = Counter(map(len, words))
        assert counted.by_length == {
            n: lengths[n] for n in range(min(lengths, default=1), max(lengths, default=0) + 1)
        }
        assert list(counted.by_tile.items()) == [
            (
                face,
                TileStatistics(
                    words=sum(tile in word for word in words),
                    first=sum(word[0] == tile for word in words),
                    last=sum(word[-1] == tile for word in words),
                    occurrences=sum(word.count(tile) for word in words),
                ),
            )
            for tile, face in enumerate(dictionary.alphabet.tiles, 1)
        ]
        assert counted.by_category == {
            one: sum(one in dictionary.words[word] for word in words)
            for one in dictionary.categories
        }
        sets = dictionary.lexicon.manifest.sets
        assert dictionary.lexicon.edition(name).count_words_by_set() == Counter(
            next(n for n, names in enumerate(sets) if dictionary.words[word] == frozenset(names))
            for word in words
        )
        ElementTree.fromstring(draw_statistics(counted))


def test_a_real_edition(compiled: Callable[[str], Path]) -> None:
    lexicon = Lexicon.read(compiled("pt"), "pt-PT")
    counted, words = count_words(lexicon), list(lexicon)
    assert counted.by_tile["Ç"].occurrences == sum(word.count("Ç") for word in words)
    assert counted.by_tile["Ç"].words == sum("Ç" in word for word in words)
    assert counted.by_length == Counter(map(len, words))


@settings(max_examples=examples(0.5))
@given(dictionaries())
def test_the_arcs_spell_the_words_and_are_drawn(dictionary: Dictionary) -> None:
    arcs = dictionary.lexicon.automaton.list_arcs()
    kernel = automaton(dictionary.bytes)
    assert len(arcs) == kernel.count_arcs()
    onward = defaultdict(list)
    met: set[int] = set()
    for state, tile, is_final, target in arcs:
        met.add(state)
        assert target not in met, "a state comes before those that it leads to"
        onward[state].append((tile, is_final, target))

    def spell(state: int, prefix: bytes) -> None:
        for tile, is_final, target in onward[state]:
            if is_final:
                words.add(prefix + bytes([tile]))
            spell(target, prefix + bytes([tile]))

    words: set[bytes] = set()
    if arcs:
        spell(arcs[0][0], b"")
    assert words == dictionary.words.keys()
    if 0 < len(arcs) <= MOST_ARCS:
        drawing = draw_graph(dictionary.texts(words), dictionary.alphabet)
        states, tiles, ends = read_graph(drawing)
        assert len(states) == len(met) + 1  # and the one without arcs
        assert Counter(tiles) == Counter(dictionary.alphabet.tiles[arc[1] - 1] for arc in arcs)
        assert len(ends) == sum(is_final for _, _, is_final, _ in arcs)


def read_graph(drawing: str) -> tuple[list[tuple[float, float]], list[str], list[str]]:
    """The positions of the states, and the contents of the labels: all tiles, and those that end a
    word."""
    root = ElementTree.fromstring(drawing)
    states = [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in root.iter(f"{SVG}circle")]
    labels = [t for t in root.iter(f"{SVG}text") if "class" not in t.attrib]
    tiles = [tile for label in labels for tile in "".join(label.itertext()).split()]
    return states, tiles, [end.text or "" for end in root.iter(f"{SVG}tspan")]


def test_a_few_words_are_drawn() -> None:
    states, tiles, ends = read_graph(draw_graph(["cat", "cats", "bat", "bats"], "en"))
    assert len(states) == 5
    assert sorted(tiles) == sorted("CBATS")
    assert sorted(ends) == sorted("TS")
    states, tiles, ends = read_graph(draw_graph(["calle", "chal"], "es"))
    assert sorted(tiles) == sorted(["C", "CH", "A", "A", "L", "LL", "E"])
    assert sorted(ends) == ["E", "L"]


def test_a_larger_graph_is_legible(compiled: Callable[[str], Path]) -> None:
    """No state overlaps another or the line of an arc that passes its layer."""
    english = Lexicon.read(compiled("en"))
    words = list(english.anagrams("RETINA?"))[:60]
    drawing = draw_graph(words, english.alphabet)
    states, tiles, _ = read_graph(drawing)
    lexicon = opened(english_bytes(" ".join(words)))
    assert len(tiles) == len(lexicon.automaton.list_arcs())
    assert min(dist(*two) for two in combinations(states, 2)) > 4 * RADIUS
    width, height = map(float, re.findall(r'viewBox="0 0 (\d+) (\d+)"', drawing)[0])
    assert all(0 < x < width and 0 < y < height for x, y in states)


def test_what_cannot_be_drawn(compiled: Callable[[str], Path]) -> None:
    with pytest.raises(LexiconError, match="there are no words"):
        draw_graph([], "en")
    with pytest.raises(SpellingError, match="no English tile shows 4"):
        draw_graph(["c4t"], "en")
    with pytest.raises(WordtoolsError, match=r"has 2,\d\d\d arcs, and a picture shows at most 600"):
        draw_graph(list(Lexicon.read(compiled("en")))[:2500], "en")
