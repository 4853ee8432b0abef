"""Finds rulesets by the names of word lists in game records."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from msgspec import Struct

from wordtools import toml_reader
from wordtools.errors import RulesError

FILE = Path(__file__).with_name("word_lists.toml")


class NamedList(Struct, frozen=True):
    """A word list: its `names` in records, `title` in sentences, and ruleset. `own`: ours."""

    names: tuple[str, ...]
    title: str
    ruleset: str
    own: bool = False


class _File(Struct, frozen=True):
    lists: tuple[NamedList, ...]


@cache
def load_named_lists() -> tuple[NamedList, ...]:
    """The word lists in `word_lists.toml`."""
    return toml_reader.read_toml(FILE, _File, RulesError).lists


def find_named_list(name: str) -> NamedList | None:
    """The list with this name, in upper or lower case, including names of its editions (`csw21`);
    None if there is none.
    """
    letters = name.strip().casefold()
    for word_list in load_named_lists():
        for prefix in word_list.names:
            if re.match(rf"{re.escape(prefix.casefold())}(?![^\W\d_])", letters):
                return word_list
    return None
