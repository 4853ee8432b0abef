"""Writes the columns of an automaton as docs/lexicon-file.md describes them, independently of the
kernel. Tests use this to make files that no `pack` would write, and to compare the kernel with the
page."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

LANES = 8
LOW = 1 << 31
BLOCK = 512 * LANES
ENDS, FRESH, FRESH_FINAL, POINTS, POINTS_FINAL = range(5)


@dataclass(frozen=True)
class Arc:
    """An arc as in the file; `place` is that of a reference."""

    tile: int
    way: int
    last: bool = False
    place: int = 0

    @property
    def symbol(self) -> int:
        return self.tile * 10 + self.way * 2 + self.last


class Bits:
    """Numbers bit by bit, the lowest bit first."""

    def __init__(self) -> None:
        self.value = self.size = 0

    def put(self, number: int, size: int) -> None:
        self.value |= number << self.size
        self.size += size

    def gamma(self, number: int) -> None:
        extra = (number + 1).bit_length() - 1
        self.put(1 << extra, extra + 1)
        self.put(number + 1 - (1 << extra), extra)

    def bytes(self) -> bytes:
        return self.value.to_bytes((self.size + 7) // 8, "little")


Model = dict[int, Counter[int]]
"""For each context, the frequency of each symbol; later, in parts of a whole."""


def normal(counts: Counter[int], bits: int) -> Counter[int]:
    whole, total = 1 << bits, sum(counts.values())
    parts = Counter({s: max(1, (2 * whole * n + total) // (2 * total)) for s, n in counts.items()})
    while sum(parts.values()) != whole:
        most = min(parts, key=lambda symbol: (-parts[symbol], symbol))
        parts[most] += 1 if sum(parts.values()) < whole else -1
    return parts


class Symbols:
    """Symbols in the order in which they will be read."""

    def __init__(self, *models: tuple[int, int]) -> None:
        """`models`: (contexts, bits) of each."""
        self.shapes = models
        self.models: list[Model] = [{} for _ in models]
        self.put_: list[tuple[int, int, int, int]] = []

    def put(self, model: int, context: int, symbol: int, lane: int) -> None:
        self.models[model].setdefault(context, Counter())[symbol] += 1
        self.put_.append((model, context, symbol, lane % LANES))

    def column(self, count: int | None, low: Iterable[tuple[int, int]]) -> bytes:
        """The whole column: `count` and the frequencies, `low` bits, the symbols."""
        header = Bits()
        if count is not None:
            header.put(count, 32)
        for model, (contexts, bits) in zip(self.models, self.shapes, strict=True):
            for context in range(contexts):
                parts = model.get(context)
                header.put(parts is not None, 1)
                if parts:
                    parts = model[context] = normal(parts, bits)
                    for symbol in range(max(parts) + 1):
                        header.gamma(parts[symbol])
        for number, size in low:
            header.put(number, size)
        lanes, stream = [LOW] * LANES, []
        for model_number, context, symbol, lane in reversed(self.put_):
            bits = self.shapes[model_number][1]
            parts = self.models[model_number][context]
            if lanes[lane] >= (LOW >> bits << 32) * parts[symbol]:
                stream.append(lanes[lane] & 0xFFFFFFFF)
                lanes[lane] >>= 32
            below = sum(n for other, n in parts.items() if other < symbol)
            whole, rest = divmod(lanes[lane], parts[symbol])
            lanes[lane] = (whole << bits) + rest + below
        words = struct.pack(f"<{LANES}Q{len(stream)}I{LANES}I", *lanes, *reversed(stream), *[0] * 8)
        head = header.bytes()
        return struct.pack("<I", len(head)) + head + words


def bucket(number: int, digits: int) -> tuple[int, int]:
    """(symbol, the number of low bits that follow it)."""
    extra = max(0, number.bit_length() - 1 - digits)
    return (extra << digits) + (number >> extra), extra


def columns(
    arcs: list[Arc], references: list[tuple[int, int, int]], tiles: int = 26
) -> tuple[bytes, bytes, bytes]:
    """`references`: (state's number, log2 of its frequency, commonest tile), ascending."""
    symbols = Symbols((tiles + 1, 11))
    listed = [arc.symbol for arc in arcs]
    for first in range(0, len(arcs), BLOCK):
        block = listed[first : first + BLOCK]
        share = -(-len(block) // LANES)
        block += [0] * (share * LANES - len(block))
        for i in range(share):
            for lane in range(LANES):
                before = block[lane * share + i - 1] if i else 1
                context = 0 if before % 2 else before // 10
                symbols.put(0, context, block[lane * share + i], lane)
    coded_arcs = symbols.column(len(arcs), [])

    symbols = Symbols((1, 10), (1, 10), (24, 10))
    low, expected = [], 1
    for place, (state, frequency, commonest) in enumerate(references):
        symbol, extra = bucket(state - expected, 3)
        low.append(((state - expected) % (1 << extra), extra))
        expected = state + 1
        for model, (context, value) in enumerate(
            [(0, symbol), (0, frequency), (frequency, commonest)]
        ):
            symbols.put(model, context, value, 3 * place + model)
    coded_references = symbols.column(len(references), low)

    symbols = Symbols((2 * tiles + 2, 10))
    low, lane = [], 0
    for i, arc in enumerate(arcs):
        lane = 0 if i % BLOCK == 0 else lane
        if arc.way >= POINTS:
            symbol, extra = bucket(arc.place, 4)
            symbols.put(0, arc.tile * 2 + (arc.way == POINTS_FINAL), symbol, lane)
            low.append((arc.place % (1 << extra), extra))
            lane += 1
    return coded_arcs, coded_references, symbols.column(None, low)
