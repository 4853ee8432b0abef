"""The statements of the project's source documents in their own words, and the place of each number
in a ruleset (documents/*.toml). The documents themselves are not part of the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from wordtools.rules.ruleset import CrosswordRuleset, Ruleset

FOLDER = Path(__file__).with_name("documents")


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quotation (with single spaces), and its meaning in the rulesets. `place` is a path of
    attributes, keys and indices (`premiums.DW.word`), which leads to a value in a ruleset or to one
    added by `Figures`. The value there is `value` (None if the ruleset sets nothing), or a text
    that contains `says`. Alternatively, `contested` names an entry of the ruleset's `contested`.
    """

    quote: str
    rulesets: tuple[str, ...]
    place: str = ""
    contested: str = ""
    value: Any = None
    says: str = ""


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One document. The name of its file begins with `number`. `no_rules` are patterns of numbers
    that have nothing to do with rules, such as dates, counts of posts, history, keys, and the axes
    of drawings."""

    title: str
    number: str
    no_rules: tuple[str, ...]
    facts: tuple[Fact, ...]


def read_documents() -> list[Document]:
    """All documents, by number."""
    found = [
        msgspec.toml.decode(path.read_bytes(), type=Document) for path in FOLDER.glob("*.toml")
    ]
    return sorted(found, key=lambda document: document.number)


class Figures:
    """A ruleset with the sums that documents state."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ruleset, name)

    @property
    def bag(self) -> int:
        return sum(self.ruleset.counts)

    @property
    def letter_counts(self) -> tuple[int, ...]:
        return self.ruleset.counts[1:]

    @property
    def letters_in_bag(self) -> int:
        return sum(self.letter_counts)

    @property
    def letter_values(self) -> tuple[int, ...]:
        return self.ruleset.values[1:]

    @property
    def count_rows(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """In the two rows of Literki's table."""
        return self.letter_counts[:16], self.letter_counts[16:]

    @property
    def by_value(self) -> dict[int, dict[str, int]]:
        """The number of tiles of each letter, by value."""
        tiles = self.ruleset.tiles.items()
        values = {value for _, (_, value) in tiles}
        return {v: {t: count for t, (count, value) in tiles if value == v} for v in values}

    @property
    def value_range(self) -> tuple[int, int]:
        return min(self.letter_values), max(self.letter_values)

    @property
    def colours_by_value(self) -> list[int]:
        """The values that have a separate colour."""
        return sorted(map(int, self.ruleset.tile_colours))

    @property
    def start(self) -> dict[str, Any]:
        """The square that the first word must cover."""
        layout = self._crossword.layout
        square = layout.start
        assert square is not None
        return {
            "name": layout.name_square(square),
            "kind": layout.names[square],
            "premium": layout.premiums[square],
        }

    @property
    def last_square(self) -> str:
        layout = self._crossword.layout
        return layout.name_square(len(layout.names) - 1)

    @property
    def two_words_factor(self) -> dict[str, int]:
        """The factor of a word over two premium squares of a kind."""
        return {name: premium.word**2 for name, premium in self._kinds.items()}

    @property
    def kinds_that_add(self) -> int:
        return sum(kind.letter > 1 or kind.word > 1 for kind in self._kinds.values())

    @property
    def kinds_that_take(self) -> int:
        return sum(kind.points < 0 for kind in self._kinds.values())

    @property
    def sells_minutes(self) -> bool:
        """Whether a player whose time is over can get more time, for points."""
        return bool(self._crossword.clock.minutes)

    @property
    def word_scores(self) -> Mapping[str, int]:
        """For one word in Lingo: its tiles' values, times its length minus one."""
        tiles = self.ruleset.tiles

        class Scores(dict[str, int]):
            def __missing__(self, word: str) -> int:
                return sum(tiles[tile][1] for tile in word) * (len(word) - 1)

        return Scores()

    @property
    def _crossword(self) -> CrosswordRuleset:
        assert isinstance(self.ruleset, CrosswordRuleset)
        return self.ruleset

    @cached_property
    def _kinds(self) -> dict[str, Any]:
        layout = self._crossword.layout
        kinds = zip(layout.names, layout.premiums, strict=True)
        return {name: premium for name, premium in kinds if name}


def find(ruleset: Ruleset, place: str) -> Any:
    """The value at a place, with tuples as lists."""
    found: Any = Figures(ruleset)
    for name in place.split("."):
        if isinstance(found, Mapping):
            found = found[int(name) if name.isdigit() and name not in found else name]
        elif isinstance(found, Sequence):
            found = found[int(name)]
        else:
            found = getattr(found, name)
    return list(found) if isinstance(found, tuple) else found
