"""A lexicon as a value: its bytes, pickling and comparison. Also walks through a lexicon tile by
tile."""

from __future__ import annotations

import copy
import os
import pickle
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lexicon.helpers import Dictionary, dictionaries, english_bytes, words_of
from wordtools import _kernel
from wordtools.errors import LexiconError, SpellingError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule


@pytest.fixture
def path(tmp_path: Path) -> Path:
    written = tmp_path / "test.lexicon"
    written.write_bytes(english_bytes("cat/x dog ba/y", one=EditionRule(include=["x"])))
    return written


@given(dictionaries())
def test_bytes_there_and_back(dictionary: Dictionary) -> None:
    lexicon = Lexicon.from_bytes(dictionary.bytes)
    assert lexicon.to_bytes() == dictionary.bytes
    for name in ("test", *dictionary.editions):
        edition = lexicon.edition(name)
        assert edition.to_bytes() == dictionary.bytes
        for view in (edition, edition.whole):
            again = pickle.loads(pickle.dumps(view))
            assert list(again) == list(view)
            assert (again.edition_name, again.digest) == (view.edition_name, view.digest)
        assert list(Lexicon.from_bytes(dictionary.bytes, name)) == list(edition)


def test_a_lexicon_is_saved_as_it_was(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    Lexicon.read(path).save(tmp_path / "a" / "copy.lexicon")
    Lexicon.from_bytes(data).save(str(tmp_path / "b.lexicon"))
    assert (tmp_path / "a" / "copy.lexicon").read_bytes() == data
    assert (tmp_path / "b.lexicon").read_bytes() == data


def test_a_file_that_changed_is_not_passed_on(path: Path) -> None:
    lexicon = Lexicon.read(path)
    pickled = pickle.dumps(lexicon)
    assert len(pickled) < 300  # its path, not its words
    path.write_bytes(english_bytes("other"))
    with pytest.raises(LexiconError, match="has changed since it was opened"):
        lexicon.to_bytes()
    with pytest.raises(LexiconError, match="not the lexicon that was pickled"):
        pickle.loads(pickled)
    path.unlink()
    with pytest.raises(LexiconError, match="cannot be read"):
        lexicon.to_bytes()
    with pytest.raises(LexiconError, match="cannot be read"):
        pickle.loads(pickled)


def test_a_pickled_lexicon_is_found_from_another_folder(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    one = Lexicon.read(path.name, "one")
    pickled = pickle.dumps(one)
    monkeypatch.chdir(os.sep)
    assert list(pickle.loads(pickled)) == ["CAT"]
    assert list(pickle.loads(pickle.dumps(copy.copy(pickle.loads(pickled)).whole))) == [
        "BA", "CAT", "DOG",
    ]  # fmt: skip


@pytest.mark.parametrize("data", [b"", b"PK", b"nothing", english_bytes("cat")[:-1]])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(LexiconError, match="these bytes: "):
        Lexicon.from_bytes(data)
    with pytest.raises(LexiconError, match="no edition 'none'"):
        Lexicon.from_bytes(english_bytes("cat"), "none")


@pytest.mark.slow
@given(dictionaries(), dictionaries(), st.data())
def test_equal_words_make_equal_lexicons(
    one: Dictionary, two: Dictionary, data: st.DataObject
) -> None:
    """In every comparison, only the words count, not their categories or the editions that admit
    them.
    """
    fewer = [entry for entry in one.entries if data.draw(st.booleans())]
    plain = Dictionary(one.alphabet, [(tiles, frozenset()) for tiles, _ in one.entries], [])
    others = [plain, two, Dictionary(one.alphabet, fewer, one.categories, one.editions)]
    views = [
        each.lexicon.edition(name) for each in [one, *others] for name in ("test", *each.editions)
    ]
    for left in views:
        for right in views:
            equal = frozenset(left) == frozenset(right)
            assert (left == right, left != right) == (equal, not equal)
            assert (left == frozenset(right), frozenset(left) == right) == (equal, equal)
            if equal:
                assert hash(left) == hash(right) == hash(frozenset(left)) == hash(left)


def test_a_lexicon_is_equal_to_no_list(path: Path) -> None:
    assert Lexicon.read(path) != ["BA", "CAT", "DOG"]
    assert Lexicon.read(path) == {"BA", "CAT", "DOG"}


@given(dictionaries(), st.data())
def test_prefixes(dictionary: Dictionary, data: st.DataObject) -> None:
    alphabet = dictionary.alphabet
    for name in ("test", *dictionary.editions):
        lexicon, words = dictionary.lexicon.edition(name), dictionary.of(name)
        asked = words + data.draw(st.lists(words_of(alphabet), max_size=5))
        for tiles in asked + [word[:cut] for word in words for cut in range(4)]:
            text = alphabet.text(tiles)
            begun = [word for word in words if tiles.startswith(word)]
            assert lexicon.prefixes(text) == dictionary.texts(sorted(begun, key=len))
            assert lexicon.has_prefix(text) == any(word.startswith(tiles) for word in words)


@given(dictionaries(), st.data())
def test_a_walk_meets_every_word_of_the_edition(
    dictionary: Dictionary, data: st.DataObject
) -> None:
    alphabet = dictionary.alphabet
    for name in ("test", *dictionary.editions):
        words = dictionary.of(name)
        met: list[str] = []
        waiting = [(b"", dictionary.lexicon.edition(name).cursor())]
        while waiting:
            tiles, place = waiting.pop()
            begun = [word for word in words if word.startswith(tiles)]
            assert (len(place), place.text) == (len(begun), alphabet.text(tiles))
            assert place.is_word == (tiles in words)
            following = sorted({word[len(tiles)] for word in begun if word != tiles})
            assert place.tiles == tuple(alphabet.tiles[tile - 1] for tile in following)
            for tile, face in enumerate(alphabet.tiles, 1):
                further = place.step(f"[{face}]")
                assert (further is not None) == (tile in following)
                if further is not None:
                    waiting.append((tiles + bytes([tile]), further))
            met += [place.text] * place.is_word
        assert sorted(met) == sorted(dictionary.texts(words))


def test_steps_take_any_spelling_and_several_tiles(path: Path) -> None:
    root = Lexicon.read(path).cursor()
    assert root.tiles == ("B", "C", "D")
    for spelled in ("cat", "CAT", "[C]at"):
        place = root.step(spelled)
        assert place is not None
        assert (place.text, place.is_word, place.tiles, len(place)) == ("CAT", True, (), 1)
    for spelled in ("x", "cats", "ca t", "é", "\0", "A" * 65, "A" * 300):
        assert root.step(spelled) is None
    assert repr(root.step("d")) == "<Cursor D: 1 words>"
    assert root.step("") is not None


def test_a_step_composes() -> None:
    root = Lexicon.from_bytes(english_bytes("cat")).cursor()
    assert root.step(unicodedata.normalize("NFD", "ç")) is None


def test_what_no_tile_shows_begins_nothing(path: Path) -> None:
    lexicon = Lexicon.read(path)
    assert not lexicon.has_prefix("é")
    with pytest.raises(SpellingError):
        lexicon.prefixes("é")
    assert lexicon.has_prefix("")
    empty = Lexicon.from_bytes(english_bytes(""))
    assert (empty.has_prefix(""), empty.has_prefix("a"), empty.prefixes("a")) == (False, False, [])
    assert (empty.cursor().tiles, empty.cursor().is_word, len(empty.cursor())) == ((), False, 0)


def test_pairs_refuse_what_does_not_belong_together(path: Path) -> None:
    cat, dogs = (Lexicon.from_bytes(english_bytes(text)) for text in ("cat", "dog dogs"))
    parts = [(each._automaton, each._sets, each._selection) for each in (cat, dogs)]
    with pytest.raises(ValueError, match="of another lexicon"):
        _kernel.WordPairs(parts[0][0], parts[1][1], None, *parts[0])
    pairs = _kernel.WordPairs(*parts[0], *parts[1])
    assert pairs.combinations == [(0, -1, {3: 1}), (-1, 0, {3: 1, 4: 1})]
    for wrong in ([], [0], [0, 0, 0]):
        with pytest.raises(ValueError, match="for each combination"):
            pairs.merge(wrong)
        with pytest.raises(ValueError, match="for each combination"):
            pairs.collect_lines([None for _ in wrong])
