"""Settings of tables: changes of a ruleset for one game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tests.table import tables
from wordtools.errors import WordtoolsError
from wordtools.log.log import Log
from wordtools.review.table_review import load_played, review_table
from wordtools.rules.loading import list_rulesets, load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset
from wordtools.table.events import Seat
from wordtools.table.host import TableHost, read_table
from wordtools.table.record import read_record, write_gcg, write_record
from wordtools.table.settings import Setting, check_changes, list_settings, read_changes
from wordtools.table.table import Command

FAMILIES = [
    "scrabble-pt-pt",
    "scrabble-en-us",
    "scrabble-en-us:box",
    "literki",
    "lingo",
    "scrabblear",
]
KEY = bytes(range(32))


def find_value(ruleset: Ruleset, key: str) -> Any:
    value = make_plain(ruleset)
    for part in key.split("."):
        value = value[part]
    return value


def make_plain(value: Any) -> Any:
    """The value as JSON represents it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def nest(values: dict[str, Any]) -> dict[str, Any]:
    """The values of dotted keys, as tables."""
    changes: dict[str, Any] = {}
    for key, value in values.items():
        *outer, last = key.split(".")
        table = changes
        for part in outer:
            table = table.setdefault(part, {})
        table[last] = value
    return changes


@pytest.mark.parametrize("name", list_rulesets())
def test_every_setting_has_its_value(name: str) -> None:
    """The form shows the ruleset's values, and sending it back unchanged changes nothing."""
    ruleset = load_ruleset(name)
    present = {}
    for setting in list_settings(ruleset):
        check_changes(nest({setting.key: setting.value}))
        if setting.kind != "tiles":
            assert make_plain(setting.value) == find_value(ruleset, setting.key)
        if setting.kind == "choice":
            assert setting.value in setting.choices
        present[setting.key] = make_plain(setting.value)
    changed = load_ruleset(name, nest(present))
    assert changed.counts == ruleset.counts
    assert structs.replace(changed, tiles=ruleset.tiles) == ruleset  # the form offers no blanks: 0


SETTINGS = [(name, setting) for name in FAMILIES for setting in list_settings(load_ruleset(name))]


@given(st.sampled_from(SETTINGS), st.data())
def test_a_change_has_its_effect_or_is_refused(
    named: tuple[str, Setting], data: st.DataObject
) -> None:
    """The sentence names the settings, but no file."""
    name, setting = named
    value = data.draw(choose_value(setting))
    try:
        ruleset = load_ruleset(name, nest({setting.key: value}))
    except WordtoolsError as error:
        assert str(error).startswith("settings: ")
        assert "without" not in str(error) or "without effect" in str(error)
        return
    if value is None:
        without = next(one for one in list_settings(ruleset) if one.key == setting.key)
        assert without.value is None
    elif setting.kind in ("tiles", "bonus"):
        assert value.items() <= find_value(ruleset, setting.key).items()
    else:
        assert find_value(ruleset, setting.key) == value


def choose_value(setting: Setting) -> st.SearchStrategy[Any]:
    """A value of this kind, or none."""
    whole = st.integers(setting.least or 0, setting.most or 9)
    of_tile = st.tuples(st.integers(0, 9), st.integers(0, 20)).map(list)
    strategies: dict[str, st.SearchStrategy[Any]] = {
        "yes/no": st.booleans(),
        "choice": st.sampled_from(setting.choices or ("",)),
        "players": st.tuples(st.integers(1, 4), st.integers(1, 4)).map(list),
        "tiles": st.dictionaries(st.sampled_from(["A", "E", "?"]), of_tile, min_size=1),
        "bonus": st.dictionaries(st.sampled_from("5678"), st.integers(1, 90), min_size=1),
    }
    chosen = strategies.get(setting.kind, whole)
    return st.none() | chosen if setting.optional else chosen


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(["tiles", "rack", "bonus", "clock", "exchange", "end", "challenge", "board"])


@given(st.sampled_from(FAMILIES), st.dictionaries(KEYS | st.text(max_size=4), JSON, max_size=3))
def test_any_changes_are_refused_in_a_sentence(name: str, changes: dict[str, Any]) -> None:
    try:
        check_changes(changes)
        load_ruleset(name, changes)
    except WordtoolsError:
        pass


def test_values_that_lose_their_effect_are_dropped() -> None:
    def load(name: str, *texts: str) -> CrosswordRuleset:
        ruleset = load_ruleset(name, read_changes(texts))
        assert isinstance(ruleset, CrosswordRuleset)
        return ruleset

    assert load("scrabble-pt-pt", "challenge.rule=void").challenge.window is None
    assert load("scrabble-pt-pt", "challenge.rule=single").challenge.window == 20
    assert load("scrabble-pt-pt", "clock.game=none").clock.minutes == 0
    assert load("scrabblear", "exchange.most=0").exchange.free is None
    assert load("scrabble-pt-pt", "rack=6").bonus == {}
    assert load("literki", "tiles.A=9,8").tile_colours == {}
    assert load("literki", "tiles.A=12,1").tile_colours["1"] == "yellow"
    with pytest.raises(WordtoolsError, match="window: has no effect"):
        load("scrabble-pt-pt", "challenge.rule=void", "challenge.window=10")


@pytest.mark.parametrize(
    ("texts", "refusal"),
    [
        (["clock.game"], "KEY=VALUE"),
        (["=3"], "KEY=VALUE"),
        (["clock=3", "clock.game=4"], "already has a value"),
        (["title=x"], "not a setting"),
        (["words.edition=x"], "not a setting"),
        (["clock.gam=3"], "did you mean"),
        (["rack=99"], "<= 15"),
        (["tiles.K=1,5"], "K is not a tile"),
    ],
)
def test_refusals(texts: list[str], refusal: str) -> None:
    with pytest.raises(WordtoolsError, match=refusal):
        changes = read_changes(texts)
        check_changes(changes)
        load_ruleset("scrabble-pt-pt", changes)


def test_a_record_is_judged_by_its_changes(tmp_path: Path) -> None:
    """This holds even after the host has restarted."""
    log = Log(str(tmp_path / "log.db"))
    changes = read_changes(["clock.game=900", "tiles.A=9,7", "exchange.most=0", "rack=5"])
    rules, words = load_ruleset("scrabble-en-us", changes), tables.make_lexicon("scrabble-en-us")
    seats = (Seat("Ana"), Seat("Bia"))
    host = TableHost.open(log, KEY, rules, words, seats, 1000.0, changes=changes)
    for name in ("Ana", "Bia"):
        host.do(Command(name, "join", name), 1000.0)
    host.do(Command("Ana", "begin"), 1000.0)
    table = host.table.opened.table
    host = TableHost.resume(log, KEY, words, table, 1001.0)
    assert host.table.ruleset == rules
    first, second = host.table.game.players
    assert host.table.game.racks[first].size == 5
    with pytest.raises(WordtoolsError, match="Exchanges are not allowed"):
        host.do(Command(first, "exchange", host.table.ruleset.alphabet.tiles[0]), 1002.0)
    host.do(Command(first, "pass"), 1003.0)
    host.do(Command(second, "resign"), 1004.0)
    record = read_record(write_record(read_table(log, None, table)))
    review = review_table(record, load_played(record.opened), words)
    assert (review.faults, review.winners) == ((), (first,))
    with pytest.raises(WordtoolsError, match="has not drawn"):  # racks of seven
        review_table(record, load_ruleset("scrabble-en-us"), words)
    assert write_gcg(record, rules).startswith(b"#")
    log.close()


def test_longer_windows() -> None:
    """WCAG 2.2.1: every time limit for an answer can be extended."""
    table, _ = tables.open_for("literki", 2, 1, slower=5)
    assert isinstance(table.ruleset, CrosswordRuleset)
    assert table.ruleset.challenge_rule.window == 50
    assert table.ruleset.challenge.take_back == 50
    table, _ = tables.open_for("scrabble-pt-pt", 2, 1, slower=3)
    assert isinstance(table.ruleset, CrosswordRuleset)
    assert (table.ruleset.challenge_rule.window, table.ruleset.clock.game) == (60, 3000)
