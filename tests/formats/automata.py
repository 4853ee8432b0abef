"""Words as the kernel's drafts, other programs' nodes spelled out, and hostile files, for the
formats that are automatons."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from wordtools import _kernel
from wordtools.alphabet import Alphabet, load_alphabet
from wordtools.formats import quackle

ENGLISH = load_alphabet("en").alphabet
SPANISH = load_alphabet("es").alphabet
POLISH = load_alphabet("pl").alphabet
PORTUGUESE = load_alphabet("pt").alphabet
LARGE = Alphabet(
    "large",
    "xx",
    tuple(map(chr, [*range(0x391, 0x3A2), *range(0x410, 0x430), *range(0x531, 0x53F)])),
    {},
)
LARGE = Alphabet("large", "xx", LARGE.tiles, {letter: letter for letter in LARGE.tiles})
"""As many tiles as are possible."""

CATS = ["CAR", "CARE", "CAT", "CATS", "BAT", "BATS", "ZOO"]


def compile_tiles(words: Iterable[bytes], alphabet: Alphabet = ENGLISH) -> _kernel.DraftAutomaton:
    """The draft of words given as tiles."""
    collector = _kernel.Collector(alphabet.kernel, alphabet.compose)
    assert collector.add(map(alphabet.text, words)) is None
    return collector.compile()[0]


def compile_words(words: Iterable[str], alphabet: Alphabet = ENGLISH) -> _kernel.DraftAutomaton:
    return compile_tiles(map(alphabet.spell, words), alphabet)


def compile_lines(lines: bytes, alphabet: Alphabet = ENGLISH) -> _kernel.DraftAutomaton:
    collector = _kernel.Collector(alphabet.kernel, alphabet.compose)
    assert collector.add_lines(lines) is None
    return collector.compile()[0]


def list_words(draft: _kernel.DraftAutomaton) -> list[str]:
    return b"".join(draft.encode_lines()).decode().split()


def word_sets(alphabet: Alphabet, longest: int = 6) -> st.SearchStrategy[set[bytes]]:
    """Sets of words as tiles; most are short and similar, and some have the maximum length."""
    few, every = (
        bytes(byte % count + 1 for byte in range(256))
        for count in (min(5, len(alphabet.tiles)), len(alphabet.tiles))
    )
    short = st.binary(min_size=1, max_size=longest).map(lambda drawn: drawn.translate(few))
    long = st.binary(min_size=1, max_size=_kernel.MAX_WORD)
    return st.sets(short | long.map(lambda drawn: drawn.translate(every)), max_size=30)


def kwg_node(tile: int, child: int = 0, *, last: bool = False, accepts: bool = False) -> bytes:
    """A node of a KWG."""
    return struct.pack("<I", tile << 24 | accepts << 23 | last << 22 | child)


def every_word(length: int, tiles: int = 26) -> bytes:
    """A KWG of all words of this many tiles: few nodes and many words."""
    nodes = kwg_node(0, 1, last=True)
    for place in range(length):
        child = (place + 1) * tiles + 1 if place + 1 < length else 0
        for tile in range(1, tiles + 1):
            nodes += kwg_node(tile, child, last=tile == tiles, accepts=not child)
    return nodes


def walk_kwg(data: bytes, node: int) -> Iterator[bytes]:
    """The paths of a KWG below the list that begins at a node, one by one."""
    while node:
        (word,) = struct.unpack_from("<I", data, node * 4)
        tile = bytes([word >> 24])
        if word >> 23 & 1:
            yield tile
        for rest in walk_kwg(data, word & 0x3FFFFF):
            yield tile + rest
        if word >> 22 & 1:
            return
        node += 1


def write_marked(
    draft: _kernel.DraftAutomaton, alphabet: Alphabet, marks: quackle.QuackleMarks
) -> bytes:
    """A Quackle .dawg with these marks."""
    both = zip(marks.smaller, marks.playability, strict=True)
    values = array("I", (bool(smaller) << 24 | playability for smaller, playability in both))
    head = quackle.write_quackle(draft, alphabet).removesuffix(_kernel.encode_quackle(draft, None))
    return head + _kernel.encode_quackle(draft, values.tobytes())
