"""Damaged or malicious files of other programs either are refused with one sentence, or yield
words. The cost is in proportion to the file's size. `--longer 34` tries 10,000 files of each
format.
"""

from __future__ import annotations

import random
import struct
import subprocess
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.formats.automata import (
    ENGLISH,
    compile_words,
    every_word,
    kwg_node,
    list_words,
    write_marked,
)
from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError
from wordtools.formats import dawgdic, kwg, quackle, zyzzyva

Draft = _kernel.DraftAutomaton


class Format(NamedTuple):
    """Writing a format, with everything that other programs write beside the words, and reading
    it."""

    write: Callable[[Draft], bytes]
    read: Callable[[bytes, Alphabet, str], Draft]


def count_up(draft: Draft) -> array[int]:
    return array("I", (1 + rank % 3 for rank in range(len(draft))))


FORMATS = {
    "KWG": Format(lambda draft: kwg.write_kwg(draft, ENGLISH), kwg.read_kwg),
    "KWG, DAWG only": Format(
        lambda draft: kwg.write_kwg(draft, ENGLISH, gaddag=False), kwg.read_kwg
    ),
    "KBWG": Format(lambda draft: kwg.write_kbwg(draft, ENGLISH), kwg.read_kbwg),
    "KAD": Format(lambda draft: kwg.write_kad(draft, ENGLISH), kwg.read_kad),
    ".dwg": Format(lambda draft: zyzzyva.write_dwg(draft, ENGLISH), zyzzyva.read_dwg),
    "Quackle": Format(
        lambda draft: write_marked(
            draft, ENGLISH, quackle.QuackleMarks(bytes(len(draft)), count_up(draft))
        ),
        lambda data, alphabet, path: quackle.read_quackle(data, alphabet, path)[0],
    ),
    "dawgdic": Format(
        lambda draft: dawgdic.write_dawgdic(draft, ENGLISH),
        lambda data, alphabet, path: dawgdic.read_dawgdic(data, alphabet, path)[0],
    ),
    "dawgdic with values": Format(
        lambda draft: dawgdic.write_dawgdic(
            draft, ENGLISH, completion=True, values=count_up(draft)
        ),
        lambda data, alphabet, path: dawgdic.read_dawgdic(data, alphabet, path)[0],
    ),
}


def harm(data: bytes, other: bytes, rng: random.Random) -> bytes:
    """A file with bits changed, or with a piece lost, repeated, moved or taken from another file,
    or with another number."""
    harmed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at, size = rng.randrange(len(harmed) + 1), rng.choice((1, 2, 4, 7, 16))
        match rng.randrange(8):
            case 0 | 1 | 2 if at < len(harmed):
                harmed[at] ^= 1 << rng.randrange(8)
            case 3:
                del harmed[at:]
            case 4:
                del harmed[at : at + size]
            case 5:
                harmed[at:at] = harmed[at : at + size * 4]
            case 6:
                there = rng.randrange(len(other))
                harmed[at : at + size] = other[there : there + size]
            case _:
                number = rng.choice((0, 1, 255, len(data), 1 << 22, 1 << 31, (1 << 32) - 1))
                at -= at % 4
                harmed[at : at + 4] = struct.pack("<I", number)
        if not harmed:
            break
    return bytes(harmed)


def read_or_refuse(one: Format, data: bytes) -> Draft | None:
    """The result of reading: None for a sentence."""
    try:
        draft = one.read(data, ENGLISH, "old")
    except SourceError as error:
        draft = None
        assert str(error).startswith("old: ")
        assert not str(error).endswith(".")
        assert "\n" not in str(error)
    return draft


@pytest.mark.parametrize("name", FORMATS)
def test_damaged_files_are_refused_or_are_words(name: str, longer: float) -> None:
    one, rng = FORMATS[name], random.Random(name)
    for number in range(round(300 * longer)):
        if number % 50 == 0:
            letters = "AEINRST"[: rng.randint(1, 7)]
            some = {
                "".join(rng.choices(letters, k=rng.randint(1, 7))) for _ in range(1 + number % 99)
            }
            data = one.write(compile_words(some))
            other = one.write(compile_words(["ZOO", "ZOOS", "OZ"]))
        draft = read_or_refuse(one, harm(data, other, rng))
        if draft is None or len(draft) > 10_000:
            continue
        words = list_words(draft)
        assert len(words) == len(draft) == sum(draft.words_by_length)
        assert words == sorted(set(words))
        assert list_words(one.read(one.write(draft), ENGLISH, "old")) == words


@pytest.mark.parametrize("name", FORMATS)
def test_other_files_are_refused_or_are_words(name: str) -> None:
    """Each format is tried with files of the others, and with noise."""
    rng = random.Random(name)
    words = compile_words(["CAR", "CARE", "CAT"])
    strangers = [one.write(words) for other, one in FORMATS.items() if other != name]
    strangers += [rng.randbytes(rng.randrange(2000)) for _ in range(20)]
    for data in [*strangers, b"", b"\0" * 1024, b"\xff" * 1024, b"CAR\nCARE\n"]:
        read_or_refuse(FORMATS[name], data)


def chain(nodes: int) -> bytes:
    """A KWG in which each node leads to the next."""
    return kwg_node(0, 1, last=True) + b"".join(
        kwg_node(1, at + 1 if at < nodes else 0, last=True, accepts=True)
        for at in range(1, nodes + 1)
    )


def tails(lists: int) -> bytes:
    """A KWG of long lists that share their tails, to each of which some node leads."""
    nodes = [kwg_node(0, 1, last=True)]
    for at in range(lists):
        above = at // 26 * 26 + 27
        child = above + at * 7 % 26 if at // 26 < min(60, lists // 26 - 1) else 0
        nodes.append(kwg_node(at % 26 + 1, child, last=at % 26 == 25, accepts=True))
    return b"".join(nodes)


def every_unit(units: int) -> bytes:
    """A dawgdic file in which each unit leads to a state of 255 labels."""
    made = [place & 0xFF | (place ^ (place + 256) % units) << 10 for place in range(units)]
    return struct.pack(f"<I{units}I", units, *made)


HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a chain": ("KWG, DAWG only", lambda: chain(1 << 20)),
    "every word of 64 letters": ("KWG, DAWG only", lambda: every_word(64)),
    "shared tails": ("KWG, DAWG only", lambda: tails(26 * 10_000)),
    "every label": ("dawgdic", lambda: every_unit(1 << 18)),
    "zeros": ("KWG, DAWG only", lambda: bytes(1 << 22)),
    "zeros of .dwg": (".dwg", lambda: struct.pack("<I", 1 << 20) + bytes(1 << 22)),
    "zeros of dawgdic": ("dawgdic", lambda: struct.pack("<I", 1 << 20) + bytes(1 << 22)),
    "zeros of Quackle": ("Quackle", lambda: b"\1" + bytes(19) + b"\1A " + bytes(7 << 18)),
}
"""Made on demand, and never in a process that is measured."""

MEASURE = """
import os, sys
from pathlib import Path
from tests.formats import test_damage as damage
from tests.lexicon.cost import read_peak
for path in map(Path, sys.argv[1:]):
    if child := os.fork():  # a process of its own has its own peak
        assert os.waitpid(child, 0)[1] == 0, path
        continue
    one, data = damage.FORMATS[damage.HOSTILE[path.name][0]], path.read_bytes()
    one.read(one.write(damage.compile_words(["CAT"])), damage.ENGLISH, "old")
    before = read_peak()
    draft = damage.read_or_refuse(one, data)
    print(read_peak() - before - (draft.arcs * 4 if draft else 0), flush=True)
    os._exit(0)
"""


@pytest.mark.slow
def test_memory_is_bounded_by_the_size_of_the_file(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in HOSTILE]
    for path in paths:
        path.write_bytes(HOSTILE[path.name][1]())
    done = subprocess.run([sys.executable, "-c", MEASURE, *paths], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    taken = dict(zip(paths, map(int, done.stdout.split()), strict=True))
    assert max(taken.values()) > 1_000_000, "nothing was measured"
    most = {path: 10 * path.stat().st_size + 50_000_000 for path in paths}
    assert {path.name for path in paths if taken[path] > most[path]} == set()
