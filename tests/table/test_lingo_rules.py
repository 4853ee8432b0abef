"""The points of the document about Lingo, tested at a table. docs/five-games.md names these
tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.table import tables
from wordtools.lingo.cells import name_column, read_cell
from wordtools.lingo.game import LingoGame
from wordtools.table.settings import read_changes
from wordtools.table.table import Command
from wordtools.table.view import list_stacks, view


def lay_out(ruleset: str = "lingo", players: int = 2, sets: str = "") -> tuple[Any, Any, Any]:
    table, log = tables.open_for(ruleset, players, 1, changes=read_changes(sets.split()))
    words = tables.make_lexicon(ruleset)
    return tables.sit(table, log, words), log, words


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("sets", "pool", "place"), [
    ("", 4, 2), ("pool=1 place=1", 1, 1), ("pool=7 place=7", 7, 7), ("pool=10 place=3", 10, 3),
])  # fmt: skip
def test_lingo_pool_and_place(players: int, sets: str, pool: int, place: int) -> None:
    table, log, words = lay_out("lingo", players, sets)
    mover = view(table, "", 0).turn or ""
    rack = view(table, mover, 0).rack
    assert len(rack) == pool
    cells = [f"{chr(ord('b') + at)}2" for at in range(place)]
    move = ",".join(f"{tile}{cell}" for tile, cell in zip(rack, cells, strict=False))
    if place < pool:
        one_more = f"{move},{rack[place]}{chr(ord('b') + place)}2"
        _, works = tables.try_command(table, log, words, 1001.0, Command(mover, "play", one_more))
        assert not works
    table = tables.do(table, log, words, 1001.0, Command(mover, "play", move))
    assert sum(stack.height for stack in list_stacks(table)) == place
    assert len(view(table, mover, 0).rack) == pool


@pytest.mark.parametrize(
    ("ruleset", "count"), [("lingo", 49), ("lingo:small", 30), ("lingo:full", 98)]
)
def test_lingo_sets_of_tiles(ruleset: str, count: int) -> None:
    table, _, _ = lay_out(ruleset)
    assert sum(table.ruleset.counts) == count
    assert not table.ruleset.counts[0]


def test_lingo_moves_score_as_in_the_document() -> None:
    """Pools stay hidden; a move is written ac7,re7, and its tiles form one word."""
    table, log, words = lay_out("lingo:no-twos,hex")
    assert table.ruleset.words.shortest == 3
    assert table.ruleset.grid == "hex"
    mover = view(table, "", 0).turn or ""
    other = next(name for name in table.opened.names if name != mover)
    assert view(table, other, 0).rack != "" and view(table, "", 0).rack == ""
    rack = view(table, mover, 0).rack.lower()
    table = tables.do(table, log, words, 1001.0, Command(mover, "play", f"{rack[0]}c7,{rack[1]}c9"))
    assert table.sheet[-1].text == f"{rack[0]}c7,{rack[1]}c9"
    assert view(table, "", 0).turn == other


def test_lingo_the_same_letter_only_with_repeat() -> None:
    for ruleset, is_allowed in (("lingo", False), ("lingo:repeat", True)):
        for seed in range(200):
            table, log = tables.open_for(ruleset, 2, seed)
            words = tables.make_lexicon(ruleset)
            table = tables.sit(table, log, words)
            game = table.position
            assert isinstance(game, LingoGame)
            one, two = game.pools
            shared = [tile for tile in two if tile in one]
            other = [tile for tile in one if tile != shared[0]] if shared else []
            if other:
                break
        face = table.ruleset.alphabet.tiles
        assert game is not None
        mover, follower = game.players
        move = f"{face[shared[0] - 1]}b2,{face[other[0] - 1]}c2"
        table = tables.do(table, log, words, 1001.0, Command(mover, "play", move))
        again = Command(follower, "play", f"{face[shared[0] - 1]}b2")
        assert tables.try_command(table, log, words, 1002.0, again)[1] == is_allowed


def test_lingo_ends_when_a_player_has_no_tiles_and_the_highest_score_wins() -> None:
    table, log, words = lay_out("lingo:small")
    now = 1001.0
    while not table.is_over:
        mover = view(table, "", now).turn or ""
        rack = view(table, mover, now).rack
        cell = next(iter(list_stacks(table)), None)
        place = "b2" if cell is None else next_cell(list_stacks(table))
        table = tables.do(table, log, words, now, Command(mover, "play", f"{rack[0]}{place}"))
    assert table.closed.reason == "out"
    assert not all(seat.tiles for seat in view(table, "", now).seats)
    best = max(table.closed.scores.values())
    assert {*table.closed.winners} == {n for n, p in table.closed.scores.items() if p == best}
    left = Counter(view(table, "", now).unseen)
    assert left.total() == sum(seat.tiles for seat in view(table, "", now).seats)


def next_cell(stacks: Any) -> str:
    """A free cell to the right of the first row."""
    row = stacks[0].cell.lstrip("abcdefghijklmnopqrstuvwxyz")
    in_row = [
        one.cell for one in stacks if one.cell.endswith(row) and one.cell[: -len(row)].isalpha()
    ]
    last = max(in_row, key=lambda cell: (len(cell), cell))
    column = last[: -len(row)]
    return f"{name_column(read_cell(last, 'square').column + 1)}{row}" if column else last
