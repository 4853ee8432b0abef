"""The screen of a desk: rows of styled text, for any size of terminal that the board fits.

A tile is drawn in a cell of three characters; one of the last play has brackets, `<A>`. Without
colours, other tiles have brackets, too: `[A]`, a blank `[a]`, a tile that is being laid `{A}`.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from msgspec import Struct
from rich.cells import cell_len

from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.tiles import BLANK, LETTER
from wordtools.messages.plurals import count_things
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.table.questions import OpenQuestion
from wordtools.table.state import SheetLine
from wordtools.table.view import Preview, SeatView, TableView, find_board, find_last_play
from wordtools.terminal.desk import Desk
from wordtools.wording import MARKS, hold_places, reads_leftward, reveal, write_points

_CELL = 3
_LABEL = 3
"""The width of the row numbers."""
_FOOT = 6
_LEAST_PANEL = 24
_SMALL = str.maketrans("0123456789-", "₀₁₂₃₄₅₆₇₈₉₋")

Piece = tuple[str, str]
"""Text and its style: `plain`, `bold`, `quiet`, `bar`, `alert`, `square`, `premium COLOUR`,
`tile COLOUR`, `last COLOUR`, `laid COLOUR`, `cursor`."""
Line = list[Piece]


class DeskScene(Struct, frozen=True):
    """A whole screen, as many lines as the terminal has."""

    lines: list[Line]
    title: str


def draw_desk(desk: Desk, width: int, height: int, mono: bool = False) -> DeskScene:
    """The screen of a desk on a terminal of this size."""
    seen = desk.view
    rows = height - _FOOT - 1
    if desk.is_lingo or (board := find_board(desk.host.table)) is None:
        room = max(1, width - _LEAST_PANEL - 2)
        picture = _crop(seen.board.splitlines(), desk.scrolled, room, rows)
        least = 20
    else:
        picture = list(_draw_board(desk, board, mono))
        least = _LABEL + _CELL * board.ruleset.layout.columns
    if (len(picture) > rows and not desk.is_lingo) or least + _LEAST_PANEL > width:
        needed = {"width": least + _LEAST_PANEL, "height": len(picture) + _FOOT + 1}
        text = desk.words["too_small"].format(**needed, has=f"{width}×{height}")
        return DeskScene([[(text[:width], "alert")]], "")
    foot = _FOOT + (rows > len(picture) or desk.is_lingo)  # a line more for long sentences
    rows = height - foot - 1
    left = max([least, *(_measure(line) for line in picture)]) + 2
    panel = list(_draw_panel(desk, seen, width - left, rows))
    lines = [_draw_bar(desk, seen, width)]
    for at in range(rows):
        line = picture[at] if at < len(picture) else []
        beside = panel[at] if at < len(panel) else []
        lines.append([*line, (" " * (left - _measure(line)), "plain"), *beside])
    lines.extend(_draw_foot(desk, seen, width, foot))
    held = [[(hold_places(text), style) for text, style in line] for line in lines]
    return DeskScene([_cut(line, width) for line in held], desk.title)


def _crop(lines: list[str], scrolled: tuple[int, int], width: int, height: int) -> list[Line]:
    """The visible part of a board. The scroll position is kept within the board."""
    widest = max(map(len, lines), default=0)
    right = max(0, min(scrolled[0], widest - width))
    down = max(0, min(scrolled[1], len(lines) - height))
    return [[(line[right : right + width], "plain")] for line in lines[down : down + height]]


def _draw_bar(desk: Desk, seen: TableView, width: int) -> Line:
    bag = desk.words["bag"].format(count=seen.bag)
    text = f" {desk.title} · {seen.table} · {bag}"
    return [(reveal(text).ljust(width), "bar")]


def _draw_board(desk: Desk, board: Board, mono: bool) -> Iterator[Line]:
    """The rows of the board, with column A on the right if words read from right to left."""
    layout = board.ruleset.layout
    leftward = board.ruleset.reading == "right-to-left"
    names: Line = [(f" {chr(ord('A') + column)} ", "quiet") for column in range(layout.columns)]
    yield [(" " * _LABEL, "quiet"), *(reversed(names) if leftward else names)]
    fresh = find_last_play(desk.host.table)
    laid = desk.laying.laid if desk.laying else {}
    for row in range(layout.rows):
        line: Line = []
        for square in range(row * layout.columns, (row + 1) * layout.columns):
            is_cursor = desk.laying is not None and desk.laying.cursor == square
            if square in laid:
                piece = _draw_tile(board.ruleset, laid[square], "laid", mono)
            elif tile := board.squares[square]:
                piece = _draw_tile(board.ruleset, tile, "last" if square in fresh else "tile", mono)
            else:
                piece = _draw_square(board, square)
            if is_cursor and desk.laying is not None:
                across = "←" if leftward else "→"
                arrow = "↓" if desk.laying.down else across
                piece = (f"{arrow}{piece[0][1:]}", "cursor")
            line.append(piece)
        yield [(f"{row + 1:>2} ", "quiet"), *(reversed(line) if leftward else line)]


def _draw_square(board: Board, square: int) -> Piece:
    layout = board.ruleset.layout
    name = layout.names[square]
    if name is not None:
        return f"{name.replace('-', '−'):^{_CELL}}", f"premium {layout.premiums[square].colour}"
    return (" ★ " if square == layout.start else " · "), "square"


_BRACKETS = {"tile": "[]", "last": "<>", "laid": "{}"}


def _draw_tile(ruleset: CrosswordRuleset, tile: int, style: str, mono: bool) -> Piece:
    face = tiles.show_tile(tile, ruleset.alphabet).strip("[]")
    value = ruleset.values[0 if tile & BLANK or not tile & LETTER else tile]
    colour = ruleset.colour_of(value) or "plain"
    text = f"{face:^{_CELL}}"
    if mono or style == "last":  # two letters leave no room for the second bracket
        pair = _BRACKETS[style]
        text = f"{pair[0]}{face}{pair[1]}"
    return _hold_place(text[:_CELL]), f"{style} {colour}"


def _hold_place(text: str) -> str:
    """A tile for terminals that reverse right-to-left letters, which stays in place."""
    return f"{MARKS[0]}{text}{MARKS[0]}" if reads_leftward(text) else text


def _draw_panel(desk: Desk, seen: TableView, width: int, height: int) -> Iterator[Line]:
    for seat in seen.seats:
        yield from _draw_seat(desk, seen, seat, width)
    yield []
    unseen = f"{desk.words['unseen']}: {_count_letters(seen.unseen)}"
    unseen_lines = _wrap(unseen, width)[:6]
    room = height - len(seen.seats) - 2 - len(unseen_lines)
    sheet = [_draw_sheet_line(desk, line, width) for line in seen.sheet]
    if seen.phase == "opened" or not sheet:
        sheet = _draw_opening(desk, seen, width)
    yield from sheet[-max(1, room) :]
    for _ in range(room - len(sheet)):
        yield []
    yield []
    for line in unseen_lines:
        yield [(line, "quiet")]


def _draw_opening(desk: Desk, seen: TableView, width: int) -> list[Line]:
    drawn = [
        desk.words["drew"].format(name=name, tile=tile)
        for one in seen.drawn
        for name, tile in one.items()
    ]
    text = desk.words["opened"].format(commitment=seen.commitment)
    lines = _wrap(text, width) if seen.phase == "opened" else []
    return [[(reveal(line), "quiet")] for line in [*lines, *drawn]]


def _draw_seat(desk: Desk, seen: TableView, seat: SeatView, width: int) -> Iterator[Line]:
    mark = "▶" if seen.turn == seat.name else " "
    clock = _show_clock(seat.left) if seat.left is not None else ""
    if seen.move_left is not None and seat.runs:
        clock = f"{_show_clock(seen.move_left)} {clock}"
    facts = f"{write_points(seat.score):>4} {desk.words['lost'] if seat.has_lost else clock}"
    name = reveal(seat.name)
    room = max(4, width - cell_len(facts) - 3)
    shown = name if len(name) <= room else name[: room - 1] + "…"
    style = "bold" if seen.turn == seat.name else "plain"
    yield [(f"{mark} {shown:<{room}} {facts}", style)]


def _draw_sheet_line(desk: Desk, line: SheetLine, width: int) -> Line:
    labels = {
        "withdrawn": desk.words["withdrawn"],
        "challenge": desk.words["challenges"],
        "gains": desk.words["challenge_gains"],
        "exchange": desk.words["exchanges"].format(text=line.text),
        "pass": desk.words["passes"] + (f" ({desk.words['time']})" if line.text else ""),
        "back": desk.words["taken_back"],
        "blank": desk.words["blank"].format(text=line.text),
        "time": desk.words["time"],
        "claims": desk.words["claims"],
        "resigns": desk.words["resigns"],
        "stops": desk.words["stops"],
    }
    text = line.text if line.kind == "play" else labels[line.kind]
    points = write_points(line.points, "+") if line.points or line.kind == "play" else ""
    sums = f"{points:>5}{write_points(line.total):>5}"
    who = reveal(line.player)[:4]
    room = max(4, width - len(sums) - 6)
    return [(f"{who:<5}{text[:room]:<{room}}{sums}", "plain")]


def _draw_foot(desk: Desk, seen: TableView, width: int, height: int) -> Iterator[Line]:
    """The rack, the input, the preview or notice, the question, and the keys. Sentences that are
    too long for a line take what lines are left."""
    yield _draw_rack(desk, seen)
    cursor = "" if desk.laying else "▁"
    speaker = reveal(desk.speaker)
    yield [(f" {speaker}{' ' * bool(speaker)}> {reveal(desk.typed)}{cursor}", "bold")]
    shown = desk.preview()
    notice = desk.notice
    if seen.result is not None:
        notice = desk.words["revealed"].format(table=seen.table)
    if notice or isinstance(shown, str):
        text, style = reveal(notice or str(shown)), "alert" if notice else "quiet"
    else:
        text, style = _describe_preview(desk, shown), "plain"
    moment, keys = reveal(_describe_moment(desk, seen)), _describe_keys(desk, seen)
    parts = [(text, style), (moment, "bold"), (keys, "bar")]
    spare = height - 2 - len(parts)
    for text, style in parts:
        wrapped = _wrap(text, width - 1)[: 1 + spare]
        spare -= len(wrapped) - 1
        for line in wrapped:
            yield [(f" {line}".replace("\u00a0", " "), style)]


def _draw_rack(desk: Desk, seen: TableView) -> Line:
    ruleset = desk.host.table.ruleset
    line: Line = [(f" {desk.words['rack']} ", "quiet")]
    if desk.covered or desk.answerer not in (None, seen.seat):
        return line
    for face in desk.list_rack():
        tile = 0 if face == "?" else ruleset.alphabet.spell(face)[0]
        value = str(ruleset.values[tile]).translate(_SMALL)
        colour = ruleset.colour_of(ruleset.values[tile]) or "plain"
        shown = _hold_place(f" {face.strip('[]')}{value} ")
        line += [(shown, f"tile {colour}"), (" ", "plain")]
    if seen.to_draw:
        line.append((f"+{seen.to_draw}", "quiet"))
    return line


def _describe_preview(desk: Desk, shown: Preview) -> str:
    points, formed = write_points(shown.score), " ".join(shown.words) or "–"
    text = desk.words["points"].format(points=points, words=formed)
    if shown.valid is None:
        return f"{shown.notation}: {text}"
    return f"{shown.notation}: {text}: {desk.words['valid' if shown.valid else 'invalid']}"


def _describe_moment(desk: Desk, seen: TableView) -> str:
    """The question and whom it is for, whose turn it is, or how the game ended."""
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
    turn = words["turn"].format(name=seen.turn) if seen.turn else ""
    if seen.deadline is not None:
        turn = f"{turn}, {words['until'].format(time=show_moment(seen.deadline))}"
    return f"{turn}. {text}" if turn else text


def show_moment(moment: float, zone: datetime.tzinfo | None = None) -> str:
    """A moment in a time zone, by default that of this machine: `2026-10-25 11:00 WET`."""
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
            words=" ".join(question.words),
            seconds=seconds,
        )
        .rstrip()
    )


def _describe_end(desk: Desk, seen: TableView) -> str:
    result, words = seen.result, desk.words
    if result is None:
        return ""
    out = getattr(desk.host.table.position, "out", None) or ", ".join(result.winners)
    how = words[f"ended_{result.reason}"].format(name=out)
    if result.reason == "lost" and len(seen.seats) == 2:
        resigned = [line.player for line in seen.sheet if line.kind == "resigns"]
        how = f"{resigned[-1]} {words['resigns']}." if resigned else ""
    won = words["winner"].format(names=", ".join(result.winners)) if result.winners else ""
    return f"{how} {won} {desk.best}".strip()


def _describe_keys(desk: Desk, seen: TableView) -> str:
    """The keys that do something at the moment."""
    words, may = desk.words, set(seen.may)
    if desk.asking == "days":
        return f"Enter\u00a0{words['rest']} · Esc\u00a0{words['cancel']}"
    if seen.result is not None or desk.adjourned:
        return words["leave_hint"]
    keys: list[tuple[str, str]] = []
    question = desk.question
    if desk.answerer is not None and question is not None:
        refusing = {"take-back": "refuse", "challenge": "challenge"}.get(question.kind, "check")
        keys = [("F2", words["accept"]), ("F3", words[refusing])]
    elif not desk.covered:
        if ok := [words[deed] for deed in ("play", "accept") if deed in may]:
            keys.append(("F2", "/".join(ok)))
        if question is not None and question.kind == "challenge":
            keys.append(("F3", words["challenge"]))
        elif "exchange" in may:
            keys.append(("F3", words["exchange"]))
        if "pass" in may:
            keys.append(("F4", words["pass"]))
        keys.append(("F5", words["shuffle"]))
        keys += [("F1", words["hint"])] * desk.may_hint
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
    return " · ".join(f"{key} {label}".replace(" ", "\u00a0") for key, label in keys)


def _show_clock(seconds: float) -> str:
    whole = int(seconds) if seconds >= 0 else -int(-seconds + 0.999)
    sign = "−" if whole < 0 else ""
    return f"{sign}{abs(whole) // 60}:{abs(whole) % 60:02}"


def _count_letters(text: str) -> str:
    """Tiles as a short list: `A9 B2 ?2`."""
    faces: dict[str, int] = {}
    at = 0
    while at < len(text):
        end = text.index("]", at) + 1 if text[at] == "[" else at + 1
        face = text[at:end].strip("[]")  # brackets also part letters that make a digraph
        faces[face] = faces.get(face, 0) + 1
        at = end
    return " ".join(f"{face}{count}" for face, count in faces.items())


def _wrap(text: str, width: int) -> list[str]:
    """Lines of at most this width, broken at spaces, or within a word that is longer."""
    width = max(1, width)
    lines: list[str] = [""]
    for word in text.split(" "):
        piece = word
        while len(piece) > width:
            lines += [piece[:width]]
            piece = piece[width:]
        if lines[-1] and len(lines[-1]) + 1 + len(piece) > width:
            lines.append(piece)
        else:
            lines[-1] = f"{lines[-1]} {piece}" if lines[-1] else piece
    return lines


def _measure(line: Line) -> int:
    return sum(cell_len(text) for text, _ in line)


def _cut(line: Line, width: int) -> Line:
    """The line without the part beyond the edge."""
    kept: Line = []
    for text, style in line:
        while cell_len(text) > width:
            text = text[:-1]
        width -= cell_len(text)
        kept.append((text, style))
    return kept
