"""The word lists that a service offers, and those that no trusted key has signed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.publishing.pages import TRUST, sign
from wordtools.alphabet import load_alphabet
from wordtools.judge.settings import Settings
from wordtools.lexicon.compile import compile_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages import Messages
from wordtools.service.config import ServiceConfig
from wordtools.service.lists import find_lists, find_local_offers, find_paths
from wordtools.service.looking_up.pages import read_page
from wordtools.signing.minisign import SignatureError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The lexicons of this machine: one is signed, the other is not."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WORDTOOLS_LEXICONS", str(tmp_path))
    for name in ("signed", "unsigned"):
        data = compile_words(["cat", name], load_alphabet("en").alphabet, name=name)
        (tmp_path / f"{name}.lexicon").write_bytes(data)
    sign(Lexicon.read(tmp_path / "signed.lexicon"))
    return tmp_path


def list_names(config: ServiceConfig) -> list[list[str]]:
    """The names of the lists that may be shown, and of those that may judge."""
    shown = [one.name for one in find_lists(config, Messages("en"))]
    assert set(shown) == set(find_paths(config))
    return [sorted(shown), sorted(offer.name for offer, _ in find_local_offers(config.trust))]


def test_only_signed_lists_of_this_machine_are_in_force(folder: Path) -> None:
    config = ServiceConfig("rulings.db", [], Settings(), home=True)
    assert list_names(config) == [["signed", "unsigned"]] * 2
    trusting = ServiceConfig("rulings.db", [], Settings(), home=True, trust=TRUST)
    assert list_names(trusting) == [["signed"]] * 2
    path = folder / "signed.lexicon"
    path.write_bytes((folder / "unsigned.lexicon").read_bytes())
    assert list_names(trusting) == [[]] * 2


def test_only_signed_lists_are_shown(folder: Path) -> None:
    path = folder / "signed.lexicon"
    assert read_page(path, "en", TRUST) == read_page(path, "en", None)
    unsigned = folder / "unsigned.lexicon"
    assert "index.html" in read_page(unsigned, "en", None)
    with pytest.raises(SignatureError, match="not signed by Word committee"):
        read_page(unsigned, "en", TRUST)
    path.write_bytes(unsigned.read_bytes())
    with pytest.raises(SignatureError, match="is not the one that was signed"):
        read_page(path, "en", TRUST)
