"""Recorded games, judged: games without disagreements, and each kind of disagreement."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.conftest import examples
from tests.game.players import finished, known_words, start
from tests.lexicon.helpers import lexicon_bytes, opened
from wordtools.errors import RulesError, WordtoolsError
from wordtools.formats import gcg
from wordtools.formats.gcg import GameRecord, GcgError, Move
from wordtools.game.record_rules import find_ruleset_name
from wordtools.game.to_gcg import game_to_gcg
from wordtools.lexicon.lexicon import Lexicon
from wordtools.review.review import review_game
from wordtools.review.reviewed_game import ReviewedGame
from wordtools.rules.loading import choose_ruleset, load_crossword

NAMES = ("Ana", "Bia", "Caio", "Dora")
KINDS = [
    ("scrabble-en-us", 2),
    ("scrabble-en-us:box", 4),
    ("scrabble-pt-pt", 3),
    ("scrabble-es", 2),
    ("scrabble-pl", 2),
    ("scrabble-ca", 2),
    ("literki", 3),
    ("scrabblear", 2),
]


@cache
def lexicon(ruleset: str, *more: str) -> Lexicon:
    """The words known to the players in the tests."""
    game = start(ruleset, NAMES[:2])
    letters = game.ruleset.alphabet
    words = [*known_words(game), *map(letters.spell, more)]
    return opened(lexicon_bytes(letters, [(word, frozenset()) for word in words]))


def told(text: str, ruleset: str = "scrabble-en-us", *more: str) -> list[str]:
    """The disagreements in a text, as `LINE SENTENCE`."""
    result = review_game(gcg.parse_gcg(text), load_crossword(ruleset), lexicon(ruleset, *more))
    return [f"{each.line} {each.sentence}" for each in result.disagreements]


@st.composite
def recorded(draw: st.DrawFn) -> tuple[str, GameRecord, dict[str, int]]:
    ruleset, players = draw(st.sampled_from(KINDS))
    game = finished(ruleset, NAMES[:players], draw(st.integers(0, 10_000)), most=20)
    text = gcg.format_gcg(game_to_gcg(game))
    return ruleset, gcg.parse_gcg(text), game.scores


def of(ruleset: str, record: GameRecord) -> ReviewedGame:
    return review_game(record, load_crossword(ruleset), lexicon(ruleset))


@settings(max_examples=examples(0.5))
@given(recorded())
def test_a_game_without_a_fault(one: tuple[str, GameRecord, dict[str, int]]) -> None:
    ruleset, record, scores = one
    result = of(ruleset, record)
    assert result.disagreements == []
    assert result.scores == scores
    moves = zip(record.moves, result.lines, strict=True)
    for move, line in moves:
        assert (line.line, line.score, line.total) == (move.line, move.score, move.total)
        assert line.acceptable is (True if move.kind == "play" else None)
        assert bool(line.words) == (move.kind == "play")


@settings(max_examples=examples(0.5))
@given(recorded(), st.data())
def test_one_wrong_number_is_found_where_it_stands(
    one: tuple[str, GameRecord, dict[str, int]], data: st.DataObject
) -> None:
    ruleset, record, scores = one
    move = data.draw(st.sampled_from(record.moves))
    off = data.draw(st.sampled_from([-7, -1, 1, 40]))
    field = data.draw(st.sampled_from(["score", "total"]))
    wrong: Move = structs.replace(move, **{field: (getattr(move, field) or 0) + off})
    items = tuple(wrong if item is move else item for item in record.items)
    result = of(ruleset, GameRecord(items))
    assert {each.line for each in result.disagreements} == {move.line}
    if move.kind != "rack":  # the sign shows whose tiles they are
        assert result.scores == scores


GAME = """\
#player1 Ana
#player2 Bia
>Ana: CATSDOG 8H CAT +10 10
"""


def test_withdrawn_and_valid() -> None:
    withdrawn = f"{GAME}>Ana: CATSDOG -- -10 0\n"
    assert told(withdrawn) == []
    assert told(withdrawn, "scrabble-en-us", "CAT") == [
        "4 The play is withdrawn, but the lexicon answers YES."
    ]
    less = f"{GAME}>Ana: CATSDOG -- -9 1\n"
    assert told(less) == ["4 Ana's -- is -10, not -9."]


def test_one_wrong_score_is_told_once() -> None:
    """This is so whether the totals, and the line that withdraws the play, continue from the wrong
    score or the right one.
    """
    said = ["3 Ana's 8H CAT is +10, not +12."]
    for total in (12, 10):
        wrong = GAME.replace("+10 10", f"+12 {total}")
        assert told(wrong) == said
        for back in (-12, -10):
            assert told(f"{wrong}>Ana: CATSDOG -- {back} 0\n") == said
        for later in (10, 12):
            assert told(f"{wrong}>Bia: - +0 0\n>Ana: - +0 {later}\n") == said
    assert told(GAME.replace("+10 10", "+12 13")) == [*said, "3 Ana's 0 +12 makes 12, not 13."]
    assert told(f"{GAME}>Ana: CATSDOG -- -12 -2\n") == ["4 Ana's -- is -10, not -12."]


def test_penalties_for_time() -> None:
    late = f"{GAME}>Bia: - +0 0\n>Ana: (time) -10 0\n"
    assert told(late) == []
    assert told(late, "scrabble-en-us:box") == ["5 Ana's (time) is +0, not -10."]
    assert told(late.replace("-10 0", "-7 3")) == ["5 Ana's (time) is -10, not -7."]
    assert told(late.replace("-10 0", "-110 -100")) == ["5 Ana's (time) is -100, not -110."]
    assert told(late.replace("-10 0", "+-20 -10")) == []
    assert told(late.replace("CATSDOG 8H CAT", "SACOSDE 8H SACO"), "scrabble-pt-pt") == []


def test_points_for_a_challenge() -> None:
    given_ = f"{GAME}>Ana: (challenge) +5 15\n"
    assert told(given_, "scrabble-en-world", "CAT") == []
    assert told(given_, "scrabble-en-world") == [
        "4 The challenge has failed, but the lexicon answers NO."
    ]
    assert told(given_, "scrabble-en-us", "CAT") == ["4 Ana's (challenge) is +0, not +5."]
    late = f"{GAME}>Bia: - +0 0\n>Ana: (challenge) +5 15\n"
    assert told(late, "scrabble-en-world", "CAT") == [
        "5 The challenge is refused: not the last play.",
        "5 Ana's (challenge) is +0, not +5.",
    ]


def test_a_phony_that_nobody_challenged_stands() -> None:
    result = review_game(
        gcg.parse_gcg(GAME), load_crossword("scrabble-en-us"), lexicon("scrabble-en-us")
    )
    assert result.disagreements == []
    assert [line.verdict for line in result.lines] == ["NO"]
    assert "NO" in result.table()[1]


def test_a_phony_where_every_play_is_checked() -> None:
    said = told(">A: 8H XEZ +38 38\n>B: - +0 0\n", "scrabblear")
    assert said == [
        "1 The play stands, but the lexicon answers NO, and the rules check every play."
    ]


def test_turns() -> None:
    assert told(f"{GAME}>Ana: 7H DO +12 22\n") == ["4 It is Bia's turn, not Ana's."]
    assert told(f"{GAME}{PASSES}>Bia: - +0 0\n>Ana: - +0 10\n") == ["10 The game has ended."]


PASSES = "".join(f">{name}: - +0 {total}\n" for name, total in [("Bia", 0), ("Ana", 10)] * 3)


def test_tiles_left_over() -> None:
    over = f"{GAME}#rack1 SDOGEEE\n#rack2 QIVVUIE\n{PASSES}"
    ana, bia = ">Ana: SDOGEEE (SDOGEEE) -9 1\n", ">Bia: QIVVUIE (QIVVUIE) -22 -22\n"
    assert told(f"{over}{ana}{bia}") == []
    assert told(over + ana) == ["12 No line records Bia's -22 for leftover tiles."]
    assert told(f"{over}{ana}#incomplete\n") == []
    other = bia.replace("QI", "QA").replace("-22", "-10")
    assert told(f"{over}{ana}{other}") == [
        "13 The tiles left with Bia are EIIQUVV, not QAVVUIE.",
        "13 Bia's (QAVVUIE) is -22, not -10.",
    ]


def test_tiles_left_over_before_the_end() -> None:
    assert told(f"{GAME}>Ana: (AEI) +6 16\n") == [
        "4 The game has not ended by the rules: no tiles count yet."
    ]


def test_a_line_that_means_nothing_on_the_board() -> None:
    for line in (
        ">Bia: 8H DOG +5 5",
        ">Bia: 15O DOG +5 5",
        ">Bia: 9H É[ +5 5",
        ">Bia: 7H (X)O +1 1",
    ):
        text = f"{GAME}{line}\n>Ana: - +0 0\n"
        result = review_game(
            gcg.parse_gcg(text), load_crossword("scrabble-en-us"), lexicon("scrabble-en-us")
        )
        assert result.stopped is not None
        assert result.stopped.line == 4
        assert result.stopped.sentence.endswith("From here on, lines cannot be judged.")
        assert [line.line for line in result.lines] == [3]
        assert result.scores == {"Ana": 10, "Bia": 0}


def test_alphabets_and_players() -> None:
    with pytest.raises(WordtoolsError, match="tiles"):
        review_game(gcg.parse_gcg(GAME), load_crossword("scrabble-en-us"), lexicon("scrabble-es"))
    with pytest.raises(GcgError, match="1 player;"):
        told(">A: - +0 0\n")
    with pytest.raises(RulesError, match="not a crossword game"):
        load_crossword("lingo")


@pytest.mark.slow
def test_which_rules() -> None:
    def guess(text: str, ruleset: str, edition: str) -> tuple[str, str]:
        return find_ruleset_name(gcg.parse_gcg(text), opened_as(ruleset, edition))

    def only(name: str, of_what: str) -> tuple[str, str]:
        return name, f"the only {of_what}"

    english = "scrabble-en-us"
    assert guess("#lexicon en-GB\n", english, "x") == only("scrabble-en-gb", "ruleset for en-GB")
    assert guess("#lexicon Zyx\n", english, "en-US") == only(english, "ruleset for en-US")
    assert guess(f"#ruleset {english}:box\n", english, "x") == (f"{english}:box", "")
    assert guess("#ruleset /etc/x.toml\n", "scrabble-ca", "x") == only(
        "scrabble-ca", "Catalan ruleset"
    )
    for text, ruleset, named in [
        ("#lexicon Zyx\n", english, "scrabble-en-gb, scrabble-en-us, scrabble-en-world"),
        ("", "scrabble-pl", "literki, scrabble-pl"),
    ]:
        with pytest.raises(RulesError, match=f"choose one with --rules: {named}$"):
            guess(text, ruleset, "x")
    for language, said in [
        ("fi", "choose one with --rules: scrabble-fi, scrabble-fi:no-w$"),
        ("tlh", "there is no built-in ruleset for the language 'tlh'"),
    ]:
        with pytest.raises(RulesError, match=said):
            choose_ruleset("", [], language)


def opened_as(ruleset: str, name: str) -> Lexicon:
    """A lexicon whose edition has this name."""
    game = start(ruleset, NAMES[:2])
    entries = [(word, frozenset[str]()) for word in known_words(game)]
    return opened(lexicon_bytes(game.ruleset.alphabet, entries, name=name))
