"""Tables under the rules of each game: who may see or do what, until when, and at what cost."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest
from msgspec import structs

from tests.table import tables
from tests.table.sitting import START, Sitting, give
from tests.table.tables import NAMES
from wordtools.board import tiles
from wordtools.board.play import IllegalPlay
from wordtools.errors import WordtoolsError
from wordtools.game import events as game_events
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.cells import Cell, list_neighbours
from wordtools.lingo.game import LingoGame
from wordtools.lingo.moves import read_move, write_move
from wordtools.messages.refusal import CannotJudge
from wordtools.players.lingo import find_best_moves
from wordtools.table import draws
from wordtools.table.events import Happened, Placed, Seat, show
from wordtools.table.sheet import describe_play, list_lines
from wordtools.table.state import Table, evolve
from wordtools.table.table import Command, Deed, open_table
from wordtools.table.view import preview, view, write_laid


def test_new_tiles_are_shown_when_the_play_can_no_longer_be_challenged() -> None:
    sit = Sitting("scrabble-en-us", "ATONESR", "EEEEIII", bag="QZ")
    sit("Ana", "play", "8H AT")
    assert (sit.rack("Ana"), view(sit.table, "Ana", sit.now).to_draw) == ("ENORS", 2)
    assert not any(isinstance(one.event, game_events.Holds) for one in sit.log)
    sit("Bia", "accept")
    assert sit.rack("Ana") == "ENOQRSZ"
    assert sit.seen_by("Bia").count("Holds") == 0


def test_a_phony_draws_nothing() -> None:
    sit = Sitting("scrabble-en-us", "ATONESR", "EEEEIII", bag="QZ")
    sit("Ana", "play", "8H TA")
    sit.wait(5)
    sit("Bia", "challenge")
    assert sit.table.game.scores == {"Ana": 4, "Bia": 0}  # TA is valid, and Bia loses her turn
    assert sit.table.game.turn == "Ana"
    sit("Ana", "play", "H8 (T)ORE")
    sit("Bia", "challenge")
    assert sit.table.game.turn == "Bia"
    assert [line.kind for line in sit.table.sheet] == ["play", "challenge", "play", "withdrawn"]
    assert "Holds" not in sit.seen_by("Bia")
    assert "challenge" in sit.refuses("Bia", "challenge")


def test_a_player_gains_from_a_wrong_challenge_of_the_play() -> None:
    sit = Sitting("scrabble-en-world", "ATONESR", "EEEEIII", bag="QZ")
    sit("Ana", "play", "8H TA")
    sit("Bia", "challenge", "", "TA")
    rows = [(line.player, line.kind, line.points) for line in sit.table.sheet]
    assert rows == [("Ana", "play", 4), ("Bia", "challenge", 0), ("Ana", "gains", 5)]


def test_the_next_move_ends_the_time_to_challenge() -> None:
    sit = Sitting("scrabble-en-us:box", "ATONESR", "ATEEIII", "EEOORRS", bag="QZ")
    sit("Ana", "play", "8H OR")
    sit("Bia", "pass")
    assert "no play" in sit.refuses("Caio", "challenge")
    assert sit.rack("Ana") == "AENQSTZ"


def test_an_illegal_move_does_not_end_it() -> None:
    sit = Sitting("scrabble-en-us", "ATONESR", "ATEEIII", bag="QZ")
    sit("Ana", "play", "8H OR")
    assert "touches no tile" in sit.refuses("Bia", "play", "1A AT")
    sit("Bia", "challenge")
    assert sit.table.game.turn == "Bia"  # OR is not a word here


def test_a_challenge_can_undo_the_end() -> None:
    sit = Sitting("scrabble-en-us", "AT", "EEI")
    sit("Ana", "play", "8H AT")
    assert sit.table.game.ended == "out"
    assert not sit.table.is_over
    assert "challenge" in view(sit.table, "Bia", sit.now).may
    sit.wait(59)
    assert not sit.table.is_over
    sit.wait(1)
    assert sit.table.closed is not None
    assert sit.table.closed.scores == {"Ana": 4 + 2 * 3, "Bia": 0}
    sit = Sitting("scrabble-en-us", "TO", "EEI")
    sit("Ana", "play", "8H OT")
    sit("Bia", "challenge")
    assert (sit.table.game.ended, sit.table.game.turn, sit.rack("Ana")) == (None, "Bia", "OT")


def test_points_off_and_twenty_seconds_in_portuguese() -> None:
    sit = Sitting("scrabble-pt-pt", "CASAOOO", "EEEEIII", bag="QZ")
    sit("Ana", "play", "8H CASA")
    sit.wait(19)
    sit("Bia", "challenge")
    assert sit.table.game.scores["Bia"] == -10
    sit = Sitting("scrabble-pt-pt", "CASAOOO", "EEEEIII", bag="QZ")
    sit("Ana", "play", "8H CASA")
    sit.wait(21)
    assert "no play" in sit.refuses("Bia", "challenge")
    assert len(sit.rack("Ana")) == 7


def test_it_ends_when_nobody_can_form_a_word() -> None:
    sit = Sitting("scrabble-pt-pt", "ASQ", "QQ")
    sit("Ana", "play", "8H AS")
    sit("Bia", "accept")
    assert sit.table.closed is not None
    assert sit.table.closed.reason == "blocked"


def test_clocks_are_divided_and_minutes_bought() -> None:
    sit = Sitting("scrabble-pt-pt", "CASAOOO", "EEEEIII")
    sit.wait(1500 + 61)
    sit("Ana", "pass")
    assert sit.table.game.scores == {"Ana": -20, "Bia": 0}
    sit.wait(1500 + 601)
    assert sit.table.closed is not None
    assert (sit.table.closed.reason, sit.table.closed.winners) == ("lost", ("Ana",))


@pytest.mark.parametrize("deed", ["pass", "exchange", "resign", ""])
def test_points_off_for_time_can_end_a_game(deed: Deed) -> None:
    """Six turns without points do not end a game at zero all, but once overtime has cost points,
    the game ends. Nothing else happens, regardless of what a player does at that moment.
    """
    clock = {"clock": {"game": 600, "move": 60}}
    sit = Sitting("scrabble-en-us", "AEIOUTT", "EEEEIII", changes=clock)
    for _ in range(20):
        sit.wait(60)
    assert sit.table.closed is None
    if deed:
        sit.wait(1)
        sit("Ana", deed, *(("AE",) if deed == "exchange" else ()))
    else:
        sit.wait(60)
    assert sit.table.closed is not None
    assert sit.table.closed.reason == "scoreless"
    assert sit.table.sheet[-1].kind == "time"


def test_literki_ten_seconds() -> None:
    """If all accept it, any play stands. After a check, or ten seconds of silence, the dictionary
    is consulted. The sheet shows which of these happened.
    """
    sit = Sitting("literki", "NATOEEE", "EEEEIII", "AAAAIII", bag="ŻĄ")
    sit("Ana", "play", "8I TNA")
    sit.wait(9)
    sit("Bia", "accept")
    for name in ("Ana", "Bia", "Caio"):  # the play is on the sheet only as a play in question
        line, seen = sit.look(name).open_line, sit.look(name)
        assert line and not seen.sheet
        assert (line.player, line.kind, line.text, line.points) == ("Ana", "play", "8I TNA", 4)
    sit("Caio", "accept")
    assert sit.look().open_line is None and len(sit.look().sheet) == 1
    assert sit.table.game.scores["Ana"] == 4
    assert (sit.table.sheet[-1].kind, sit.table.sheet[-1].settled) == ("play", "accepted")
    sit = Sitting("literki", "NATOEEE", "EEEEIII", "AAAAIII", bag="ŻĄ")
    sit("Ana", "play", "8I TNA")
    sit("Bia", "accept")
    sit.wait(9.9)
    assert sit.table.game.pending is not None
    sit.wait(0.1)
    assert (sit.table.game.turn, sit.rack("Ana")) == ("Bia", "AEEENOT")
    assert (sit.table.sheet[-1].kind, sit.table.sheet[-1].settled) == ("withdrawn", "silence")
    sit = Sitting("literki", "NATOEEE", "EEEEIII", "AAAAIII", bag="ŻĄ")
    sit("Ana", "play", "8I NA")
    sit("Caio", "check")
    assert sit.table.game.scores["Ana"] == 2
    assert (sit.table.sheet[-1].kind, sit.table.sheet[-1].settled) == ("play", "checked")


def test_literki_take_back_needs_all() -> None:
    sit = Sitting("literki", "NATOEEE", "EEEEIII", "AAAAIII", bag="ŻĄ")
    sit("Ana", "play", "8I NA")
    sit("Bia", "accept")
    sit("Caio", "accept")
    assert sit.rack("Ana") == "EEEOT"
    sit.wait(5)
    sit("Ana", "take-back")
    assert "Ana asks to take back a play" in sit.refuses("Bia", "pass")
    sit("Bia", "consent")
    sit("Caio", "consent")
    assert (sit.table.game.turn, sit.rack("Ana"), sit.table.game.scores["Ana"]) == (
        "Ana",
        "AEEENOT",
        0,
    )
    sit("Ana", "play", "8I TO")
    sit("Ana", "take-back")
    sit("Bia", "refuse")
    assert "already been asked" in sit.refuses("Ana", "take-back")
    sit.wait(10)
    assert len(sit.rack("Ana")) == 7
    assert sit.refuses("Ana", "take-back")


def test_literki_a_swap_field_waits_until_the_play_is_firm() -> None:
    sit = Sitting("literki", "NATOEEE", "ŁŁŁMMMP", "AAAAIII")
    sit("Ana", "play", "8I NA")
    for name in ("Bia", "Caio"):
        sit(name, "accept")
    game = sit.table.game
    swap = game.ruleset.layout.find_square("D4")
    assert swap is not None
    assert game.ruleset.layout.premiums[swap].exchange
    square = game.ruleset.layout.find_square("D3")
    assert square is not None
    board = game.board.with_tiles({square: 1})
    sit.wait(10)
    sit.table = sit.table.change(position=sit.table.game.change(board=board, turn="Ana"))
    sit.table = give(sit.table, ("TOEEEIO", "ŁŁŁMMMP", "AAAAIII"), "")
    sit("Ana", "play", "D3 (A)T")
    for name in ("Bia", "Caio"):
        sit(name, "accept")
    assert sit.rack("Bia") == "ŁŁŁMMMP"
    assert "exchanged" in sit.refuses("Bia", "pass")
    assert sit.table.running is None
    happened = sit.wait(10)
    holders = [one.only for one in happened if isinstance(one.event, game_events.Holds)]
    assert sorted(map(str, holders)) == ["Ana", "Bia", "Caio"]
    assert sit.rack("Bia") != "ŁŁŁMMMP"
    assert sit.table.running == "Bia"
    told = sit.look("Bia").sheet[-1]
    assert (told.player, told.kind, told.points) == ("Ana", "swap", 0)


def test_void_shows_a_rejected_play_to_its_player_only(tmp_path: Path) -> None:
    sit = Sitting("scrabblear", "ACASOOO", "EEEEIII", kinds="-c")
    happened = sit("Ana", "play", "8H ACSA")
    assert [one.only for one in happened] == ["Ana", "Ana"]
    assert "Played" not in sit.seen_by("Bia")
    assert not sit.table.sheet
    assert sit.table.game.turn == "Ana"
    assert preview(sit.table, "Ana", "8H ACSA", sit.words).valid is False
    sit("Ana", "play", "8H CASA")
    assert len(sit.rack("Ana")) == 7


def test_a_rejected_play_takes_the_time_that_it_took() -> None:
    sit = Sitting("scrabblear", "ACASOOO", "EEEEIII", kinds="-c")
    allowed = sit.look("Ana").seats[0].left
    assert allowed is not None
    for passed in (20, 40):
        sit.wait(20)
        sit("Ana", "play", "8H ACSA")
        assert sit.look("Ana").seats[0].left == allowed - passed
    sit("Ana", "play", "8H CASA")
    assert sit.table.game.used["Ana"] == 40


@pytest.mark.parametrize("leaver", ["Ana", "Bia"])
def test_literki_resigning_ends_the_game_while_a_play_is_in_question(leaver: str) -> None:
    """The resigning opponent accepts the play; the player's own play is withdrawn."""
    sit = Sitting("literki", "NATOEEE", "EEEEIII", bag="ŻĄ")
    sit("Ana", "play", "8I NA")
    sit.wait(2)
    sit(leaver, "resign")
    assert sit.table.closed is not None
    assert sit.table.closed.winners == ("Bia" if leaver == "Ana" else "Ana",)
    assert not sit.look("Ana").questions
    lines = [(line.player, line.kind, line.text, line.points) for line in sit.table.sheet]
    played = [("Ana", "play", "8I NA", 2)] if leaver == "Bia" else []
    assert lines == [*played, (leaver, "resigns", "", 0)]


def test_the_sheet_has_a_play_that_a_recorded_resignation_settles() -> None:
    """Records may have a resignation without an answer."""
    sit = Sitting("literki", "NATOEEE", "EEEEIII", bag="ŻĄ")
    sit("Ana", "play", "8I NA")
    table = evolve(sit.table, Happened(sit.now, game_events.Resigned("Bia")))
    assert [(line.player, line.kind, line.text, line.points) for line in table.sheet] == [
        ("Ana", "play", "8I NA", 2),
        ("Bia", "resigns", "", 0),
    ]


def test_poll(tmp_path: Path) -> None:
    path = tmp_path / "poll.toml"
    own = 'extends = "scrabble-pt-pt"\ntitle = "Poll"\nwords.edition = "own"\n'
    path.write_text(f'{own}challenge.rule = "poll"\nwithout = ["challenge.window"]\n', "utf-8")
    sit = Sitting(str(path), "CASAOOO", "EEEEIII", "EEEEIII", bag="QZ")
    sit("Ana", "play", "8H OSO")
    assert [one.kind for one in view(sit.table, "Bia", sit.now).questions] == ["vote"]
    sit("Bia", "accept")
    sit("Caio", "accept")
    assert sit.table.game.scores["Ana"] > 0
    assert [line.settled for line in sit.table.sheet] == ["accepted"]
    sit("Bia", "pass")
    sit("Caio", "pass")
    sit("Ana", "play", "H8 (O)CAA")
    sit.wait(60)
    assert sit.table.game.turn == "Bia"
    assert (sit.table.sheet[-1].settled, sit.table.sheet[-1].rejecter) == ("rejected", "Bia")


POLL = {"challenge": {"rule": "poll"}}


@pytest.mark.parametrize("players", [2, 3])
def test_whoever_resigns_during_a_poll_does_not_accept_the_word(players: int) -> None:
    """Even if all others have accepted the play, it is rejected, as if the resigning player had not
    answered."""
    sit = Sitting("scrabble-pt-pt", *("CASAQOO", "EEEEIII", "BBBEEEE")[:players], changes=POLL)
    sit("Ana", "play", "8H QOO")
    if players == 3:
        sit("Caio", "accept")
    sit("Bia", "resign")
    assert [line.kind for line in sit.table.sheet] == ["withdrawn", "resigns"]
    assert sit.scores["Ana"] == 0 and sit.rack("Ana") == "AACOOQS"
    assert sit.table.is_over == (players == 2)
    assert players == 2 or sit.table.game.turn == "Caio"


@pytest.mark.parametrize(("answer", "score"), [("accept", (6 + 1 + 1) * 2), ("check", 0)])
def test_a_poll_goes_on_without_whoever_resigns(answer: Deed, score: int) -> None:
    sit = Sitting("scrabble-pt-pt", "CASAQOO", "EEEEIII", "BBBEEEE", changes=POLL)
    sit("Ana", "play", "8H QOO")
    sit("Bia", "resign")
    (question,) = sit.look("Caio").questions
    assert (question.kind, question.waits_for) == ("vote", ("Caio",))
    sit("Caio", answer)
    assert (sit.scores["Ana"], sit.table.game.turn) == (score, "Caio")
    rejecter = "" if score else "Caio"
    assert [line.rejecter for line in sit.table.sheet if line.text == "8H QOO"] == [rejecter]


def test_the_play_of_whoever_resigns_during_its_poll_does_not_count() -> None:
    sit = Sitting("scrabble-pt-pt", "CASAQOO", "EEEEIII", "BBBEEEE", changes=POLL)
    sit("Ana", "play", "8H QOO")
    sit("Caio", "accept")
    sit("Ana", "resign")
    assert sit.table.game.board.is_empty and not sit.look("Bia").questions
    assert (sit.scores["Ana"], sit.table.game.turn) == (0, "Bia")
    assert "No play waits" in sit.refuses("Bia", "accept")


def test_named_words(tmp_path: Path) -> None:
    sit = Sitting("scrabble-en-world:per-word", "ATONESR", "ATEEIII", bag="QZ")
    sit("Ana", "play", "8H AT")
    with pytest.raises(CannotJudge):
        sit("Bia", "challenge")
    for words in (("ATE",), ("AT", "AT")):
        assert "name words among these" in sit.refuses("Bia", "challenge", "", *words)
    sit("Bia", "challenge", "", "at")
    assert sit.table.game.scores["Ana"] == 4 + 5


def test_exchanges_hide_their_tiles() -> None:
    sit = Sitting("scrabble-en-us", "ATONESR", "EEEEIII", bag="QZ")
    sit("Ana", "exchange", "AT")
    assert sit.rack("Ana") == "ENOQRSZ"
    shown = [show(one, "Bia") for one in sit.log]
    exchanged = [one.event for one in shown if one is not None]
    assert game_events.Exchanged("Ana", 2) in exchanged
    assert sorted(sit.table.bag).count(1) == 9  # all the A's of the set


def test_resigning_and_adjourning() -> None:
    sit = Sitting("scrabble-en-us:box", "ATONESR", "EEEEIII", "EEEEIII")
    sit("Bia", "resign")
    sit("Ana", "play", "8H AT")
    assert sit.table.game.turn == "Caio"
    sit("Ana", "adjourn")
    assert not sit.table.adjourned
    sit("Caio", "adjourn")
    assert sit.table.adjourned
    assert "everyone must return" in sit.refuses("Caio", "pass")
    sit.wait(1e6)
    sit("Caio", "return")
    sit("Ana", "return")
    assert sit.table.running == "Caio"
    sit("Caio", "resign")
    assert sit.table.closed is not None
    assert sit.table.closed.winners == ("Ana",)


def test_the_draw_for_the_first_turn_is_repeated_until_one_tile_is_lowest() -> None:
    table = tables.begun("scrabble-en-us:box", 4, seed=8)
    tiles_drawn = [dict(drawn) for drawn in table.drawn]
    assert tiles_drawn
    order = "?ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    tied = list(table.opened.names)
    for drawn in tiles_drawn:
        assert sorted(drawn) == sorted(tied)
        low = min(drawn.values(), key=order.index)
        tied = [name for name in tied if drawn[name] == low]
    assert tied == [table.game.players[0]]


@pytest.mark.parametrize(
    ("starts", "seconds", "first"),
    [
        ((3, 2), (), "Bia"),
        ((2, 2), (0, 1), "Bia"),
        ((2, 2), (1, 0), "Ana"),
        ((1, 2), (0, 1), "Ana"),
    ],
)
def test_priority_decides_who_begins(
    starts: tuple[int, ...], seconds: tuple[int, ...], first: str
) -> None:
    words = tables.make_lexicon("scrabble-en-us")
    for seed in range(4):
        table, log = tables.open_for("scrabble-en-us", 2, seed, starts=starts, seconds=seconds)
        assert tables.sit(table, log, words).game.players[0] == first


def test_draws_follow_from_the_revealed_nonces() -> None:
    table, _ = tables.play_at_random("scrabble-en-us", 2, 4, 400)
    assert table.closed is not None
    assert draws.commit(table.closed.nonce) == table.opened.commitment
    nonces = [table.nonces[name] for name in table.opened.names]
    assert draws.make_seed(table.opened.table, table.closed.nonce, nonces) == table.seed
    fair = Counter(draws.choose_number(table.seed, f"x {n}", 6) for n in range(6000))
    assert all(900 < fair[face] < 1100 for face in range(6))


def test_seats() -> None:
    with pytest.raises(WordtoolsError, match="for 2 players"):
        tables.open_for("scrabble-en-us", 3)
    with pytest.raises(WordtoolsError, match="against the computer"):
        tables.open_for("scrabblear", 2)
    table, log = tables.open_for("scrabble-en-us", 2)
    words = tables.make_lexicon("scrabble-en-us")
    with pytest.raises(WordtoolsError, match="Ana and Bia must sit down"):
        tables.do(table, log, words, START, Command("Ana", "begin"))
    with pytest.raises(WordtoolsError, match="no seat here"):
        tables.do(table, log, words, START, Command("Zoe", "join", "x"))
    assert Seat("Ana & Bo", members=("Ana", "Bo")).name == "Ana & Bo"
    with pytest.raises(WordtoolsError, match="has not begun"):
        tables.do(table, log, words, START, Command("Ana", "play", "8H AT"))
    for nonce in ("", "x" * 201, "two\nlines"):
        with pytest.raises(WordtoolsError, match="nonce"):
            tables.do(table, log, words, START, Command("Ana", "join", nonce))
    table = tables.do(table, log, words, START, Command("Ana", "join", "x"))
    with pytest.raises(WordtoolsError, match="seat is taken"):
        tables.do(table, log, words, START, Command("Ana", "join", "y"))
    with pytest.raises(WordtoolsError, match="is not in the team"):
        tables.do(table, log, words, START, Command("Bia", "join", "x", member="Zoe"))
    with pytest.raises(WordtoolsError, match="no seat Zoe"):
        view(table, "Zoe", START)
    for counts in ({"starts": (1,)}, {"starts": (1, 0), "seconds": (0, 1, 0)}):
        with pytest.raises(WordtoolsError, match="how often each seat"):
            tables.open_for("scrabble-en-us", 2, **counts)


def test_a_table_opens_with_the_commitment_to_its_nonce() -> None:
    table, _ = tables.open_for("scrabble-en-us", 2)
    other = structs.replace(table.opened, nonce="chosen later")
    with pytest.raises(WordtoolsError, match="belongs to another nonce"):
        open_table(other, table.ruleset, START)


def test_a_play_that_adjourning_lets_stand_is_not_taken_back() -> None:
    sit = Sitting("literki", "NATOEEE", "EEEEIII", bag="ŻĄ")
    sit("Ana", "play", "8I NA")
    sit("Bia", "accept")
    assert "take-back" in sit.look("Ana").may
    for deed in ("adjourn", "return"):
        for name in ("Ana", "Bia"):
            sit(name, deed)
    assert "take-back" not in sit.look("Ana").may
    assert "The last play is not Ana's" in sit.refuses("Ana", "take-back")


def test_lingo_with_a_pool_of_its_own() -> None:
    table, log = tables.open_for("lingo", 2, 1, changes={"pool": 6, "place": 3})
    table = tables.sit(table, log, tables.make_lexicon("lingo"))
    assert [seat.tiles for seat in view(table, "Ana", START).seats] == [6, 6]
    mover = view(table, "", START).turn or ""
    other = next(name for name in NAMES if name != mover)
    rack = view(table, mover, START).rack
    with pytest.raises(WordtoolsError, match="turn"):
        tables.do(table, log, tables.make_lexicon("lingo"), START, Command(other, "play", "ac7"))
    three = ",".join(f"{rack[at]}{cell}" for at, cell in enumerate(("b2", "c2", "d2")))
    words = tables.make_lexicon("lingo")
    table = tables.do(table, log, words, START, Command(mover, "play", three))
    assert len(view(table, mover, START).rack) == 6


def play_lingo(ruleset: str, turns: int) -> tuple[Table, list[Happened], Lexicon]:
    """A table at which the best moves were made, alternately of one tile and of two."""
    words = tables.make_rich_lexicon(ruleset)
    table, log = tables.open_for(ruleset, 2, 1)
    table = tables.sit(table, log, words)
    for turn in range(turns):
        lingo = table.position
        assert isinstance(lingo, LingoGame)
        rack = tiles.read_rack(view(table, lingo.mover, START).rack, lingo.ruleset.alphabet)
        (move,) = find_best_moves(lingo.board, rack, words, limit=1, tiles=1 + turn % 2)
        text = write_move(move.placement.items(), lingo.ruleset)
        shown = preview(table, lingo.mover, text, words)
        table = tables.do(table, log, words, START, Command(lingo.mover, "play", text))
        line = table.sheet[-1]
        assert (line.text, line.points) == (text, shown.score)
        assert line.words == (shown.words if shown.score else ())
    return table, log, words


@pytest.mark.parametrize("ruleset", ["lingo", "lingo:hex"])
def test_lingo_sheet_names_the_cells_of_today(ruleset: str) -> None:
    """When the board grows, it renames its cells, and so does every line of the sheet. Laying the
    moves one after another on the cells that they name gives the board.
    """
    table, log, _ = play_lingo(ruleset, 14)
    lingo = table.position
    assert isinstance(lingo, LingoGame)
    stacks: dict[Cell, bytes] = {}
    lines = list_lines(table)
    for line in lines:
        for cell, tile in read_move(line.text, lingo.ruleset).items():
            stacks[cell] = stacks.get(cell, b"") + bytes([tile])
    assert stacks == lingo.board.stacks
    assert [line.text for line in lines] != [line.text for line in table.sheet]
    assert any(line.words for line in lines)
    placed = [one.event for one in log if isinstance(one.event, Placed)]
    assert [event.words for event in placed] == [line.words for line in lines]
    named = [line for line in lines if line.words]
    assert describe_play(named[0]) == f"{', '.join(named[0].words)} ({named[0].text})"


def test_a_preview_of_lingo_says_why_a_move_scores_nothing() -> None:
    table, _, words = play_lingo("lingo", 5)
    lingo = table.position
    assert isinstance(lingo, LingoGame)
    rack = tiles.read_rack(view(table, lingo.mover, START).rack, lingo.ruleset.alphabet)
    free = {near for cell in lingo.board.stacks for near in list_neighbours(cell, "square")}
    lacks = set()
    cells = itertools.combinations(sorted(free - set(lingo.board.stacks)), 2)
    for (one, other), pair in itertools.product(cells, itertools.permutations(rack, 2)):
        text = write_move(zip((one, other), pair, strict=True), lingo.ruleset)
        shown = preview(table, lingo.mover, text, words)
        assert bool(shown.lacks) == (not shown.score)
        assert (shown.lacks == "word") == (not shown.words)
        lacks.add(shown.lacks)
    assert {"word", "joint"} <= lacks


def test_laid_tiles_are_written_as_a_play() -> None:
    sit = Sitting("scrabble-en-us", "AT?NESR", "EEEEIII", bag="QZ")
    layout = sit.table.game.ruleset.layout
    h8, i8 = (layout.find_square(name) or 0 for name in ("H8", "I8"))
    assert write_laid(sit.table, {i8: 20 | tiles.BLANK, h8: 1}, down=False) == "8H At"
    for laid in ({-1: 1}, {225: 1}, {}, {h8: 0}, {h8: 27}, {h8: tiles.BLANK}, {0: 1, i8: 1}):
        with pytest.raises(IllegalPlay):
            write_laid(sit.table, laid, down=False)
    lingo = tables.begun("lingo", 2, 1)
    assert write_laid(lingo, {"c7": 1, "e7": 18}, down=False) == "Ac7,Re7"
