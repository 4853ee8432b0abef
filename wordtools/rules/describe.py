"""Describes rulesets in sentences, in every language for which there are messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wordtools.messages.plurals import count_things
from wordtools.messages.rooms import load_room
from wordtools.rules.challenge import ChallengeRule, Cost
from wordtools.rules.layout import Premium
from wordtools.rules.ruleset import (
    ClockRules,
    CrosswordRuleset,
    EndRules,
    ExchangeRules,
    Ruleset,
    StackingRuleset,
)
from wordtools.rules.sentences import Sentences
from wordtools.wording import join_list


def describe_sections(
    ruleset: Ruleset, language: str = "en", edition: str = ""
) -> dict[str, list[str]]:
    """The sentences of each section, by topic. The heading of a section is `heading_TOPIC`.
    `edition`: a name for the list of words that apply, if it may differ from the ruleset's edition.
    """
    say = Sentences(language)
    sections: dict[str, Iterable[str]] = {
        "players": _describe_players(ruleset, say),
        "words": _describe_words(ruleset, say, edition or ruleset.words.edition),
    }
    if isinstance(ruleset, StackingRuleset):
        sections["play"] = _describe_stacking(ruleset, say)
        sections["end"] = [say("stacking_end"), say("stacking_leftovers")]
    else:
        challenge = _describe_challenge(ruleset.challenge_rule, say)
        sections["play"] = _describe_play(ruleset, say)
        sections["challenge"] = [*challenge, *_describe_take_back(ruleset, say)]
        sections["exchange"] = _describe_exchange(ruleset.exchange, ruleset.computer, say)
        sections["clock"] = _describe_clock(ruleset.clock, say)
        sections["end"] = [
            *_describe_endings(ruleset.end, ruleset.clock, say),
            *_describe_leftovers(ruleset.end, say),
        ]
    return {topic: list(sentences) for topic, sentences in sections.items()}


def describe_topics(
    ruleset: Ruleset, language: str = "en", edition: str = ""
) -> list[tuple[str, str]]:
    """The heading and the text of each section. `edition` is that of `describe_sections`."""
    say = Sentences(language)
    sections = describe_sections(ruleset, language, edition)
    return [(say(f"heading_{topic}"), " ".join(texts)) for topic, texts in sections.items()]


def describe_premium(premium: Premium, language: str = "en") -> str:
    """The effect of a premium square: "double word" or, in other languages, "word ×2"."""
    if language == "en":
        return premium.meaning
    texts = load_room("table", language)
    if premium.exchange:
        return texts["premium_exchange"]
    if premium.points:
        return count_things("table", language, "points", premium.points)
    if premium.along:
        return texts[f"premium_{premium.along}"].format(factor=premium.word)
    effect, factor = ("letter", premium.letter) if premium.letter > 1 else ("word", premium.word)
    return texts[f"premium_{effect}"].format(factor=factor)


def group_tiles_by_value(ruleset: Ruleset, language: str = "en") -> dict[int, str]:
    """The tiles of each value and the number of each tile, in alphabet order."""
    faces = (load_room("table", language)["blank_tile"], *ruleset.alphabet.tiles)
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


def _describe_players(ruleset: Ruleset, say: Sentences) -> Iterator[str]:
    least, most = ruleset.players
    hand = ruleset.pool if isinstance(ruleset, StackingRuleset) else ruleset.rack
    if least == most:
        yield say.count("players_same", hand, most=most)
    else:
        yield say.count("players_range", hand, least=least, most=most)
    if isinstance(ruleset, CrosswordRuleset):
        if ruleset.computer:
            yield say("computer_plays")
        if ruleset.first:
            yield say.translate(ruleset.first)


def _describe_words(ruleset: Ruleset, say: Sentences, edition: str) -> Iterator[str]:
    words = ruleset.words
    yield say.count("words_from", words.shortest, edition=edition)
    if words.excludes:
        categories = say.join(map(say.translate, words.excludes), "join_or")
        yield say("words_left_out", categories=categories)
    if words.admitted:
        yield say("allowed", list="; ".join(map(say.translate, words.admitted)))
    if words.refused:
        yield say("not_allowed", list="; ".join(map(say.translate, words.refused)))
    if isinstance(ruleset, CrosswordRuleset) and ruleset.reading == "right-to-left":
        yield say("right_to_left")
    if words.backwards:
        yield say("backwards")
    yield say("repeated" if words.repeated else "not_repeated")


def _describe_stacking(ruleset: StackingRuleset, say: Sentences) -> Iterator[str]:
    yield say.count(f"place_{ruleset.grid}", ruleset.place)
    if not ruleset.repeat:
        yield say("not_same_letter")
    yield say("best_word")
    yield say("times_words")
    yield say("every_new_tile")


def _describe_play(ruleset: CrosswordRuleset, say: Sentences) -> Iterator[str]:
    for placed, points in sorted(ruleset.bonus.items()):
        if points:
            yield say.count("bonus", int(placed), points=points)
    if not ruleset.connected:
        yield say("need_not_touch")
    if ruleset.lowest_score is not None:
        yield say("lowest_score", points=ruleset.lowest_score)
    if ruleset.random_tiles:
        yield say.count("random_letters", ruleset.random_tiles)
    yield say("blank_swapped" if ruleset.reclaim_blanks else "blank_keeps")


def _describe_challenge(rule: ChallengeRule, say: Sentences) -> Iterator[str]:
    key = {
        "play": "check_play",
        "poll": "check_poll",
        "timed": "check_timed",
        "challenge": "challenge_next" if rule.by == "next-player" else "challenge_any",
    }[rule.check]
    if rule.window and rule.check in ("timed", "challenge"):
        yield say(f"{key}_within", time=say.format_duration(rule.window))
    else:
        yield say(key)
    yield say(
        {"turn-lost": "turn_lost", "play-again": "play_again", "lose-game": "loses_game"}[
            rule.invalid
        ]
    )
    if rule.audience == "mover" and rule.invalid != "lose-game":
        yield say("only_mover")
    if rule.check == "challenge":
        yield say("judged_play" if rule.scope == "play" else "judged_words")
        *before, last = [_describe_cost(rule, cost, say) for cost in rule.costs]
        if len(before) == 1:
            yield say("wrong_challenge_first", cost=before[0])
        else:
            for number, cost in enumerate(before, 1):
                yield say("wrong_challenge_number", number=number, cost=cost)
        yield say("wrong_challenge_further" if before else "wrong_challenge", cost=last)


def _describe_cost(rule: ChallengeRule, cost: Cost, say: Sentences) -> str:
    parts = []
    if cost.points:
        key = "gives_points" if rule.paid == "to-challenged" else "cost_points"
        parts.append(say.count(f"{key}_word" if rule.per_word else key, cost.points))
    if cost.turns:
        parts.append(say.count("cost_turns", cost.turns))
    if cost.game:
        parts.append(say("cost_game"))
    return say.join(parts) if parts else say("cost_nothing")


def _describe_take_back(ruleset: CrosswordRuleset, say: Sentences) -> Iterator[str]:
    if ruleset.challenge.take_back:
        yield say("take_back", time=say.format_duration(ruleset.challenge.take_back))


def _describe_exchange(exchange: ExchangeRules, computer: bool, say: Sentences) -> Iterator[str]:
    if exchange.most == 0:
        yield say("exchange_none")
        return
    key = "exchange_rack" if exchange.whole_rack else "exchange_tiles"
    yield say.count(f"{key}_bag", exchange.bag) if exchange.bag else say(key)
    if exchange.most:
        yield say.count("exchange_most", exchange.most)
    if exchange.returned_first:
        yield say("returned_first")
    if exchange.cost:
        key = "exchange_free" if exchange.free else "exchange_cost"
        yield say.count(key, exchange.cost, free=exchange.free)
    if computer and exchange.computer_tiles:
        yield say.count("computer_exchanges", exchange.computer_tiles)
        if exchange.computer_free:
            yield say("computer_free")
    if exchange.keeps_turn:
        yield say("keeps_turn")


def _describe_clock(clock: ClockRules, say: Sentences) -> Iterator[str]:
    if clock.game is None and clock.move is None:
        yield say("clock_none")
    if clock.move:
        yield say("clock_move", time=say.format_duration(clock.move))
    if clock.game is None:
        return
    share = "clock_divided" if clock.divided else "clock_each"
    key = "clock_shared" if clock.shared else share
    yield say(key, time=say.format_duration(clock.game))
    if clock.minutes:
        key, overtime = "overtime_lost" if clock.lost else "overtime_out", 60 * clock.minutes
        yield say.count(key, clock.minute_costs, time=say.format_duration(overtime))
    elif not clock.shared:
        yield say("time_lost" if clock.lost else "time_out")


def _describe_endings(end: EndRules, clock: ClockRules, say: Sentences) -> Iterator[str]:
    yield say({"out": "ends_out", "refill": "ends_refill"}[end.when])
    ways = []
    if end.scoreless:
        key = "way_scoreless" if end.scoreless_at_zero else "way_scoreless_unless"
        ways.append(say.count(key, end.scoreless))
    if end.passed:
        ways.append(say.count("way_exchanged" if end.exchange_passes else "way_passed", end.passed))
    if clock.shared:
        ways.append(say("way_time"))
    elif end.out_of_time == "any" or (clock.game and not clock.lost):
        ways.append(say(f"way_{'any' if end.out_of_time == 'any' else 'all'}_out_of_time"))
    if end.stops:
        ways.append(say("way_stopped"))
    if end.blocked:
        ways.append(say("way_blocked"))
    if ways:
        yield say("also_ends", ways=say.join(ways, "join_or"))


def _describe_leftovers(end: EndRules, say: Sentences) -> Iterator[str]:
    if end.when == "out":
        keys = {0: "gains_nothing", 1: "gains_value", 2: "gains_twice"}
        yield say(keys.get(end.out_gains, "gains_times"), times=end.out_gains)
        if end.out_bonus:
            yield say.count("out_bonus", end.out_bonus)
        yield say("others_lose" if end.others_lose else "others_lose_nothing")
        if end.all_lose:
            yield say("all_lose_unless_out")
    elif end.all_lose:
        yield say("all_lose")
    elif not end.blank_costs:
        yield say("no_leftovers")
    if end.blank_costs:
        yield say.count("blank_costs", end.blank_costs)
    if end.tie == "before":
        yield say("tie_before")
