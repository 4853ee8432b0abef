"""The sentences of three rooms: the home page, rulesets, and tables in terminals and browsers. Each
room has a folder with a TOML file per language. A file need not contain every sentence.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from wordtools import toml_reader
from wordtools.errors import WordtoolsError

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent
ROOMS = ("home", "rules", "table")


@cache
def load_room(room: str, language: str) -> Mapping[str, str]:
    """The sentences of a room in a language, indexed by key. If the language lacks a sentence, the
    English sentence is used."""
    texts = _read(room, "en")
    return {**texts, **_read(room, language)} if language in list_languages(room) else texts


@cache
def list_languages(room: str) -> tuple[str, ...]:
    """The languages in which a room has sentences."""
    return tuple(sorted(path.stem for path in (FOLDER / room).glob("*.toml")))


def _read(room: str, language: str) -> dict[str, str]:
    return toml_reader.read_toml(FOLDER / room / f"{language}.toml", dict[str, str], WordtoolsError)
