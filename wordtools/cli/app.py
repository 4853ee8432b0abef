"""The Typer application, with options and helpers shared by its commands."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer

from wordtools.errors import SourceError, WordtoolsError
from wordtools.wording import end_sentence, reveal

app = typer.Typer(
    help="A dictionary compiler and word judge for Scrabble-like games.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


_FIRST_STEPS = """\
Common tasks:

  Is it a word?               wordtools challenge pt-PT lição livros
  Is the play right?          wordtools play scrabble-en-world 8H ABACK
  Which words can be made?    wordtools search en anagram 'RETINA?'
  Judge at a tournament       wordtools judge pt-PT (for tablets: `serve`)
  Make your own list          wordtools build words.txt --alphabet en

`wordtools --help` lists all commands; `wordtools COMMAND --help` explains one."""


def complete_lexicon(incomplete: str) -> list[str]:
    """The lexicons and editions whose names begin with `incomplete`, for shell completion."""
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


def complete_ruleset(incomplete: str) -> list[str]:
    """The rulesets and variants whose names begin with `incomplete`, for shell completion."""
    from wordtools.rules.loading import list_rulesets, load_ruleset

    loaded = [load_ruleset(name) for name in list_rulesets()]
    variants = [f"{each.name}:{variant}" for each in loaded for variant in each.variants]
    return sorted(n for n in (*list_rulesets(), *variants) if n.startswith(incomplete))


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
        help="A lexicon: a path, a name (pt) or an edition (pt-PT). It may also come first, "
        "without -l.",
        autocompletion=complete_lexicon,
    ),
]
GameLexiconOption = Annotated[
    str,
    typer.Option(
        "--lexicon",
        "-l",
        metavar="LEXICON",
        help="A lexicon: a path, a name or an edition. [default: the ruleset's edition]",
        autocompletion=complete_lexicon,
    ),
]
IgnoreOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KIND",
        help="Leave out disagreements of this kind: score, total, rack, tiles, time, challenge, "
        "turn or end. May be repeated.",
    ),
]
RulesetArgument = Annotated[
    str,
    typer.Argument(
        metavar="RULESET",
        help="A name (scrabble-pt-pt) or a .toml file.",
        autocompletion=complete_ruleset,
    ),
]
Define = Annotated[bool, typer.Option("--define", help="Also print each word's definition.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only errors.")]


def print_json(value: Any) -> None:
    """Prints a value as one line of JSON, in which hidden characters are escaped."""
    import json

    import msgspec

    from wordtools.wording import find_hidden

    text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
    while hidden := find_hidden(text):  # which is in a string
        code = hidden.encode("utf-16-be", "surrogatepass").hex()
        text = text.replace(
            hidden, "".join(f"\\u{code[i : i + 4]}" for i in range(0, len(code), 4))
        )
    print(text)


def warn(message: str) -> None:
    """Prints a warning to standard error, whatever a command prints."""
    print(f"wordtools: warning: {end_sentence(reveal(message))}", file=sys.stderr)


def read_words(arguments: Iterable[str]) -> Iterator[str]:
    """The words given as arguments. `-` stands for the lines of standard input, without blank ones,
    read as UTF-8 in every locale. Raises `WordtoolsError`."""
    for argument in arguments:
        if argument != "-":
            yield argument
            continue
        if sys.stdin is None:
            raise WordtoolsError("standard input is closed")
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


def print_version(wanted: bool) -> None:
    if wanted:
        from wordtools.lexicon.manifest import FORMAT
        from wordtools.version import __version__, find_commit

        commit = find_commit() or "unknown"
        print(f"wordtools {__version__} (commit {commit}, lexicon format {FORMAT})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _handle_options(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print version, commit and lexicon format.",
            is_eager=True,
            callback=print_version,
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(_FIRST_STEPS)
        raise typer.Exit(2)  # which is no answer
    # Closing the pipe that we write to ends us quietly, like any filter; these have more pipes.
    piped = context.invoked_subcommand not in ("build", "games", "judge", "serve")
    if piped and hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
