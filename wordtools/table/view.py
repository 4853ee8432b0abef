"""The view of a table from a seat. Nothing in a view depends on another rack, on the order of the
bag, or on a play that only its player knows of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from wordtools.board import notation, scoring, tiles
from wordtools.board.board import Board
from wordtools.board.play import check_play, find_words, lay_play, make_play
from wordtools.errors import GameError
from wordtools.game.events import Name
from wordtools.game.state import GameState
from wordtools.judge.verdict import is_acceptable
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.board import StackBoard
from wordtools.lingo.game import LingoGame
from wordtools.lingo.moves import check_move, read_move, write_move
from wordtools.lingo.scoring import score_move
from wordtools.table.days import count_days_left, find_absent, find_deadline
from wordtools.table.events import Closed, Sitter
from wordtools.table.questions import OpenQuestion, list_questions
from wordtools.table.sheet import find_open_line, list_lines
from wordtools.table.state import SheetLine, Table, count_seconds_left
from wordtools.table.table import Deed

Phase = Literal["opened", "playing", "adjourned", "ended", "discarded"]


class SeatView(Struct, frozen=True):
    """A seat as everyone sees it. `left`: the seconds left on the seat's clock (negative in
    overtime), or None; `tiles`: the number of tiles on its rack.
    """

    name: Name
    kind: Sitter
    score: int = 0
    tiles: int = 0
    exchanges: int = 0
    left: float | None = None
    runs: bool = False
    has_lost: bool = False
    is_ready: bool = False


class SeenTable(Struct, frozen=True):
    """The facts that a seat, or a watcher (""), sees in any form of a view. `seats` are in the
    order of the turns once the game has begun. `to_draw`: how many more tiles the seat will draw
    once its play stands. `open_line`: the line of a play in question, which is not on the `sheet`
    yet. `may`: the commands that are possible now, provided that their text is legal. `move_left`:
    the seconds left for this move. `deadline`: in a correspondence game, the time by which the
    player must move; `days_off`: the number of days that the seat may still take off. `absent`: the
    player who has exceeded the time for a turn. `commitment`: the hash of the host's nonce."""

    seat: Name
    phase: Phase
    seats: tuple[SeatView, ...]
    to_draw: int
    bag: int
    turn: Name | None
    questions: tuple[OpenQuestion, ...]
    may: tuple[Deed, ...]
    sheet: tuple[SheetLine, ...]
    open_line: SheetLine | None
    drawn: tuple[dict[Name, str], ...]
    move_left: float | None
    deadline: float | None
    days_off: int | None
    absent: Name | None
    commitment: str
    result: Closed | None


class TableView(SeenTable, frozen=True):
    """The texts that show a table, at a given time, to one seat or to a watcher ("").
    `board` is a drawing. `rack`: the seat's tiles. `unseen`: the tiles that the seat does not see
    (those in the bag and on other racks)."""

    table: str
    ruleset_name: str
    title: str
    edition: str
    board: str
    rack: str
    unseen: str


class StackView(Struct, frozen=True):
    """A stack of Lingo: its cell, the tile on top, its height, and whether the last move placed
    it."""

    cell: str
    tile: int
    height: int
    is_new: bool


class Preview(Struct, frozen=True):
    """The words and the score of a play before it is made. `valid` is None unless the rules check
    every play when it is made. `lacks`: the reason why a move in Lingo scores nothing (it makes no
    word, or none of its words contains all the tiles placed)."""

    notation: str
    words: tuple[str, ...]
    score: int
    valid: bool | None = None
    lacks: Literal["", "word", "joint"] = ""


def view(table: Table, seat: str, now: float) -> TableView:
    """A table as this seat, or a watcher (""), may see it at this time. Raises `GameError` for a
    seat that the table does not have."""
    if seat and table.find_seat(seat) is None:
        raise GameError(f"there is no seat {seat} at this table")
    game = table.position
    rack, to_draw = _find_rack(table, seat)
    turn = None
    if isinstance(game, GameState):
        turn, bag = game.turn, game.bag
    else:
        bag = game.left if game else sum(table.ruleset.counts)
        turn = game.mover if game and not table.is_over else None
    return TableView(
        table=table.opened.table,
        seat=seat,
        phase=find_phase(table),
        ruleset_name=table.opened.ruleset_name,
        title=table.ruleset.title,
        edition=table.opened.edition,
        seats=_list_seats(table, now),
        board=draw_board(table),
        rack=tiles.write_tiles(rack, table.ruleset.alphabet),
        to_draw=to_draw,
        bag=bag,
        unseen=tiles.write_tiles(_list_unseen(table, rack), table.ruleset.alphabet),
        turn=turn,
        questions=list_questions(table),
        may=tuple(_list_deeds(table, seat, now)),
        sheet=list_lines(table),
        open_line=find_open_line(table),
        drawn=table.drawn,
        move_left=_count_move_left(table, now),
        deadline=None if table.opened.hours is None else find_deadline(table),
        days_off=None if table.opened.hours is None else count_days_left(table, seat),
        absent=find_absent(table, now),
        commitment=table.opened.commitment,
        result=table.closed,
    )


def find_phase(table: Table) -> Phase:
    """The phase of a table."""
    if table.is_over:
        return "ended" if table.closed else "discarded"
    if table.position is None:
        return "opened"
    return "adjourned" if table.adjourned else "playing"


def find_board(table: Table) -> Board | None:
    """The board of a crossword game, including a play that does not stand yet."""
    game = table.position
    if not isinstance(game, GameState):
        return None
    return lay_play(game.board, game.pending.play) if game.pending else game.board


def draw_board(table: Table) -> str:
    """The drawing of the board; empty before the game."""
    if isinstance(table.position, LingoGame):
        return str(table.position.board)
    board = find_board(table)
    return "" if board is None else str(board)


def list_squares(table: Table) -> bytes:
    """The squares of the board, including a play in question, in the form of `Board.squares`. Empty
    before the game and in Lingo."""
    board = find_board(table)
    return b"" if board is None else board.squares


def list_stacks(table: Table) -> tuple[StackView, ...]:
    """The stacks on the board of Lingo, row by row; none in other games."""
    game = table.position
    if not isinstance(game, LingoGame):
        return ()
    board = game.board
    return tuple(
        StackView(str(cell), stack[-1], len(stack), cell in board.new)
        for cell, stack in sorted(board.stacks.items(), key=lambda item: (item[0].row, item[0]))
    )


def find_last_play(table: Table) -> frozenset[int]:
    """The squares on which the last play laid its tiles; empty if that play was withdrawn."""
    game = table.position
    if not isinstance(game, GameState):
        return frozenset()
    if game.pending is not None:
        return frozenset(square for square, _ in game.pending.play.list_laid(game.board))
    for line in reversed(table.sheet):
        if line.kind in ("withdrawn", "back"):
            break
        if line.kind == "play":
            read = notation.read_notation(line.text, game.ruleset.alphabet)
            first = game.ruleset.layout.find_square(read.place) or 0
            step = game.ruleset.layout.columns if read.down else 1
            new = [at for at, cell in enumerate(read.cells) if not cell & notation.THROUGH]
            return frozenset(first + at * step for at in new)
    return frozenset()


def write_laid(table: Table, laid: Mapping[int, int] | Mapping[str, int], down: bool) -> str:
    """The notation for a play whose tiles (in the form of `Board.squares`) are laid on squares, or
    on cells in Lingo. Raises the same errors as `make_play`."""
    if isinstance(table.position, LingoGame):
        return write_move(
            ((str(cell), tile) for cell, tile in laid.items()), table.position.ruleset
        )
    board = table.game.board
    play = make_play(board, {int(square): tile for square, tile in laid.items()}, down)
    return notation.write_play(board, play)


def preview(table: Table, seat: str, text: str, lexicon: Lexicon) -> Preview:
    """The words and the score of a play that a seat is considering. The play uses the tiles that
    the seat sees on its rack. Raises `GameError` if there is no game. Also raises the errors of
    reading and checking plays."""
    rack, _ = _find_rack(table, seat)
    if isinstance(table.position, LingoGame):
        return _preview_move(table.position.board, rack, text, lexicon)
    game = table.game
    read = notation.read_notation(text, game.ruleset.alphabet)
    play = notation.place_notation(game.board, read)
    check_play(game.board, play, rack)
    words = tuple(word.text(game.board) for word in find_words(game.board, play))
    valid = None
    if game.ruleset.challenge_rule.check == "play":
        valid = is_acceptable(lexicon, words, most=len(words))
    score = scoring.score_play(game.board, play).total
    return Preview(notation.write_play(game.board, play), words, score, valid)


def _preview_move(board: StackBoard, pool: bytes, text: str, lexicon: Lexicon) -> Preview:
    placement = read_move(text, board.ruleset)
    check_move(board, placement, pool)
    score = score_move(board.after(placement), lexicon)
    words = tuple(word.text for word in score.words)
    lacks: Literal["", "word", "joint"] = "" if score.joined else "joint" if words else "word"
    return Preview(text, words, score.total, lacks=lacks)


def _find_rack(table: Table, seat: str) -> tuple[bytes, int]:
    """Returns the tiles that a seat sees on its rack, and the number of tiles that it will draw
    once its play stands. Until then, a WYM square does not exchange the rack."""
    game = table.position
    if isinstance(game, LingoGame):
        pools = dict(zip(game.players, game.pools, strict=True))
        return bytes(sorted(pools.get(seat, b""))), 0
    if game is None or seat not in game.racks:
        return b"", 0
    if table.is_swapping and game.last is not None and seat != game.last.player:
        return game.last.before.racks[seat].known, 0
    rack = game.racks[seat].known
    if game.pending is not None and game.pending.player == seat:
        laid = game.pending.play.rack_tiles
        rack = bytes(sorted((Counter(rack) - Counter(laid)).elements()))
    return rack, game.racks[seat].unknown


def _list_unseen(table: Table, rack: bytes) -> list[int]:
    seen = Counter(rack)
    if isinstance(table.position, LingoGame):
        seen += table.position.board.count_tiles()
    elif board := find_board(table):
        seen += board.count_tiles()
    counts = Counter(dict(enumerate(table.ruleset.counts)))
    return sorted((counts - seen).elements())


def _list_seats(table: Table, now: float) -> tuple[SeatView, ...]:
    game = table.position
    seats = {seat.name: seat for seat in table.opened.seats}
    if game is None:
        return tuple(
            SeatView(seat.name, seat.kind, is_ready=seat.name in table.nonces)
            for seat in seats.values()
        )
    scores = table.closed.scores if table.closed else game.scores
    if isinstance(game, LingoGame):
        return tuple(
            SeatView(
                name,
                seats[name].kind,
                scores[name],
                len(pool),
                has_lost=name in game.lost,
                is_ready=name not in table.away,
            )
            for name, pool in zip(game.players, game.pools, strict=True)
        )
    held = game.last.before.racks if table.is_swapping and game.last else game.racks
    return tuple(
        SeatView(
            name=name,
            kind=seats[name].kind,
            score=scores[name],
            tiles=held[name].size if name != _find_mover(game) else game.racks[name].size,
            exchanges=game.exchanges.get(name, 0),
            left=_count_clock(table, name, now),
            runs=table.running == name,
            has_lost=name in game.lost,
            is_ready=name not in table.away,
        )
        for name in game.players
    )


def _find_mover(game: GameState) -> str | None:
    return game.last.player if game.last else None


def _count_clock(table: Table, player: str, now: float) -> float | None:
    """The seconds left before overtime; negative in overtime."""
    left = count_seconds_left(table, player, now)
    return None if left is None else round(left - 60 * table.game.ruleset.clock.minutes, 3)


def _count_move_left(table: Table, now: float) -> float | None:
    if not isinstance(table.position, GameState) or table.running is None:
        return None
    seconds = table.position.ruleset.clock.move
    return None if seconds is None else round(table.turn_since + seconds - now, 3)


def _list_deeds(table: Table, seat: str, now: float) -> Iterator[Deed]:
    """The commands that a seat may give now, provided that their text is legal."""
    game = table.position
    if not seat or table.is_over:
        return
    if game is None:
        if seat not in table.nonces:
            yield "join"
        elif len(table.nonces) == len(table.opened.seats):
            yield "begin"
        yield "discard"
        return
    if seat in table.away:
        yield "return"
    absent = find_absent(table, now)
    others = [
        s.name for s in table.opened.seats if s.kind == "elsewhere" and s.name in table.people
    ]
    if not {*others} - {seat, absent}:
        yield "discard"
    if table.adjourned:
        return
    if isinstance(game, LingoGame):
        yield from _list_moves(table, game, seat)
    else:
        yield from _list_answers(table, game, seat)
    if seat not in table.people:
        return
    if absent not in (None, seat):
        yield "claim"
    if table.opened.hours is not None and absent != seat and count_days_left(table, seat):
        yield "rest"


def _list_moves(table: Table, game: LingoGame, seat: str) -> Iterator[Deed]:
    if game.mover == seat:
        yield "play"
    if seat in game.lost:
        return
    yield "resign"
    if seat in table.people and seat not in table.away:
        yield "adjourn"


def _list_answers(table: Table, game: GameState, seat: str) -> Iterator[Deed]:
    questions = list_questions(table)
    if game.turn == seat and not (game.pending or table.asked or table.is_swapping):
        yield from _list_turns(game, seat)
    for question in questions:
        if seat in question.waits_for:
            yield from _ANSWERS[question.kind]
        take_back = game.ruleset.challenge.take_back
        if question.player == seat and take_back and not (table.asked or table.kept):
            yield "take-back"
    if seat not in game.lost and not game.ended:
        yield "resign"
    if seat in table.people and seat not in table.away and not (game.pending or table.asked):
        yield "adjourn"


_ANSWERS: dict[str, tuple[Deed, ...]] = {
    "challenge": ("challenge", "accept"),
    "accept": ("accept", "check"),
    "vote": ("accept", "check"),
    "take-back": ("consent", "refuse"),
    "stand": (),
}


def _list_turns(game: GameState, seat: str) -> Iterator[Deed]:
    yield "play"
    rule = game.ruleset.exchange
    done = game.exchanges.get(seat, 0)
    if game.bag >= rule.bag and (rule.most is None or done < rule.most):
        yield "exchange"
        if rule.keeps_turn and seat not in game.kept_turn:
            yield "exchange-rack"
    if game.ruleset.reclaim_blanks:
        yield "reclaim"
    yield "pass"
    if game.ruleset.end.stops and seat != game.computer:
        yield "stop"
