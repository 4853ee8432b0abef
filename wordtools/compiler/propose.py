"""Proposes an alphabet for a list, with tiles for plain letters and spellings for all other
letters.

Unidecode gives the plain letters for a Latin letter, even if Unicode does not decompose it: L for
Ł, OE for Œ, SS for ß. Only a person can know whether Ł has its own tile. So only plain letters get
tiles, and the proposal states how many words contain each of the other letters. Letters of other
scripts, which Unidecode can only transliterate, get their own tiles.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

from wordtools import _kernel
from wordtools.alphabet import MARKS, Alphabet, show_character
from wordtools.errors import SourceError
from wordtools.formats import text
from wordtools.wording import pluralize, split_letters

_ANY = Alphabet("any", "", ("A",), {"A": "Aa"})
"""An alphabet for text in an unknown language."""
_NAMES = {mark: name for name, mark in MARKS.items()}


def decode_list(path: Path, encoding: str) -> tuple[str, str]:
    """Returns the text of a list, and its encoding. `encoding`: a Python codec, or "detect". Raises
    `SourceError`, including for a list whose encoding cannot be detected because its language is
    unknown."""
    detected = text.detect_encoding(path, _ANY) if encoding == "detect" else encoding
    content = text.decode_text(text.read_bytes(path), detected, path)
    if encoding == "detect" and detected in text.LEGACY:
        letters = list(filter(str.isalpha, content))
        if sum(map(str.isascii, letters)) * 2 < len(letters):  # not in Latin letters
            problem = "this list is not in UTF-8; state its --encoding, such as cp1251"
            raise SourceError(path, None, problem)
    return content, detected


def propose_alphabet(name: str, path: Path, content: str) -> str:
    """Returns the text of an alphabet file for the list at `path`, which has this `content`. Raises
    `SourceError` for a list that has no letters, or more letters than an alphabet may have
    tiles."""
    counts = _count_words_by_letter(content)
    scripts: Counter[str] = Counter()
    for letter, words in counts.items():
        scripts[_find_script(letter)] += words
    script = max(scripts, key=scripts.__getitem__, default="")
    plain = {letter: find_plain(letter) for letter in counts if _find_script(letter) == script}
    tiles = sorted({c for letters in plain.values() for c in letters})
    if not 1 <= len(tiles) <= _kernel.MAX_TILES:
        problem = f"this list has {pluralize(len(tiles), 'letter')}; an alphabet has 1 to"
        raise SourceError(path, None, f"{problem} {_kernel.MAX_TILES} tiles")
    folds: dict[str, None] = {}
    folded, also, left_out = [], [], []
    for letter, words in sorted(counts.items()):
        count = pluralize(words, "word")
        base, *marks = list(unicodedata.normalize("NFD", letter))
        if letter not in plain:
            left_out.append(f"#   {show_character(letter[0])}: {count}")
        elif marks and base == plain[letter]:
            folds |= dict.fromkeys(_NAMES.get(mark, "all") for mark in marks)
            folded.append(f"#   {letter} as {base}: {count}")
        elif letter != plain[letter]:
            written = plain[letter].lower() if letter.islower() else plain[letter]  # ß is ss
            also.append(f'"{letter}" = "{written}"   # {count}')
    lines = [
        f"# Proposed for the letters of {path.name!r}; docs/lexicographers.md explains each key.",
        f'name = "{name}"',
        'language = ""   # a code such as "fr", whose rules turn small letters into capitals',
        f'tiles = "{" ".join(tiles)}"',
    ]
    if left_out:
        lines += ["# Letters of another script, which no tile shows:", *left_out]
    if folded:
        lines += ["# Read without their marks; move those with tiles of their own to tiles:"]
    lines += [*folded, f'folds = "{"all" if "all" in folds else " ".join(folds)}"']
    if also:
        lines += ["[also]", *also]
    return "\n".join([*lines, ""])


def find_plain(letter: str) -> str:
    """Returns the plain capitals that can replace a letter. For a Latin letter, these are A to Z.
    Any other letter is replaced with its capital, without marks unless these form a separate
    letter."""
    from unidecode import unidecode

    if _find_script(letter) != "LATIN":
        return letter[0].upper()
    plain = "".join(c for c in unidecode(letter).upper() if "A" <= c <= "Z")
    return plain or letter[0].upper()


def _count_words_by_letter(content: str) -> Counter[str]:
    """Returns the number of words in a list that contain each letter. A letter is given as a
    capital if its capital is a single character. Ignores names, whose letters are often foreign."""
    counts: Counter[str] = Counter()
    for line in unicodedata.normalize("NFC", content).split("\n"):
        word = line.partition("\t")[0].strip()
        if word[:1] not in ("", "#", "%") and word in (word.lower(), word.upper()):
            letters = split_letters(word)
            counts.update({_capitalise(letter) for letter in letters if letter[0].isalpha()})
    return counts


def _capitalise(letter: str) -> str:
    capital = letter.upper()
    return capital if len(capital) == len(letter) else letter  # ß has none


def _find_script(letter: str) -> str:
    """Returns the first word of a letter's Unicode name: LATIN, GREEK, CYRILLIC."""
    return unicodedata.name(letter[0], "").partition(" ")[0]
