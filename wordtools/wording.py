"""Pieces of sentences that several rooms need, each made in one place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def suggest(name: str, choices: Iterable[str], cutoff: float = 0.6) -> str:
    """What to write instead of an unknown name: "did you mean 'x'?" where a choice is close enough
    (0 takes any, 1 only the same), else "choose from a, b, c"."""
    from difflib import get_close_matches  # only when something went wrong

    choices = list(choices)
    near = get_close_matches(name, choices, n=1, cutoff=cutoff)
    return f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(choices) or 'none'}"


def pluralize(number: int, noun: str) -> str:
    """A number with its noun: `1 tile`, `2,000 tiles`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def join_list(things: Iterable[str], word: str = "and") -> str:
    """Several things in one phrase: `a, b and c`."""
    *most, last = things
    return f"{', '.join(most)} {word} {last}" if most else last


def end_sentence(text: str) -> str:
    """The text as a sentence. Errors carry no full stop, so that one can be part of another; what
    shows an error to a person ends it here."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def find_hidden(text: str) -> str:
    """The first character that a screen would obey or hide rather than show: a control, a mark that
    turns the direction of writing, one of no width, half a surrogate pair; "" when there is none.
    Spaces are no such characters."""
    if text.isprintable():
        return ""
    return next((each for each in text if _is_hidden(each)), "")


def reveal(text: str, keep: str = "") -> str:
    """The text as it can be shown to people wherever it comes from: each hidden character but those
    to `keep` is written as its code, `<U+202E>`."""
    if not find_hidden(text):
        return text
    return "".join(
        f"<U+{ord(each):04X}>" if each not in keep and _is_hidden(each) else each for each in text
    )


def _is_hidden(character: str) -> bool:
    return not (character.isprintable() or unicodedata.category(character) == "Zs")
