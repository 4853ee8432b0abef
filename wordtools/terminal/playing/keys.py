"""Carries out the command of each key at a desk."""

from __future__ import annotations

from wordtools.errors import WordtoolsError
from wordtools.game.state import GameState
from wordtools.table.refusals import explain
from wordtools.table.table import Command, Deed
from wordtools.terminal.playing.desk import Desk
from wordtools.terminal.playing.draft import find_square

_ARROWS = {"up": (True, -1), "down": (True, 1), "left": (False, -1), "right": (False, 1)}
_CONFIRMED: dict[str, Deed] = {"f8": "resign", "f9": "stop", "f10": "claim", "ctrl+d": "discard"}


def press(desk: Desk, key: str, now: float) -> None:
    """Presses a key at a desk: a character, or a name such as `enter`, `f2`, `left`."""
    desk.now = now
    desk.notice = ""
    confirming, desk.confirming = desk.confirming, ""
    if key in ("ctrl+q", "ctrl+c"):
        desk.leaving = True
    elif desk.host.table.is_over or desk.adjourned:
        desk.leaving = key == "escape" or (key == "enter" and not desk.draft.is_begun)
        if key == "enter":  # meant for the play, if the game ended while somebody was typing
            desk.draft.clear()
    elif desk.asking == "who":
        _name_challenger(desk, key)
    elif desk.asking == "days":
        _type_days(desk, key)
    elif desk.host.table.position is None:
        if key in ("enter", "f2"):
            desk.scrolled = (0, 0)
            desk.do(Command(desk.people[0] if desk.people else "", "begin"))
        elif key in _ARROWS:
            _move_cursor(desk, *_ARROWS[key])
    elif key in _CONFIRMED:
        _confirm(desk, key, confirming)
    elif desk.covered and desk.answerer is None:
        if key == "enter":
            desk.covered = False
        elif key == "f6":
            _take_back(desk)
        elif key == "f7":
            _adjourn(desk)
    else:
        _press_in_game(desk, key)
    desk.tick(now)


def _press_in_game(desk: Desk, key: str) -> None:
    answerer = desk.answerer
    if key == "f2":
        _press_ok(desk, answerer)
    elif key == "f3":
        _press_check(desk, answerer)
    elif key == "f6":
        _take_back(desk)
    elif key == "f7":
        _adjourn(desk)
    elif key == "f12":
        _change_speaker(desk)
    elif answerer is not None:
        desk.notice = desk.words["no_key"]
    elif key == "enter":
        _make_written_turn(desk)
    elif key == "f1":
        desk.ask_hint()
    elif key == "f11":
        _ask_days(desk)
    elif key == "f4":
        desk.do(Command(desk.holder, "pass"))
    elif key == "f5":
        desk.draft.shuffle(desk.list_rack())
    elif key in _ARROWS:
        _move_cursor(desk, *_ARROWS[key])
    elif key == "escape":
        desk.draft.clear()
    elif key == "backspace":
        desk.draft.remove_last()
    elif desk.draft.laying is None:
        desk.draft.type(key)
    elif key in ("tab", " "):
        desk.draft.laying.turn()
    elif len(key) == 1:
        _lay(desk, key)


def _press_ok(desk: Desk, answerer: str | None) -> None:
    """Handles the key for "OK", "accept" and, if there is nothing else to do, "take back". Enter
    only makes a play, so that it answers nobody's question while somebody is typing."""
    question = desk.question
    if answerer is not None and question is not None:
        deed: Deed = "consent" if question.kind == "take-back" else "accept"
        desk.do(Command(answerer, deed))
    elif desk.draft.is_begun:
        _make_written_turn(desk)
    elif "accept" in desk.view.may:
        desk.do(Command(desk.holder, "accept"))
    elif "take-back" in desk.view.may:
        desk.do(Command(desk.holder, "take-back"))
    else:
        _make_written_turn(desk)


def _make_written_turn(desk: Desk) -> None:
    if not desk.draft.is_begun:
        desk.notice = desk.words["typed_lingo" if desk.is_lingo else "typed"]
        return
    try:
        text = desk.write_turn()
    except WordtoolsError as error:
        desk.notice = explain(error, desk.language)
    else:
        _make_turn(desk, text)


def _make_turn(desk: Desk, text: str) -> None:
    square = find_square(text)
    if text == "-":
        done = desk.do(Command(desk.holder, "pass"))
    elif text.startswith("-"):
        done = desk.do(Command(desk.holder, "exchange", text[1:]))
    elif text == "*":
        done = desk.do(Command(desk.holder, "exchange-rack", desk.view.rack))
    elif square is not None:
        done = desk.do(Command(desk.holder, "reclaim", square))
    else:
        done = desk.do(Command(desk.holder, "play", text))
    if done:
        desk.draft.clear()


def _press_check(desk: Desk, answerer: str | None) -> None:
    """Handles the key for "check", "challenge" and, in one's own turn, "exchange"."""
    question = desk.question
    text = desk.draft.typed.strip()
    if answerer is not None and question is not None:
        deeds: dict[str, Deed] = {"take-back": "refuse", "challenge": "challenge"}
        desk.do(Command(answerer, deeds.get(question.kind, "check"), words=_name_words(desk)))
    elif question is not None and question.kind == "challenge" and (not text or _names_words(desk)):
        waiting = [name for name in question.waits_for if name in desk.people]
        if len(waiting) > 1:
            desk.asking = "who"
        elif waiting and desk.do(Command(waiting[0], "challenge", words=_name_words(desk))):
            desk.draft.clear()
    elif text:
        _make_turn(desk, "-" + text.removeprefix("-"))
    else:
        may_exchange = "exchange" in desk.view.may
        desk.notice = desk.words["help_exchange_typed" if may_exchange else "no_key"]


def _name_challenger(desk: Desk, key: str) -> None:
    desk.asking = ""
    question = desk.question
    if question is None:
        return
    waiting = [name for name in question.waits_for if name in desk.people]
    if key.isdigit() and 0 < int(key) <= len(waiting):
        name = waiting[int(key) - 1]
        if desk.do(Command(name, "challenge", words=_name_words(desk))):
            desk.draft.clear()


def _names_words(desk: Desk) -> bool:
    """True if challengers name the words that they challenge."""
    game = desk.host.table.position
    return isinstance(game, GameState) and game.ruleset.challenge_rule.scope == "words"


def _name_words(desk: Desk) -> tuple[str, ...]:
    return tuple(desk.draft.typed.upper().split()) if _names_words(desk) else ()


def _take_back(desk: Desk) -> None:
    question = desk.question
    if question is None or question.player not in desk.people:
        desk.notice = desk.words["no_key"]
    else:
        desk.do(Command(question.player, "take-back"))


def _confirm(desk: Desk, key: str, confirming: str) -> None:
    """Carries out a command that cannot be undone, but only after its key is pressed twice."""
    deed = _CONFIRMED[key]
    doer = desk.find_doer(deed)
    if doer is None or (desk.answerer is not None and deed in ("resign", "stop")):
        desk.notice = desk.words["no_key"]
    elif confirming == key:
        desk.do(Command(doer, deed))
    else:
        desk.confirming = key
        name = key.upper().replace("CTRL+", "Ctrl-")
        desk.notice = desk.words["confirm"].format(key=name, what=desk.words[deed])


def _change_speaker(desk: Desk) -> None:
    """Selects the next member of the team as the speaker; after the last member, selects nobody."""
    if not desk.team:
        desk.notice = desk.words["no_key"]
        return
    names = ["", *desk.team]
    after = names[(names.index(desk.speaker) + 1) % len(names)]
    desk.speakers[desk.answerer or desk.holder] = after


def _ask_days(desk: Desk) -> None:
    if "rest" in desk.view.may:
        desk.draft.clear()
        desk.asking = "days"
    else:
        desk.notice = desk.words["no_key"]


def _type_days(desk: Desk, key: str) -> None:
    """Handles a key while somebody is typing days off."""
    if key == "escape":
        desk.asking = ""
        desk.draft.clear()
    elif key == "backspace":
        desk.draft.typed = desk.draft.typed[:-1]
    elif key in ("enter", "f2"):
        days = desk.draft.typed.replace("..", " ").strip()
        if desk.do(Command(desk.holder, "rest", days)):
            desk.asking = ""
            desk.draft.clear()
    else:
        desk.draft.type(key)


def _adjourn(desk: Desk) -> None:
    """Adjourns the game on behalf of everyone at this terminal."""
    people = [name for name in desk.people if name in desk.host.table.people]
    if people and all(desk.do(Command(name, "adjourn")) for name in people):
        desk.adjourned = True


def _move_cursor(desk: Desk, down: bool, by: int) -> None:
    board = desk.find_board()
    if board is None:  # the rules, or a board without edges, scroll by one square cell
        right, along = desk.scrolled
        right, along = (right, along + 2 * by) if down else (right + 4 * by, along)
        desk.scrolled = max(0, right), max(0, along)
        return
    desk.draft.move_cursor(board, down, by)


def _lay(desk: Desk, key: str) -> None:
    board, laying = desk.find_board(), desk.draft.laying
    if board is None or laying is None:
        return
    letter = f"{desk.draft.typed}{key}".strip("?[]").upper()
    is_taken = board.squares[laying.cursor] or laying.cursor in laying.laid
    try:
        is_laid = desk.draft.lay(board, desk.view.rack, key)
    except WordtoolsError as error:
        desk.notice = explain(error, desk.language)
    else:
        if not is_laid:
            reason = "rule_square_taken" if is_taken else "not_on_rack"
            desk.notice = desk.words[reason].format(letter=letter)
