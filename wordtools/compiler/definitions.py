"""The definitions that the sources of a recipe give: gathered by entry while they are read, and
given to words once these are known."""

from __future__ import annotations

from collections.abc import Callable

from wordtools.formats.words_file import WordLines

BETWEEN = " / "
"""Between several definitions of one word."""


class GatheredDefinitions:
    """The definitions of entries, in the order in which they were read."""

    def __init__(self) -> None:
        self._entries: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self._entries)

    def add(self, lines: WordLines, capitals_matter: bool) -> None:
        """Takes the definitions in some lines. `capitals_matter`: an entry with capitals is a name
        or an acronym, no word."""
        if not lines.definitions:
            return
        entries = map(str.strip, lines.words.decode().split("\n"))
        for entry, text in zip(entries, lines.list_definitions(), strict=False):
            line = " ".join(text.split())
            if line and entry and not (capitals_matter and entry != entry.lower()):
                there = self._entries.get(entry)
                self._entries[entry] = line if there is None else _join(there, line)

    def rank(self, find_rank: Callable[[str], int]) -> tuple[dict[int, str], int]:
        """The definitions by rank, and how many entries with a definition are no words: `find_rank`
        returns -1 for these. A word that several entries spell has the definitions of all."""
        ranked: dict[int, str] = {}
        others = 0
        for entry, text in self._entries.items():
            rank = find_rank(entry)
            if rank < 0:
                others += 1
                continue
            there = ranked.get(rank)
            ranked[rank] = text if there is None else _join(there, text)
        return ranked, others


def _join(one: str, two: str) -> str:
    """Each definition of both once."""
    return BETWEEN.join(dict.fromkeys([*one.split(BETWEEN), *two.split(BETWEEN)]))
