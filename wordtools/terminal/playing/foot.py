"""The lines below the board: the rack, the input, and sentences about the play, the state of the
game and the keys.
"""

from __future__ import annotations

from collections.abc import Iterator

from wordtools.table.view import TableView
from wordtools.terminal.playing import sentences
from wordtools.terminal.playing.board_picture import hold_place
from wordtools.terminal.playing.desk import Desk
from wordtools.terminal.playing.lines import Line, wrap
from wordtools.wording import reveal

_SMALL = str.maketrans("0123456789-", "₀₁₂₃₄₅₆₇₈₉₋")


def draw_foot(desk: Desk, seen: TableView, width: int, height: int) -> Iterator[Line]:
    """The rack, the input, the preview or notice, the question, and the keys. Sentences that are
    too long for one line take up the lines that are left.
    """
    yield _draw_rack(desk, seen)
    cursor = "" if desk.draft.laying else "▁"
    speaker = reveal(desk.speaker)
    yield [(f" {speaker}{' ' * bool(speaker)}> {reveal(desk.draft.typed)}{cursor}", "bold")]
    shown = desk.preview()
    notice = desk.notice
    if seen.result is not None:
        notice = desk.words["revealed"].format(table=seen.table)
    if notice or isinstance(shown, str):
        hint = "" if desk.draft.laying else sentences.describe_input(desk)
        text, style = reveal(notice or str(shown) or hint), "alert" if notice else "quiet"
    else:
        text, style = sentences.describe_preview(desk, shown), "plain"
    moment = reveal(sentences.describe_moment(desk, seen))
    parts = [(text, style), (moment, "bold"), (sentences.describe_keys(desk, seen), "bar")]
    spare = height - 2 - len(parts)
    for text, style in parts:
        wrapped = wrap(text, width - 1)[: 1 + spare]
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
        shown = hold_place(f" {face.strip('[]')}{value} ")
        line += [(shown, f"tile {colour}"), (" ", "plain")]
    if seen.to_draw:
        line.append((f"+{seen.to_draw}", "quiet"))
    return line
