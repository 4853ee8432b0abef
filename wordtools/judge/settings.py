"""The settings of stations and services, from a TOML file in which every key is optional."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from wordtools import toml_reader
from wordtools.errors import WordtoolsError
from wordtools.stored import StoredFormat

LONGEST_TEXT = 100
"""The maximum length of the name of an event, a round or a table."""
TABLES = ("make_tables", "tables_per_address", "archive_days", "idle_days")
"""The settings of games at tables."""
_FORMAT = StoredFormat(1)


class _Stated(msgspec.Struct):
    format: int


class Settings(msgspec.Struct, frozen=True):
    """The settings of stations, with defaults for tournaments.

    A challenge has at most `most_words` words. If nobody presses a key, an entry is cleared after
    `entry_seconds`, and an unconfirmed challenge after `confirm_seconds`. A verdict is shown for
    `verdict_seconds`. During the first `deaf_seconds` of this time, keys are ignored. The director
    has `password_seconds` to type the password, and must wait `wrong_seconds` after a wrong
    password. The director's screen closes after `director_seconds` without a key. A service accepts
    `station_burst` requests at once from a station, and `station_rate` per second on average.
    `event`, `round` and `table` are the location of a terminal. The locations of a service's
    stations are set on the director's page.

    Tables may be made by clients on "this machine", by the "director" or by "anyone". One address
    may have at most `tables_per_address` tables whose games are not over. A table is archived
    `archive_days` after its game ends, and closed after `idle_days` without activity.
    """

    most_words: int = 8
    entry_seconds: float = 15
    confirm_seconds: float = 30
    verdict_seconds: float = 10
    deaf_seconds: float = 0.5
    password_seconds: float = 10
    wrong_seconds: float = 1.5
    director_seconds: float = 60
    station_rate: float = 20
    station_burst: int = 60
    event: str = ""
    round: str = ""
    table: str = ""
    make_tables: Literal["this machine", "director", "anyone"] = "this machine"
    tables_per_address: int = 20
    archive_days: float = 30
    idle_days: float = 90


def read(path: Path | None) -> Settings:
    """The settings in a TOML file, or the defaults. Raises `WordtoolsError`."""
    if path is None:
        return Settings()
    tables = toml_reader.read_tables(path, WordtoolsError)
    stated = {"format": tables.pop("format", 1)}
    format = toml_reader.convert(path, stated, _Stated, WordtoolsError).format
    if (fault := _FORMAT.find_fault(format)) is not None:
        raise WordtoolsError(f"{path}: format: {fault}")
    settings = toml_reader.convert_tables(path, tables, Settings, WordtoolsError)
    if not 1 <= settings.most_words <= 9:
        raise WordtoolsError(f"{path}: most_words: choose a number from 1 to 9")
    for name, value in msgspec.structs.asdict(settings).items():
        if isinstance(value, str):
            if not value.isprintable() or len(value) > LONGEST_TEXT:
                raise WordtoolsError(
                    f"{path}: {name}: write up to {LONGEST_TEXT} characters of text"
                )
        elif not value > 0:
            raise WordtoolsError(f"{path}: {name}: write a number above 0")
    return settings
