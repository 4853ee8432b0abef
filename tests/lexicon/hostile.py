"""Checks a lexicon file that may be damaged or hostile. The file must be refused with a sentence,
or be a lexicon that works like any other."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import msgspec
import pytest
import zstandard

from tests.lexicon import coding
from tests.lexicon.coding import ENDS, FRESH, POINTS, Arc
from tests.lexicon.helpers import (
    NAME,
    PATH,
    english_bytes,
    opened,
    remade,
    rezipped,
    sealed,
    with_manifest,
)
from wordtools.errors import LexiconError
from wordtools.lexicon import file
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule
from wordtools.lexicon.verify import verify_lexicon

SMALL = english_bytes(
    "cat/old cats/old bat bats/new tab tabs/new at ta stab thou/old",
    now=EditionRule(exclude=["old"]),
)


def refusal(data: bytes) -> str:
    """The refusal of these bytes."""
    with pytest.raises(LexiconError) as refused:
        opened(data)
    sentence = str(refused.value)
    assert sentence.startswith(f"{PATH}: ")
    assert not sentence.endswith(".")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{PATH}: ")


def exercise(lexicon: Lexicon) -> None:
    """Everything that a lexicon does, each result compared with the others."""
    manifest, alphabet = lexicon.manifest, lexicon.alphabet
    assert set(manifest.editions) >= {lexicon.name}
    assert lexicon.words_by_length() or not len(lexicon.edition(lexicon.name))
    try:
        verify_lexicon(lexicon)
    except LexiconError as error:
        assert "the manifest states" in str(error) or "that wordtools" in str(error)
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
            assert edition <= lexicon.whole
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


# Files made to cost more than their size explains.


def pack_zeros(size: int, stated: int | None = None) -> bytes:
    """A zstandard frame of this many zeros, or of zeros with a false size."""
    packer = zstandard.ZstdCompressor(level=1).compressobj(size=size)
    piece = bytes(1 << 20)
    packed = b"".join(packer.compress(piece[: size - at]) for at in range(0, size, len(piece)))
    packed += packer.flush()
    if stated is None:
        return packed
    assert packed[4] >> 6 == 2  # the size has four bytes, before any block
    at = packed.index(size.to_bytes(4, "little"), 5)
    return packed[:at] + stated.to_bytes(4, "little") + packed[at + 4 :]


def all_words(length: int, tiles: int = 26) -> tuple[bytes, bytes, bytes]:
    """The columns of the automaton of all words of this many of the first tiles: few bytes and many
    words."""
    arcs = [Arc(tile, ENDS, last=tile == 1) for tile in range(tiles, 0, -1)]
    for place in range(length - 1):
        arcs.append(Arc(tiles, FRESH))
        arcs += [Arc(tile, POINTS, tile == 1, place) for tile in range(tiles - 1, 0, -1)]
    references = [(state, (tiles - 1).bit_length() - 1, 1) for state in range(1, length)]
    return coding.columns(arcs, references)


def with_count(column: bytes, count: int) -> bytes:
    """A column that states another count."""
    return column[:4] + count.to_bytes(4, "little") + column[8:]


def many_leaves(families: int) -> tuple[bytes, bytes, bytes]:
    """Columns of far more arcs than bytes. A state has 26 leaves of 26 arcs each, the next state
    has 26 of these, and so on. All are equal, so that each costs almost nothing."""
    leaf = [Arc(tile, ENDS, last=tile == 1) for tile in range(26, 0, -1)]
    above = [Arc(tile, FRESH, last=tile == 1) for tile in range(26, 0, -1)]
    family = leaf * 26 + above
    arcs = family * families + [Arc(tile, FRESH, last=tile == 1) for tile in range(families, 0, -1)]
    return coding.columns(arcs, [])


def make_costly_files() -> Iterator[tuple[str, bytes]]:
    """Sealed files, by name, of each kind that once cost more than its size justifies."""

    def changed(**changes: Any) -> bytes:
        return with_manifest(SMALL, **changes)

    def also(replacements: dict[str, str]) -> bytes:
        return changed(alphabet={**facts["alphabet"], "also": replacements})

    def apart(number: int) -> bytes:
        """An alphabet with a tile AB in place of Y, and with this many stretches in which AB is
        read as A and B."""
        spellings = {k: v for k, v in facts["alphabet"]["spellings"].items() if k != "Y"}
        tiles = ["AB" if tile == "Y" else tile for tile in facts["alphabet"]["tiles"]]
        tails = islice(product("CDEF", repeat=58), number)
        stretches = ["[A][B]" + "".join(tail) for tail in tails]
        changes = {"tiles": tiles, "spellings": spellings, "apart": stretches}
        return changed(alphabet={**facts["alphabet"], **changes})

    def rewritten(**fields: bytes) -> bytes:
        """With fields of the manifest inserted unchanged, which need not be JSON that we would
        write."""
        text = msgspec.json.encode({k: v for k, v in facts.items() if k not in fields})
        more = b"".join(b',"%b":%b' % (name.encode(), value) for name, value in fields.items())
        return remade(SMALL, manifest=text[:-1] + more + b"}")

    facts = msgspec.to_builtins(file.unpack(SMALL, PATH).manifest)
    every = ("arcs", "references", "pointers")
    two: dict[str, Any] = {"sets": [[], ["old"]]}

    yield (
        "the sets unpack to 400 MB",
        rezipped(
            with_manifest(SMALL, words=200 << 20, sets=[[]] * 300),
            {"sets.zst": pack_zeros(400 << 20)},
        ),
    )
    yield (
        "the sets unpack to more than they state",
        rezipped(changed(**two), {"sets.zst": pack_zeros(400 << 20, stated=10)}),
    )
    for length in (5, 6):
        words = 26**length
        columns = dict(zip(every, all_words(length), strict=True))
        made = remade(with_manifest(SMALL, words=words, **two), **columns)
        yield f"all words of {length} letters", rezipped(made, {"sets.zst": pack_zeros(words)})
        no_sets = {"sets": [["old"]], "editions": {NAME: {"exclude": ["old"]}}}
        yield (
            f"no word out of all of {length} letters",
            remade(with_manifest(SMALL, words=words, **no_sets), sets=b"", **columns),
        )
    yield "arcs without end", remade(SMALL, **dict(zip(every, many_leaves(26), strict=True)))
    arcs, references, pointers = all_words(2)
    zeros = bytes(1 << 20)
    for number in (1 << 18, (1 << 24) - 1):
        yield (
            f"{number} arcs are stated",
            remade(SMALL, arcs=with_count(arcs, number), references=references, pointers=pointers),
        )
        yield (
            f"{number} references are stated",
            remade(
                SMALL,
                arcs=with_count(arcs, number) + zeros,
                references=with_count(references, number),
                pointers=pointers,
            ),
        )
    yield (
        "200,000 editions",
        rewritten(editions=b"{%b}" % b",".join(b'"%d":{}' % n for n in range(200_000))),
    )
    yield (
        "a million sources",
        rewritten(sources=b"[%b]" % b",".join([b'{"file":"","sha256":""}'] * 1_000_000)),
    )
    names = [f"{n:02}" for n in range(64)]
    categories = {name: {"meaning": "", "words": 0} for name in names}
    yield (
        "a million categories",
        rewritten(
            categories=b"{%b}"
            % b",".join(b'"%d":{"meaning":"","words":0}' % n for n in range(1 << 20))
        ),
    )
    for number in (12_000, 60_000):
        yield (
            f"{number} sets of all categories",
            changed(categories=categories, sets=[names] * number),
        )
    yield "1,300,000 empty sets", rewritten(sets=b"[%b]" % b",".join([b"[]"] * 1_300_000))
    yield "a set of a million names", changed(sets=[[*map(str, range(500_000))]])
    yield "deep sets", rewritten(sets=b"[" * 1_000_000 + b"]" * 1_000_000)
    yield "deep and unknown", rewritten(other=b'{"a":' * 500_000)
    yield "a field often", rewritten(x=b"0" + b',"sets":[[],[],[]]' * 100_000)
    yield "a title of a megabyte", changed(title="A" * (1 << 20))
    yield (
        "rules of a million names",
        changed(editions={NAME: {"exclude": [*map(str, range(300_000))]}}),
    )
    yield "also without bound", also({chr(0x391 + n): chr(0x392 + n) * 2 for n in range(40)})
    yield "also of nothing", also({"": "A"})
    yield "also of very much", also({f"{n}": "A" * 1000 for n in range(3_000)})
    yield "also a hundred thousand times", also({f"{n}": "A" for n in range(100_000)})
    yield "as many stretches as may be", apart(4096)
    yield "too many stretches", apart(40_000)
    yield (
        "letters with a million spellings",
        changed(alphabet={**facts["alphabet"], "spellings": {"A": "AaÀà" * 250_000}}),
    )
    yield (
        "a tile of a million letters",
        changed(alphabet={**facts["alphabet"], "tiles": ["A" * 1_000_000]}),
    )
    for hidden in ("\x1b]0;x\7", "\x1b[31m", "\u202eSEY", "\u200f", "\n", "\x9b2J"):
        yield f"{hidden!r} in the title", changed(title=f"Words{hidden}")
        yield f"{hidden!r} in an edition", changed(editions={NAME: {}, f"old{hidden}": {}})
    header = SMALL[:30].replace(SMALL[18:26], bytes(8))
    members = b"".join(header[:26] + struct.pack("<HH", 6, 0) + b"%06d" % n for n in range(300_000))
    yield "300,000 members", sealed(members)
