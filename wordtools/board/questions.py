"""A play in question: challenged, put to the players' vote, or checked.

What follows is for `wordtools.rules.challenge` to say; here it is applied to the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from wordtools.board.events import Answered, Challenged, Ruled
from wordtools.board.state import IllegalEvent, Pending, State
from wordtools.board.turns import laid, withdrawn
from wordtools.errors import WordtoolsError
from wordtools.rules import challenge
from wordtools.rules.challenge import Outcome, Situation


def against_challenge(state: State, event: Challenged) -> Iterator[WordtoolsError]:
    """What speaks against a challenge."""
    rule = state.rules.challenge_rule
    if rule.check != "challenge":
        yield IllegalEvent("no challenge", f"Nobody challenges in this game ({rule.title}).")
        return
    situation = _challenge(state, event)
    refusal = challenge.opening(rule, situation).refusal if situation else "not the last play"
    if refusal:
        yield IllegalEvent("challenge refused", f"The challenge is refused: {refusal}.")


def challenged(state: State, event: Challenged) -> State:
    """The game after a challenge."""
    situation = _challenge(state, event)
    if situation is None or state.last is None:
        return state
    result = challenge.outcome(state.rules.challenge_rule, situation, event.acceptable)
    if result.refusal:
        return state
    if result.play == "withdrawn":
        return _after(withdrawn(state).change(passes=0), situation, result)
    wrong = {**state.wrong, event.player: state.wrong.get(event.player, 0) + 1}
    stands = state.change(wrong=wrong, last=structs.replace(state.last, challenged=True))
    return _after(stands, situation, result)


def against_answer(state: State, event: Answered) -> Iterator[WordtoolsError]:
    """What speaks against an opponent's answer."""
    rule = state.rules.challenge_rule
    pending = state.pending
    if pending is None or rule.check not in ("poll", "timed"):
        yield IllegalEvent("nothing to settle", "No play waits for the players' answers.")
    elif event.player not in state.opponents(pending.player):
        yield IllegalEvent("no player", f"{event.player} is not asked about this play.")
    elif event.player in pending.votes:
        yield IllegalEvent("answered before", f"{event.player} has answered already.")
    elif rule.check == "poll" and pending.ruled is None:
        yield IllegalEvent("too early", "The players vote on what the lexicon does not have.")
    elif rule.check == "timed" and rule.window is not None and event.seconds >= rule.window:
        yield IllegalEvent("too late", f"The {rule.window} seconds are over: the judge decides.")


def answered(state: State, event: Answered) -> State:
    """The game after an opponent's answer to the play in question."""
    pending = state.pending
    if pending is None:
        return state
    votes = {**pending.votes, event.player: event.accepts}
    return _settled(state, structs.replace(pending, votes=votes, seconds=event.seconds))


def against_ruling(state: State, event: Ruled) -> Iterator[WordtoolsError]:
    """What speaks against a ruling that no challenge asked for."""
    pending = state.pending
    if pending is None or pending.ruled is not None:
        yield IllegalEvent("nothing to settle", "No play waits for a ruling.")
        return
    rule = state.rules.challenge_rule
    asked = structs.replace(pending, seconds=event.seconds)
    if rule.check == "timed" and challenge.opening(rule, _question(state, asked)).action == "wait":
        yield IllegalEvent(
            "too early", f"The players have {rule.window} seconds to answer before the judge does."
        )


def ruled(state: State, event: Ruled) -> State:
    """The game after a ruling on the play in question."""
    pending = state.pending
    if pending is None:
        return state
    seconds = max(pending.seconds, event.seconds)
    return _settled(state, structs.replace(pending, ruled=event.acceptable, seconds=seconds))


def _settled(state: State, pending: Pending) -> State:
    """The game once the play in question stands or is withdrawn; till then, still in question."""
    rule = state.rules.challenge_rule
    question = _question(state, pending)
    waiting = state.change(pending=pending)
    asks_judge = rule.check == "poll" or challenge.opening(rule, question).action == "judge"
    if asks_judge and pending.ruled is None:
        return waiting
    result = challenge.outcome(rule, question, pending.ruled)
    if result.play == "pending":
        return waiting
    if result.play == "stands":
        return laid(state, pending.player, pending.play)
    return _after(state.change(pending=None, passes=0), question, result)


def _after(state: State, situation: Situation, result: Outcome) -> State:
    """The game with an outcome's turns and points."""
    turn, owed = result.next_player, result.owed
    if result.loses_game:  # the others go on, if there are several
        turn, owed = challenge.next_player(situation, {})
        state = state.change(lost=(*state.lost, result.loses_game))
    scoreless = state.scoreless + result.scoreless
    after = state.change(turn=turn, owed=owed, scoreless=scoreless)
    for player, points in result.points.items():
        after = after.given(player, points, "challenge")
    return after


def _challenge(state: State, event: Challenged) -> Situation | None:
    """The situation of a challenge; None when there is no play to challenge."""
    last = state.last
    if last is None:
        return None
    return Situation(
        players=list(state.players),
        mover=last.player,
        challenger=event.player,
        words_named=event.words,
        seconds=event.seconds,
        wrong_before=state.wrong.get(event.player, 0),
        owed=last.before.owed,
        challenged=last.challenged,
        ended=state.ended is not None,
    )


def _question(state: State, pending: Pending) -> Situation:
    """The situation of a play that the players or the judge are asked about."""
    return Situation(
        players=list(state.players),
        mover=pending.player,
        seconds=pending.seconds,
        owed=state.owed,
        votes=pending.votes,
    )
