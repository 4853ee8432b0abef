"""GCG, the text format for recording and exchanging games.

A file is a list of pragmas (`#title …`) and moves (`>nick: RACK 8D WORD +24 24`). Unknown pragmas
are kept in their places. `read_gcg` reads a file, `parse_gcg` parses a string, and `format_gcg`
returns a string. `wordtools.game.from_gcg` interprets the moves.

Source: John Chew's page on the .gcg file format, version 1.2 (2019). Real files also contain
undeclared UTF-8, DOS line endings, `-- +0`, moves without a rack, coordinates in lower case,
crosswords after a slash or after the total, and multi-line notes.
"""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import Literal

import msgspec

from wordtools.errors import SourceError
from wordtools.wording import pluralize

MOST_BYTES = 1 << 20
"""The maximum size of a file in bytes."""
LONGEST_MOVE = 1000
"""The maximum number of characters in the line of a move."""

Kind = Literal["play", "exchange", "pass", "withdrawn", "challenge", "time", "rack"]


class GcgError(SourceError):
    """A record cannot be read, or is not a record of a game. The message names the file and the
    line."""


class Pragma(msgspec.Struct, frozen=True):
    """`#name text`; the text may have several lines, as in a note."""

    name: str
    text: str = ""
    line: int = 0


class Move(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True):
    """`>nick: rack … score total`. The kinds are:

    "play": `place` and `word`; `after` is the text after the word or the total (crosswords);
    "exchange": `tiles` or their number; "pass"; "withdrawn": the previous play is taken back;
    "challenge": points for a failed challenge; "time": a penalty; "rack": `tiles` left over at the
    end. Scores and totals are as stated in the record, or None where it states none.
    """

    nick: str
    kind: Kind
    rack: str = ""
    place: str = ""
    word: str = ""
    tiles: str = ""
    score: int | None = None
    total: int | None = None
    after: str = ""
    line: int = 0

    @property
    def is_own_rack(self) -> bool:
        """True if this line is about the player's own remaining tiles, not the opponents'."""
        return self.kind == "rack" and (bool(self.rack) or (self.score or 0) < 0)

    @property
    def text(self) -> str:
        """The move as written in a record, without its rack and points."""
        match self.kind:
            case "play":
                return f"{self.place} {self.word}"
            case "exchange":
                return f"-{self.tiles}"
            case "pass":
                return "-"
            case "withdrawn":
                return "--"
            case "rack":
                return f"({self.tiles})"
            case _:
                return f"({self.kind})"


class Player(msgspec.Struct, frozen=True):
    """A player. `name` is the nick if the record gives no name; `number` is the number in the
    pragma's name: 2 for #player2."""

    nick: str
    name: str
    number: int


class GameRecord(msgspec.Struct, frozen=True):
    """The content of a GCG file, in the order of its lines. `path` is for error messages."""

    items: tuple[Pragma | Move, ...]
    path: str = "game"

    def __repr__(self) -> str:
        return f"<GameRecord {self.path}: {pluralize(len(self.moves), 'move')}>"

    @property
    def moves(self) -> list[Move]:
        """The moves."""
        return [item for item in self.items if isinstance(item, Move)]

    def find_pragma(self, name: str) -> str | None:
        """The text of the first pragma with this name, or None."""
        named = (i for i in self.items if isinstance(i, Pragma) and i.name == name)
        return next((item.text for item in named), None)

    def list_players(self) -> list[Player]:
        """The players, starting with the one who moves first. Raises `GcgError`."""
        by_nick: dict[str, Player] = {}
        for item in self.items:
            if isinstance(item, Pragma) and re.fullmatch(r"player[1-9]", item.name):
                nick, *name = item.text.split() or [""]
                if not nick or nick in by_nick:
                    raise GcgError(self.path, item.line, "each player needs a different nick")
                by_nick[nick] = Player(nick, " ".join(name) or nick, int(item.name[-1]))
        declared = bool(by_nick)
        for move in self.moves:
            if move.nick not in by_nick and declared:
                nicks = ", ".join(by_nick)
                raise GcgError(
                    self.path, move.line, f"there is no player {move.nick!r}; choose from {nicks}"
                )
            by_nick.setdefault(move.nick, Player(move.nick, move.nick, len(by_nick) + 1))
        players = list(by_nick.values())
        if len({player.name for player in players}) < len(players):
            players = [Player(player.nick, player.nick, player.number) for player in players]
        turns = (move.nick for move in self.moves if move.kind in ("play", "exchange", "pass"))
        starter = next(turns, None)
        first = next((at for at, player in enumerate(players) if player.nick == starter), 0)
        return players[first:] + players[:first]


_SCORE = r"\s+(?:\+(?=-))?(?P<score>[+-]?[0-9]{1,4})"  # some write +-10
_POINTS = rf"{_SCORE}(?:\s+(?P<total>[+-]?[0-9]{{1,5}}))?(?:\s+(?P<after>\S.*))?"
_ANY_POINTS = rf"(?:{_POINTS})?"  # records may leave points out
_RACK = r"(?:(?P<rack>[^\s()-][^\s()]*)\s+)?"
_PLACE = r"(?P<place>[A-Za-z][0-9]{1,2}|[0-9]{1,2}[A-Za-z])"
_KINDS: list[tuple[Kind, re.Pattern[str]]] = [
    ("challenge", re.compile(rf"{_RACK}\(challenge\){_POINTS}", re.IGNORECASE)),
    ("time", re.compile(rf"{_RACK}\(time\){_POINTS}", re.IGNORECASE)),
    ("rack", re.compile(rf"{_RACK}\((?P<tiles>[^()]*)\){_POINTS}")),
    ("withdrawn", re.compile(rf"{_RACK}--{_ANY_POINTS}")),
    ("pass", re.compile(rf"{_RACK}-{_ANY_POINTS}")),
    ("exchange", re.compile(rf"{_RACK}-(?P<tiles>[^\s+-]+){_ANY_POINTS}")),
    (
        "play",
        re.compile(rf"{_RACK}{_PLACE}\s+(?P<word>[^\s/+-][^\s/]*)(?P<slash>\s*/.*?)?{_ANY_POINTS}"),
    ),
]
"""The kinds of moves, in the order in which they are tried: `(challenge)` must not be read as a
rack.
"""

_EVENT = re.compile(r">\s*(?P<nick>[^\s:]+)\s*:\s*(?P<rest>.*?)\s*")
_PRAGMA = re.compile(r"#(?P<name>\S*)\s*(?P<text>.*)", re.DOTALL)
_DECLARED = re.compile(rb"(?i)(?:^|[\r\n])#character-encoding[ \t]+([!-~]+)")
_ENCODINGS = re.compile(r"(?i)utf-?8|us-ascii|ascii|iso[-_]?8859[-_]?\d{1,2}|(?:windows|cp)-?125\d")


def read_gcg(path: str | Path) -> GameRecord:
    """Reads a record from a file. Raises `GcgError`."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise GcgError(path, None, f"cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise GcgError(str(path), None, f"cannot be read: {error}") from None
    if len(data) > MOST_BYTES:
        raise GcgError(path, None, f"more than {MOST_BYTES:,} bytes; too large for one game")
    return parse_gcg(decode_gcg(data, str(path)), str(path))


def decode_gcg(data: bytes, path: str = "game") -> str:
    """Decodes a file with the encoding that it declares. If the file declares none, decodes it as
    UTF-8, or as Latin-1 if it is not valid UTF-8. Raises `GcgError`."""
    if data.startswith(codecs.BOM_UTF8):
        data, name = data[len(codecs.BOM_UTF8) :], "utf-8"
    else:
        declared = _DECLARED.search(data)
        name = declared[1].decode() if declared else ""
        if declared and not _is_known_encoding(name):
            line = data.count(b"\n", 0, declared.start(1)) + 1
            raise GcgError(path, line, f"unknown encoding {name!r}; use UTF-8")
    try:
        return data.decode(name or "utf-8")
    except UnicodeDecodeError as error:
        if not name:
            return data.decode("latin-1")
        line = data.count(b"\n", 0, error.start) + 1
        raise GcgError(path, line, f"byte 0x{data[error.start]:02X} is not {name}") from None


def _is_known_encoding(name: str) -> bool:
    try:
        return bool(_ENCODINGS.fullmatch(name) and codecs.lookup(name))
    except LookupError:
        return False


def parse_gcg(text: str, path: str = "game") -> GameRecord:
    """Reads a record from text. Raises `GcgError`."""
    items: list[Pragma | Move] = []
    continued: dict[int, list[str]] = {}
    for number, line in enumerate(re.split(r"\r*\n|\r", text), 1):
        if "\0" in line:
            raise GcgError(path, number, "a NUL character: this is not text")
        if line.startswith(">"):
            items.append(_parse_move(line, number, path))
        elif line.startswith("#"):
            pragma = _PRAGMA.fullmatch(line)
            assert pragma
            items.append(Pragma(pragma["name"], pragma["text"], number))
        elif items and isinstance(items[-1], Pragma):
            continued.setdefault(len(items) - 1, []).append(line.rstrip())
        elif line.strip():
            raise GcgError(
                path, number, f"{_shorten(line)!r} begins with neither # (a pragma) nor > (a move)"
            )
    for at, item in enumerate(items):
        if isinstance(item, Pragma):
            text = "\n".join([item.text, *continued.get(at, [])]).rstrip()
            items[at] = Pragma(item.name, text, item.line)
    return GameRecord(tuple(items), path)


def format_gcg(record: GameRecord) -> str:
    """Writes a record as text, which must be encoded in UTF-8, as its first line declares."""
    lines = ["#character-encoding UTF-8"]
    for item in record.items:
        if isinstance(item, Move):
            lines.append(_format_move(item))
        elif item.name != "character-encoding":
            lines.append(f"#{item.name} {item.text}".rstrip())
    return "\n".join(lines) + "\n"


def _parse_move(line: str, number: int, path: str) -> Move:
    event = _EVENT.fullmatch(line) if len(line) <= LONGEST_MOVE else None
    for kind, pattern in _KINDS:
        match = pattern.fullmatch(event["rest"]) if event else None
        if not (event and match):
            continue
        fields = match.groupdict()
        after = " ".join(filter(None, [(fields.get("slash") or "").strip(), fields["after"] or ""]))
        return Move(
            nick=event["nick"],
            kind=kind,
            rack=fields["rack"] or "",
            place=fields.get("place") or "",
            word=fields.get("word") or "",
            tiles="".join((fields.get("tiles") or "").split()),
            score=int(fields["score"]) if fields["score"] else None,
            total=int(fields["total"]) if fields["total"] else None,
            after=after,
            line=number,
        )
    problem = f"{_shorten(line)!r} is not a move; write it as >nick: RACK 8D WORD +24 24"
    raise GcgError(path, number, problem)


def _format_move(move: Move) -> str:
    """Writes a move as a line."""
    score = "" if move.score is None else f"{move.score:+d}"
    total = "" if move.total is None else f"{move.total}"
    parts = (f">{move.nick}:", move.rack, move.text, score, total, move.after)
    return " ".join(part for part in parts if part)


def _shorten(line: str) -> str:
    return line if len(line) <= 40 else f"{line[:40]}…"
