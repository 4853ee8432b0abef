"""Checks that a ruleset is consistent.

The types in ruleset.py already refuse unknown keys, wrong types and numbers out of bounds. Each
function raises `RulesError`, which names the key at fault, or `AlphabetError` if the alphabet is
unusable.
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
    """Checks the ruleset of a stacking game."""
    _check_common(ruleset, 1)  # with a small set, pools are smaller
    if ruleset.place > ruleset.pool:
        raise RulesError(f"place: {ruleset.place} exceeds the pool, {ruleset.pool}")
    if ruleset.counts[0]:
        raise RulesError("tiles: remove the blanks; a stacking game has none")
    if not ruleset.words.repeated:
        raise RulesError("words.repeated: remove it; a stacking game never forbids repeated words")


def check_crossword(ruleset: CrosswordRuleset) -> None:
    """Checks the ruleset of a crossword game."""
    _check_common(ruleset, ruleset.rack)
    for name, premium in ruleset.premiums.items():
        if not re.fullmatch(r"\S+", name) or len(name) > MOST_LETTERS or name == ".":
            raise RulesError(
                f"premiums: {name!r} cannot be drawn; use a name of 1 to {MOST_LETTERS} characters "
                "without spaces, other than '.'"
            )
        if premium.along and premium.word == 1:
            raise RulesError(f"premiums.{name}: along has no effect; set word to 2 or more")
    longest = max(ruleset.layout.rows, ruleset.layout.columns)
    if longest < max(2, ruleset.words.shortest):
        raise RulesError("board.squares: too small for a word; draw more squares")
    if ruleset.words.backwards:
        raise RulesError("words.backwards: remove it; only stacking games read words backwards")
    for laid, points in ruleset.bonus.items():
        if not re.fullmatch("[1-9][0-9]*", laid) or int(laid) > ruleset.rack:
            raise RulesError(
                f"bonus: no play lays {laid!r} tiles; write 1 to {ruleset.rack}, "
                f'or remove an inherited number with without = ["bonus.{laid}"]'
            )
        if not points:
            raise RulesError(
                f"bonus.{laid}: 0 has no effect; "
                f'remove an inherited bonus with without = ["bonus.{laid}"]'
            )
    if ruleset.reclaim_blanks and not ruleset.counts[0]:
        raise RulesError("reclaim_blanks: has no effect, since tiles has no blanks")
    _check_challenge(ruleset)
    _check_exchange(ruleset)
    _check_clock(ruleset.clock)
    _check_end(ruleset)


def _check_clock(clock: ClockRules) -> None:
    dependent = ("divided", "shared", "minutes", "minute_costs", "lost")
    if clock.game is None and (keys := [key for key in dependent if getattr(clock, key)]):
        raise RulesError(
            f"clock.game: missing, but required by {join_list(keys)}; state the seconds"
        )
    if clock.divided and clock.shared:
        raise RulesError("clock: set divided or shared, not both")
    if clock.minute_costs and clock.minutes == 0:
        raise RulesError(
            "clock.minutes: missing, but required by minute_costs; set the minutes of overtime"
        )
    if clock.shared and clock.lost:
        raise RulesError("clock.lost: has no effect on a shared clock; remove it")


def _check_end(ruleset: CrosswordRuleset) -> None:
    end, clock = ruleset.end, ruleset.clock
    if end.scoreless is None and not end.scoreless_at_zero:
        raise RulesError(
            "end.scoreless: missing, but required by scoreless_at_zero; state the number of turns"
        )
    if end.passed is None and end.exchange_passes:
        raise RulesError(
            "end.passed: missing, but required by exchange_passes; state the number of rounds"
        )
    if end.out_of_time == "any" and (clock.game is None or clock.shared):
        raise RulesError('end.out_of_time: "any" needs clock.game, and a clock that is not shared')
    if end.when == "refill" and (end.out_gains != 1 or end.out_bonus or not end.others_lose):
        raise RulesError(
            'end: nobody goes out if when = "refill"; remove out_gains, out_bonus, others_lose'
        )
    ways = (end.scoreless, end.passed, clock.game, end.stops, end.when == "refill")
    if not end.all_lose and not any(ways):
        raise RulesError(
            "end.all_lose: has no effect, since the game ends only when a player goes out"
        )
    if end.blank_costs and not ruleset.counts[0]:
        raise RulesError("end.blank_costs: has no effect, since tiles has no blanks")
    by_going_out = end.when == "out" and (end.out_gains or end.out_bonus or end.others_lose)
    if end.tie == "before" and not (by_going_out or end.all_lose or end.blank_costs):
        raise RulesError("end.tie: has no effect, since leftover tiles change no score")


def _check_common(ruleset: BaseRuleset, hand: int) -> None:
    for place, text in _list_texts(msgspec.to_builtins(ruleset), ""):
        if not text.replace("\n", "").replace("\t", "").isprintable():
            raise RulesError(f"{place}: contains a character that cannot be printed")
    for name in ruleset.variants:
        if not re.fullmatch(r"[\w-]+", name):
            raise RulesError(f"variants: {name!r} is not a name; use letters, digits and dashes")
    if not ruleset.title.strip():
        raise RulesError("title: empty; name the game")
    if not ruleset.words.edition:
        raise RulesError("words.edition: empty; name a lexicon or an edition")
    minimum, maximum = ruleset.players
    if minimum > maximum:
        raise RulesError(f"players: the minimum, {minimum}, exceeds the maximum, {maximum}")
    _check_tile_colours(ruleset)
    bag = sum(ruleset.counts)
    if not bag:
        raise RulesError("tiles: the bag is empty; list tiles and their numbers")
    for face, (count, value) in ruleset.tiles.items():
        if value and not count:
            raise RulesError(f"tiles.{face}: a value for 0 tiles has no effect; write [0, 0]")
    if bag < maximum * hand:
        raise RulesError(f"tiles: {bag} are too few for {maximum} players with {hand} each")


def _check_tile_colours(ruleset: BaseRuleset) -> None:
    colours = ruleset.tile_colours
    by_tile = zip(ruleset.values, ruleset.counts, strict=True)
    values = {str(value) for value, count in by_tile if count}
    for value in colours:
        if value not in values:
            raise RulesError(
                f"tile_colours: no tile has the value {value!r}; "
                f'remove an inherited colour with without = ["tile_colours.{value}"]'
            )
    missing = sorted(values - colours.keys(), key=int)
    if colours and missing:
        raise RulesError(f"tile_colours.{missing[0]}: missing; choose a colour for this value")
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
            f"challenge.window: has no effect, since the rule {name!r} allows no challenges; "
            'remove an inherited window with without = ["challenge.window"]'
        )


def _check_exchange(ruleset: CrosswordRuleset) -> None:
    exchange = ruleset.exchange
    fullest = sum(ruleset.counts) + ruleset.random_tiles - ruleset.players[0] * ruleset.rack
    if exchange.most == 0 or exchange.bag > fullest:
        for key in ("free", "cost", "returned_first", "whole_rack", "keeps_turn", "computer_tiles"):
            if getattr(exchange, key):
                reason = "most = 0" if exchange.most == 0 else f"the bag holds at most {fullest}"
                raise RulesError(
                    f"exchange.{key}: has no effect, since no tiles are exchanged ({reason})"
                )
    if exchange.cost and exchange.free is None:
        raise RulesError(
            "exchange.free: missing, but required by cost; state the number of free exchanges"
        )
    if exchange.free is not None and not exchange.cost:
        raise RulesError(
            "exchange.cost: missing, but required by free; state the cost of further exchanges"
        )
    if exchange.free is not None and exchange.most is not None and exchange.free >= exchange.most:
        raise RulesError(f"exchange.free: all {exchange.most} exchanges are free; remove cost")
    if exchange.computer_free and not exchange.cost:
        raise RulesError("exchange.computer_free: has no effect, since exchanges cost nothing")
    if exchange.computer_tiles and exchange.whole_rack:
        raise RulesError("exchange.computer_tiles: has no effect with whole_rack; remove one")
    if exchange.computer_tiles > ruleset.rack:
        raise RulesError(f"exchange.computer_tiles: exceeds the rack, {ruleset.rack}")
    if not ruleset.computer and (exchange.computer_tiles or exchange.computer_free):
        raise RulesError("exchange: no player is a computer; write computer = true")


def _list_texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """All texts in a ruleset, including its keys, each with the key at which the text stands."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield place or "a key", key
            yield from _list_texts(item, f"{place}.{key}".removeprefix(".").removeprefix("$"))
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value, 1):
            yield from _list_texts(item, f"{place}[{number}]")
