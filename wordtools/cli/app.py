"""The Typer application, and the options and helpers that its commands share."""

from __future__ import annotations

import signal
import sys
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import typer
from typer.core import TyperGroup

from wordtools.errors import LexiconError, SourceError, WordtoolsError
from wordtools.folders import choose_log
from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.find import list_lexicons
from wordtools.wording import end_sentence, find_hidden, reveal


class CommandGroup(TyperGroup):
    """A group whose help lists commands with whole summaries. Click would cut those that do not fit
    in a line."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes the list of commands. The arguments are Click's, which Typer does not export."""
        named = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        summaries = [
            (name, command.get_short_help_str(limit=1_000))
            for name, command in named
            if command and not command.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(summaries)


app = typer.Typer(
    cls=CommandGroup,
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
  Play in your browser        wordtools web
  Judge at a tournament       wordtools judge pt-PT (for tablets: `serve`)
  Make your own list          wordtools build words.txt --alphabet en

`wordtools --help` lists all commands; `wordtools COMMAND --help` explains one."""


def complete_lexicon(incomplete: str) -> list[str]:
    """Returns the lexicons and editions whose names begin with `incomplete`, for shell
    completion."""
    names: set[str] = set()
    for path in list_lexicons():
        with suppress(LexiconError):
            names |= {path.stem, *read_manifest(path).editions}
    return sorted(name for name in names if name.startswith(incomplete))


def complete_ruleset(incomplete: str) -> list[str]:
    """Returns the rulesets and variants whose names begin with `incomplete`, for shell
    completion."""
    from wordtools.rules.loading import list_rulesets, load_ruleset

    names = list(list_rulesets())
    names += [f"{name}:{variant}" for name in names for variant in load_ruleset(name).variants]
    return sorted(name for name in names if name.startswith(incomplete))


def lexicon_option(help: str, **settings: Any) -> Any:
    """Returns the option --lexicon (-l) for a command."""
    return typer.Option(
        *("--lexicon", "-l"),
        metavar="LEXICON",
        help=help,
        autocompletion=complete_lexicon,
        **settings,
    )


def ruleset_option(help: str) -> Any:
    """Returns the option --rules for a command."""
    return typer.Option("--rules", metavar="RULESET", help=help, autocompletion=complete_ruleset)


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
    lexicon_option(
        "A lexicon: a path, a name (pt) or an edition (pt-PT). Without -l, the first argument "
        "names it.",
        envvar="WORDTOOLS_LEXICON",
    ),
]
GameLexiconOption = Annotated[
    str,
    lexicon_option("A lexicon: a path, a name or an edition. [default: the ruleset's edition]"),
]
LeavesOption = Annotated[
    Path | None,
    typer.Option(
        "--leaves",
        metavar="FILE",
        help="A table of leaves: KLV2, KLV, superleaves or CSV. [default: the table beside the "
        "lexicon, if there is one]",
    ),
]
IgnoreOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KIND",
        help="Ignore disagreements of this kind: score, total, rack, tiles, time, challenge, turn "
        "or end. May be repeated.",
    ),
]
LogOption = Annotated[
    str,
    typer.Option(
        "--log",
        metavar="LOG",
        envvar="WORDTOOLS_LOG",
        help="The log of rulings and tables: a file, or postgresql://USER@HOST/DATABASE. "
        "[default: rulings.db, here or in your own folder]",
        show_default=False,
        callback=lambda log: log or str(choose_log()),
    ),
]
KeyPasswordFile = Annotated[
    Path | None,
    typer.Option(
        "--key-password-file",
        metavar="FILE",
        help="A file with the key's password. [default: ask]",
    ),
]
InsecurePassword = Annotated[
    bool,
    typer.Option(
        "--insecure-password-file", help="Accept a password file that others can read or change."
    ),
]
SignedByOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY",
        help="Only accept lexicons signed with this key: a public key's file or line, or a .toml "
        "file of trusted keys; may be repeated.",
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
Jobs = Annotated[
    int | None,
    typer.Option(min=1, max=256, help="The number of processes. [default: one for each core]"),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only errors.")]
QuietAnswer = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print only the answer and errors.")
]


def print_json(value: Any) -> None:
    """Prints a value as one line of JSON, with hidden characters escaped."""
    print_json_lines([value])


def print_json_lines(values: Iterable[Any]) -> None:
    """Prints values as `print_json` does, but thousands at a time."""
    import json

    values, encode = iter(values), json.JSONEncoder(ensure_ascii=False).encode
    while lines := [encode(msgspec.to_builtins(value)) for value in islice(values, 4096)]:
        if find_hidden("".join(lines)):
            lines = [_escape_hidden(line) for line in lines]
        print("\n".join(lines))


def _escape_hidden(text: str) -> str:
    """Escapes the hidden characters in JSON text, where they occur only inside strings."""
    while hidden := find_hidden(text):
        code = hidden.encode("utf-16-be", "surrogatepass").hex()
        text = text.replace(
            hidden, "".join(f"\\u{code[i : i + 4]}" for i in range(0, len(code), 4))
        )
    return text


def warn(message: str) -> None:
    """Prints a warning to standard error."""
    print(f"wordtools: warning: {end_sentence(reveal(message))}", file=sys.stderr)


def read_words(arguments: Iterable[str]) -> Iterator[str]:
    """The words in arguments. `-` stands for the non-blank lines of standard input, decoded as
    UTF-8. Raises `WordtoolsError`."""
    for argument in arguments:
        if argument != "-":
            yield argument
            continue
        for number, line in enumerate(open_standard_input(), 1):
            word = decode_line(line.removeprefix(BOM_UTF8) if number == 1 else line, number)
            if word.strip():
                yield word


def open_standard_input() -> BinaryIO:
    """Standard input as bytes. Raises `WordtoolsError` when it is closed."""
    if sys.stdin is None:
        raise WordtoolsError("standard input is closed")
    return sys.stdin.buffer


def decode_line(line: bytes, number: int) -> str:
    """A line of standard input without its line ending. Raises `SourceError` unless it is UTF-8."""
    try:
        return line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        fault = f"byte 0x{line[error.start]:02X} is not UTF-8"
        raise SourceError("standard input", number, fault) from None


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
        raise typer.Exit(2)  # 0 and 1 are answers
    # End quietly if the reader of our output closes its pipe, except in these commands, which have
    # other pipes, too.
    piped = context.invoked_subcommand not in ("build", "games", "judge", "serve", "web")
    if piped and hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
