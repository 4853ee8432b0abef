"""Phrases that messages share, and functions that prepare text for display."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""The characters of right-to-left scripts, for a regular expression."""

MARKS = "\u200e\u200f"
"""The two direction marks: left to right, and right to left."""

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters that Unicode classifies as letters, marks or symbols."""

# Compiled on first use, because few texts need them.
_READS_LEFTWARD = f"[{_LEFTWARD}]"
_LEFTWARD_WORDS = (
    rf"(?<!\S)[^\s{_LEFTWARD}]*[{_LEFTWARD}]\S*(?: [^\s{_LEFTWARD}]*[{_LEFTWARD}]\S*)*"
)


def suggest(name: str, choices: Iterable[str], cutoff: float = 0.6) -> str:
    """A hint for an unknown name: "did you mean 'x'?" if a choice is similar enough, otherwise
    "choose from a, b, c". `cutoff` says how similar a choice must be: 0 accepts any choice, and 1
    only an identical one."""
    from difflib import get_close_matches  # imported only for an error

    choices = list(choices)
    if suggestions := get_close_matches(name, choices, n=1, cutoff=cutoff):
        return f"did you mean {suggestions[0]!r}?"
    return f"choose from {', '.join(choices) or 'none'}"


def pluralize(number: int, noun: str) -> str:
    """A number with its noun: `1 tile`, `2,000 tiles`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def write_points(points: int, sign: str = "-") -> str:
    """Writes points with a real minus sign: `12`, `−5`. If `sign` is "+", positive points also have
    a sign: `+12`, `−5`."""
    return f"{points:{sign}d}".replace("-", "−")


def join_list(things: Iterable[str], word: str = "and") -> str:
    """Joins several things into one phrase: `a, b and c`."""
    *others, last = things
    return f"{', '.join(others)} {word} {last}" if others else last


def mark_names(names: Iterable[str]) -> list[str]:
    """Prepares names for an enumeration: if any of them contains a comma, puts all in quotation
    marks."""
    names = list(names)
    return [f"“{name}”" for name in names] if any("," in name for name in names) else names


def end_sentence(text: str) -> str:
    """The text with a full stop, unless it already ends with punctuation. Errors have no full stop,
    so that one error can quote another; code that displays an error calls this function.
    """
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def find_hidden(text: str) -> str:
    """The first hidden character in a text, or "" if there is none. Hidden characters are control
    characters, direction marks, lone surrogates, and characters other than spaces that have no
    width or leave no ink."""
    if text.isprintable() and (text.isascii() or _UNSEEN.isdisjoint(text)):
        return ""
    return next(filter(_is_hidden, text), "")


def reveal(text: str, keep: str = "") -> str:
    """The text with its hidden characters, except those in `keep`, shown as code points like
    `<U+202E>`."""
    if not find_hidden(text):
        return text
    return "".join(f"<U+{ord(c):04X}>" if c not in keep and _is_hidden(c) else c for c in text)


def reads_leftward(text: str) -> bool:
    """True if the text contains a right-to-left script."""
    return not text.isascii() and re.search(_READS_LEFTWARD, text) is not None


def hold_places(text: str) -> str:
    """Prepares lines of text for a terminal, so that right-to-left words stay in their columns.

    Some terminals reverse such words and everything between them; others never do. In both kinds,
    direction marks around a word keep it in its column, and two spaces between letters keep the
    letters in their columns. (Older terminals would draw isolates, U+2066 to U+2069, as boxes.) A
    line that consists only of such words gets no marks, so that it can be copied."""
    if not reads_leftward(text):
        return text
    return "\n".join(map(_hold_line, text.split("\n")))


def _hold_line(line: str) -> str:
    if re.fullmatch(_LEFTWARD_WORDS, line.strip()):
        return line
    return re.sub(_LEFTWARD_WORDS, _enclose, line)


def _enclose(words: re.Match[str]) -> str:
    # A bracket, a dot or a blank's question mark before the first letter belongs to it.
    first = MARKS[1] if words[0][0] in "(.?" else ""
    return f"{MARKS[0]}{first}{words[0]}{MARKS[0]}"


def _is_hidden(character: str) -> bool:
    is_space = unicodedata.category(character) == "Zs"
    return character in _UNSEEN or not (character.isprintable() or is_space)


def split_letters(word: str) -> list[str]:
    """The letters of a word, with their marks. A tile in brackets counts as one letter: `PE[RR]O`
    is P, E, [RR], O."""
    letters: list[str] = []
    inside = False
    for character in word:
        if letters and (inside or unicodedata.combining(character)):
            letters[-1] += character
        else:
            letters.append(character)
        inside = character != "]" and (inside or character == "[")
    return letters
