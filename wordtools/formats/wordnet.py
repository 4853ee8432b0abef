"""Reads the files of a WordNet (wndb), which define English words.

`index.POS` has the senses of each lemma, the most frequent first. `data.POS` has the definition of
each sense, and the words that have this sense, in their usual capitalisation. `POS.exc` has the
bases of irregular forms. The bases of regular forms are found by removing endings, as WordNet's own
library (morphy) does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from wordtools.errors import SourceError

_MOST_SENSES = 3
"""The maximum number of senses that a definition gives for each part of speech."""

_KINDS = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
"""The names of parts of speech in file names, and in definitions."""

_ENDINGS = {
    "noun": ["s ", "ses s", "xes x", "zes z", "ches ch", "shes sh", "men man", "ies y"],
    "verb": ["s ", "ies y", "es e", "es ", "ed e", "ed ", "ing e", "ing "],
    "adj": ["er ", "est ", "er e", "est e"],
    "adv": [],
}
"""The endings of forms, each with the ending that the base has instead."""


class WordNet:
    """Definitions of words, which are looked up in lower case."""

    def __init__(self, paths: Iterable[Path]) -> None:
        """Reads the files of a WordNet; ignores any others. Raises `SourceError`."""
        files = {path.name: path for path in paths}
        self._senses: dict[str, dict[str, list[str]]] = defaultdict(dict)
        self._bases: dict[str, dict[str, list[str]]] = {}
        for kind in _KINDS:
            missing = [n for n in (f"data.{kind}", f"index.{kind}") if n not in files]
            if missing:
                raise SourceError("WordNet", None, f"its file {missing[0]} is missing")
            meanings = _read_meanings(files[f"data.{kind}"])
            for lemma, places in _read_index(files[f"index.{kind}"]):
                senses = (meanings.get(place, ("", frozenset())) for place in places)
                texts = [text for text, words in senses if lemma in words][:_MOST_SENSES]
                if texts:  # otherwise the lemma is a capitalised name
                    self._senses[lemma][kind] = texts
            irregular = files.get(f"{kind}.exc")
            lines = (line.split() for line in _read_lines(irregular)) if irregular else ()
            self._bases[kind] = {fields[0]: fields[1:] for fields in lines if fields}

    def define(self, word: str) -> str:
        """The definition of a word. If the word has none, returns the definitions of its base words
        (`form of CAT, noun: feline mammal …`), or "" if these have none either."""
        if word in self._senses:
            return _format_senses(self._senses[word])
        forms: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for kind in _KINDS:
            for base in self._find_bases(word, kind):
                forms[base][kind] = self._senses[base][kind]
        definitions = zip(forms, map(_format_senses, forms.values()), strict=True)
        return " / ".join(f"form of {base.upper()}, {text}" for base, text in definitions)

    def _find_bases(self, word: str, kind: str) -> list[str]:
        """The lemmas that a word may be a form of."""
        bases = self._bases[kind].get(word, [])
        if not bases:
            pairs = (ending.split(" ") for ending in _ENDINGS[kind])
            bases = [word.removesuffix(end) + base for end, base in pairs if word.endswith(end)]
        return list(dict.fromkeys(base for base in bases if kind in self._senses.get(base, {})))


def _format_senses(senses: dict[str, list[str]]) -> str:
    return " / ".join(f"{_KINDS[kind]}: {'; '.join(texts)}" for kind, texts in senses.items())


def _read_meanings(path: Path) -> dict[str, tuple[str, frozenset[str]]]:
    """Maps the number of each sense to its definition, without examples, and its words."""
    meanings = {}
    for number, line in enumerate(_read_lines(path), 1):
        if line.startswith(" "):  # the licence
            continue
        head, _, gloss = line.partition(" | ")
        try:
            place, _, _, count, *fields = head.split(" ")
            words = frozenset(w.partition("(")[0] for w in fields[: 2 * int(count, 16) : 2])
        except ValueError:
            raise SourceError(path, number, "not a sense of a WordNet") from None
        meanings[place] = (gloss.partition('; "')[0].strip(), words)
    return meanings


def _read_index(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Each lemma that is a single word, with the numbers of its senses."""
    for number, line in enumerate(_read_lines(path), 1):
        if line.startswith(" "):
            continue
        fields = line.split()
        try:
            senses = int(fields[2])
        except (IndexError, ValueError):
            raise SourceError(path, number, "not a line of a WordNet index") from None
        if "_" not in fields[0]:
            yield fields[0], fields[-senses:]


def _read_lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from file
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror}") from None
