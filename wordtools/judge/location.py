"""Where a station stands, and how its screen says so."""

from __future__ import annotations

import msgspec

from wordtools.judge.messages import Messages


class Location(msgspec.Struct, frozen=True):
    """An event, a round and a table; "" is what nobody has set."""

    event: str = ""
    round: str = ""
    table: str = ""

    def describe(self, station: str, say: Messages) -> str:
        """The station's name and its location, as a screen's heading; nothing for what is not
        set."""
        parts = (
            station,
            self.event,
            self.round and say("place_round", round=self.round),
            self.table and say("place_table", table=self.table),
        )
        return " · ".join(filter(None, parts))
