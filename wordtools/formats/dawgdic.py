"""dawgdic dictionaries, which the Python packages DAWG, DAWG2 and DAWG-Python read.

A key is a word as a lexicon prints it, encoded in UTF-8; its value, if any, is a number. A file
does not say which of three forms it has: plain (`DAWG`), with a guide for completing keys
(`CompletionDAWG`), or with values (`IntCompletionDAWG`). The kernel checks a file
(`_kernel/formats/dawgdic_reader.hpp`) before its keys are read with DAWG-Python, which checks
nothing. The kernel also writes files (`dawgdic_writer.hpp`).
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterator

from wordtools import _kernel, limits
from wordtools.alphabet import Alphabet
from wordtools.errors import ExportError, SourceError, SpellingError

MOST_VALUE = (1 << 31) - 1


def looks_like_dawgdic(data: bytes) -> bool:
    """True if the counts at the beginning, and in the guide if there is one, match the length, and
    the first unit leads to others.
    """
    units = _take_units(data)
    if units is None:
        return False
    root = int.from_bytes(units[:4], "little")
    base = (root >> 10) << (8 if root & 0x200 else 0)
    return root & 0x800000FF == 0 and base < len(units) // 4


def read_dawgdic(
    data: bytes, alphabet: Alphabet, path: str
) -> tuple[_kernel.DraftAutomaton, array[int] | None]:
    """The words in a file, and their values in alphabet order (None if all values are 0). Raises
    `SourceError` if the file is damaged, if a key is not a word in this alphabet, if a word has two
    values, or if there are more than 65,536 different values."""
    units = _take_units(data)
    if units is None:
        raise SourceError(path, None, "cut off, or not a dawgdic file: its counts are wrong")
    try:
        complete, keys, has_values = _kernel.complete_dawgdic(units)
    except ValueError as error:
        raise SourceError(path, None, f"damaged: {error}") from None
    if keys > limits.SURE_KEYS + limits.KEYS_IN_A_BYTE * len(data):
        message = f"it claims to hold {keys:,} keys, more than a file of this size can"
        raise SourceError(path, None, message)
    collector = _kernel.Collector(alphabet.kernel, alphabet.compose)
    try:
        _collect(collector, _list_items(complete), has_values, alphabet)
        draft, sets, masks, repeated = collector.compile()
    except _kernel.TooManyError:
        message = "it has more than 65,536 different values, the most that can be kept"
        raise SourceError(path, None, message) from None
    except UnicodeDecodeError:
        raise SourceError(path, None, "it has keys that are not UTF-8") from None
    except SpellingError as error:
        raise SourceError(path, None, f"{error.text[:20]!r}: {error}") from None
    if not has_values:
        return draft, None
    if repeated:
        message = f"{repeated:,} of its keys repeat a word, whose value is therefore ambiguous"
        raise SourceError(path, None, message)
    return draft, array("I", (masks[sets[rank]] for rank in range(len(sets))))


def write_dawgdic(
    draft: _kernel.DraftAutomaton,
    alphabet: Alphabet,
    *,
    completion: bool = False,
    values: array[int] | None = None,
) -> bytes:
    """Writes a file of words. `completion` adds a guide. `values` has a number from 0 to
    `MOST_VALUE` for each word, in alphabet order. Raises `ExportError` if a value is out of this
    range, or if there are too many words."""
    if values is not None and not all(0 <= value <= MOST_VALUE for value in values):
        raise ExportError(f"a dawgdic file can hold values from 0 to {MOST_VALUE:,}")
    numbers = None if values is None else array("I", values).tobytes()
    try:
        return _kernel.encode_dawgdic(draft, numbers, completion)
    except _kernel.TooManyError:
        raise ExportError(
            "a dawgdic file can hold 268,435,456 units, and these words need more; divide the list"
        ) from None


def _take_units(data: bytes) -> bytes | None:
    """The units in a file; None if its counts do not match its length."""
    count = int.from_bytes(data[:4], "little")
    end = 4 + 4 * count
    if not count or count % 256 or len(data) < end:
        return None
    if len(data) > end and len(data) != end + 4 + 2 * int.from_bytes(data[end : end + 4], "little"):
        return None
    return data[4:end]


def _list_items(data: bytes) -> Iterator[tuple[str, int]]:
    """The keys in a file that has a guide, and their values."""
    from dawg_python import IntCompletionDAWG

    with tempfile.NamedTemporaryFile() as file:  # DAWG-Python reads only files
        file.write(data)
        file.flush()
        dawg = IntCompletionDAWG().load(file.name)
    yield from dawg.iteritems()


def _collect(
    collector: _kernel.Collector,
    items: Iterator[tuple[str, int]],
    has_values: bool,
    alphabet: Alphabet,
) -> None:
    """Adds keys to a collector, with their values as masks of categories. Raises `SpellingError` or
    `TooManyError`."""
    if has_values:
        refused = (collector.add((key,), value) for key, value in items)
        failed = next(filter(None, refused), None)
    else:
        failed = collector.add(key for key, _ in items)
    if failed is not None:
        _, key = failed
        alphabet.spell(key)
        raise SpellingError(
            key, "", f"longer than a word, which has at most {_kernel.MAX_WORD} tiles"
        )
