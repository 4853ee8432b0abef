"""Turns: playing, exchanging, passing, and other actions of a player.

For each action, `find_…_faults` yields the rules that an event breaks, and `apply_…` returns the
game after the event. Players of a recorded game may have broken rules, so `apply_…` accepts every
event except a play that does not fit on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from wordtools.board import notation, scoring, tiles
from wordtools.board.board import Board
from wordtools.board.play import IllegalPlay, Play, check_play, lay_play
from wordtools.board.tiles import BLANK
from wordtools.errors import WordtoolsError
from wordtools.game import racks
from wordtools.game.events import Exchanged, Passed, Played, Reclaimed, Stopped, TookBack
from wordtools.game.state import GameState, IllegalEvent, LastPlay, PendingPlay, Rack
from wordtools.wording import pluralize

TurnEvent = Played | Exchanged | Passed | Reclaimed | Stopped


def find_turn_faults(state: GameState, event: TurnEvent) -> Iterator[WordtoolsError]:
    """Finds the reasons why the player may not act now."""
    if state.ended:
        yield IllegalEvent("ended", "The game has ended")
    elif state.pending:
        yield IllegalEvent("not settled", f"{state.pending.player}'s play is still in question")
    elif state.turn != event.player:
        yield IllegalEvent("not your turn", f"It is {state.turn}'s turn, not {event.player}'s")


def find_play_faults(state: GameState, event: Played) -> Iterator[WordtoolsError]:
    """Finds the rules that a play breaks. Whether its words are valid is for the judge to
    decide."""
    play = resolve_play(state.board, event)
    try:
        check_play(state.board, play)
    except IllegalPlay as error:
        yield error
    else:
        yield from racks.find_supply_faults(state, event.player, play.rack_tiles)


def apply_play(state: GameState, event: Played) -> GameState:
    """The game after a play. Raises `IllegalPlay` if it does not fit on the board."""
    play = resolve_play(state.board, event)
    if state.ruleset.challenge_rule.check == "challenge":
        return settle_play(state, event.player, play)
    return state.change(pending=PendingPlay(event.player, play), last=None)


def settle_play(state: GameState, player: str, play: Play) -> GameState:
    """The game after a play scores and its player draws tiles. The play may still be challenged."""
    rules = state.ruleset
    scored = scoring.score_play(state.board, play)
    points = state.limit_points(player, scored.total)
    rack = racks.remove_tiles(state.racks[player], play.rack_tiles)
    drawn = min(state.bag, max(0, rules.rack - rack.size))
    short = rules.end.when == "refill" and rack.size + drawn < rules.rack
    after = state.with_rack(player, Rack(rack.known, rack.size + drawn)).change(
        board=lay_play(state.board, play),
        bag=state.bag - drawn,
        aside=b"",
        scoreless=0 if scored.total > 0 else state.scoreless + 1,
        passes=0,
        last=LastPlay(player, play, points, before=state.change(last=None, pending=None)),
        pending=None,
    )
    after = after.add_points(player, points, "play").pass_turn(player)
    if scored.exchange and after.bag >= rules.exchange.bag:
        after = _exchange_opponents_tiles(after, player)
    if rules.end.when == "out" and not after.bag and not after.racks[player].size:
        return after.change(ended="out", out=player)
    return after.change(ended="refill") if short else after


def find_exchange_faults(state: GameState, event: Exchanged) -> Iterator[WordtoolsError]:
    """Finds the rules that an exchange breaks."""
    rule, player = state.ruleset.exchange, event.player
    size, done = state.racks[player].size, state.exchanges.get(player, 0)
    named = _read_exchanged_tiles(state, event)
    count = int(event.tiles) if named is None else len(named)
    minimum = rule.bag if rule.returned_first else max(rule.bag, 1)
    if state.bag < minimum:
        sentence = f"The bag holds {state.bag}; an exchange needs at least {minimum}"
        yield IllegalEvent("bag too small", sentence)
    elif state.bag < count and not rule.returned_first:
        sentence = f"The bag holds {state.bag}; the exchange draws {count}"
        yield IllegalEvent("bag too small", sentence)
    if rule.most == 0:
        yield IllegalEvent("exchanges used up", "Exchanges are not allowed in this game")
    elif rule.most is not None and done >= rule.most:
        sentence = f"{player} has exchanged {pluralize(done, 'time')} and may not do so again"
        yield IllegalEvent("exchanges used up", sentence)
    if not count:
        yield IllegalEvent("not on the rack", "The exchange names no tile; name at least one")
    if count != size and (rule.whole_rack or event.keeps_turn):
        sentence = f"An exchange must be of the whole rack, {pluralize(size, 'tile')}"
        yield IllegalEvent("whole rack", sentence)
    if event.keeps_turn and (not rule.keeps_turn or player in state.kept_turn):
        yield IllegalEvent("not allowed", f"{player} cannot exchange and keep the turn")
    number = rule.computer_tiles
    if player == state.computer and number and count != min(number, size):
        sentence = f"The computer exchanges {pluralize(number, 'tile')}, not {count}"
        yield IllegalEvent("wrong number", sentence)
    yield from racks.find_supply_faults(state, player, named or b"")
    if named is None and count > size:
        yield IllegalEvent("too many tiles", f"{player}'s rack holds {size}, not {count}")


def apply_exchange(state: GameState, event: Exchanged) -> GameState:
    """The game after an exchange."""
    rule = state.ruleset.exchange
    player = event.player
    named = _read_exchanged_tiles(state, event)
    rack = state.racks[player]
    # The remaining tiles are known only if the exchanged tiles are.
    kept = racks.remove_tiles(rack, named).known if named is not None else b""
    done = state.exchanges.get(player, 0) + 1
    is_free = rule.free is None or done <= rule.free
    is_free |= player == state.computer and rule.computer_free
    aside = b"" if rule.returned_first else named or b""
    after = state.with_rack(player, Rack(kept[: rack.size], rack.size)).change(
        aside=aside, exchanges={**state.exchanges, player: done}, last=None
    )
    after = after.add_points(player, 0 if is_free else -rule.cost, "exchange")
    if event.keeps_turn:
        return after.change(kept_turn=(*state.kept_turn, player))
    return after.change(
        scoreless=state.scoreless + 1,
        passes=state.passes + 1 if state.ruleset.end.exchange_passes else 0,
    ).pass_turn(player)


def find_pass_faults(state: GameState, event: Passed) -> Iterator[WordtoolsError]:
    """Finds the rules that a pass breaks."""
    if event.timed_out and state.ruleset.clock.move is None:
        yield IllegalEvent("no clock", "Moves are not timed in this game")


def apply_pass(state: GameState, event: Passed) -> GameState:
    """The game after a pass."""
    return state.change(
        scoreless=state.scoreless + 1, passes=state.passes + 1, last=None, aside=b""
    ).pass_turn(event.player)


def find_reclaim_faults(state: GameState, event: Reclaimed) -> Iterator[WordtoolsError]:
    """Finds the rules that a player breaks by swapping a letter for a blank on the board."""
    if not state.ruleset.reclaim_blanks:
        yield IllegalEvent("not allowed", "Blanks stay on the board in this game")
    square = state.ruleset.layout.find_square(event.square)
    tile = state.board.squares[square] if square is not None else 0
    if not tile & BLANK:
        yield IllegalEvent("no blank", f"There is no blank on {event.square}")
    else:
        yield from racks.find_supply_faults(state, event.player, bytes([tile & ~BLANK]))


def apply_reclaim(state: GameState, event: Reclaimed) -> GameState:
    """The game after a letter was swapped for a blank. The turn does not pass."""
    square = state.ruleset.layout.find_square(event.square)
    if square is None:
        return state
    letter = state.board.squares[square] & ~BLANK
    rack = racks.remove_tiles(state.racks[event.player], bytes([letter]))
    swapped = Rack(bytes([0, *rack.known]), rack.size + 1)
    board = state.board.with_tiles({square: letter})
    return state.with_rack(event.player, swapped).change(board=board, last=None)


def find_take_back_faults(state: GameState, event: TookBack) -> Iterator[WordtoolsError]:
    """Finds the rules that a player breaks by taking back a play (the rules of Literki, "Cofanie
    ruchu")."""
    window = state.ruleset.challenge.take_back
    latest = state.pending or state.last
    if window is None:
        yield IllegalEvent("not allowed", "Plays cannot be taken back in this game")
    elif latest is None or latest.player != event.player:
        yield IllegalEvent("not allowed", f"The last play is not {event.player}'s")
    elif isinstance(latest, LastPlay) and latest.challenged:
        yield IllegalEvent("not allowed", "The play has been challenged and stands")
    elif event.seconds > window:
        seconds = pluralize(window, "second")
        yield IllegalEvent("too late", f"A play can be taken back for {seconds}")
    lacking = [name for name in state.opponents(event.player) if name not in event.consent]
    if lacking:
        yield IllegalEvent("no consent", f"{', '.join(lacking)} must consent")


def apply_take_back(state: GameState, event: TookBack) -> GameState:
    """The game as it was before the play; it is the same player's turn again."""
    if state.pending is not None:
        return state.change(pending=None)
    return withdraw_last_play(state).change(turn=event.player) if state.last is not None else state


def withdraw_last_play(state: GameState) -> GameState:
    """The game without the tiles, draws and points of the last play; it is nobody's turn."""
    last = state.last
    if last is None:
        return state
    before = last.before
    return state.add_points(last.player, -last.points, "withdrawn").change(
        board=before.board,
        racks=before.racks,
        bag=before.bag,
        aside=before.aside,
        owed=before.owed,
        scoreless=before.scoreless,
        passes=before.passes,
        last=None,
        turn=None,
        ended=None,
        out=None,
    )


def find_stop_faults(state: GameState, event: Stopped) -> Iterator[WordtoolsError]:
    """Finds the rules that a player breaks by ending the game."""
    if not state.ruleset.end.stops or event.player == state.computer:
        yield IllegalEvent("not allowed", f"{event.player} cannot end this game")


@lru_cache(maxsize=4)  # a play is checked, then applied, then judged
def resolve_play(board: Board, event: Played) -> Play:
    """The play that an event describes. Raises `NotationError`, `SpellingError` and
    `IllegalPlay`."""
    return notation.place_notation(
        board, notation.read_notation(event.notation, board.ruleset.alphabet)
    )


def _read_exchanged_tiles(state: GameState, event: Exchanged) -> bytes | None:
    """The exchanged tiles, or None if only their number is known. Raises `SpellingError`."""
    if isinstance(event.tiles, int):
        return None
    return tiles.read_rack(event.tiles, state.ruleset.alphabet)


def _exchange_opponents_tiles(state: GameState, player: str) -> GameState:
    """The game after the opponents exchange all their tiles at random (the rules of Literki,
    "WYM"). Their new tiles are unknown."""
    opponents = state.opponents(player)
    aside = b"".join(state.racks[name].known for name in opponents)
    unknown = {name: Rack(b"", state.racks[name].size) for name in opponents}
    return state.change(racks={**state.racks, **unknown}, aside=aside)
