"""The report in fonts of any width: no cell overlaps the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.served import check_looks
from tests.log.records import BODY, void
from wordtools.judge import acts
from wordtools.judge.report import collect
from wordtools.judge.settings import Settings
from wordtools.log.log import Log
from wordtools.log.record import LogEntry
from wordtools.service.judging.report_page import render

FONTS = {
    "DejaVu Sans": "* { font-family: 'DejaVu Sans' !important }",
    "Liberation Sans": "* { font-family: 'Liberation Sans' !important }",
    "wider": "* { font-family: 'DejaVu Sans' !important; letter-spacing: 0.08em !important }",
}
OVERLAPS = """
[...document.querySelectorAll("th, td")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth)
  .map((cell) => cell.textContent.trim())"""
NARROWEST = """
Math.min(...[...document.querySelectorAll("td.words, td.place, td.lexicon, td.act")]
  .map((cell) => cell.clientWidth / parseFloat(getComputedStyle(cell).fontSize)))"""
"""The width of the narrowest cell of running text, in font sizes."""
TIMES_ON_ONE_LINE = """
[...document.querySelectorAll("td.time")].every((cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return text.getClientRects().length === 1;
})"""
PAPERS = {"A4": 182, "Letter": 188}  # millimetres between the margins


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """Records with everything that widens a column."""
    log = Log(f"sqlite:///{tmp_path}/log.db")
    settings = acts.change_settings(None, acts.list_settings(Settings()))
    assert settings is not None
    log.append(settings)
    for number in range(3):
        asked = {
            "words": ["x"],
            "event": "Open 2026",
            "round": "3",
            "table": str(100 + number),
            "station": "Großer Saal, links" if number else "x" * 40,
            "players": ["Ana Reis", "Łucja"],
            "challenger": "Łucja",
        }
        named = {"digest": "0123456789abcdef" * 4, "edition": "pt-PT"}
        words = ["DESOXIRRIBONUCL"] * 8 if number else ["LIÇAO", "LIVROS"]
        body = {**BODY, **named, "words": words, "challenge": asked}
        log.append(LogEntry("ruling", f"r{number}", body, event="Open 2026"))
    log.append(void("r1"))
    return log


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("language", ["en", "pt", "el", "hu"])
def test_no_cell_reaches_into_the_next(
    browser: Browser, log: Log, tmp_path: Path, language: str, font: str
) -> None:
    file = tmp_path / "report.html"
    shown = render(
        collect(log), "log.db", event=None, round=None, language=language, zone="Europe/Lisbon"
    )
    file.write_text(shown, "utf-8")
    page = browser.new_page()
    try:
        page.goto(file.as_uri())
        page.add_style_tag(content=FONTS[font])
        for width in (360, 800, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            check_looks(page)
            assert page.evaluate(OVERLAPS) == []
        page.emulate_media(media="print")
        for paper, width in PAPERS.items():
            page.set_viewport_size({"width": round(width / 25.4 * 96), "height": 900})
            check_looks(page)
            assert page.evaluate(OVERLAPS) == []
            assert page.evaluate(TIMES_ON_ONE_LINE)
            assert page.evaluate(NARROWEST) > 5
            assert page.pdf(format=paper).startswith(b"%PDF")
    finally:
        page.close()
