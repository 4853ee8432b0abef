"""The Typer application and what its commands share."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer

from wordtools.errors import SourceError, WordtoolsError

app = typer.Typer(
    help="A dictionary compiler and word judge for Scrabble-like games.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def complete_lexicon(incomplete: str) -> list[str]:
    """Names of lexicons and editions, for the shell."""
    from wordtools.errors import LexiconError
    from wordtools.lexicon import find
    from wordtools.lexicon.file import read_manifest

    names: set[str] = set()
    for path in find.list_lexicons():
        try:
            names |= {path.stem, *read_manifest(path).editions}
        except LexiconError:
            continue
    return sorted(name for name in names if name.startswith(incomplete))


LexiconArgument = Annotated[
    str,
    typer.Argument(
        metavar="LEXICON",
        help="A lexicon: a path, a name (pt) or an edition (pt-PT).",
        autocompletion=complete_lexicon,
    ),
]
LexiconOption = Annotated[
    str,
    typer.Option(
        "--lexicon",
        "-l",
        metavar="LEXICON",
        envvar="WORDTOOLS_LEXICON",
        help="A lexicon: a path, a name (pt) or an edition (pt-PT).",
        autocompletion=complete_lexicon,
    ),
]
GameLexiconOption = Annotated[
    str,
    typer.Option(
        "--lexicon",
        "-l",
        metavar="LEXICON",
        help="A lexicon: a path, a name or an edition; else the ruleset's edition.",
        autocompletion=complete_lexicon,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only errors.")]


def print_json(value: Any) -> None:
    """One JSON value on a line of standard output."""
    import json

    import msgspec

    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False))


def words_of(arguments: Iterable[str]) -> Iterator[str]:
    """The words named; `-` stands for the lines of standard input that are not blank, in UTF-8
    whatever the locale. Raises `WordtoolsError`."""
    for argument in arguments:
        if argument != "-":
            yield argument
            continue
        if sys.stdin is None:
            raise WordtoolsError("there is no standard input to read")
        for number, line in enumerate(sys.stdin.buffer, 1):
            try:
                word = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                byte = line[error.start]
                raise SourceError(
                    "standard input", number, f"byte 0x{byte:02X} is not UTF-8"
                ) from None
            if word.strip():
                yield word


def version(wanted: bool) -> None:
    if wanted:
        from wordtools.version import __version__

        print(f"wordtools {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=version),
    ] = False,
) -> None:
    if context.invoked_subcommand not in ("judge", "serve"):
        # A reader of our output that has seen enough ends us, as it ends any filter.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
