"""Finds the table of leaves for a lexicon and a ruleset: the table that was named, or the one
beside the lexicon.
"""

from __future__ import annotations

from pathlib import Path

from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.leaves import SUFFIX, LeaveTable, read_leave_table
from wordtools.rules.loading import list_rulesets, load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset


def find_leave_table(ruleset: CrosswordRuleset, lexicon: Lexicon) -> Path | None:
    """The path of the table for a ruleset, beside the lexicon's file: `en.scrabble-en-us.klv2`
    beside `en.lexicon`. None if the lexicon is not in a file."""
    if lexicon.path is None:
        return None
    path = Path(lexicon.path)
    name = Path(ruleset.name).name.removesuffix(".toml").replace(":", ".")
    return path.with_name(f"{path.stem}.{name}{SUFFIX}")


def list_board_rulesets(path: Path) -> list[CrosswordRuleset]:
    """The names of the built-in rulesets for board games with an edition of this lexicon. Raises
    `LexiconError`."""
    manifest = read_manifest(path)
    editions = {manifest.name, *manifest.editions}
    rulesets = map(load_ruleset, sorted(list_rulesets()))
    return [
        ruleset
        for ruleset in rulesets
        if isinstance(ruleset, CrosswordRuleset) and ruleset.words.edition in editions
    ]


def open_leave_table(
    ruleset: CrosswordRuleset, lexicon: Lexicon, named: Path | None = None
) -> LeaveTable | None:
    """Opens the table of leaves that was `named`, or the one beside the lexicon. None if there is
    none. Raises `SourceError` or `LeavesError`."""
    path = named or find_leave_table(ruleset, lexicon)
    if path is None or not (named or path.is_file()):
        return None
    return read_leave_table(path, ruleset)
