"""Properties that every table has, no matter what anyone does at any time."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.table import tables
from wordtools.board import tiles
from wordtools.game import ending
from wordtools.game import events as game_events
from wordtools.game.game import Game
from wordtools.game.replay import replay
from wordtools.game.state import GameState
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.game import LingoGame
from wordtools.table import events
from wordtools.table.clock import find_next_due
from wordtools.table.days import find_deadline
from wordtools.table.events import Happened, show
from wordtools.table.state import Table
from wordtools.table.table import Command, Deed, apply, evolve_all
from wordtools.table.view import find_board, find_last_play, list_squares, list_stacks, view

KINDS = [
    ("scrabble-en-us", 2, ""),
    ("scrabble-en-us:box", 4, "-c"),
    ("scrabble-en-world:per-word", 2, ""),
    ("scrabble-pt-pt", 3, ""),
    ("scrabble-pt-br:settings", 2, ""),
    ("scrabble-es", 2, ""),
    ("literki:move-clock,game-clock", 3, ""),
    ("literki", 4, ""),
    ("scrabblear", 2, "-c"),
    ("scrabblear:hard", 2, "c-"),
    ("lingo", 3, ""),
    ("lingo:hex,small", 2, ""),
]
OWN = """
extends = "{}"
title = "Own"
words.edition = "other"
players = [2, 4]
{}
"""
CHANGES = [
    ("scrabble-pt-pt", 'challenge.rule = "poll"\nwithout = ["challenge.window"]'),
    ("scrabble-pt-pt", 'challenge.rule = "take-back"\nwithout = ["challenge.window"]'),
    ("scrabble-en-us", 'challenge.rule = "triple"\nreclaim_blanks = true\nrandom_tiles = 9'),
    ("scrabble-en-us", 'challenge.rule = "void"\nexchange.keeps_turn = true'),
    ("literki", 'challenge = {rule = "single", take_back = 15}\nwithout = ["challenge.window"]'),
    ("scrabble-en-world", "clock.move = 30\ncomputer = true"),
]


@st.composite
def played(draw: st.DrawFn) -> tuple[Table, list[Happened]]:
    ruleset, players, kinds = draw(st.sampled_from(KINDS))
    length = draw(st.integers(0, 20 if ruleset.startswith("lingo") else 60))
    return tables.play_at_random(ruleset, players, draw(st.integers(0, 10_000)), length, kinds)


def check(table: Table, log: list[Happened]) -> None:
    """Raises an error unless this is a possible game in which no seat sees anything secret."""
    check_replay(table, log)
    check_tiles(table)
    check_game(table, log)
    for name in table.opened.names:
        check_sight(table, log, name)


def check_replay(table: Table, log: list[Happened]) -> None:
    """The events, stored and reread, give the same table."""
    stored = msgspec.json.decode(msgspec.json.encode(log), type=list[Happened])
    assert stored == log
    ruleset = tables.load(table.opened.ruleset_name)
    again = evolve_all(Table.open(stored[0], ruleset), stored[1:])
    assert again == table
    assert [one.at for one in log] == sorted(one.at for one in log)


def check_tiles(table: Table) -> None:
    """No tile is lost or created."""
    game = table.position
    if not isinstance(game, GameState):
        return
    whole = Counter(dict(enumerate(game.ruleset.counts))) + Counter(game.added)
    seen = game.board.count_tiles() + Counter(table.bag)
    for name in game.players:
        seen += Counter(game.racks[name].known)
    if table.is_swapping and game.last is not None:  # the opponents still hold the same tiles
        held = game.last.before.racks
        seen += Counter(b"".join(held[n].known for n in game.players if n != game.last.player))
    assert seen == whole
    if table.firm and game.pending is None:
        assert len(table.bag) == game.bag
        assert not any(rack.unknown for rack in game.racks.values())


def check_game(table: Table, log: list[Happened]) -> None:
    """The record of the game accepts every event, and reaches the same scores."""
    game = table.position
    if not isinstance(game, GameState):
        return
    record = Game(table.opened.ruleset_name, game.players, game.computer)
    played = tuple(one.event for one in log if isinstance(one.event, game_events.Event))
    state = replay(record.start_by(game.ruleset), played)
    assert state.racks == game.racks
    assert state.board == game.board
    if table.closed is not None:
        assert ending.compute_final_scores(state) == table.closed.scores
        assert ending.find_winners(state) == table.closed.winners


def check_sight(table: Table, log: list[Happened], name: str) -> None:
    """No event that a seat sees has another's tiles, or a play that was rejected immediately."""
    shown = [one for one in (show(happened, name) for happened in log) if one is not None]
    for one in shown:
        match one.event:
            case game_events.Holds():
                assert one.event.player == name
            case game_events.Exchanged():
                assert one.event.player == name or isinstance(one.event.tiles, int)
            case events.Opened():
                assert not one.event.nonce
            case game_events.Added():
                raise AssertionError(one)
            case game_events.Played() if one.only is not None:
                assert one.event.player == name


@given(played())
@settings(max_examples=examples(1.5))
def test_any_commands_make_a_possible_game(table_and_log: tuple[Table, list[Happened]]) -> None:
    check(*table_and_log)


OPTIONS: list[dict[str, Any]] = [{}, {}, {"slower": 3}, {"hours": 24}]
EVERY = [
    *(
        f"scrabble-pt-{name}"
        for name in ("pt", "pt:two-blanks", "pt:settings", "br", "br:settings")
    ),
    *(f"scrabble-en-{name}" for name in ("us", "us:five-points", "us:box", "gb", "gb:five-points")),
    *(
        f"scrabble-en-world{name}"
        for name in ("", ":per-word", ":ten-points", ":points-off", ":box")
    ),
    *("literki", "literki:move-clock", "literki:game-clock", "literki:move-clock,game-clock"),
    *("lingo", "lingo:hex", "lingo:small,no-twos", "lingo:full,repeat", "lingo:hex,small,repeat"),
    *("scrabblear:easy", "scrabblear:medium", "scrabblear:hard"),
    *("scrabble-es", "scrabble-ca", "scrabble-pl", "scrabble-he"),
]


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", EVERY)
def test_any_commands_by_every_ruleset(ruleset: str, longer: float) -> None:
    """The soak plays 10,000 games of each, some of them to their end."""
    least, most = tables.load(ruleset).players
    has_computer, is_lingo = ruleset.startswith("scrabblear"), ruleset.startswith("lingo")
    for seed in range(examples(0.03) if longer <= 1 else round(1000 * longer)):
        random = Random(f"{ruleset} {seed}")
        kinds = "-c" if has_computer else random.choice(("", "-e", "ee-", "-c"))
        players = random.randint(least, most)
        options = random.choice(OPTIONS)
        to_the_end = seed % (100 if is_lingo else 10) == 2
        short = random.randint(0, 20 if is_lingo else 60)
        table, log = tables.play_at_random(
            *(ruleset, players, seed, 600 if to_the_end else short, kinds),
            to_the_end=to_the_end,
            **options,
        )
        check(table, log)
        check_views(table, random)


@pytest.mark.parametrize("base, change", CHANGES)
def test_any_commands_by_any_rules(
    base: str, change: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Polls, take-backs, WYM squares that a challenge may undo, and other rules that none of our
    rulesets combines.
    """
    path = tmp_path_factory.mktemp("own") / "own.toml"
    path.write_text(OWN.format(base, change), "utf-8")
    for seed in range(examples(0.2)):
        kinds = "-c" if "computer" in change else ""
        check(*tables.play_at_random(str(path), 2 + seed % 2 * (not kinds), seed, 50, kinds))


@given(played(), st.integers(0, 10_000))
@settings(max_examples=examples(1))
def test_a_seat_sees_nothing_that_depends_on_what_is_hidden(
    table_and_log: tuple[Table, list[Happened]], seed: int
) -> None:
    check_views(table_and_log[0], Random(seed))


def check_views(table: Table, random: Random) -> None:
    """If the tiles that a seat, or a watcher, does not see change places, everything that it does
    see stays the same."""
    for name in (*table.opened.names, ""):
        other = exchange_hidden(table, name, random)
        for see in (partial(view, seat=name, now=table.at), list_squares, list_stacks):
            assert see(other) == see(table)


def exchange_hidden(table: Table, name: str, random: Random) -> Table:
    """The table with all tiles that this seat does not see in another order."""
    game = table.position
    if table.is_over or game is None:
        return table
    if isinstance(game, LingoGame):
        return exchange_pools(table, game, name, random)
    others = [player for player in game.players if player != name]
    held = game.last.before.racks if table.is_swapping and game.last else game.racks
    hidden = [*b"".join(held[player].known for player in others), *table.bag]
    laid = b""
    if game.pending is not None and game.pending.player != name:
        laid = game.pending.play.rack_tiles  # seen by everyone, and still on the rack
        for tile in laid:
            hidden.remove(tile)
    random.shuffle(hidden)
    racks, before = dict(game.racks), dict(held)
    for player in others:
        known = laid if game.pending is not None and game.pending.player == player else b""
        count = len(held[player].known) - len(known)
        mixed = bytes(sorted([*known, *hidden[:count]]))
        hidden = hidden[count:]
        before[player] = msgspec.structs.replace(held[player], known=mixed)
        if len(game.racks[player].known) == len(mixed):
            racks[player] = msgspec.structs.replace(game.racks[player], known=mixed)
    last = game.last
    if table.is_swapping and last is not None:
        state = last.before.change(racks=before)
        last = msgspec.structs.replace(last, before=state)
    return table.change(position=game.change(racks=racks, last=last), bag=bytes(hidden))


NEUTRAL: tuple[Deed, ...] = ("pass", "accept", "check", "challenge", "consent", "refuse", "adjourn")


@given(played(), st.integers(0, 10_000))
@settings(max_examples=examples(0.7))
def test_what_happens_next_shows_a_seat_nothing_that_is_hidden(
    table_and_log: tuple[Table, list[Happened]], seed: int
) -> None:
    """Take two games that differ only in the others' racks and in the depth of the bag. Whatever a
    seat does, both show it the same events and the same table, to the byte. The others' events are
    compared without their tiles."""
    table, _ = table_and_log
    game = table.position
    if not isinstance(game, GameState) or table.returned or table.is_swapping or table.is_over:
        return
    for name in table.opened.names:
        follow_twins(table, name, Random(seed))


def follow_twins(table: Table, name: str, random: Random) -> None:
    words = tables.make_lexicon(table.opened.ruleset_name)
    twin, now = exchange_deep(table, name, random), table.at
    for _ in range(12):
        now += random.choice((0, 1, 8, 15, 70))
        command = choose_neutral(table, name, words, random)
        events_here: list[Happened] = []
        events_there: list[Happened] = []
        table, works = tables.try_command(table, events_here, words, now, command)
        twin, works_there = tables.try_command(twin, events_there, words, now, command)
        if table.is_over or twin.is_over or table.is_swapping:
            return
        assert works == works_there
        seen = [msgspec.json.encode(show(one, name)) for one in events_here]
        assert seen == [msgspec.json.encode(show(one, name)) for one in events_there]
        here, there = (msgspec.json.encode(view(one, name, now)) for one in (table, twin))
        assert here == there


def choose_neutral(table: Table, name: str, words: Lexicon, random: Random) -> Command | None:
    """A command that does not depend on the others' tiles; this seat may also play."""
    game = table.game
    if game.turn == name and random.random() < 0.7:
        return Command(name, "play", tables.choose_play(game, name, words, random))
    if random.random() < 0.1:
        return None
    player = random.choice((name, game.turn or name, *table.opened.names))
    return Command(player, random.choice(NEUTRAL), words=("AT",))


def exchange_deep(table: Table, name: str, random: Random) -> Table:
    """The table, with the tiles of the other racks and of the end of the bag shuffled. Tiles that
    will be drawn soon stay in place."""
    game = table.game
    others = [player for player in game.players if player != name]
    if game.pending is not None or game.last is not None:
        return table
    soon = min(len(table.bag), 40)
    hidden = [*b"".join(game.racks[player].known for player in others), *table.bag[soon:]]
    random.shuffle(hidden)
    racks = dict(game.racks)
    for player in others:
        count = len(racks[player].known)
        racks[player] = msgspec.structs.replace(racks[player], known=bytes(sorted(hidden[:count])))
        hidden = hidden[count:]
    bag = table.bag[:soon] + bytes(hidden)
    return table.change(position=game.change(racks=racks), bag=bag)


def exchange_pools(table: Table, game: LingoGame, name: str, random: Random) -> Table:
    """The table of a game of Lingo, with the rest of the bag in another order. Pools follow from
    the bag, and moves from the pools, so the pools of the others stay the same."""
    left = game.left
    rest = list(game.bag[len(game.bag) - left :])
    random.shuffle(rest)
    bag = game.bag[: len(game.bag) - left] + bytes(rest)
    return table.change(position=msgspec.structs.replace(game, bag=bag))


PLAIN: tuple[Deed, ...] = (
    "pass",
    "accept",
    "check",
    "take-back",
    "consent",
    "refuse",
    "resign",
    "stop",
    "adjourn",
    "return",
    "claim",
    "discard",
)


@given(played(), st.sampled_from([0.0, 5, 20, 100]))
@settings(max_examples=examples(0.5))
def test_the_commands_that_a_seat_is_offered_are_those_that_it_can_give(
    table_and_log: tuple[Table, list[Happened]], later: float
) -> None:
    table, log = table_and_log
    words = tables.make_lexicon(table.opened.ruleset_name)
    now = table.at + later
    table = tables.do(table, log, words, now, None)
    for name in table.opened.names:
        offered = view(table, name, now).may
        for deed in PLAIN:
            _, works = tables.try_command(table, [], words, now, Command(name, deed))
            assert works == (deed in offered), (name, deed, offered)


@given(played(), st.integers(1, 400))
@settings(max_examples=examples(0.5))
def test_it_does_not_matter_how_often_time_is_looked_at(
    table_and_log: tuple[Table, list[Happened]], seconds: int
) -> None:
    table, _ = table_and_log
    words = tables.make_lexicon(table.opened.ruleset_name)
    often, once = table, evolve_all(table, apply(table, None, table.at + seconds, words))
    for step in range(1, 41):
        moment = table.at + seconds * step / 40
        often = evolve_all(often, apply(often, None, moment, words))
    assert msgspec.structs.replace(often, at=0) == msgspec.structs.replace(once, at=0)


@given(played())
@settings(max_examples=examples(0.5))
def test_time_alone_changes_a_table_when_something_is_due(
    table_and_log: tuple[Table, list[Happened]],
) -> None:
    table, _ = table_and_log
    words = tables.make_lexicon(table.opened.ruleset_name)
    due = find_next_due(table, table.at)
    if due is None:
        assert not apply(table, None, table.at + 1e7, words)
    else:
        assert not apply(table, None, due - 1e-6, words)
        assert apply(table, None, due, words) or due == find_deadline(table)


@given(played())
@settings(max_examples=examples(0.5))
def test_boards_as_numbers_are_those_that_are_drawn(
    table_and_log: tuple[Table, list[Happened]],
) -> None:
    table, _ = table_and_log
    board = find_board(table)
    if board is not None:
        assert list_squares(table) == board.squares
        assert all(board.squares[square] for square in find_last_play(table))
    elif isinstance(table.position, LingoGame):
        stacks = list_stacks(table)
        board_of_stacks = table.position.board
        assert sum(stack.height for stack in stacks) == board_of_stacks.count_tiles().total()
        assert sum(stack.is_new for stack in stacks) == len(board_of_stacks.new)


def test_a_rack_is_written_as_the_alphabet_writes_it() -> None:
    table = tables.begun("scrabble-es", seed=3)
    name = table.opened.names[0]
    rack = tiles.read_rack(view(table, name, table.at).rack, table.ruleset.alphabet)
    assert rack == table.game.racks[name].known
