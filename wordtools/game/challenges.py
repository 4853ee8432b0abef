"""Settles plays in question by a challenge, a vote of the players, or a check.

`wordtools.rules.challenge` decides the outcome; this module applies it to the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from wordtools.board.play import find_words
from wordtools.errors import WordtoolsError
from wordtools.game.events import Answered, Challenged, Resigned, Ruled
from wordtools.game.state import GameState, IllegalEvent, PendingPlay
from wordtools.game.turns import settle_play, withdraw_last_play
from wordtools.rules import challenge
from wordtools.rules.challenge import Outcome, Situation
from wordtools.wording import pluralize


def find_challenge_faults(state: GameState, event: Challenged) -> Iterator[WordtoolsError]:
    """Finds the rules that a challenge breaks."""
    rule = state.ruleset.challenge_rule
    if rule.check != "challenge":
        yield IllegalEvent("no challenge", f"The rules allow no challenges ({rule.title})")
        return
    situation = _challenge_situation(state, event)
    refusal = (
        challenge.open_challenge(rule, situation).refusal if situation else "not the last play"
    )
    if refusal:
        yield IllegalEvent("challenge refused", f"The challenge is refused: {refusal}")
    count = _count_words(state)
    if count and event.words > count:
        sentence = f"The play makes {pluralize(count, 'word')}; {event.words} cannot be challenged"
        yield IllegalEvent("challenge refused", sentence)


def apply_challenge(state: GameState, event: Challenged) -> GameState:
    """The game after a challenge."""
    situation = _challenge_situation(state, event)
    if situation is None or state.last is None:
        return state
    result = challenge.decide_outcome(state.ruleset.challenge_rule, situation, event.acceptable)
    if result.refusal:
        return state
    if result.status == "withdrawn":
        return _apply_outcome(withdraw_last_play(state).change(passes=0), situation, result)
    wrong = {**state.wrong, event.player: state.wrong.get(event.player, 0) + 1}
    stands = state.change(wrong=wrong, last=structs.replace(state.last, challenged=True))
    return _apply_outcome(stands, situation, result)


def find_answer_faults(state: GameState, event: Answered) -> Iterator[WordtoolsError]:
    """Finds the rules that an opponent's answer breaks."""
    rule = state.ruleset.challenge_rule
    pending = state.pending
    if pending is None or rule.check not in ("poll", "timed"):
        yield IllegalEvent("nothing to settle", "No play waits for the players' answers")
    elif event.player not in state.opponents(pending.player) or event.player in state.lost:
        yield IllegalEvent("no player", f"{event.player} has no vote on this play")
    elif event.player in pending.votes:
        yield IllegalEvent("answered before", f"{event.player} has already answered")
    elif rule.check == "poll" and pending.ruled is None:
        yield IllegalEvent("too early", "The players vote only after the lexicon rejects the play")
    elif rule.check == "timed" and rule.window is not None and event.seconds >= rule.window:
        yield IllegalEvent("too late", f"The {rule.window} seconds are over; the judge decides")


def apply_answer(state: GameState, event: Answered) -> GameState:
    """The game after an opponent's answer to the play in question."""
    pending = state.pending
    if pending is None:
        return state
    votes = {**pending.votes, event.player: event.accepts}
    return _settle(state, structs.replace(pending, votes=votes, seconds=event.seconds))


def find_ruling_faults(state: GameState, event: Ruled) -> Iterator[WordtoolsError]:
    """Finds the rules that a ruling without a challenge breaks."""
    pending = state.pending
    if pending is None or pending.ruled is not None:
        yield IllegalEvent("nothing to settle", "No play waits for a ruling")
        return
    rule = state.ruleset.challenge_rule
    asked = structs.replace(pending, seconds=event.seconds)
    if (
        rule.check == "timed"
        and challenge.open_challenge(rule, _pending_situation(state, asked)).action == "wait"
    ):
        seconds = pluralize(rule.window or 0, "second")
        sentence = f"The players have {seconds} to answer before the judge decides"
        yield IllegalEvent("too early", sentence)


def apply_ruling(state: GameState, event: Ruled) -> GameState:
    """The game after a ruling on the play in question."""
    pending = state.pending
    if pending is None:
        return state
    seconds = max(pending.seconds, event.seconds)
    return _settle(state, structs.replace(pending, ruled=event.acceptable, seconds=seconds))


def find_resignation_faults(state: GameState, event: Resigned) -> Iterator[WordtoolsError]:
    """Finds the reasons why a player cannot resign."""
    if state.ended:
        yield IllegalEvent("ended", "The game has ended")
    elif event.player in state.lost:
        yield IllegalEvent("not allowed", f"{event.player} has already lost")


def apply_resignation(state: GameState, event: Resigned) -> GameState:
    """The game after a player resigns. If the play in question is the player's own, it is
    withdrawn; otherwise, the player's answer is no longer needed.
    """
    state = state.change(lost=(*state.lost, event.player))
    pending = state.pending
    if pending is None:
        return state
    return state.change(pending=None) if pending.player == event.player else _settle(state, pending)


def _settle(state: GameState, pending: PendingPlay) -> GameState:
    """The game after the play in question is settled or, if it cannot be settled yet, the game in
    which the play is still in question."""
    rule = state.ruleset.challenge_rule
    situation = _pending_situation(state, pending)
    waiting = state.change(pending=pending)
    asks_judge = rule.check == "poll" or challenge.open_challenge(rule, situation).action == "judge"
    if asks_judge and pending.ruled is None:
        return waiting
    result = challenge.decide_outcome(rule, situation, pending.ruled)
    if result.status == "pending":
        return waiting
    if result.status == "stands":
        return settle_play(state, pending.player, pending.play)
    return _apply_outcome(state.change(pending=None, passes=0), situation, result)


def _apply_outcome(state: GameState, situation: Situation, result: Outcome) -> GameState:
    turn, owed = result.next_player, result.owed
    if result.loses_game:  # several other players remain
        turn, owed = challenge.find_next_player(situation, {})
        state = state.change(lost=(*state.lost, result.loses_game))
    scoreless = state.scoreless + result.scoreless
    after = state.change(turn=turn, owed=owed, scoreless=scoreless)
    for player, points in result.points.items():
        after = after.add_points(player, points, "challenge")
    return after


def _challenge_situation(state: GameState, event: Challenged) -> Situation | None:
    """The situation in which a play is challenged; None if there is no play to challenge."""
    last = state.last
    if last is None:
        return None
    return Situation(
        players=list(state.players),
        mover=last.player,
        challenger=event.player,
        words_named=min(event.words, _count_words(state)),
        seconds=event.seconds,
        wrong_before=state.wrong.get(event.player, 0),
        owed=last.before.owed,
        challenged=last.challenged,
        ended=state.ended is not None,
    )


def _count_words(state: GameState) -> int:
    """The number of words that the last play made; 0 if there is no such play."""
    last = state.last
    return len(find_words(last.before.board, last.play)) if last else 0


def _pending_situation(state: GameState, pending: PendingPlay) -> Situation:
    """The situation of a play that waits for answers from the players or from the judge."""
    playing = [name for name in state.players if name not in state.lost or name == pending.player]
    return Situation(
        players=playing,
        mover=pending.player,
        seconds=pending.seconds,
        owed=state.owed,
        votes=pending.votes,
    )
