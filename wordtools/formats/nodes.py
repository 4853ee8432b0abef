"""Uses the kernel to read files that consist of an array of nodes.

A node is an arc of an automaton. It consists of a letter, the place of the list of nodes that
follow it, a bit that marks the end of a word, and a bit that marks the end of a list.
"""

from __future__ import annotations

from collections.abc import Mapping

from wordtools import _kernel, limits
from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError


def read_nodes(
    data: bytes,
    form: _kernel.NodeForm,
    root: int,
    tiles: Mapping[int, int],
    alphabet: Alphabet,
    path: str,
    max_words: int | None = None,
) -> tuple[_kernel.DraftAutomaton, bytes]:
    """Returns the words that begin in the list of nodes at `root` (0: no words), and the values of
    these words in alphabet order. A value is stored in the last node of its word, and takes four
    bytes in native order; only Quackle's form has values. `tiles` maps each letter that may occur
    to its tile. Raises `SourceError` if the nodes are not an automaton of these letters, or if
    there are more than `max_words` words (by default, a number proportional to the size of the
    file)."""
    if not root:
        return _kernel.Collector(alphabet.kernel, alphabet.compose).compile()[0], b""
    tile_of = bytes(tiles.get(letter, _kernel.NO_TILE) for letter in range(256))
    if max_words is None:
        max_words = limits.SURE_WORDS + limits.WORDS_IN_A_BYTE * len(data)
    max_arcs = limits.SURE_ARCS + limits.ARCS_IN_A_BYTE * len(data)
    try:
        return _kernel.read_nodes(alphabet.kernel, data, form, root, tile_of, max_words, max_arcs)
    except ValueError as error:
        raise SourceError(path, None, f"damaged, or made with another alphabet: {error}") from None
