"""Games: cases 20 to 27 and 30 of the games' facts, racks, challenges, and data that is not a
game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.game.moments import NAMES, fault, game, near_the_end
from tests.game.players import start
from wordtools.board import scoring, tiles
from wordtools.errors import GameError, RulesError, WordtoolsError
from wordtools.game import ending
from wordtools.game.events import (
    Answered,
    Challenged,
    Exchanged,
    Holds,
    Passed,
    Penalised,
    Played,
    Reclaimed,
    Ruled,
    TookBack,
)
from wordtools.game.game import Game
from wordtools.game.replay import apply_event
from wordtools.game.state import IllegalEvent, Rack, ScorePart
from wordtools.game.turns import withdraw_last_play


def test_20_double_challenge_of_a_valid_play() -> None:
    after = game("scrabble-en-us", Played("Ana", "8H CAT"), Challenged("Bia", True))
    assert (after.turn, after.scores, after.state.scoreless) == ("Ana", {"Ana": 10, "Bia": 0}, 1)
    assert str(after.board).count("CAT") == 1
    three = start("scrabble-en-us:box", NAMES[:3]).push(
        Played("Ana", "8H CAT"), Challenged("Caio", True)
    )
    assert (three.turn, three.state.owed) == ("Bia", {"Caio": 1})
    assert three.push(Passed("Bia")).turn == "Ana"  # Caio's turn was lost


def test_20_a_phony_is_withdrawn() -> None:
    before = game("scrabble-en-us", Holds("Ana", "CATSDOG"))
    after = before.push(Played("Ana", "8H CAT"), Challenged("Bia", False))
    assert after.board.is_empty
    assert after.scores == {"Ana": 0, "Bia": 0}
    assert (after.turn, after.state.scoreless, after.state.bag) == ("Bia", 1, 86)
    assert after.state.racks == before.state.racks
    assert [part.points for part in after.parts] == [10, -10]


def test_21_single_challenge_of_a_valid_play() -> None:
    after = game("scrabble-en-gb", Played("Ana", "8H CAT"), Challenged("Bia", True))
    assert (after.turn, after.scores) == ("Bia", {"Ana": 10, "Bia": 0})


def test_22_five_points() -> None:
    after = game("scrabble-en-world", Played("Ana", "8H CAT"), Challenged("Bia", True))
    assert (after.turn, after.scores) == ("Bia", {"Ana": 15, "Bia": 0})


def test_22_points_for_each_word_named() -> None:
    """No more words can be named than the play makes."""
    one = game("scrabble-en-world:per-word", Played("Ana", "8G CAT"))
    assert one.push(Challenged("Bia", True)).scores["Ana"] == 10 + 5
    assert fault(one, Challenged("Bia", True, 3)) == "challenge refused"
    with pytest.raises(IllegalEvent, match="The play makes 1 word; 3 cannot be challenged"):
        one.push(Challenged("Bia", True, 3))
    assert apply_event(one.state, Challenged("Bia", True, 3)).scores["Ana"] == 10 + 5
    three = one.push(Played("Bia", "9G AT"))
    assert three.push(Challenged("Ana", True, 3)).scores["Bia"] == three.scores["Bia"] + 15
    assert fault(three, Challenged("Ana", True, 4)) == "challenge refused"
    usual = game("scrabble-en-world", Played("Ana", "8G CAT"))
    assert fault(usual, Challenged("Bia", True, 2)) == "challenge refused"


def test_23_void() -> None:
    asked = game("scrabblear", Played("Ana", "8H MAR"))
    assert asked.board.is_empty  # refused before it is scored, or scored
    refused = asked.push(Ruled(False))
    assert (refused.turn, refused.scores) == ("Ana", {"Ana": 0, "Bia": 0})
    assert (refused.state.scoreless, refused.state.bag) == (0, 86)
    stands = asked.push(Ruled(True))
    assert (stands.turn, stands.scores["Ana"], stands.state.bag) == ("Bia", 10, 83)
    assert fault(asked, Played("Bia", "8H MAR")) == "not settled"
    assert fault(stands, Challenged("Bia", False)) == "no challenge"


def test_24_the_portuguese_settings() -> None:
    played = game("scrabble-pt-pt", Played("Ana", "8H LIÇAO"))
    in_time = played.push(Challenged("Bia", True, seconds=20))
    assert (in_time.scores["Bia"], in_time.turn) == (-10, "Bia")
    assert fault(played, Challenged("Bia", True, seconds=21)) == "challenge refused"


def test_25_literki() -> None:
    played = game("literki", Played("Ana", "8I ŻĆŹ"), players=3)
    accepted = played.push(Answered("Bia", True, 3), Answered("Caio", True, 9))
    assert str(accepted.board).count("ŻĆŹ") == 1  # a phony that all players accept stands
    assert accepted.turn == "Bia"
    assert fault(played, Ruled(False, 9)) == "too early"
    silent = played.push(Answered("Bia", True, 3), Ruled(False, 10))
    assert silent.board.is_empty
    assert (silent.turn, silent.state.racks["Ana"].size) == ("Bia", 7)
    doubted = played.push(Answered("Bia", False, 2))
    assert doubted.push(Ruled(True, 2)).turn == "Bia"
    assert fault(played, Answered("Caio", True, 10)) == "too late"
    assert fault(played, Answered("Ana", True, 1)) == "no player"
    assert fault(doubted, Answered("Bia", True, 3)) == "answered before"


def test_25_taking_back() -> None:
    played = game("literki", Played("Ana", "8I KOT"), players=3)
    back = played.push(TookBack("Ana", ("Bia", "Caio"), 10))
    assert (back.turn, back.board.is_empty, back.state.pending) == ("Ana", True, None)
    assert fault(played, TookBack("Ana", ("Bia",), 3)) == "no consent"
    assert fault(played, TookBack("Ana", ("Bia", "Caio"), 11)) == "too late"
    assert fault(played, TookBack("Bia", ("Ana", "Caio"), 3)) == "not allowed"
    stood = played.push(Answered("Bia", True, 1), Answered("Caio", True, 2))
    again = stood.push(TookBack("Ana", ("Bia", "Caio"), 5))
    assert (again.turn, again.board.is_empty, again.scores["Ana"]) == ("Ana", True, 0)
    assert again.state.bag == 115 - 21
    english = game("scrabble-en-us", Played("Ana", "8H CAT"))
    assert fault(english, TookBack("Ana", ("Bia",), 1)) == "not allowed"


def test_26_literki_exchanges() -> None:
    at = game("literki")
    for _ in range(3):
        at = at.push(Exchanged("Ana", 2), Passed("Bia"))
    assert fault(at, Exchanged("Ana", 2)) == "exchanges used up"
    racks = {"Ana": "KOTDOMA", "Bia": "ANATOLE"}
    assert fault(near_the_end(game("literki"), 6, racks), Exchanged("Ana", "KO")) == "bag too small"
    assert near_the_end(game("literki"), 7, racks).push(Exchanged("Ana", "KO")).turn == "Bia"


@pytest.mark.parametrize(("bag", "exchanged"), [(9, False), (10, True)])
def test_26_the_square_that_exchanges(bag: int, exchanged: bool) -> None:
    """`WYM` has no effect once the bag holds fewer than 7 tiles, here after three were drawn."""
    at = near_the_end(game("literki"), bag, {"Ana": "KOTDOMA", "Bia": "ANATOLE"})
    wym = at.ruleset.layout.names.index("WYM")
    first = at.ruleset.layout.name_square(wym)
    row, column = first[1:], first[0]
    board = at.board.with_tiles(
        {wym + at.ruleset.layout.columns: at.ruleset.alphabet.spell("A")[0]}
    )
    vars(at)["state"] = at.state.change(board=board)
    after = at.push(Played("Ana", f"{row}{column} KOT"), Answered("Bia", True))
    held = after.state.racks["Bia"]
    assert (held.unknown == 7) == exchanged
    assert after.state.bag == bag - 3
    if exchanged:
        dealt = after.deal(Random(1))
        assert dealt.state.racks["Bia"].known != held.known
        assert dealt.state.racks["Bia"].unknown == 0
        assert dealt == after.deal(Random(1))


def test_27_literki_at_the_end() -> None:
    at = near_the_end(game("literki", players=3), 0, {"Ana": "KOT", "Bia": "LD", "Caio": "ŻD"})
    out = at.push(Played("Ana", "8I KOT"), Answered("Bia", True), Answered("Caio", True))
    assert out.ended == "out"
    assert ending.adjust_for_racks(out.state) == (
        ScorePart("Ana", 10, "racks"),
        ScorePart("Bia", -4, "racks"),
        ScorePart("Caio", -6, "racks"),
    )
    passed = at.push(*[Passed(name) for name in NAMES[:3] * 2])
    assert (passed.ended, passed.turn) == ("passed", None)
    assert {p.player: p.points for p in ending.adjust_for_racks(passed.state) or ()} == {
        "Ana": -5,
        "Bia": -4,
        "Caio": -6,
    }


def test_30_scrabblear_exchanges() -> None:
    def sixth(points: int) -> Game:
        at = near_the_end(
            game("scrabblear", computer="Bia"), 80, {"Ana": "MARTESA", "Bia": "MARTESA"}, Ana=points
        )
        for _ in range(5):
            at = at.push(Exchanged("Ana", 3), Passed("Bia"))
        assert at.scores["Ana"] == points
        return at.push(Exchanged("Ana", 3))

    assert sixth(10).scores["Ana"] == 8
    assert sixth(1).scores["Ana"] == 0
    at = near_the_end(
        game("scrabblear", computer="Bia"), 80, {"Ana": "MARTESA", "Bia": "MARTESA"}, Bia=10
    )
    assert fault(at.push(Passed("Ana")), Exchanged("Bia", 3)) == "wrong number"
    for _ in range(6):
        at = at.push(Passed("Ana"), Exchanged("Bia", 2))
    assert at.scores["Bia"] == 10


def test_scrabblear_words_lie_anywhere() -> None:
    """ "Todas sus fichas deben ubicarse en casillas adyacentes": nothing else is required."""
    at = game("scrabblear", Played("Ana", "1A MAR"), Ruled(True))
    apart = at.push(Played("Bia", "O13 SOL"), Ruled(True))
    assert apart.scores["Bia"] > 0
    assert fault(at, Played("Bia", "1D S")) == "word goes on"
    english = game("scrabble-en-us", Played("Ana", "8H CAT"))
    assert fault(english, Played("Bia", "1A DOG")) == "not connected"


def test_scrabblear_tiles_are_handed_in_first() -> None:
    """ "Entregarlas a la bolsa, para que ésta le devuelva tantas como haya recibido"."""
    racks = {"Ana": "ZARTESO", "Bia": "MARTESA"}
    empty = near_the_end(game("scrabblear"), 0, racks).push(Exchanged("Ana", "ZAR"))
    assert (empty.state.racks["Ana"].size, empty.state.bag) == (7, 0)
    for ruleset, may_return in (("scrabblear", True), ("scrabble-es", False)):
        given = near_the_end(game(ruleset), 80, racks).push(Exchanged("Ana", "Z"))
        z = given.ruleset.alphabet.spell("Z")[0]  # there is only one player
        dealt = (given.deal(Random(seed)).state.racks["Ana"].known for seed in range(600))
        assert any(z in rack for rack in dealt) == may_return


def test_scrabblear_scores_never_fall_below_zero() -> None:
    """ "Nunca puede quedar por debajo de cero", which squares of -3 could cause."""
    at = game("scrabblear", Played("Ana", "5G OSO"), Ruled(True))  # G5 and I5
    assert at.state.last is not None
    assert scoring.score_play(game("scrabblear").board, at.state.last.play).total == -3
    assert at.scores["Ana"] == 0
    racks = {"Ana": "OSOOSOO", "Bia": "MARTESA"}
    rich = near_the_end(game("scrabblear"), 80, racks, Ana=1)
    lower = rich.push(Played("Ana", "5G OSO"), Ruled(True))
    assert lower.scores["Ana"] == 0
    assert [part.points for part in lower.parts] == [1, -1]
    assert withdraw_last_play(lower.state).scores["Ana"] == 1


def test_what_is_known_of_racks() -> None:
    at = game("scrabble-en-us", Holds("Ana", "CAT"))
    assert at.state.racks["Ana"].unknown == 4
    assert at.push(Played("Ana", "8H CAT")).state.racks["Ana"] == Rack(b"", 7)
    assert at.push(Played("Ana", "8H DOGS")).board  # four tiles are unknown
    assert fault(at, Played("Ana", "8H DOGES")) == "not on the rack"
    assert fault(at, Holds("Ana", "ASTLESI")) == "not on the rack"
    assert at.push(Holds("Ana", "DOG")).state.racks["Ana"].unknown == 1  # beside CAT
    assert at.push(Holds("Ana", "ATE")).state.racks["Ana"].unknown == 3
    assert fault(at, Holds("Ana", "CATSDOGS")) == "too many tiles"
    assert fault(at.push(Holds("Bia", "QZXJK")), Holds("Ana", "CATQ")) == "not in the bag"
    assert fault(at.push(Holds("Bia", "ZXJK")), Played("Ana", "8H CAZ")) == "not in the bag"
    whole = at.push(Holds("Ana", "CATSDO?"))
    assert fault(whole, Played("Ana", "8H CATZ")) == "not on the rack"
    assert whole.push(Played("Ana", "8H CATz")).scores["Ana"] == 10


def test_an_exchange_leaves_the_rest_of_the_rack_known() -> None:
    at = game("scrabble-en-us", Holds("Ana", "CATSDOG"))
    letters = at.ruleset.alphabet
    kept = at.push(Exchanged("Ana", "CAT")).state.racks["Ana"]
    assert tiles.write_tiles(kept.known, letters) == "DGOS"
    assert at.push(Exchanged("Ana", 3)).state.racks["Ana"] == Rack(b"", 7)
    assert fault(at, Exchanged("Ana", "CAZ")) == "not on the rack"
    assert fault(at, Exchanged("Ana", "")) == "not on the rack"
    assert fault(at, Exchanged("Ana", 8)) == "too many tiles"


def test_what_was_exchanged_is_not_drawn_at_once() -> None:
    at = near_the_end(game("scrabble-en-us"), 86, {"Ana": "QZXJKVV", "Bia": "EEEEEEE"})
    after = at.push(Exchanged("Ana", "QZXJKVV")).deal(Random(5))
    drawn = tiles.write_tiles(after.state.racks["Ana"].known, after.ruleset.alphabet)
    assert not set(drawn) & set("QZXJKV")


def test_the_exchange_that_keeps_the_turn(tmp_path: Path) -> None:
    path = tmp_path / "secco.toml"
    path.write_text(
        'extends = "scrabble-pt-pt"\ntitle = "x"\n[exchange]\nkeeps_turn = true\n', "utf-8"
    )
    at = Game(str(path), ("Ana", "Bia"))
    once = at.push(Exchanged("Ana", 7, keeps_turn=True))
    assert once.turn == "Ana"
    assert fault(once, Exchanged("Ana", 7, keeps_turn=True)) == "not allowed"
    assert fault(at, Exchanged("Ana", 6, keeps_turn=True)) == "whole rack"
    pt = game("scrabble-pt-pt")
    assert fault(pt, Exchanged("Ana", 7, keeps_turn=True)) == "not allowed"


def test_reclaiming_a_blank(tmp_path: Path) -> None:
    path = tmp_path / "recycle.toml"
    path.write_text('extends = "scrabble-en-us"\ntitle = "x"\nreclaim_blanks = true\n', "utf-8")
    at = Game(str(path), ("Ana", "Bia")).push(Played("Ana", "8H CaT"), Holds("Bia", "AEIOUXY"))
    after = at.push(Reclaimed("Bia", "I8"))
    assert "CAT" in str(after.board)
    assert tiles.write_tiles(after.state.racks["Bia"].known, after.ruleset.alphabet) == "?EIOUXY"
    assert (after.turn, after.scores["Ana"]) == ("Bia", 8)
    assert fault(at, Reclaimed("Bia", "H8")) == "no blank"
    assert fault(at, Reclaimed("Bia", "Z99")) == "no blank"
    plain = game("scrabble-en-us", Played("Ana", "8H CaT"))
    assert fault(plain, Reclaimed("Bia", "I8")) == "not allowed"


def test_turns_challenges_and_strangers() -> None:
    at = game("scrabble-en-us", Played("Ana", "8H CAT"))
    assert fault(at, Played("Ana", "7H DO")) == "not your turn"
    assert fault(at, Passed("Zoe")) == "no player"
    assert fault(at, Challenged("Ana", False)) == "challenge refused"
    assert fault(at.push(Passed("Bia")), Challenged("Bia", False)) == "challenge refused"
    assert fault(at, Played("Bia", "8A ON")) == "not connected"
    assert fault(at, Answered("Bia", True)) == "nothing to settle"
    assert fault(at, Ruled(True)) == "nothing to settle"
    twice = at.push(Challenged("Bia", True))
    assert fault(twice, Challenged("Bia", True)) == "challenge refused"
    penalty = at.push(Penalised("Ana", 10))
    assert penalty.scores["Ana"] == 0


def test_a_poll(tmp_path: Path) -> None:
    path = tmp_path / "poll.toml"
    path.write_text(
        'extends = "scrabble-en-us:box"\n'
        if False
        else 'extends = "scrabble-en-us"\ntitle = "x"\n'
        'players = [2, 4]\nchallenge = { rule = "poll" }\n',
        "utf-8",
    )
    at = Game(str(path), NAMES[:3]).push(Played("Ana", "8H CAT"))
    assert at.push(Ruled(True)).turn == "Bia"
    assert fault(at, Answered("Bia", True)) == "too early"
    asked = at.push(Ruled(False), Answered("Bia", True))
    assert asked.push(Answered("Caio", True)).scores["Ana"] == 10
    assert asked.push(Answered("Caio", False)).board.is_empty


def test_triple_costs_the_game(tmp_path: Path) -> None:
    path = tmp_path / "triple.toml"
    path.write_text(
        'extends = "scrabble-en-us"\ntitle = "x"\nplayers = [2, 4]\n'
        'challenge = { rule = "triple" }\n'
    )
    two = Game(str(path), NAMES[:2]).push(Played("Ana", "8H CAT"))
    assert two.push(Challenged("Bia", True)).winners == ("Ana",)
    assert two.push(Challenged("Bia", False)).winners == ("Bia",)
    three = Game(str(path), NAMES[:3]).push(Played("Ana", "8H CAT"))
    assert three.push(Challenged("Bia", False)).turn == "Bia"
    assert three.push(Challenged("Bia", True)).turn == "Caio"


def test_what_is_no_game() -> None:
    with pytest.raises(GameError, match="not 1"):
        _ = Game("scrabble-en-us", ("Ana",)).state
    with pytest.raises(GameError, match="same name"):
        _ = Game("scrabble-en-us", ("Ana", "Ana")).state
    with pytest.raises(GameError, match="not one of the players"):
        _ = Game("scrabblear", ("Ana", "Bia"), "Hal").state
    with pytest.raises(RulesError, match="not a crossword game"):
        _ = Game("lingo", ("Ana", "Bia")).state
    for text in ("", "{", "[]", '{"ruleset": 1}', b"\xff\xfe"):
        with pytest.raises(GameError):
            Game.read(text)
    with pytest.raises(WordtoolsError):
        Game.read('{"ruleset":"scrabble-en-us","players":["A","B"],"events":[{"event":"passed",'
                  '"player":"B"}]}')  # fmt: skip
