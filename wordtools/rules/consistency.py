"""Checks for values of a ruleset that are valid one by one but contradict each other.

The types of ruleset.py already refuse unknown keys, wrong types and numbers out of bounds. Each
function raises `RulesError` with the key at fault, and `AlphabetError` for an alphabet that cannot
be used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from wordtools.errors import RulesError
from wordtools.rules import challenge
from wordtools.rules.layout import MOST_LETTERS
from wordtools.rules.ruleset import BaseRuleset, ClockRules, CrosswordRuleset, StackingRuleset
from wordtools.wording import join_list, suggest


def check_stacking(ruleset: StackingRuleset) -> None:
    """Checks a game of stacked tiles."""
    _check_common(ruleset, 1)  # pools of small sets hold fewer
    if ruleset.place > ruleset.pool:
        raise RulesError(
            f"place: {ruleset.place} tiles cannot be placed from a pool of {ruleset.pool}"
        )
    if ruleset.counts[0]:
        raise RulesError("tiles: a stacking game has no blanks")
    if not ruleset.words.repeated:
        raise RulesError("words.repeated: in a stacking game, a word can always be made again")


def check_crossword(ruleset: CrosswordRuleset) -> None:
    """Checks a game of crossing words."""
    _check_common(ruleset, ruleset.rack)
    for name, premium in ruleset.premiums.items():
        if not re.fullmatch(r"\S+", name) or len(name) > MOST_LETTERS or name == ".":
            raise RulesError(
                f"premiums: {name!r} cannot be drawn; use a name of 1 to {MOST_LETTERS} characters "
                "without spaces, other than '.'"
            )
        if premium.along and premium.word == 1:
            raise RulesError(f"premiums.{name}: along needs a word of 2 or more")
    longest = max(ruleset.layout.rows, ruleset.layout.columns)
    if longest < max(2, ruleset.words.shortest):
        raise RulesError("board.squares: there is no room for a word")
    if ruleset.words.backwards:
        raise RulesError("words.backwards: words are read backwards in stacking games only")
    for laid, points in ruleset.bonus.items():
        if not re.fullmatch("[1-9][0-9]*", laid) or int(laid) > ruleset.rack:
            raise RulesError(
                f"bonus: {laid!r} is not a number of tiles that a play can lay; "
                f"write 1 to {ruleset.rack}, "
                f'or remove an inherited number with without = ["bonus.{laid}"]'
            )
        if not points:
            raise RulesError(
                f"bonus.{laid}: 0 points are no bonus; "
                f'remove an inherited one with without = ["bonus.{laid}"]'
            )
    if ruleset.reclaim_blanks and not ruleset.counts[0]:
        raise RulesError("reclaim_blanks: there are no blanks")
    _check_challenge(ruleset)
    _check_exchange(ruleset)
    _check_clock(ruleset.clock)
    _check_end(ruleset)


def _check_clock(clock: ClockRules) -> None:
    needy = (clock.divided, clock.shared, clock.minutes, clock.minute_costs, clock.lost)
    if clock.game is None and any(needy):
        raise RulesError("clock.game: give the seconds, or leave out the keys that need them")
    if clock.divided and clock.shared:
        raise RulesError("clock: set divided or shared, not both")
    if clock.minute_costs and clock.minutes == 0:
        raise RulesError("clock.minutes: give the number of minutes, which minute_costs needs")
    if clock.shared and clock.lost:
        raise RulesError("clock.lost: on a shared clock nobody runs out of time alone")


def _check_end(ruleset: CrosswordRuleset) -> None:
    end, clock = ruleset.end, ruleset.clock
    if end.scoreless is None and not end.scoreless_at_zero:
        raise RulesError("end.scoreless: give the number of turns, which scoreless_at_zero needs")
    if end.passed is None and end.exchange_passes:
        raise RulesError("end.passed: give the number of rounds, which exchange_passes needs")
    if end.out_of_time == "any" and (clock.game is None or clock.shared):
        raise RulesError('end.out_of_time: "any" needs a clock.game for each player')
    if end.when == "refill" and (end.out_gains != 1 or end.out_bonus or not end.others_lose):
        raise RulesError(
            'end: nobody goes out if when = "refill"; remove out_gains, out_bonus, others_lose'
        )
    ways = (end.scoreless, end.passed, clock.game, end.stops, end.when == "refill")
    if not end.all_lose and not any(ways):
        raise RulesError("end.all_lose: this game ends only when a player goes out")
    if end.blank_costs and not ruleset.counts[0]:
        raise RulesError("end.blank_costs: there are no blanks")
    by_going_out = end.when == "out" and (end.out_gains or end.out_bonus or end.others_lose)
    if end.tie == "before" and not (by_going_out or end.all_lose or end.blank_costs):
        raise RulesError("end.tie: tiles left over change no score")


def _check_common(ruleset: BaseRuleset, hand: int) -> None:
    for place, text in _texts(msgspec.to_builtins(ruleset), ""):
        if not text.replace("\n", "").replace("\t", "").isprintable():
            raise RulesError(f"{place}: contains a character that cannot be printed")
    for name in ruleset.variants:
        if not re.fullmatch(r"[\w-]+", name):
            raise RulesError(f"variants: {name!r} is not a name; use letters, digits and dashes")
    if not ruleset.title.strip():
        raise RulesError("title: name the game")
    if not ruleset.words.edition:
        raise RulesError("words.edition: name a lexicon or an edition of one")
    least, most = ruleset.players
    if least > most:
        raise RulesError(f"players: the minimum, {least}, exceeds the maximum, {most}")
    _check_tile_colours(ruleset)
    bag = sum(ruleset.counts)
    if not bag:
        raise RulesError("tiles: the bag is empty")
    for face, (count, value) in ruleset.tiles.items():
        if value and not count:
            raise RulesError(f"tiles.{face}: no tile has this value; write [0, 0]")
    if bag < most * hand:
        raise RulesError(f"tiles: {bag} are too few for {most} players with {hand} each")


def _check_tile_colours(ruleset: BaseRuleset) -> None:
    colours = ruleset.tile_colours
    by_tile = zip(ruleset.values, ruleset.counts, strict=True)
    values = {str(value) for value, count in by_tile if count}
    for value in colours:
        if value not in values:
            raise RulesError(
                f"tile_colours: no tile has the value {value!r}; "
                f'remove an inherited one with without = ["tile_colours.{value}"]'
            )
    missing = sorted(values - colours.keys(), key=int)
    if colours and missing:
        raise RulesError(f"tile_colours.{missing[0]}: give tiles of this value a colour, too")
    for colour in colours.values():
        same = [value for value in colours if colours[value] == colour]
        if len(same) > 1:
            raise RulesError(f"tile_colours: {join_list(same)} cannot both be {colour}")


def _check_challenge(ruleset: CrosswordRuleset) -> None:
    rules = challenge.load_challenge_rules()
    name = ruleset.challenge.rule
    if name not in rules:
        raise RulesError(f"challenge.rule: there is no rule {name!r}; {suggest(name, rules)}")
    if ruleset.challenge.window and rules[name].check in ("play", "poll"):
        raise RulesError(
            f"challenge.window: the rule {name!r} waits for no challenge; "
            'remove an inherited window with without = ["challenge.window"]'
        )


def _check_exchange(ruleset: CrosswordRuleset) -> None:
    exchange = ruleset.exchange
    fullest = sum(ruleset.counts) + ruleset.random_tiles - ruleset.players[0] * ruleset.rack
    if exchange.most == 0 or exchange.bag > fullest:
        for key in ("free", "cost", "returned_first", "whole_rack", "keeps_turn", "computer_tiles"):
            if getattr(exchange, key):
                why = "most = 0" if exchange.most == 0 else f"the bag holds at most {fullest}"
                raise RulesError(f"exchange.{key}: tiles are never exchanged, as {why}")
    if exchange.cost and exchange.free is None:
        raise RulesError("exchange.free: give the number of exchanges that are free")
    if exchange.free is not None and not exchange.cost:
        raise RulesError("exchange.cost: give the cost of exchanges after the free ones")
    if exchange.free is not None and exchange.most is not None and exchange.free >= exchange.most:
        raise RulesError(f"exchange.free: all {exchange.most} exchanges are free; remove cost")
    if exchange.computer_free and not exchange.cost:
        raise RulesError("exchange.computer_free: exchanges cost nothing")
    if exchange.computer_tiles and exchange.whole_rack:
        raise RulesError("exchange.computer_tiles: only the whole rack may be exchanged")
    if exchange.computer_tiles > ruleset.rack:
        raise RulesError(f"exchange.computer_tiles: the rack holds {ruleset.rack}")
    if not ruleset.computer and (exchange.computer_tiles or exchange.computer_free):
        raise RulesError("exchange: no player is a computer; write computer = true")


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """All texts in a ruleset, including its keys, each with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield place or "a key", key
            yield from _texts(item, f"{place}.{key}".removeprefix(".").removeprefix("$"))
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value, 1):
            yield from _texts(item, f"{place}[{number}]")
