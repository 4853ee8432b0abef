"""A table for tests, at which named players hold the tiles that a test gives them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.table import tables
from tests.table.tables import NAMES
from wordtools.board import tiles
from wordtools.errors import WordtoolsError
from wordtools.game.state import Rack
from wordtools.lexicon.lexicon import Lexicon
from wordtools.table.events import Happened, show
from wordtools.table.settings import read_changes
from wordtools.table.state import Table
from wordtools.table.table import Command, Deed
from wordtools.table.view import TableView, view

START = 1000.0


class Sitting:
    """A table for tests, with commands by name, and with its events. The seats have these racks,
    and the bag begins with these tiles. They are in the order of the turns, which is that of the
    names."""

    def __init__(
        self, ruleset: str, *racks: str, bag: str = "", kinds: str = "", **options: Any
    ) -> None:
        self.words: Lexicon = tables.make_lexicon(ruleset)
        self.log: list[Happened] = []
        for seed in range(200):
            table, log = tables.open_for(ruleset, len(racks), seed, kinds, **options)
            table = tables.sit(table, log, self.words)
            if table.game.players == NAMES[: len(racks)]:
                break
        self.table = give(table, racks, bag)
        self.now = START

    def __call__(self, player: str, deed: Deed, text: str = "", *words: str) -> list[Happened]:
        before = len(self.log)
        command = Command(player, deed, text, words)
        self.table = tables.do(self.table, self.log, self.words, self.now, command)
        return self.log[before:]

    def wait(self, seconds: float) -> list[Happened]:
        before = len(self.log)
        self.now += seconds
        self.table = tables.do(self.table, self.log, self.words, self.now, None)
        return self.log[before:]

    def rack(self, name: str) -> str:
        return view(self.table, name, self.now).rack

    def look(self, name: str = "") -> TableView:
        return view(self.table, name, self.now)

    @property
    def scores(self) -> dict[str, int]:
        return self.table.closed.scores if self.table.closed else self.table.scores

    def settle(self, *names: str) -> None:
        """These players accept the last play."""
        for name in names:
            self(name, "accept")

    def seen_by(self, name: str) -> list[str]:
        shown = [show(one, name) for one in self.log]
        return [type(one.event).__name__ for one in shown if one is not None]

    def refuses(self, player: str, deed: Deed, text: str = "", *words: str) -> str:
        with pytest.raises(WordtoolsError) as error:
            self(player, deed, text, *words)
        return str(error.value)


def give(table: Table, racks: tuple[str, ...], bag: str) -> Table:
    """The table with these racks and a bag that begins like this; the rest is in alphabet order."""
    game = table.game
    alphabet = game.ruleset.alphabet
    left = Counter(dict(enumerate(game.ruleset.counts)))
    held = {}
    for name, text in zip(game.players, racks, strict=True):
        rack = tiles.read_rack(text, alphabet)
        left -= Counter(rack)
        held[name] = Rack(rack, len(rack))
    first = b"".join(tiles.read_rack(letter, alphabet) for letter in bag)
    rest = bytes(sorted((left - Counter(first)).elements()))
    order = first + (rest if bag != "" or len(racks[0]) == game.ruleset.rack else b"")
    return table.change(position=game.change(racks=held, bag=len(order)), bag=order)


def sit_down(ruleset: str, *racks: str, bag: str = "", kinds: str = "", sets: str = "") -> Sitting:
    """A table with these settings, written as for `--set` and separated by spaces."""
    return Sitting(ruleset, *racks, bag=bag, kinds=kinds, changes=read_changes(sets.split()))
