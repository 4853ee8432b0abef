"""The score sheet of a table as a page to print."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from wordtools.lingo.game import LingoGame
from wordtools.messages.table import load_sentences
from wordtools.pictures.crossword import draw_board
from wordtools.pictures.stacks import draw_stacks
from wordtools.rules.titles import label_premiums, name_ruleset
from wordtools.service.playing.view import label_names
from wordtools.service.templates import render
from wordtools.table.host import TableHost
from wordtools.table.names import rename
from wordtools.table.sheet import describe_play, describe_winners, list_lines, name_leftover
from wordtools.table.state import SheetLine, Table
from wordtools.table.view import find_board, find_last_play
from wordtools.wording import reveal, write_points


def render_sheet(host: TableHost, edition: str, hidden: bool, language: str, root: str) -> str:
    """The sheet as HTML, in a language of tables. The sheet contains only what everyone may see.
    `edition`: the name that players use for the edition. `root`: the path of the service's pages
    and of their style sheet.
    """
    table, say = host.table, load_sentences(language)
    labels = label_names(table) if hidden else {}
    lines = [rename(line, labels) if hidden else line for line in list_lines(table)]
    players = table.position.players if table.position else table.opened.names
    names = [labels.get(name, name) for name in players]
    closed = table.closed
    result = closed and (rename(closed, labels) if hidden else closed)
    begun = datetime.datetime.fromtimestamp(host.happened[0].at, datetime.UTC)
    return render(
        "score_sheet",
        language=language,
        root=root,
        heading=say["sheet"],
        title=name_ruleset(table.ruleset, language),
        table=table.opened.table,
        list=edition,
        day=begun.date().isoformat(),
        names=[reveal(name) for name in names],
        columns=[say[key] for key in ("turn_column", "points_column", "total")],
        rows=[
            (number if first else "", [line and _write_cells(line, say) for line in row])
            for number, turns in enumerate(list_rounds(lines, names), 1)
            for first, row in _list_rows([turns.get(name, []) for name in names])
        ],
        scores=[write_points(result.scores[name]) for name in names] if result else [],
        won=reveal(describe_winners(result.winners, language)) if result else "",
        board=Markup(_draw(table, language)),
    )


def list_rounds(
    lines: Iterable[SheetLine], names: Sequence[str]
) -> list[dict[str, list[SheetLine]]]:
    """The lines of each round, keyed by player in the order of their turns. A turn's consequences,
    such as a penalty, follow the turn."""
    rounds: list[dict[str, list[SheetLine]]] = []
    latest = len(names)
    for line in lines:
        at = names.index(line.player)
        if line.kind in _TURNS or (line.kind == "withdrawn" and line.text):
            if at <= latest or not rounds:
                rounds.append({})
            rounds[-1][line.player] = [line]
            latest = at
            continue
        own = next((turns for turns in reversed(rounds) if line.player in turns), None)
        if own is None:
            if not rounds:
                rounds.append({})
            own = rounds[-1]
        own.setdefault(line.player, []).append(line)
    return rounds


def _list_rows(
    turns: Sequence[Sequence[SheetLine]],
) -> Iterator[tuple[bool, tuple[SheetLine | None, ...]]]:
    """The rows of a round. Each row starts with true if it is the first row of the round; then
    comes a line (or None) for each player."""
    for at, row in enumerate(itertools.zip_longest(*turns)):
        yield at == 0, row


_TURNS = ("play", "exchange", "pass", "blank", "resigns", "claims", "stops")


def _write_cells(line: SheetLine, say: Mapping[str, str]) -> tuple[str, str, str]:
    """Writes a line without its player: the turn, the points, and the total."""
    points = write_points(line.points, "+") if line.points else ""
    return _describe(line, say), points, write_points(line.total)


def _describe(line: SheetLine, say: Mapping[str, str]) -> str:
    """Describes a line without its player and points."""
    if line.kind == "play":
        return describe_play(line)
    keys = {
        "exchange": "exchanges",
        "pass": "passes",
        "challenge": "challenges",
        "gains": "challenge_gains",
        "back": "taken_back",
        "swap": "premium_exchange",
        "leftover": name_leftover(line),
    }
    sentence = say[keys.get(line.kind, line.kind)]
    if line.kind == "withdrawn" and line.text:
        return f"{line.text}: {sentence}"
    return reveal(sentence.format(text=line.text, name=line.player, player=line.player))


def _draw(table: Table, language: str) -> str:
    """The picture of the board, or "" before the game."""
    if isinstance(table.position, LingoGame):
        picture = draw_stacks(table.position.board, theme="print")
    elif (board := find_board(table)) is not None:
        labels = label_premiums(table.ruleset, language)
        picture = draw_board(board, find_last_play(table), theme="print", labels=labels)
    else:
        return ""
    return picture[picture.index("<svg") :]
