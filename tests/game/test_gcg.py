"""GCG: real records, games to GCG and back, and noise."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs

from tests.game.players import finished, played_at_random, start
from wordtools.board import tiles
from wordtools.errors import WordtoolsError
from wordtools.formats import gcg
from wordtools.formats.gcg import GameRecord, GcgError, Move, Player, Pragma
from wordtools.game.events import (
    Answered,
    Challenged,
    Exchanged,
    Holds,
    Passed,
    Penalised,
    Played,
    Ruled,
    TookBack,
)
from wordtools.game.from_gcg import game_from_gcg
from wordtools.game.game import Game
from wordtools.game.to_gcg import game_to_gcg

NAMES = ("Ana", "Bia", "Caio", "Dora")


def one(line: str) -> Move:
    """The only move of a text."""
    (move,) = gcg.parse_gcg(line).moves
    return structs.replace(move, line=0)


# Lines


@pytest.mark.parametrize(
    ("line", "move"),
    [
        (
            ">Ana: CASATO? 8D CASA +24 24",
            Move(nick="Ana", kind="play", rack="CASATO?", place="8D", word="CASA", score=24,
                 total=24),
        ),
        (
            ">Ana: 8d cA.(S)A/AB/CD +24 24",
            Move(nick="Ana", kind="play", place="8d", word="cA.(S)A", score=24, total=24,
                 after="/AB/CD"),
        ),
        (
            ">Ana: X[CH] h8 [CH]A +9 -3  AB, CD",
            Move(nick="Ana", kind="play", rack="X[CH]", place="h8", word="[CH]A", score=9, total=-3,
                 after="AB, CD"),
        ),
        (">Ana: AEI - +0 57", Move(nick="Ana", kind="pass", rack="AEI", score=0, total=57)),
        (">Ana: - +0 57", Move(nick="Ana", kind="pass", score=0, total=57)),
        (">Ana:  -QO +0 57", Move(nick="Ana", kind="exchange", tiles="QO", score=0, total=57)),
        (">Ana: AEI -5 +0 57",
         Move(nick="Ana", kind="exchange", rack="AEI", tiles="5", score=0, total=57)),
        (">Ana: AEI -- -24 55",
         Move(nick="Ana", kind="withdrawn", rack="AEI", score=-24, total=55)),
        (">Ana: -- +0 55", Move(nick="Ana", kind="withdrawn", score=0, total=55)),
        (">Ana: (challenge) +5 289", Move(nick="Ana", kind="challenge", score=5, total=289)),
        (">Ana: AEI (CHALLENGE) +5",
         Move(nick="Ana", kind="challenge", rack="AEI", score=5)),
        (">Ana: AEI (time) -10 300",
         Move(nick="Ana", kind="time", rack="AEI", score=-10, total=300)),
        (">Ana: (AEI) +6 310", Move(nick="Ana", kind="rack", tiles="AEI", score=6, total=310)),
        (">Ana: AEI (AEI) -3 297",
         Move(nick="Ana", kind="rack", rack="AEI", tiles="AEI", score=-3, total=297)),
        (">Ana: () +0 297", Move(nick="Ana", kind="rack", score=0, total=297)),
    ],
)  # fmt: skip
def test_moves(line: str, move: Move) -> None:
    assert one(line) == move
    assert one(gcg.format_gcg(gcg.parse_gcg(line))) == move
    assert one(f"{line}\r\n".replace(" ", "\t ")) == structs.replace(
        move, after=move.after.replace(" ", "\t ")
    )


@pytest.mark.parametrize(
    "line",
    [">", ">Ana", ">Ana:", ">Ana: 8D", ">Ana: 8D +5 5", ">Ana: RACK 8D CASA five 5", "Ana: -"],
)
def test_lines_that_mean_nothing(line: str) -> None:
    with pytest.raises(GcgError) as caught:
        gcg.parse_gcg(f"#title x\n>Ana: - +0 0\n{line}\n", "a.gcg")
    assert str(caught.value).startswith("a.gcg:3: ")
    assert caught.value.line == 3
    assert not str(caught.value).endswith(".")


def test_pragmas_and_notes_stay_where_they_are() -> None:
    text = (
        "#character-encoding UTF-8\n#player1 Ana Ana Maria\n#title Final\n#x-unknown 1 2\n"
        ">Ana: AEI 8H AI +4 4\n#note a long one\n  that goes on\n\nand on\n#incomplete\n"
    )
    record = gcg.parse_gcg(text)
    assert gcg.format_gcg(record) == text
    assert record.find_pragma("note") == "a long one\n  that goes on\n\nand on"
    assert record.find_pragma("x-unknown") == "1 2"
    assert record.find_pragma("nothing") is None
    assert [item.line for item in record.items] == [1, 2, 3, 4, 5, 6, 10]


def test_players() -> None:
    two = gcg.parse_gcg("#player1 A Ana Maria\n#player2 B\n>B: - +0 0\n>A: - +0 0\n")
    assert two.list_players() == [Player("B", "B", 2), Player("A", "Ana Maria", 1)]
    nobody = gcg.parse_gcg(">B: - +0 0\n>A: - +0 0\n>C: - +0 0\n")
    assert [player.name for player in nobody.list_players()] == ["B", "A", "C"]
    same = gcg.parse_gcg("#player1 A Ana\n#player2 B Ana\n")
    assert [player.name for player in same.list_players()] == ["A", "B"]
    for text, line in [("#player1 A\n#player2 A\n", 2), ("#player1\n", 1),
                       ("#player1 A\n>B: - +0 0\n", 2)]:  # fmt: skip
        with pytest.raises(GcgError) as caught:
            gcg.parse_gcg(text).list_players()
        assert caught.value.line == line


# Bytes


@pytest.mark.parametrize(
    "data",
    [
        "#title Lição\n".encode(),
        "#title Lição\r\n".encode("latin-1"),
        b"\xef\xbb\xbf" + "#title Lição\n".encode(),
        "#character-encoding UTF-8\n#title Lição\n".encode(),
        "#character-encoding ISO-8859-1\r#title Lição\r".encode("latin-1"),
        "#character-encoding windows-1252\r\r\n#title Lição".encode("cp1252"),
    ],
)
def test_encodings(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.gcg").write_bytes(data)
    assert gcg.read_gcg(tmp_path / "a.gcg").find_pragma("title") == "Lição"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"#title x\n#character-encoding klingon\n", 2),
        (b"#character-encoding ISO-8859-99\n", 1),
        (b"#character-encoding rot13\n", 1),
        (b"#character-encoding UTF-8\n#title \xe7\n", 2),
        (b"#title \x00\n", 1),
    ],
)
def test_bytes_that_are_not_text(data: bytes, line: int, tmp_path: Path) -> None:
    (tmp_path / "a.gcg").write_bytes(data)
    with pytest.raises(GcgError) as caught:
        gcg.read_gcg(tmp_path / "a.gcg")
    assert str(caught.value).startswith(f"{tmp_path / 'a.gcg'}:{line}: ")


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.gcg", "a\0b"):
        with pytest.raises(GcgError, match="cannot be read"):
            gcg.read_gcg(path)


# Games


def replayed(text: str, ruleset: str) -> Game:
    return game_from_gcg(gcg.parse_gcg(text), ruleset)


def test_a_spanish_game() -> None:
    text = """\
#player1 Ana Ana
#player2 Bia Bia
>Ana: A[CH]OSIDE 8G [CH]ICO +18 18
"""
    with pytest.raises(GcgError, match=r"^game:3: .*no C"):
        replayed(text, "scrabble-es")
    game = replayed(text.replace("[CH]ICO", "A[CH]OS"), "scrabble-es")
    assert game.scores["Ana"] == 16
    assert game.events[1] == Played("Ana", "8G A[CH]OS")
    plain = replayed(text.replace("[CH]ICO", "ACHOS"), "scrabble-es")
    assert plain == game


def test_withdrawn_passed_and_exchanged() -> None:
    text = """\
#player1 Ana
#player2 Bia
>Ana: CATXQOR 8H CAX +24 24
>Ana: CATXQOR -- -24 0
#note a phony
>Bia: -- +0 0
>Ana: CATXQOR 8H cAT +0 0
"""
    with pytest.raises(GcgError, match=r"^game:7: Ana's rack has no"):
        replayed(text, "scrabble-en-us")
    game = replayed(text.replace("cAT", "CAT"), "scrabble-en-us")
    assert [type(event) for event in game.events] == [Holds, Played, Challenged, Passed, Played]
    assert game.events[2] == Challenged("Bia", acceptable=False)
    assert game.scores == {"Ana": 10, "Bia": 0}
    more = replayed(">A: -5 +0 0\n>B: ABC -AB +0 0\n>A: (time) -10 -10\n", "scrabble-en-us")
    assert more.events == (
        Exchanged("A", 5),
        Holds("B", "ABC"),
        Exchanged("B", "AB"),
        Penalised("A", 10),
    )


def test_points_for_challenges() -> None:
    text = ">A: 8H CAT +10 10\n>A: (challenge) +5 15\n>B: 7H DO +12 12\n"
    world = replayed(text, "scrabble-en-world")
    assert world.scores == {"A": 15, "B": 12}
    three = ">A: 8G CAT +10 10\n>B: 9G AT +10 10\n>B: (challenge) +15 25\n>A: - +0 10\n"
    words = replayed(three, "scrabble-en-world:per-word")
    assert words.events[2] == Challenged("A", True, words=3)
    with pytest.raises(GcgError, match="makes 3 words; 4 cannot be challenged"):
        replayed(three.replace("+15", "+20"), "scrabble-en-world:per-word")
    off = ">A: 8H LIÇAO +18 18\n>B: (challenge) -10 -10\n>B: - +0 -10\n"
    assert replayed(off, "scrabble-pt-pt").scores == {"A": 18, "B": -10}


def test_plays_that_are_checked_without_a_challenge() -> None:
    text = ">A: 8I KTO +7 7\n>A: -- -7 0\n>B: 8I KOT +7 7\n>A: - +0 0\n"
    game = replayed(text, "literki")
    assert game.events[:2] == (Played("A", "8I KTO"), Ruled(False, 10))
    assert (game.turn, game.scores["A"]) == ("B", 0)


def test_three_players_and_who_challenged() -> None:
    game = start("scrabble-en-us:box", NAMES[:3]).push(
        Played("Ana", "8H CAT"), Challenged("Caio", True), Passed("Bia")
    )
    text = gcg.format_gcg(game_to_gcg(game))
    assert "#challenger Caio" in text
    assert replayed(text, game.ruleset_name) == game


def test_racks_of_a_game_that_goes_on() -> None:
    text = "#player1 A\n#player2 B\n#rack2 QI\n>B: 8H AT +4 4\n#rack1 XYZ\n"
    game = replayed(text, "scrabble-en-us")
    shown = {
        name: tiles.write_tiles(rack.known, game.ruleset.alphabet)
        for name, rack in game.state.racks.items()
    }
    assert shown == {"A": "XYZ", "B": "IQ"}
    assert game.players == ("B", "A")
    assert replayed(gcg.format_gcg(game_to_gcg(game)), "scrabble-en-us") == game


def test_what_gcg_cannot_tell(tmp_path: Path) -> None:
    path = tmp_path / "secco.toml"
    path.write_text('extends = "scrabble-pt-pt"\ntitle = "x"\n[exchange]\nkeeps_turn = true\n')
    game = Game(str(path), ("Ana", "Bia")).push(Exchanged("Ana", 7, keeps_turn=True))
    with pytest.raises(WordtoolsError, match="GCG cannot hold"):
        game_to_gcg(game)


def test_names_that_are_not_nicks() -> None:
    game = Game("scrabble-en-us", ("Ana Maria", "Ana:Maria")).push(Passed("Ana Maria"))
    text = gcg.format_gcg(game_to_gcg(game, Pragma("title", "Final")))
    assert "#player2 Ana_Maria_2 Ana:Maria" in text
    assert "#title Final" in text
    assert replayed(text, "scrabble-en-us") == game


KINDS = [
    ("scrabble-en-us", 2),
    ("scrabble-en-us:box", 4),
    ("scrabble-en-world:per-word", 2),
    ("scrabble-pt-pt", 3),
    ("scrabble-es", 2),
    ("scrabble-pl", 2),
    ("scrabble-ca", 2),
    ("literki", 3),
    ("scrabblear", 2),
]


@st.composite
def games(draw: st.DrawFn) -> Game:
    ruleset, players = draw(st.sampled_from(KINDS))
    seed = draw(st.integers(0, 10_000))
    if draw(st.booleans()):
        return finished(ruleset, NAMES[:players], seed, most=20)
    return played_at_random(ruleset, NAMES[:players], seed, 40, deals=draw(st.booleans()))


@pytest.mark.slow
@given(games())
def test_what_we_write_is_read_as_the_same_game(game: Game) -> None:
    """Votes, clocks and plays taken back are not recorded; everything that was read is kept."""
    text = gcg.format_gcg(game_to_gcg(game))
    read = game_from_gcg(gcg.parse_gcg(text), game.ruleset_name)
    assert read.board == game.board
    assert read.scores == game.scores
    again = gcg.format_gcg(game_to_gcg(read))
    assert game_from_gcg(gcg.parse_gcg(again), game.ruleset_name) == read
    assert (
        gcg.format_gcg(game_to_gcg(game_from_gcg(gcg.parse_gcg(again), game.ruleset_name))) == again
    )


def test_of_two_equal_plays_the_one_taken_back_is_left_out() -> None:
    """Ana's play is rejected; she makes it again, takes it back, and passes."""
    game = Game("literki", ("Ana", "Bia")).push(Played("Ana", "8H KOT"), Ruled(False, 10))
    game = game.push(Passed("Bia"), Played("Ana", "8H KOT"))
    game = game.push(Answered("Bia", True), TookBack("Ana", ("Bia",)), Passed("Ana"))
    kinds = [move.kind for move in game_to_gcg(game).moves]
    assert kinds == ["play", "withdrawn", "pass", "pass"]


# Noise

WHOLE = gcg.format_gcg(game_to_gcg(finished("scrabble-en-us", NAMES[:2], 7, most=12)))
PIECES = [">Ana: ", ">Bia: ", "#note ", "#player1 ", "#rack1 ", "8H ", "(challenge) ", "-- ", "- ",
          "(time) ", "(AEI) ", "+5 ", "-10 ", "CAT ", "c.t ", "(", ")", "/", "?", "\n", "\r\n", "#",
          ">", "[CH]", "é", "٣", "99A ", "H8 ", "9" * 30]  # fmt: skip


def never_a_traceback(text: str) -> None:
    try:
        record = gcg.parse_gcg(text, "n.gcg")
        assert [type(i) for i in gcg.parse_gcg(gcg.format_gcg(record)).items[1:]] == [
            type(i) for i in record.items
            if not (isinstance(i, Pragma) and i.name == "character-encoding")
        ]  # fmt: skip
        game_from_gcg(record, "scrabble-en-us")
    except GcgError as error:
        assert str(error).startswith("n.gcg")
        assert not str(error).endswith(".") or str(error).endswith("shows .")


@given(st.lists(st.sampled_from(PIECES)).map("".join))
@example(">A: 8H (A +5 5\n>B: - +0 0\n")
@example(">A: -0 +0 0\n>B: - +0 0\n")
def test_noise_of_pieces(text: str) -> None:
    never_a_traceback(text)


@given(st.data())
def test_noise_in_a_game(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(WHOLE)))
    gone = data.draw(st.integers(0, 6))
    put = data.draw(st.one_of(st.text(max_size=6), st.sampled_from(PIECES)))
    never_a_traceback(WHOLE[:at] + put + WHOLE[at + gone :])


@given(st.binary())
def test_random_bytes(data: bytes) -> None:
    try:
        text = gcg.decode_gcg(data, "n.gcg")
    except GcgError as error:
        assert str(error).startswith("n.gcg:")
    else:
        never_a_traceback(text)


@given(st.binary(max_size=40), st.integers(0, len(WHOLE)))
def test_bytes_in_a_game(data: bytes, at: int) -> None:
    whole = WHOLE.encode()
    try:
        text = gcg.decode_gcg(whole[:at] + data + whole[at:], "n.gcg")
    except GcgError as error:
        assert error.line
    else:
        never_a_traceback(text)


def test_a_record_can_be_made_by_hand() -> None:
    record = GameRecord((Pragma("title", "x"), Move(nick="A", kind="pass")))
    assert gcg.format_gcg(record) == "#character-encoding UTF-8\n#title x\n>A: -\n"


# Hostile records


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "#note x" + " " * 1_000_000 + "x",
        "#note x\n" + "a\n" * 1_000_000,
        ">a: x" + " " * 1_000_000 + "x",
        ">a: ABC 8D WORD /" + " " * 1_000_000 + "x",
        ">a: ABC 8D WORD +1" + " " * 1_000_000 + "x",
    ],
    ids=["note", "lines", "move", "slash", "after"],
)
def test_long_lines_take_no_time(line: str) -> None:
    """Reading would take an hour if its time were quadratic."""
    with suppress(GcgError):
        gcg.parse_gcg(line)


@pytest.mark.parametrize("line", [">a: - +\u0661", ">a: CAT \u0668H CAT +10"])
def test_numbers_are_of_plain_digits(line: str) -> None:
    with pytest.raises(GcgError, match="is not a move"):
        gcg.parse_gcg(line)


def test_what_is_not_a_number_of_tiles() -> None:
    record = gcg.parse_gcg("#player1 a a\n#player2 b b\n>a: -\u0665 +0 0\n")
    with pytest.raises(GcgError, match="game:3: no English tile shows"):
        game_from_gcg(record, "scrabble-en-us")


def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(GcgError, match="more than 1,048,576 bytes"):
        gcg.read_gcg("/dev/zero")


@pytest.mark.parametrize("name", ["Ana\n>b: - +0 0", "", " ", "A  B", "A\0", "A\u2028B", "A "])
def test_a_name_that_no_line_can_hold(name: str) -> None:
    with pytest.raises(WordtoolsError, match="GCG cannot hold the name"):
        game_to_gcg(Game("scrabble-en-us", (name, "Bia")))
