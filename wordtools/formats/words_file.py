"""The types that readers and writers of word files share.

A reader returns a `WordsFile`: the file's own description, and its words, line by line. A writer
takes `WordsToWrite` and returns the bytes of one file, or of several that belong together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from wordtools import limits
from wordtools._kernel import DraftAutomaton
from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError

_JOINT = " + "
"""Joins the names of several categories in files with room for one."""


class WordLines(NamedTuple):
    """Whole lines of a file. `words` has the word of each in UTF-8, on a line of its own that is
    blank where there is none; `sets` the number of each word's category set, `definitions` its
    definition. Without entries, no line has a category or a definition."""

    words: bytes
    sets: Sequence[int] = ()
    definitions: Sequence[str | bytes] = ()

    def list_definitions(self) -> list[str]:
        """The definition of each word as text; "" where there is none."""
        if not self.definitions:
            return [""] * self.words.count(b"\n")
        return [each if isinstance(each, str) else each.decode() for each in self.definitions]


@dataclass
class WordsFile:
    """A file of words that was opened. `sets` are the combinations of categories that occur, by
    number; they grow while lines are read, and so do `notes`, which name what is not kept."""

    read_lines: Callable[[], Iterator[WordLines]]
    """Reads the words; each call starts again at the first. Raises `SourceError`."""
    categories: dict[str, str] = field(default_factory=dict)
    """The meaning of each category, by its name."""
    rows_name_categories: bool = False
    """Whether `categories` is complete only once all lines are read."""
    sets: list[tuple[str, ...]] = field(default_factory=lambda: [()])
    title: str = ""
    licence: str = ""
    brackets: bool = False
    """Whether brackets force tiles, as in the words that a lexicon writes."""
    notes: list[str] = field(default_factory=list)
    path: str = ""


@dataclass
class WordsToWrite:
    """Words, and all that a file may state about them."""

    name: str
    title: str
    alphabet: Alphabet
    count: int
    categories: dict[str, str]
    """The meaning of each category, by its name."""
    sets: Sequence[tuple[str, ...]]
    """The combinations of categories, by number."""
    order: Sequence[int]
    """The numbers that occur, beginning with that of ordinary words."""
    read_lines: Callable[[], Iterator[WordLines]]
    """The words in alphabet order, with the numbers of their sets."""
    compile: Callable[[], DraftAutomaton]
    """Makes an automaton of the words."""
    defined: bool = False
    """Whether `read_lines` yields definitions."""
    licence: str = ""
    effective: str = ""
    comment: str = ""


class CategorySets:
    """Numbers the category sets that a reader meets, in a file whose rows name them."""

    def __init__(self, file: WordsFile) -> None:
        self._file = file
        self._numbers: dict[tuple[str, ...], int] = {(): 0}

    def number(self, labels: Iterable[str]) -> int:
        """The number of the set of these labels. Raises `SourceError` when there are more sets than
        a lexicon can have."""
        names = tuple(dict.fromkeys(map(name_category, filter(None, labels))))
        found = self._numbers.get(names)
        if found is None:
            try:
                number = len(self._numbers) + 1
                limits.check_number("combinations of categories", number, limits.MOST_SETS)
            except ValueError as error:
                raise SourceError(self._file.path, None, str(error)) from None
            found = self._numbers[names] = len(self._file.sets)
            self._file.sets.append(names)
            for name, label in zip(names, labels, strict=False):
                self._file.categories.setdefault(name, label[: limits.LONGEST_TEXT])
        return found


def name_category(label: str) -> str:
    """The name of a category for its label in a file: `Verb forms` → `Verb-forms`."""
    name = re.sub(r"[^\w.-]+", "-", label).strip("-.")
    return name[: limits.LONGEST_NAME] or "category"


def split_label(label: str) -> list[str]:
    """The categories in a word's label, where a file has one label for each word."""
    return [part.strip() for part in label.split(_JOINT) if part.strip()]


def join_labels(labels: Iterable[str]) -> str:
    """One label for several categories."""
    return _JOINT.join(labels)


def label_category(name: str, meaning: str) -> str:
    """The label of a category in a file: that of the file that it came from, if known."""
    return meaning if name_category(meaning) == name else name
