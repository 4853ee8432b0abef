"""Tables of leaves: the values of tiles kept on a rack, for one ruleset.

Tables are in the file formats of other programs. A sidecar, `FILE.toml`, names the alphabet and the
ruleset, which these formats omit. A file without a sidecar is accepted if its table fits the
ruleset.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path

import msgspec

from wordtools import _kernel
from wordtools.errors import SourceError, WordtoolsError
from wordtools.files import write_files
from wordtools.formats.klv import looks_like_klv, read_klv, write_klv
from wordtools.formats.leaves import Leaves, read_leaves_csv, write_leaves_csv
from wordtools.formats.superleaves import read_superleaves
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.toml_reader import read_toml
from wordtools.wording import pluralize

SUFFIX = ".klv2"
_MOST_BYTES = 1 << 29


class LeavesError(WordtoolsError):
    """A table of leaves does not fit the game. The message names the file."""


class LeavesNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sidecar of a table. It has the tiles of the alphabet, in order; the name and digest of
    the ruleset; and the origin of the table (the name and digest of the lexicon, the number of
    games, and the seed).
    """

    tiles: list[str]
    ruleset: str = ""
    ruleset_digest: str = ""
    lexicon: str = ""
    lexicon_digest: str = ""
    games: int = 0
    seed: int = 0


class LeaveTable(msgspec.Struct, frozen=True):
    """The values of the leaves that the tiles of a ruleset can form."""

    ruleset: CrosswordRuleset
    kernel: _kernel.LeaveValues
    note: LeavesNote

    def __repr__(self) -> str:
        return f"<LeaveTable {self.ruleset.name}: {pluralize(len(self), 'leave')}>"

    @classmethod
    def empty(cls, ruleset: CrosswordRuleset) -> LeaveTable:
        """A table in which every leave is worth nothing."""
        return cls.from_kernel(ruleset, _kernel.LeaveValues(ruleset.counts, ruleset.rack))

    @classmethod
    def from_kernel(cls, ruleset: CrosswordRuleset, table: _kernel.LeaveValues) -> LeaveTable:
        """A table with these values and this note."""
        tiles = list(ruleset.alphabet.tiles)
        return cls(ruleset, table, LeavesNote(tiles, ruleset.name, ruleset.digest))

    def value(self, leave: bytes) -> float:
        """The value of a leave in points. Tiles are numbers; 0 is the blank. Raises `ValueError` if
        the leave is too long, or if a tile is not in the alphabet."""
        return self.kernel.get(leave) / 1000

    def __len__(self) -> int:
        return len(self.list_leaves().values)

    def __iter__(self) -> Iterator[tuple[bytes, float]]:
        """Each leave and its value in points, in alphabet order."""
        leaves, values = self.list_leaves()
        for leave, value in zip(leaves.split(b"\0"), values, strict=False):
            yield bytes(kind - 1 for kind in leave), value / 1000

    def list_leaves(self) -> Leaves:
        """All leaves of the ruleset's tiles, in alphabet order."""
        leaves, values = self.kernel.list_leaves()
        return Leaves(leaves, array("i", values))


def read_leave_table(path: Path, ruleset: CrosswordRuleset) -> LeaveTable:
    """Reads the table in a file: KLV2, KLV, text or (recognised by the file's name) superleaves.
    Raises `SourceError` if the file is damaged, and `LeavesError` if the table is for another
    alphabet or game."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise SourceError(path, None, "too large for a table of leaves")
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror}") from None
    note = _read_note(path, ruleset)
    kinds = len(ruleset.counts)
    if "superleaves" in path.name:
        leaves = read_superleaves(data, kinds, str(path))
    elif looks_like_klv(data):
        leaves = read_klv(data, kinds, str(path))
    elif path.suffix.startswith(".klv"):
        raise SourceError(path, None, "damaged: its length does not match its nodes and values")
    else:
        leaves = read_leaves_csv(data, ruleset.alphabet, str(path))
    table = LeaveTable.empty(ruleset)
    try:
        table.kernel.set_many(leaves.leaves, leaves.values.tobytes())
    except ValueError as error:
        raise LeavesError(f"{path}: does not fit {ruleset.title}: {error}") from None
    return table if note is None else msgspec.structs.replace(table, note=note)


def write_leave_table(path: Path, table: LeaveTable) -> None:
    """Writes a table and its sidecar. A `.csv` file gets text, a `.klv` file the older KLV, and any
    other file KLV2. Raises `ExportError` or `OSError`."""
    if path.suffix == ".csv":
        data = write_leaves_csv(table.list_leaves(), table.ruleset.alphabet)
    else:
        data = write_klv(table.kernel, older=path.suffix == ".klv")
    fields = msgspec.to_builtins(table.note)
    note = [f"{key} = {msgspec.json.encode(value).decode()}\n" for key, value in fields.items()]
    write_files({path: data, find_note(path): "".join(note).encode()})


def find_note(path: Path) -> Path:
    """The sidecar of a table."""
    return path.with_name(path.name + ".toml")


def _read_note(path: Path, ruleset: CrosswordRuleset) -> LeavesNote | None:
    beside = find_note(path)
    if not beside.is_file():
        return None
    note = read_toml(beside, LeavesNote, LeavesError)
    if note.tiles != list(ruleset.alphabet.tiles):
        made_for = f" for {note.ruleset}" if note.ruleset else ""
        message = f"its leaves{made_for} have other tiles than {ruleset.title}"
        raise LeavesError(f"{beside}: {message}")
    return note
