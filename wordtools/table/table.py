"""A table turns commands and the passing of time into events.

`apply` returns the events that a command causes at a given time, without changing anything;
`evolve` (in `state.py`) returns the table after each of them. A host can therefore record events
before anyone sees them, and a table resumes by replaying its records. Both are pure functions,
which use neither a clock nor randomness. The time is passed with the command, and all draws follow
from the table's seed. `view.py` defines what each seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from wordtools.board import notation, tiles
from wordtools.board.play import find_words
from wordtools.errors import GameError
from wordtools.game import events as game_events
from wordtools.game import turns
from wordtools.game.replay import find_faults
from wordtools.game.state import IllegalEvent
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.game import LingoGame
from wordtools.lingo.scoring import score_move
from wordtools.messages.refusal import CannotJudge
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset
from wordtools.table import clock, draws, events
from wordtools.table.days import (
    check_days,
    count_days_left,
    count_seconds,
    find_absent,
    read_days,
)
from wordtools.table.events import NOBODY, Happened
from wordtools.table.questions import list_voters, list_words
from wordtools.table.scribe import Scribe
from wordtools.table.state import Table, draw_letters, evolve
from wordtools.wording import join_list

SeatedDeed = Literal[
    "begin",
    "play",
    "exchange",
    "exchange-rack",
    "pass",
    "reclaim",
    "challenge",
    "accept",
    "check",
    "take-back",
    "consent",
    "refuse",
    "resign",
    "stop",
    "adjourn",
    "return",
    "rest",
    "claim",
    "discard",
]
"""The commands that are open to everyone who has sat down."""

Deed = Literal["join", SeatedDeed]


class Command(Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A player's command. `text` is a nonce for "join", a play or move in notation for "play", the
    tiles for "exchange", and the square of a blank for "reclaim". `words`: the words named in a
    "challenge"; `member`: the team member who gives the command. The text of "rest" is the first
    and the last day off, as in `2026-12-24 2026-12-26`."""

    player: str
    do: Deed
    text: str = ""
    words: tuple[str, ...] = ()
    member: str = ""


def open_table(opened: events.Opened, ruleset: Ruleset, now: float) -> Happened:
    """The event that opens a table. Raises `GameError` unless these seats can play."""
    happened = Happened(now, opened, only=NOBODY)
    check_days(Table.open(happened, ruleset))
    if opened.commitment != draws.commit(opened.nonce):
        raise GameError("the commitment belongs to another nonce")
    return happened


def apply(
    table: Table, command: Command | None, now: float, lexicon: Lexicon
) -> tuple[Happened, ...]:
    """Returns the events that the passing of time has caused up to this time (seconds since 1970).
    If there is a command, the events that it causes follow. `lexicon` contains the words that the
    ruleset admits. Raises `WordtoolsError` if the command is refused, in which case nothing has
    happened. Raises `CannotJudge` if the lexicon cannot answer; the play then stays in question."""
    scribe = Scribe(table, now, lexicon)
    moment = scribe.now
    clock.let_time_pass(scribe, moment)
    if command is not None:
        scribe.member = command.member
        _obey(scribe, command)
        scribe.member = ""
        scribe.follow_up()
    return tuple(scribe.happened)


def evolve_all(table: Table, happened: Iterable[Happened]) -> Table:
    """The table after these events. Raises `WordtoolsError` for an impossible event."""
    for one in happened:
        table = evolve(table, one)
    return table


def order_players(scribe: Scribe) -> tuple[str, ...]:
    """The players in the order of their turns: the order of the seats, starting with the player who
    begins. The right to begin goes to those who have begun least often and, among them, to those
    who have gone second most often. If several players remain, a recorded draw decides."""
    table, ruleset = scribe.table, scribe.table.ruleset
    names = table.opened.names
    none = (0,) * len(names)
    counts = zip(table.opened.starts or none, table.opened.seconds or none, strict=True)
    ranks = [(begun, -second) for begun, second in counts]
    first = [name for name, rank in zip(names, ranks, strict=True) if rank == min(ranks)]
    if len(first) > 1 and isinstance(ruleset, CrosswordRuleset) and ruleset.begins == "tiles":
        bag = [tile for tile, count in enumerate(ruleset.counts) for _ in range(count)]
        for drawn in draws.draw_first(table.seed, first, bag):
            faces = {name: tiles.show_tile(tile, ruleset.alphabet) for name, tile in drawn.items()}
            scribe.write(events.Drew(faces))
            first = [name for name in drawn if drawn[name] == min(drawn.values())]
    at = names.index(first[draws.choose_number(table.seed, "first", len(first))])
    return (*names[at:], *names[:at])


def _obey(scribe: Scribe, command: Command) -> None:
    table, player = scribe.table, command.player
    seat = table.find_seat(player)
    if seat is None:
        sentence = f"{player} has no seat here; the seats are {join_list(table.opened.names)}"
        raise GameError(sentence, "no seat")
    if command.member and command.member not in seat.members:
        raise GameError(f"{command.member} is not in the team {player}", "no seat")
    if table.is_over:
        raise IllegalEvent("ended", "The game has ended")
    if table.position is None:
        before = {"join": _join, "begin": _begin, "discard": _discard}
        if command.do not in before:
            raise IllegalEvent("not begun", "The game has not begun; take all seats, then begin")
        before[command.do](scribe, command)
        return
    if table.adjourned and command.do not in ("return", "discard"):
        raise IllegalEvent("adjourned", "The game is adjourned; everyone must return first")
    deeds = _LINGO if isinstance(table.position, LingoGame) else _CROSSWORD
    deed = deeds.get(command.do)
    if deed is None:
        raise IllegalEvent("not allowed", f"`{command.do}` is not possible in this game now")
    deed(scribe, command)


def _join(scribe: Scribe, command: Command) -> None:
    nonce = command.text
    if command.player in scribe.table.nonces:
        raise GameError(f"{command.player}'s seat is taken", "seat taken")
    if not (0 < len(nonce) <= 200 and nonce.isprintable()):
        raise GameError("add a nonce of 1 to 200 printable characters")
    scribe.write(events.Joined(command.player, nonce))


def _begin(scribe: Scribe, command: Command) -> None:
    table = scribe.table
    waiting = [name for name in table.opened.names if name not in table.nonces]
    if waiting:
        raise IllegalEvent("not seated", f"{join_list(waiting)} must sit down first")
    scribe.write(events.Began(order_players(scribe)))
    if isinstance(scribe.table.position, LingoGame):
        return
    if letters := draw_letters(scribe.table):
        text = tiles.write_tiles(letters, table.ruleset.alphabet)
        scribe.write(game_events.Added(text), only=NOBODY)
    scribe.deal()


def _discard(scribe: Scribe, command: Command) -> None:
    others = [name for name in scribe.table.people if name != command.player]
    absent = find_absent(scribe.table, scribe.now)
    elsewhere = [name for name in others if _is_elsewhere(scribe.table, name) and name != absent]
    if elsewhere and scribe.table.position is not None:
        sentence = f"{join_list(elsewhere)} could still play; resign, or adjourn the game"
        raise IllegalEvent("not allowed", sentence)
    scribe.write(events.Discarded())


def _is_elsewhere(table: Table, player: str) -> bool:
    seat = table.find_seat(player)
    return seat is not None and seat.kind == "elsewhere"


def _place(scribe: Scribe, command: Command) -> None:
    lingo = scribe.table.position
    if not isinstance(lingo, LingoGame):
        return
    if lingo.mover != command.player:
        raise IllegalEvent("not your turn", f"It is {lingo.mover}'s turn, not {command.player}'s")
    after = lingo.play(command.text, scribe.lexicon)
    turn, score = after.turns[-1], score_move(after.board, scribe.lexicon)
    words = tuple(word.text for word in score.words) if score.joined else ()
    scribe.write(events.Placed(command.player, turn.move, turn.points, words))


def _lay(scribe: Scribe, command: Command) -> None:
    player = command.player
    _take_turn(scribe, player)
    state = scribe.table.game
    rule = state.ruleset.challenge_rule
    play = turns.resolve_play(state.board, game_events.Played(player, command.text))
    event = game_events.Played(player, notation.write_play(state.board, play))
    for fault in turns.find_play_faults(state, event):
        raise fault
    if rule.check not in ("play", "poll"):
        if scribe.read_clock():
            scribe.write(event)
        return
    words = [word.text(state.board) for word in find_words(state.board, play)]
    ruled = game_events.Ruled(scribe.rule(words))
    # If a rejected play can be replaced, only its player may see it.
    only = player if rule.invalid == "play-again" and not ruled.acceptable else None
    if rule.check == "poll" or ruled.acceptable:
        only = None
    if only is None and not scribe.read_clock():
        return
    scribe.write(event, only)
    scribe.write(ruled, only)


def _take_turn(scribe: Scribe, player: str) -> None:
    """Lets the last play stand, because the next player moves. Raises `IllegalEvent` if that player
    may not move yet."""
    table = scribe.table
    if table.game.turn != player or table.game.pending:
        for fault in turns.find_turn_faults(table.game, game_events.Passed(player)):
            raise fault
    if table.asked:
        raise IllegalEvent(
            "not settled", f"{table.asked.player} asks to take back a play; answer first"
        )
    if table.is_swapping:
        sentence = "The last play can still be taken back; after that, your tiles will be exchanged"
        raise IllegalEvent("not settled", sentence)
    scribe.stand()


def _exchange(scribe: Scribe, command: Command) -> None:
    player = command.player
    _take_turn(scribe, player)
    alphabet = scribe.table.ruleset.alphabet
    named = tiles.write_tiles(tiles.read_rack(command.text, alphabet), alphabet)
    keeps_turn = command.do == "exchange-rack"
    if keeps_turn or scribe.read_clock():
        scribe.write(game_events.Exchanged(player, named, keeps_turn), only=player)


def _pass(scribe: Scribe, command: Command) -> None:
    _take_turn(scribe, command.player)
    if scribe.read_clock():
        scribe.write(game_events.Passed(command.player))


def _reclaim(scribe: Scribe, command: Command) -> None:
    _take_turn(scribe, command.player)
    scribe.write(game_events.Reclaimed(command.player, command.text.upper()))


def _stop(scribe: Scribe, command: Command) -> None:
    _take_turn(scribe, command.player)
    if scribe.read_clock():
        scribe.write(game_events.Stopped(command.player))


def _challenge(scribe: Scribe, command: Command) -> None:
    table, player = scribe.table, command.player
    last = table.game.last
    if last is None or player in table.game.lost or player in table.waived:
        raise IllegalEvent("challenge refused", "There is no play that you can challenge")
    rule = table.game.ruleset.challenge_rule
    seconds = count_seconds(table, table.played_at, scribe.now)
    words = _name_words(scribe, command) if rule.scope == "words" else list_words(table)
    event = game_events.Challenged(
        player, False, len(words) if rule.scope == "words" else 1, seconds
    )
    for fault in find_faults(table.game, event):
        raise fault
    acceptable = scribe.rule(words)
    scribe.read_clock()
    scribe.write(game_events.Challenged(player, acceptable, event.words, seconds))


def _name_words(scribe: Scribe, command: Command) -> list[str]:
    """The words of the last play that the challenger names."""
    if not command.words:
        raise CannotJudge.because("no_words")
    made = list_words(scribe.table)
    named = [scribe.lexicon.alphabet.show(scribe.lexicon.alphabet.spell(w)) for w in command.words]
    for word in named:
        if named.count(word) > made.count(word):
            sentence = f"The play makes {join_list(made)}; name words among these"
            raise IllegalEvent("challenge refused", sentence)
    return named


def _accept(scribe: Scribe, command: Command) -> None:
    table, player = scribe.table, command.player
    if table.game.pending is not None:
        _vote(scribe, player, accepts=True)
        return
    voters = list_voters(scribe.table)
    is_open = not table.firm and table.game.ruleset.challenge_rule.check == "challenge"
    if not is_open or player not in voters or player in table.waived:
        raise IllegalEvent("nothing to settle", "No play waits for your answer")
    scribe.write(events.Waived(player))


def _check(scribe: Scribe, command: Command) -> None:
    if scribe.table.game.pending is None:
        raise IllegalEvent("nothing to settle", "No play waits for the players' answers")
    _vote(scribe, command.player, accepts=False)


def _vote(scribe: Scribe, player: str, accepts: bool) -> None:
    seconds = count_seconds(scribe.table, scribe.table.played_at, scribe.now)
    scribe.write(game_events.Answered(player, accepts, seconds))


def _take_back(scribe: Scribe, command: Command) -> None:
    table, player = scribe.table, command.player
    if table.asked or table.kept:
        raise IllegalEvent("not allowed", "The opponents have already been asked")
    opponents = tuple(table.game.opponents(player))
    seconds = count_seconds(table, table.played_at, scribe.now)
    for fault in find_faults(table.game, game_events.TookBack(player, opponents, seconds)):
        raise fault
    if table.firm and table.game.pending is None:
        raise IllegalEvent("too late", "The play stands")
    scribe.write(events.AskedBack(player))
    _finish_asking(scribe)


def _answer_asking(scribe: Scribe, command: Command) -> None:
    table, player = scribe.table, command.player
    asked = table.asked
    if asked is None or player not in list_voters(scribe.table) or player in asked.answers:
        raise IllegalEvent(
            "nothing to settle", "Nobody has asked you whether a play may be taken back"
        )
    scribe.write(events.AnsweredBack(player, command.do == "consent"))
    _finish_asking(scribe)


def _finish_asking(scribe: Scribe) -> None:
    """Takes back the play once all opponents consent."""
    table, asked = scribe.table, scribe.table.asked
    if asked is None or not set(list_voters(scribe.table)) <= {*asked.answers}:
        return
    opponents = tuple(table.game.opponents(asked.player))  # players who have lost are not asked
    seconds = count_seconds(table, table.played_at, asked.at)
    scribe.write(game_events.TookBack(asked.player, opponents, seconds))


def _resign(scribe: Scribe, command: Command) -> None:
    lingo = scribe.table.position
    if not isinstance(lingo, LingoGame):
        _answer_for(scribe, command.player)
        if scribe.table.game.ended or not scribe.read_clock():
            return
    elif command.player in lingo.lost:
        raise IllegalEvent("not allowed", f"{command.player} has already lost")
    scribe.write(game_events.Resigned(command.player))


def _answer_for(scribe: Scribe, leaver: str) -> None:
    """Lets the last play stand, because a player leaves. If a play in question waits only for this
    player's answer, the play is accepted. If the play has a word that is not in the lexicon,
    however, it is rejected as if the player had not answered.
    """
    pending = scribe.table.game.pending
    if pending and {*list_voters(scribe.table)} - {*pending.votes} == {leaver}:
        accepts = scribe.table.game.ruleset.challenge_rule.check == "timed"
        _vote(scribe, leaver, accepts)
    scribe.stand()


def _adjourn(scribe: Scribe, command: Command) -> None:
    table, player = scribe.table, command.player
    if player in table.away or player not in table.people:
        raise IllegalEvent("not allowed", f"{player} does not need the opponents' consent for this")
    absent = find_absent(table, scribe.now)
    is_everyone = set(table.people) <= {*table.away, player, absent}
    if not isinstance(table.position, LingoGame):
        if table.game.pending or table.asked:
            raise IllegalEvent("not settled", "Settle the play in question first")
        if is_everyone:
            scribe.stand()
            if not scribe.read_clock():
                return
    if scribe.table.is_over:
        return
    scribe.write(events.Paused(player))
    if is_everyone and absent is not None and absent not in scribe.table.away:
        scribe.write(events.Paused(absent))


def _return(scribe: Scribe, command: Command) -> None:
    if command.player not in scribe.table.away:
        raise IllegalEvent("not allowed", f"{command.player} is not away")
    scribe.write(events.Returned(command.player))


def _rest(scribe: Scribe, command: Command) -> None:
    table, player = scribe.table, command.player
    if table.opened.hours is None or player not in table.people:
        raise IllegalEvent("not allowed", "Only games with hours for each turn have days off")
    if find_absent(table, scribe.now) == player:
        raise IllegalEvent("too late", "The time for this turn is over")
    first, _, last = command.text.partition(" ")
    begin, _ = read_days(first, last or first, count_days_left(table, player))
    if begin + 86_400 <= scribe.now:
        raise IllegalEvent("too late", f"{first} is in the past; take days off from today onwards")
    scribe.write(events.Rested(player, first, last or first))


def _claim(scribe: Scribe, command: Command) -> None:
    player = command.player
    absent = find_absent(scribe.table, scribe.now)
    if absent is None or absent == player or player not in scribe.table.people:
        raise IllegalEvent("too early", "Nobody has run out of time for a turn")
    if not isinstance(scribe.table.position, LingoGame):
        scribe.stand()
    scribe.write(events.Claimed(player, absent))
    scribe.write(game_events.Resigned(absent))


_Deed = Callable[[Scribe, Command], None]
_SHARED: dict[str, _Deed] = {
    "resign": _resign,
    "adjourn": _adjourn,
    "return": _return,
    "rest": _rest,
    "claim": _claim,
    "discard": _discard,
}
_LINGO: dict[str, _Deed] = {**_SHARED, "play": _place}
_CROSSWORD: dict[str, _Deed] = {
    **_SHARED,
    "play": _lay,
    "exchange": _exchange,
    "exchange-rack": _exchange,
    "pass": _pass,
    "reclaim": _reclaim,
    "challenge": _challenge,
    "accept": _accept,
    "check": _check,
    "take-back": _take_back,
    "consent": _answer_asking,
    "refuse": _answer_asking,
    "stop": _stop,
}
