"""Records of other programs are read as intended, and faults are reported only where there are
any."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.game.players import finished
from tests.review.test_review import GAME, NAMES, PASSES, lexicon, opened_as
from wordtools.errors import RulesError, WordtoolsError
from wordtools.formats import gcg
from wordtools.formats.gcg import GcgError
from wordtools.game.from_gcg import game_from_gcg
from wordtools.game.nicknames import tell_players_apart
from wordtools.game.record_rules import check_pragmas, find_ruleset_name
from wordtools.game.to_gcg import game_to_gcg
from wordtools.review.disagreements import KINDS, check_kinds
from wordtools.review.review import review_game
from wordtools.review.reviewed_game import ReviewedGame
from wordtools.rules.loading import load_crossword
from wordtools.rules.word_lists import find_named_list, load_named_lists

US = "scrabble-en-us"


def review(text: str, ruleset: str = US, *more: str) -> ReviewedGame:
    return review_game(gcg.parse_gcg(text), load_crossword(ruleset), lexicon(US, *more))


def told(text: str, ruleset: str = US, *more: str) -> list[str]:
    """The disagreements in a text, as `LINE KIND SENTENCE`."""
    found = review(text, ruleset, *more)
    assert found.stopped is None
    return [f"{each.line} {each.kind} {each.sentence}" for each in found.disagreements]


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """Scrabble with fourteen tiles: a game is over after one play."""
    return with_tiles(tmp_path, "RETAINSSTONEDQ")


def with_tiles(folder: Path, held: str, base: str = US) -> str:
    """A ruleset with these tiles."""
    path = folder / "tiny.toml"
    letters = load_crossword(US)
    numbers = {tile: held.count(tile) for tile in letters.tiles}
    counts = [f'"{tile}" = [{number}, {letters.tiles[tile][1] if number else 0}]'
              for tile, number in numbers.items()]  # fmt: skip
    path.write_text(f'extends = "{base}"\ntitle = "Tiny"\n[tiles]\n' + "\n".join(counts), "utf-8")
    return str(path)


OUT = """\
#player1 Ana
#player2 Bia
>Ana: AEINRST 8H RETAINS +66 66
"""
DOUBLE = ">Ana: (DENOQST) +34 100\n"


# Kinds


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (">Bia: 9H AT +4 4", "score"),
        (">Bia: - +5 5", "score"),
        (">Bia: - +0 9", "total"),
        (">Bia: QQIOAEU - +0 0", "rack"),
        (">Bia: AEIOUIO 9H ZA", "rack"),
        (">Bia: 9H ZZZ", "tiles"),
        (">Bia: (time) -7 -7", "time"),
        (">Ana: CATSDOG -- -10 0", "challenge"),
        (">Ana: (challenge) +5 15", "challenge"),
        (">Ana: - +0 10", "turn"),
        (">Bia: 15A AT", "turn"),
        (">Bia: (CAT) +5 5", "end"),
    ],
)
def test_kinds(line: str, kind: str) -> None:
    found = review(f"{GAME}{line}\n", US, "CAT")
    assert {each.kind for each in found.disagreements} == {kind}
    assert found.leave_out([kind]).disagreements == []
    assert found.leave_out(set(KINDS) - {kind}) == found


def test_no_such_kind() -> None:
    assert check_kinds(["rack", "time"]) == {"rack", "time"}
    with pytest.raises(WordtoolsError, match="'racks' is not a kind of disagreement; did you"):
        check_kinds(["racks"])


# Racks


def test_an_incomplete_rack_leaves_room_for_what_is_known() -> None:
    """DGOS stayed on Ana's rack, beside three other tiles, but not four."""
    turn = f"{GAME}>Bia: - +0 0\n>Ana: {{}} - +0 10\n"
    assert told(turn.format("XYZ")) == []
    assert told(turn.format("OXYZ")) == []
    assert told(turn.format("XYZE")) == [
        "5 rack Ana still has DGOS, which this rack lacks, and there is room for 3 more. "
        "Ana's racks are not checked from here on."
    ]


def test_racks_that_contradict_each_other_are_told_once() -> None:
    more = ">Bia: - +0 0\n>Ana: {} - +0 10\n"
    text = GAME + more.format("XYZAEIO") + more.format("AAAEEII").replace("+0", "-0")
    first = "Ana still has DGS, which this rack lacks. Ana's racks are not checked from here on."
    assert told(text) == [f"5 rack {first}"]
    theirs = ">Bia: XYZAEIO - +0 0\n>Ana: - +0 10\n>Bia: QVVAEIO - +0 0\n"
    second = "Bia still has XYZ, which this rack lacks. Bia's racks are not checked from here on."
    assert told(GAME + more.format("XYZAEIO") + theirs)[1:] == [f"8 rack {second}"]
    assert told(f"{GAME}>Bia: AEIOUXY 7H ZO +24 24\n")[0] == (
        "4 rack Bia's rack has no Z for this. Bia's racks are not checked from here on."
    )


@pytest.mark.parametrize("rack", ["IIIIIII", "QQQQQQQ", "???????", ".......", "UNKNOWN", "unknown"])
def test_placeholders_are_told_once(rack: str) -> None:
    text = f"{GAME}>Bia: {rack} -AEI +0 0\n>Ana: - +0 10\n>Bia: {rack} 9I AT +8 8\n"
    assert told(text) == [
        f"4 rack Bia's rack {rack} stands for unrecorded tiles. "
        "Bia's racks are not checked from here on."
    ]
    game = game_from_gcg(gcg.parse_gcg(text), US)
    assert game.state.racks["Bia"].known == b""
    assert told(f"{GAME}>Ana: {rack} (challenge) +0 10\n", US, "CAT") == []


@pytest.mark.parametrize("rack", ["TTTTTTT", "IIIIIII", "TTTTTT"])
def test_equal_tiles_are_a_rack_once_the_bag_is_empty(tmp_path: Path, rack: str) -> None:
    """This is so if the tiles are as many as the player has, and may be unseen."""
    ruleset = with_tiles(tmp_path, "RETAINSTTTTTTT", "scrabble-en-gb")
    passes = f">Ana: AEINRST - +0 0\n>Bia: {rack} - +0 0\n" * 3
    text = f"{passes}>Ana: AEINRST (AEINRST) -7 -7\n>Bia: {rack} (TTTTTTT) -7 -7\n"
    found = told(f"#player1 Ana\n#player2 Bia\n{text}", ruleset)
    assert found == [
        f"4 rack Bia's rack {rack} stands for unrecorded tiles. "
        "Bia's racks are not checked from here on."
    ] * (rack != "TTTTTTT")


def test_a_rack_that_cannot_be_read() -> None:
    assert told(f"{GAME}>Bia: A*É 9I AT +8 8\n") == [
        "4 rack no English tile shows *. Bia's racks are not checked from here on."
    ]


def test_a_play_speaks_against_the_rack_that_has_its_tile() -> None:
    text = GAME.replace("CATSDOG", "CATQDOG") + ">Bia: 9J QI\n>Ana: DGOQEEE - +0 10\n"
    assert told(text) == [
        "4 rack The set has no more Q; all are in use. Ana's racks are not checked from here on."
    ]


# Challenges


def test_a_pass_after_the_last_play_is_the_lost_challenge(tiny: str) -> None:
    for line in (">Bia: DENOQST - +0 0\n", ">Bia: DENOQST -- +0 0\n"):
        text = f"{OUT}{line}{DOUBLE}"
        assert told(text, tiny, "RETAINS") == []
        assert review(text, tiny).ended == "out"
        assert game_from_gcg(gcg.parse_gcg(text), tiny).scores == {"Ana": 100, "Bia": 0}
    assert told(f"{OUT}>Bia: - +0 0\n>Bia: - +0 0\n{DOUBLE}", tiny) == ["5 end The game has ended."]
    points = f"{tiny}:five-points"
    assert told(f"{OUT}>Bia: - +0 0\n>Bia: - +0 0\n{DOUBLE}", points) == [
        "4 end The game has ended."
    ]


def test_a_lost_challenge_of_a_phony_after_the_last_play(tiny: str) -> None:
    phony = OUT.replace("RETAINS", "NASTIER")
    assert told(f"{phony}>Bia: - +0 0\n{DOUBLE}", tiny) == [
        "4 challenge The challenge has failed, but the lexicon answers NO."
    ]


def test_a_phony_withdrawn_for_no_points() -> None:
    """`-- +0` with the total as before, or the play already has no points."""
    assert told(f"{GAME}>Ana: CATSDOG -- +0 0\n>Bia: - +0 0\n>Ana: - +0 0\n") == []
    assert told(f"{GAME}>Ana: CATSDOG -- +0\n>Bia: - +0 0\n>Ana: - +0 0\n") == []
    assert told(f"{GAME}>Ana: CATSDOG -- +0 10\n") == ["4 score Ana's -- is -10, not +0."]
    nothing = GAME.replace("+10 10", "+0 0")
    assert told(f"{nothing}>Ana: CATSDOG -- +0 0\n") == []
    assert told(f"{nothing}>Ana: CATSDOG -- -10 -10\n") == []
    assert told(nothing) == ["3 score Ana's 8H CAT is +10, not +0."]


def test_another_list_says_nothing_of_a_challenge() -> None:
    """The record names a federation's list, but the words are ours."""
    text = f"#lexicon CSW21\n{GAME}>Ana: (challenge) +5 15\n"
    record, rules = gcg.parse_gcg(text), load_crossword("scrabble-en-world")
    assert review_game(record, rules, opened_as(US, "x")).disagreements == []
    (found,) = review_game(record, rules, opened_as(US, "csw21")).disagreements
    assert found.kind == "challenge"


# The end


def test_tiles_left_over_counted_the_other_way(tiny: str) -> None:
    """Between two players, giving one of them twice the points is the same as giving them once and
    deducting them from the other."""
    each = ">Ana: (DENOQST) +17 83\n>Bia: DENOQST (DENOQST) -17 -17\n"
    assert told(OUT + DOUBLE, tiny) == told(OUT + each, tiny) == []
    box = tiny.replace("tiny", "box")
    Path(box).write_text(
        f'extends = "{tiny}"\ntitle = "Box"\n[end]\nout_gains = 1\nothers_lose = true\n', "utf-8"
    )
    assert told(OUT + DOUBLE, box) == told(OUT + each, box) == []
    assert told(f"{OUT}>Ana: (DENOQST) +17 83\n", tiny) == [
        "4 end Ana's (DENOQST) is +34, not +17."
    ]
    assert review(OUT + each, tiny).scores == {"Ana": 83, "Bia": -17}


def test_passes_after_the_end_are_told_once() -> None:
    late = "".join(f">{name}: - +0 {total}\n" for name, total in [("Bia", 0), ("Ana", 10)] * 2)
    racks = "#rack1 SDOGEEE\n#rack2 QIVVUIE\n"
    left = ">Ana: SDOGEEE (SDOGEEE) -9 1\n>Bia: QIVVUIE (QIVVUIE) -22 -22\n"
    assert told(GAME + racks + PASSES + late + left) == ["12 end The game has ended."]


# Players


def test_three_and_four_players() -> None:
    turns = ">A: 8H CAT +10 10\n>B: - +0 0\n>C: - +0 0\n>D: 9H AT +10 10\n>A: - +0 10\n"
    assert told(turns, f"{US}:box") == []
    assert told(turns) == ["1 turn 4 players; Scrabble in English (North America) is for 2."]
    assert find_ruleset_name(gcg.parse_gcg(f"#lexicon NWL23\n{turns}"))[0] == f"{US}:box"
    three = turns.replace(">D: 9H AT +10 10\n", "")
    assert find_ruleset_name(gcg.parse_gcg(f"#lexicon CSW21\n{three}"))[0] == (
        "scrabble-en-world:box"
    )
    with pytest.raises(GcgError, match="10 players; a game has 2 to 9"):
        told("".join(f">{letter}: -\n" for letter in "ABCDEFGHIJ"))


SHARED = """\
#player1 Tim Tim Weiss
#player2 Tim Josh Castellano
>Tim: CATSDOG 8H CAT +10 10
>Tim: AEIOUXY 9J AX +11 11
>Tim: - +0 10
>Tim: 7H ZZ +42 53
>Tim: -- -42 11
>Tim: (challenge) +0 11
>Tim: (time) -10 0
"""


def test_one_nickname_for_both_players() -> None:
    record = tell_players_apart(gcg.parse_gcg(SHARED))
    assert [player.name for player in record.list_players()] == ["Tim Weiss", "Josh Castellano"]
    whose = [move.nick for move in record.moves]
    assert whose == ["Tim", "Tim_2", "Tim", "Tim_2", "Tim_2", "Tim_2", "Tim"]
    named = SHARED.replace(">Tim: AEIOUXY", ">Josh: AEIOUXY").replace(">Tim: 7H", ">Josh: 7H")
    assert [move.nick for move in tell_players_apart(gcg.parse_gcg(named)).moves] == whose
    first = "".join(SHARED.splitlines(keepends=True)[:4]).replace("+11 11", "+12 12")
    assert told(first) == ["4 score Josh Castellano's 9J AX is +11, not +12."]
    assert game_from_gcg(gcg.parse_gcg(first), US).players == ("Tim Weiss", "Josh Castellano")
    same = first.replace("Tim Weiss", "Tim").replace("Josh Castellano", "Tim")
    assert told(same) == ["4 score Tim_2's 9J AX is +11, not +12."]


@example(US, 105)  # equal scores, and leftover tiles drawn in the last exchange
@given(st.sampled_from([US, "scrabble-pl", "scrabble-pt-pt"]), st.integers(0, 10_000))
def test_a_game_is_the_same_under_one_nickname(ruleset: str, seed: int) -> None:
    text = gcg.format_gcg(game_to_gcg(finished(ruleset, NAMES[:2], seed, most=20)))
    shared = text.replace("Bia Bia", "Ana Bia").replace(">Bia:", ">Ana:")
    shared = shared.replace("#challenger Bia", "#challenger Ana")
    record = gcg.parse_gcg(text)
    if record.find_pragma("challenger") is None:
        assert [move.nick for move in tell_players_apart(gcg.parse_gcg(shared)).moves] == [
            "Ana" if move.nick == "Ana" else "Ana_2" for move in record.moves
        ]
    assert tell_players_apart(record) is record


# Rules


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word_list", "ruleset"),
    [
        *((name, "scrabble-en-world") for name in ("CSW21", "csw12", "Collins 2019", "SOWPODS")),
        *((name, US) for name in ("NWL23", "TWL06", "OWL2", "OSPD4", "NSWL20", "America")),
        ("OSW", "scrabble-en-gb"),
        ("ODS8", "scrabble-fr"),
        ("FILE2017", "scrabble-es"),
        ("FISE2", "scrabble-es"),
        ("DISC2", "scrabble-ca"),
        ("RD28", "scrabble-de"),
        ("OSPS50", "scrabble-pl"),
        ("NSF25", "scrabble-nb"),
        ("en", "scrabble-en-world"),
        ("en-GB", "scrabble-en-gb"),
        ("en-CA", US),
        ("en-large", "scrabble-en-world"),
        ("es", "scrabble-es"),
        ("es-MX", "scrabble-es"),
        ("pl", "scrabble-pl"),
        ("pl-hunspell", "scrabble-pl"),
        ("de-AT", "scrabble-de"),
        ("pt-BR-full", "scrabble-pt-br"),
        ("la-v", "scrabble-la:v"),
    ],
)
def test_a_word_list_chooses_the_rules(word_list: str, ruleset: str) -> None:
    name, reason = find_ruleset_name(gcg.parse_gcg(f"#lexicon {word_list}\n>A: -\n>B: -\n"))
    assert name == ruleset
    assert word_list in reason


@pytest.mark.parametrize("name", ["", "CSWX", "RDX", "FILES", "Zyx21", "x CSW21", "C", "pt"])
def test_names_that_say_nothing(name: str) -> None:
    with pytest.raises(RulesError, match="several rulesets are possible"):
        find_ruleset_name(gcg.parse_gcg(f"#lexicon {name}\n>A: -\n>B: -\n"))


def test_every_word_list_has_its_ruleset() -> None:
    names = [name.casefold() for each in load_named_lists() for name in each.names]
    assert len(set(names)) == len(names)
    for word_list in load_named_lists():
        assert load_crossword(word_list.ruleset).name == word_list.ruleset
        assert all(find_named_list(f"{name}21") == word_list for name in word_list.names)


@pytest.mark.parametrize(
    ("pragmas", "points", "ruleset"),
    [
        ("#lexicon CSW21", "+5", "scrabble-en-world"),
        ("#lexicon CSW21", "+10", "scrabble-en-world:per-word"),
        ("#lexicon CSW21", "-5", "scrabble-en-world:points-off"),
        ("#lexicon NWL23", "+0", US),
        ("#lexicon NWL23", "+5", f"{US}:five-points"),
        ("#lexicon NWL23", "+7", US),
        ("#tile-distribution polish", "-10", "scrabble-pl"),
        ("#tile-distribution french", "+0", "scrabble-fr"),
        ("#lexicon CSW21\n#board-layout SuperCrosswordGame", "+5", "scrabble-en-world:super"),
        ("#lexicon NWL23\n#game-type classic_super", "+0", f"{US}:super"),
        ("#lexicon NWL23\n#tile-distribution english_super", "+0", f"{US}:super"),
        (f"#ruleset {US}", "+5", US),
    ],
)
def test_of_its_variants_the_one_that_agrees(pragmas: str, points: str, ruleset: str) -> None:
    text = f"{pragmas}\n{GAME}>Ana: (challenge) {points}\n"
    assert find_ruleset_name(gcg.parse_gcg(text))[0] == ruleset


@pytest.mark.parametrize(
    ("pragma", "why"),
    [
        ("game-type klassik", "unknown; did you mean 'classic'?, or remove the line"),
        ("game-type WordSmog", "games in which words are anagrams cannot be judged"),
        ("game-type classic_super", f"different from that of {US}"),
        ("board-layout Zyx", "unknown; choose from crosswordgame"),
        ("board-layout SuperCrosswordGame", f"different from that of {US}"),
        ("tile-distribution klingon", "unknown; choose from english"),
        ("tile-distribution french", f"different from that of {US}"),
        ("tile-distribution english_super", f"different from that of {US}"),
    ],
)
def test_another_game_is_refused(pragma: str, why: str) -> None:
    with pytest.raises(GcgError) as caught:
        review(f"#title x\n#{pragma}\n{GAME}")
    assert str(caught.value).startswith(f"game:2: #{pragma}: {why}")


def test_a_game_that_is_named_is_judged() -> None:
    same = "#game-type classic\n#board-layout CrosswordGame\n#tile-distribution English\n"
    assert told(same + GAME) == []
    assert told(f"#game-type\n#board-layout\n#tile-set x\n#board-layout standard15\n{GAME}") == []
    large = "#board-layout SuperCrosswordGame\n#tile-distribution english_super\n"
    check_pragmas(gcg.parse_gcg(large), load_crossword(f"{US}:super"))
    assert told(f"{large}>A: 11K CAT +10 10\n>B: - +0 0\n", f"{US}:super") == []
