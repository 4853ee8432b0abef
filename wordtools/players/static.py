"""The static player chooses the turn with the highest sum of score and leave value.

While the bag holds tiles, the value of a leave is that in the table of leaves, or 0 if there is no
table. On an empty board, a vowel beside a letter premium lowers a play's value by 0.7 points,
because the opponent can use the premium. With an empty bag, going out gains the points for the
others' tiles, and not going out loses 10 points and the cost of the tiles kept (as in macondo and
MAGPIE). The value of an exchange or pass is the value of the tiles kept.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.board.play import Play, find_words
from wordtools.board.supply import count_unplayed
from wordtools.board.words import admit_words
from wordtools.errors import WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.kernel_rules import make_game_rules
from wordtools.players.leaves import LeaveTable

_KINDS: tuple[Literal["play", "exchange", "pass"], ...] = ("play", "exchange", "pass")


class ValuedTurn(msgspec.Struct, frozen=True):
    """A turn on a board: a play, an exchange of tiles, or a pass. Exchanged tiles are numbers; 0 is
    the blank. `score` is its points; `value` also includes the value of the leave.
    """

    board: Board
    kind: Literal["play", "exchange", "pass"]
    value: float
    score: int
    play: Play | None = None
    exchanged: bytes = b""

    def __repr__(self) -> str:
        return f"<ValuedTurn {self.notation}: {self.score}, value {self.value:.2f}>"

    @property
    def notation(self) -> str:
        """The turn as GCG writes it: a play in notation, `-QV`, or `-`."""
        if self.play is not None:
            return write_play(self.board, self.play)
        return "-" + tiles.write_tiles(self.exchanged, self.board.ruleset.alphabet)

    @property
    def words(self) -> list[str]:
        """The words that a play makes, the main word first."""
        if self.play is None:
            return []
        return [word.text(self.board) for word in find_words(self.board, self.play)]


def find_best_turns(
    board: Board,
    rack: bytes,
    lexicon: Lexicon,
    leaves: LeaveTable | None = None,
    *,
    limit: int = 10,
    players: int = 2,
    bag: int | None = None,
    unseen: bytes | None = None,
    exchanges: int = 0,
) -> list[ValuedTurn]:
    """The best turns of a rack (as `tiles.read_rack` returns it), best first. Of turns with equal
    values, plays come first (ordered as in `find_plays`), then exchanges, then a pass. On an empty
    symmetrical board, only plays across are listed, as people write them.

    `bag` is the number of tiles in the bag; by default, the number that leaves the others full
    racks. `unseen` are the tiles of the other players, which matter if the bag is empty; by
    default, all that are neither on the board nor on the rack. `exchanges` is the number of
    exchanges that the player has made. Raises `WordtoolsError` if lexicon, leaves and ruleset have
    different tiles, if the rack is too large, or if computer players do not support the rules.
    """
    ruleset = board.ruleset
    ruleset.check_tiles(lexicon.alphabet)
    if len(rack) > ruleset.rack:
        raise WordtoolsError(f"a rack holds {ruleset.rack} tiles, not {len(rack)}")
    if unseen is None:
        left = count_unplayed(ruleset, board.count_tiles() + Counter(rack))
        unseen = bytes(left.elements())
    if bag is None:
        others = len(unseen) + ruleset.random_tiles
        bag = max(0, others - (players - 1) * ruleset.rack)
    words = admit_words(ruleset, lexicon)
    automaton, selection = words.kernel
    try:
        turns = automaton.find_turns(
            make_game_rules(ruleset),
            board.squares,
            rack,
            selection,
            players=players,
            bag=bag,
            unseen_points=sum(ruleset.values[tile] for tile in unseen),
            unseen_blanks=unseen.count(0),
            exchanges=exchanges,
            leaves=leaves.kernel if leaves is not None else None,
            limit=limit,
        )
    except ValueError as error:
        raise WordtoolsError(f"the turns cannot be found: {error}") from None
    return [decode_turn(board, turn) for turn in turns]


def decode_turn(board: Board, turn: tuple[int, int, int, int, bool, bytes]) -> ValuedTurn:
    """Converts a turn from the kernel."""
    number, value, score, square, down, laid = turn
    kind = _KINDS[number]
    play = Play(square, down, laid) if kind == "play" else None
    exchanged = laid if kind == "exchange" else b""
    return ValuedTurn(board, kind, value / 1000, score, play, exchanged)
