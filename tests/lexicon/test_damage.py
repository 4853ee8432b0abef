"""A file with any byte changed never gives an answer; a hostile one never does worse than refuse.

Damage leaves the seal wrong. Hostile files are sealed rightly and hold what no `pack` would write:
each is refused with a `LexiconError`, or happens to be a lexicon and then works like any other.
"""

from __future__ import annotations

import io
import random
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lexicon import coding
from tests.lexicon.coding import ENDS, FRESH, FRESH_FINAL, POINTS, POINTS_FINAL, Arc
from tests.lexicon.helpers import (
    ENGLISH,
    PATH,
    SEAL_SIZE,
    Dictionary,
    dictionaries,
    english_bytes,
    opened,
    remade,
    rezipped,
    sealed,
    with_manifest,
)
from wordtools import _kernel
from wordtools.errors import LexiconError
from wordtools.lexicon import file
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import FORMAT, EditionRule
from wordtools.lexicon.verify import verify

SMALL = english_bytes(
    "cat/old cats/old bat bats/new tab tabs/new at ta stab thou/old",
    now=EditionRule(exclude=["old"]),
)


def refusal(data: bytes) -> str:
    """What opening these bytes says."""
    with pytest.raises(LexiconError) as refused:
        opened(data)
    sentence = str(refused.value)
    assert sentence.startswith(f"{PATH}: ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{PATH}: ")


# Damage.


def test_the_small_lexicon_is_whole() -> None:
    """Else the tests below would prove nothing."""
    exercise(opened(SMALL))
    exercise(opened(sealed(SMALL[:-SEAL_SIZE])))
    exercise(opened(remade(SMALL)))
    assert len(opened(SMALL).edition("now")) == 7


@pytest.mark.parametrize("change", [0x01, 0x20, 0x80, 0xFF])
def test_any_byte_changed_is_refused(change: int) -> None:
    for place in range(len(SMALL)):
        damaged = bytearray(SMALL)
        damaged[place] ^= change
        refusal(bytes(damaged))


def test_any_length_but_its_own_is_refused() -> None:
    for length in range(len(SMALL)):
        refusal(SMALL[:length])
    for more in (b"\0", b"\n", SMALL):
        refusal(SMALL + more)


@pytest.mark.real_data
def test_ten_thousand_random_changes_are_refused(compiled: Callable[[str], Path]) -> None:
    chance = random.Random(3)
    good = compiled("pt").read_bytes()
    file.unpack(good, PATH)
    refused = 0
    while refused < 10_000:
        damaged = bytearray(good)
        for _ in range(chance.choice([1, 1, 1, 2, 10])):
            DAMAGES[chance.randrange(len(DAMAGES))](damaged, chance)
        if damaged == good:
            continue
        with pytest.raises(LexiconError):
            file.unpack(bytes(damaged), PATH)
        refused += 1


def flip(data: bytearray, chance: random.Random) -> None:
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def delete(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data) + 1)
    del data[start : start + chance.choice([1, 2, 100])]


def insert(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data) + 1)
    data[start:start] = chance.randbytes(chance.choice([1, 2, 100]))


def swap(data: bytearray, chance: random.Random) -> None:
    if data:
        a, b = chance.randrange(len(data)), chance.randrange(len(data))
        data[a], data[b] = data[b], data[a]


def truncate(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data) + 1) :]


DAMAGES = [flip, delete, insert, swap, truncate]


# Each with a sentence of its own.


def something_else() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("photo.jpg", bytes(500))
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"", "the file is empty; build or copy it again.", id="empty"),
        pytest.param(b"AARDVARK\nABACUS\n", "this is no lexicon file.", id="text"),
        pytest.param(something_else(), "a ZIP of something else, no lexicon.", id="other ZIP"),
        pytest.param(
            SMALL[:-1], "cut short or damaged at its end; build or copy it again.", id="cut"
        ),
        pytest.param(
            SMALL[: len(SMALL) // 2],
            "cut short or damaged at its end; build or copy it again.",
            id="half",
        ),
        pytest.param(
            SMALL.replace(b"English", b"Anglish"),
            "damaged: its content is not what was sealed; copy it again.",
            id="changed",
        ),
        pytest.param(
            with_manifest(SMALL, format=FORMAT + 1, sets="laid out anew"),
            f"made by a newer wordtools (format {FORMAT + 1}, this one reads {FORMAT}); "
            "update wordtools.",
            id="newer",
        ),
        pytest.param(
            with_manifest(SMALL, format=1, sets="laid out of old"),
            f"made by an older wordtools (format 1, this one reads {FORMAT}); build it again.",
            id="older",
        ),
    ],
)
def test_each_damage_has_its_sentence(data: bytes, said: str) -> None:
    assert refusal(data) == said


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, said in ((tmp_path, "Is a directory"), (tmp_path / "no.lexicon", "No such file")):
        with pytest.raises(LexiconError, match=rf"^{path}: cannot be read: {said}"):
            Lexicon.read(path)


# Sealed, but wrong.


def exercise(lexicon: Lexicon) -> None:
    """Everything a lexicon does, each against the others."""
    manifest, alphabet = lexicon.manifest, lexicon.alphabet
    assert set(manifest.editions) >= {lexicon.name}
    assert lexicon.words_by_length() or not len(lexicon.edition(lexicon.name))
    try:
        verify(lexicon)
    except LexiconError as error:
        assert " it says " in str(error)
    for name in manifest.editions:
        edition = lexicon.edition(name)
        words = list(islice(edition, 300))
        assert len(words) == min(300, len(edition))
        assert [edition.word_at(rank) for rank in range(len(words))] == words
        assert [edition.rank(word) for word in words] == list(range(len(words)))
        tiles = [alphabet.spell(word) for word in words]
        assert tiles == sorted(set(tiles))
        assert all(word in edition for word in words)
        assert edition.contains_lines("\n".join(words).encode()).count(1) == len(words)
        assert all(edition.categories(word) <= set(manifest.categories) for word in words)
        assert len(edition) > 300 or b"".join(edition.lines()).decode().split() == words
        for word in words[:9]:
            assert word in edition.words(prefix=word)
        for category in manifest.categories:
            carried = edition.count(category)
            assert len(list(islice(edition.words(category=category), 300))) == min(300, carried)
        if len(edition) < 300:
            assert edition <= lexicon.edition(lexicon.name)
            assert edition & edition == set(words)
        repr(edition)
        hash(edition)


def refused_or_works(data: bytes) -> None:
    try:
        lexicon = opened(data)
    except LexiconError as error:
        assert str(error).startswith(f"{PATH}: ")
    else:
        exercise(lexicon)


NAMES = ("arcs", "references", "pointers", "sets")


def columns(data: bytes = SMALL) -> dict[str, bytes]:
    parts = file.unpack(data, PATH)
    return dict(zip(NAMES, map(bytes, (*parts.columns, parts.sets)), strict=True))


def with_columns(data: bytes, changed: dict[str, bytes]) -> bytes:
    """The file with columns replaced, and its word count theirs where they make an automaton."""
    every = {**columns(data), **changed}
    facts = msgspec.to_builtins(file.unpack(data, PATH).manifest)
    with suppress(ValueError):
        facts["words"] = len(
            _kernel.Automaton.from_columns(
                ENGLISH.kernel, every["arcs"], every["references"], every["pointers"]
            )
        )
    return remade(data, manifest=msgspec.json.encode(facts), **changed)


def test_every_change_of_a_column_byte() -> None:
    for name, column in columns().items():
        for place in range(len(column)):
            for value in (*range(32), 63, 64, 127, 128, 255):
                changed = column[:place] + bytes([value]) + column[place + 1 :]
                refused_or_works(with_columns(SMALL, {name: changed}))


@given(st.binary(), st.binary(), st.binary(), st.binary())
def test_any_columns(arcs: bytes, references: bytes, pointers: bytes, sets: bytes) -> None:
    made = {"arcs": arcs, "references": references, "pointers": pointers, "sets": sets}
    refused_or_works(with_columns(SMALL, made))


@given(dictionaries(), st.data())
def test_changed_columns(dictionary: Dictionary, data: st.DataObject) -> None:
    every = columns(dictionary.bytes)
    name = data.draw(st.sampled_from(NAMES))
    column = bytearray(every[name])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(column)))
        column[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=12))
    refused_or_works(remade(dictionary.bytes, **{name: bytes(column)}))


A, B = 1, 2


def coded(arcs: list[Arc], references: list[tuple[int, int, int]]) -> dict[str, bytes]:
    """What the writer would write for these, whether or not they make an automaton."""
    return dict(zip(NAMES, coding.columns(arcs, references), strict=False))


@pytest.mark.parametrize(
    ("arcs", "references"),
    [
        pytest.param([Arc(27, ENDS, last=True)], [], id="a tile of no letter"),
        pytest.param([Arc(0, ENDS, last=True)], [], id="tile 0"),
        pytest.param([Arc(A, POINTS, last=True)], [], id="a pointer without references"),
        pytest.param([Arc(A, POINTS, last=True)], [(1, 0, A)], id="a pointer to its own state"),
        pytest.param(
            [Arc(B, POINTS), Arc(A, ENDS, last=True), Arc(A, FRESH, last=True)],
            [(2, 0, A)],
            id="a pointer ahead",
        ),
        pytest.param([Arc(A, ENDS, last=True)], [(9, 0, A)], id="a reference to no state"),
        pytest.param([Arc(A, FRESH, last=True)], [], id="more targets than states"),
        pytest.param([Arc(A, ENDS)], [], id="a state without its last arc"),
        pytest.param([Arc(A, ENDS), Arc(B, ENDS, last=True)], [], id="arcs out of order"),
        pytest.param([Arc(A, ENDS), Arc(A, ENDS, last=True)], [], id="an arc twice"),
        pytest.param([Arc(A, ENDS, last=True)] * 2, [], id="two roots"),
        pytest.param([Arc(A, ENDS, last=True)] * 5000, [], id="more roots than can wait"),
        pytest.param(
            [Arc(A, ENDS, last=True), *[Arc(A, FRESH, last=True)] * 64],
            [],
            id="a word of 65 tiles",
        ),
    ],
)
def test_columns_that_are_no_automaton(
    arcs: list[Arc], references: list[tuple[int, int, int]]
) -> None:
    made = coded(arcs, references)
    with pytest.raises(ValueError, match=r"\w"):
        _kernel.Automaton.from_columns(ENGLISH.kernel, *made.values())
    assert refusal(remade(SMALL, **made)).startswith("sealed, but ")


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        pytest.param(b"", "counts differ", id="none"),
        pytest.param(bytes(9), "counts differ", id="one short"),
        pytest.param(bytes(20), "counts differ", id="two bytes each"),
        pytest.param(b"\7" * 10, "category set", id="a set that is not there"),
    ],
)
def test_sets_that_are_not_the_words(sets: bytes, said: str) -> None:
    assert said in refusal(remade(SMALL, sets=sets))


def test_sets_count_even_where_no_edition_asks() -> None:
    """A lexicon without categories has one set, and no numbers to say so."""
    plain = english_bytes("cat dog")
    exercise(opened(plain))
    assert columns(plain)["sets"] == b""
    assert "counts differ" in refusal(remade(plain, sets=b"\0\1"))


def test_the_longest_words() -> None:
    arcs = [Arc(A, ENDS, last=True), *[Arc(A, FRESH_FINAL, last=True)] * 63]
    longest = opened(with_columns(SMALL, {**coded(arcs, []), "sets": bytes(64)}))
    exercise(longest)
    assert list(longest) == ["A" * length for length in range(1, 65)]


def test_more_words_than_can_be_counted() -> None:
    """With two arcs a state, all to the next one, words double with every state."""

    def doubling(states: int) -> dict[str, bytes]:
        arcs = [Arc(B, ENDS), Arc(A, ENDS, last=True)]
        for place in range(states - 1):
            arcs += [Arc(B, FRESH_FINAL), Arc(A, POINTS_FINAL, last=True, place=place)]
        return coded(arcs, [(state, 0, A) for state in range(1, states)])

    most = _kernel.Automaton.from_columns(ENGLISH.kernel, *doubling(31).values())
    assert len(most) == (1 << 32) - 2
    assert most.rank("B" * 31) == len(most) - 1
    assert most.word_at(len(most) - 1) == b"\2" * 31
    assert most.words_by_length() == [0, *(1 << length for length in range(1, 32)), *[0] * 33]
    assert "counts differ" in refusal(remade(SMALL, **doubling(31)))
    for states in (32, 64):
        assert refusal(remade(SMALL, **doubling(states))).startswith("sealed, but ")


def test_the_kernel_writes_what_the_page_says() -> None:
    """BATS, CATS, and CAT: the state after BA and CA is one, and so are those after them."""
    columns = file.unpack(english_bytes("at cat"), PATH).columns
    arcs = [
        Arc(20, ENDS, last=True),  # 1: T
        Arc(1, FRESH, last=True),  # 2: AT
        Arc(3, FRESH),  # 3: CAT …
        Arc(1, POINTS, last=True),  # … and AT, by way of state 1
    ]
    assert columns == coding.columns(arcs, [(1, 0, 1)])
    assert len(_kernel.Automaton.from_columns(ENGLISH.kernel, *columns)) == 2


def test_large_automatons() -> None:
    """Two threads read them: what fails in one ends both, and the caller hears of it."""

    def tree(height: int) -> list[Arc]:
        """The states of all words of so many letters, and A."""
        if height == 0:
            return [Arc(A, ENDS, last=True)]
        return tree(height - 1) * 26 + [Arc(t, FRESH, last=t == A) for t in range(26, 0, -1)]

    made = _kernel.Automaton.from_columns(ENGLISH.kernel, *coded(tree(3), []).values())
    assert made.words_by_length()[:6] == [0, 0, 0, 0, 26**3, 0]
    assert made.word_at(26**3 - 2) == bytes([26, 26, 25, 1])
    unordered = [Arc(A, ENDS), Arc(B, ENDS, last=True)]
    for arcs in (tree(3) + unordered, [*unordered, *tree(3)], tree(0) * 5000 + tree(3)):
        with pytest.raises(ValueError, match=r"\w"):
            _kernel.Automaton.from_columns(ENGLISH.kernel, *coded(arcs, []).values())


def test_a_count_of_arcs_beyond_reason_costs_nothing() -> None:
    """A context of one symbol takes no bits: a few bytes can go on for millions of arcs."""
    arcs, references, pointers = coding.columns([Arc(A, ENDS, last=True)] * 8, [])
    for count in (1 << 24, (1 << 32) - 1):
        claimed = arcs[:4] + struct.pack("<I", count) + arcs[8:]
        with pytest.raises(ValueError, match=r"\w"):
            _kernel.Automaton.from_columns(ENGLISH.kernel, claimed, references, pointers)


def test_sets_that_claim_gigabytes_cost_none() -> None:
    """A frame's header may claim any size, and an honest one may unpack to gigabytes."""
    block = struct.pack("<I", 1 << 1 | (1 << 17) << 3)[:3] + b"\0"  # 128 kB of zeros
    last = struct.pack("<I", 1 | 1 << 1 | (1 << 17) << 3)[:3] + b"\0"
    for size, blocks in ((1 << 32, b""), (1 << 30, block * ((1 << 13) - 1) + last)):
        frame = b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<Q", size) + blocks
        bomb = rezipped(SMALL, {"sets.zst": frame})
        tracemalloc.start()
        try:
            refusal(bomb)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 1 << 28


@pytest.mark.parametrize("change", [0x01, 0x08, 0x80, 0xFF])
def test_any_byte_changed_and_sealed_again(change: int) -> None:
    body = SMALL[:-SEAL_SIZE]
    for place in range(len(body)):
        changed = bytearray(body)
        changed[place] ^= change
        refused_or_works(sealed(bytes(changed)))


@given(st.binary(max_size=200))
def test_any_bytes_sealed(body: bytes) -> None:
    refusal(sealed(body))
    refusal(sealed(b"PK" + body))


@pytest.mark.parametrize("name", ["manifest.json", *file.COLUMNS])
def test_a_missing_or_foreign_member(name: str) -> None:
    assert "not readable as a lexicon" in refusal(rezipped(SMALL, {name: None}))
    for content in (b"", b"{}", b"[1]", bytes(50)):
        assert refusal(rezipped(SMALL, {name: content})).startswith("sealed, but ")


FACTS: dict[str, Any] = msgspec.to_builtins(file.unpack(SMALL, PATH).manifest)

any_json: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, True, -1, 0, 1, 10, 300, 0.5, "", "test", "old", "now", "[", "A"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("Aab["), inner),
    max_leaves=5,
)


@given(st.data())
@settings(max_examples=500)
def test_any_manifest(data: st.DataObject) -> None:
    """A value somewhere in the manifest is another, or gone, or a neighbour's."""
    facts = msgspec.json.decode(msgspec.json.encode(FACTS))
    holder = facts
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(holder[key], dict | list) or not holder[key] or data.draw(st.booleans()):
            break
        holder = holder[key]
    if data.draw(st.booleans()):
        del holder[key]
    else:
        holder[key] = data.draw(any_json | st.sampled_from([holder[each] for each in keys]))
    refused_or_works(remade(SMALL, manifest=msgspec.json.encode(facts)))


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"words": 11}, id="words"),
        pytest.param({"words": -1}, id="negative"),
        pytest.param({"editions": {}}, id="no edition"),
        pytest.param({"editions": {"now": {}}}, id="no whole edition"),
        pytest.param({"name": "other"}, id="no edition of its name"),
        pytest.param({"sets": []}, id="no sets"),
        pytest.param({"sets": [[]] * 257}, id="two bytes a set"),
        pytest.param({"sets": [["secret"]] * 3}, id="category without a meaning"),
        pytest.param({"editions": {"test": {"include": ["old"]}}}, id="a whole that is none"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "tiles": []}}, id="no tiles"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "tiles": ["A"] * 26}}, id="one tile"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "tiles": ["A"] * 64}}, id="64 tiles"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "spellings": {}}}, id="no spellings"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "spellings": {"Ä": "ä"}}}, id="no letter"),
        pytest.param({"words": 2**62}, id="more words than memory"),
        pytest.param({"words": 2**70}, id="more words than a machine's numbers"),
        pytest.param({"words": -1}, id="less than no words"),
        pytest.param({"format": 0}, id="format 0"),
        pytest.param({"format": -1}, id="format -1"),
        pytest.param({"format": "1"}, id="format in quotes"),
        pytest.param({"format": None}, id="no format"),
    ],
)
def test_each_wrong_manifest(changes: dict[str, Any]) -> None:
    refusal(with_manifest(SMALL, **changes))


def test_deep_and_long_manifests() -> None:
    for text in (b"[" * 100_000, b'{"a":' * 100_000, b'{"format":' + b"9" * 10_000 + b"}"):
        refusal(remade(SMALL, manifest=text))
