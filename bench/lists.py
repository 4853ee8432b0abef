"""The word lists of the benchmark, made from dictionaries of Debian and PyPI, in build/bench.

Each list has three forms. The first, for us, has its words in UTF-8 in alphabet order. The *coded*
form has one byte per letter in the same order, which suits the peers best. The *unsorted* form is
shuffled UTF-8 with every tenth word repeated.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.formats.hunspell_forms import expand_dictionary
from wordtools import alphabet
from wordtools.alphabet import Alphabet
from wordtools.compiler import fetch, recipe_files

HERE = Path(__file__).parent
FOLDER = HERE.parent / "build" / "bench"

PROBES = 100_000
"""Number of words looked up in each list, and of near misses."""


@dataclass(frozen=True)
class WordList:
    """A list; `expected` is its number of words when the targets were set."""

    name: str
    title: str
    expected: int
    alphabet_name: str

    @cached_property
    def alphabet(self) -> Alphabet:
        return alphabet.load_alphabet(self.alphabet_name).alphabet

    @property
    def text(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    @property
    def coded(self) -> Path:
        return FOLDER / f"{self.name}.coded.txt"

    @property
    def unsorted(self) -> Path:
        return FOLDER / f"{self.name}.unsorted.txt"

    @cached_property
    def _codes(self) -> dict[int, int]:
        """Each letter's code: `A` for the alphabet's first, and so on through ASCII."""
        return {ord(tile): ord("A") + place for place, tile in enumerate(self.alphabet.tiles)}

    def code(self, text: str) -> str:
        """A text with one byte per letter."""
        return text.translate(self._codes)

    def words(self) -> list[str]:
        """The words in alphabet order."""
        return self.text.read_text("utf-8").split()

    def write(self, words: Iterable[str]) -> None:
        """Makes the three files."""
        ordered = sorted(words, key=self.code)
        lines = "".join(f"{word}\n" for word in ordered)
        self.coded.write_text(self.code(lines), "ascii")
        rng = random.Random(self.name)
        twice = ordered + ordered[::10]
        rng.shuffle(twice)
        self.unsorted.write_text("".join(f"{word}\n" for word in twice), "utf-8")
        self.text.write_text(lines, "utf-8")  # last, since its existence stands for all three


EN = WordList("EN", "wamerican-insane ∪ wbritish-insane, A–Z, 2–15 letters", 484_908, "en")
PL1 = WordList("PL1", "wpolish, 35 letters, 2–15 letters", 3_543_076, str(HERE / "polish35.toml"))
BIG = WordList("BIG", "hunspell pt_BR, all forms, folded to A–Z, 2–19 letters", 10_019_910, "en")
THINNED = WordList("EN270", "270,000 of the words of EN, evenly taken", 270_000, "en")

ALL = (EN, PL1, BIG)
BY_NAME = {one.name: one for one in (*ALL, THINNED)}


def make() -> None:
    """Writes missing lists, fetching their sources."""
    if all(one.text.exists() for one in BY_NAME.values()):
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    raw_files = fetch.fetch_sources(recipe_files.read_recipe(HERE / "lists.toml"))
    american, british, polish, aff, dic = (file.path for (file,) in raw_files.values())
    english = {
        word.upper() for path in (american, british) for word in _all(r"[A-Za-z]{2,15}", path)
    }
    EN.write(english)
    ordered = sorted(english)
    THINNED.write(ordered[n * len(ordered) // 270_000] for n in range(270_000))
    letters = "".join(PL1.alphabet.tiles)
    PL1.write({word.upper() for word in _all(f"[{letters}{letters.lower()}]{{2,15}}", polish)})
    BIG.write(_portuguese(aff, dic))


def _all(pattern: str, path: Path) -> list[str]:
    return re.findall(f"^{pattern}$", path.read_text("utf-8"), re.MULTILINE)


def _portuguese(aff: Path, dic: Path) -> set[str]:
    forms, _ = expand_dictionary(aff.read_bytes(), dic.read_bytes(), str(dic))
    text = "\n".join({form for form, _ in forms}).replace("-", "").upper()
    folded = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", text))
    return set(re.findall("^[A-Z]{2,19}$", folded, re.MULTILINE))
