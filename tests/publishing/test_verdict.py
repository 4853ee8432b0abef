"""The published pages read words as stations do, and give the same reasons."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.web.second_reader import run_node
from wordtools.alphabet import load_alphabet
from wordtools.judge.verdict import is_acceptable, normalize_words
from wordtools.lexicon.compile import compile_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages.refusal import CannotJudge
from wordtools.publishing.bundle import bundle
from wordtools.publishing.settings import list_names

WORDS = {
    "en": ["cat", "cats", "zebra"],
    "es": ["perro", "pe[r][r]o", "chico", "calle", "[c][h]a", "niño"],
    "hr": ["injekcija", "konj", "dž", "[d][ž]ep"],
    "hu": ["gazság", "ga[zs]ág", "csatt", "[c][s]sz", "nyolcszor"],
    "he": ["שלום", "מלך"],
    "ca": ["cel·la", "cella", "any"],
    "pl": ["żółw", "słowo"],
}
TYPED = tomllib.loads((ROOT / "tests/e2e/confusables.toml").read_text("utf-8"))["typed"]
BLOCK = 0x1000
"""The number of characters whose names are kept together."""
SIGNS = ["[", "]", "·", "\u0301", "\u200b", "а", "ß", "1", "'", "\u00a0", "\U000e0061", "猫"]


def make_texts(lexicon: Lexicon, chance: random.Random) -> list[str]:
    """Confusable texts, words, random tiles, and texts that are not words."""
    texts = [text for case in TYPED for text in case["refused"].values()]
    texts += [text for case in TYPED for text in case.get("judged", {})]
    faces = list(lexicon.alphabet.tiles)
    pieces = [*faces, *(face.lower() for face in faces), *(f"[{face}]" for face in faces)]
    for word in lexicon:
        texts += [word, word.lower(), word.replace("[", "").replace("]", "")]
    for _ in range(300):
        piece = chance.choices(pieces, k=chance.randrange(1, 12))
        texts.append("".join(piece))
        piece.insert(chance.randrange(len(piece) + 1), chance.choice(SIGNS))
        texts.append("".join(piece))
    return [*texts, faces[0] * 50, faces[0] * 300, "猫" * 12]


def judge(lexicon: Lexicon, text: str) -> dict[str, Any]:
    try:
        words = normalize_words(lexicon, [text])
    except CannotJudge as error:
        return {"reason": error.code, "values": {**error.values, "sentence": None}}
    return {"words": words, "acceptable": is_acceptable(lexicon, words)}


@pytest.mark.slow
@pytest.mark.parametrize("language", WORDS)
def test_words_are_read_as_stations_read_them(
    tmp_path: Path, language: str, chance: random.Random
) -> None:
    path = tmp_path / f"{language}.lexicon"
    path.write_bytes(
        compile_words(WORDS[language], load_alphabet(language).alphabet, name=language)
    )
    lexicon = Lexicon.read(path)
    texts = make_texts(lexicon, chance)
    names = {start: list_names(start, start + BLOCK) for start in range(0, 0x110000, BLOCK)}
    settings = json.dumps(json.dumps({"names": names}))
    document = f"globalThis.document = {{ getElementById: () => ({{ textContent: {settings} }}) }};"
    script = tmp_path / "answers.cjs"
    script.write_text(document + bundle(Path(__file__).with_name("verdict_answers.js")))
    request = json.dumps({"path": str(path), "texts": texts})
    answers = json.loads(run_node(script, input=request))
    expected = [judge(lexicon, text) for text in texts]
    assert {one.get("reason") for one in expected} >= {None, "letters"}
    for text, mine, answer in zip(texts, expected, answers, strict=True):
        if "values" in mine:
            mine["values"].pop("sentence")
        assert answer == mine, text
