"""Helpers shared by commands that choose turns."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.players.leaves import LeaveTable
    from wordtools.rules.ruleset import CrosswordRuleset


def open_leaves(ruleset: CrosswordRuleset, words: Lexicon, named: Path | None) -> LeaveTable | None:
    """Returns the named table of leaves, or the table beside the lexicon. Warns if there is none.
    Raises `SourceError` or `LeavesError`."""
    from wordtools.players.tables import open_leave_table

    table = open_leave_table(ruleset, words, named)
    if table is None:
        print(
            "wordtools: there is no table of leaves, so kept tiles have no value; learn one "
            f"with `wordtools leaves {ruleset.name}`.",
            file=sys.stderr,
        )
    return table


_GAMES = 2000
"""The number of games for learning in the background. More games would add hardly any strength."""


def offer_leaves(
    ruleset: CrosswordRuleset,
    words: Lexicon,
    levels: list[str],
    language: str = "en",
    games: int = _GAMES,
) -> subprocess.Popen[bytes] | None:
    """If one of these levels has no table of leaves but would play better with one, asks on a
    terminal whether to learn a table. If the user agrees, returns the process that learns the
    table, which continues after the present process ends."""
    from wordtools.messages.table import load_sentences
    from wordtools.players.opponents import choose_opponent, lacks_leaves

    lacks = any(lacks_leaves(choose_opponent(level, ruleset, words)) for level in set(levels))
    if not lacks or not words.path:
        return None
    texts = load_sentences(language)
    print(texts["learning_helps"], file=sys.stderr)
    if not _confirm(texts["learn_leaves"], language):
        return None
    path = f"{Path(words.path).absolute()}:{words.edition_name}"
    command = (sys.executable, "-m", "wordtools", "leaves", ruleset.name, "-l", path)
    process = subprocess.Popen(
        [*command, "--games", f"{games}", "--threads", "1", "--quiet"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, 10)  # the game has priority
    return process


def _confirm(question: str, language: str) -> bool:
    """Asks on a terminal; anything but YES, or its first letter, means no."""
    from wordtools.messages import Messages

    messages = Messages(language)
    yes, no = messages("yes").lower(), messages("no")
    answer = typer.prompt(
        f"{question} [{yes[0]}/{no[0]}]", default="", show_default=False, err=True
    )
    return bool(answer) and yes.startswith(answer.strip().lower())
