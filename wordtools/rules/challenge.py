"""What a challenge costs: rules as data, and one engine that applies them.

`open_challenge` says whether a situation calls for a ruling, `decide_outcome` what happens once
there is one, or when none was needed. Both are pure: a situation in, an outcome out, as data and as
a sentence. The rules themselves are in challenges.toml. By common tournament practice an invalid
play loses its tiles and its turn nearly everywhere; rules differ in the cost of challenging a valid
one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from wordtools import toml_reader
from wordtools.errors import WordtoolsError

FILE = Path(__file__).with_name("challenges.toml")


class Cost(msgspec.Struct, frozen=True):
    """What challenging a valid play costs: turns of the challenger, points, or the game."""

    turns: int = 0
    points: int = 0
    game: bool = False


class ChallengeRule(msgspec.Struct, frozen=True):
    """A challenge rule.

    `check`: when the lexicon is asked: on every "play", on a "challenge", after a "poll" (only of a
    play it does not have), or "timed" (unless everyone accepts within the window).
    `invalid`: what an invalid play costs besides its tiles. `told`: who learns that it is invalid.
    `costs`: of a challenge of a valid play; a player's n-th wrong challenge costs the n-th, the
    last one from then on. `per_word`: points count once for each word named. `paid`: whether points
    go off the challenger or to the challenged. `window`: seconds in which a play can be
    challenged, None for "until the next play". `by`: who may challenge. `scope`: what is judged.
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
        """The cost of a wrong challenge by a player with this many wrong ones before."""
        return self.costs[min(wrong_before, len(self.costs) - 1)]


class Situation(msgspec.Struct, frozen=True):
    """A game at the moment a play is in question.

    `players` in order of turns; `mover` made the play. `seconds` since the play. `votes`: who has
    accepted (True) or refused the play so far. `owed`: lost turns not served yet. `is_last`: no
    play was made since. `challenged`: this play was challenged before, even before a restart.
    `ended`: the mover went out with this play.
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
    """Whether a ruling is due: "judge" the play, "wait" for players, it "stands" or is "rejected"
    without one, or the challenge is "refused" for a reason."""

    action: Literal["judge", "wait", "stands", "rejected", "refused"]
    refusal: Refusal | None = None


class Outcome(msgspec.Struct, frozen=True):
    """What happens now.

    `play`: "stands", "withdrawn" (its tiles return) or "pending". `points`: changes of scores.
    `lost_turns`: turns newly lost; `owed`: those not yet served once `find_next_player` moves.
    `scoreless`: scoreless turns this adds to the count that may end the game. `reopened`: the game
    had ended and goes on. `loses_game`: a player. `told`: who learns of it. `sentence`: all of
    that in English.
    """

    play: Literal["stands", "withdrawn", "pending"]
    sentence: str
    next_player: str | None = None
    points: dict[str, int] = {}
    lost_turns: dict[str, int] = {}
    owed: dict[str, int] = {}
    scoreless: int = 0
    reopened: bool = False
    loses_game: str | None = None
    refusal: Refusal | None = None
    told: list[str] = []


def load_challenge_rules(path: Path = FILE) -> dict[str, ChallengeRule]:
    """The challenge rules of a TOML file, by name. Raises `WordtoolsError`."""
    return toml_reader.read_toml(path, dict[str, ChallengeRule], WordtoolsError)


def open_challenge(rule: ChallengeRule, situation: Situation) -> Opening:
    """Whether the situation calls for a ruling on the play."""
    opponents = [player for player in situation.players if player != situation.mover]
    accepted = all(situation.votes.get(player) for player in opponents)
    refused = any(situation.votes.get(player) is False for player in opponents)
    if rule.check == "play":
        return Opening("judge")
    if rule.check == "poll":
        # Votes are taken only on a play the lexicon does not have: `decide_outcome` is asked first.
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
    """What happens now, with the ruling on the play (`acceptable`), or without one where
    `open_challenge` does not ask for it. Raises `ValueError` when a ruling is due and none is
    given."""
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
        return Outcome("pending", "The players have not all answered yet.", owed=situation.owed)
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
    """The play stands; a challenger who was wrong pays."""
    challenger, mover = situation.challenger, situation.mover
    lost: dict[str, int] = {}
    points: dict[str, int] = {}
    loser = None
    said = ["The play stands."]
    if rule.check == "challenge" and challenger is not None:
        cost = rule.cost(situation.wrong_before)
        if cost.turns:
            lost[challenger] = cost.turns
            said.append(f"{challenger} loses {_count(cost.turns, 'turn')}.")
        if cost.points:
            due = cost.points * (situation.words_named if rule.per_word else 1)
            if rule.paid == "to-challenged":
                points[mover] = due
                said.append(f"{mover} receives {_count(due, 'point')}.")
            else:
                points[challenger] = -due
                said.append(f"{challenger} loses {_count(due, 'point')}.")
        if cost.game:
            loser = challenger
            said.append(f"{challenger} loses the game.")
    over = loser is not None or situation.ended
    following, owed = (
        (None, _add_owed(situation, lost)) if over else find_next_player(situation, lost)
    )
    if following is not None:
        said.append(f"{following} moves next.")
    return Outcome(
        "stands",
        " ".join(said),
        next_player=following,
        points=points,
        lost_turns=lost,
        owed=owed,
        scoreless=sum(lost.values()),
        loses_game=loser,
        told=situation.players,
    )


def _withdraw(rule: ChallengeRule, situation: Situation) -> Outcome:
    """The play's tiles return to its player."""
    mover = situation.mover
    said = [f"The play is withdrawn; {mover} takes the tiles back."]
    if rule.invalid == "lose-game":
        return Outcome(
            "withdrawn",
            f"{said[0]} {mover} loses the game.",
            loses_game=mover,
            owed=situation.owed,
            told=situation.players,
        )
    again = rule.invalid == "play-again"
    following, owed = (mover, situation.owed) if again else find_next_player(situation, {})
    if situation.ended:
        said.append("The game goes on.")
    said.append(f"{following} moves {'again' if following == mover else 'next'}.")
    return Outcome(
        "withdrawn",
        " ".join(said),
        next_player=following,
        owed=owed,
        scoreless=0 if again else 1,
        reopened=situation.ended,
        told=[mover] if rule.told == "mover" else situation.players,
    )


def find_next_player(situation: Situation, lost: dict[str, int]) -> tuple[str, dict[str, int]]:
    """Who moves after the mover, and the turns still owed: a player who owes one is passed over."""
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


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
