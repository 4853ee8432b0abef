"""The leave tables of wolges, macondo and MAGPIE, in KLV2 format, and the older KLV.

A file has the nodes of a KWG in which each word is a leave and the blank is tile 0. The values of
the leaves follow, in the order of the leaves. Values are in points or, in the older format, in
256ths of a point. A file names neither its alphabet nor its game. The kernel reads and writes the
nodes (`node_file.hpp` and `klv_writer.hpp` in `_kernel/formats/`).
"""

from __future__ import annotations

import sys
from array import array
from functools import cache

from wordtools import _kernel
from wordtools.errors import ExportError, SourceError
from wordtools.formats.leaves import Leaves, round_value

_OLDER_UNIT = 256


def looks_like_klv(data: bytes) -> bool:
    """True if a KLV2 or KLV can have this number of bytes."""
    return _measure(data) is not None


def read_klv(data: bytes, kinds: int, path: str) -> Leaves:
    """Reads the leaves in a KLV2 or older KLV, for a game with this many kinds of tiles, including
    the blank. Raises `SourceError`."""
    if kinds > _kernel.MAX_TILES:
        raise SourceError(path, None, "a KLV cannot hold leaves of more than 62 kinds of tiles")
    sizes = _measure(data)
    if sizes is None:
        raise SourceError(path, None, "not a KLV: its length does not match its nodes and values")
    nodes_end, count, width = sizes
    nodes = data[4:nodes_end]
    if len(nodes) < 4:
        raise SourceError(path, None, "not a KLV: it has no nodes")
    root = int.from_bytes(nodes[:4], "little") & 0x3FFFFF
    tiles = bytes(letter + 1 if letter < kinds else _kernel.NO_TILE for letter in range(256))
    leaves = b""
    if root:
        try:
            draft, _ = _kernel.read_nodes(
                _make_spelling(kinds),
                nodes,
                _kernel.NodeForm.KWG,
                root,
                tiles,
                count,
                64 * len(data),
            )
        except ValueError as error:
            raise SourceError(
                path, None, f"damaged, or made with another alphabet: {error}"
            ) from None
        leaves = b"".join(draft.encode_letters(bytes(range(1, kinds + 1))))
    if leaves.count(0) != count:
        message = f"damaged: it has {leaves.count(0):,} leaves and {count:,} values"
        raise SourceError(path, None, message)
    stored: array[float] | array[int] = array("f" if width == 4 else "h", data[nodes_end + 4 :])
    _swap_if_big_endian(stored)
    unit = 1 if width == 4 else _OLDER_UNIT
    return Leaves(leaves, array("i", (round_value(value / unit, path) for value in stored)))


def write_klv(table: _kernel.LeaveValues, *, older: bool = False) -> bytes:
    """Writes a table of leaves as a KLV2 or an older KLV. Raises `ExportError` if there are too
    many kinds of tiles, or if the older format cannot hold the values."""
    try:
        nodes = table.encode_klv_nodes()
    except ValueError as error:
        raise ExportError(f"a KLV2 cannot hold these leaves: {error}") from None
    values = table.list_leaves()[1]
    points = [value / 1000 for value in array("i", values)]
    stored: array[float] | array[int]
    if older:
        try:
            stored = array("h", (round(value * _OLDER_UNIT) for value in points))
        except OverflowError:
            raise ExportError("an older KLV holds values up to 127 points; write a KLV2") from None
    else:
        stored = array("f", points)
    _swap_if_big_endian(stored)
    head = (len(nodes) // 4).to_bytes(4, "little")
    return head + nodes + len(points).to_bytes(4, "little") + stored.tobytes()


def _measure(data: bytes) -> tuple[int, int, int] | None:
    """Returns the offset at which the number of leaves is stored, that number, and the size of a
    value in bytes; None if the length does not match.
    """
    if len(data) < 8:
        return None
    nodes_end = 4 + 4 * int.from_bytes(data[:4], "little")
    if nodes_end + 4 > len(data):
        return None
    count = int.from_bytes(data[nodes_end : nodes_end + 4], "little")
    for width in (4, 2):
        if nodes_end + 4 + width * count == len(data):
            return nodes_end, count, width
    return None


def _swap_if_big_endian(numbers: array[float] | array[int]) -> None:
    if sys.byteorder == "big":
        numbers.byteswap()


@cache
def _make_spelling(kinds: int) -> _kernel.Spelling:
    """An alphabet with a tile for each kind of tile, including the blank."""
    faces = [chr(0xE000 + kind) for kind in range(kinds)]
    return _kernel.Spelling(faces, [(face, face) for face in faces], "".join(faces))
