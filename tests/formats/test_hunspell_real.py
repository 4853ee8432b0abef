"""Real dictionaries: how many forms they have, and that libhunspell agrees on what is a word."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterable
from ctypes.util import find_library
from functools import cache
from pathlib import Path

import pytest

from wordtools.formats.hunspell import AffixRule, expand_dictionary, read_affixes

RawFile = Callable[[str], Path]

# Flags of pt_BR that only attach hyphenated pronouns.
CLITICS = tuple("kmnopqrsv89")

# (name, skipped flags, distinct forms, those without a hyphen, barred)
COUNTS = [
    ("en_GB", (), 240_111, 232_316, 3),
    ("pt_PT", (), 1_039_054, 412_767, 0),
    ("pl_PL", (), 3_765_791, 3_765_791, 0),
    ("es_ES", (), 655_851, 655_851, 0),
    ("pt_BR", CLITICS, 2_829_062, 2_727_657, 12),
]


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
        # Blanks after an entry are part of the word to libhunspell, and of no word to us.
        return any(
            self._spell(self._handle, (word + end).encode(self._encoding))
            for end in ("", " ", "  ")
        )


@pytest.fixture(scope="module")
def dictionary(
    raw_file: RawFile,
) -> Callable[..., tuple[frozenset[str], frozenset[str], Reference]]:
    """(distinct forms, what is barred, libhunspell with the same files) of a name."""

    @cache
    def read(
        name: str, skip: tuple[str, ...] = ()
    ) -> tuple[frozenset[str], frozenset[str], Reference]:
        aff, dic = raw_file(f"{name}.aff"), raw_file(f"{name}.dic")
        skipped = set(map(ord, skip))

        def wants(rule: AffixRule) -> bool:
            return rule.flag not in skipped

        found, barred = expand_dictionary(aff.read_bytes(), dic.read_bytes(), str(dic), wants)
        forms = frozenset(form for form, _ in found)
        return forms, frozenset(form for form, _ in barred), Reference(aff, dic)

    return read


def sample(words: Iterable[str], size: int) -> list[str]:
    """The same `size` words whenever it is asked for."""
    ordered = sorted(words)
    return random.Random(size).sample(ordered, min(size, len(ordered)))


@pytest.mark.parametrize(("name", "skip", "distinct", "unhyphenated", "barred"), COUNTS)
def test_counts(
    dictionary: Callable[..., tuple[frozenset[str], frozenset[str], Reference]],
    name: str, skip: tuple[str, ...], distinct: int, unhyphenated: int, barred: int,
) -> None:  # fmt: skip
    forms, no_words, _ = dictionary(name, skip)
    assert len(forms) == distinct
    assert sum("-" not in form for form in forms) == unhyphenated
    assert len(no_words) == barred


@pytest.mark.parametrize("name", ["en_GB", "pt_PT", "pt_BR", "pl_PL", "es_ES"])
def test_libhunspell_accepts_every_form(
    dictionary: Callable[..., tuple[frozenset[str], frozenset[str], Reference]], name: str
) -> None:
    forms, barred, reference = dictionary(name, CLITICS if name == "pt_BR" else ())
    wanted = forms if name in ("en_GB", "pt_PT") else sample(forms, 100_000)
    assert [form for form in wanted if not reference.accepts(form)] == []
    assert [form for form in barred - forms if reference.accepts(form)] == []


@pytest.mark.parametrize("name", ["en_GB", "pt_PT", "pt_BR", "pl_PL", "es_ES"])
def test_near_misses_are_words_to_both_or_to_neither(
    dictionary: Callable[..., tuple[frozenset[str], frozenset[str], Reference]], name: str
) -> None:
    forms, _, reference = dictionary(name, CLITICS if name == "pt_BR" else ())
    lower = sample((form for form in forms if form.isalpha() and form.islower()), 20_000)
    letters = sorted({letter for form in lower for letter in form})
    chance = random.Random(name)
    misses = set()
    for word in lower:
        at = chance.randrange(len(word))
        misses.add(word[:at] + word[at + 1 :])
        misses.add(word[:at] + chance.choice(letters) + word[at + 1 :])
        misses.add(word + chance.choice(lower)[-3:])
    misses.discard("")
    assert [word for word in sorted(misses) if (word in forms) != reference.accepts(word)] == []
