"""Helpers for the tests of published pages: pages made from a few words, and a server for them."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal

from playwright.sync_api import Page, expect

from tests.conftest import ROOT
from tests.e2e.served import Kiosk
from tests.judge import stations
from wordtools.lexicon.lexicon import Lexicon
from wordtools.publishing.publish import publish_page
from wordtools.signing import minisign
from wordtools.signing.minisign import SecretKey
from wordtools.signing.trust import Trust, TrustedKey

KEY = SecretKey(bytes(range(8)), bytes(range(32)))
TRUST = Trust([TrustedKey("Word committee", KEY.public.text)])
AXE = ROOT / ".venv/npm/node_modules/axe-core/axe.min.js"


def sign(lexicon: Lexicon) -> None:
    """Puts a signature beside a lexicon's file."""
    path = Path(lexicon.path)
    signature = minisign.sign(path.read_bytes(), KEY, "timestamp:1764000000")
    path.with_name(f"{path.name}.minisig").write_text(signature.encode())


def publish(folder: Path, language: str = "en", **options: Any) -> Path:
    """A page for a small lexicon; returns its folder."""
    (folder / "lexicons").mkdir(exist_ok=True)
    lexicon = stations.lexicon(folder / "lexicons", language)
    if options.get("trust"):
        sign(lexicon)
    page = folder / "page"
    publish_page([lexicon], page, **options)
    return page


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """The address of a plain web server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


class PublishedJudge(Kiosk):
    """A published judge page, as players use it."""

    def __init__(self, page: Page, address: str, until: Literal["load", "commit"] = "load") -> None:
        self.page = page
        page.goto(address, wait_until=until)

    @classmethod
    def ready(cls, page: Page, address: str) -> PublishedJudge:
        judge = cls(page, address)
        judge.on("count")
        judge.has_checked()
        return judge

    def has_checked(self) -> None:
        """Waits until all checks have ended."""
        expect(self.page.locator("body")).to_have_attribute("data-state", "open")

    @property
    def refusal(self) -> str:
        """The reason why nothing can be judged."""
        expect(self.page.locator("#state")).to_have_text("CANNOT JUDGE")
        expect(self.page.locator("#state")).to_be_visible()
        return self.page.locator("#reason").inner_text()


def change_file(folder: Path, name: str, pattern: str, replacement: str) -> None:
    """Changes the only occurrence of a pattern in the only file with a name."""
    (path,) = folder.glob(name)
    text, count = re.subn(pattern, replacement, path.read_text("utf-8"))
    assert count == 1
    path.write_text(text, "utf-8")


def flip(folder: Path, place: int) -> None:
    """Changes a byte of a published lexicon, which remains a script."""
    (path,) = folder.glob("lexicon.*.js")
    head, encoded, tail = re.split(r'(?<=", ")(.*)(?="\);)', path.read_text())
    data = bytearray(base64.b64decode(encoded))
    data[place] ^= 1
    path.write_text(head + base64.b64encode(data).decode() + tail)
