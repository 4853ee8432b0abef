"""Lines by the million: looked up in pieces, several at once, in constant memory."""

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
_OTHER = bytes([1, 0])


class Piece(NamedTuple):
    """What a piece of text held: how many lines, whether any was a word, and the lines that are
    none, with their places from 0."""

    lines: int
    any_word: bool
    others: list[tuple[int, bytes]]


def not_words(lexicon: Lexicon, text: BinaryIO, jobs: int) -> Iterator[str | None]:
    """The lines that are no words, in their order, blank ones left out, and None for each piece
    of text that held a word. Raises `SourceError` for a line that is not UTF-8."""
    first = 1
    for piece in _in_order(lexicon, text, jobs):
        if piece.any_word:
            yield None
        for place, line in piece.others:
            try:
                word = line.decode().rstrip("\r")
            except UnicodeDecodeError as error:
                byte = line[error.start]
                raise SourceError(
                    "standard input", first + place, f"byte 0x{byte:02X} is not UTF-8"
                ) from None
            if word.strip():
                yield word
        first += piece.lines


def _in_order(lexicon: Lexicon, text: BinaryIO, jobs: int) -> Iterator[Piece]:
    """The pieces of a text, looked up by so many threads; few wait for their turn."""
    waiting: deque[Future[Piece]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        for data in _pieces(text):
            waiting.append(pool.submit(_look_up, lexicon, data))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _pieces(text: BinaryIO) -> Iterator[bytes]:
    """A text cut at the ends of lines."""
    rest = text.read(len(BOM_UTF8)).removeprefix(BOM_UTF8)
    while block := text.read(_PIECE):
        whole, newline, begun = block.rpartition(b"\n")
        if newline:
            yield rest + whole + newline
            rest = begun
        else:
            rest += block
    if rest:
        yield rest


def _look_up(lexicon: Lexicon, data: bytes) -> Piece:
    answers = lexicon.contains_lines(data)
    others: list[tuple[int, bytes]] = []
    if 0 in answers:
        selected = answers.translate(_OTHER + bytes(254))
        others = list(compress(enumerate(data.split(b"\n")), selected))
    return Piece(len(answers), 1 in answers, others)
