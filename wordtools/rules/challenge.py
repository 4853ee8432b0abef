"""Challenge rules as data, and the functions that apply them.

`open_challenge` decides whether a situation needs a ruling. `decide_outcome` returns the outcome of
a situation, after any ruling. Both are pure functions. The rules are in challenges.toml and follow
common tournament practice. Almost everywhere, an invalid play is withdrawn and costs the player the
turn, but the cost of challenging a valid play varies.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from wordtools import toml_reader
from wordtools.errors import WordtoolsError

FILE = Path(__file__).with_name("challenges.toml")


class Cost(msgspec.Struct, frozen=True):
    """The cost of challenging a valid play: turns that the challenger must miss, points, or the
    game."""

    turns: int = 0
    points: int = 0
    game: bool = False


class ChallengeRule(msgspec.Struct, frozen=True):
    """A challenge rule.

    `check`: when the lexicon is consulted. With "play", this is on every play; with "challenge", on
    a challenge; with "poll", before a poll, which is held only on a play that the lexicon rejects;
    and with "timed", unless everyone accepts the play within `window`. `invalid`: the cost of an
    invalid play, in addition to its withdrawal. `audience` (`told` in TOML): the players who are
    informed that a play is invalid. `costs`: the costs of wrong challenges; a player's n-th wrong
    challenge incurs the n-th cost, or the last cost if fewer than n are listed. `per_word`: the
    points are counted for each word named. `paid`: whether the challenger loses the points or the
    challenged player gains them. `window`: the number of seconds in which a play can be challenged;
    None means until the next play. `by`: the players who may challenge. `scope`: whether the whole
    play is judged, or only the words named."""

    title: str
    check: Literal["play", "challenge", "poll", "timed"] = "challenge"
    invalid: Literal["turn-lost", "play-again", "lose-game"] = "turn-lost"
    audience: Literal["everyone", "mover"] = msgspec.field(default="everyone", name="told")
    costs: tuple[Cost, ...] = (Cost(),)
    per_word: bool = False
    paid: Literal["off-challenger", "to-challenged"] = "to-challenged"
    window: int | None = None
    by: Literal["next-player", "anyone"] = "anyone"
    scope: Literal["play", "words"] = "play"

    def cost(self, wrong_before: int) -> Cost:
        """The cost of a wrong challenge by a player who has already made `wrong_before` wrong
        challenges."""
        return self.costs[min(wrong_before, len(self.costs) - 1)]


class Situation(msgspec.Struct, frozen=True):
    """A game with a play in question.

    `players`: in turn order. `mover`: the player who made the play. `seconds`: the time since the
    play. `wrong_before`: the number of the challenger's earlier wrong challenges. `owed`: the
    number of turns that each player still has to miss. `votes`: the players' answers; True accepts
    the play. `challenged`: whether the play has been challenged before. `ended`: whether the mover
    went out with this play."""

    players: list[str]
    mover: str
    challenger: str | None = None
    words_named: int = 1
    seconds: float = 0
    wrong_before: int = 0
    owed: dict[str, int] = {}
    votes: dict[str, bool] = {}
    challenged: bool = False
    ended: bool = False


Refusal = Literal[
    "not the last play",
    "challenged before",
    "too late",
    "own play",
    "not the next player",
    "no player",
]


class Opening(msgspec.Struct, frozen=True):
    """What happens next: the play must be judged ("judge"); the players must answer ("wait"); the
    play "stands" or is "rejected" without a ruling; or the challenge is "refused", for the reason
    in `refusal`."""

    action: Literal["judge", "wait", "stands", "rejected", "refused"]
    refusal: Refusal | None = None


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a challenge, or of waiting for one.

    `status`: the play "stands", is "withdrawn" (its tiles return to the rack) or is "pending".
    `points`: the changes to players' scores. `owed`: how many turns each player still has to miss
    when `next_player` moves. `scoreless`: the number of scoreless turns added to the count that may
    end the game. `loses_game`: the player who loses the game.
    """

    status: Literal["stands", "withdrawn", "pending"]
    next_player: str | None = None
    points: dict[str, int] = {}
    owed: dict[str, int] = {}
    scoreless: int = 0
    loses_game: str | None = None
    refusal: Refusal | None = None


@cache
def load_challenge_rules(path: Path = FILE) -> Mapping[str, ChallengeRule]:
    """The challenge rules in a TOML file, by name. Raises `WordtoolsError`."""
    rules = toml_reader.read_toml(path, dict[str, ChallengeRule], WordtoolsError)
    for name, rule in rules.items():
        _check_rule(f"{path}: {name}", rule)
    return rules


def _check_rule(location: str, rule: ChallengeRule) -> None:
    """Raises `WordtoolsError` if a value has no effect."""
    costs = any(cost != Cost() for cost in rule.costs)
    if rule.check != "challenge" and (costs or rule.by == "next-player" or rule.scope == "words"):
        raise WordtoolsError(
            f"{location}: check = {rule.check!r} allows no challenges; remove costs, by and scope"
        )
    if rule.window is not None and rule.check in ("play", "poll"):
        raise WordtoolsError(f"{location}: window has no effect with check = {rule.check!r}")
    points = any(cost.points for cost in rule.costs)
    if not points and (rule.per_word or rule.paid == "off-challenger"):
        raise WordtoolsError(f"{location}: per_word and paid require points in costs")


def open_challenge(rule: ChallengeRule, situation: Situation) -> Opening:
    """Decides what happens next in a situation."""
    opponents = [player for player in situation.players if player != situation.mover]
    accepted = all(situation.votes.get(player) for player in opponents)
    refused = any(situation.votes.get(player) is False for player in opponents)
    if rule.check == "play":
        return Opening("judge")
    if rule.check == "poll":
        # The players vote only after the lexicon rejects the play (see `decide_outcome`).
        return Opening("rejected" if refused else "stands" if accepted else "wait")
    if rule.check == "timed":
        if accepted:
            return Opening("stands")
        late = rule.window is not None and situation.seconds >= rule.window
        return Opening("judge" if refused or late else "wait")
    refusal = _find_refusal(rule, situation)
    return Opening("refused", refusal) if refusal else Opening("judge")


def decide_outcome(
    rule: ChallengeRule, situation: Situation, acceptable: bool | None = None
) -> Outcome:
    """The outcome of a situation. `acceptable` is the ruling on the play, or None if
    `open_challenge` asks for no ruling. Raises `ValueError` if a ruling is missing."""
    due = open_challenge(rule, situation)
    if due.action == "refused":
        return Outcome("stands", refusal=due.refusal, owed=situation.owed)
    if rule.check == "poll" and acceptable:
        return _let_stand(rule, situation)
    if due.action == "wait":
        return Outcome("pending", owed=situation.owed)
    if due.action == "judge" and acceptable is None:
        raise ValueError("this situation needs a ruling")
    stands = due.action == "stands" or (due.action == "judge" and acceptable)
    return _let_stand(rule, situation) if stands else _withdraw(rule, situation)


def _find_refusal(rule: ChallengeRule, situation: Situation) -> Refusal | None:
    if situation.challenger not in situation.players:
        return "no player"
    if situation.challenger == situation.mover:
        return "own play"
    if situation.challenged:
        return "challenged before"
    if rule.window is not None and situation.seconds > rule.window:
        return "too late"
    next_player = _player_after(situation, situation.mover)
    if rule.by == "next-player" and situation.challenger != next_player:
        return "not the next player"
    return None


def _let_stand(rule: ChallengeRule, situation: Situation) -> Outcome:
    """The outcome if the play stands, including the cost of a wrong challenge."""
    challenger, mover = situation.challenger, situation.mover
    lost: dict[str, int] = {}
    points: dict[str, int] = {}
    loser = None
    if rule.check == "challenge" and challenger is not None:
        cost = rule.cost(situation.wrong_before)
        if cost.turns:
            lost[challenger] = cost.turns
        if cost.points:
            due = cost.points * (situation.words_named if rule.per_word else 1)
            if rule.paid == "to-challenged":
                points[mover] = due
            else:
                points[challenger] = -due
        if cost.game:
            loser = challenger
    if loser is not None or situation.ended:
        following, owed = None, _add_owed(situation, lost)
    else:
        following, owed = find_next_player(situation, lost)
    return Outcome(
        "stands",
        next_player=following,
        points=points,
        owed=owed,
        scoreless=sum(lost.values()),
        loses_game=loser,
    )


def _withdraw(rule: ChallengeRule, situation: Situation) -> Outcome:
    """The outcome if the play is withdrawn."""
    mover = situation.mover
    if rule.invalid == "lose-game":
        return Outcome("withdrawn", loses_game=mover, owed=situation.owed)
    if rule.invalid == "play-again":
        return Outcome("withdrawn", next_player=mover, owed=situation.owed)
    following, owed = find_next_player(situation, {})
    return Outcome("withdrawn", next_player=following, owed=owed, scoreless=1)


def find_next_player(situation: Situation, lost: dict[str, int]) -> tuple[str, dict[str, int]]:
    """The player who moves after the mover, skipping players who must miss a turn; and the turns
    that each player then still has to miss.
    """
    owed = _add_owed(situation, lost)
    player = _player_after(situation, situation.mover)
    while owed.get(player):
        owed[player] -= 1
        player = _player_after(situation, player)
    return player, {name: turns for name, turns in owed.items() if turns}


def _add_owed(situation: Situation, lost: dict[str, int]) -> dict[str, int]:
    names = {*situation.owed, *lost}
    return {name: situation.owed.get(name, 0) + lost.get(name, 0) for name in sorted(names)}


def _player_after(situation: Situation, player: str) -> str:
    order = situation.players
    return order[(order.index(player) + 1) % len(order)]
