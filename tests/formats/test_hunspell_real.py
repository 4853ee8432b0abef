"""Real dictionaries: their numbers of forms, and libhunspell's agreement on which forms are
words."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from ctypes.util import find_library
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.formats.hunspell_forms import expand_dictionary
from wordtools.formats.hunspell import read_affixes

# For each dictionary, the skipped flags (those of pt_BR only attach hyphenated pronouns), and the
# numbers of distinct forms, of forms without a hyphen, and of barred forms.
COUNTS = {
    "en_GB": ("", 240_111, 232_316, 3),
    "pt_PT": ("", 1_039_054, 412_767, 0),
    "pl_PL": ("", 3_765_791, 3_765_791, 0),
    "es_ES": ("", 655_851, 655_851, 0),
    "pt_BR": ("kmnopqrsv89", 2_829_062, 2_727_657, 12),
}


class Reference:
    """libhunspell itself, through its C interface."""

    def __init__(self, aff: Path, dic: Path) -> None:
        library = ctypes.CDLL(find_library("hunspell-1.7") or "libhunspell-1.7.so.0")
        library.Hunspell_create.restype = ctypes.c_void_p
        library.Hunspell_create.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
        self._spell = library.Hunspell_spell
        self._spell.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self._handle = library.Hunspell_create(bytes(aff), bytes(dic))
        self._encoding = read_affixes(aff.read_bytes(), str(aff)).encoding

    def accepts(self, word: str) -> bool:
        # libhunspell takes blanks after an entry for part of the word; we do not.
        return any(
            self._spell(self._handle, (word + end).encode(self._encoding))
            for end in ("", " ", "  ")
        )


class Dictionary(NamedTuple):
    """A dictionary as we expand it, and libhunspell with the same files."""

    name: str
    forms: dict[str, None]
    """The distinct forms, in the order of the dictionary."""
    barred: set[str]
    reference: Reference

    def sample(self, size: int, chance: random.Random) -> list[str]:
        """This many of the forms."""
        return chance.sample(list(self.forms), size)


@pytest.fixture(scope="module", params=COUNTS)
def dictionary(raw_file: Callable[[str], Path], request: pytest.FixtureRequest) -> Dictionary:
    name: str = request.param
    aff, dic = raw_file(f"{name}.aff"), raw_file(f"{name}.dic")
    skipped = set(map(ord, COUNTS[name][0]))
    forms, barred = expand_dictionary(
        aff.read_bytes(), dic.read_bytes(), str(dic), lambda rule: rule.flag not in skipped
    )
    return Dictionary(
        name,
        dict.fromkeys(form for form, _ in forms),
        {form for form, _ in barred},
        Reference(aff, dic),
    )


def test_counts(dictionary: Dictionary) -> None:
    unhyphenated = sum("-" not in form for form in dictionary.forms)
    counts = (len(dictionary.forms), unhyphenated, len(dictionary.barred))
    assert counts == COUNTS[dictionary.name][1:]


def test_libhunspell_accepts_every_form(dictionary: Dictionary, chance: random.Random) -> None:
    forms, accepts = dictionary.forms, dictionary.reference.accepts
    whole = dictionary.name == "en_GB"
    tried = list(forms) if whole else dictionary.sample(40_000, chance)
    assert [form for form in tried if not accepts(form)] == []
    assert [form for form in dictionary.barred if form not in forms and accepts(form)] == []


def test_near_misses_are_words_to_both_or_to_neither(
    dictionary: Dictionary, chance: random.Random
) -> None:
    forms, accepts = dictionary.forms, dictionary.reference.accepts
    lower = [form for form in dictionary.sample(8_000, chance) if form.isalpha() and form.islower()]
    letters = sorted({letter for form in lower for letter in form})
    misses = set()
    for word in lower:
        at = chance.randrange(len(word))
        misses.add(word[:at] + word[at + 1 :])
        misses.add(word[:at] + chance.choice(letters) + word[at + 1 :])
        misses.add(word + chance.choice(lower)[-3:])
    misses.discard("")
    assert [word for word in sorted(misses) if (word in forms) != accepts(word)] == []
