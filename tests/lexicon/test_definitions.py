"""Definitions of words, which are a column that is read only for study."""

from __future__ import annotations

import pickle
import random
import struct
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from tests.lexicon.helpers import english_bytes, rezipped, with_definitions, with_manifest
from tests.lexicon.hostile import SMALL, exercise, pack_zeros
from wordtools.errors import LexiconError
from wordtools.lexicon import file
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.verify import verify_lexicon

MEANT = {"BAT": "a flying animal", "CAT": "a pet; 1 of 2 / ação 猫", "TAB": "="}
DEFINED = with_definitions(SMALL, MEANT)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(
    lambda text: " ".join(text.split())
)


def test_definitions_by_word() -> None:
    lexicon = Lexicon.from_bytes(DEFINED)
    verify_lexicon(lexicon)
    exercise(lexicon)
    assert dict(lexicon.definitions()) == MEANT
    assert {word: lexicon.definition(word) for word in lexicon} == {
        word: MEANT.get(word, "") for word in lexicon
    }
    assert lexicon.definition("cat") == MEANT["CAT"]
    with pytest.raises(KeyError):
        lexicon.definition("tat")


def test_an_edition_has_the_definitions_of_its_words() -> None:
    edition = Lexicon.from_bytes(DEFINED).edition("now")
    assert dict(edition.definitions()) == {word: MEANT[word] for word in ("BAT", "TAB")}
    assert edition.definition("TAB") == "="
    with pytest.raises(KeyError):
        edition.definition("CAT")
    [(_, _, texts)] = edition.described_lines()
    assert dict(zip(edition, texts, strict=True)) == {w: MEANT.get(w, "") for w in edition}


def test_a_lexicon_without_definitions_is_the_same_file_as_ever() -> None:
    assert with_definitions(SMALL, {}) == SMALL
    assert b"definitions" not in SMALL
    lexicon = Lexicon.from_bytes(SMALL)
    assert (lexicon.definition("cat"), list(lexicon.definitions())) == ("", [])
    assert [texts for _, _, texts in lexicon.described_lines()] == [[]]


def test_definitions_come_last_and_are_pickled_along(tmp_path: Path) -> None:
    lexicon = Lexicon.from_bytes(DEFINED)
    assert pickle.loads(pickle.dumps(lexicon)).definition("CAT") == MEANT["CAT"]
    path = tmp_path / "x.lexicon"
    lexicon.save(path)
    opened = Lexicon.read(path)
    assert opened.definition("CAT") == MEANT["CAT"]
    again = Lexicon.read(path)
    path.write_bytes(SMALL)
    with pytest.raises(LexiconError, match="has changed since it was opened"):
        again.definition("CAT")


WORDS = ["".join("ABC"[random.Random(n).randrange(3)] for _ in range(2 + n % 6)) for n in range(99)]

FEW = english_bytes(" ".join(WORDS))


@given(st.dictionaries(st.sampled_from(sorted({*WORDS})), TEXTS.filter(bool)))
def test_any_definitions_of_any_words(texts: dict[str, str]) -> None:
    lexicon = Lexicon.from_bytes(with_definitions(FEW, texts))
    assert dict(lexicon.definitions()) == texts
    assert all(lexicon.definition(word) == texts.get(word, "") for word in lexicon)


def column(*definitions: tuple[int, bytes], end: bytes = b"\n") -> bytes:
    gaps = b"".join(struct.pack("<L", gap) for gap, _ in definitions)
    return gaps + end.join(text for _, text in definitions) + end


BAD = {
    "fewer": zstandard.compress(column((0, b"a"), (0, b"b"))),
    "more": zstandard.compress(column((0, b"a"), (0, b"b"), (0, b"c"), (0, b"d"))),
    "more lines": zstandard.compress(column((0, b"a"), (0, b"b\nb"), (0, b"c"))),
    "beyond the words": zstandard.compress(column((0, b"a"), (0, b"b"), (9, b"c"))),
    "far beyond the words": zstandard.compress(column(*[(0xFFFFFFFF, b"a")] * 3)),
    "not UTF-8": zstandard.compress(column((0, b"a"), (0, b"\xff"), (0, b"c"))),
    "no end": zstandard.compress(column((0, b"a"), (0, b"b"), (0, b"c"))[:-1]),
    "cut in the numbers": zstandard.compress(bytes(10)),
    "empty": b"",
    "nothing packed": zstandard.compress(b""),
    "not packed": column((0, b"a"), (0, b"b"), (0, b"c")),
    "of no stated size": zstandard.ZstdCompressor(write_content_size=False).compress(b"a" * 30),
    "400 MB": pack_zeros(400 << 20),
    "more than they state": pack_zeros(400 << 20, stated=18),
}


@pytest.mark.parametrize("kind", [*BAD, "missing"])
def test_damage_that_only_study_meets(kind: str) -> None:
    """The words are unaffected; only a request for a definition reports the damage."""
    lexicon = Lexicon.from_bytes(rezipped(DEFINED, {file.DEFINITIONS: BAD.get(kind)}))
    assert list(lexicon) == list(Lexicon.from_bytes(SMALL))
    assert "cat" in lexicon
    for ask in (
        lambda: lexicon.definition("cat"),
        lambda: list(lexicon.definitions()),
        lambda: list(lexicon.described_lines()),
        lambda: verify_lexicon(lexicon),
    ):
        with pytest.raises(LexiconError, match=r"^these bytes: its definitions are not readable"):
            ask()


def test_any_byte_of_the_definitions_changed_and_sealed_again() -> None:
    packed = zstandard.compress(column((0, b"a"), (1, "é".encode()), (0, b"c")))
    whole = Lexicon.from_bytes(rezipped(DEFINED, {file.DEFINITIONS: packed}))
    assert dict(whole.definitions()) == {"AT": "a", "BATS": "é", "CAT": "c"}
    refused = 0
    for place in range(len(packed)):
        for change in (0x01, 0x08, 0x80, 0xFF):
            changed = bytearray(packed)
            changed[place] ^= change
            lexicon = Lexicon.from_bytes(rezipped(DEFINED, {file.DEFINITIONS: bytes(changed)}))
            try:
                found = dict(lexicon.definitions())
            except LexiconError:
                refused += 1
            else:
                assert len(found) == 3
                assert found.keys() <= {*lexicon}
    assert refused > len(packed)


def test_counts_of_definitions_that_cannot_be() -> None:
    for count in (1, 2, 4):
        lexicon = Lexicon.from_bytes(with_manifest(DEFINED, definitions=count))
        with pytest.raises(LexiconError, match="its definitions are not readable"):
            lexicon.definition("cat")
    with pytest.raises(LexiconError, match="more definitions than words"):
        Lexicon.from_bytes(with_manifest(DEFINED, definitions=100))
    with pytest.raises(LexiconError, match="cannot be made into a lexicon"):
        with_definitions(SMALL, {"CAT": "two\nlines"})
