"""The sentences of tables, in terminals and in browsers, in one TOML file per language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordtools.messages.rooms import load_room

if TYPE_CHECKING:
    from collections.abc import Mapping


def load_sentences(language: str) -> Mapping[str, str]:
    """The sentences of a language, by key. Sentences that the language lacks are in English."""
    return load_room("table", language)
