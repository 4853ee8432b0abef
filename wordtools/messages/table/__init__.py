"""The sentences of tables, in terminals and in browsers, in one TOML file per language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordtools.messages.rooms import load_room

if TYPE_CHECKING:
    from collections.abc import Mapping


def load_sentences(language: str) -> Mapping[str, str]:
    """The sentences in a language, indexed by key. If the language lacks a sentence, the English
    sentence is used."""
    return load_room("table", language)
