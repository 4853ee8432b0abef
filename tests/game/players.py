"""Games of players who know few words and always cross one with another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random

from wordtools.board import notation, play, tiles
from wordtools.board.play import IllegalPlay, Play
from wordtools.board.tiles import BLANK, LETTER
from wordtools.errors import WordtoolsError
from wordtools.game.events import (
    Answered,
    Challenged,
    Event,
    Exchanged,
    Passed,
    Penalised,
    Played,
    Ruled,
    Timed,
    TookBack,
)
from wordtools.game.game import Game
from wordtools.game.state import IllegalEvent

WORDS = {
    "en": """
        AT TO IN IS ON AN TA OE AA OI ID DO OD GO HO HE EH EL LA UN US UT AR ER RE ES OS EF IF
        OF TEN NET RATE TEAR TONE NOTE STONE SENT EATEN RETAINS QI AXE ZOO JOE VAV COZ YAY WAW
        BYE PUB MUM KEG FAR FIG VIA LUV CWM HUH RUIN RAGE DEAL LEAD DIAL OILED
    """,
    "es": """
        TE NO SE AL LA ES EN DE DA OS LE YO TU SU FE AY OH EX UN IR ME MI SI NI [LL]AMA [LL]ANO
        A[CH]O [CH]ICO PE[RR]O CA[RR]O CASA COSA SACO ROSA MAR NIÑO SOLO JUEZ VEZ QUE BUZO GOTA
        DEDO HOLA OLE POCO PILA LIO AIRE OREA IDEA LODO DUDO VIVE
    """,
    "pt": """
        OS AS ES DE PE SO OU EU IA IR LA LI NO NU RE RI SE SI TE TU UM VA VI CASA COISA LIÇAO
        AÇO ATO SER TER MAR RIO LEI TIO NAO SOL SERIO RATO FE HA JA XI ZE QUE GELO BOI VEU LHE
        MEU TEU IDEIA AREIA OITO OSSO PIPA CUBO DEDO
    """,
    "pl": """
        NA TA TO ON AL DO DA NI NO OD OM OS SE SI TE TU WE WY ZE ZA BY CI CO EJ FE HA HE HO JA
        JE KA KI KU MA ME MY OJ PA PE PI PO RE ŻAR ĆMA ŁAN RYBA KOT DOM LAS SEN ZYSK WIR OSA
        ŻONA ŚLAD MIÓD KRA TOR GRA ZIE CEL BĄK KĘS DŹWIG KOŃ
    """,
    "he": "אור ספר בית אב אח דג הר יד לב גל שיר",
    "ca": """
        LA EL ES EN DE SI NO TE ME CASA CA[NY]A CO[L·L]A [QU]E AIRE OSA TRES MES PA PI FI
    """,
}


@cache
def start(ruleset: str, players: tuple[str, ...], computer: str = "") -> Game:
    """A game before its first event, with its ruleset read only once."""
    game = Game(ruleset, players, computer)
    assert not game.state.parts
    return game


def known_words(game: Game) -> list[bytes]:
    letters = game.ruleset.alphabet
    return [letters.spell(word) for word in WORDS[game.ruleset.language].split()]


def plays(game: Game, random: Random) -> Iterator[Play]:
    """Legal plays of the player whose turn it is, of known words only, in random order."""
    board, layout = game.board, game.ruleset.layout
    rack = game.state.racks[game.turn or ""].known
    words = known_words(game)
    valid = set(words)
    placed: dict[int, list[int]] = defaultdict(list)  # the squares of each letter on the board
    for square, tile in enumerate(board):
        if tile:
            placed[tile & LETTER].append(square)
    random.shuffle(words)
    for word in words:
        lacking = Counter(word) - Counter(rack)
        if sum(lacking[letter] for letter in lacking if letter not in placed) > rack.count(0):
            continue
        crossings = [
            (square, at, down)
            for at, letter in enumerate(word)
            for square in (placed.get(letter, ()) if placed else (layout.start or 0,))
            for down in (False, True)
        ]
        random.shuffle(crossings)
        for square, at, down in crossings:
            first = board.step(square, down, -at)
            if first is None:
                continue
            found = _supplied(board.squares, word, first, down, rack, layout.columns)
            if not found:
                continue
            tried = Play(first, down, found)
            try:
                play.check_play(board, tried, rack)
            except IllegalPlay:
                continue
            made = play.find_words(board, tried)
            if all(bytes(t & LETTER for t in each.tiles) in valid for each in made):
                yield tried


def _supplied(
    squares: bytes, word: bytes, first: int, down: bool, rack: bytes, columns: int
) -> bytes | None:
    """The tiles to lay for the word, with blanks for missing letters; None if it is impossible."""
    have = list(rack)
    laid = bytearray()
    for place, letter in enumerate(word):
        at = first + place * (columns if down else 1)
        if at >= len(squares) or (squares[at] and squares[at] & LETTER != letter):
            return None
        if squares[at]:
            laid.append(0)
        elif letter in have:
            have.remove(letter)
            laid.append(letter)
        elif 0 in have:
            have.remove(0)
            laid.append(letter | BLANK)
        else:
            return None
    return bytes(laid) if any(laid) else None


def next_play(game: Game, random: Random) -> Played | None:
    found = next(plays(game, random), None)
    return Played(game.turn or "", notation.write_play(game.board, found)) if found else None


def tries(game: Game, random: Random) -> Iterator[Event]:
    """Events that may be allowed now, in random order, except that the last one usually is
    allowed."""
    state = game.state
    anyone = random.choice(state.players)
    mover = state.turn or anyone
    some: list[Event] = [
        Challenged(anyone, random.random() < 0.5, random.randint(1, 3), random.randint(0, 30)),
        Answered(anyone, random.random() < 0.7, random.randint(0, 12)),
        Ruled(random.random() < 0.6, random.randint(8, 12)),
        TookBack(anyone, tuple(p for p in state.players if random.random() < 0.8), 5),
        Timed(anyone, state.used.get(anyone, 0) + random.randint(0, 90)),
        Penalised(anyone, 5),
        Passed(mover),
        Passed(mover, timed_out=True),
    ]
    rack = state.racks[mover].known
    given = random.sample(rack, random.randint(0, len(rack)))
    some.append(Exchanged(mover, tiles.write_tiles(sorted(given), game.ruleset.alphabet)))
    some.append(Exchanged(mover, random.randint(1, 7)))
    random.shuffle(some)
    question: list[Event] = [
        one for one in some if isinstance(one, Challenged | Answered | Ruled | TookBack)
    ]
    if random.random() < 0.3 or state.pending:
        yield from question
    found = next_play(game, random) if state.turn and random.random() < 0.8 else None
    if found:
        yield found
    yield from some


def played_at_random(
    ruleset: str, players: tuple[str, ...], seed: int, length: int, deals: bool = True
) -> Game:
    """A game of this many events, with racks known or not."""
    random = Random(seed)
    game = start(ruleset, players, players[-1] if ruleset.startswith("scrabblear") else "")
    while len(game.events) < length:
        if deals:
            game = game.deal(random)
        for event in tries(game, random):
            try:
                game = game.push(event)
            except WordtoolsError:
                continue
            break
        else:
            return game
    return game


def finished(ruleset: str, players: tuple[str, ...], seed: int, most: int = 80) -> Game:
    """A game of known words, played to its end. A player without a play exchanges tiles, or passes
    if an exchange is not allowed or the game has already had many turns."""
    random = Random(seed)
    game = start(ruleset, players)
    for turn in range(most + 40):
        game = game.deal(random)
        mover = game.turn
        if mover is None:
            break
        move = next_play(game, random) if turn < most else Passed(mover)
        whole = tiles.write_tiles(game.state.racks[mover].known, game.ruleset.alphabet)
        try:
            game = game.push(move or Exchanged(mover, whole))
        except IllegalEvent:
            game = game.push(Passed(mover))
        if game.state.pending:
            game = game.push(Ruled(True, 10))
    return game
