"""Lets users name the lexicon of any command in three ways: as the first argument, with -l, or in
$WORDTOOLS_LEXICON.

A command declares the lexicon as an argument or as an option, whichever is more common; with
`cls=LexiconCommand`, it accepts both.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperOption

from wordtools.errors import LexiconError, WordtoolsError
from wordtools.lexicon.find import locate_lexicon

VARIABLE = "WORDTOOLS_LEXICON"


class LexiconCommand(TyperCommand):
    """A command that needs a lexicon."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._places = [p for p in self.params if isinstance(p, TyperArgument)]
        self._option = next((p for p in self.params if "--lexicon" in p.opts), None)
        if self._option is None:
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

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Returns Click's pieces of the usage line, with the lexicon before the arguments."""
        options, *arguments = super().collect_usage_pieces(ctx)
        if self._option is None:
            return [options, *arguments]
        many = self._option.multiple and not self._places
        return [options, "[LEXICON]..." if many else "[LEXICON]", *arguments]

    def _place_lexicon(self, options: dict[str, Any], rest: list[str]) -> list[str]:
        """Moves the lexicon to the place in `options` where the command expects it. Returns the
        remaining arguments. Raises `WordtoolsError`."""
        arguments = [*self._list_arguments(options), *rest]
        needed = sum(place.required for place in self._places)
        default = os.environ.get(VARIABLE, "")
        if self._option is not None:
            self._fill_option(self._option, options, arguments, needed, default)
        else:
            usual = [default] if default and len(arguments) < needed else []
            first = [place.metavar for place in self._places].index("LEXICON")
            arguments[first:first] = options.get("named") or usual
        for place in self._places:
            if place.nargs == 1:
                options[place.name or ""] = arguments.pop(0) if arguments else None
            else:
                options[place.name or ""], arguments = tuple(arguments), []
        return arguments

    def _fill_option(
        self,
        option: Any,
        options: dict[str, Any],
        arguments: list[str],
        needed: int,
        default: str,
    ) -> None:
        """Moves the lexicon from the arguments to its option, unless the option names it or (by
        `default`) the environment does. Raises `WordtoolsError`."""
        name = option.name or ""
        if options.get(name):
            if arguments and not self._places:
                raise WordtoolsError(
                    f"{arguments[0]!r} is an argument, but -l names another lexicon; name all in "
                    "the same way"
                )
        elif not arguments:
            return
        elif not self._places:  # every argument is a lexicon
            many = option.multiple
            options[name] = arguments[:] if many else arguments[0]
            del arguments[: None if many else 1]
        elif default and len(arguments) > 1:
            _refuse_lexicon(arguments[0], f"but ${VARIABLE} names another; choose one with -l")
        elif not default and len(arguments) > needed:
            options[name] = arguments.pop(0)
        elif not default:
            _refuse_lexicon(
                arguments[0], "and no words follow; add words, or name the lexicon with -l"
            )

    def _list_arguments(self, options: dict[str, Any]) -> Iterator[str]:
        """Yields the values of the command's arguments, in order."""
        for place in self._places:
            value = options.get(place.name or "")
            if isinstance(value, tuple):
                yield from value
            elif value is not None:
                yield value


class _LexiconPlacement(TyperOption):
    """A hidden option that users cannot set. Click processes it first, so that the other options
    find the lexicon in place."""

    def __init__(self, place: Callable[[dict[str, Any], list[str]], list[str]]) -> None:
        super().__init__(
            param_decls=["--place-lexicon"], is_eager=True, hidden=True, help="Internal."
        )
        self._place = place

    def add_to_parser(self, parser: Any, ctx: Any) -> None:
        """Leaves the parser unchanged."""

    def handle_parse_result(self, ctx: Any, opts: Any, args: list[str]) -> tuple[None, list[str]]:
        """Returns the remaining arguments, or all of them during shell completion."""
        return None, args if ctx.resilient_parsing else self._place(opts, args)


def _refuse_lexicon(word: str, problem: str) -> None:
    """Raises `WordtoolsError`, which states the problem, if one of the words is the name of a
    lexicon."""
    with suppress(LexiconError):
        if locate_lexicon(word)[0].is_file():
            raise WordtoolsError(f"{word!r} is a lexicon, {problem}")
