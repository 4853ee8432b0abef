"""Helpers shared by commands that choose turns."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.players.leaves import LeaveTable
    from wordtools.rules.ruleset import CrosswordRuleset


def open_leaves(ruleset: CrosswordRuleset, words: Lexicon, named: Path | None) -> LeaveTable | None:
    """The table of leaves that is named or beside the lexicon; warns if there is none. Raises
    `SourceError`, `LeavesError`."""
    from wordtools.players.tables import open_leave_table

    table = open_leave_table(ruleset, words, named)
    if table is None:
        print(
            "wordtools: there is no table of leaves, so kept tiles count for nothing; learn one "
            f"with `wordtools leaves {ruleset.name}`.",
            file=sys.stderr,
        )
    return table
