"""Challenge rules as data, and one engine that applies them.

`open_challenge` returns whether a situation calls for a ruling, `decide_outcome` the outcome of the
ruling, or of a situation that needs none. Both are pure functions from a situation to data and a
sentence. The rules themselves are in challenges.toml and follow common tournament practice: almost
everywhere an invalid play is withdrawn and loses the turn, while the cost of challenging a valid
one differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from wordtools import toml_reader
from wordtools.errors import WordtoolsError
from wordtools.wording import pluralize

FILE = Path(__file__).with_name("challenges.toml")


class Cost(msgspec.Struct, frozen=True):
    """The cost of challenging a valid play: turns of the challenger, points, or the game."""

    turns: int = 0
    points: int = 0
    game: bool = False


class ChallengeRule(msgspec.Struct, frozen=True):
    """A challenge rule.

    `check`: when the lexicon is consulted: on every "play", on a "challenge", after a "poll" (held
    only on a play that the lexicon rejects), or "timed" (unless everyone accepts within `window`).
    `invalid`: the cost of an invalid play, apart from its withdrawal. `audience`: who learns of it.
    `costs`: of challenging a valid play; a player's n-th wrong challenge costs the n-th of them,
    or the last. `per_word`: points are counted for each word named. `paid`: whether points are
    taken from the challenger or given to the challenged player. `window`: the seconds in which a
    play can be challenged, None for "until the next play". `by`: who may challenge. `scope`:
    whether the whole play is judged or only the words named.
    """

    title: str
    check: Literal["play", "challenge", "poll", "timed"] = "challenge"
    invalid: Literal["turn-lost", "play-again", "lose-game"] = "turn-lost"
    told: Literal["everyone", "mover"] = "everyone"
    costs: tuple[Cost, ...] = (Cost(),)
    per_word: bool = False
    paid: Literal["off-challenger", "to-challenged"] = "to-challenged"
    window: int | None = None
    by: Literal["next-player", "anyone"] = "anyone"
    scope: Literal["play", "words"] = "play"

    def cost(self, wrong_before: int) -> Cost:
        """The cost of a wrong challenge by a player with `wrong_before` wrong ones so far."""
        return self.costs[min(wrong_before, len(self.costs) - 1)]


class Situation(msgspec.Struct, frozen=True):
    """A game at the moment a play is in question.

    `players`: in turn order. `mover`: who made the play. `seconds`: the time since. `votes`: who
    has accepted (True) or refused (False) the play so far. `owed`: lost turns not yet served.
    `is_last`: no play has followed. `challenged`: this play was challenged before, even if the
    program has since been restarted. `ended`: the mover went out with this play.
    """

    players: list[str]
    mover: str
    challenger: str | None = None
    words_named: int = 1
    seconds: float = 0
    wrong_before: int = 0
    owed: dict[str, int] = {}
    votes: dict[str, bool] = {}
    is_last: bool = True
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
    """Whether a ruling is due: "judge" the play, "wait" for the players, the play "stands" or is
    "rejected" without a ruling, or the challenge is "refused" for the reason in `refusal`."""

    action: Literal["judge", "wait", "stands", "rejected", "refused"]
    refusal: Refusal | None = None


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a challenge, or of the wait for one.

    `status` of the play: "stands", "withdrawn" (its tiles return to the rack) or "pending".
    `points`: changes to scores. `lost_turns`: turns newly lost. `owed`: lost turns not yet served
    when `next_player` moves. `scoreless`: the number of scoreless turns that this adds to the count
    that may end the game. `reopened`: the game had ended and goes on. `loses_game`: who loses the
    game. `audience`: who learns of the outcome. `sentence`: a summary in English.
    """

    status: Literal["stands", "withdrawn", "pending"]
    sentence: str
    next_player: str | None = None
    points: dict[str, int] = {}
    lost_turns: dict[str, int] = {}
    owed: dict[str, int] = {}
    scoreless: int = 0
    reopened: bool = False
    loses_game: str | None = None
    refusal: Refusal | None = None
    audience: list[str] = []


@cache
def load_challenge_rules(path: Path = FILE) -> Mapping[str, ChallengeRule]:
    """The challenge rules of a TOML file, by name. Raises `WordtoolsError`."""
    rules = toml_reader.read_toml(path, dict[str, ChallengeRule], WordtoolsError)
    for name, rule in rules.items():
        _check_rule(f"{path}: {name}", rule)
    return rules


def _check_rule(where: str, rule: ChallengeRule) -> None:
    """Raises `WordtoolsError` for a value that has no effect."""
    costs = any(cost != Cost() for cost in rule.costs)
    if rule.check != "challenge" and (costs or rule.by == "next-player" or rule.scope == "words"):
        raise WordtoolsError(
            f"{where}: check = {rule.check!r} allows no challenges; remove costs, by and scope"
        )
    if rule.window is not None and rule.check in ("play", "poll"):
        raise WordtoolsError(f"{where}: window has no effect with check = {rule.check!r}")
    points = any(cost.points for cost in rule.costs)
    if not points and (rule.per_word or rule.paid == "off-challenger"):
        raise WordtoolsError(f"{where}: per_word and paid need points in costs")


def open_challenge(rule: ChallengeRule, situation: Situation) -> Opening:
    """Whether the situation calls for a ruling on the play."""
    opponents = [player for player in situation.players if player != situation.mover]
    accepted = all(situation.votes.get(player) for player in opponents)
    refused = any(situation.votes.get(player) is False for player in opponents)
    if rule.check == "play":
        return Opening("judge")
    if rule.check == "poll":
        # `decide_outcome` comes first: players vote only on a play that the lexicon rejects.
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
    """The outcome, given the ruling on the play (`acceptable`), or None where `open_challenge`
    calls for no ruling. Raises `ValueError` when a ruling is due and None is given."""
    due = open_challenge(rule, situation)
    if due.action == "refused":
        return Outcome(
            "stands",
            f"The challenge is refused: {due.refusal}.",
            refusal=due.refusal,
            owed=situation.owed,
        )
    if rule.check == "poll" and acceptable:
        return _let_stand(rule, situation)
    if due.action == "wait":
        return Outcome("pending", "Not all players have answered yet.", owed=situation.owed)
    if due.action == "judge" and acceptable is None:
        raise ValueError("this situation calls for a ruling")
    stands = due.action == "stands" or (due.action == "judge" and acceptable)
    return _let_stand(rule, situation) if stands else _withdraw(rule, situation)


def _find_refusal(rule: ChallengeRule, situation: Situation) -> Refusal | None:
    if situation.challenger not in situation.players:
        return "no player"
    if situation.challenger == situation.mover:
        return "own play"
    if situation.challenged:
        return "challenged before"
    if not situation.is_last:
        return "not the last play"
    if rule.window is not None and situation.seconds > rule.window:
        return "too late"
    if rule.by == "next-player" and situation.challenger != _player_after(
        situation, situation.mover
    ):
        return "not the next player"
    return None


def _let_stand(rule: ChallengeRule, situation: Situation) -> Outcome:
    """The play stands, and a wrong challenge has its cost."""
    challenger, mover = situation.challenger, situation.mover
    lost: dict[str, int] = {}
    points: dict[str, int] = {}
    loser = None
    sentences = ["The play stands."]
    if rule.check == "challenge" and challenger is not None:
        cost = rule.cost(situation.wrong_before)
        if cost.turns:
            lost[challenger] = cost.turns
            sentences.append(f"{challenger} loses {pluralize(cost.turns, 'turn')}.")
        if cost.points:
            due = cost.points * (situation.words_named if rule.per_word else 1)
            if rule.paid == "to-challenged":
                points[mover] = due
                sentences.append(f"{mover} receives {pluralize(due, 'point')}.")
            else:
                points[challenger] = -due
                sentences.append(f"{challenger} loses {pluralize(due, 'point')}.")
        if cost.game:
            loser = challenger
            sentences.append(f"{challenger} loses the game.")
    over = loser is not None or situation.ended
    following, owed = (
        (None, _add_owed(situation, lost)) if over else find_next_player(situation, lost)
    )
    if following is not None:
        sentences.append(f"{following} moves next.")
    return Outcome(
        "stands",
        " ".join(sentences),
        next_player=following,
        points=points,
        lost_turns=lost,
        owed=owed,
        scoreless=sum(lost.values()),
        loses_game=loser,
        audience=situation.players,
    )


def _withdraw(rule: ChallengeRule, situation: Situation) -> Outcome:
    """The play's tiles return to its player."""
    mover = situation.mover
    sentences = [f"The play is withdrawn; {mover} takes the tiles back."]
    if rule.invalid == "lose-game":
        return Outcome(
            "withdrawn",
            f"{sentences[0]} {mover} loses the game.",
            loses_game=mover,
            owed=situation.owed,
            audience=situation.players,
        )
    again = rule.invalid == "play-again"
    following, owed = (mover, situation.owed) if again else find_next_player(situation, {})
    if situation.ended:
        sentences.append("The game goes on.")
    sentences.append(f"{following} moves {'again' if following == mover else 'next'}.")
    return Outcome(
        "withdrawn",
        " ".join(sentences),
        next_player=following,
        owed=owed,
        scoreless=0 if again else 1,
        reopened=situation.ended,
        audience=[mover] if rule.told == "mover" else situation.players,
    )


def find_next_player(situation: Situation, lost: dict[str, int]) -> tuple[str, dict[str, int]]:
    """The player who moves after the mover, and the turns still owed. Players who owe a turn are
    skipped."""
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
