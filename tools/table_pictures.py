"""Retakes the pictures of tables in the browser, docs/pictures/table-*.png, and the moving
pictures, table-*.webp: `python -m tools.table_pictures`. Needs Chromium and the compiled lexicons
of `make`.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.conftest import ROOT
from tests.e2e.served import browsing, page_of
from tests.e2e.tables import Player, Way, play_on, start_tables
from wordtools.board.words import admit_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.loading import load_ruleset

PICTURES = ROOT / "docs" / "pictures"
DESK, PHONE = (1280, 800), (390, 844)
LARGEST, LARGEST_MOVING = 120_000, 160_000
WIDEST_MOVING = 800
WAYS: tuple[Way, Way] = ("taps", "keys")
SEEN = 3
"""The tiles of a play that is worth watching."""
FRAME = 900
"""How long each frame is shown, in milliseconds."""


class Picture(Struct, frozen=True):
    """A table to draw after a number of turns, and the names of its two players."""

    name: str
    ruleset: str
    names: tuple[str, str]
    turns: int
    size: tuple[int, int] = DESK
    locale: str = "en-GB"
    dark: bool = False


PLAYED = (
    Picture("portuguese", "scrabble-pt-pt", ("Ana", "Rui"), 13, locale="pt-PT"),
    Picture("scrabble", "scrabble-en-world", ("Ada", "Grace"), 14, PHONE),
    Picture("literki", "literki", ("Zofia", "Jan"), 14, locale="pl-PL", dark=True),
    Picture("lingo", "lingo:hex", ("fred", "ted"), 13),
    Picture("scrabblear", "scrabblear:medium", ("Dolores", "computer"), 8, locale="es-ES"),
)


def main() -> None:
    """Plays some turns of each game, and takes a picture."""
    lexicons = [ROOT / "build" / f"{name}.lexicon" for name in ("en", "pt", "pl", "es")]
    with tempfile.TemporaryDirectory() as folder, start_tables(Path(folder), lexicons) as service:
        for picture in PLAYED:
            with browsing() as browser, ExitStack() as pages:
                players = [
                    _open_player(pages, browser, service.address, picture, way)
                    for way in WAYS[: 1 if "computer" in picture.names else 2]
                ]
                mover = _play(players, picture)
                data = mover.page.screenshot(animations="disabled", caret="hide")
                _write(f"table-{picture.name}.png", _shrink(data), LARGEST)
                moving = _join(list(_watch(mover, players)))
                _write(f"table-{picture.name}.webp", moving, LARGEST_MOVING)


def _open_player(
    pages: ExitStack, browser: Browser, address: str, picture: Picture, way: Way
) -> Player:
    width, height = picture.size
    page = pages.enter_context(
        page_of(
            browser,
            address,
            viewport={"width": width, "height": height},
            color_scheme="dark" if picture.dark else "light",
            locale=picture.locale,
        )
    )
    ruleset = load_ruleset(picture.ruleset)
    lexicon = Lexicon.read(ROOT / "build" / f"{ruleset.language}.lexicon")
    words = admit_words(ruleset, lexicon.edition(ruleset.words.edition))
    return Player(page, address, words, way)


def _play(players: list[Player], picture: Picture) -> Player:
    """The player to move, once the turns are played."""
    first, *others = players
    links = first.make_table(picture.ruleset, list(picture.names))
    for link, other in zip(links, others, strict=True):
        other.sit_down(link)
    first.begin(*others)
    play_on(players, picture.turns)
    return _await_mover(players)


def _await_mover(players: list[Player]) -> Player:
    """Returns the player to move. Answers questions until there is one."""
    while players[0].ask()["phase"] == "playing":
        for player in players:
            if "play" in player.catch_up()["may"]:
                return player
        play_on(players, 1)
    raise AssertionError("the game has ended")


def _watch(mover: Player, players: list[Player]) -> Iterator[bytes]:
    """Frames of a play, tile by tile, and of everything that follows until the next turn. All
    frames are taken on one player's page.
    """
    page = mover.page
    state = mover.catch_up()
    while not (turn := mover.choose(state)) or len(turn.laid) < min(SEEN, len(state["rack"])):
        if "lingo" in mover.facts["ruleset"]:
            break  # each turn lays one tile
        play_on(players, 1)
        mover = _await_mover(players)
        page, state = mover.page, mover.catch_up()
    assert turn
    yield page.screenshot(animations="disabled", caret="hide")
    mover.way = "taps"
    for place, tile in turn.laid:
        mover.lay_on(place, tile)
        yield page.screenshot(animations="disabled", caret="hide")
    expect(page.locator("#preview")).to_have_text(re.compile(r"\d"))  # the points
    yield page.screenshot(animations="disabled", caret="hide")
    mover.confirm()
    mover.await_news(state)
    yield page.screenshot(animations="disabled", caret="hide")
    for _ in range(2):
        following = _await_mover(players)
        mover.catch_up()
        yield page.screenshot(animations="disabled", caret="hide")
        if following is mover:
            break
        play_on([following], 1)
    yield page.screenshot(animations="disabled", caret="hide")


def _shrink(frame: bytes) -> bytes:
    """The picture in 256 colours, a third of its size."""
    small = io.BytesIO()
    Image.open(io.BytesIO(frame)).convert("RGB").quantize(256).save(small, "PNG", optimize=True)
    return small.getvalue()


def _join(frames: list[bytes]) -> bytes:
    """A moving picture of these frames."""
    pictures = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in frames]
    for picture in pictures:
        picture.thumbnail((WIDEST_MOVING, 2 * WIDEST_MOVING))
    joined = io.BytesIO()
    pictures[0].save(
        joined, "WEBP", save_all=True, append_images=pictures[1:], duration=FRAME, loop=0,
        quality=70, method=6,
    )  # fmt: skip
    return joined.getvalue()


def _write(name: str, data: bytes, largest: int) -> None:
    assert len(data) <= largest, f"{name} has {len(data)} bytes"
    (PICTURES / name).write_bytes(data)


if __name__ == "__main__":
    main()
