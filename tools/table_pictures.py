"""Renews the pictures of tables in the browser, docs/pictures/table-*.png and table-moves.webp:
`python -m tools.table_pictures`. Needs Chromium and the lexicons that `make` compiles."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.conftest import ROOT
from tests.e2e.served import browsing, page_of
from tests.e2e.tables import Player, Way, play_on, start_tables
from wordtools.board.words import admit_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.loading import load_ruleset

PICTURES = ROOT / "docs" / "pictures"
DESK, PHONE, MOVING = (1280, 800), (390, 844), (800, 500)
LARGEST, LARGEST_MOVING = 120_000, 300_000
SEEN = 4
"""The tiles of a play that is worth watching."""
FRAME = 900
"""The milliseconds for which each frame is shown."""


class Picture(Struct, frozen=True):
    """A table to draw after a number of turns, with two players of these names."""

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
                    for way in ("taps", "keys")
                ]
                page = _play(players, picture)
                data = page.screenshot(animations="disabled", caret="hide")
                _write(f"table-{picture.name}.png", _shrink(data), LARGEST)
        with browsing() as browser, ExitStack() as pages:
            picture = Picture("moves", "scrabble-en-world", ("Ada", "computer"), 5)
            player = _open_player(pages, browser, service.address, picture, "taps")
            page = _play([player], picture)
            _write("table-moves.webp", _join(list(_watch(player, page))), LARGEST_MOVING)


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


def _play(players: list[Player], picture: Picture) -> Page:
    """The page of the player to move, once the turns are played."""
    first, *others = players
    links = first.make_table(picture.ruleset, list(picture.names))
    for link, other in zip(links, others, strict=False):
        other.sit_down(link)
    seated = [first, *others[: len(links)]]
    first.begin(*seated[1:])
    play_on(seated, picture.turns)
    while not any("play" in player.ask()["may"] for player in seated):
        play_on(seated, 1)
    mover = next(player for player in seated if "play" in player.ask()["may"])
    mover.catch_up()
    return mover.page


def _watch(player: Player, page: Page) -> Iterator[bytes]:
    """Frames of a play, tile by tile, and of the computer's answer."""
    state = player.await_turn()
    while not (turn := player.choose(state)) or len(turn.laid) < SEEN:
        play_on([player], 1)
        state = player.await_turn()
    yield page.screenshot(caret="hide")
    for place, tile in turn.laid:
        player.lay_on(place, tile)
        yield page.screenshot(animations="disabled", caret="hide")
    expect(page.locator("#preview")).not_to_be_empty()
    yield page.screenshot(animations="disabled", caret="hide")
    player.confirm()
    player.await_news(state)
    yield page.screenshot(animations="disabled", caret="hide")
    while "play" not in player.catch_up()["may"]:
        play_on([player], 1)
    yield page.screenshot(animations="disabled", caret="hide")


def _shrink(frame: bytes) -> bytes:
    """The picture in 256 colours, a third of its size."""
    small = io.BytesIO()
    Image.open(io.BytesIO(frame)).convert("RGB").quantize(256).save(small, "PNG", optimize=True)
    return small.getvalue()


def _join(frames: list[bytes]) -> bytes:
    """A moving picture of these frames."""
    pictures = [Image.open(io.BytesIO(frame)).convert("RGB").resize(MOVING) for frame in frames]
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
