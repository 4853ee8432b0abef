"""Where a station stands, and how its screen says so."""

from __future__ import annotations

import re

import msgspec

from wordtools.messages import Messages


class Location(msgspec.Struct, frozen=True):
    """An event, a round and a table; "" is what nobody has set."""

    event: str = ""
    round: str = ""
    table: str = ""

    def describe(self, station: str, messages: Messages) -> str:
        """The station's name and its location, as a screen's heading; nothing for what is not
        set, nor for a table whose number the name ends in."""
        named = re.search(r"[0-9]*$", station)
        table = "" if named and self.table == named[0] else self.table
        parts = (
            station,
            self.event,
            self.round and messages("place_round", round=self.round),
            table and messages("place_table", table=table),
        )
        return " · ".join(filter(None, parts))
