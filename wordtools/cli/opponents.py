"""What the commands about opponents share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.players.leaves import LeaveTable
    from wordtools.rules.ruleset import CrosswordRuleset


def open_leaves(ruleset: CrosswordRuleset, words: Lexicon, named: Path | None) -> LeaveTable | None:
    """The table of leaves that is named or beside the lexicon. Without one, says so on standard
    error. Raises `SourceError`, `LeavesError`."""
    from wordtools.players.tables import open_leave_table

    table = open_leave_table(ruleset, words, named)
    if table is None:
        print(
            "wordtools: no leaves are known, so kept tiles are worth nothing; "
            f"learn them with `wordtools leaves {ruleset.name}`.",
            file=sys.stderr,
        )
    return table
