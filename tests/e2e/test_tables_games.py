"""Whole games in browsers, one of each of the five families, played with clicks, taps, drags, keys
or typed commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Run
from tests.e2e.served import Service, page_of
from tests.e2e.tables import Player, Way, play_on, start_tables
from tests.program import Program
from wordtools.board.words import admit_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.loading import load_ruleset

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GAMES: list[tuple[str, Way, Way | None]] = [
    ("scrabble-pt-pt", "taps", "keys"),
    ("scrabble-en-us", "drags", "text"),
    ("literki", "keys", "taps"),
    ("lingo:hex", "drags", "taps"),
    ("scrabblear:hard", "keys", None),
]


@pytest.fixture(scope="module")
def tables(
    program: Program,
    tmp_path_factory: pytest.TempPathFactory,
    compiled: Callable[[str], Path],
) -> Iterator[Service]:
    """The door to tables, with the lexicons that `make` compiles."""
    lexicons = [compiled(name) for name in ("pt", "en", "pl", "es")]
    with start_tables(tmp_path_factory.mktemp("tables"), lexicons, program) as service:
        yield service


@pytest.mark.parametrize(("ruleset", "way", "other_way"), GAMES, ids=lambda value: str(value))
def test_a_whole_game(
    tables: Service,
    browser: Browser,
    compiled: Callable[[str], Path],
    run: Run,
    tmp_path: Path,
    ruleset: str,
    way: Way,
    other_way: Way | None,
) -> None:
    """The game ends by its rule on both screens, and the record saved by the page is rejudged to
    the last tile.
    """
    rules = load_ruleset(ruleset)
    language = compiled(rules.language)
    words = admit_words(rules, Lexicon.read(language).edition(rules.words.edition))
    with (
        page_of(browser, tables.address, accept_downloads=True, **DESK) as first,
        page_of(browser, tables.address, **PHONE) as second,
    ):
        ana = Player(first, tables.address, words, way)
        bo = Player(second, tables.address, words, other_way or "taps")
        links = ana.make_table(ruleset, ["Ana", "Bo" if other_way else "computer"])
        players: list[Player] = [ana, bo] if other_way else [ana]
        if other_way:
            bo.sit_down(links[0])
        ana.begin(*players[1:])
        play_on(players)
        results = []
        for player in players:
            expect(player.page.locator('body[data-phase="ended"]')).to_be_attached()
            results.append(player.page.locator("#turn").inner_text())
            scores = player.page.locator("#seats .score").all_inner_texts()
            assert scores == ana.page.locator("#seats .score").all_inner_texts()
        assert results == [results[0]] * len(results)
        assert re.search(r" won\.$| It is a tie between ", results[0])
        record = ana.download(tmp_path)
    done = run("game", record, "-l", f"{language}:{rules.words.edition}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "disagree" not in done.stdout
    assert all(score.replace("−", "-") in done.stdout for score in scores)
