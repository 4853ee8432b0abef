"""A user's own ruleset: it states the differences, and each mistake in it gives one sentence."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from tests.conftest import ROOT, examples
from tests.rules.helpers import crossword
from wordtools import toml_reader
from wordtools.errors import RulesError, WordtoolsError
from wordtools.rules import describe, inheritance
from wordtools.rules.loading import (
    FOLDER,
    MOST_FILES,
    find_rivals,
    list_rulesets,
    load_ruleset,
    read_chain,
)
from wordtools.rules.ruleset import (
    ChallengeChoice,
    ClockRules,
    CrosswordRuleset,
    EndRules,
    ExchangeRules,
    StackingRuleset,
    WordRules,
)

Club = Callable[[str], str]
PORTUGUESE = 'extends = "scrabble-pt-pt"\n'


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """Writes club.toml and returns its path."""

    def write(text: str) -> str:
        (tmp_path / "club.toml").write_text(text, "utf-8")
        return str(tmp_path / "club.toml")

    return write


def test_a_file_says_only_what_differs(club: Club) -> None:
    path = club(
        PORTUGUESE + 'title = "Club"\nwithout = ["clock", "end.passed"]\nend.scoreless = 6\n'
        '[variants.fast]\ntitle = "fast"\nclock.move = 60\n'
    )
    ruleset, model = crossword(path), crossword("scrabble-pt-pt")
    assert (ruleset.title, ruleset.tiles, ruleset.contested) == (
        "Club",
        model.tiles,
        model.contested,
    )
    assert (ruleset.clock.game, ruleset.end.passed, ruleset.end.scoreless) == (None, None, 6)
    fast = crossword(f"{path}:fast,two-blanks")  # its own variant and an inherited one
    assert (fast.clock.move, fast.counts[0]) == (60, 2)
    assert fast.title == "Club, fast, 2 blanks, 119 tiles"


def test_entries_about_the_same_thing_replace_one_another(club: Club) -> None:
    path = club(
        PORTUGUESE + '[[contested]]\nabout = "blanks"\nsources = ""\nhere = "ours"\nbecause = ""\n'
    )
    abouts = [entry.about for entry in load_ruleset(path).contested]
    assert sorted(abouts) == sorted(
        entry.about for entry in load_ruleset("scrabble-pt-pt").contested
    )
    assert load_ruleset(path).contested[-1].here == "ours"


def test_an_entry_is_left_out_by_what_it_is_about(club: Club) -> None:
    about = "least number of tiles in the bag for an exchange"
    path = club(f'{PORTUGUESE}without = ["contested.blanks", "contested.{about}"]\n')
    model = [entry.about for entry in load_ruleset("scrabble-pt-pt").contested]
    assert [entry.about for entry in load_ruleset(path).contested] == [
        each for each in model if each not in ("blanks", about)
    ]


def test_a_file_extends_another_beside_it(club: Club, tmp_path: Path) -> None:
    (tmp_path / "league.toml").write_text(PORTUGUESE + "rack = 8\n")
    assert crossword(club('extends = "league.toml"\ntitle = "Club"\n')).rack == 8


def test_a_file_has_an_alphabet_beside_it(club: Club, tmp_path: Path) -> None:
    (tmp_path / "ab.toml").write_text(
        'name = "AB"\nlanguage = "en"\ntiles = "A B"\nfolds = ""\nvowels = "A"\n'
    )
    path = club(
        'game = "stacking"\ntitle = "AB"\nlanguage = "en"\nalphabet = "ab.toml"\n'
        'words.edition = "ab"\ntiles = { A = [9, 1], B = [9, 1] }\n'
    )
    assert load_ruleset(path).counts == (0, 9, 9)


PAGE = (ROOT / "docs" / "rulesets.md").read_text("utf-8")


def test_the_pages_examples_are_rulesets(club: Club) -> None:
    own, board = re.findall(r"(?s)```toml\n(.*?)```", PAGE)
    path = club(own)
    ruleset = crossword(path)
    assert (ruleset.clock.game, sum(ruleset.counts), ruleset.end.scoreless) == (None, 119, 6)
    assert crossword(f"{path}:short").clock.game == 480
    layout = crossword(club('extends = "scrabble-en-us"\n' + board)).layout
    assert (layout.columns, layout.rows, layout.start) == (5, 3, 7)


@pytest.mark.parametrize(
    "shape",
    [
        CrosswordRuleset,
        StackingRuleset,
        WordRules,
        ChallengeChoice,
        ExchangeRules,
        ClockRules,
        EndRules,
    ],
)
def test_the_page_explains_every_key(shape: type[Struct]) -> None:
    for field in fields(shape):
        assert field.encode_name.startswith("$") or f"`{field.encode_name}`" in PAGE


FILES = {
    "": "game: choose from crossword, stacking",
    'title = "X"': 'game: choose from .*, or name the ruleset to extend: extends = "scrabble-',
    'game = "chess"': "game: choose from crossword, stacking",
    'game = "stacking"': "title is missing",
    'extends = "club.toml"': "circular `extends`; name another file",
    'extends = "chess"': "extends: there is no ruleset 'chess'; `wordtools rules` lists all",
    'extends = "../../secret"': "extends: there is no ruleset '../../secret'",
    "extends = 3": "extends: name one ruleset or one file",
    'extends = "lingo"\nplace = 5': "place: 5 exceeds the pool, 4",
    'extends = "lingo"\ntiles."?" = [2, 0]': "tiles: remove the blanks; a stacking game has none",
    'extends = "lingo:small"': "extends: 'lingo:small' is a variant, .* extend 'lingo' and state",
    'extends = "club.toml:short"': "extends: 'club.toml:short' is a variant, .*'club.toml'",
    "a = " + "[" * 50_000: "nested too deeply to read",
    "[a" + ".a" * 50_000 + "]": "nested too deeply to read",
    "a = 1\na = {b" + ". 'b'" * 20_000 + " = 1}": "nested too deeply to read",
    "a = " + "9" * 5_000: "cannot be read",
    "#" * (toml_reader.MOST_BYTES + 1): "more than 262,144 bytes",
}
"""The possible contents of a file, and the messages about them."""

CHANGES = {
    "rack = 'seven'": "rack: expected a whole number, got text",
    "rack = 99": "rack: expected a whole number <= 15",
    "rck = 7": "rck is not a known key; did you mean 'rack'",
    "'$name' = 'x'": r"\$name is not a known key",
    "title = ''": "title: empty; name the game",
    'title = "\\u001b[2J"': "title: contains a character that cannot be printed",
    "alphabet = 'xx'": "'xx' is neither a built-in alphabet nor a .toml file; choose from af",
    "tiles.K = [1, 8]": "tiles: K is not a tile of Portuguese",
    "tiles.A = [1]": r"tiles\.A: expected a list of length 2, got 1; write \[number, value\]",
    "tiles.'?' = 4": r"tiles\.\?: expected a list, got a whole number; write \[number, value\]",
    "bonus = 50": r"bonus: expected a table, .*; write tiles laid and points, as in bonus\.7 = 50",
    "tiles.A = [1, 'x']": r"tiles\.A\[2\]: expected a whole number, got text",
    "without = ['tiles']\ntiles.A = [0, 1]": "tiles: the bag is empty",
    "without = ['tiles']\ntiles.A = [27, 1]": "27 are too few for 4 players with 7 each",
    "without = ['tils']": "without: no key 'tils' is inherited",
    "without = ['contested.x']": "without: no key 'contested.x' is inherited",
    "without = ['tiles.A.B']": "without: no key 'tiles.A.B' is inherited",
    "without = 'tiles'": "without: list inherited keys",
    "players = [4, 2]": "players: the minimum, 4, exceeds the maximum, 2",
    "words.edition = ''": r"words\.edition: empty; name a lexicon",
    "words.shortest = 16": r"board\.squares: too small for a word",
    "rack = 6": r"bonus: no play lays '7' tiles; .* with without = \[\"bonus\.7\"\]",
    "bonus.8 = 50": "bonus: no play lays '8' tiles; write 1 to 7",
    "bonus.many = 50": "bonus: no play lays 'many' tiles",
    "bonus.07 = 50": "bonus: no play lays '07' tiles",
    "bonus.7 = 'x'": r"bonus\.7: expected a whole number, got text",
    "board.start = 'Z9'": r"board\.start: the board has no square 'Z9'",
    "board.squares = ''": r"board\.squares: 0 rows of 0 squares; a board has 1 to 99",
    "board = {start = 'A1', squares = '. . XX'}": r"no premium is called XX; choose from DL",
    "board = {start = 'A1', squares = '''. .\n.'''}": "row 2 has 1 square, row 1 has 2",
    "board = {start = 'A1', squares = '.'}": "too small for a word",
    "premiums.LONG = {}": "premiums: 'LONG' cannot be drawn",
    "premiums.DW.along = 'up'": r"premiums\.DW\.along: .*; choose from 'across', 'down'",
    "premiums.DL.along = 'down'": r"premiums\.DL: along has no effect; set word to 2",
    "premiums.DW.colour = 'pink'": r"premiums\.DW\.colour: 'pink' is .* 'red', 'orange'",
    "tile_colours = {1 = 'red', 9 = 'blue'}": "tile_colours: no tile has the value '9'",
    "tile_colours = {0 = 'white', 1 = 'red'}": r"tile_colours\.2: missing; choose a colour",
    "tile_colours = {one = 'red'}": "tile_colours: no tile has the value 'one'",
    "tile_colours.1 = 'pink'": r"tile_colours\.1: 'pink' is not a choice; choose from",
    "premiums.DW.color = 'red'": r"premiums\.DW\.color is not .* mean 'colour'",
    "challenge.rule = 'singel'": r"challenge\.rule: .* 'singel'; did you mean 'single'",
    "challenge.rule = 'void'": r"challenge\.window: .* the rule 'void' allows no",
    "exchange.cost = 2": r"exchange\.free: missing, but required by cost",
    "exchange.computer_tiles = 2": "exchange: no player is a computer",
    "without = ['clock.game']": r"clock\.game: missing, but required by divided, .*; state",
    "clock.shared = true": "clock: set divided or shared, not both",
    "clock.minutes = 0": r"clock\.minutes: missing, but required by minute_costs",
    "end.passed = 0": r"end\.passed: expected a whole number >= 1",
    "end.when = 'tea'": r"end\.when: .*; choose from 'out', 'refill'",
    "variants.short = 3": r"variants: write each variant as a table, \[variants.NAME\]",
    "variants.'a b' = {}": "variants: 'a b' is not a name",
    "variants.short.rck = 3": "rck is not a known key; did you mean 'rack'",
    "[[contested]]\nabout = 'x'": r"contested\[\d+\]: sources is missing",
}
"""Lines that may follow `extends = "scrabble-pt-pt"`, and the messages about them."""

WRONG = FILES | {PORTUGUESE + change: said for change, said in CHANGES.items()}


@pytest.mark.parametrize("text", WRONG, ids=[text[-40:] for text in WRONG])
def test_what_is_wrong_in_a_file_is_one_sentence(club: Club, text: str) -> None:
    path = club(text)
    with pytest.raises(RulesError, match=WRONG[text]) as error:
        load_ruleset(path)
    assert str(error.value).startswith(f"{path}: ")
    assert not str(error.value).endswith(".")


def test_two_values_of_one_colour(club: Club) -> None:
    with pytest.raises(RulesError, match="tile_colours: 1 and 5 cannot both be red"):
        load_ruleset(club('extends = "literki"\ntile_colours.1 = "red"\n'))


def test_a_chain_of_files_ends(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 1):
        text = f'extends = "{number + 1}.toml"\n'
        (tmp_path / f"{number}.toml").write_text(text)
    with pytest.raises(RulesError, match="a chain of more than 8 files"):
        load_ruleset(str(tmp_path / "0.toml"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lingo:small,full", r"lingo: the variants small and full differ in tiles\.A"),
        ("lingo:full,hex,small", "the variants full and small differ in"),
        ("scrabblear:easy,hard", r"easy and hard differ in clock\.game"),
        ("scrabble-en-world:per-play,per-word", r"differ in challenge\.rule"),
    ],
)
def test_variants_that_exclude_each_other(name: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        load_ruleset(name)


@pytest.mark.parametrize("name", list_rulesets())
def test_rivals_cannot_be_combined_and_others_can(name: str) -> None:
    """Those that exclude one variant also exclude each other, so that one of them is chosen."""
    rivals = find_rivals(name)
    assert list(rivals) == list(load_ruleset(name).variants)
    for one, other in itertools.permutations(rivals, 2):
        if other in rivals[one]:
            assert {one, *rivals[one]} == {other, *rivals[other]}
            with pytest.raises(RulesError, match="differ in"):
                load_ruleset(f"{name}:{one},{other}")
        else:
            load_ruleset(f"{name}:{one},{other}")


@pytest.mark.parametrize("name", ["chess", "_scrabble", "lingo:chess", "lingo:hex,", "", "\0.toml"])
def test_an_unknown_name(name: str) -> None:
    with pytest.raises(RulesError, match=r"neither a built-in ruleset|no variant|cannot be read"):
        load_ruleset(name)


KEYS = st.sampled_from(
    [*inheritance.select_values(read_chain(FOLDER / "scrabble-pt-pt.toml")[0][1]), "clock",
     "without", "extends", "variants", "contested", "game", "letter", "start", "rule", "A", "?",
     "title"]
)  # fmt: skip
VALUES = st.recursive(
    st.one_of(
        st.text(max_size=8),
        st.integers(-(10**20), 10**20),
        st.booleans(),
        st.floats(),
        st.sampled_from(["scrabble-pt-pt", "lingo", "crossword", "club.toml", "void", "H8"]),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def toml(value: object) -> str:
    """A value as TOML writes it in a line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(c):08x}" for c in value) + '"'
    return str(value)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(4))
@given(
    st.dictionaries(KEYS, VALUES, max_size=4), st.sampled_from(["scrabble-pt-pt", "lingo", None])
)
def test_any_file_is_a_ruleset_or_one_sentence(
    club: Club, content: dict[str, object], base: str | None
) -> None:
    if base is not None:
        content = {"extends": base} | content
    path = club("\n".join(f"{toml(key)} = {toml(value)}" for key, value in content.items()))
    try:
        ruleset = load_ruleset(path)
    except WordtoolsError as error:
        assert "\n" not in str(error)
    else:
        assert all(describe.describe_sections(ruleset).values())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_are_a_ruleset_or_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "any.toml").write_bytes(content)
    with pytest.raises(RulesError, match=r"any\.toml: "):
        load_ruleset(str(tmp_path / "any.toml"))


def test_the_digest_is_that_of_the_values(tmp_path: Path) -> None:
    """Independent of the file's name and of the way the values are written."""
    club = tmp_path / "club.toml"
    club.write_text('extends = "scrabble-en-us"\n', "utf-8")
    base = load_ruleset("scrabble-en-us")
    assert load_ruleset(str(club)).digest == base.digest
    club.write_text('extends = "scrabble-en-us"\nrack = 8\n', "utf-8")
    assert load_ruleset(str(club)).digest != base.digest
    assert len(base.digest) == 64


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("scrabble-en", ["scrabble-en-gb", "scrabble-en-us", "scrabble-en-world"]),
        ("en", ["scrabble-en-gb", "scrabble-en-us", "scrabble-en-world"]),
        ("english", ["scrabble-en-gb", "scrabble-en-us", "scrabble-en-world"]),
        ("Portuguese", ["scrabble-pt-br", "scrabble-pt-pt"]),
        ("literky", ["literki"]),
        ("go", []),
    ],
)
def test_an_unknown_name_is_told_the_nearest_few(name: str, near: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        load_ruleset(name)
    message = str(caught.value)
    assert sorted(n for n in list_rulesets() if repr(n) in message) == near
    assert "`wordtools rules` lists all" in message
    assert len(message) < 200


def test_tiles_that_another_alphabet_lacks_say_where_they_came_from(club: Club) -> None:
    path = club('extends = "scrabble-en-us"\ntitle = "Club"\nalphabet = "own.toml"\n')
    Path(path).with_name("own.toml").write_text('name = "Own"\nlanguage = "xx"\ntiles = "A B C"\n')
    with pytest.raises(RulesError) as caught:
        load_ruleset(path)
    message = str(caught.value)
    assert "tiles: D, inherited from scrabble-en-us, is not a tile of Own" in message
    assert 'without = ["tiles"]' in message
    club(
        'extends = "scrabble-en-us"\ntitle = "Club"\nalphabet = "own.toml"\n'
        'without = ["tiles"]\nplayers = [2, 2]\n[tiles]\nA = [9, 1]\nB = [9, 1]\nC = [9, 1]\n'
    )
    assert sum(load_ruleset(path).counts) == 27
    club(
        'extends = "scrabble-en-us"\ntitle = "Club"\nalphabet = "own.toml"\n'
        'without = ["tiles"]\n[tiles]\nD = [9, 1]\n'
    )
    with pytest.raises(RulesError, match=r"tiles: D is not a tile of Own$"):
        load_ruleset(path)
