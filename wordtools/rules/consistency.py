"""Values of a ruleset that are valid one by one but contradict each other.

The types of ruleset.py refuse unknown keys, wrong types and numbers out of bounds; this is the
rest. Each function raises `RulesError` with the key at fault, and `AlphabetError` for an alphabet
that cannot be used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from wordtools.errors import RulesError
from wordtools.rules import challenge
from wordtools.rules.layout import MOST_LETTERS
from wordtools.rules.ruleset import BaseRuleset, CrosswordRuleset, StackingRuleset
from wordtools.wording import join_list, suggest


def check_stacking(ruleset: StackingRuleset) -> None:
    """Checks a game of stacked tiles."""
    _check_common(ruleset, 1)  # of a small set, pools hold fewer
    if ruleset.place > ruleset.pool:
        raise RulesError(
            f"place: {ruleset.place} tiles cannot be placed, the pool holds {ruleset.pool}"
        )
    if ruleset.counts[0]:
        raise RulesError("tiles: a stacking game has no blanks")


def check_crossword(ruleset: CrosswordRuleset) -> None:
    """Checks a game of crossing words."""
    _check_common(ruleset, ruleset.rack)
    for name, premium in ruleset.premiums.items():
        if not re.fullmatch(r"\S+", name) or len(name) > MOST_LETTERS or name == ".":
            raise RulesError(
                f"premiums: {name!r} cannot be drawn; "
                f"call it by 1 to {MOST_LETTERS} characters without spaces, and not '.'"
            )
        if premium.along and premium.word == 1:
            raise RulesError(f"premiums.{name}: along goes with a word of 2 or more")
    longest = max(ruleset.layout.rows, ruleset.layout.columns)
    if longest < max(2, ruleset.words.shortest):
        raise RulesError("board.squares: there is no room for a word")
    for laid in ruleset.bonus:
        if not re.fullmatch("[1-9][0-9]*", laid) or int(laid) > ruleset.rack:
            raise RulesError(
                f"bonus: {laid!r} is not a number of tiles that a play can lay; "
                f"write 1 to {ruleset.rack}, "
                f'or leave an inherited number out with without = ["bonus.{laid}"]'
            )
    _check_challenge(ruleset)
    _check_exchange(ruleset)
    clock = ruleset.clock
    if clock.game is None and (clock.divided or clock.shared or clock.minutes or clock.lost):
        raise RulesError("clock.game: give the seconds, or leave out the keys that need them")
    if clock.divided and clock.shared:
        raise RulesError("clock: time is either divided or shared")
    if clock.minute_costs and clock.minutes == 0:
        raise RulesError("clock.minutes: give the number of minutes that minute_costs applies to")


def _check_common(ruleset: BaseRuleset, hand: int) -> None:
    for place, text in _texts(msgspec.to_builtins(ruleset), ""):
        if not text.replace("\n", "").replace("\t", "").isprintable():
            raise RulesError(f"{place}: has a character that cannot be printed")
    for name in ruleset.variants:
        if not re.fullmatch(r"[\w-]+", name):
            raise RulesError(f"variants: {name!r} is not a name; use letters, digits and dashes")
    if not ruleset.title.strip():
        raise RulesError("title: name the game")
    if not ruleset.words.edition:
        raise RulesError("words.edition: name a lexicon or an edition of one")
    least, most = ruleset.players
    if least > most:
        raise RulesError(f"players: the least, {least}, is more than the most, {most}")
    _check_tile_colours(ruleset)
    bag = sum(ruleset.counts)
    if not bag:
        raise RulesError("tiles: the bag is empty")
    if bag < most * hand:
        raise RulesError(f"tiles: {bag} are too few for {most} players with {hand} each")


def _check_tile_colours(ruleset: BaseRuleset) -> None:
    colours = ruleset.tile_colours
    by_tile = zip(ruleset.values, ruleset.counts, strict=True)
    values = {str(value) for value, count in by_tile if count}
    for value in colours:
        if value not in values:
            raise RulesError(f"tile_colours: no tile has the value {value!r}")
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
            'leave an inherited window out with without = ["challenge.window"]'
        )


def _check_exchange(ruleset: CrosswordRuleset) -> None:
    exchange = ruleset.exchange
    if exchange.cost and exchange.free is None:
        raise RulesError("exchange.free: give the number of exchanges that are free")
    if exchange.computer_tiles > ruleset.rack:
        raise RulesError(f"exchange.computer_tiles: the rack holds {ruleset.rack}")
    if not ruleset.computer and (exchange.computer_tiles or exchange.computer_free):
        raise RulesError("exchange: no player is a computer; write computer = true")


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """All texts in a ruleset, keys included, each with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield place or "a key", key
            yield from _texts(item, f"{place}.{key}".removeprefix(".").removeprefix("$"))
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value, 1):
            yield from _texts(item, f"{place}[{number}]")
