"""Pieces of sentences that several rooms need, each made in one place."""

from __future__ import annotations

from collections.abc import Iterable


def suggest(name: str, choices: Iterable[str], cutoff: float = 0.6) -> str:
    """What to write instead of an unknown name: "did you mean 'x'?" where a choice is close enough
    (0 takes any, 1 only the same), else "choose from a, b, c"."""
    from difflib import get_close_matches  # only when something went wrong

    choices = list(choices)
    near = get_close_matches(name, choices, n=1, cutoff=cutoff)
    return f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(choices) or 'none'}"


def pluralize(number: int, noun: str) -> str:
    """A number with its noun: `1 tile`, `2 tiles`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def join_list(things: Iterable[str], word: str = "and") -> str:
    """Several things in one phrase: `a, b and c`."""
    *most, last = things
    return f"{', '.join(most)} {word} {last}" if most else last


def end_sentence(text: str) -> str:
    """The text as a sentence. Errors carry no full stop, so that one can be part of another; what
    shows an error to a person ends it here."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."
