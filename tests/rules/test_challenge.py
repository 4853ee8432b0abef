"""Challenge rules: every row of the table of rules, and cases 19 to 25 of the games' facts."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordtools.errors import WordtoolsError
from wordtools.rules.challenge import (
    ChallengeRule,
    Opening,
    Outcome,
    Situation,
    decide_outcome,
    load_challenge_rules,
    open_challenge,
)

RULES = load_challenge_rules()
TWO = Situation(players=["Ana", "Bia"], mover="Ana", challenger="Bia")
THREE = Situation(players=["Ana", "Bia", "Caio"], mover="Ana", challenger="Caio")


def with_(situation: Situation, **changes: object) -> Situation:
    return msgspec.structs.replace(situation, **changes)


def wrong(name: str, situation: Situation = TWO) -> Outcome:
    """A challenge to a valid play."""
    return decide_outcome(RULES[name], situation, acceptable=True)


CHALLENGED = sorted(name for name, rule in RULES.items() if rule.check == "challenge")


@pytest.mark.parametrize("name", [n for n in CHALLENGED if RULES[n].invalid == "turn-lost"])
def test_an_invalid_play_loses_tiles_and_turn(name: str) -> None:
    result = decide_outcome(RULES[name], TWO, acceptable=False)
    assert (result.status, result.next_player, result.scoreless) == ("withdrawn", "Bia", 1)
    assert (result.points, result.owed, result.loses_game) == ({}, {}, None)


def test_20_double() -> None:
    result = wrong("double")
    assert result.status == "stands"
    assert result.next_player == "Ana"
    assert result.owed == {}
    assert result.scoreless == 1  # a lost challenge is a scoreless turn


def test_21_single() -> None:
    assert wrong("single") == Outcome("stands", next_player="Bia")


def test_22_five_points() -> None:
    result = wrong("five-points")
    assert (result.points, result.scoreless, result.next_player) == ({"Ana": 5}, 0, "Bia")


@pytest.mark.parametrize("name", ["void", "take-back"])
def test_23_an_invalid_play_is_refused_when_made(name: str) -> None:
    unchallenged = with_(TWO, challenger=None)
    assert open_challenge(RULES[name], unchallenged) == Opening("judge")
    result = decide_outcome(RULES[name], unchallenged, acceptable=False)
    assert (result.status, result.next_player, result.scoreless) == ("withdrawn", "Ana", 0)
    assert RULES[name].audience == ("everyone" if name == "void" else "mover")
    assert decide_outcome(RULES[name], unchallenged, acceptable=True).next_player == "Bia"


def test_24_the_portuguese_settings() -> None:
    rule = msgspec.structs.replace(RULES["ten-points-off"], window=20)
    assert decide_outcome(rule, with_(TWO, seconds=20), acceptable=True).points == {"Bia": -10}
    late = decide_outcome(rule, with_(TWO, seconds=21))
    assert (late.refusal, late.status, late.points) == ("too late", "stands", {})


def test_25_literki() -> None:
    rule = RULES["timed"]
    accepted = with_(THREE, challenger=None, seconds=9, votes={"Bia": True, "Caio": True})
    assert open_challenge(rule, accepted) == Opening("stands")
    assert decide_outcome(rule, accepted).status == "stands"  # an accepted phony stands
    silent = with_(THREE, challenger=None, seconds=10)
    assert open_challenge(rule, silent) == Opening("judge")
    assert decide_outcome(rule, silent, acceptable=False).status == "withdrawn"
    assert open_challenge(rule, with_(silent, seconds=9)) == Opening("wait")
    assert decide_outcome(rule, with_(silent, seconds=9)).status == "pending"
    doubted = with_(THREE, challenger=None, seconds=2, votes={"Bia": False})
    assert open_challenge(rule, doubted) == Opening("judge")
    assert decide_outcome(rule, doubted, acceptable=True).points == {}


def test_triple_costs_the_game_of_who_is_wrong() -> None:
    assert wrong("triple").loses_game == "Bia"
    assert decide_outcome(RULES["triple"], TWO, acceptable=False).loses_game == "Ana"


def test_ten_points() -> None:
    assert wrong("ten-points").points == {"Ana": 10}
    assert wrong("ten-points-off").points == {"Bia": -10}


def test_points_for_each_word_named() -> None:
    rule = RULES["five-points-a-word"]
    assert rule.scope == "words"
    assert decide_outcome(rule, with_(TWO, words_named=3), acceptable=True).points == {"Ana": 15}


@pytest.mark.parametrize(("before", "lost"), [(0, 0), (1, 1), (5, 1)])
def test_the_first_is_free(before: int, lost: int) -> None:
    result = wrong("first-free", with_(TWO, wrong_before=before))
    assert (result.scoreless, result.next_player) == (lost, "Ana" if lost else "Bia")


@pytest.mark.parametrize(("before", "points"), [(0, 5), (1, 10), (2, 20), (3, 30), (9, 30)])
def test_escalating_points(before: int, points: int) -> None:
    assert wrong("escalating-points", with_(TWO, wrong_before=before)).points == {"Ana": points}


def test_poll() -> None:
    rule = RULES["poll"]
    unasked = with_(THREE, challenger=None)
    assert (
        decide_outcome(rule, unasked, acceptable=True).status == "stands"
    )  # no vote on a known word
    assert decide_outcome(rule, unasked, acceptable=False).status == "pending"
    both = {"Bia": True, "Caio": True}
    assert decide_outcome(rule, with_(unasked, votes=both), acceptable=False).status == "stands"
    one = {"Bia": True, "Caio": False}
    assert decide_outcome(rule, with_(unasked, votes=one), acceptable=False).status == "withdrawn"


def test_who_and_when() -> None:
    rule = RULES["double"]
    refusals = {
        "own play": with_(TWO, challenger="Ana"),
        "no player": with_(TWO, challenger="Zoe"),
        "challenged before": with_(TWO, challenged=True),
    }
    for refusal, situation in refusals.items():
        found = open_challenge(rule, situation)
        assert (found.action, found.refusal) == ("refused", refusal)
    next_only = msgspec.structs.replace(rule, by="next-player")
    assert open_challenge(next_only, THREE).refusal == "not the next player"
    assert open_challenge(next_only, with_(THREE, challenger="Bia")).action == "judge"
    assert open_challenge(rule, THREE).action == "judge"


def test_a_lost_turn_is_the_challengers_whoever_moves_next() -> None:
    result = wrong("double", THREE)
    assert (result.next_player, result.owed) == ("Bia", {"Caio": 1})
    later = with_(THREE, mover="Bia", challenger="Caio", owed=result.owed)
    again = wrong("double", later)
    assert (again.next_player, again.owed) == ("Ana", {"Caio": 1})  # two lost, one of them served


def test_a_game_that_was_over_goes_on() -> None:
    out = with_(TWO, ended=True)
    result = decide_outcome(RULES["double"], out, acceptable=False)
    assert result.next_player == "Bia"
    assert wrong("double", out).next_player is None


def test_a_ruling_that_is_due_must_be_given() -> None:
    with pytest.raises(ValueError, match="needs a ruling"):
        decide_outcome(RULES["double"], TWO)


def test_a_typing_mistake_in_a_rule_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[mine]\ntitle = "x"\nwindoww = 3\n')
    with pytest.raises(WordtoolsError, match="windoww is not a known key; did you mean 'window'"):
        load_challenge_rules(path)


PLAYERS = ["Ana", "Bia", "Caio", "Dora"]


@given(
    st.sampled_from(sorted(RULES)),
    st.integers(2, 4),
    st.data(),
    st.booleans(),
)
def test_turns_and_points_are_kept(name: str, size: int, data: st.DataObject, valid: bool) -> None:
    """The next to move is a player who owes no turn; turns are served or still owed."""
    rule: ChallengeRule = RULES[name]
    players = PLAYERS[:size]
    situation = Situation(
        players=players,
        mover=data.draw(st.sampled_from(players)),
        challenger=data.draw(st.sampled_from(players)),
        seconds=data.draw(st.integers(0, 30)),
        owed=data.draw(st.dictionaries(st.sampled_from(players), st.integers(0, 3))),
        votes=data.draw(st.dictionaries(st.sampled_from(players), st.booleans())),
    )
    result = decide_outcome(rule, situation, valid)
    if result.refusal or result.status == "pending" or result.loses_game:
        assert result.points == {} or result.loses_game
        return
    assert result.next_player in players
    lost = sum(situation.owed.values())
    if result.status == "stands":
        lost += result.scoreless
    served = lost - sum(result.owed.values())
    assert served >= 0
    assert all(turns > 0 for turns in result.owed.values()) or rule.invalid == "play-again"
    assert (result.status == "stands") == (
        valid or open_challenge(rule, situation).action == "stands"
    )


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('check = "poll"\ncosts = [{points = 5}]', "x: check = 'poll' allows no challenges"),
        ('check = "timed"\nscope = "words"', "x: check = 'timed' allows no challenges"),
        ('check = "play"\nby = "next-player"', "x: check = 'play' allows no challenges"),
        ('check = "play"\nwindow = 5', "x: window has no effect with check = 'play'"),
        ('paid = "off-challenger"', "x: per_word and paid require points in costs"),
        (
            "per_word = true\ncosts = [{turns = 1}]",
            "x: per_word and paid require points in costs",
        ),
    ],
)
def test_a_value_that_cannot_matter_is_refused(tmp_path: Path, keys: str, said: str) -> None:
    path = tmp_path / "challenges.toml"
    path.write_text(f'[x]\ntitle = "X"\n{keys}\n')
    with pytest.raises(WordtoolsError, match=said):
        load_challenge_rules(path)
