"""Makes small seeds for the fuzzing targets from the kernel's own output."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.formats.automata import compile_tiles
from tests.lexicon.helpers import ENGLISH, PATH, lexicon_bytes
from wordtools import _kernel
from wordtools.lexicon import file


def columns() -> Iterator[bytes]:
    """Automatons: empty, one word, the longest word, shared endings."""
    chance = random.Random(4)
    stems = [bytes(chance.choices(range(1, 27), k=chance.randint(2, 7))) for _ in range(300)]
    endings = [b"", b"\x13", b"\x05\x04", b"\x09\x0e\x07"]
    for words in (
        [],
        [b"\1"],
        [(bytes(range(1, 27)) * 3)[:64]],
        [bytes(chance.choices(range(1, 4), k=5)) for _ in range(60)],
        [stem + ending for stem in stems for ending in endings],
    ):
        parts = file.unpack(lexicon_bytes(ENGLISH, ((w, frozenset()) for w in words)), PATH)
        arcs, references, pointers = parts.columns
        head = struct.pack("<BII", len(ENGLISH.tiles) - 1, len(arcs), len(references))
        yield head + arcs + references + pointers


def nodes() -> Iterator[bytes]:
    """Files of other programs, each with the number of its form and a function that rewrites it."""
    for words in ([], [b"\1"], [b"\3\1\x12", b"\3\1\x12\5", b"\3\1\x14", b"\2\1\x14"]):
        draft = compile_tiles(words)
        yield b"\0\1" + _kernel.encode_kwg(draft, True, False, False)
        yield b"\0\4" + _kernel.encode_kwg(draft, False, False, True)
        yield b"\1\3" + _kernel.encode_kwg(draft, True, True, False)
        yield b"\2\0" + _kernel.encode_dwg(draft, "".join(ENGLISH.tiles).encode())
        yield b"\3\1" + _kernel.encode_quackle(draft, None)
        yield b"\4\0" + _kernel.encode_dawgdic(draft, None, False)[4:]


DICTIONARIES = (
    b"\0\0\0nfoc\nP1p /re/.\nS1ss y/ies/[^aeiou]y\nS1tp /ed/\n\n"
    b"3\nparty/s\ncar/pt\nwork/st po:verb\nbad/f\nxiv\nchall\n",
    b"\1\1zzzz\nP0a ab///a.\n\n1\nabc/a\nX-ray\n",
)
TEXTS = (b"A\nB\nABA\nCH\n\nABABA\n[A][B]CH\n", "É\nÇÉ\n\nÇÉÉ\n".encode())
SETS = (b"\3\0\4\0\0\1\2\1", b"\1\1\2\0\0\1\0\0", b"\1\0\7\0")


def write(folder: Path) -> None:
    """Writes each target's seeds into `folder`/target."""
    every: dict[str, Iterable[bytes]] = {
        "columns": columns(),
        "symbols": (random.Random(5).randbytes(200), b"\5" * 6000),  # states that no arc leads to
        "dictionary": DICTIONARIES,
        "text": TEXTS,
        "sets": SETS,
        "nodes": nodes(),
    }
    for target, seeds in every.items():
        (folder / target).mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            (folder / target / str(number)).write_bytes(seed)
