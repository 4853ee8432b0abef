"""Looks up lines by the million: in pieces, on several threads, in constant memory."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import compress
from typing import BinaryIO, NamedTuple

from wordtools.errors import SourceError
from wordtools.lexicon.lexicon import Lexicon

_PIECE = 1 << 20
_INVALID = bytes([1, 0])


class Piece(NamedTuple):
    """The results of looking up a piece of text: the number of lines, whether any is a word, and
    the lines that are not, each with its index from 0."""

    lines: int
    any_word: bool
    invalid: list[tuple[int, bytes]]


def find_invalid_words(lexicon: Lexicon, text: BinaryIO, jobs: int) -> Iterator[str | None]:
    """The lines of a text that are not words, in order and without blank ones; and None for each
    piece of the text with at least one word. Raises `SourceError` for a line that is not UTF-8."""
    first = 1
    for piece in _look_up_all(lexicon, text, jobs):
        if piece.any_word:
            yield None
        for index, line in piece.invalid:
            try:
                word = line.decode().rstrip("\r")
            except UnicodeDecodeError as error:
                byte = line[error.start]
                raise SourceError(
                    "standard input", first + index, f"byte 0x{byte:02X} is not UTF-8"
                ) from None
            if word.strip():
                yield word
        first += piece.lines


def _look_up_all(lexicon: Lexicon, text: BinaryIO, jobs: int) -> Iterator[Piece]:
    """The results of looking up each piece of a text, in order, on `jobs` threads. Only a few
    results are held at a time."""
    waiting: deque[Future[Piece]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        for data in _split(text):
            waiting.append(pool.submit(_look_up, lexicon, data))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _split(text: BinaryIO) -> Iterator[bytes]:
    """A text in pieces that end where a line ends."""
    rest = text.read(len(BOM_UTF8)).removeprefix(BOM_UTF8)
    while block := text.read(_PIECE):
        lines, newline, begun = block.rpartition(b"\n")
        if newline:
            yield rest + lines + newline
            rest = begun
        else:
            rest += block
    if rest:
        yield rest


def _look_up(lexicon: Lexicon, data: bytes) -> Piece:
    answers = lexicon.contains_lines(data)
    invalid: list[tuple[int, bytes]] = []
    if 0 in answers:
        selected = answers.translate(_INVALID + bytes(254))
        invalid = list(compress(enumerate(data.split(b"\n")), selected))
    return Piece(len(answers), 1 in answers, invalid)
