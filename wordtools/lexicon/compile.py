"""From words to a lexicon file without a recipe: for words that need no judgement.

A recipe admits or rejects raw entries, tags and reports them (`compiler.build`); here every word is
taken or the first that the alphabet cannot spell is an error.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from wordtools import __version__, _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import LexiconError
from wordtools.lexicon import file
from wordtools.lexicon.manifest import FORMAT, Edition, Manifest


def compile(words: bytes | Iterable[str], alphabet: Alphabet, name: str = "words") -> bytes:
    """The bytes of a lexicon file with these words, in any order and with repeats.

    `words` are strings, or UTF-8 text with a word on each line. Raises `SpellingError`
    for a word that the alphabet cannot spell, `LexiconError` when there is no word or the text is
    not UTF-8.
    """
    collector = _collected(words, alphabet, name)
    automaton, sets, _, _ = collector.compile()
    if not len(automaton):
        raise LexiconError(f"{name}: there are no words.")
    words_by_length = {n: many for n, many in enumerate(automaton.words_by_length()) if many}
    manifest = Manifest(
        format=FORMAT,
        name=name,
        title=name,
        language=alphabet.language,
        alphabet=alphabet,
        words=len(automaton),
        words_sha256=words_sha256(automaton),
        lengths=(min(words_by_length), max(words_by_length)),
        words_by_length=words_by_length,
        categories={},
        sets=[[]],
        editions={name: Edition(words=len(automaton))},
        effective=None,
        sources=[],
        tool=f"wordtools {__version__}",
    )
    return file.pack(manifest, automaton.columns(), sets.numbers())


def words_sha256(automaton: _kernel.Automaton) -> str:
    """The digest of the words in alphabet order, each followed by a newline, in UTF-8."""
    digest = hashlib.sha256()
    for start in range(0, len(automaton), 1 << 18):
        digest.update(automaton.lines(start, min(start + (1 << 18), len(automaton)), None))
    return digest.hexdigest()


def _collected(words: bytes | Iterable[str], alphabet: Alphabet, name: str) -> _kernel.Collector:
    """The words, taken in. Raises `SpellingError`, `LexiconError`."""
    collector = _kernel.Collector(alphabet.kernel)
    if isinstance(words, bytes):
        lines = words if words.isascii() else _composed(words, alphabet, name)
        failed = collector.add_lines(lines)
    else:
        failed = collector.add(alphabet.compose(word) for word in words)
    if failed is not None:
        alphabet.spell(failed)  # says which letter no tile shows
        raise LexiconError(f"{name}: a word has 1 to {_kernel.MAX_WORD} tiles.")
    return collector


def _composed(words: bytes, alphabet: Alphabet, name: str) -> bytes:
    try:
        text = words.decode()
    except UnicodeDecodeError as error:
        line = words.count(b"\n", 0, error.start) + 1
        raise LexiconError(f"{name}: line {line} is not UTF-8; convert the list.") from None
    composed = alphabet.compose(text)
    return words if composed == text else composed.encode()
