"""`python -m bench.published [FOLDER …]`: how soon a published page can be used in Chromium, with
the processor slowed down four times.

Each folder holds a page; without folders, this publishes a signed judge page of pt. Opens every
page nine times without a cache. The pages take turns, so that anything that slows the machine slows
all of them. Prints median times in milliseconds from the request to the first paint, to the screen
that accepts words, and to the end of all checks of the lexicon (there is no verdict before that).
Also prints the longest wait after a key once words can be entered.
"""

from __future__ import annotations

import shutil
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from bench.measure import ROOT
from tests.e2e.served import CHROMIUM, QUIET
from tests.publishing.pages import TRUST, serve, sign
from wordtools.lexicon.lexicon import Lexicon
from wordtools.publishing.publish import publish_page

SLOWER = 4
RUNS = 9
WATCH = """(() => {
  globalThis.reached = {};
  globalThis.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask" });
  const watch = () => {
    const { screen, state } = document.body?.dataset ?? {};
    if (screen === "count") reached.usable ??= performance.now();
    if (state === "open") reached.checked ??= performance.now();
  };
  const all = { attributes: true, childList: true, subtree: true };
  new MutationObserver(watch).observe(document, all);
})()"""
READ = """() => ({
  painted: performance.getEntriesByName("first-contentful-paint")[0].startTime, ...reached,
  pause: Math.max(0, ...tasks.filter((task) => task.startTime > reached.usable)
    .map((task) => task.duration)),
})"""


def publish(folder: Path) -> Path:
    """A signed judge page of pt."""
    path = Path(shutil.copy(ROOT / "build" / "pt.lexicon", folder))
    lexicon = Lexicon.read(path)
    sign(lexicon)
    publish_page([lexicon], folder / "page", trust=TRUST)
    return folder / "page"


def open_page(browser: Browser, folder: Path) -> dict[str, float]:
    """The milliseconds to each stage."""
    with serve(folder) as address:
        page = browser.new_page()
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(WATCH)
        page.goto(f"{address}/index.html", wait_until="commit")
        page.locator("body[data-state=open][data-screen=count]").wait_for()
        times: dict[str, float] = page.evaluate(READ)
        page.close()
    return times


def measure(folders: list[Path]) -> None:
    """Prints a line for each page."""
    times: dict[Path, list[dict[str, float]]] = {folder: [] for folder in folders}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for _ in range(RUNS):
            for folder in folders:
                times[folder].append(open_page(browser, folder))
        browser.close()
    for folder, runs in times.items():
        stages = {stage: [run[stage] for run in runs] for stage in runs[0]}
        medians = ", ".join(
            f"{stage} {statistics.median(values):.0f} ({min(values):.0f} to {max(values):.0f})"
            for stage, values in stages.items()
        )
        print(f"{folder}: {medians}")


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        measure([Path(name) for name in sys.argv[1:]] or [publish(Path(temporary))])
