"""Looks up millions of lines on several threads, in constant memory."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import compress
from typing import BinaryIO, NamedTuple

from wordtools.cli.app import decode_line
from wordtools.lexicon.lexicon import Lexicon

_PIECE = 1 << 20
_INVALID = bytes([1, 0])


class Piece(NamedTuple):
    """The results for a piece of text. `invalid` holds the lines that are not words, with their
    indexes."""

    lines: int
    any_word: bool
    invalid: list[tuple[int, bytes]]


def find_invalid_words(lexicon: Lexicon, text: BinaryIO, jobs: int) -> Iterator[str | None]:
    """Yields the non-blank lines that are not words, in order, and None for each piece that has a
    word. Raises `SourceError` for a line that is not UTF-8."""
    first = 1
    for piece in _look_up_all(lexicon, text, jobs):
        if piece.any_word:
            yield None
        for index, line in piece.invalid:
            word = decode_line(line, first + index)
            if word.strip():
                yield word
        first += piece.lines


def _look_up_all(lexicon: Lexicon, text: BinaryIO, jobs: int) -> Iterator[Piece]:
    """Yields the results for each piece of a text, in order; `jobs` threads compute them."""
    waiting: deque[Future[Piece]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        for data in _split(text):
            waiting.append(pool.submit(_look_up, lexicon, data))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _split(text: BinaryIO) -> Iterator[bytes]:
    """Splits the text into pieces of whole lines."""
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
