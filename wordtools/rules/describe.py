"""A ruleset in sentences, as one person would tell it to another."""

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

_STACKING_END = (
    "The game ends when a player has no tiles left; nothing is deducted for others' tiles."
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def describe_sections(ruleset: Ruleset) -> list[tuple[str, str]]:
    """What there is to tell, each part with its heading."""
    parts: list[tuple[str, Iterable[str]]]
    parts = [("players", _describe_players(ruleset)), ("words", _describe_words(ruleset))]
    if isinstance(ruleset, StackingRuleset):
        parts += [("play", _describe_stacking(ruleset)), ("end", [_STACKING_END])]
    else:
        parts += [
            ("play", _describe_play(ruleset)),
            (
                "challenge",
                [*_describe_challenge(ruleset.challenge_rule), *_describe_take_back(ruleset)],
            ),
            ("exchange", _describe_exchange(ruleset.exchange, ruleset.computer)),
            ("clock", _describe_clock(ruleset.clock)),
            (
                "end",
                [*_describe_endings(ruleset.end, ruleset.clock), *_describe_leftovers(ruleset.end)],
            ),
        ]
    return [(heading, " ".join(sentences)) for heading, sentences in parts]


def group_tiles_by_value(ruleset: Ruleset) -> dict[int, str]:
    """The tiles of each value with how many there are, in the alphabet's order."""
    faces = ("blank", *ruleset.alphabet.tiles)
    table: dict[int, list[str]] = {}
    for face, count, value in zip(faces, ruleset.counts, ruleset.values, strict=True):
        if count:
            table.setdefault(value, []).append(f"{face}\N{NO-BREAK SPACE}{count}")
    return {value: "  ".join(table[value]) for value in sorted(table)}


def counted(number: int, thing: str) -> str:
    """`1 tile`, `2 tiles`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def format_duration(seconds: int) -> str:
    """`50 minutes`, `1 minute 30 seconds`."""
    minutes, rest = divmod(seconds, 60)
    parts = [counted(minutes, "minute")] * bool(minutes) + [counted(rest, "second")] * bool(rest)
    return " ".join(parts)


def listed(things: Iterable[str], word: str = "and") -> str:
    """`a, b and c`."""
    *most, last = things
    return f"{', '.join(most)} {word} {last}" if most else last


def _describe_players(ruleset: Ruleset) -> Iterator[str]:
    least, most = ruleset.players
    number = counted(most, "player") if least == most else f"{least} to {most} players"
    hand = ruleset.pool if isinstance(ruleset, StackingRuleset) else ruleset.rack
    yield f"{number} with {counted(hand, 'tile')} each."
    if isinstance(ruleset, CrosswordRuleset):
        if ruleset.computer:
            yield "One of them is the computer."
        if ruleset.first:
            yield ruleset.first


def _describe_words(ruleset: Ruleset) -> Iterator[str]:
    words = ruleset.words
    yield f"Those of {words.edition}, of {counted(words.shortest, 'tile')} or more."
    if words.excludes:
        only = listed(words.excludes, "or")
        yield f"{words.edition} leaves out words that are only {only}."
    if words.admitted:
        yield f"Admitted are {'; '.join(words.admitted)}."
    if words.refused:
        yield f"Refused are {'; '.join(words.refused)}."
    if words.backwards:
        yield "Words may be read backwards."
    yield f"A word may {'be played again' if words.repeated else 'be played only once'}."


def _describe_stacking(ruleset: StackingRuleset) -> Iterator[str]:
    yield (
        f"Each turn a player lays 1 to {ruleset.place} tiles on {ruleset.grid} cells, next to "
        f"others or on top of them{'' if ruleset.repeat else ', but not on the same letter'}."
    )
    yield (
        "Of each line through a tile just laid the best word counts, the sum of its values times "
        "its length less one; the total is multiplied by the number of words. "
        "All tiles laid must stand in one of them."
    )


def _describe_play(ruleset: CrosswordRuleset) -> Iterator[str]:
    for laid, points in sorted(ruleset.bonus.items()):
        if points:
            yield f"Laying {counted(int(laid), 'tile')} in one play earns {points} points."
    if ruleset.random_tiles:
        yield f"{counted(ruleset.random_tiles, 'tile')} more are added to the bag by chance."
    swap = "can be swapped for its letter" if ruleset.reclaim_blanks else "stays what it stands for"
    yield f"A blank on the board {swap}."


def _describe_challenge(rule: ChallengeRule) -> Iterator[str]:
    within = f" within {format_duration(rule.window)}" if rule.window else ""
    who = "the next player" if rule.by == "next-player" else "any opponent"
    yield {
        "play": "Every play is checked when it is made.",
        "poll": "The players vote on a word that the lexicon does not have.",
        "timed": f"A play stands when all opponents accept it; when one doubts it, or has not "
        f"answered{within}, the lexicon decides.",
        "challenge": f"A play may be challenged by {who}{within}, before the next one is made.",
    }[rule.check]
    told = ", which only its player learns" * (rule.told == "mover")
    yield {
        "turn-lost": f"An invalid play is withdrawn{told}, and the turn is lost.",
        "play-again": f"An invalid play is withdrawn{told}, and the player tries again.",
        "lose-game": "Who made an invalid play loses the game.",
    }[rule.invalid]
    if rule.check == "challenge":
        whole = rule.scope == "play"
        yield f"{'The whole play is' if whole else 'The words named are'} judged."
        *before, last = [_describe_cost(rule, cost) for cost in rule.costs]
        for number, cost in enumerate(before):
            yield f"A player's {ORDINALS[min(number, 7)]} wrong challenge {cost}."
        yield f"{'Each further one' if before else 'A wrong challenge'} {last}."


def _describe_cost(rule: ChallengeRule, cost: Cost) -> str:
    parts = []
    if cost.points:
        points = counted(cost.points, "point") + " for each word named" * rule.per_word
        to = (
            "gives the challenged player"
            if rule.paid == "to-challenged"
            else "costs the challenger"
        )
        parts.append(f"{to} {points}")
    if cost.turns:
        turns = "next turn" if cost.turns == 1 else f"next {cost.turns} turns"
        parts.append(f"costs the challenger's {turns}")
    if cost.game:
        parts.append("loses the game")
    return listed(parts) if parts else "costs nothing"


def _describe_take_back(ruleset: CrosswordRuleset) -> Iterator[str]:
    if ruleset.challenge.take_back:
        seconds = format_duration(ruleset.challenge.take_back)
        yield f"A player may take a play back within {seconds} when every opponent consents."


def _describe_exchange(exchange: ExchangeRules, computer: bool) -> Iterator[str]:
    most = f", {counted(exchange.most, 'time')} a game at most" if exchange.most else ""
    what = "The whole rack" if exchange.whole_rack else "Tiles"
    bag = counted(exchange.bag, "tile")
    yield f"{what} may be exchanged while the bag holds {bag} or more{most}."
    if exchange.cost:
        yield (
            f"{counted(exchange.free or 0, 'exchange')} cost nothing, each further one "
            f"{counted(exchange.cost, 'point')}, never below zero."
        )
    if computer and exchange.computer_tiles:
        free = " at no cost" if exchange.computer_free else ""
        yield f"The computer exchanges {exchange.computer_tiles} random tiles{free}."
    if exchange.keeps_turn:
        yield "Once a game a player may exchange the whole rack and still move."


def _describe_clock(clock: ClockRules) -> Iterator[str]:
    if clock.game is None and clock.move is None:
        yield "None."
    if clock.move:
        yield f"{format_duration(clock.move)} a move; who is over it has passed."
    if clock.game is None:
        return
    each = ", divided among the players" if clock.divided else " each"
    yield f"{format_duration(clock.game)}{' for all together' if clock.shared else each}."
    then = "has lost" if clock.lost else "plays no more"
    if clock.minutes is None:
        yield f"Each minute begun beyond that costs {counted(clock.minute_costs, 'point')}."
    elif clock.minutes:
        yield (
            f"Each minute begun beyond that costs {counted(clock.minute_costs, 'point')}; "
            f"who is over {clock.minutes} of them {then}."
        )
    elif not clock.shared:
        yield f"Who is over it {then}."


def _describe_endings(end: EndRules, clock: ClockRules) -> Iterator[str]:
    ways = [
        "the bag is empty and a player has no tiles left"
        if end.when == "out"
        else "the bag cannot fill the rack after a play"
    ]
    if end.scoreless:
        unless = "" if end.scoreless_at_zero else ", unless all scores are zero"
        ways.append(f"{end.scoreless} turns in a row were scoreless{unless}")
    if end.passed:
        rounds = counted(end.passed, "round")
        counts = "pass or exchange" if end.exchange_passes else "pass"
        ways.append(f"all players {counts} for {rounds} in a row")
    if end.all_out_of_time:
        ways.append("time is up" if clock.shared else "all players are out of time")
    if end.stops:
        ways.append("the player stops it")
    yield f"The game ends when {'; or when '.join(ways)}."


def _describe_leftovers(end: EndRules) -> Iterator[str]:
    if end.out_gains:
        times = {1: "", 2: " twice"}.get(end.out_gains, f" {end.out_gains} times")
        yield f"Who went out adds{times} the value of the others' tiles."
    if end.out_bonus:
        yield f"Who went out gets {counted(end.out_bonus, 'point')}."
    if end.when == "out":
        yield f"The others {'lose the value of' if end.others_lose else 'lose nothing for'} theirs."
    if end.when == "out" and end.all_lose:
        yield "Where nobody went out each loses the value of his own."
    if end.blank_costs:
        yield f"A blank left over costs {counted(end.blank_costs, 'point')}."
    if end.when == "refill" and not end.out_gains:
        yield "Nothing is deducted for tiles left."
    if end.tie == "before":
        yield "A tie goes to the higher score before tiles left were counted."
