"""The page's state machine follows the table of scenarios, key by key, in a browser."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route

from tests.conftest import ROOT
from tests.judge import stations
from tests.judge.stations import MemoryLog, Scenario, Shown, read_scenarios
from wordtools.judge.judge import Judge
from wordtools.judge.ruling import Challenge
from wordtools.judge.settings import Settings
from wordtools.messages import Messages
from wordtools.messages.refusal import CannotJudge
from wordtools.wording import end_sentence

PAGES = ROOT / "wordtools" / "pages"
PLAY = Path(__file__).with_name("scenarios.js").read_text("utf-8")


class Questions:
    """A judge for the page to ask."""

    def __init__(self, folder: Path) -> None:
        self.log = MemoryLog()
        self._judge = Judge(stations.lexicon(folder), self.log)

    def ask(
        self, question: str, words: list[str], key: str, step: dict[str, Any]
    ) -> dict[str, Any]:
        """The answer that the service would give."""
        self.log.broken, self.log.loses = step["fails"], step["loses"]
        try:
            if question == "preview":
                return {"words": self._judge.preview(Challenge(words))}
            ruling = self._judge.rule(Challenge(words), key)
        except CannotJudge as error:
            values = {key: value for key, value in error.values.items() if key != "sentence"}
            return {
                "error": {
                    "message": end_sentence(str(error)),
                    "reason": error.code,
                    "values": values,
                }
            }
        return {**msgspec.to_builtins(ruling), "answer": ruling.answer}


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Questions:
    return Questions(tmp_path_factory.mktemp("scenarios"))


@pytest.fixture(scope="module")
def page(browser: Browser, questions: Questions) -> Iterator[Page]:
    """An empty page that can load the pages' modules and messages, and ask the judge."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix("http://station.test/")
        if path.startswith("static/"):
            kind = mimetypes.guess_type(path)[0]
            route.fulfill(body=(PAGES / path).read_bytes(), content_type=kind)
        elif path == "api/v1/messages/en":
            route.fulfill(json={"language": "en", "messages": Messages("en").texts})
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    page = browser.new_page()
    page.route("**/*", answer)
    page.expose_function("askJudge", questions.ask)
    page.goto("http://station.test/")
    yield page
    page.close()


@pytest.mark.parametrize("scenario", read_scenarios(), ids=lambda scenario: scenario.name)
def test_scenario(page: Page, questions: Questions, scenario: Scenario) -> None:
    questions.log.all.clear()
    settings = msgspec.to_builtins(msgspec.convert(scenario.settings, Settings))
    steps = msgspec.to_builtins(scenario.steps)
    seen = page.evaluate(PLAY, {"steps": steps, "settings": settings})
    for step, shown in zip(scenario.steps, msgspec.convert(seen, list[Shown]), strict=True):
        assert shown == step.shown, f"after {step.keys or step.wait}"
    recorded = [record.content["challenge"]["words"] for record in questions.log.kept]
    assert recorded == scenario.judged
