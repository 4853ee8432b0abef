"""Input that a stranger can send from a terminal. Only keys and pastes get through, and not too
many of them."""

from __future__ import annotations

import random

import pytest
from textual import events
from textual.message import Message

from wordtools.terminal.judging.app import name_key
from wordtools.terminal.judging.driver import InputReader

PASTE, NEVER_ENDED = b"\x1b[200~", 3.0


class Typist:
    """Sends bytes to a reader, and keeps the results in the form that stations know."""

    def __init__(self) -> None:
        self.reader = InputReader()
        self.now = 1000.0
        self.came: list[str] = []

    def send(self, data: bytes, seconds: float = 0.01) -> list[str]:
        """The results of these bytes, and of the time after them."""
        known = len(self.came)
        self._read(data)
        for _ in range(round(seconds / 0.1)):
            self._read(b"")
        return self.came[known:]

    def _read(self, data: bytes) -> None:
        for message in self.reader.read(data, self.now):
            self._keep(message)
        self.now += 0.1

    def _keep(self, message: Message) -> None:
        if isinstance(message, events.Key):
            self.came.append(name_key(message))
        elif isinstance(message, events.Paste):
            self.came.append("paste")


def test_keys_as_typed() -> None:
    typist = Typist()
    typed = "lição \r\t\x7f\x04"
    assert [key for byte in typed.encode() for key in typist.send(bytes([byte]))] == [
        *"lição ", "enter", "tab", "backspace", "director"
    ]  # fmt: skip


@pytest.mark.parametrize("size", [10, 100_000, 1_000_000])
@pytest.mark.parametrize("end", [b"\x1b[201~", b""])
def test_a_paste_is_one_event_and_ends(size: int, end: bytes) -> None:
    typist = Typist()
    pasted = PASTE + b"\r\tcat "[:size] * (size // 6) + end
    for start in range(0, len(pasted), 4096):
        typist.send(pasted[start : start + 4096])
    typist.send(b"", NEVER_ENDED)
    assert typist.came == ["paste"]
    assert typist.send(b"cat") == [*"cat"]


def test_a_flood_of_keys_is_refused_until_it_is_over() -> None:
    typist = Typist()
    assert typist.send(b"cat") == [*"cat"]
    for _ in range(250):
        typist.send(b"dog\t" * 1000)
    typist.send(b"", NEVER_ENDED)
    assert typist.came == [*"cat", "paste"]
    assert typist.send("lição".encode()) == [*"lição"]


def test_no_one_types_so_fast_that_it_is_a_flood() -> None:
    """A key is held on a terminal that describes each key at length."""
    typist = Typist()
    for _ in range(600):
        typist.send(b"\x1b[97;;97u" * 3)
    assert typist.came == ["a"] * 1800


def test_what_is_not_text_is_typed_as_what_no_tile_shows() -> None:
    for data in (b"\xff", b"\x1b[97;;99999999u", "\ufffd".encode()):
        assert Typist().send(data, 1) == ["\ufffd"], data
    assert Typist().send(b"\xe9t\xe9", 1) == ["\ufffd", "t", "\ufffd"]


@pytest.mark.slow
def test_any_bytes_leave_a_reader_that_reads() -> None:
    chance = random.Random(14)
    pieces = [
        PASTE,
        b"\x1b[",
        b"\x1b]0;",
        b"\x1bP",
        b"\x1b",
        b"\x9b",
        b"<0;1;1M",
        b"\xc3",
        b"u",
        b"~",
    ]
    for _ in range(300):
        typist = Typist()
        for _ in range(chance.randrange(1, 30)):
            typist.send(chance.choice([*pieces, chance.randbytes(chance.randrange(1, 400))]))
        typist.send(b"", NEVER_ENDED)
        assert typist.send(b"cat") == [*"cat"]
