"""The automatons of wolges, macondo and Woogles: KWG, KBWG and KAD.

A KWG has a DAWG and usually also a GADDAG, which makes it faster to find plays. For CARE, the
GADDAG has the paths ERAC, RAC@, AC@ and C@. The separator @ is tile 0, and leads to the rest of the
word in the DAWG. A KBWG can hold more nodes. A KAD is a KWG of alphagrams: words with their tiles
in alphabet order. A file names neither its kind nor its alphabet; the first tile is tile 1. The
kernel reads and writes the nodes (`node_file.hpp`, `kwg_entries.hpp` and `kwg_writer.hpp` in
`_kernel/formats/`).
"""

from __future__ import annotations

from wordtools import _kernel
from wordtools._kernel import NodeForm
from wordtools.alphabet import Alphabet
from wordtools.errors import ExportError, SourceError
from wordtools.formats.nodes import read_nodes


def looks_like_kwg(data: bytes) -> bool:
    """True if these bytes may be the nodes of a KWG or a KAD, which look alike."""
    return _kernel.looks_like_kwg(data, NodeForm.KWG)


def looks_like_kbwg(data: bytes) -> bool:
    """True if these bytes may be the nodes of a KBWG."""
    return _kernel.looks_like_kwg(data, NodeForm.KBWG)


def read_kwg(data: bytes, alphabet: Alphabet, path: str) -> _kernel.DraftAutomaton:
    """Reads the words in a KWG. Raises `SourceError`, for example if the GADDAG has the wrong
    number of paths."""
    return _read(data, NodeForm.KWG, alphabet, path)


def read_kbwg(data: bytes, alphabet: Alphabet, path: str) -> _kernel.DraftAutomaton:
    """Reads the words in a KBWG; see `read_kwg`."""
    return _read(data, NodeForm.KBWG, alphabet, path)


def read_kad(data: bytes, alphabet: Alphabet, path: str) -> _kernel.DraftAutomaton:
    """Reads the alphagrams in a KAD. Raises `SourceError`, for example if the file has words that
    are not alphagrams."""
    draft = _read(data, NodeForm.KWG, alphabet, path)
    if not _kernel.are_alphagrams(draft):
        raise SourceError(path, None, "holds words, not alphagrams; read it as a KWG")
    return draft


def write_kwg(
    draft: _kernel.DraftAutomaton, alphabet: Alphabet, *, gaddag: bool = True, legacy: bool = False
) -> bytes:
    """Writes a KWG of words. With `legacy`, the nodes are in the order that earlier programs used.
    Raises `ExportError` if there are too many words."""
    remedy = "leave out the GADDAG, or write a KBWG" if gaddag else "write a KBWG"
    return _write(draft, "KWG", gaddag, False, legacy, remedy)


def write_kbwg(draft: _kernel.DraftAutomaton, alphabet: Alphabet) -> bytes:
    """Writes a KBWG of words, with a GADDAG. Raises `ExportError` if there are too many words."""
    return _write(draft, "KBWG", True, True, False, "divide the list")


def write_kad(draft: _kernel.DraftAutomaton, alphabet: Alphabet) -> bytes:
    """Writes a KAD of the alphagrams of words. Raises `ExportError` if there are too many words."""
    alphagrams = _kernel.make_alphagrams(draft)
    return _write(alphagrams, "KAD", False, False, False, "divide the list")


def _read(data: bytes, form: NodeForm, alphabet: Alphabet, path: str) -> _kernel.DraftAutomaton:
    if not data or len(data) % 4:
        raise SourceError(path, None, "cut off: its length is not a multiple of 4 bytes")
    tiles = {tile: tile for tile in range(1, len(alphabet.tiles) + 1)}
    child, mark = _read_root(data, 0, form)
    if not mark:
        raise SourceError(path, None, f"not a {form.name}: its first node is not the root")
    draft, _ = read_nodes(data, form, child, tiles, alphabet, path)
    gaddag, mark = _read_root(data, 1, form)
    if mark:
        _check_gaddag(data, form, gaddag, draft, alphabet, path)
    return draft


def _read_root(data: bytes, node: int, form: NodeForm) -> tuple[int, bool]:
    """Returns the target of a node, and whether the node may begin a file. A node may begin a file
    if it has no tile, is the last of its list, and ends no word.
    """
    word = int.from_bytes(data[node * 4 : node * 4 + 4], "little")
    if form is NodeForm.KBWG:
        return word >> 8, word & 0xFF == 0x40
    return word & 0x3FFFFF, word >> 22 == 1


def _check_gaddag(
    data: bytes,
    form: NodeForm,
    root: int,
    draft: _kernel.DraftAutomaton,
    alphabet: Alphabet,
    path: str,
) -> None:
    """Raises `SourceError` unless the number of paths in the GADDAG equals the number of tiles in
    all its words."""
    expected = sum(length * words for length, words in enumerate(draft.words_by_length))
    try:
        paths = _kernel.count_gaddag(data, form, root, len(alphabet.tiles)) if root else 0
    except ValueError as error:
        raise SourceError(path, None, f"its GADDAG is damaged: {error}") from None
    if paths != expected:
        message = f"its GADDAG does not match its words: it has {paths:,} paths, not {expected:,}"
        raise SourceError(path, None, message)


def _write(
    draft: _kernel.DraftAutomaton, form: str, gaddag: bool, wide: bool, legacy: bool, remedy: str
) -> bytes:
    try:
        return _kernel.encode_kwg(draft, gaddag, wide, legacy)
    except _kernel.TooManyError:
        maximum = 1 << (24 if wide else 22)
        words = "these words and their GADDAG" if gaddag else "these words"
        problem = f"a {form} can hold {maximum:,} nodes, and {words} need more"
        raise ExportError(f"{problem}; {remedy}") from None
