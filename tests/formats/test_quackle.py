from __future__ import annotations

import hashlib
import random
from array import array
from functools import reduce
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.automata import (
    CATS,
    ENGLISH,
    POLISH,
    SPANISH,
    compile_lines,
    compile_tiles,
    compile_words,
    list_words,
    word_sets,
    write_marked,
)
from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError
from wordtools.formats import quackle
from wordtools.formats.quackle import QuackleMarks

ABC = Alphabet("ABC", "en", ("A", "B", "C"), {letter: letter for letter in "ABC"})
CBA = Alphabet("CBA", "en", ("C", "B", "A"), {letter: letter for letter in "ABC"})


def write_hash(*words: list[int]) -> bytes:
    """The exclusive or of the MD5s of words, with letters from 5 up."""
    sums = (int.from_bytes(hashlib.md5(bytes(word)).digest()) for word in words)
    return reduce(xor, sums).to_bytes(16)


# A (playability 9), AB (7, in the smaller dictionary), CB (7, in the smaller dictionary).
HEAD = b"\1" + write_hash([5], [5, 6], [7, 6]) + b"\0\0\3" + b"\3A B C "
NODES = bytes.fromhex(
    "000001 fc 000000"  # the root, with the number of a blank; its list begins at node 1
    "000003 00 000009"  # A, which goes on at node 3
    "000004 42 000000"  # C, the last of its list
    "000000 c1 000007"  # B, in the smaller dictionary
    "000000 c1 000007"  # B once more: only nodes below equal ones are shared
)
MARKS = QuackleMarks(b"\0\1\1", array("I", [9, 7, 7]))


def test_a_file_by_hand() -> None:
    draft = compile_words(["A", "AB", "CB"], ABC)
    assert write_marked(draft, ABC, MARKS) == HEAD + NODES
    assert quackle.looks_like_quackle(HEAD + NODES)
    read, marks = quackle.read_quackle(HEAD + NODES, ABC, "f")
    assert list_words(read) == ["A", "AB", "CB"]
    assert marks == MARKS


def test_the_letters_of_a_file_may_be_in_another_order() -> None:
    read, marks = quackle.read_quackle(HEAD + NODES, CBA, "f")
    assert list_words(read) == ["CB", "A", "AB"]
    assert marks == QuackleMarks(b"\1\0\1", array("I", [7, 9, 7]))


def test_without_marks_words_have_playability_one() -> None:
    draft = compile_words(CATS)
    read, marks = quackle.read_quackle(quackle.write_quackle(draft, ENGLISH), ENGLISH, "f")
    assert list_words(read) == sorted(CATS)
    assert marks == QuackleMarks(bytes(7), array("I", [1] * 7))


def print_tree(words: dict[bytes, int]) -> list[tuple[int, int, int]]:
    """The nodes of a file as the program itself makes them, from a tree with a node for each
    beginning of a word. A node is (the start of its list, letter, value), and stands for all equal
    nodes. The lists are numbered twice, first in the whole tree, and then in the tree that
    remains."""

    class TreeNode:
        def __init__(self, letter: int) -> None:
            self.letter, self.value = letter, 0
            self.children: dict[int, TreeNode] = {}
            self.place = 0
            self.written = False
            self.clone_of: TreeNode | None = None

        def describe(self) -> object:
            return self.letter, self.value, tuple(c.describe() for c in self.children.values())

        def print_lists(self, nodes: list[TreeNode]) -> None:
            self.written = True
            if not self.children:
                return
            self.place = len(nodes)
            nodes.extend(self.children.values())
            for child in self.children.values():
                if child.clone_of is None:
                    child.print_lists(nodes)
                elif not child.clone_of.written:
                    child.clone_of.print_lists(nodes)

    root = TreeNode(-4)
    for word in sorted(words):
        node = root
        for letter in word:
            node = node.children.setdefault(letter, TreeNode(letter))
        node.value = words[word]
    first: dict[object, TreeNode] = {}
    nodes = [root]
    root.print_lists(nodes)
    for node in nodes:
        same = first.setdefault(node.describe(), node)
        node.clone_of = None if same is node else same
        node.written, node.place = False, 0
    nodes = [root]
    root.print_lists(nodes)
    return [((node.clone_of or node).place, node.letter, node.value) for node in nodes]


def unpack(data: bytes, letters: int) -> list[tuple[int, int, int]]:
    """The nodes of a file whose letters take this many bytes, as `print_tree` returns them."""
    found = []
    for at in range(21 + letters, len(data), 7):
        node = data[at : at + 7]
        value = int.from_bytes(node[4:]) | node[3] >> 7 << 24
        root = at == 21 + letters
        found.append(
            (
                int.from_bytes(node[:3]),
                -4 if root else (node[3] & 63) + 1,
                value & 0xFFFFFF if root else value,
            )
        )
    return found


VALUES = st.sampled_from([1, 2, 1 << 24 | 1, 1 << 24 | 3])


@given(st.dictionaries(st.lists(st.integers(1, 3), min_size=1, max_size=5).map(bytes), VALUES))
def test_lists_are_where_the_program_itself_puts_them(words: dict[bytes, int]) -> None:
    numbers = [words[word] for word in sorted(words)]
    marks = QuackleMarks(
        bytes(n >> 24 for n in numbers), array("I", (n & 0xFFFFFF for n in numbers))
    )
    data = write_marked(compile_tiles(words, ABC), ABC, marks)
    assert unpack(data, 6) == print_tree(words)
    plain = quackle.write_quackle(compile_tiles(words, ABC), ABC)
    assert unpack(plain, 6) == print_tree(dict.fromkeys(words, 1))


@pytest.mark.parametrize("alphabet", [ENGLISH, SPANISH, POLISH], ids=lambda one: one.name)
def test_any_words_go_there_and_back(alphabet: Alphabet) -> None:
    @given(word_sets(alphabet), st.integers(0, 1 << 32))
    def goes_there_and_back(words: set[bytes], seed: int) -> None:
        if not words:
            return
        rng = random.Random(seed)
        smaller = bytes(rng.choices((0, 1), k=len(words)))
        marks = QuackleMarks(smaller, array("I", (rng.randint(1, 1 << 24) % 5 + 1 for _ in words)))
        data = write_marked(compile_tiles(words, alphabet), alphabet, marks)
        read, again = quackle.read_quackle(data, alphabet, "f")
        assert list(map(alphabet.spell, list_words(read))) == sorted(words)
        assert again == marks
        assert write_marked(read, alphabet, again) == data

    goes_there_and_back()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a version 1 Quackle .dawg file"),
        (b"\0" + (HEAD + NODES)[1:], "not a version 1 Quackle .dawg file"),
        (HEAD[:24], "not a version 1 Quackle .dawg file"),
        (HEAD, "cut off: it does not end with a whole node"),
        ((HEAD + NODES)[:-1], "cut off: it does not end with a whole node"),
        (HEAD.replace(b"C ", b"X ") + NODES, "'X', a letter of its alphabet, is not a ABC tile"),
        (
            HEAD.replace(b"C ", b"A ") + NODES,
            "two of its letters are the same tile of this alphabet",
        ),
        (HEAD.replace(b"\0\0\3", b"\0\0\4") + NODES, "damaged: it has 3 words, not 4"),
        (
            HEAD.replace(HEAD[1:17], bytes(16)) + NODES,
            "damaged: its words do not match its hash",
        ),
        (
            HEAD + NODES.replace(b"\4\x42", b"\1\x42"),
            "damaged, or made with another alphabet: node 1 can be reached from itself",
        ),
        (
            HEAD + NODES.replace(b"\4\x42", b"\5\x42"),
            "damaged, or made with another alphabet: node 2 leads beyond the end of the file",
        ),
    ],
)
def test_what_is_wrong_is_said(data: bytes, message: str) -> None:
    with pytest.raises(SourceError) as refused:
        quackle.read_quackle(data, ABC, "f")
    assert str(refused.value) == f"f: {message}"


@pytest.mark.slow
def test_a_list_of_real_size_goes_there_and_back(english_lines: bytes) -> None:
    draft = compile_lines(english_lines)
    data = quackle.write_quackle(draft, ENGLISH)
    read, marks = quackle.read_quackle(data, ENGLISH, "f")
    assert b"".join(read.encode_lines()) == english_lines
    assert write_marked(read, ENGLISH, marks) == data
