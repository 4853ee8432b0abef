"""Describes rulesets in English sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wordtools.rules.challenge import ChallengeRule, Cost
from wordtools.rules.ruleset import (
    ClockRules,
    CrosswordRuleset,
    EndRules,
    ExchangeRules,
    Ruleset,
    StackingRuleset,
)
from wordtools.wording import join_list, pluralize

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def describe_sections(ruleset: Ruleset) -> dict[str, list[str]]:
    """The sentences of each section, by heading."""
    sections: dict[str, Iterable[str]]
    sections = {"players": _describe_players(ruleset), "words": _describe_words(ruleset)}
    if isinstance(ruleset, StackingRuleset):
        sections["play"] = _describe_stacking(ruleset)
        sections["end"] = [
            "The game ends when a player has no tiles left.",
            "Nothing is deducted for the others' tiles.",
        ]
    else:
        challenge, end = ruleset.challenge_rule, ruleset.end
        sections["play"] = _describe_play(ruleset)
        sections["challenge"] = [*_describe_challenge(challenge), *_describe_take_back(ruleset)]
        sections["exchange"] = _describe_exchange(ruleset.exchange, ruleset.computer)
        sections["clock"] = _describe_clock(ruleset.clock)
        sections["end"] = [*_describe_endings(end, ruleset.clock), *_describe_leftovers(end)]
    return {heading: list(sentences) for heading, sentences in sections.items()}


def group_tiles_by_value(ruleset: Ruleset) -> dict[int, str]:
    """The tiles of each value and the number of each tile, in alphabet order."""
    faces = ("blank", *ruleset.alphabet.tiles)
    table: dict[int, list[str]] = {}
    for face, count, value in zip(faces, ruleset.counts, ruleset.values, strict=True):
        if count:
            table.setdefault(value, []).append(f"{face}\N{NO-BREAK SPACE}{count}")
    return {value: "  ".join(table[value]) for value in sorted(table)}


def name_tile_colours(ruleset: Ruleset) -> str:
    """A sentence about the colour of each value, or ""."""
    colours = {int(value): colour for value, colour in ruleset.tile_colours.items()}
    if not colours:
        return ""
    named = [f"{colours[value]} for {value}" for value in sorted(colours)]
    return f"A tile's colour shows its value: {join_list(named)}."


def format_duration(seconds: int) -> str:
    """`50 minutes`, `1 minute 30 seconds`."""
    minutes, rest = divmod(seconds, 60)
    parts = [pluralize(minutes, "minute")] * bool(minutes)
    return " ".join(parts + [pluralize(rest, "second")] * bool(rest))


def _describe_players(ruleset: Ruleset) -> Iterator[str]:
    minimum, maximum = ruleset.players
    number = pluralize(maximum, "player")
    number = number if minimum == maximum else f"{minimum} to {number}"
    hand = ruleset.pool if isinstance(ruleset, StackingRuleset) else ruleset.rack
    yield f"{number} with {pluralize(hand, 'tile')} each."
    if isinstance(ruleset, CrosswordRuleset):
        if ruleset.computer:
            yield "One of them is the computer."
        if ruleset.first:
            yield ruleset.first


def _describe_words(ruleset: Ruleset) -> Iterator[str]:
    words = ruleset.words
    yield f"The words of {words.edition} with at least {pluralize(words.shortest, 'tile')}."
    if words.excludes:
        yield f"Words listed only as {join_list(words.excludes, 'or')} are left out."
    if words.admitted:
        yield f"Allowed: {'; '.join(words.admitted)}."
    if words.refused:
        yield f"Not allowed: {'; '.join(words.refused)}."
    if isinstance(ruleset, CrosswordRuleset) and ruleset.reading == "right-to-left":
        yield "Words read from right to left, or downwards; column A is the one on the right."
    if words.backwards:
        yield "Words may be read backwards."
    if words.repeated:
        yield "A word may be played more than once."
    else:
        yield "A play may not make a word that is already on the board."


def _describe_stacking(ruleset: StackingRuleset) -> Iterator[str]:
    yield (
        f"In a turn a player places up to {pluralize(ruleset.place, 'tile')} on {ruleset.grid} "
        "cells, next to other tiles or on top of them"
        f"{'' if ruleset.repeat else ', but not on the same letter'}."
    )
    yield (
        "In each line through a new tile the best word counts: "
        "the sum of its values times one less than its length."
    )
    yield "The total is multiplied by the number of words."
    yield "Every new tile must be part of one of them."


def _describe_play(ruleset: CrosswordRuleset) -> Iterator[str]:
    for placed, points in sorted(ruleset.bonus.items()):
        if points:
            yield f"Placing {pluralize(int(placed), 'tile')} in one play earns {points} points."
    if not ruleset.connected:
        yield "A play need not touch the tiles on the board."
    if ruleset.lowest_score is not None:
        yield f"No score falls below {ruleset.lowest_score}."
    if ruleset.random_tiles:
        yield f"{pluralize(ruleset.random_tiles, 'random letter')} are added to the bag."
    fate = "can be swapped for" if ruleset.reclaim_blanks else "keeps"
    yield f"A blank on the board {fate} the letter it stands for."


def _describe_challenge(rule: ChallengeRule) -> Iterator[str]:
    within = f" within {format_duration(rule.window)}" if rule.window else ""
    who = "The next player" if rule.by == "next-player" else "Any opponent"
    yield {
        "play": "Every play is checked when it is made.",
        "poll": "The players vote on words that are not in the lexicon.",
        "timed": "A play stands when all opponents accept it; if one of them doubts it or does not "
        f"answer{within}, the lexicon decides.",
        "challenge": f"{who} may challenge a play{within}{' and' * bool(within)} before the next "
        "one is made.",
    }[rule.check]
    only = "; only its player is informed" if rule.audience == "mover" else ""
    yield {
        "turn-lost": f"An invalid play is withdrawn and the turn is lost{only}.",
        "play-again": f"An invalid play is withdrawn and the player tries again{only}.",
        "lose-game": "A player whose play is ruled invalid loses the game.",
    }[rule.invalid]
    if rule.check == "challenge":
        judged = "The whole play is" if rule.scope == "play" else "Only the words named are"
        yield f"{judged} judged."
        *before, last = [_describe_cost(rule, cost) for cost in rule.costs]
        for ordinal, cost in zip(_ORDINALS, before, strict=False):
            yield f"A player's {ordinal} wrong challenge {cost}."
        yield f"{'Each further one' if before else 'A wrong challenge'} {last}."


def _describe_cost(rule: ChallengeRule, cost: Cost) -> str:
    parts = []
    if cost.points:
        points = pluralize(cost.points, "point") + " for each word named" * rule.per_word
        is_given = rule.paid == "to-challenged"
        effect = "gives the challenged player" if is_given else "costs the challenger"
        parts.append(f"{effect} {points}")
    if cost.turns:
        turns = "turn" if cost.turns == 1 else f"{cost.turns} turns"
        parts.append(f"costs the challenger the next {turns}")
    if cost.game:
        parts.append("costs the challenger the game")
    return join_list(parts) if parts else "costs nothing"


def _describe_take_back(ruleset: CrosswordRuleset) -> Iterator[str]:
    if ruleset.challenge.take_back:
        seconds = format_duration(ruleset.challenge.take_back)
        yield f"A player may take back a play within {seconds} if every opponent consents."


def _describe_exchange(exchange: ExchangeRules, computer: bool) -> Iterator[str]:
    limit = f", at most {pluralize(exchange.most, 'time')} per game" if exchange.most else ""
    tiles = "The whole rack" if exchange.whole_rack else "Tiles"
    if exchange.most == 0:
        yield "Tiles may not be exchanged."
        return
    while_bag = f" while the bag holds at least {pluralize(exchange.bag, 'tile')}"
    yield f"{tiles} may be exchanged{while_bag * bool(exchange.bag)}{limit}."
    if exchange.returned_first:
        yield "They are put into the bag before others are drawn."
    if exchange.cost:
        free = pluralize(exchange.free, "free exchange") if exchange.free else ""
        cost_of = f"After {free}, each further one" if free else "Each exchange"
        cost = pluralize(exchange.cost, "point")
        yield f"{cost_of} costs {cost}."
    if computer and exchange.computer_tiles:
        free = " at no cost" if exchange.computer_free else ""
        yield f"The computer exchanges {pluralize(exchange.computer_tiles, 'random tile')}{free}."
    if exchange.keeps_turn:
        yield "Once per game a player may exchange the whole rack and still move."


def _describe_clock(clock: ClockRules) -> Iterator[str]:
    if clock.game is None and clock.move is None:
        yield "None."
    if clock.move:
        yield f"{format_duration(clock.move)} per move; exceeding it counts as a pass."
    if clock.game is None:
        return
    share = ", divided among the players" if clock.divided else " per player"
    yield f"{format_duration(clock.game)}{' for all players together' if clock.shared else share}."
    then = "loses the game, with a score of zero" if clock.lost else "plays no more"
    cost = pluralize(clock.minute_costs, "point")
    if clock.minutes:
        yield (
            f"Each minute of overtime, or part of one, costs {cost}; "
            f"whoever exceeds {pluralize(clock.minutes, 'minute')} of it {then}."
        )
    elif not clock.shared:
        yield f"Whoever runs out of time {then}."


def _describe_endings(end: EndRules, clock: ClockRules) -> Iterator[str]:
    yield {
        "out": "The game ends when the bag is empty and a player has no tiles left.",
        "refill": "The game ends when the bag cannot refill a rack after a play.",
    }[end.when]
    ways = []
    if end.scoreless:
        unless = "" if end.scoreless_at_zero else " (unless all scores are zero)"
        ways.append(f"after {pluralize(end.scoreless, 'scoreless turn')} in a row{unless}")
    if end.passed:
        rounds = "the same round" if end.passed == 1 else f"{end.passed} consecutive rounds"
        action = "pass or exchange" if end.exchange_passes else "pass"
        ways.append(f"when all players {action} in {rounds}")
    if clock.shared:
        ways.append("when time is up")
    elif end.out_of_time == "any" or (clock.game and not clock.lost):
        ways.append(f"when {'a player is' if end.out_of_time == 'any' else 'all players are'} "
                    "out of time")  # fmt: skip
    if end.stops:
        ways.append("when the player stops it")
    if end.blocked:
        ways.append("when the bag is empty and nobody can form a word")
    if ways:
        yield f"It also ends {join_list(ways, 'or')}."


def _describe_leftovers(end: EndRules) -> Iterator[str]:
    if end.when == "out":
        times = {0: "nothing for", 1: "the value of", 2: "twice the value of"}
        gains = times.get(end.out_gains, f"{end.out_gains} times the value of")
        yield f"The player who goes out gains {gains} the others' tiles."
        if end.out_bonus:
            yield f"The player who goes out gains {pluralize(end.out_bonus, 'point')}."
        yield f"The others lose {'the value of' if end.others_lose else 'nothing for'} their tiles."
        if end.all_lose:
            yield "If nobody goes out, all players lose the value of their own tiles."
    elif end.all_lose:
        yield "All players lose the value of their own tiles."
    elif not end.blank_costs:
        yield "Nothing is deducted for leftover tiles."
    if end.blank_costs:
        yield f"Each leftover blank costs {pluralize(end.blank_costs, 'point')}."
    if end.tie == "before":
        yield "A tie goes to whoever had the higher score before leftover tiles were counted."
