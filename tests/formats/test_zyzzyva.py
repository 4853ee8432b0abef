from __future__ import annotations

import pytest
from hypothesis import given

from tests.formats.automata import (
    ENGLISH,
    POLISH,
    PORTUGUESE,
    SPANISH,
    compile_lines,
    compile_tiles,
    compile_words,
    list_words,
    word_sets,
)
from wordtools.errors import ExportError, SourceError
from wordtools.formats import zyzzyva

# BAT, BATS, CAT, CATS: 256 edges for the beginnings, then S; T (accepts, goes on); A.
ROOT = "03010042 03014043"  # B and C, which lead to edge 259; C is the last
NODES = bytes.fromhex(
    "03010000"  # 259 edges
    + ROOT
    + "00000000" * 253
    + "00004000"  # edge 256 ends their list once more
    + "0000c053"  # 257: S
    + "0101c054"  # 258: T
    + "02014041"  # 259: A
)
WORDS = ["BAT", "BATS", "CAT", "CATS"]


def test_edges_by_hand() -> None:
    assert zyzzyva.write_dwg(compile_words(WORDS), ENGLISH) == NODES
    assert zyzzyva.looks_like_dwg(NODES)
    assert list_words(zyzzyva.read_dwg(NODES, ENGLISH, "f")) == WORDS
    assert list_words(zyzzyva.read_dwg(NODES, PORTUGUESE, "f")) == WORDS


def crc16(data: bytes) -> int:
    """CRC-16/X-25, bit by bit."""
    register = 0xFFFF
    for byte in data:
        for place in range(8):
            low = (register ^ byte >> place) & 1
            register = register >> 1 ^ (0x8408 if low else 0)
    return register ^ 0xFFFF


def test_the_checksum_is_of_a_quarter_of_the_edges() -> None:
    assert crc16(b"123456789") == 0x906E  # from the CRC catalogue
    assert zyzzyva.compute_checksum(NODES) == crc16(NODES[4 : 4 + 259])
    assert zyzzyva.write_checksum(NODES) == b"%d\n" % crc16(NODES[4 : 4 + 259])


@pytest.mark.parametrize("form", ["{}", "{}\r\n", " {} BAT.dwg\n", "0x{:X}\n"])
def test_a_checksum_file_must_agree(form: str) -> None:
    right = zyzzyva.compute_checksum(NODES)
    draft = zyzzyva.read_dwg(NODES, ENGLISH, "f", form.format(right).encode())
    assert list_words(draft) == WORDS
    with pytest.raises(SourceError) as refused:
        zyzzyva.read_dwg(NODES, ENGLISH, "f", form.format(right + 1).encode())
    assert str(refused.value) == f"f: damaged: its checksum is {right}, not {right + 1}"


@pytest.mark.parametrize("content", [b"", b"\xff", b"checksum"])
def test_a_checksum_file_without_a_number_is_refused(content: bytes) -> None:
    with pytest.raises(SourceError, match="f: its checksum file does not begin with a number"):
        zyzzyva.read_dwg(NODES, ENGLISH, "f", content)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "cut off, or not a .dwg: its count of edges is wrong"),
        (NODES[:-4], "cut off, or not a .dwg: its count of edges is wrong"),
        (NODES + b"\0", "cut off, or not a .dwg: its count of edges is wrong"),
        (
            NODES.replace(b"\x54", b"\xe7"),
            "damaged, or made with another alphabet: "
            "node 258 has letter 231, which is no tile of this alphabet",
        ),
        (
            NODES.replace(bytes.fromhex("0101c054"), bytes.fromhex("0301c054")),
            "damaged, or made with another alphabet: node 259 can be reached from itself",
        ),
        (
            NODES.replace(bytes.fromhex("0101c054"), bytes.fromhex("0401c054")),
            "damaged, or made with another alphabet: node 258 leads beyond the end of the file",
        ),
    ],
)
def test_what_is_wrong_is_said(data: bytes, message: str) -> None:
    assert zyzzyva.looks_like_dwg(data) == ("cut off" not in message)
    with pytest.raises(SourceError) as refused:
        zyzzyva.read_dwg(data, ENGLISH, "f")
    assert str(refused.value) == f"f: {message}"


def test_no_words() -> None:
    empty = zyzzyva.write_dwg(compile_words([]), ENGLISH)
    assert len(empty) == 4 + 4 * 256
    assert len(zyzzyva.read_dwg(empty, ENGLISH, "f")) == 0


def test_letters_are_in_the_order_of_latin_1() -> None:
    words = ["CA", "ÇA", "ZA"]  # Ç comes before Z in the alphabet, after it in Latin-1
    nodes = zyzzyva.write_dwg(compile_words(words, PORTUGUESE), PORTUGUESE)
    assert [nodes[4 * edge + 3] for edge in (1, 2, 3)] == [*b"CZ", 0xC7]
    assert list_words(zyzzyva.read_dwg(nodes, PORTUGUESE, "f")) == words


def test_other_letters_are_refused_with_what_would_do() -> None:
    with pytest.raises(ExportError) as refused:
        zyzzyva.write_dwg(compile_words(["CHA"], SPANISH), SPANISH)
    assert str(refused.value) == (
        "a .dwg can hold only tiles with one Latin-1 letter, not CH, LL, RR; "
        "write a KWG or a Quackle .dawg"
    )
    with pytest.raises(ExportError, match="not Ą, Ć, Ę, Ł, Ń, Ś, Ź, Ż; write"):
        zyzzyva.write_dwg(compile_words(["BA"], POLISH), POLISH)


@given(word_sets(PORTUGUESE))
def test_any_words_go_there_and_back(words: set[bytes]) -> None:
    nodes = zyzzyva.write_dwg(compile_tiles(words, PORTUGUESE), PORTUGUESE)
    assert zyzzyva.looks_like_dwg(nodes)
    read = zyzzyva.read_dwg(nodes, PORTUGUESE, "f", zyzzyva.write_checksum(nodes))
    assert list(map(PORTUGUESE.spell, list_words(read))) == sorted(words)
    assert zyzzyva.write_dwg(read, PORTUGUESE) == nodes


@pytest.mark.slow
def test_a_list_of_real_size_goes_there_and_back(english_lines: bytes) -> None:
    nodes = zyzzyva.write_dwg(compile_lines(english_lines), ENGLISH)
    read = zyzzyva.read_dwg(nodes, ENGLISH, "f", zyzzyva.write_checksum(nodes))
    assert b"".join(read.encode_lines()) == english_lines
    assert zyzzyva.write_dwg(read, ENGLISH) == nodes
