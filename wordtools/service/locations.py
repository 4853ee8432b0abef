"""Stores, in a table of the log's database, the locations that the director has set for stations.

Once the director sets a station's location separately, the station has its own row. All other
stations share a row. A ruling records the current location of its station, even if the station's
screen is out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import sqlalchemy as sa

from wordtools.judge.location import Location
from wordtools.judge.ruling import Challenge
from wordtools.log import database
from wordtools.messages.refusal import CannotJudge

_ALL = ""
"""The name of the row for stations without a separate row."""

_locations = sa.Table(
    "service_locations",
    database.metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("round", sa.Text, nullable=False),
    sa.Column("table", sa.Text, nullable=False),
)


class Locations(msgspec.Struct, frozen=True):
    """The locations of all stations."""

    own: Mapping[str, Location] = {}

    @classmethod
    def read(cls, connection: sa.Connection) -> Locations:
        """The current locations."""
        rows = connection.execute(sa.select(_locations))
        return cls({row.name: Location(row.event, row.round, row.table) for row in rows})

    def of(self, station: str) -> Location:
        """The location of a station."""
        return self.own.get(station) or self.own.get(_ALL, Location())

    def locate(self, challenge: Challenge) -> Challenge:
        """The challenge with the event, round and table that the director has set. Fields that the
        director has not set keep the station's values. Raises `CannotJudge` if the station sent a
        different value, because its players saw that value on the screen."""
        fields = {}
        for name, value in msgspec.structs.asdict(self.of(challenge.station)).items():
            sent = getattr(challenge, name)
            if value and sent not in ("", value):
                raise CannotJudge.because("moved")
            fields[name] = value or sent
        return msgspec.structs.replace(challenge, **fields)


def set_locations(
    connection: sa.Connection, stations: Iterable[str] | None, fields: Mapping[str, str]
) -> bool:
    """Sets the event, round or table of these stations, or of all present and future stations.
    Returns False if nothing changes."""
    old = Locations.read(connection)
    names = {_ALL, *old.own} if stations is None else stations
    new = {name: msgspec.structs.replace(old.of(name), **fields) for name in names}
    moved = {name: location for name, location in new.items() if location != old.of(name)}
    for name, location in moved.items():
        forget_location(connection, name)
        row = msgspec.structs.asdict(location)
        connection.execute(sa.insert(_locations).values(name=name, **row))
    return bool(moved)


def forget_location(connection: sa.Connection, station: str) -> None:
    """Deletes the separate location of a station, if it has one."""
    connection.execute(sa.delete(_locations).where(_locations.c.name == station))
