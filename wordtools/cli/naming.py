"""Naming a lexicon: before the words, with -l, or for all commands in $WORDTOOLS_LEXICON.

A command declares the lexicon as an argument or an option, whichever is more common; with
`cls=LexiconCommand` it also accepts the other form.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperOption

from wordtools.errors import LexiconError, WordtoolsError

VARIABLE = "WORDTOOLS_LEXICON"


class LexiconCommand(TyperCommand):
    """A command on a lexicon."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._places = [p for p in self.params if isinstance(p, TyperArgument)]
        self._is_argument = any(place.metavar == "LEXICON" for place in self._places)
        self._takes_many = any(
            isinstance(p, TyperOption) and p.name == "lexicon" and p.multiple for p in self.params
        )
        if self._is_argument:
            self.params.append(
                TyperOption(
                    param_decls=["named", "--lexicon", "-l"],
                    metavar="LEXICON",
                    multiple=True,
                    expose_value=False,
                    help=f"Another way to give LEXICON. If neither is given, ${VARIABLE} names it.",
                )
            )
        self.params.append(_LexiconPlacement(self._place_lexicon))

    def _place_lexicon(self, options: dict[str, Any], rest: list[str]) -> list[str]:
        """Moves the lexicon to where the command expects it, in the values of the options and
        arguments; returns the arguments that are left over. Raises `WordtoolsError`."""
        given = [*self._list_arguments(options), *rest]
        needed = sum(place.required for place in self._places)
        usual = os.environ.get(VARIABLE, "")
        if self._is_argument:
            named = options.get("named") or ([usual] if usual and len(given) < needed else [])
            first = [place.metavar for place in self._places].index("LEXICON")
            given[first:first] = named
        elif options.get("lexicon"):
            pass  # all arguments are something else
        elif not self._places and given:  # whatever is given is lexicons
            options["lexicon"], given = (given, []) if self._takes_many else (given[0], given[1:])
        elif not usual and len(given) > needed:
            options["lexicon"] = given.pop(0)
        elif usual and len(given) > 1:
            _refuse_lexicon(given[0], f"too, and ${VARIABLE} names another; name it with -l")
        elif not usual and given:
            _refuse_lexicon(given[0], "and nothing follows it")
        for place in self._places:
            if place.nargs == 1:
                options[place.name or ""] = given.pop(0) if given else None
            else:
                options[place.name or ""], given = tuple(given), []
        return given

    def _list_arguments(self, options: dict[str, Any]) -> Iterator[str]:
        """The arguments that were given, in order."""
        for place in self._places:
            value = options.get(place.name or "")
            if isinstance(value, tuple):
                yield from value
            elif value is not None:
                yield value


class _LexiconPlacement(TyperOption):
    """A hidden option that cannot be given. It is processed before the others, which then find the
    lexicon in its place."""

    def __init__(self, place: Callable[[dict[str, Any], list[str]], list[str]]) -> None:
        super().__init__(
            param_decls=["--place-lexicon"], is_eager=True, hidden=True, help="Cannot be given."
        )
        self._place = place

    def add_to_parser(self, parser: Any, ctx: Any) -> None:
        """Leaves the parser unchanged."""

    def handle_parse_result(self, ctx: Any, opts: Any, args: list[str]) -> tuple[None, list[str]]:
        """Returns the remaining arguments, unless a shell is completing what is typed."""
        return None, args if ctx.resilient_parsing else self._place(opts, args)


def _refuse_lexicon(word: str, problem: str) -> None:
    """Raises `WordtoolsError`, which states the problem, if a word names a lexicon."""
    from wordtools.lexicon.find import locate_lexicon

    with suppress(LexiconError):
        if locate_lexicon(word)[0].is_file():
            raise WordtoolsError(f"{word!r} is a lexicon, {problem}")
