"""Where stations stand, as the director has set it: a table beside the log.

Each station has a row of its own once it was set by itself; any other stands where all stations
do. A ruling is recorded where its station stands at that moment, so no station can be behind.
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
"""The name in whose row is the location of stations that have none of their own."""

_locations = sa.Table(
    "service_locations",
    database.metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("round", sa.Text, nullable=False),
    sa.Column("table", sa.Text, nullable=False),
)


class Locations(msgspec.Struct, frozen=True):
    """Where each station stands."""

    own: Mapping[str, Location] = {}

    @classmethod
    def read(cls, connection: sa.Connection) -> Locations:
        """Those that are set now."""
        rows = connection.execute(sa.select(_locations))
        return cls({row.name: Location(row.event, row.round, row.table) for row in rows})

    def of(self, station: str) -> Location:
        """Where a station stands."""
        return self.own.get(station) or self.own.get(_ALL, Location())

    def locate(self, challenge: Challenge) -> Challenge:
        """The challenge with the event, round and table that the director has set for its station;
        those that are not set stay as the station gave them. Raises `CannotJudge` when the station
        gave another than is set: its players saw that on the screen."""
        fields = {}
        for name, value in msgspec.structs.asdict(self.of(challenge.station)).items():
            given = getattr(challenge, name)
            if value and given not in ("", value):
                raise CannotJudge.because("moved")
            fields[name] = value or given
        return msgspec.structs.replace(challenge, **fields)


def set_locations(
    connection: sa.Connection, stations: Iterable[str] | None, fields: Mapping[str, str]
) -> bool:
    """Sets some of event, round and table for these stations, or for all that are there and will
    be; the others of the three stay. False when all of them stood there before."""
    known = Locations.read(connection)
    names = {_ALL, *known.own} if stations is None else stations
    new = {name: msgspec.structs.replace(known.of(name), **fields) for name in names}
    moved = {name: location for name, location in new.items() if location != known.of(name)}
    for name, location in moved.items():
        forget_location(connection, name)
        row = msgspec.structs.asdict(location)
        connection.execute(sa.insert(_locations).values(name=name, **row))
    return bool(moved)


def forget_location(connection: sa.Connection, station: str) -> None:
    """Forgets what was set for a station by itself."""
    connection.execute(sa.delete(_locations).where(_locations.c.name == station))
