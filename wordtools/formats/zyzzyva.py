"""Zyzzyva's .dwg files, which are automatons with Latin-1 letters, and their checksum files.

The format is Graham Toal's: first the number of edges, then the edges, of four bytes each. Words
begin with one of the first 256 edges. Beside each .dwg, Zyzzyva keeps a text file that contains the
checksum of the .dwg. The kernel reads and writes the edges (`_kernel/formats/node_file.hpp`,
`dwg_writer.hpp`).
"""

from __future__ import annotations

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import ExportError, SourceError
from wordtools.formats.nodes import read_nodes

_MOST_EDGES = (1 << 21) - 1
_ROOTS = 256
"""The number of edges reserved for the beginnings of words."""


def looks_like_dwg(data: bytes) -> bool:
    """True if the data begins with the right number of edges and, of the first 256 edges, those
    with letters come first, in order, and the others are empty."""
    if not _has_its_edges(data) or len(data) < 4 + 4 * _ROOTS:
        return False
    edges = memoryview(data)[4 : 4 + 4 * _ROOTS].cast("I")
    letters = [edge >> 24 for edge in edges[: _ROOTS - 1] if edge not in (0, 1 << 22)]
    in_order = letters == sorted(set(letters)) and 0 not in letters
    return in_order and not any(edges[len(letters) + 1 : _ROOTS - 1])


def read_dwg(
    data: bytes, alphabet: Alphabet, path: str, checksum: bytes | None = None
) -> _kernel.DraftAutomaton:
    """Reads the words in a .dwg, which must match its checksum file. Raises `SourceError`."""
    if not _has_its_edges(data):
        raise SourceError(path, None, "cut off, or not a .dwg: its count of edges is wrong")
    if checksum is not None:
        _check(data, checksum, path)
    root = 1 if any(data[4:8]) and data[4:8] != _END else 0
    tiles = {code: tile for tile, code in enumerate(_list_codes(alphabet), 1) if code}
    return read_nodes(data, _kernel.NodeForm.DWG, root, tiles, alphabet, path)[0]


def write_dwg(draft: _kernel.DraftAutomaton, alphabet: Alphabet) -> bytes:
    """Writes words as a .dwg file. Raises `ExportError` if a letter is unsupported, or if there are
    too many words."""
    codes = _list_codes(alphabet)
    missing = [tile for tile, code in zip(alphabet.tiles, codes, strict=True) if not code]
    if missing:
        raise ExportError(
            f"a .dwg can hold only tiles with one Latin-1 letter, not {', '.join(missing)}; "
            "write a KWG or a Quackle .dawg"
        )
    try:
        return _kernel.encode_dwg(draft, bytes(codes))
    except _kernel.TooManyError:
        raise ExportError(
            f"a .dwg can hold {_MOST_EDGES:,} edges, and these words need more; "
            "divide the list, or write a KBWG"
        ) from None


def write_checksum(dwg: bytes) -> bytes:
    """The content of the checksum file for a .dwg."""
    return b"%d\n" % compute_checksum(dwg)


def compute_checksum(dwg: bytes) -> int:
    """Qt's CRC-16. Like Zyzzyva, computes it over only the first quarter of the edges' bytes."""
    checksum = 0xFFFF
    for byte in dwg[4 : 4 + int.from_bytes(dwg[:4], "little")]:
        checksum = checksum >> 8 ^ _CRC[(checksum ^ byte) & 0xFF]
    return checksum ^ 0xFFFF


def _has_its_edges(data: bytes) -> bool:
    return len(data) > 4 and len(data) == 4 + 4 * int.from_bytes(data[:4], "little")


def _check(data: bytes, content: bytes, path: str) -> None:
    """Raises `SourceError` unless the checksum file begins with the checksum of the .dwg, in
    decimal or as 0x…."""
    try:
        stated = int(content.split()[0], 0)
    except (IndexError, ValueError):
        message = "its checksum file does not begin with a number"
        raise SourceError(path, None, message) from None
    if stated != (computed := compute_checksum(data)):
        raise SourceError(path, None, f"damaged: its checksum is {computed}, not {stated}")


def _list_codes(alphabet: Alphabet) -> list[int]:
    """The Latin-1 code of each tile; 0 if it has none."""
    codes = (tile.encode("latin-1", "ignore") for tile in alphabet.tiles)
    pairs = zip(alphabet.tiles, codes, strict=True)
    return [code[0] if len(code) == len(tile) == 1 else 0 for tile, code in pairs]


def _step_crc(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ (0x8408 if byte & 1 else 0)
    return byte


_CRC = [_step_crc(byte) for byte in range(256)]
_END = (1 << 22).to_bytes(4, "little")
"""An edge that only marks the end of its list, such as the last of the first 256 edges."""
