"""The sentences that a desk shows about the play being made, the state of the game, and the
keys."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from wordtools.messages.plurals import count_things
from wordtools.table.questions import OpenQuestion
from wordtools.table.sheet import describe_winners
from wordtools.table.view import Preview, TableView
from wordtools.terminal.playing.desk import Desk
from wordtools.wording import end_sentence, write_points


def describe_preview(desk: Desk, shown: Preview) -> str:
    if shown.lacks:
        lack = desk.words["makes_no_word" if shown.lacks == "word" else "makes_no_joint_word"]
        return f"{shown.notation}: {lack}"
    points, formed = write_points(shown.score), ", ".join(shown.words) or "–"
    text = desk.words["points"].format(points=points, words=formed)
    if shown.valid is None:
        return f"{shown.notation}: {text}"
    return f"{shown.notation}: {text}: {desk.words['valid' if shown.valid else 'invalid']}"


def describe_input(desk: Desk) -> str:
    """If the player to move has not begun a play, explains how to make one."""
    if desk.covered or desk.answerer is not None or "play" not in desk.view.may:
        return ""
    return desk.words["typed_lingo" if desk.is_lingo else "typed"]


def describe_moment(desk: Desk, seen: TableView) -> str:
    """Describes the open question and who has to answer it. If there is none, says whose turn it
    is, or how the game ended."""
    words = desk.words
    if seen.result is not None:
        return _describe_end(desk, seen)
    if desk.adjourned or seen.phase == "adjourned":
        return words["adjourned"].format(table=seen.table)
    if desk.asking == "days":
        left = count_things("table", desk.language, "days_left", seen.days_off or 0)
        return f"{words['which_days']} {left}"
    if desk.asking == "who" and desk.question:
        waiting = [name for name in desk.question.waits_for if name in desk.people]
        names = "  ".join(f"{n} {name}" for n, name in enumerate(waiting, 1))
        return words["who"].format(names=names)
    if seen.phase == "opened":
        return words["begin"]
    question = desk.question
    text = _describe_question(desk, question) if question else ""
    if desk.answerer is not None:
        return text
    if desk.covered:
        return f"{words['cover'].format(name=desk.holder)} {text}"
    if seen.turn is not None and seen.turn not in desk.people:
        return f"{words['waiting'].format(name=seen.turn)} {text}"
    if not seen.turn:
        return text
    turn = words["turn"].format(name=seen.turn) if len(desk.people) > 1 else words["my_turn"]
    if seen.deadline is not None:
        turn = f"{turn.rstrip('.')}, {words['until'].format(time=show_moment(seen.deadline))}"
    return f"{end_sentence(turn)} {text}"


def show_moment(moment: float, zone: datetime.tzinfo | None = None) -> str:
    """Shows a time in a time zone, by default that of this machine: `2026-10-25 11:00 WET`."""
    there = datetime.datetime.fromtimestamp(moment, datetime.UTC).astimezone(zone)
    return f"{there:%Y-%m-%d %H:%M %Z}"


def _describe_question(desk: Desk, question: OpenQuestion) -> str:
    seconds = ""
    if question.deadline is not None:
        left = max(0, round(question.deadline - desk.now))
        seconds = desk.words["seconds"].format(seconds=left)
    key = {
        "challenge": "may_challenge",
        "accept": "must_accept",
        "vote": "must_vote",
        "take-back": "must_consent",
        "stand": "stands",
    }[question.kind]
    return (
        desk.words[key]
        .format(
            name=desk.answerer or ", ".join(question.waits_for or ("–",)),
            player=question.player,
            words=", ".join(question.words),
            seconds=seconds,
        )
        .rstrip()
    )


def _describe_end(desk: Desk, seen: TableView) -> str:
    result, words = seen.result, desk.words
    if result is None:
        return ""
    out = next((seat.name for seat in seen.seats if not (seat.tiles or seat.has_lost)), "")
    how = words[f"ended_{result.reason}"].format(name=out)
    if result.reason == "lost" and len(seen.seats) == 2:
        resigned = [line.player for line in seen.sheet if line.kind == "resigns"]
        how = f"{resigned[-1]} {words['resigns']}." if resigned else ""
    won = describe_winners(result.winners, desk.language)
    return " ".join(filter(None, (how, won, desk.best)))


def describe_keys(desk: Desk, seen: TableView) -> str:
    """The keys that have an effect at the moment."""
    words, may = desk.words, set(seen.may)
    if desk.asking == "days":
        return _list_keys([("Enter", words["rest"]), ("Esc", words["cancel"])])
    if seen.result is not None or desk.adjourned:
        return words["leave_hint"]
    if seen.phase == "opened":
        return _list_keys([("↑↓", words["rules"]), ("Ctrl-Q", words["away"])])
    keys: list[tuple[str, str]] = []
    question = desk.question
    if desk.answerer is not None and question is not None:
        refusing = {"take-back": "refuse", "challenge": "challenge"}.get(question.kind, "check")
        keys = [("F2", words["accept"]), ("F3", words[refusing])]
    elif not desk.covered:
        keys += [("F1", words["hint"])] * desk.may_hint
        if ok := [words[deed] for deed in ("play", "accept") if deed in may]:
            keys.append(("F2", "/".join(ok)))
        if question is not None and question.kind == "challenge":
            keys.append(("F3", words["challenge"]))
        elif "exchange" in may:
            keys.append(("F3", words["exchange"]))
        if "pass" in may:
            keys.append(("F4", words["pass"]))
        keys.append(("F5", words["shuffle"]))
    mover = question.player if question else ""
    if mover in desk.people and desk.may_take_back:
        keys.append(("F6", words["take_back"]))
    keys.append(("F7", words["adjourn"]))
    if "resign" in may:
        keys.append(("F8", words["resign"]))
    if "stop" in may:
        keys.append(("F9", words["stop"]))
    if desk.find_doer("claim") is not None:
        keys.append(("F10", words["claim"]))
        keys += [("Ctrl-D", words["discard"])] * bool(desk.find_doer("discard"))
    if "rest" in may and desk.answerer is None:
        keys.append(("F11", words["rest"]))
    if desk.team:
        keys.append(("F12", words["change_speaker"]))
    keys.append(("Ctrl-Q", words["away"]))
    return _list_keys(keys)


def _list_keys(keys: Sequence[tuple[str, str]]) -> str:
    """The keys with their labels; a key and its label stay on one line."""
    texts = (f"{key} {label[:1].upper()}{label[1:]} ·" for key, label in keys)
    return " ".join(text.replace(" ", "\u00a0") for text in texts).removesuffix("\u00a0·")
