"""`wordtools read`: review words drawn at random from a lexicon."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from wordtools.cli.app import Json, LexiconArgument, app, print_json
from wordtools.cli.naming import LexiconCommand
from wordtools.errors import WordtoolsError
from wordtools.folders import SOURCES

if TYPE_CHECKING:
    from wordtools.compiler.decisions import Decision, Verdict
    from wordtools.compiler.reading_desk import Readings
    from wordtools.lexicon.lexicon import Lexicon

_VERDICTS: dict[str, Verdict] = {"i": "in", "o": "out", "O": "out", "u": "unsure"}
_KEYS = "i in · o out · O out, with a reason · u unsure · b back · w why it is listed · q stop"


@app.command(cls=LexiconCommand)
def read(
    lexicon: LexiconArgument,
    sample: Annotated[int, typer.Option(min=1, help="The number of words to draw.")] = 200,
    category: Annotated[
        str, typer.Option("--class", metavar="CATEGORY", help="Draw only words of this category.")
    ] = "",
    seed: Annotated[
        int, typer.Option(help="The random seed; the same seed draws the same words.")
    ] = 0,
    reader: Annotated[str, typer.Option(help="Your name. [default: your account's]")] = "",
    file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The file for your verdicts. [default: readings/EDITION.READER.tsv, beside the "
            "recipe if it is in sources/]",
        ),
    ] = None,
    summary: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Read no words, but print the verdicts by category and, for two files, how well "
            "their readers agree.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Review random words by pressing a key for each.

    Each verdict is saved at once; run the same command again to continue. Everyone with the same
    seed gets the same words. The result is a file of decisions; name it in a recipe to apply it.
    """
    import datetime
    import getpass

    from wordtools.compiler.decisions import Decision
    from wordtools.compiler.reading_desk import Readings, draw_sample
    from wordtools.lexicon import find

    opened = find.open_lexicon(lexicon)
    if summary:
        _summarise(opened, summary, json)
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WordtoolsError("reading needs a terminal; to see the verdicts, use --summary FILE")
    name = reader or getpass.getuser()
    beside = SOURCES if (SOURCES / f"{opened.name}.toml").is_file() else Path()
    path = file or beside / "readings" / f"{opened.edition_name}.{name}.tsv"
    readings = Readings(path, opened.alphabet)
    today = datetime.datetime.now().astimezone().date().isoformat()
    words = draw_sample(opened, sample, category or None, seed)
    with _Keyboard() as keyboard:
        _read_words(opened, words, readings, keyboard, Decision("", "in", today, name))
    left = sum(word not in readings.decisions for word in words)
    print(f"{path}: {len(words) - left} of {len(words)} read")


def _read_words(
    lexicon: Lexicon, words: list[str], readings: Readings, keyboard: _Keyboard, decision: Decision
) -> None:
    """Shows each unread word and records the verdict on it, until all words are read or the reader
    stops. `decision` holds the reader and the date, which are the same for all verdicts.
    """
    from concurrent.futures import ThreadPoolExecutor

    import msgspec

    ahead = ThreadPoolExecutor(1)  # searches the sources for the next word while one is read
    explain = cache(lambda word: ahead.submit(_explain, lexicon, word))
    while unread := [word for word in words if word not in readings.decisions]:
        word = unread[0]
        spellings, explanation = explain(word).result()
        print(_format_card(lexicon, word, spellings, readings, len(words)), flush=True)
        for next_word in unread[1:2]:
            explain(next_word)
        key = keyboard.read_key()
        if key == "q":
            return
        if key == "b":
            readings.take_back()
        elif key == "w":
            print(explanation, "\nany key: back to the word", sep="\n", flush=True)
            keyboard.read_key()
        elif key in _VERDICTS:
            print("reason: " if key == "O" else "", end="", flush=True)
            reason = " ".join(keyboard.read_line().split()) if key == "O" else ""
            readings.record(
                msgspec.structs.replace(decision, word=word, verdict=_VERDICTS[key], why=reason)
            )


def _format_card(
    lexicon: Lexicon, word: str, spellings: list[str], readings: Readings, total: int
) -> str:
    from wordtools.compiler.reading_desk import list_neighbours

    verdicts = Counter(decision.verdict for decision in readings.decisions.values())
    counts = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in ("in", "out", "unsure"))
    before, after = list_neighbours(lexicon, word)
    lines = [
        f"{lexicon.edition_name}: {verdicts.total()} of {total} read ({counts})",
        "",
        f"    {'   '.join([word, *spellings])}",
        "",
        f"    {' '.join(sorted(lexicon.categories(word))) or 'no category'}",
        f"    {' '.join([*before, f'[{word}]', *after])}",
    ]
    if definition := lexicon.definition(word):
        lines.append(f"    {definition}")
    return "\n".join(["", *lines, "", _KEYS])


def _explain(lexicon: Lexicon, word: str) -> tuple[list[str], str]:
    """Returns the spellings of a word in the sources, and the sentences that explain why it is
    listed. The spellings are left out if they only repeat the tiles."""
    from wordtools.compiler.why import explain_entry

    try:
        history = explain_entry(lexicon, word)
    except WordtoolsError as error:
        return [], str(error)
    # The line of a plain list may also have a definition.
    entries = {origin.entry.split()[0]: None for origin in history.origins if not origin.witness}
    plain = {word, word.translate(lexicon.alphabet.small_letters)}
    spellings = [] if entries.keys() <= plain else [*entries]
    return spellings, "\n".join(history.describe())


class _Keyboard:
    """Reads the keys pressed at this terminal, including those typed ahead."""

    def __enter__(self) -> Self:
        self._mode: list[Any] | None = None
        with suppress(ImportError):  # Windows
            import termios

            self._mode = termios.tcgetattr(sys.stdin)
        self._wait_for_keys()
        return self

    def __exit__(self, *_: object) -> None:
        self._wait_for_lines()

    def read_key(self) -> str:
        """The next key; "q" at the end of the input."""
        if self._mode is None:
            return typer.getchar()
        return sys.stdin.read(1) or "q"

    def read_line(self) -> str:
        """The next line, with line editing."""
        self._wait_for_lines()
        line = sys.stdin.readline()
        self._wait_for_keys()
        return line

    def _wait_for_keys(self) -> None:
        if self._mode is not None:
            import termios
            import tty

            tty.setcbreak(sys.stdin, termios.TCSADRAIN)

    def _wait_for_lines(self) -> None:
        if self._mode is not None:
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._mode)


def _summarise(lexicon: Lexicon, files: list[Path], json: bool) -> None:
    """Prints the verdicts in these files by category, and how well two readers agree."""
    from wordtools.compiler.reading_desk import (
        Readings,
        compare_readings,
        format_summary,
        summarise,
    )

    if missing := [path for path in files if not path.is_file()]:
        raise WordtoolsError(f"{missing[0]}: there is no such file")
    read = [Readings(path, lexicon.alphabet).decisions for path in files]
    readings = [decision for one in read for decision in one.values()]
    classes = list(summarise(lexicon, readings))
    agreement = compare_readings(*read) if len(read) == 2 else None
    if json:
        print_json({"classes": classes, "agreement": agreement})
        return
    print(*format_summary(lexicon, readings, classes), sep="\n")
    if agreement:
        kappa = "" if agreement.kappa is None else f", kappa {agreement.kappa:.2f}"
        print(f"\nBoth read {agreement.both} words and agree on {agreement.same}{kappa}.")
        for word, verdicts in agreement.differences.items():
            print(f"- {word}: {', '.join(verdicts)}")
