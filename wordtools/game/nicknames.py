"""Distinguishes players with the same nickname in a record.

Players take turns, but if the total stated for a move is right for only one of these players, that
player made the move. Leftover tiles belong to the player who had them on the rack in the last turn,
or has them according to a pragma (`#rack1`).
"""

from __future__ import annotations

import re
from collections import Counter

from msgspec import structs

from wordtools.formats.gcg import GameRecord, Move, Pragma

_TURNS = ("play", "exchange", "pass")


def tell_players_apart(record: GameRecord) -> GameRecord:
    """Returns the record with a different nickname for each player. If a nickname is not declared,
    its moves belong to the player whose name begins with it."""
    declared = [
        (at, item, item.text.split(maxsplit=1))
        for at, item in enumerate(record.items)
        if isinstance(item, Pragma) and re.fullmatch("player[1-9]", item.name) and item.text.split()
    ]
    uses = Counter(nick for _, _, (nick, *_) in declared)
    if not uses or max(uses.values()) == 1:
        return record
    items = list(record.items)
    sharing: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    by_number: dict[str, str] = {}
    for at, pragma, (nick, *name) in declared:
        group = sharing.setdefault(nick, [])
        new = nick if not group else f"{nick}_{len(group) + 1}"
        while new in uses and group:
            new += "_"
        group.append(new)
        by_number[pragma.name[-1]] = new
        full = name[0] if name else nick
        names.setdefault(full.split()[0], new)
        items[at] = structs.replace(pragma, text=f"{new} {full}")
    turns = _Turns([new for group in sharing.values() for new in group])
    for at, item in enumerate(items):
        if isinstance(item, Move):
            group = sharing.get(item.nick) or [names.get(item.nick, item.nick)]
            items[at] = structs.replace(item, nick=turns.find_player(item, group))
        elif re.fullmatch("rack[1-9]", item.name) and item.name[-1] in by_number:
            turns.racks[by_number[item.name[-1]]] = item.text
    return GameRecord(tuple(items), record.path)


class _Turns:
    """Keeps track of the order of turns, and of players' totals and racks, while a record is
    read."""

    def __init__(self, order: list[str]) -> None:
        self.order = order
        self.totals = dict.fromkeys(order, 0)
        self.racks: dict[str, str] = {}
        self.last: str | None = None

    def find_player(self, move: Move, group: list[str]) -> str:
        """Finds the player in the group who made the move."""
        player = group[0]
        if len(group) > 1:
            expected = self._expect(move, group)
            fitting = [name for name in group if self._fits(move, name)]
            if move.kind == "rack" and move.rack:
                fitting = [n for n in fitting if self.racks.get(n) == move.rack] or fitting
            player = expected if expected in fitting or not fitting else fitting[0]
        if move.kind in _TURNS:
            self.last = player
            self.racks[player] = move.rack
        total = self.totals.get(player, 0) + (move.score or 0)
        self.totals[player] = total if move.total is None else move.total
        return player

    def _expect(self, move: Move, group: list[str]) -> str:
        """The player who is expected to make this move: the next in order or, if the move concerns
        the last turn, the player of that turn.
        """
        if self.last not in self.order:
            return group[0]
        at = self.order.index(self.last)
        following = self.order[at + 1 :] + self.order[: at + 1]
        is_lost_challenge = move.kind == "challenge" and (move.score or 0) < 0
        about_last = move.kind not in _TURNS and not is_lost_challenge
        ranked = [self.last, *following] if about_last else following
        return next((name for name in ranked if name in group), group[0])

    def _fits(self, move: Move, player: str) -> bool:
        return self.totals[player] + (move.score or 0) == move.total
