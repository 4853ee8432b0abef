"""Reads a compiled lexicon as a word file."""

from __future__ import annotations

from itertools import starmap
from pathlib import Path

from wordtools.alphabet import Alphabet
from wordtools.errors import LexiconError, SourceError
from wordtools.formats.words_file import WordLines, WordsFile
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.verify import check_letters


def read_lexicon(path: Path, alphabet: Alphabet, encoding: str = "") -> WordsFile:
    """Reads all words of a lexicon, regardless of edition. Raises `SourceError` if the lexicon is
    damaged, has other tiles, or has too many words to write out."""
    try:
        whole = Lexicon.read(path).whole
        check_letters(whole)
    except LexiconError as error:
        raise SourceError(path, None, str(error).removeprefix(f"{path}: ")) from None
    manifest = whole.manifest
    if manifest.alphabet.tiles != alphabet.tiles:
        raise SourceError(
            path, None, f"its alphabet, {manifest.alphabet.name}, is not that of the recipe"
        )
    sets = [tuple(names) for names in manifest.sets]
    return WordsFile(
        read_lines=lambda: starmap(WordLines, whole.described_lines()),
        categories={name: category.meaning for name, category in manifest.categories.items()},
        sets=sets or [()],
        title=manifest.title,
        licence=" / ".join(dict.fromkeys(s.licence for s in manifest.sources if s.licence)),
        brackets=True,
        path=str(path),
    )
