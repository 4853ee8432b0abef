"""Types for rulesets: what a game is played with, what players may do, and how it ends.

`loading` reads rulesets from TOML files; `consistency` refuses values that contradict one another.
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
Points = Annotated[int, Meta(ge=-999, le=999, extra={"unit": "points"})]
Seconds = Annotated[int, Meta(ge=1, le=86_400, extra={"unit": "seconds"})]


class Contested(Struct, frozen=True):
    """A question that sources leave open or answer differently. It has a topic, the sources'
    statements, this ruleset's decision, and the reason for the decision.
    """

    about: str
    sources: str
    here: str
    because: str


class WordRules(Struct, frozen=True):
    """The words that may be played: the words in `edition` (the name of a lexicon or edition) that
    have at least `shortest` tiles. Words in the categories in `excludes` are excluded, unless
    another category admits them. With `backwards`, words may be read in either direction. Unless
    words may be `repeated`, a play may not make a word that is already on the board. `admitted` and
    `refused` describe the kinds of words that the list includes and excludes."""

    edition: str
    excludes: tuple[str, ...] = ()
    shortest: Annotated[int, Meta(ge=2, le=64)] = 2
    backwards: bool = False
    repeated: bool = True
    admitted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class ChallengeChoice(Struct, frozen=True):
    """The name of a challenge rule in challenges.toml. `window` replaces that of the rule.
    `take_back` is the number of seconds in which a player may take back a play if every opponent
    consents."""

    rule: str
    window: Seconds | None = None
    take_back: Seconds | None = None


class ExchangeRules(Struct, frozen=True):
    """The rules for exchanges. The bag must hold at least `bag` tiles. A player may make `most`
    exchanges per game; 0 allows none. The first `free` exchanges cost nothing; each further
    exchange costs `cost` points. With `returned_first`, tiles are returned before others are drawn,
    so the bag may hold fewer tiles than the player exchanges. A computer player pays nothing if
    `computer_free`, and exchanges `computer_tiles` tiles. With `whole_rack`, only the whole rack
    may be exchanged. With `keeps_turn`, a player may once per game exchange the whole rack and
    still move (the *cambio secco* of Italian rules)."""

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
    """The rules for clocks. `game` is the number of seconds that each player has; with `divided` or
    `shared`, it is the total for all players, either divided into equal parts or shared on one
    clock. A move that takes more than `move` seconds is a pass. Overtime lasts up to `minutes`;
    every minute that has begun costs `minute_costs` points. A player who exceeds this limit loses
    with a score of zero if `lost`; otherwise, the player makes no more moves."""

    game: Seconds | None = None
    divided: bool = False
    shared: bool = False
    move: Seconds | None = None
    minutes: Count = 0
    minute_costs: Count = 0
    lost: bool = False


class EndRules(Struct, frozen=True):
    """The end of a game, and the points for leftover tiles.

    The game ends `when` a player is "out" (bag and rack are empty), or the bag cannot "refill" a
    rack after a play. It also ends after `scoreless` turns in a row (while all scores are zero,
    only if `scoreless_at_zero`), or after `passed` rounds of passes (exchanges count if
    `exchange_passes`). If `stops`, it ends when a player stops it; if `blocked`, when the bag is
    empty and nobody can form a word. With a clock, `out_of_time` states whether it ends when "all"
    players or "any" player has run out of time.

    A player who went out gains `out_gains` times the value of the others' tiles, and `out_bonus`;
    the others lose their tiles if `others_lose`. If nobody went out, all players lose the value of
    their own tiles if `all_lose`. A leftover blank costs `blank_costs` points. A `tie` is "shared",
    or won by the player whose score was higher "before" tiles were counted.
    """

    when: Literal["out", "refill"] = "out"
    scoreless: Some | None = None
    scoreless_at_zero: bool = True
    passed: Some | None = None
    exchange_passes: bool = False
    out_of_time: Literal["all", "any"] = "all"
    stops: bool = False
    blocked: bool = False
    out_gains: Annotated[int, Meta(ge=0, le=9)] = 1
    out_bonus: Points = 0
    others_lose: bool = True
    all_lose: bool = True
    blank_costs: Count = 0
    tie: Literal["shared", "before"] = "shared"


class BaseRuleset(Struct, frozen=True, dict=True, kw_only=True):
    """The fields that all rulesets share.

    `tiles`: the count and the value of each tile; `?` is the blank. `tile_colours`: the colour of
    the tiles with each value. `players`: the minimum and maximum number of players. `contested`:
    open questions. `name`: the name under which the ruleset was loaded. `variants`: the titles of
    its variants. Files do not contain `name` and `variants`.
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
        """Raises `RulesError` unless the tiles of this alphabet are those of the game."""
        if alphabet.tiles != self.alphabet.tiles:
            raise RulesError(
                f"{self.title} is played with {self.alphabet.name} tiles; "
                f"the lexicon is spelled with {alphabet.name} tiles"
            )

    def read_by(self, alphabet: Alphabet) -> Self:
        """The ruleset, but with the alphabet of the lexicon that judges. That alphabet may accept
        more spellings in boards and plays. Raises the same errors as `check_tiles`."""
        self.check_tiles(alphabet)
        if alphabet == self.alphabet:
            return self
        game = structs.replace(self)
        vars(game)["alphabet"] = alphabet  # replaces the cached property
        return game

    @cached_property
    def digest(self) -> str:
        """The SHA-256, in hexadecimal, of all values that files can state, as sorted JSON. It does
        not depend on the name under which the ruleset was loaded."""
        fields = msgspec.to_builtins(self)
        values = {key: value for key, value in fields.items() if not key.startswith("$")}
        return hashlib.sha256(msgspec.json.encode(values, order="sorted")).hexdigest()

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The count of each tile, indexed by its number; 0 is the blank."""
        return tuple(count for count, _ in self._by_number)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each tile, indexed by its number; 0 is the blank."""
        return tuple(value for _, value in self._by_number)

    def colour_of(self, value: int) -> Colour | None:
        """The colour of tiles with this value, or None if colours do not show values."""
        return self.tile_colours.get(str(value))

    @cached_property
    def _by_number(self) -> list[tuple[int, int]]:
        faces = (BLANK, *self.alphabet.tiles)
        for face in self.tiles:
            if face not in faces:
                raise RulesError(f"tiles: {face} is not a tile of {self.alphabet.name}")
        return [self.tiles.get(face, (0, 0)) for face in faces]


class CrosswordRuleset(BaseRuleset, frozen=True, kw_only=True):
    """A game of words that cross on a board: Scrabble and similar games.

    `rack`: the number of tiles on a rack. `bonus`: the points for laying a certain number of tiles
    in one play. `connected`: whether every play after the first must touch a tile. `lowest_score`:
    the lowest possible score. `random_tiles`: the number of random letters added to the bag; every
    letter of the set has equal probability. `reclaim_blanks`: whether a blank on the board may be
    swapped for its letter. `computer`: whether one player is a program. `first`: a sentence that
    says who goes first. `begins`: how it is decided at a table who begins: players draw "tiles"
    (the lowest tile begins), or it is decided at "random".
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
    begins: Literal["tiles", "random"] = "tiles"

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
    """The drawing of a board (see `Layout.from_drawing`), and the square that the first play must
    cover."""

    squares: str
    start: str | None = None


class StackingRuleset(BaseRuleset, frozen=True, kw_only=True):
    """Lingo: tiles are placed beside and on top of one another, and the lines through them score.

    `pool`: the number of tiles that a player holds. `place`: the maximum number of tiles placed in
    one turn. `repeat`: whether a tile may be placed on the same letter.
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
"""The values that `game` may have in a file."""
