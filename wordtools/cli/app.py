"""The Typer application and what its commands share."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

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
    for path in find.lexicons():
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
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only errors.")]


def print_json(value: Any) -> None:
    """One JSON value on a line of standard output."""
    import msgspec

    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def version(wanted: bool) -> None:
    if wanted:
        from wordtools import __version__

        print(f"wordtools {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=version),
    ] = False,
) -> None:
    pass


from wordtools.cli import compiling, judging, reading  # noqa: E402, F401 - they add their commands
