"""The second reader's zstandard, compared with the package that writes lexicons' frames."""

from __future__ import annotations

import base64
import hashlib
import random
from collections.abc import Iterator

import pytest
import zstandard

from tests.conftest import ROOT
from tests.web.second_reader import ask


def make_samples() -> Iterator[bytes]:
    """Bytes that lead to every kind of block, literals and sequences."""
    chance = random.Random(1)
    page = (ROOT / "docs/lexicon-file.md").read_bytes()
    yield from (b"", b"a", b"a" * 1000, bytes(range(256)) * 50, page, page * 40, b"ab" * 200_000)
    yield chance.randbytes(300_000)
    for size in (1, 10, 100, 1000, 20_000, 200_000):
        yield bytes(chance.choices(range(30), [1 / (n + 1) ** 1.5 for n in range(30)], k=size))
        words = [b"alpha", b"beta", b"gamma", b" ", b"\n", chance.randbytes(3)]
        yield b"".join(chance.choices(words, k=size // 4))


def pack(data: bytes) -> Iterator[bytes]:
    for level in (-5, 1, 3, 9, 19, 22):
        for checksum, size in ((False, True), (True, True), (False, False)):
            yield zstandard.ZstdCompressor(
                level=level, write_checksum=checksum, write_content_size=size
            ).compress(data)


def unpack(frames: list[tuple[bytes, int]]) -> list[str | None]:
    """The SHA-256 of the second reader's result for each, or None for a refusal."""
    asked = [(base64.b64encode(frame).decode(), size) for frame, size in frames]
    return [a if isinstance(a, str) else None for a in ask("unpackFrames", frames=asked)]


@pytest.mark.slow
def test_frames_of_every_level() -> None:
    frames = [(frame, data) for data in make_samples() for frame in pack(data)]
    expected = [hashlib.sha256(data).hexdigest() for _, data in frames]
    assert unpack([(frame, len(data)) for frame, data in frames]) == expected


@pytest.mark.slow
def test_damaged_frames(longer: float, chance: random.Random) -> None:
    """If both unpack a frame, the results are equal, and our reader refuses every frame that the
    package refuses. The package unpacks some Huffman streams with bits left over, which RFC 8878
    calls corrupted."""
    small = [data for data in make_samples() if len(data) < 30_000]
    whole = [(frame, len(data)) for data in small for frame in pack(data)]
    damaged = []
    for _ in range(int(3000 * longer)):
        frame, size = chance.choice(whole)
        changed = bytearray(frame)
        changed[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
        end = chance.choice([None, None, chance.randrange(len(frame))])
        damaged.append((bytes(changed[:end]), size))
    expected = [unpack_by_package(frame, size) for frame, size in damaged]
    answers = unpack(damaged)
    assert all(answer in (None, other) for answer, other in zip(answers, expected, strict=True))
    assert 0 < sum(map(bool, answers)) < len(damaged)
    assert answers.count(None) - expected.count(None) < len(damaged) / 20


def unpack_by_package(frame: bytes, size: int) -> str | None:
    try:
        reader = zstandard.ZstdDecompressor().decompressobj()
        data = reader.decompress(frame)
    except zstandard.ZstdError:
        return None
    whole = reader.eof and not reader.unused_data and len(data) == size
    return hashlib.sha256(data).hexdigest() if whole else None
