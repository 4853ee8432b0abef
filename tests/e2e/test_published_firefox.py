"""Published pages in Firefox: from a disk, from a server, and offline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.publishing.firefox import Tab, firefox
from tests.publishing.pages import TRUST, flip, publish, serve

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SCREEN = "document.body.dataset.screen"
FOOT = "document.getElementById('lexicon').textContent.includes('signed by Word committee')"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with firefox(tmp_path_factory.mktemp("firefox")) as tab:
        yield tab


def judge(tab: Tab, words: str) -> str:
    tab.wait_for(SCREEN, "count")
    tab.wait_for(FOOT, "true")
    tab.press("2")
    tab.press(words)
    tab.press("Enter")
    tab.wait_for(SCREEN, "confirm")
    tab.press("Tab")
    tab.wait_for(SCREEN, "verdict")
    return tab.read("document.body.dataset.answer")


@pytest.mark.parametrize("options", [{}, {"single_file": True}, {"opaque": True}], ids=str)
def test_from_a_disk(tab: Tab, tmp_path: Path, options: dict[str, Any]) -> None:
    tab.open((publish(tmp_path, trust=TRUST, **options) / "index.html").as_uri())
    assert judge(tab, "cats dog") == "YES"


def test_offline_after_the_first_visit(tab: Tab, tmp_path: Path) -> None:
    with serve(publish(tmp_path, trust=TRUST)) as address:
        tab.open(f"{address}/index.html")
        assert judge(tab, "cats dgo") == "NO"
        assert tab.read("navigator.serviceWorker.ready.then(() => 'ready')") == "ready"
    tab.open(f"{address}/index.html")
    assert judge(tab, "cats dog") == "YES"


def test_a_changed_byte(tab: Tab, tmp_path: Path) -> None:
    folder = publish(tmp_path)
    flip(folder, 300)
    tab.open((folder / "index.html").as_uri())
    tab.wait_for("document.getElementById('reason').textContent", "The lexicon is damaged.")


def test_looking_up(tab: Tab, tmp_path: Path) -> None:
    tab.open((publish(tmp_path, page="look-up", study=True) / "index.html").as_uri())
    tab.wait_for("document.activeElement.id", "words")
    tab.press("cat tac")
    tab.press("Enter")
    found = "[...document.querySelectorAll('#results li')].map((one) => one.className)"
    tab.wait_for(found, "yes,no")
