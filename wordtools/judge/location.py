"""The location of a station, and the text that shows it on the station's screen."""

from __future__ import annotations

import re

import msgspec

from wordtools.messages import Messages


class Location(msgspec.Struct, frozen=True):
    """An event, a round and a table, each "" if not set."""

    event: str = ""
    round: str = ""
    table: str = ""

    def describe(self, station: str, messages: Messages) -> str:
        """The station's name and location, as the heading of a screen. Omits fields that are not
        set. Also omits the table if the station's name ends with the table's number.
        """
        named = re.search(r"[0-9]*$", station)
        table = "" if named and self.table == named[0] else self.table
        parts = (
            station,
            self.event,
            self.round and messages("place_round", round=self.round),
            table and messages("place_table", table=table),
        )
        return " · ".join(filter(None, parts))
