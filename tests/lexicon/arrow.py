"""Arrow strings as another library would pass them, laid out by hand."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from itertools import accumulate
from struct import pack
from typing import Any, TypeVar

Word = str | bytes | None
Release = CFUNCTYPE(None, c_void_p)
Get = CFUNCTYPE(c_int, c_void_p, c_void_p)
LastError = CFUNCTYPE(c_void_p, c_void_p)


class _Schema(ctypes.Structure):
    _fields_ = [
        ("format", c_char_p),
        ("name", c_char_p),
        ("metadata", c_char_p),
        ("flags", c_int64),
        ("n_children", c_int64),
        ("children", POINTER(c_void_p)),
        ("dictionary", c_void_p),
        ("release", Release),
        ("private_data", c_void_p),
    ]


class _Array(ctypes.Structure):
    _fields_ = [
        *((n, c_int64) for n in ("length", "null_count", "offset", "n_buffers", "n_children")),
        ("buffers", POINTER(c_void_p)),
        ("children", POINTER(c_void_p)),
        ("dictionary", c_void_p),
        ("release", Release),
        ("private_data", c_void_p),
    ]


class _Stream(ctypes.Structure):
    _fields_ = [
        ("get_schema", Get),
        ("get_next", Get),
        ("get_last_error", LastError),
        ("release", Release),
        ("private_data", c_void_p),
    ]


Structure = TypeVar("Structure", _Schema, _Array, _Stream)


class Exporter:
    """Arrays of words, or record batches with this many `columns` of words, in the form in which
    libraries provide them.

    Each array begins after `skipped` rows that must be ignored. `alive` counts the structures that
    were passed on and not yet released.
    """

    def __init__(
        self,
        *arrays: Sequence[Word],
        layout: str = "u",
        columns: int = 0,
        skipped: int = 0,
        released: bool = False,
    ) -> None:
        self.arrays, self.layout, self.columns = arrays, layout, columns
        self.skipped, self.released = skipped, released
        self.alive = 0
        self.kept: list[Any] = []

    def schema(self) -> _Schema:
        """The contents of the arrays."""
        strings = self._owned(_Schema(format=self.layout.encode()))
        if not self.columns:
            return strings
        children = self._addresses([strings] * self.columns)
        self.alive -= 1  # the batch's, which releases it
        return self._owned(_Schema(format=b"+s", n_children=self.columns, children=children))

    def array(self, words: Sequence[Word]) -> _Array:
        """One array, or record batch."""
        inner = self.skipped // 2 if self.columns else self.skipped
        outer = self.skipped - inner
        skipped: list[Word] = ["?", None, b"\xff"]
        laid = [*(skipped * self.skipped)[: self.skipped], *words]
        buffers = _views(laid) if self.layout == "vu" else _texts(laid, self.layout)
        strings = self._owned(
            _Array(
                length=len(laid) - inner,
                offset=inner,
                n_buffers=len(buffers),
                buffers=self._addresses([self._kept(data) for data in buffers]),
            )
        )
        if not self.columns:
            return strings
        self.alive -= 1
        return self._owned(
            _Array(
                length=len(words),
                offset=outer,
                n_buffers=1,
                n_children=self.columns,
                buffers=self._kept((c_void_p * 1)(None)),
                children=self._addresses([strings] * self.columns),
            )
        )

    def _owned(self, structure: Structure) -> Structure:
        """The structure, kept alive, with a `release` that is counted."""

        def release(address: int) -> None:
            self.alive -= 1
            type(structure).from_address(address).release = Release()

        structure.release = Release()
        if not self.released:
            self.alive += 1
            structure.release = self._kept(Release(release))
        self._kept(structure)
        return structure

    def _addresses(self, these: Sequence[Any]) -> Any:
        return self._kept((c_void_p * len(these))(*map(ctypes.addressof, these)))

    def _kept(self, it: Any) -> Any:
        if isinstance(it, bytes):
            it = ctypes.create_string_buffer(it, max(len(it), 1))
        self.kept.append(it)
        return it

    def _capsule(self, structure: Any, name: bytes) -> object:
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = [c_void_p, c_char_p, c_void_p]
        return new(ctypes.addressof(structure), self._kept(c_char_p(name)), None)


class Array(Exporter):
    """The first of the arrays."""

    def __arrow_c_array__(self, requested: object = None) -> tuple[object, object]:
        return (
            self._capsule(self.schema(), b"arrow_schema"),
            self._capsule(self.array(self.arrays[0]), b"arrow_array"),
        )


class Stream(Exporter):
    """A stream of all the arrays."""

    breaks = False
    says: bytes | None = None

    def broken(self, says: bytes | None) -> Stream:
        """The same stream, but it breaks off at the end, and may give a reason."""
        self.breaks, self.says = True, says
        return self

    def __arrow_c_stream__(self, requested: object = None) -> object:
        coming = iter(self.arrays)

        def get_schema(_: int, to: int) -> int:
            return _move(self.schema(), to)

        def get_next(_: int, to: int) -> int:
            for words in coming:
                return _move(self.array(words), to)
            ctypes.memset(to, 0, ctypes.sizeof(_Array))
            return 5 if self.breaks else 0

        said = None if self.says is None else ctypes.addressof(self._kept(self.says + b"\0"))
        calls = (Get(get_schema), Get(get_next), LastError(lambda _: said))
        stream = self._owned(_Stream(*map(self._kept, calls)))
        return self._capsule(stream, b"arrow_array_stream")


def _move(structure: Any, to: int) -> int:
    ctypes.memmove(to, ctypes.addressof(structure), ctypes.sizeof(structure))
    return 0


def _encoded(words: Sequence[Word]) -> tuple[bytes, list[bytes]]:
    """The bitmap of the words that are not null, and their texts."""
    valid = sum(1 << row for row, word in enumerate(words) if word is not None)
    texts = [word.encode() if isinstance(word, str) else word or b"" for word in words]
    return valid.to_bytes(len(words) // 8 + 1, "little"), texts


def _texts(words: Sequence[Word], layout: str) -> list[bytes]:
    """The bitmap, the beginning and end of each text, and the texts."""
    valid, texts = _encoded(words)
    ends = [0, *accumulate(map(len, texts))]
    return [valid, pack(f"{len(ends)}{'q' if layout == 'U' else 'i'}", *ends), b"".join(texts)]


def _views(words: Sequence[Word]) -> list[bytes]:
    """The bitmap, the views, two buffers that take turns, and the sizes of these."""
    valid, texts = _encoded(words)
    views, far = b"", [b"", b""]
    for row, text in enumerate(texts):
        if len(text) <= 12:
            views += pack("i12s", len(text), text)
        else:
            views += pack("i4sii", len(text), text[:4], row % 2, len(far[row % 2]))
            far[row % 2] += text
    return [valid, views, *far, pack("2q", *map(len, far))]
