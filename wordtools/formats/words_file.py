"""Types shared by readers and writers of word files.

A reader returns a `WordsFile`, which has the file's own description and reads its words line by
line. A writer takes `WordsToWrite` and returns the bytes of one file, or of several that belong
together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from wordtools import limits
from wordtools._kernel import DraftAutomaton
from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError

_JOINT = " + "
"""Joins the names of several categories in files that have room for only one."""
Field = TypeVar("Field")


class WordLines(NamedTuple):
    """Whole lines of a file. `words` has the word on each line, in UTF-8; lines without a word are
    blank. `sets` has the number of each word's category set, and `definitions` has each word's
    definition; either is empty if there are none.
    """

    words: bytes
    sets: Sequence[int] = ()
    definitions: Sequence[str | bytes] = ()

    def list_definitions(self) -> list[str]:
        """The definition of each word as a str; "" if it has none."""
        if not self.definitions:
            return [""] * self.words.count(b"\n")
        return [text if isinstance(text, str) else text.decode() for text in self.definitions]


@dataclass
class WordsFile:
    """An open file of words. `sets` has the combinations of categories, indexed by number. `notes`
    names the parts of the file that a lexicon cannot keep. Both grow while lines are read.
    """

    read_lines: Callable[[], Iterator[WordLines]]
    """Reads the words. Each call begins at the first word. Raises `SourceError`."""
    categories: dict[str, str] = field(default_factory=dict)
    """The meaning of each category, by its name."""
    rows_name_categories: bool = False
    """True if `categories` is complete only after all lines have been read."""
    sets: list[tuple[str, ...]] = field(default_factory=lambda: [()])
    title: str = ""
    licence: str = ""
    brackets: bool = False
    """True if brackets enclose the letters of a tile, as in the words of a lexicon."""
    notes: list[str] = field(default_factory=list)
    path: str = ""


@dataclass
class WordsToWrite:
    """Words, with everything about them that a file can contain."""

    name: str
    title: str
    alphabet: Alphabet
    count: int
    categories: dict[str, str]
    """The meaning of each category, by its name."""
    sets: Sequence[tuple[str, ...]]
    """The combinations of categories, indexed by number."""
    order: Sequence[int]
    """The numbers of the sets in use, starting with that of ordinary words."""
    read_lines: Callable[[], Iterator[WordLines]]
    """The words in alphabet order, with the numbers of their sets."""
    compile: Callable[[], DraftAutomaton]
    """Makes an automaton of the words."""
    defined: bool = False
    """True if `read_lines` yields definitions."""
    licence: str = ""
    effective: str = ""
    comment: str = ""


class CategorySets(dict[Field, int]):
    """Maps fields that name category sets to the numbers of these sets. Looking up a new field adds
    its set to the file. Raises `SourceError` if there are more sets than a lexicon can have."""

    def __init__(self, file: WordsFile, split: Callable[[Field], Iterable[str]]) -> None:
        """`split` returns the labels in a field."""
        self._file, self._split = file, split
        self._numbers: dict[tuple[str, ...], int] = {(): 0}

    def __missing__(self, field: Field) -> int:
        labels = list(filter(None, self._split(field)))
        names = tuple(dict.fromkeys(map(name_category, labels)))
        if names not in self._numbers:
            try:
                number = len(self._numbers) + 1
                limits.check_number("combinations of categories", number, limits.MOST_SETS)
            except ValueError as error:
                raise SourceError(self._file.path, None, str(error)) from None
            self._numbers[names] = len(self._file.sets)
            self._file.sets.append(names)
            for label in labels:
                self._file.categories.setdefault(name_category(label), label[: limits.LONGEST_TEXT])
        self[field] = self._numbers[names]
        return self[field]


def name_category(label: str) -> str:
    """Makes the name of a category from its label in a file: `Verb forms` → `Verb-forms`."""
    name = re.sub(r"[^\w.-]+", "-", label).strip("-.")
    return name[: limits.LONGEST_NAME] or "category"


def split_label(label: str) -> list[str]:
    """Splits a word's label into categories, for a file that has one label per word."""
    return [part.strip() for part in label.split(_JOINT) if part.strip()]


def join_labels(labels: Iterable[str]) -> str:
    """Combines several categories into one label."""
    return _JOINT.join(labels)


def label_category(name: str, meaning: str) -> str:
    """The label of a category: its meaning if its name was made from the meaning, otherwise its
    name."""
    return meaning if name_category(meaning) == name else name
