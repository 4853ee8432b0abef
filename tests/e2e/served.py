"""Helpers shared by the tests of pages: the service as a process, and a browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, Self

import httpx
import msgspec
import psutil
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests import marks
from tests.conftest import WORDTOOLS, write_password
from tests.ports import choose_port
from tests.program import Process, Program
from tests.waiting import PATIENCE, wait_until
from wordtools.judge.ruling import label_ruling
from wordtools.judge.settings import Settings
from wordtools.messages import Messages

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The same browser without windows takes a third of the time per page."""

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PASSWORD = "correct horse"

PATIENT = """
entry_seconds = 300
confirm_seconds = 300
verdict_seconds = 300
password_seconds = 300
director_seconds = 300
"""
"""Screens that stay for as long as a busy machine may need."""

expect.set_options(timeout=1000 * PATIENCE)

TITLES = {"pt": "Portuguese", "en": "English", "pl": "Polish", "es": "Spanish", "hr": "Croatian"}
WORDS = {
    "pt": "lição livro livros casa casas cant coop aa zzz cat desoxirribonucl bênção você",
    "en": "word words cat quiz",
    "pl": "słowo słowa kot żółw",
    "es": "palabra palabras niño gato perro",
    "hr": "injekcija konj",
}
"""The lexicons that the tests judge by, a few words each."""


class Service:
    """`wordtools serve` on a free port, with a separate folder; in a separate interpreter unless
    there is a `program`."""

    def __init__(
        self,
        folder: Path,
        lexicons: list[str],
        path: str = "",
        program: Program | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self._options = options
        self._program = program
        self.port = choose_port()
        self.address = f"http://127.0.0.1:{self.port}{path}"
        self._lexicons = lexicons
        self._path = path
        self._process: Process | None = None
        write_password(folder / "password", PASSWORD)
        (folder / "settings.toml").write_text(PATIENT, "utf-8")

    def start(self) -> None:
        marks.need("server")
        chosen = [part for lexicon in self._lexicons for part in ("-l", lexicon)]
        files = ["--log", "sqlite:///rulings.db", "--password-file", "password"]
        place = ["--port", str(self.port), "--root-path", self._path]
        others = ["--settings", "settings.toml", *self._options]
        arguments = ["serve", *chosen, *place, *files, *others]
        changes = {"WORDTOOLS_LEXICONS": str(self.folder / "build")}
        errors = self.folder / "service.err"
        with errors.open("ab") as stderr, Path(os.devnull).open("r+b") as nowhere:
            if self._program is not None:
                streams = [nowhere.fileno(), nowhere.fileno(), stderr.fileno()]
                self._process = self._program.start(arguments, self.folder, streams, changes)
            else:
                self._process = subprocess.Popen(
                    [WORDTOOLS, *arguments],
                    cwd=self.folder,
                    env={**os.environ, **changes},
                    stdin=nowhere,
                    stdout=nowhere,
                    stderr=stderr,
                )
        wait_until(self._answers, errors.read_text)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "service.err").read_text()
        try:
            httpx.get(f"{self.address}/api/v1/health", verify=False)
        except httpx.TransportError:
            return False
        return True

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    def kill(self) -> None:
        """kill -9 of the service and its workers, as in a power failure."""
        assert self._process is not None
        workers = psutil.Process(self._process.pid).children(recursive=True)
        self._process.kill()
        for worker in workers:
            with suppress(psutil.NoSuchProcess):
                worker.kill()
        psutil.wait_procs(workers, PATIENCE)
        self._process.wait(PATIENCE)
        self._process = None

    def director(self) -> Director:
        return Director(self.address)


class Director:
    """The director, who uses the API. Signs in again if the service was away."""

    def __init__(self, address: str) -> None:
        self._client = httpx.Client(
            base_url=f"{address}/api/v1/",
            headers={"X-Wordtools": "director"},
            verify=False,
            timeout=PATIENCE,
        )

    def issue(self, name: str) -> str:
        """A token for a station."""
        issued = self._call("POST", "director/stations", {"stations": [{"name": name}]})
        return str(issued["stations"][0]["token"])

    def revoke(self, name: str) -> None:
        self._call("DELETE", f"director/stations/{name}")

    def locate(self, **fields: object) -> None:
        """Sets event, round or table of some stations, or of all if `stations` is missing."""
        self._call("PUT", "director/locations", fields)

    def choose(self, lexicon: str) -> None:
        self._call("PUT", "director/lexicon", {"name": lexicon})

    def void(self, ruling: str, why: str) -> None:
        self._call("POST", f"director/rulings/{ruling}/void", {"why": why})

    def place(self, **location: str) -> None:
        """Sets the event or round of all stations."""
        self._call("PUT", "director/locations", location)

    def records(self) -> list[dict[str, Any]]:
        """The rulings and voids in the log."""
        return [each for each in self.log() if each["kind"] in ("ruling", "void")]

    def log(self) -> list[dict[str, Any]]:
        """The whole log."""
        records = self._call("GET", "director/log?after=0&limit=1000")["records"]
        assert len(records) < 1000
        return list(records)

    def _call(self, method: str, path: str, body: object = None) -> Any:
        answer = self._client.request(method, path, json=body)
        if answer.status_code == 401:
            self._client.post("director/session", json={"password": PASSWORD}).raise_for_status()
            answer = self._client.request(method, path, json=body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None


_built: dict[str, bytes] = {}
"""The files compiled from `WORDS`, by name: the same for every service."""


@contextmanager
def serving(folder: Path, program: Program, path: str = "") -> Iterator[Service]:
    """The service with the lexicons of `WORDS`, Portuguese in force, below a path."""
    for language, words in WORDS.items():
        (folder / f"{language}.txt").write_text(words.replace(" ", "\n") + "\n", "utf-8")
        recipe = [
            f'name = "{language}"',
            f'title = "{TITLES[language]}"',
            f'alphabet = "{language}"',
            f'inputs = [{{ format = "list", file = {{ path = "{language}.txt" }} }}]',
        ]
        (folder / f"{language}.toml").write_text("\n".join(recipe), "utf-8")
    build = folder / "build"
    if not _built:
        for language in WORDS:
            assert program.run(["build", f"{language}.toml"], folder, b"", {}).returncode == 0
        _built.update({file.name: file.read_bytes() for file in build.iterdir()})
    build.mkdir(exist_ok=True)
    for name, content in _built.items():
        (build / name).write_bytes(content)
    service = Service(folder, list(WORDS), path, program)
    service.start()
    try:
        yield service
    finally:
        service.stop()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Chromium. Not for a whole session, because its event loop would disturb others."""
    marks.need("browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@contextmanager
def page_of(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """A page in a separate browser context. At the end, checks that the page has requested nothing
    from other hosts, and has reported no error on the console (except Chromium's own about failed
    requests)."""
    context = browser.new_context(**{"locale": "en-GB", **options})
    context.set_default_timeout(1000 * PATIENCE)
    asked: list[str] = []
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "Failed to load" not in message.text:
            faults.append(message.text)

    context.on("request", lambda request: asked.append(request.url))
    context.on("console", heard)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    try:
        yield context.new_page()
        assert [url for url in asked if not url.startswith((f"{address}/", "data:"))] == []
        assert faults == [], faults
    finally:
        context.close()


class Kiosk:
    """A station's page, as players use it."""

    def __init__(self, page: Page, address: str, token: str) -> None:
        self.page = page
        page.goto(f"{address}/#{token}")
        self.on("count")

    @classmethod
    def frozen(cls, page: Page, address: str, token: str) -> Self:
        """A page with the settings of tournaments, whose clock advances only by
        `page.clock.run_for`. The service's answers take real time, and must not seem late by the
        page's clock."""
        page.add_init_script(f"""{{
            const ask = fetch, usual = {json.dumps(msgspec.to_builtins(Settings()))};
            window.fetch = async (url, options) => {{
                const answer = await ask(url, options);
                if (!answer.ok || !String(url).includes("/station?")) return answer;
                const facts = await answer.json();
                for (const name in facts.settings) facts.settings[name] = usual[name];
                return Response.json(facts);
            }};
        }}""")
        page.clock.install(time=0)
        kiosk = cls(page, address, token)
        with page.expect_response("**/api/v1/station?*"):
            page.evaluate("AbortSignal.timeout = () => new AbortController().signal")
        page.clock.pause_at(3600)
        return kiosk

    def on(self, screen: str) -> None:
        """Waits for a screen."""
        expect(self.page.locator("body")).to_have_attribute("data-screen", screen)

    def watch(self) -> None:
        """Begins to record the screens, because some end quickly."""
        self.page.evaluate("""() => {
            window.seen = [];
            new MutationObserver(() => seen.push(document.body.dataset.screen))
                .observe(document.body, { attributes: true });
        }""")

    @property
    def seen(self) -> list[str]:
        """The screens that appeared, in order, some of them repeated."""
        seen: list[str] = self.page.evaluate("seen")
        return seen

    def awake(self) -> None:
        """Waits until a new screen accepts input."""
        expect(self.page.locator("body:not([data-deaf])")).to_be_attached()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, *words: str) -> None:
        """Starts at COUNT: types the number of words, then the words, separated by spaces."""
        self.press(str(len(words)))
        self.on("entry")
        self.page.keyboard.type(" ".join(words))

    def confirm(self, *words: str) -> None:
        """Types words, from COUNT to CONFIRM."""
        self.type(*words)
        self.press("Enter")
        self.on("confirm")

    def judge(self, *words: str) -> Literal["YES", "NO"]:
        """Challenges words, from COUNT to VERDICT."""
        self.confirm(*words)
        self.press("Tab")
        self.on("verdict")
        answer = self.page.locator("body").get_attribute("data-answer")
        if answer == "YES":
            return "YES"
        assert answer == "NO"
        return "NO"

    @property
    def words(self) -> list[str]:
        """The words as judged and as they are on the screen, with a frame shown as brackets."""
        read = """words => words.map(word => [...word.childNodes].map(piece =>
            piece.className === "framed" ? `[${piece.textContent}]` : piece.textContent
        ).join(""))"""
        words: list[str] = self.page.locator(".words:visible li").evaluate_all(read)
        return words


Open = Callable[..., Kiosk]
_CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")


def check_looks(page: Page) -> None:
    """All text has the contrast of WCAG AA, nothing sticks out sideways, buttons can be hit."""
    page.wait_for_load_state()  # a page may appear before its style sheet
    assert page.evaluate(_CONTRAST) == []
    sideways = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(sideways) <= 0
    small = page.locator("button:visible").evaluate_all(  # at once, since a page may draw them anew
        """(buttons) => buttons.filter((button) => {
            const { width, height } = button.getBoundingClientRect();
            return Math.min(width, height) < 24;
        }).map((button) => button.innerText)"""
    )
    assert small == []


def sign_in(page: Page, password: str) -> None:
    """Signs in on the director's page, which is in English."""
    page.get_by_label(Messages("en")("password")).fill(password)
    page.get_by_role("button", name=sentences("en")["sign_in"]).click()


def sentences(language: str) -> dict[str, str]:
    """The pages' own messages in a language."""
    folder = Path(__file__).parents[2] / "wordtools/pages/static/messages"
    return dict(json.loads((folder / f"{language}.json").read_text("utf-8")))


def label(record: dict[str, Any]) -> str:
    """The label of a record's ruling."""
    return label_ruling(record["content"]["event_number"], record["number"])


def near(text: str) -> re.Pattern[str]:
    """A pattern that finds the text anywhere, in upper or lower case."""
    return re.compile(re.escape(text), re.IGNORECASE)
