"""From words to a lexicon file without a recipe: for words that need no judgement.

A recipe admits or rejects raw entries, tags and reports them (`compiler.build`); here every word is
taken or the first that the alphabet cannot spell is an error.
"""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import LexiconError, SpellingError, WordtoolsError
from wordtools.lexicon import file
from wordtools.lexicon.manifest import FORMAT, Edition, Manifest
from wordtools.version import __version__

_SURE_TO_FIT = 1 << 20
"""Arcs: a sixteenth of the slots that there can be."""


def compile_words(
    words: bytes | Iterable[str] | _kernel.ArrowArray | _kernel.ArrowStream,
    alphabet: Alphabet,
    name: str = "words",
) -> bytes:
    """The bytes of a lexicon file with these words, in any order and with repeats.

    `words` are strings, UTF-8 text with a word on each line (a byte order mark may come first), or
    Arrow strings: whatever has
    `__arrow_c_stream__` or `__arrow_c_array__`, with one column. Raises `SpellingError` for a word
    that the alphabet cannot spell, `LexiconError` when there is no word, the text is not UTF-8, a
    row is null, the stream breaks off or there are more words than a file can hold.

    No rules are applied: names and acronyms are taken as they are (`wordtools build` judges them).
    """
    try:
        draft, sets, _, _ = _collect(words, alphabet, name).compile()
        if not len(draft):
            raise LexiconError(f"{name}: there are no words")
        columns, words_sha256 = encode_columns(draft, alphabet)
    except _kernel.TooManyError as error:
        raise LexiconError(f"{name}: {error}; divide the list") from None
    words_by_length = {n: many for n, many in enumerate(draft.words_by_length) if many}
    manifest = Manifest(
        format=FORMAT,
        name=name,
        title=name,
        language=alphabet.language,
        alphabet=alphabet,
        words=len(draft),
        words_sha256=words_sha256,
        lengths=(min(words_by_length), max(words_by_length)),
        words_by_length=words_by_length,
        categories={},
        sets=[[]],
        editions={name: Edition(words=len(draft))},
        effective=None,
        sources=[],
        tool=f"wordtools {__version__}",
    )
    return file.pack(manifest, columns, sets.encode_numbers())


def sql_order(alphabet: Alphabet, column: str) -> str:
    """What to ORDER BY in SQL, so that words in capitals come in alphabet order: the text with the
    character of its number for each tile. Words in any order compile, but those that come in
    alphabet order take no memory."""
    longest_first = sorted(enumerate(alphabet.tiles, 1), key=lambda each: -len(each[1]))
    for number, tile in longest_first:
        face = tile.replace("'", "''")
        column = f"replace({column}, '{face}', chr({number}))"
    return column


def encode_columns(
    draft: _kernel.DraftAutomaton, alphabet: Alphabet
) -> tuple[tuple[bytes, bytes, bytes], str]:
    """The columns of a file, and the SHA-256 of the words in alphabet order, each followed by a
    newline, in UTF-8. Two threads' work. Raises `_kernel.TooManyError`."""
    with ThreadPoolExecutor(1) as other:
        try:
            digest = other.submit(_words_sha256, draft).result
        except RuntimeError:  # no more threads here
            digest = partial(_words_sha256, draft)
        columns = draft.encode_columns()
        _check_room(draft, columns, alphabet)
        return columns, digest()


def _check_room(
    draft: _kernel.DraftAutomaton, columns: tuple[bytes, bytes, bytes], alphabet: Alphabet
) -> None:
    """Tries whether a reader has room. States may leave gaps that none fits in: as a rule one slot
    in a hundred, at worst some seven of eight, so that small automatons need no trial."""
    if draft.arcs > _SURE_TO_FIT:
        try:
            _kernel.Automaton.from_columns(alphabet.kernel, *columns)
        except ValueError:
            raise _kernel.TooManyError(
                f"{draft.arcs:,} arcs, more than can be laid out in memory"
            ) from None


def _words_sha256(draft: _kernel.DraftAutomaton) -> str:
    digest = hashlib.sha256()
    for lines in draft.encode_lines():
        digest.update(lines)
    return digest.hexdigest()


def _collect(
    words: bytes | Iterable[str] | _kernel.ArrowArray | _kernel.ArrowStream,
    alphabet: Alphabet,
    name: str,
) -> _kernel.Collector:
    """The words, taken in. Raises `SpellingError`, `LexiconError`, `TypeError`."""
    if not isinstance(alphabet, Alphabet):
        raise TypeError("the alphabet is an Alphabet, such as alphabet.load('en').alphabet")
    collector = _kernel.Collector(alphabet.kernel, alphabet.compose)
    if isinstance(words, bytes):
        words = words.removeprefix(codecs.BOM_UTF8)
        place = collector.add_lines(words)
        if place is not None:
            lines_before = words.count(b"\n", 0, place)
            where = f"{name}: line {lines_before + 1:,}"
            raise _explain_refusal(where, _read_line(words, place, where), alphabet)
        return collector
    if isinstance(words, bytearray | memoryview):
        raise TypeError("lines of text are given as bytes")
    if isinstance(words, str):
        raise TypeError("words are many, not one str; lines of text are given as bytes: encode it")
    if _kernel.is_arrow(words):
        try:
            failed = collector.add_arrow(words)
        except ValueError as error:
            raise LexiconError(f"{name}: {str(error).rstrip('.')}") from None
    else:
        failed = collector.add(iter(words))
    if failed is not None:
        before, word = failed
        raise _explain_refusal(f"{name}: word {before + 1:,}", word, alphabet)
    return collector


def _read_line(data: bytes, begin: int, where: str) -> str:
    """The line that begins there. Raises `LexiconError`."""
    try:
        return data[begin:].partition(b"\n")[0].removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        raise LexiconError(f"{where} is not UTF-8; convert the list") from None


def _explain_refusal(where: str, word: str, alphabet: Alphabet) -> WordtoolsError:
    """Why this is no word, and where it is."""
    try:
        alphabet.spell(word)
    except SpellingError as error:
        shown = word if len(word) <= _kernel.MAX_WORD else f"{word[:20]}…"
        return SpellingError(word, error.offending, f"{where} ({shown}): {error}")
    return LexiconError(f"{where}: a word has 1 to {_kernel.MAX_WORD} tiles")
