from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given

from tests.formats.automata import (
    CATS,
    ENGLISH,
    LARGE,
    POLISH,
    SPANISH,
    compile_lines,
    compile_tiles,
    compile_words,
    every_word,
    kwg_node,
    list_words,
    walk_kwg,
    word_sets,
)
from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import ExportError, SourceError
from wordtools.formats import kwg

DAWG = """
    05004000 0000c013 04008012 0100c014 0000c005 08000002 09000003 0a00401a 03004001 02004001
    0b00400f 0000c00f
"""
GADDAG = """
    0a004000 10004000 0000c013 05008012 0200c014 0000c005 0000c00f 04004001 03004001 0600400f
    07000002 08000003 0900401a 00008002 0000c003 02004000 19000001 1d000002 1e000003 1f000005
    2100000f 25000012 28000013 2a000014 2d00401a 1b000002 1c004003 04004000 03004000 07004000
    08004000 20004012 0e004001 2300000f 2400401a 0000c01a 06004000 26004001 2700c003 05004000
    29004014 0d004001 2b004001 0f008002 0f00c003 09004000
"""
ALPHAGRAMS = """
    08004000 05000005 00008012 04000013 0000c014 0000c012 03000002 01004003 06000001 0a00400f
    0b00400f 0000c01a
"""
OLDER = """
    0a004000 25004000 0000c005 0000c013 02008012 0300c014 05004001 04004001 0000c00f 0800400f
    06000002 07000003 0900401a 05004000 04004000 0d000002 0e004003 06004000 07004000 00008002
    0000c003 14004001 15004012 0000c01a 08004000 1700000f 1800401a 02004000 1b00c003 1c004001
    13004001 1e004014 03004000 20008002 2000c003 21004001 09004000 0f000001 11000002 12000003
    16000005 1900000f 1d000012 1f000013 23000014 2400401a
"""
WIDE = """
    400a0000 40100000 d3000000 92050000 d4020000 c5000000 cf000000 41040000 41030000 4f060000
    02070000 03080000 5a090000 82000000 c3000000 40020000 01190000 021d0000 031e0000 051f0000
    0f210000 12250000 13280000 142a0000 5a2d0000 021b0000 431c0000 40040000 40030000 40070000
    40080000 52200000 410e0000 0f230000 5a240000 da000000 40060000 41260000 c3270000 40050000
    54290000 410d0000 412b0000 820f0000 c30f0000 40090000
"""


def unhex(text: str) -> bytes:
    return bytes.fromhex("".join(text.split()))


VECTORS = {
    "DAWG": (DAWG, kwg.write_kwg, {"gaddag": False}, kwg.read_kwg),
    "GADDAG": (GADDAG, kwg.write_kwg, {}, kwg.read_kwg),
    "older": (OLDER, kwg.write_kwg, {"legacy": True}, kwg.read_kwg),
    "wide": (WIDE, kwg.write_kbwg, {}, kwg.read_kbwg),
}
ALPHAGRAM_WORDS = sorted({"".join(sorted(word)) for word in CATS})


@pytest.mark.parametrize("name", VECTORS)
def test_files_of_the_field_are_written_and_read_byte_for_byte(name: str) -> None:
    nodes, write, options, read = VECTORS[name]
    assert write(compile_words(CATS), ENGLISH, **options) == unhex(nodes)
    draft = read(unhex(nodes), ENGLISH, "f")
    assert list_words(draft) == sorted(CATS)
    assert draft.words_by_length[:5] == [0, 0, 0, 4, 3]
    assert write(draft, ENGLISH, **options) == unhex(nodes)


def test_a_kad_holds_each_alphagram_once() -> None:
    words = compile_words([*CATS, "ACT", "TAB"])
    assert kwg.write_kad(words, ENGLISH) == unhex(ALPHAGRAMS)
    alphagrams = kwg.read_kad(unhex(ALPHAGRAMS), ENGLISH, "f")
    assert list_words(alphagrams) == ALPHAGRAM_WORDS
    assert kwg.write_kad(alphagrams, ENGLISH) == unhex(ALPHAGRAMS)


def test_nodes_by_hand() -> None:
    # A and AT: the root, which leads to node 2; T (accepts); A (accepts, goes on at node 1).
    nodes = bytes.fromhex("02004000 0000c014 0100c001")
    assert kwg.write_kwg(compile_words(["A", "AT"]), ENGLISH, gaddag=False) == nodes
    assert list_words(kwg.read_kwg(nodes, ENGLISH, "f")) == ["A", "AT"]


def test_no_words() -> None:
    none = compile_words([])
    assert kwg.write_kwg(none, ENGLISH, gaddag=False) == bytes.fromhex("00004000")
    for nodes in (kwg.write_kwg(none, ENGLISH, gaddag=False), kwg.write_kwg(none, ENGLISH)):
        assert len(kwg.read_kwg(nodes, ENGLISH, "f")) == 0
    assert len(kwg.read_kbwg(kwg.write_kbwg(none, ENGLISH), ENGLISH, "f")) == 0


def test_content_tells_the_forms_apart() -> None:
    assert kwg.looks_like_kwg(unhex(GADDAG))
    assert kwg.looks_like_kwg(unhex(ALPHAGRAMS))
    assert not kwg.looks_like_kbwg(unhex(GADDAG))
    assert kwg.looks_like_kbwg(unhex(WIDE))
    assert not kwg.looks_like_kwg(unhex(WIDE))
    for other in (b"", b"CAR\nCARE\n", unhex(GADDAG)[:-1], unhex(GADDAG)[4:]):
        assert not kwg.looks_like_kwg(other)
        assert not kwg.looks_like_kbwg(other)


ROOT, ROOT_2 = kwg_node(0, 1, last=True), kwg_node(0, 2, last=True)
END = kwg_node(3, last=True, accepts=True)
DAMAGED = {
    "cut off": (unhex(DAWG)[:-3], "cut off: its length is not a multiple of 4 bytes"),
    "empty": (b"", "cut off: its length is not a multiple of 4 bytes"),
    "no root": (unhex(DAWG)[4:], "not a KWG: its first node is not the root"),
    "beyond the end": (
        kwg_node(0, 9, last=True),
        "damaged, or made with another alphabet: it ends before its root",
    ),
    "child beyond the end": (
        ROOT + kwg_node(3, 7, last=True),
        "damaged, or made with another alphabet: node 1 leads beyond the end of the file",
    ),
    "list without end": (
        ROOT + kwg_node(3, accepts=True),
        "damaged, or made with another alphabet: node 1 begins a list that does not end",
    ),
    "cycle": (
        ROOT + kwg_node(3, 1, last=True, accepts=True),
        "damaged, or made with another alphabet: node 1 can be reached from itself",
    ),
    "foreign tile": (
        ROOT + kwg_node(27, last=True, accepts=True),
        "damaged, or made with another alphabet: "
        "node 1 has letter 27, which is no tile of this alphabet",
    ),
    "separator in the DAWG": (
        ROOT_2 * 2 + kwg_node(0, last=True, accepts=True),
        "damaged, or made with another alphabet: "
        "node 2 has letter 0, which is no tile of this alphabet",
    ),
    "out of order": (
        ROOT + kwg_node(3, accepts=True) + kwg_node(2, last=True, accepts=True),
        "damaged, or made with another alphabet: node 2 is out of order",
    ),
    "repeated": (
        ROOT + kwg_node(3, accepts=True) + END,
        "damaged, or made with another alphabet: node 2 repeats a letter of its list",
    ),
    "dead end": (
        ROOT + kwg_node(3, last=True),
        "damaged, or made with another alphabet: "
        "node 1 begins a list in which a path ends without a word",
    ),
    "65 letters": (
        ROOT + b"".join(kwg_node(3, place, last=True) for place in range(2, 66)) + END,
        "damaged, or made with another alphabet: there are words of more than 64 letters",
    ),
    "GADDAG of other words": (
        ROOT_2
        + ROOT_2
        + kwg_node(3, 3, last=True, accepts=True)
        + kwg_node(4, last=True, accepts=True),
        "its GADDAG does not match its words: it has 2 paths, not 3",
    ),
    "GADDAG of no words": (
        ROOT_2 + kwg_node(0, 0, last=True) + END,
        "its GADDAG does not match its words: it has 0 paths, not 1",
    ),
    "GADDAG beyond the end": (
        ROOT_2 + kwg_node(0, 3, last=True) + END,
        "its GADDAG is damaged: it ends before its GADDAG",
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_wrong_is_said(name: str) -> None:
    data, message = DAMAGED[name]
    with pytest.raises(SourceError) as refused:
        kwg.read_kwg(data, ENGLISH, "old.kwg")
    assert str(refused.value) == f"old.kwg: {message}"


def test_the_longest_word_can_be_read_and_written() -> None:
    longest = compile_words(["C" * 64])
    for nodes in (kwg.write_kwg(longest, ENGLISH), kwg.write_kwg(longest, ENGLISH, legacy=True)):
        assert list_words(kwg.read_kwg(nodes, ENGLISH, "f")) == ["C" * 64]


@pytest.mark.parametrize("length", [6, 8, 64])
def test_more_words_than_a_file_can_mean_are_refused_before_they_are_walked(length: int) -> None:
    """Walking those of 8 letters would take minutes, and those of 64 would never end."""
    with pytest.raises(SourceError, match="more words than a file of this size can hold"):
        kwg.read_kwg(every_word(length), ENGLISH, "f")
    assert len(kwg.read_kwg(every_word(4), ENGLISH, "f")) == 26**4


def test_words_are_no_alphagrams() -> None:
    with pytest.raises(SourceError, match="holds words, not alphagrams; read it as a KWG"):
        kwg.read_kad(unhex(DAWG), ENGLISH, "f")


def test_another_alphabet_is_noticed_by_its_tiles() -> None:
    polish = kwg.write_kwg(compile_words(["ŻABA"], POLISH), POLISH)
    with pytest.raises(SourceError, match="has letter 32, which is no tile of this alphabet"):
        kwg.read_kwg(polish, ENGLISH, "f")


def name_gaddag_paths(words: set[bytes]) -> set[bytes]:
    """The paths of a GADDAG by definition; 0 is the separator."""
    whole = {word[::-1] for word in words}
    return whole | {
        word[:place][::-1] + b"\0" + word[place:] for word in words for place in range(1, len(word))
    }


@pytest.mark.slow
@pytest.mark.parametrize("alphabet", [ENGLISH, SPANISH, LARGE], ids=lambda one: one.name)
@pytest.mark.parametrize("legacy", [False, True])
@pytest.mark.parametrize("gaddag", [False, True])
def test_any_words_go_there_and_back(alphabet: Alphabet, legacy: bool, gaddag: bool) -> None:
    @given(word_sets(alphabet))
    def goes_there_and_back(words: set[bytes]) -> None:
        draft = compile_tiles(words, alphabet)
        nodes = kwg.write_kwg(draft, alphabet, gaddag=gaddag, legacy=legacy)
        assert kwg.looks_like_kwg(nodes)
        read = kwg.read_kwg(nodes, alphabet, "f")
        assert list(map(alphabet.spell, list_words(read))) == sorted(words)
        assert read.words_by_length == draft.words_by_length
        assert kwg.write_kwg(read, alphabet, gaddag=gaddag, legacy=legacy) == nodes
        root = int.from_bytes(nodes[:3], "little") & 0x3FFFFF
        assert list(walk_kwg(nodes, root)) == sorted(words)
        if gaddag:
            root = int.from_bytes(nodes[4:7], "little") & 0x3FFFFF
            assert list(walk_kwg(nodes, root)) == sorted(name_gaddag_paths(words))
        wide = _kernel.encode_kwg(draft, gaddag, True, legacy)
        assert len(wide) == len(nodes)
        assert list_words(kwg.read_kbwg(wide, alphabet, "f")) == list_words(draft)

    goes_there_and_back()


@given(word_sets(SPANISH))
def test_alphagrams_of_any_words_go_there_and_back(words: set[bytes]) -> None:
    nodes = kwg.write_kad(compile_tiles(words, SPANISH), SPANISH)
    read = kwg.read_kad(nodes, SPANISH, "f")
    alphagrams = sorted({bytes(sorted(word)) for word in words})
    assert list(map(SPANISH.spell, list_words(read))) == alphagrams
    assert kwg.write_kad(read, SPANISH) == nodes


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.mark.slow
def test_english_files_are_those_of_the_field(english_lines: bytes) -> None:
    draft = compile_lines(english_lines)
    assert len(draft) == 484_908
    dawg = kwg.write_kwg(draft, ENGLISH, gaddag=False)
    assert len(dawg) == 1_681_900
    assert sha256(dawg) == "7f50db0e85d655c735bad024ad4694fb8c914d5d1b37e55a175c673dc0d8001b"
    gaddag = kwg.write_kwg(draft, ENGLISH)
    assert len(gaddag) == 9_900_640
    assert sha256(gaddag) == "83054f86a7e92124d5afa3d0757dc2a40d087c8094c7fabe8ef94a767462ae83"
    older = kwg.write_kwg(draft, ENGLISH, gaddag=False, legacy=True)
    assert sha256(older) == "79951caf4b5166be9c301d13209dc3cab4e47c50797c85cda193175c4b039f36"
    wide = _kernel.encode_kwg(draft, False, True, False)
    assert sha256(wide) == "43da733104eaa484fa45641a7c2834ceea6714034a0bf0d13811c36594b26369"
    alphagrams = kwg.write_kad(draft, ENGLISH)
    assert len(alphagrams) == 1_483_600
    assert sha256(alphagrams) == "fb341603b38ba0bb5aaf356cd3e0d84454f3920ccfa5998f8d09faf05c030def"
    assert b"".join(kwg.read_kwg(gaddag, ENGLISH, "f").encode_lines()) == english_lines
    assert b"".join(kwg.read_kwg(older, ENGLISH, "f").encode_lines()) == english_lines
    assert b"".join(kwg.read_kbwg(wide, ENGLISH, "f").encode_lines()) == english_lines


@pytest.mark.slow
def test_polish_files_are_those_of_the_field(raw_file: Callable[[str], Path]) -> None:
    letters = "".join(POLISH.tiles).lower()
    lines = re.findall(
        f"^[{letters}]{{2,15}}$", raw_file("polish").read_text("utf-8"), re.MULTILINE
    )
    draft = compile_lines("\n".join(lines).encode(), POLISH)
    assert len(draft) == 3_276_062
    dawg = kwg.write_kwg(draft, POLISH, gaddag=False)
    assert len(dawg) == 1_735_868
    assert sha256(dawg) == "230664d6db80e1f1f6883c9b6d06b8f69deb7710894d8458927fc1be018a17f8"
    alphagrams = kwg.write_kad(draft, POLISH)
    assert sha256(alphagrams) == "3436f6b5b8aa5cf36ff2421235c5f40d8314b81d202a6b3897ea9a10733c79ff"
    wide = kwg.write_kbwg(draft, POLISH)
    assert len(wide) == 18_924_592
    assert sha256(wide) == "191ce1ffac11f6e5cad76f551c9bee1ac553b5e8a6475746d4b10e7e891c6245"
    assert list(kwg.read_kbwg(wide, POLISH, "f").encode_lines()) == list(draft.encode_lines())


@pytest.mark.slow
def test_more_nodes_than_a_kwg_holds(chance: random.Random) -> None:
    """The GADDAG of a word of 64 letters unlike any other has some 2,080 nodes."""
    words = {"".join(chance.choices(ENGLISH.tiles, k=64)) for _ in range(2_200)}
    with pytest.raises(ExportError) as refused:
        kwg.write_kwg(compile_words(words), ENGLISH)
    assert str(refused.value) == (
        "a KWG can hold 4,194,304 nodes, and these words and their GADDAG need more; "
        "leave out the GADDAG, or write a KBWG"
    )


def test_damage_is_noticed_or_makes_other_words() -> None:
    """No checksum protects a KWG, but its GADDAG reveals most damage to its words."""
    rng = random.Random(1)
    words = sorted({"".join(rng.choices("AEINRST", k=rng.randint(2, 7))) for _ in range(500)})
    nodes = kwg.write_kwg(compile_words(words), ENGLISH)
    unnoticed = 0
    for _ in range(300):
        damaged = bytearray(nodes)
        damaged[rng.randrange(len(nodes))] ^= 1 << rng.randrange(8)
        try:
            unnoticed += list_words(kwg.read_kwg(bytes(damaged), ENGLISH, "f")) == words
        except SourceError:
            continue
    assert unnoticed < 150
