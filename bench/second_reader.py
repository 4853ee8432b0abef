"""`python -m bench.second_reader [NAME …]`: the cost of opening a lexicon (pt, unless named) and
looking words up in Chromium with the second reader, web/lexicon.js.

Times are the shortest of several runs. They are in milliseconds, and in multiples of the time that
SubtleCrypto takes to hash a file of 10 MB, which a busy machine slows down as well. Memory is the
growth of a page after garbage collection, as counted by V8, including buffers.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from playwright.sync_api import sync_playwright

from bench.measure import ROOT
from tests.e2e.served import CHROMIUM, QUIET
from wordtools.lexicon.lexicon import Lexicon

LOOK_UPS = 200_000
SCRIPT = """async ([name, texts, runs]) => {
  const { openLexicon } = await import("/web/lexicon.js");
  const bytes = new Uint8Array(await (await fetch(`/build/${name}.lexicon`)).arrayBuffer());
  const least = async (act) => {
    let best = Infinity;
    for (let run = 0; run < runs; run++) {
      const begin = performance.now();
      await act();
      best = Math.min(best, performance.now() - begin);
    }
    return best;
  };
  const hash = await least(() => crypto.subtle.digest("SHA-256", new Uint8Array(10_000_000)));
  const begin = performance.now();
  let lexicon = await openLexicon(bytes);
  const first = performance.now() - begin;
  let words = 0;
  const lookUps = await least(() => {
    words = 0;
    for (const text of texts) if (lexicon.has(text)) words++;
  });
  lexicon = null;
  const open = await least(() => openLexicon(bytes));
  globalThis.kept = await openLexicon(bytes);
  return { hash, first, open, lookUps, words };
}"""


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serve_folder() -> Iterator[str]:
    """The address at which the project's files can be fetched."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(ROOT)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


def make_texts(lexicon: Lexicon) -> list[str]:
    """Words in random order, and as many with two letters exchanged."""
    chance = random.Random(1)
    words = [lexicon.word_at(chance.randrange(len(lexicon))).lower() for _ in range(LOOK_UPS // 2)]
    texts = [*words, *(f"{w[:2]}{w[3:4]}{w[2:3]}{w[4:]}" for w in words)]
    chance.shuffle(texts)
    return texts


def measure(name: str, runs: int = 7) -> str:
    """The costs of a lexicon of build/, as a line."""
    texts = make_texts(Lexicon.read(ROOT / "build" / f"{name}.lexicon"))
    with serve_folder() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page()
        page.goto(f"{address}/web/")
        session = page.context.new_cdp_session(page)

        def count_bytes() -> int:
            session.send("HeapProfiler.collectGarbage")
            usage = session.send("Runtime.getHeapUsage")
            return int(usage["usedSize"] + usage["backingStorageSize"])

        before = count_bytes()
        times = page.evaluate(SCRIPT, [name, texts, runs])
        kept = count_bytes() - before
        browser.close()
    hashes = times["hash"]
    microseconds = times["lookUps"] / len(texts) * 1000
    return (
        f"{name}: opens in {times['open']:.0f} ms ({times['open'] / hashes:.1f} hashes), the first "
        f"time in {times['first']:.0f} ms ({times['first'] / hashes:.1f}), {kept / 1e6:.1f} MB, "
        f"{microseconds:.2f} µs a look-up ({times['words']:,} words of {len(texts):,})"
    )


if __name__ == "__main__":
    for lexicon in sys.argv[1:] or ["pt"]:
        print(measure(lexicon))
