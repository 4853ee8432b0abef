"""The second reader in Chromium, where it hashes with SubtleCrypto."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.second_reader import serve_folder
from tests.e2e.served import browsing
from wordtools.lexicon.lexicon import Lexicon

SCRIPT = """async ([ranks, texts]) => {
  const { openLexicon, LexiconError } = await import("/web/lexicon.js");
  const bytes = new Uint8Array(await (await fetch("/build/pt.lexicon")).arrayBuffer());
  const pt = await openLexicon(bytes);
  const portugal = pt.edition("pt-PT");
  bytes[1000] ^= 1;
  const refusal = await openLexicon(bytes).catch((error) => error);
  return {
    digest: pt.digest,
    sizes: [pt.whole.size, pt.size, portugal.size],
    words: ranks.map((rank) => portugal.wordAt(rank)),
    ranks: texts.map((text) => portugal.rank(text)),
    matching: [...portugal.matching("?[^AEIOU]Ç*")],
    refused: refusal instanceof LexiconError && refusal.message,
  };
}"""


@pytest.mark.browser
def test_a_page_reads_a_lexicon(compiled: Callable[[str], Path]) -> None:
    pt = Lexicon.read(compiled("pt"))
    portugal = pt.edition("pt-PT")
    ranks = list(range(0, len(portugal), 997))
    words = [portugal.word_at(rank) for rank in ranks]
    with serve_folder() as address, browsing() as browser:
        page = browser.new_page()
        page.goto(f"{address}/web/")
        answer: dict[str, Any] = page.evaluate(SCRIPT, [ranks, [*words, "licao", "kiwi"]])
    assert answer == {
        "digest": pt.digest,
        "sizes": [len(pt.whole), len(pt), len(portugal)],
        "words": words,
        "ranks": [*ranks, -1, -1],
        "matching": list(portugal.matching("?[^AEIOU]Ç*")),
        "refused": "The file is damaged: it differs from its seal.",
    }
