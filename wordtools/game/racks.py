"""Partly known racks: which tiles they may hold, and how unknown tiles are drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from wordtools.board import tiles
from wordtools.board.supply import find_missing
from wordtools.game.events import Added, Holds
from wordtools.game.state import GameState, IllegalEvent, Rack
from wordtools.wording import pluralize


def find_supply_faults(state: GameState, player: str, needed: bytes) -> Iterator[IllegalEvent]:
    """Finds the reasons why the player cannot have these tiles, which are numbers (0 is the blank).
    Tiles that are not known to be on the rack must be unseen, and the rack must have enough unknown
    tiles.
    """
    rack, alphabet = state.racks[player], state.ruleset.alphabet
    if len(needed) > rack.size:
        sentence = f"{player} has {pluralize(rack.size, 'tile')} on the rack, not {len(needed)}"
        yield IllegalEvent("too many tiles", sentence)
        return
    missing = find_missing(needed, rack.known)
    if len(missing) > rack.unknown:
        shown = tiles.write_tiles(missing, alphabet)
        yield IllegalEvent("not on the rack", f"{player}'s rack has no {shown} for this")
        return
    beyond = find_missing(missing, state.count_unseen()) if missing else []
    spare = state.ruleset.random_tiles - len(state.added) - len(_list_seen_beyond(state))
    if beyond and (0 in beyond or len(beyond) > spare):
        shown = tiles.write_tiles(beyond, alphabet)
        yield IllegalEvent("not in the bag", f"The set has no more {shown}; all are in use")


def find_adding_faults(state: GameState, event: Added) -> Iterator[IllegalEvent]:
    """Finds the rules that random letters break. Raises `SpellingError`."""
    number = state.ruleset.random_tiles
    added = tiles.read_rack(event.tiles, state.ruleset.alphabet)
    if state.added or not number:
        yield IllegalEvent("not allowed", "No more letters are added to the bag")
    elif len(added) != number or 0 in added:
        sentence = f"{pluralize(number, 'random letter')}, and no blank, are in the bag"
        yield IllegalEvent("not allowed", sentence)
    elif missing := find_missing(_list_seen_beyond(state), added):
        shown = tiles.write_tiles(missing, state.ruleset.alphabet)
        yield IllegalEvent("not in the bag", f"The set has fewer {shown} than were seen")


def draw_letters(state: GameState, random: Random) -> str:
    """Draws the random letters for the bag. They include any tiles seen so far that the set does
    not have; the others are drawn from the letters of the set with equal probability.
    """
    rules = state.ruleset
    seen = _list_seen_beyond(state)
    letters = [tile for tile, count in enumerate(rules.counts) if tile and count]
    drawn = random.choices(letters, k=max(0, rules.random_tiles - len(seen)))
    return tiles.write_tiles(sorted([*seen, *drawn]), rules.alphabet)


def _list_seen_beyond(state: GameState) -> list[int]:
    """The tiles seen that are neither in the set nor among the known random letters."""
    return [tile for tile, left in state.count_unseen().items() for _ in range(-left)]


def find_holding_faults(state: GameState, event: Holds) -> Iterator[IllegalEvent]:
    """Finds the rules that a rack breaks, in view of all known tiles. Raises `SpellingError`."""
    stated = tiles.read_rack(event.tiles, state.ruleset.alphabet)
    rack = state.racks[event.player]
    left_out = find_missing(rack.known, stated)
    room = max(0, rack.size - len(stated))
    if len(left_out) > room:
        shown = tiles.write_tiles(left_out, state.ruleset.alphabet)
        more = f", and there is room for {room} more" if room else ""
        sentence = f"{event.player} still has {shown}, which this rack lacks{more}"
        yield IllegalEvent("not on the rack", sentence)
    else:
        yield from find_supply_faults(state, event.player, stated)


def reveal_rack(rack: Rack, revealed: bytes) -> Rack:
    """The rack after it becomes known that the rack holds these tiles. Tiles that were known before
    stay known if there is room for them."""
    before = find_missing(rack.known, revealed)[: max(0, rack.size - len(revealed))]
    return Rack(bytes(sorted([*sorted(revealed)[: rack.size], *before])), rack.size)


def remove_tiles(rack: Rack, gone: bytes) -> Rack:
    """The rack without these tiles."""
    size = max(0, rack.size - len(gone))
    return Rack(bytes(find_missing(rack.known, gone))[:size], size)


def deduce_racks(state: GameState) -> dict[str, Rack]:
    """The racks. If only one rack is unknown and the bag is empty, gives it all remaining tiles."""
    unknown = [player for player, rack in state.racks.items() if rack.unknown]
    if len(unknown) != 1 or state.bag:
        return state.racks
    unseen = state.count_unseen()
    if unseen.total() != state.racks[unknown[0]].unknown or min(unseen.values()) < 0:
        return state.racks
    (player,) = unknown
    whole = bytes(sorted([*state.racks[player].known, *unseen.elements()]))
    return {**state.racks, player: Rack(whole, len(whole))}


def draw_rack(state: GameState, player: str, random: Random) -> str:
    """A player's rack as text, with its unknown tiles drawn at random from the unseen tiles. Tiles
    that have just been exchanged are drawn last."""
    rack = state.racks[player]
    unseen = state.count_unseen()
    fresh = sorted((unseen - Counter(state.aside)).elements())
    random.shuffle(fresh)
    rest = sorted((unseen & Counter(state.aside)).elements())
    random.shuffle(rest)
    whole = sorted([*rack.known, *(fresh + rest)[: rack.unknown]])
    return tiles.write_tiles(whole, state.ruleset.alphabet)
