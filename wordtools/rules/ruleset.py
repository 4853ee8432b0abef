"""Rulesets: the equipment of a game, the actions of its players, and its end.

These are the types; `loading` reads them from TOML files, and `consistency` refuses values that
contradict each other. `contested` lists the questions that a game's sources leave open or answer
differently.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta, Struct, field, structs

from wordtools import alphabet as alphabets
from wordtools.alphabet import Alphabet
from wordtools.errors import RulesError
from wordtools.rules import challenge
from wordtools.rules.challenge import ChallengeRule
from wordtools.rules.layout import Colour, Layout, Premium

BLANK = "?"
"""The blank in tables of tiles."""

Count = Annotated[int, Meta(ge=0, le=999)]
Some = Annotated[int, Meta(ge=1, le=999)]
Points = Annotated[int, Meta(ge=-999, le=999)]
Seconds = Annotated[int, Meta(ge=1, le=86_400)]


class Contested(Struct, frozen=True):
    """A question that sources leave open or answer differently: its topic, their statements, this
    ruleset's decision, and the reason."""

    about: str
    sources: str
    here: str
    because: str


class WordRules(Struct, frozen=True):
    """The words that may be played: those of `edition` (a lexicon's name or edition) of at least
    `shortest` tiles. `excludes`: categories; the words that the edition has only because of them
    are left out. `backwards`: words may be read in either direction. `admitted` and `refused`
    describe what the compiler of the list admits. Unless words may be `repeated`, a play makes none
    that is already on the board."""

    edition: str
    excludes: tuple[str, ...] = ()
    shortest: Annotated[int, Meta(ge=2, le=64)] = 2
    backwards: bool = False
    repeated: bool = True
    admitted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class ChallengeChoice(Struct, frozen=True):
    """A challenge rule of challenges.toml by name; `window` replaces its seconds. `take_back`:
    seconds in which a player may take back a play when every opponent consents."""

    rule: str
    window: Seconds | None = None
    take_back: Seconds | None = None


class ExchangeRules(Struct, frozen=True):
    """Exchanging tiles: the bag must hold at least `bag`; a player may do so `most` times a game,
    none at all when that is 0; the first `free` cost nothing, each further one `cost` points.
    `returned_first`: the tiles are put into the bag before others are drawn, so that it need not
    hold as many. A computer player pays nothing when `computer_free`, and exchanges
    `computer_tiles`. `whole_rack`: only all tiles at once. `keeps_turn`: once a game a player may
    exchange the whole rack and still move (the *cambio secco* of Italian rules)."""

    bag: Count = 7
    most: Count | None = None
    free: Count | None = None
    cost: Count = 0
    returned_first: bool = False
    computer_free: bool = False
    computer_tiles: Count = 0
    whole_rack: bool = False
    keeps_turn: bool = False


class ClockRules(Struct, frozen=True):
    """Time: `game` seconds for each player; or for all, in equal parts when `divided`, on one clock
    that runs for whoever moves when `shared`. A move that takes more than `move` seconds is a pass.
    A player over time may go on for `minutes` more, each minute begun costing `minute_costs`
    points, and then has `lost` with a score of zero, or just plays no more."""

    game: Seconds | None = None
    divided: bool = False
    shared: bool = False
    move: Seconds | None = None
    minutes: Count = 0
    minute_costs: Count = 0
    lost: bool = False


class EndRules(Struct, frozen=True):
    """The end of a game, and the points for unplayed tiles.

    `when`: a player is "out" (bag and rack empty), or the bag cannot "refill" a rack after a play.
    `scoreless` turns in a row end it, unless all scores are zero when `scoreless_at_zero` is false;
    so do `passed` rounds in which every player passes (exchanges count when `exchange_passes`), and
    a player who `stops`. Where there is a clock, it ends when "all" are `out_of_time`, or at once
    when "any" player is.
    A player who went out gets `out_gains` times the tiles of the others and `out_bonus`; the others
    lose theirs when `others_lose`; where nobody went out, all lose their own when `all_lose`. A
    blank left over costs `blank_costs`. A `tie` is "shared", or won by the score "before" tiles
    counted.
    """

    when: Literal["out", "refill"] = "out"
    scoreless: Some | None = None
    scoreless_at_zero: bool = True
    passed: Some | None = None
    exchange_passes: bool = False
    out_of_time: Literal["all", "any"] = "all"
    stops: bool = False
    out_gains: Annotated[int, Meta(ge=0, le=9)] = 1
    out_bonus: Points = 0
    others_lose: bool = True
    all_lose: bool = True
    blank_costs: Count = 0
    tie: Literal["shared", "before"] = "shared"


class BaseRuleset(Struct, frozen=True, dict=True, kw_only=True):
    """The fields that all rulesets share.

    `tiles`: the count and the value of each tile; `?` is the blank. `name` is the name by which the
    ruleset was loaded, `variants` are its variants' titles; these two are not in any file.
    `tile_colours`: the colour of tiles by their value, where it shows the value. `players`: least
    and most.
    """

    title: str
    language: str
    alphabet_name: str = field(name="alphabet")
    tiles: dict[str, Annotated[tuple[Count, Points], Meta(description="[number, value]")]]
    tile_colours: Annotated[
        dict[str, Colour], Meta(description="values and colours, as in tile_colours.1 = 'yellow'")
    ] = {}
    words: WordRules
    players: tuple[Annotated[int, Meta(ge=1, le=9)], Annotated[int, Meta(ge=1, le=9)]] = (2, 4)
    sources: tuple[str, ...] = ()
    contested: tuple[Contested, ...] = ()
    name: str = field(name="$name")
    variants: dict[str, str] = field(name="$variants")

    def __repr__(self) -> str:
        return f"load_ruleset({self.name!r})"

    @cached_property
    def alphabet(self) -> Alphabet:
        """The alphabet of the tiles."""
        return alphabets.load_alphabet(self.alphabet_name).alphabet

    def check_tiles(self, alphabet: Alphabet) -> None:
        """Raises `RulesError` unless words of this alphabet are laid with the game's tiles."""
        if alphabet.tiles != self.alphabet.tiles:
            raise RulesError(
                f"{self.title} is played with {self.alphabet.name} tiles; "
                f"the lexicon is spelled with {alphabet.name} ones"
            )

    def read_by(self, alphabet: Alphabet) -> Self:
        """The same game, with boards and plays read by this alphabet, that of the judging lexicon,
        which may accept more spellings. Raises `RulesError` like `check_tiles`."""
        self.check_tiles(alphabet)
        if alphabet == self.alphabet:
            return self
        game = structs.replace(self)
        vars(game)["alphabet"] = alphabet  # in place of the cached property
        return game

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all values that files can state, as JSON in sorted order, in hexadecimal. It
        does not depend on the name by which the ruleset was loaded."""
        values = {
            key: value
            for key, value in msgspec.to_builtins(self).items()
            if not key.startswith("$")
        }
        return hashlib.sha256(msgspec.json.encode(values, order="sorted")).hexdigest()

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The count of each tile, by number; 0 is the blank."""
        return tuple(count for count, _ in self._by_number)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each tile, by number; 0 is the blank."""
        return tuple(value for _, value in self._by_number)

    def colour_of(self, value: int) -> Colour | None:
        """The colour of tiles of this value, or None if colours do not show values."""
        return self.tile_colours.get(str(value))

    @cached_property
    def _by_number(self) -> list[tuple[int, int]]:
        table = [(0, 0)] * (len(self.alphabet.tiles) + 1)
        for shown, counted in self.tiles.items():
            if shown == BLANK:
                table[0] = counted
                continue
            if shown not in self.alphabet.tiles:
                raise RulesError(f"tiles: {shown} is not a tile of {self.alphabet.name}")
            table[self.alphabet.tiles.index(shown) + 1] = counted
        return table


class CrosswordRuleset(BaseRuleset, frozen=True, kw_only=True):
    """A game of words that cross on a board: Scrabble and its kin.

    `connected`: a play touches tiles on the board, unless it is the first. `lowest_score`: no
    player's score falls below it. `rack`: the number of tiles that a player holds. `bonus`: points
    by the number of tiles laid in one play. `random_tiles`: the number of random letters added to
    the bag, all letters on tiles being equally likely. `reclaim_blanks`: a player who has the
    letter may swap it for a blank on the board. `computer`: one player is a program. `first`: who
    begins.
    """

    board: BoardDrawing
    premiums: dict[str, Premium] = {}
    rack: Annotated[int, Meta(ge=1, le=15)] = 7
    bonus: Annotated[
        dict[str, Points], Meta(description="tiles laid and points, as in bonus.7 = 50")
    ] = {}
    challenge: ChallengeChoice
    exchange: ExchangeRules = ExchangeRules()
    clock: ClockRules = ClockRules()
    end: EndRules = EndRules()
    reading: Literal["left-to-right", "right-to-left"] = "left-to-right"
    connected: bool = True
    lowest_score: Points | None = None
    random_tiles: Count = 0
    reclaim_blanks: bool = False
    computer: bool = False
    first: str = ""

    @cached_property
    def layout(self) -> Layout:
        """The board with its premium squares."""
        return Layout.from_drawing(self.board.squares, self.board.start, self.premiums)

    @cached_property
    def challenge_rule(self) -> ChallengeRule:
        """The challenge rule, with this ruleset's changes."""
        rule = challenge.load_challenge_rules()[self.challenge.rule]
        window = self.challenge.window
        return rule if window is None else structs.replace(rule, window=window)

    def bonus_for(self, laid: int) -> int:
        """The bonus for laying this many tiles in one play."""
        return self.bonus.get(str(laid), 0)


class BoardDrawing(Struct, frozen=True):
    """The drawing of a board (`Layout.from_drawing`) and the square that the first play covers."""

    squares: str
    start: str | None = None


class StackingRuleset(BaseRuleset, frozen=True, kw_only=True):
    """Lingo: tiles laid next to and on top of one another, scored by lines through them.

    Each turn places at most `place` tiles of a `pool` on `square` or `hex` cells. `repeat`: a tile
    may lie on one that shows the same letter.
    """

    grid: Literal["square", "hex"] = "square"
    pool: Annotated[int, Meta(ge=1, le=10)] = 4
    place: Annotated[int, Meta(ge=1, le=10)] = 2
    repeat: bool = False


Ruleset = CrosswordRuleset | StackingRuleset
GAMES: dict[object, type[CrosswordRuleset] | type[StackingRuleset]] = {
    "crossword": CrosswordRuleset,
    "stacking": StackingRuleset,
}
"""The values of a file's `game`."""
