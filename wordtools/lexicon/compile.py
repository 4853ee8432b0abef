"""Compiles words into a lexicon file, without a recipe.

Recipes (`compiler.build`) admit, reject and tag raw entries. Here, every word is accepted; a word
that the alphabet cannot spell is an error.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Callable, Iterable

from wordtools import _kernel
from wordtools.alphabet import Alphabet, load_alphabet
from wordtools.background import start_work
from wordtools.errors import LexiconError, SpellingError, WordtoolsError
from wordtools.lexicon import file
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import FORMAT, Edition, Manifest
from wordtools.version import __version__

_SURE_TO_FIT = 1 << 20
"""An automaton always fits if it has at most this many arcs (a sixteenth of the largest array)."""


def compile_words(
    words: bytes | Iterable[str] | _kernel.ArrowArray | _kernel.ArrowStream,
    alphabet: Alphabet,
    name: str = "words",
) -> bytes:
    """Returns the bytes of a lexicon file with these words, which may be in any order and be
    repeated.

    `words` are strings, UTF-8 text with a word on each line (with or without a byte order mark), or
    Arrow strings (anything with `__arrow_c_stream__` or `__arrow_c_array__` and one column). Raises
    `SpellingError` if the alphabet cannot spell a word. Raises `LexiconError` if there are no
    words, if there are more than a file can hold, if text is not UTF-8, if a row is null, or if a
    stream is broken.

    No rules apply, so even names and acronyms become words (`wordtools build` rejects them).
    """
    return _pack_words(lambda: _collect(words, alphabet, name).compile()[0], alphabet, name)


def unite_lexicons(parts: Iterable[Lexicon], name: str = "words") -> bytes:
    """Makes the same lexicon file, byte for byte, that `compile_words` would make from all words of
    these lexicons. Works in one pass, and needs no memory except for the parts and the result.
    Raises `LexiconError` if the alphabets of the parts differ, or if there are no words or too
    many."""
    lexicons = list(parts)
    if not lexicons:
        raise LexiconError(f"{name}: there are no words")
    first = lexicons[0]
    for part in lexicons:
        if part.alphabet != first.alphabet:
            raise LexiconError(f"{name}: {part.name} and {first.name} have different alphabets")
    automatons = [part.automaton for part in lexicons]
    return _pack_words(lambda: _kernel.unite_words(automatons), first.alphabet, name)


def _pack_words(
    make_draft: Callable[[], _kernel.DraftAutomaton], alphabet: Alphabet, name: str
) -> bytes:
    """Returns the file of words without categories. Raises `LexiconError` if there are no words or
    too many.
    """
    try:
        draft = make_draft()
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
    return file.pack(manifest, columns, b"")


def compile_lexicon(
    words: bytes | Iterable[str] | _kernel.ArrowArray | _kernel.ArrowStream,
    alphabet: Alphabet | str,
    name: str = "words",
) -> Lexicon:
    """Returns the lexicon of these words, which may be in any form that `compile_words` accepts.
    `alphabet` may be a name (`"en"`) or a .toml file. Raises `AlphabetError` if the alphabet is
    unknown or invalid, and the errors of `compile_words`."""
    if isinstance(alphabet, str):
        alphabet = load_alphabet(alphabet).alphabet
    return Lexicon.from_bytes(compile_words(words, alphabet, name))


def format_sql_order(alphabet: Alphabet, column: str) -> str:
    """Returns a SQL expression for ORDER BY that sorts words in capitals in alphabet order; it
    replaces each tile with the character of its number. Words sorted this way compile without
    memory for sorting."""
    longest_first = sorted(enumerate(alphabet.tiles, 1), key=lambda item: -len(item[1]))
    end = ""
    if len(longest_first[0][1]) > 1:  # SZ is not a tile in DZSZ, which is D, ZS and Z
        end = f" || chr({len(alphabet.tiles) + 1})"
        faces = "|".join(re.escape(tile) for _, tile in longest_first).replace("'", "''")
        column = f"regexp_replace({column}, '({faces})', '\\1'{end}, 'g')"
    for number, tile in longest_first:
        face = tile.replace("'", "''")
        column = f"replace({column}, '{face}'{end}, chr({number}))"
    return column


def encode_columns(
    draft: _kernel.DraftAutomaton, alphabet: Alphabet
) -> tuple[tuple[bytes, bytes, bytes], str]:
    """Returns the columns of a file, and the SHA-256 of the words (in UTF-8 and in alphabet order,
    with a newline after each). Uses two threads. Raises `_kernel.TooManyError`."""
    wait_for_digest = start_work(lambda: _hash_words(draft))
    columns = draft.encode_columns()
    _check_room(draft, columns, alphabet)
    return columns, wait_for_digest()


def _check_room(
    draft: _kernel.DraftAutomaton, columns: tuple[bytes, bytes, bytes], alphabet: Alphabet
) -> None:
    """Raises `_kernel.TooManyError` for an automaton too large for readers. Gaps between states
    usually waste one slot in a hundred; at worst, they waste about seven in eight."""
    if draft.arcs > _SURE_TO_FIT:
        try:
            _kernel.Automaton.from_columns(alphabet.kernel, *columns)
        except ValueError:
            raise _kernel.TooManyError(f"{draft.arcs:,} arcs, more than fit in memory") from None


def _hash_words(draft: _kernel.DraftAutomaton) -> str:
    digest = hashlib.sha256()
    for lines in draft.encode_lines():
        digest.update(lines)
    return digest.hexdigest()


def _collect(
    words: bytes | Iterable[str] | _kernel.ArrowArray | _kernel.ArrowStream,
    alphabet: Alphabet,
    name: str,
) -> _kernel.Collector:
    """Collects the words. Raises `SpellingError`, `LexiconError` or `TypeError`."""
    if not isinstance(alphabet, Alphabet):
        raise TypeError("alphabet must be an Alphabet, such as load_alphabet('en').alphabet")
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
        raise TypeError("lines of text must be bytes")
    if isinstance(words, str):
        raise TypeError("words must be strings, not one str; encode lines of text to bytes")
    if _kernel.is_arrow(words):
        try:
            failed = collector.add_arrow(words)
        except ValueError as error:
            raise LexiconError(f"{name}: {str(error).rstrip('.')}") from None
    else:
        failed = collector.add(iter(words))
    if failed is not None:
        words_before, word = failed
        raise _explain_refusal(f"{name}: word {words_before + 1:,}", word, alphabet)
    return collector


def _read_line(data: bytes, begin: int, where: str) -> str:
    """Returns the line that begins at `begin`. Raises `LexiconError`."""
    try:
        return data[begin:].partition(b"\n")[0].removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        raise LexiconError(f"{where} is not UTF-8; convert the list") from None


def _explain_refusal(where: str, word: str, alphabet: Alphabet) -> WordtoolsError:
    """Returns the error for a word that cannot be spelled."""
    try:
        alphabet.spell(word)
    except SpellingError as error:
        label = word if len(word) <= _kernel.MAX_WORD else f"{word[:20]}…"
        return SpellingError(word, error.offending, f"{where} ({label}): {error}")
    return LexiconError(f"{where}: a word has 1 to {_kernel.MAX_WORD} tiles")
