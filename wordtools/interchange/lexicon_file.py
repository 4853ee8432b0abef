"""A compiled lexicon as a file of words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wordtools.alphabet import Alphabet
from wordtools.errors import LexiconError, SourceError
from wordtools.formats.words_file import WordLines, WordsFile
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.verify import check_letters


def read_lexicon(path: Path, alphabet: Alphabet, encoding: str = "") -> WordsFile:
    """All words of a lexicon, whatever its editions admit. Raises `SourceError` when it is damaged,
    made with other tiles, or has more words than can be written out."""
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
        read_lines=lambda: _read_lines(whole),
        categories={name: each.meaning for name, each in manifest.categories.items()},
        sets=sets or [()],
        title=manifest.title,
        licence=" / ".join(dict.fromkeys(s.licence for s in manifest.sources if s.licence)),
        brackets=True,
        path=str(path),
    )


def _read_lines(whole: Lexicon) -> Iterator[WordLines]:
    pieces = zip(whole.lines_with_sets(), whole.definitions_of_lines(), strict=True)
    for (words, sets), definitions in pieces:
        yield WordLines(words, sets, definitions)
