"""Games that last for days, with a service whose clock is put forward."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.served import Service
from tests.e2e.tables import Open, start_tables
from tests.service.tables import write_lexicon

DAY = 86_400
_CLOCK = """
import time
from pathlib import Path

now = time.time
time.time = lambda: now() + float(Path("later").read_text())
"""
"""Python runs this module when it starts."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The door to tables of a service that reads from the file `later` by how many seconds its
    clock is fast.
    """
    folder = tmp_path_factory.mktemp("tables")
    (folder / "sitecustomize.py").write_text(_CLOCK)
    put_forward(folder, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        lexicons = [write_lexicon(folder, "scrabble-en-us")]
        with start_tables(folder, lexicons) as service:
            yield service


def put_forward(folder: Path, seconds: float) -> None:
    """Sets the number of seconds by which the service's clock is fast."""
    new = folder / "later.new"
    new.write_text(str(seconds))
    new.replace(folder / "later")


def test_days_off_and_a_game_that_is_claimed(open_player: Open, tables: Service) -> None:
    """A day off on the day of the deadline moves the deadline by a day. Once the deadline is over,
    the opponent claims the game.
    """
    ana, bo = open_player(), open_player()
    page = ana.page
    page.goto(f"{ana.address}/play")
    expect(page.locator(".game-card").first).to_be_visible()
    page.locator("#more > summary").click()
    page.locator("#hours").select_option("24")
    bo.sit_down(ana.make_table("scrabble-en-us", ["Ana", "Bo"], reload=False)[0])
    ana.begin(bo)
    mover, other = (ana, bo) if ana.ask()["turn"] == "Ana" else (bo, ana)
    before = mover.catch_up()
    day = datetime.fromtimestamp(before["deadline"], UTC).date()
    page = mover.page
    page.locator("#open-menu").click()
    page.locator('#menu-deeds [data-do="rest"]').click()
    expect(page.locator("#days-left")).to_have_text("14 days off are left.")
    page.locator("#days-from").fill(day.isoformat())
    page.locator("#days .main").click()
    mover.await_news(before)
    after = mover.catch_up()
    assert after["deadline"] == pytest.approx(before["deadline"] + DAY)
    claim = other.page.locator('#deeds [data-do="claim"]')
    for days, is_over in ((1.5, False), (2.1, True)):
        put_forward(tables.folder, days * DAY)
        other.page.reload()
        other.is_seated()
        expect(claim).to_be_visible(visible=is_over)
    claim.click()
    other.page.locator("#confirm-do").click()
    for player in (mover, other):
        expect(player.page.locator('body[data-phase="ended"]')).to_be_attached()
    result = f"{other.seat['name']} won."
    expect(mover.page.locator("#turn")).to_contain_text(result)
