"""The data that a seat receives: the facts about a table, which never change, and the table's
state."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from msgspec import Struct, structs, to_builtins

from wordtools.board import tiles
from wordtools.game.events import Name
from wordtools.rules.describe import describe_topics
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset, StackingRuleset
from wordtools.rules.titles import label_premiums, name_ruleset
from wordtools.service.seats import Place, TableRow
from wordtools.table.events import Discarded, Seat
from wordtools.table.host import TableHost
from wordtools.table.names import rename
from wordtools.table.state import Table
from wordtools.table.view import (
    Phase,
    SeenTable,
    StackView,
    find_last_play,
    find_phase,
    list_squares,
    list_stacks,
    view,
)


class TileFacts(Struct, frozen=True):
    """A tile: its text, its letters, its value, its count in the set, and its colour if colours
    show values.
    """

    face: str
    letters: str
    value: int
    count: int
    colour: str | None


class SeatFacts(Struct, frozen=True):
    """A seat, and who sits there."""

    name: Name
    kind: Literal["person", "computer"]
    level: str
    members: tuple[Name, ...]


class TableFacts(Struct, frozen=True):
    """The facts about a table, which never change. `family`: "crossword" for games of crossing
    words, "stacking" for Lingo. `premiums`: the name of each square's premium; `premium_kinds`
    explains and labels these. `tiles`: the tiles, indexed by number; 0 is the blank. `describe`:
    sentences about the rules, grouped by topic. `number_of_seats` and `phase` are for clients that
    may not see names."""

    table: str
    ruleset: str
    title: str
    language: str
    family: Literal["crossword", "stacking"]
    grid: Literal["square", "hex"] | None
    tiles: list[TileFacts]
    shows_values: bool
    rack: int
    describe: list[tuple[str, str]]
    edition: str
    edition_title: str
    lexicon_digest: str
    practice: bool
    slower: int
    hours: int | None
    holidays: tuple[str, str] | None
    phase: Phase
    number_of_seats: int
    seats: tuple[SeatFacts, ...]
    commitment: str
    place: int | None = None
    rows: int | None = None
    columns: int | None = None
    start: int | None = None
    reading: str = "left-to-right"
    premiums: list[str | None] = []
    premium_kinds: dict[str, dict[str, Any]] = {}
    bonus: dict[str, int] = {}
    challenge: dict[str, Any] = {}
    exchange: dict[str, Any] = {}
    clock: dict[str, Any] = {}
    end: dict[str, Any] = {}
    reclaim_blanks: bool = False


class State(SeenTable, frozen=True):
    """A table as a seat may see it at the time `now`. `number` grows with each change that the seat
    may know of. `own`: the number of the seat, and that of the member of its team (0 without a
    team). `squares`: the number of the tile on each square (64 is added for a blank), or 0 for an
    empty square; `cells`: the stacks of Lingo. `last`: the squares of the last play. `rack`: the
    numbers of the seat's tiles (0 is a blank); `unseen`: how many of each tile the seat does not
    see. Times are in seconds since 1970, and are to be compared with `now`. `reason`: the host's
    reason for closing the table. `invited`: the seats that nobody has taken yet. `rematch`: the
    next table with the same seats."""

    number: int
    now: float
    own: tuple[int, int]
    squares: list[int]
    cells: tuple[StackView, ...]
    last: list[int]
    rack: list[int]
    unseen: dict[int, int]
    reason: str
    invited: list[int]
    rematch: str


def describe_state(
    host: TableHost, seat: str, place: Place, changes: int, row: TableRow, now: float
) -> State:
    """The state of a table as this seat may see it. `number` counts the changes that the seat may
    know of. The state also changes when the time for a turn ends.
    """
    table, last = host.table, host.happened[-1].event
    seen = view(table, seat, now)
    alphabet = table.ruleset.alphabet
    unseen = Counter(tiles.read_rack(seen.unseen, alphabet))
    facts = {name: getattr(seen, name) for name in SeenTable.__struct_fields__}
    state = State(
        **{**facts, "may": tuple(deed for deed in seen.may if deed != "join")},
        number=2 * changes + (seen.absent is not None),
        now=now,
        own=(place.seat, place.member),
        squares=list(list_squares(table)),
        cells=list_stacks(table),
        last=sorted(find_last_play(table)),
        rack=list(tiles.read_rack(seen.rack, alphabet)),
        unseen=dict(sorted(unseen.items())),
        reason=last.reason if isinstance(last, Discarded) else "",
        invited=sorted({invited.seat for invited in row.invitations.values()}),
        rematch=row.rematch,
    )
    return rename(state, label_names(table)) if row.hidden else state


def label_names(table: Table) -> dict[str, str]:
    """The labels that seats and members of teams have while names are hidden."""
    labels = {}
    for number, seat in enumerate(table.opened.seats, 1):
        labels[seat.name] = f"seat {number}"
        for member, name in enumerate(seat.members, 1):
            labels[name] = f"seat {number} member {member}"
    return labels


def describe_facts(
    table: Table, edition_title: str, language: str, *, names: bool, hidden: bool = False
) -> TableFacts:
    """The facts about a table, with its title and rules in this language. Includes the seats only
    if the client may know them, and the players' names only if these are not hidden.
    """
    opened, ruleset = table.opened, table.ruleset
    facts = TableFacts(
        table=opened.table,
        ruleset=opened.ruleset_name,
        title=name_ruleset(ruleset, language),
        language=ruleset.language,
        tiles=_describe_tiles(ruleset),
        shows_values=not ruleset.tile_colours,
        describe=describe_topics(ruleset, language, f"“{edition_title}”"),
        edition=opened.edition,
        edition_title=edition_title,
        lexicon_digest=opened.lexicon_digest,
        practice=opened.practice,
        slower=opened.slower,
        hours=opened.hours,
        holidays=opened.holidays,
        phase=find_phase(table),
        number_of_seats=len(opened.seats),
        seats=tuple(_describe_seat(seat) for seat in opened.seats) if names else (),
        commitment=opened.commitment,
        **_describe_board(ruleset, language),
    )
    return rename(facts, label_names(table)) if hidden else facts


def _describe_seat(seat: Seat) -> SeatFacts:
    kind: Literal["person", "computer"] = "computer" if seat.kind == "computer" else "person"
    return SeatFacts(seat.name, kind, seat.level, seat.members)


def _describe_tiles(ruleset: Ruleset) -> list[TileFacts]:
    letters = ("", *ruleset.alphabet.tiles)
    return [
        TileFacts(
            tiles.show_tile(number, ruleset.alphabet).strip("[]"),
            letters[number],
            value,
            count,
            ruleset.colour_of(value),
        )
        for number, (count, value) in enumerate(zip(ruleset.counts, ruleset.values, strict=True))
    ]


def _describe_board(ruleset: Ruleset, language: str) -> dict[str, Any]:
    """The facts in which games of crossing words differ from Lingo."""
    if isinstance(ruleset, StackingRuleset):
        return {
            "family": "stacking",
            "grid": ruleset.grid,
            "rack": ruleset.pool,
            "place": ruleset.place,
        }
    return _describe_crossword(ruleset, language)


def _describe_crossword(ruleset: CrosswordRuleset, language: str) -> dict[str, Any]:
    layout, rule = ruleset.layout, ruleset.challenge_rule
    labels = label_premiums(ruleset, language)
    return {
        "family": "crossword",
        "grid": None,
        "rows": layout.rows,
        "columns": layout.columns,
        "start": layout.start,
        "reading": ruleset.reading,
        "premiums": list(layout.names),
        "premium_kinds": {
            name: {**to_builtins(kind), "label": labels[name]}
            for name, kind in ruleset.premiums.items()
        },
        "rack": ruleset.rack,
        "bonus": dict(ruleset.bonus),
        "challenge": {
            "title": rule.title,
            "check": rule.check,
            "window": rule.window,
            "take_back": ruleset.challenge.take_back,
            "scope": rule.scope,
            "words": rule.scope == "words",
            "by": rule.by,
        },
        "exchange": structs.asdict(ruleset.exchange),
        "clock": structs.asdict(ruleset.clock),
        "end": structs.asdict(ruleset.end),
        "reclaim_blanks": ruleset.reclaim_blanks,
    }
