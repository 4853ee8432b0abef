"""A file with any byte changed is refused. A changed file with a new seal, and a file with missing
or foreign members, either is refused or works as a lexicon."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lexicon.helpers import (
    PATH,
    SEAL_SIZE,
    opened,
    remade,
    rezipped,
    sealed,
    with_manifest,
)
from tests.lexicon.hostile import SMALL, exercise, refusal, refused_or_works
from wordtools.errors import LexiconError
from wordtools.lexicon import file
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import FORMAT


def test_the_small_lexicon_is_whole() -> None:
    """Otherwise the tests below would prove nothing."""
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


# Each with its own message.


def something_else() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("photo.jpg", bytes(500))
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"", "the file is empty; build or copy it again", id="empty"),
        pytest.param(b"AARDVARK\nABACUS\n", "not a lexicon file", id="text"),
        pytest.param(something_else(), "a ZIP file, but not a lexicon", id="other ZIP"),
        pytest.param(
            SMALL[:-1], "cut short or damaged at its end; build or copy it again", id="cut"
        ),
        pytest.param(
            SMALL[: len(SMALL) // 2],
            "cut short or damaged at its end; build or copy it again",
            id="half",
        ),
        pytest.param(
            SMALL.replace(b"English", b"Anglish"),
            "damaged: the content does not match the seal; copy it again",
            id="changed",
        ),
        pytest.param(
            with_manifest(SMALL, format=FORMAT + 1, sets="laid out anew"),
            f"made by a newer wordtools (format {FORMAT + 1}, this one reads {FORMAT}); "
            "update wordtools",
            id="newer",
        ),
        pytest.param(
            with_manifest(SMALL, format=1, sets="laid out of old"),
            f"made by an older wordtools (format 1, this one reads {FORMAT}); build it again",
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


@pytest.mark.parametrize("change", [0x01, 0x08, 0x80, 0xFF])
@pytest.mark.slow
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
