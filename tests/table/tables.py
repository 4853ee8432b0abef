"""Random tables, at which people give any command at any time."""

from __future__ import annotations

import secrets
from functools import cache
from itertools import count, product
from random import Random
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from tests.game.players import WORDS
from tests.lexicon.helpers import lexicon_bytes, opened
from wordtools.board import generator
from wordtools.board.notation import write_play
from wordtools.errors import WordtoolsError
from wordtools.game.state import GameState
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.game import LingoGame
from wordtools.players.lingo import find_best_moves
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import Ruleset, StackingRuleset
from wordtools.table import draws
from wordtools.table.events import Happened, Opened, Seat
from wordtools.table.questions import list_questions
from wordtools.table.state import Table
from wordtools.table.table import Command, Deed, apply, evolve_all, open_table

NAMES = ("Ana", "Bia", "Caio", "Dora")
_KINDS: dict[str, tuple[Any, ...]] = {"c": ("computer", "club"), "e": ("elsewhere",)}
_ENDS: tuple[Deed, ...] = ("resign", "stop", "adjourn", "claim", "rest", "discard")
DEEDS: tuple[Deed, ...] = (
    ("accept", "check", "challenge", "take-back", "consent", "refuse", "pass", "reclaim") * 5
    + ("exchange", "exchange-rack", "play") * 5
    + _ENDS
)
_PAUSES = (0, 0.5, 3, 9, 12, 40, 200)


def fix_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives hosts the same nonces each time, and their tables the same names, in this order."""
    numbers = count(1)

    def draw_number(size: int) -> str:
        return f"{next(numbers):0{2 * size}x}"

    monkeypatch.setattr("wordtools.table.host.secrets", Mock(wraps=secrets, token_hex=draw_number))


@cache
def load(name: str) -> Ruleset:
    return load_ruleset(name)


@cache
def make_lexicon(ruleset: str) -> Lexicon:
    """The few words known to the tests in the language of a ruleset."""
    rules = load(ruleset)
    words = WORDS[rules.language].split()
    alphabet = rules.alphabet
    return opened(lexicon_bytes(alphabet, [(alphabet.spell(word), frozenset()) for word in words]))


@cache
def make_rich_lexicon(ruleset: str) -> Lexicon:
    """A lexicon with a play for nearly every rack: all words of two tiles, and a few thousand. In
    Lingo every move is legal anyway."""
    if isinstance(load(ruleset), StackingRuleset):
        return make_lexicon(ruleset)
    alphabet, random = load(ruleset).alphabet, Random(ruleset)
    tiles = range(1, len(alphabet.tiles) + 1)
    words = {bytes(pair) for pair in product(tiles, repeat=2)}
    words |= {bytes(random.choices(tiles, k=3 + number % 3)) for number in range(4000)}
    return opened(lexicon_bytes(alphabet, [(word, frozenset()) for word in words]))


def open_for(
    ruleset: str,
    players: int = 2,
    seed: int = 0,
    kinds: str = "",
    changes: dict[str, Any] | None = None,
    **more: Any,
) -> tuple[Table, list[Happened]]:
    """A table at which nobody has sat down yet. `kinds` has a `c` for each computer and an `e` for
    each person elsewhere."""
    rules = load_ruleset(ruleset, changes) if changes else load(ruleset)
    seats = tuple(
        Seat(name, *_KINDS.get(kinds[at : at + 1], ())) for at, name in enumerate(NAMES[:players])
    )
    nonce = f"host {seed}"
    event = Opened(
        table=f"t{seed}",
        ruleset_name=ruleset,
        ruleset_digest=rules.digest,
        edition="test",
        lexicon_digest="0",
        seats=seats,
        commitment=draws.commit(nonce),
        nonce=nonce,
        changes=changes or {},
        **more,
    )
    happened = open_table(event, rules, 1000.0)
    return Table.open(happened, rules), [happened]


def sit(table: Table, log: list[Happened], words: Lexicon, at: float = 1000.0) -> Table:
    """The table once all have sat down and the game has begun."""
    for name in table.opened.names:
        table = do(table, log, words, at, Command(name, "join", f"nonce of {name}"))
    return do(table, log, words, at, Command(table.opened.names[0], "begin"))


def do(
    table: Table, log: list[Happened], words: Lexicon, at: float, command: Command | None
) -> Table:
    """The table after a command, whose events are added to the log."""
    happened = apply(table, command, at, words)
    log.extend(happened)
    return evolve_all(table, happened)


def begun(ruleset: str, players: int = 2, seed: int = 0, kinds: str = "") -> Table:
    """A table at which the game has just begun."""
    table, log = open_for(ruleset, players, seed, kinds)
    return sit(table, log, make_lexicon(ruleset))


def choose_command(table: Table, words: Lexicon, random: Random) -> Command:
    """A command that anyone may try: usually by the player to move, and usually a legal play."""
    game = table.position
    names = table.opened.names
    player = random.choice(names)
    if table.adjourned and random.random() < 0.8:
        return Command(random.choice(table.away), "return")
    if isinstance(game, LingoGame):
        if random.random() < 0.8:
            player = game.mover
        if random.random() < 0.8:
            pool = game.pools[game.players.index(player)]
            moves = find_best_moves(game.board, pool, words, limit=3, tiles=1)
            if moves:
                placement = random.choice(moves).placement
                letters = game.ruleset.alphabet.tiles
                move = ",".join(f"{letters[t - 1]}{cell}" for cell, t in placement.items())
                return Command(player, "play", move)
        return Command(player, random.choice(DEEDS), "ac7")
    if isinstance(game, GameState) and game.turn and random.random() < 0.7:
        player = game.turn
        if random.random() < 0.6:
            return Command(player, "play", choose_play(game, player, words, random))
    deed = random.choice(DEEDS)
    rack = game.racks[player].known if isinstance(game, GameState) else b""
    some = random.sample(rack, random.randint(0, len(rack)))
    text = "".join(table.ruleset.alphabet.text(bytes([t])) if t else "?" for t in some)
    if deed == "rest":
        text = random.choice(("1970-01-02", "1970-01-01 1970-01-03", "tomorrow"))
    if deed == "reclaim":
        text = random.choice(("H8", "H9", "G8", "zz"))
    if deed == "play":
        text = f"{random.choice(('8H', 'H8', '8G', 'H7'))} {text or 'AT'}"
    if deed == "exchange-rack" or (deed == "exchange" and random.random() < 0.2):
        text = "".join(table.ruleset.alphabet.text(bytes([t])) if t else "?" for t in rack)
    return Command(player, deed, text, ("AT",) if random.random() < 0.5 else ())


def go_on(table: Table, words: Lexicon, random: Random) -> Command:
    """A command that brings a crossword game closer to its end, or any other except those that
    abandon it."""
    game = table.position
    waiting = [name for question in list_questions(table) for name in question.waits_for]
    if waiting and random.random() < 0.4:
        return Command(random.choice(waiting), random.choice(("accept", "consent")))
    if isinstance(game, GameState) and game.turn and random.random() < 0.6:
        rack = game.racks[game.turn].known
        if generator.find_plays(game.board, rack, words, limit=1):
            return Command(game.turn, "play", choose_play(game, game.turn, words, random))
        return Command(game.turn, "pass")
    while (command := choose_command(table, words, random)).do in ("pass", *_ENDS):
        pass
    return command


def choose_play(game: GameState, player: str, words: Lexicon, random: Random) -> str:
    """A play of known words, or sometimes a phony in its place."""
    plays = generator.find_plays(game.board, game.racks[player].known, words, limit=8)
    if not plays:
        return "8H QQ"
    play = random.choice(plays).play
    if random.random() < 0.3:
        shuffled = bytearray(play.tiles)
        laid = [at for at, tile in enumerate(shuffled) if tile]
        order = random.sample(laid, len(laid))
        for at, source in zip(laid, order, strict=True):
            shuffled[at] = play.tiles[source]
        play = msgspec.structs.replace(play, tiles=bytes(shuffled))
    return write_play(game.board, play)


def replace_seats(opened: Opened, seats: tuple[Seat, ...]) -> Opened:
    """The opening with other seats."""
    return msgspec.structs.replace(opened, seats=seats)


def list_plays(table: Table, words: Lexicon) -> list[str]:
    """Plays of known words that the player to move can make."""
    game = table.game
    rack = game.racks[game.turn or ""].known
    return [
        write_play(game.board, ranked.play)
        for ranked in generator.find_plays(game.board, rack, words, limit=8)
    ]


def try_command(
    table: Table, log: list[Happened], words: Lexicon, at: float, command: Command | None
) -> tuple[Table, bool]:
    """The table after a command, and True unless it was refused."""
    try:
        return do(table, log, words, at, command), True
    except WordtoolsError:
        return table, False


def play_at_random(
    ruleset: str,
    players: int,
    seed: int,
    commands: int,
    kinds: str = "",
    *,
    to_the_end: bool = False,
    **options: Any,
) -> tuple[Table, list[Happened]]:
    """A table after random commands at random times. `to_the_end`: most of them are plays, and
    nobody resigns.
    """
    random = Random(seed)
    words = make_rich_lexicon(ruleset) if to_the_end else make_lexicon(ruleset)
    choose = go_on if to_the_end else choose_command
    table, log = open_for(ruleset, players, seed, kinds, **options)
    table = sit(table, log, words)
    now = 1000.0
    longest = 1 if table.opened.hours is None else 1800
    for _ in range(commands):
        pause = random.choice(_PAUSES[: 5 if to_the_end else None])
        now += pause * random.choice((1, longest))
        command = choose(table, words, random) if random.random() < 0.9 else None
        table, _ = try_command(table, log, words, now, command)
        if table.is_over:
            break
    return table, log
