"""The lexicon file: a ZIP of stored members, sealed.

Members: `manifest.json`, then the columns of the automaton, as the kernel codes them, and of the
categories, packed by zstandard. Times and order are fixed, so the same words give the same bytes.
The ZIP's comment is the *seal*: "wordtools sha256:" and the digest of every byte before it. A file
with any byte changed is refused; the digest names the lexicon in rulings, and
`head -c -81 FILE | sha256sum` recomputes it without us.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import zstandard

from wordtools.errors import LexiconError
from wordtools.lexicon.manifest import FORMAT, Manifest

COLUMNS = ("arcs", "references", "pointers", "sets.zst")
"""The columns in file order; see `_kernel/columns.hpp` for the first three. `sets` holds the
number of each word's category set as `_kernel.WordCategories` takes it."""

_SEAL = b"wordtools sha256:"
_SEAL_SIZE = len(_SEAL) + 64
_LEVEL = 19
_HEADER = struct.Struct("<4x2xHH8xLLHH")
"""What stands before a ZIP's member: flags, method, sizes packed and not, of name and extra."""


class _Format(msgspec.Struct):
    """The one field that every format has."""

    format: Annotated[int, msgspec.Meta(ge=1)]


_read_format = msgspec.json.Decoder(_Format).decode
_read_manifest = msgspec.json.Decoder(Manifest).decode


def pack(manifest: Manifest, columns: tuple[bytes, bytes, bytes], sets: bytes) -> bytes:
    """The bytes of a lexicon file; the same arguments give the same bytes."""
    packer = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=False)
    members = {"manifest.json": msgspec.json.format(msgspec.json.encode(manifest), indent=1)}
    members.update(zip(COLUMNS, (*columns, packer.compress(sets)), strict=True))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, data)
        archive.comment = b"\0" * _SEAL_SIZE
    sealed = out.getvalue()[:-_SEAL_SIZE]
    return sealed + _SEAL + hashlib.sha256(sealed).hexdigest().encode()


Columns = tuple[bytes | memoryview, bytes | memoryview, bytes | memoryview]


class Parts(NamedTuple):
    """What a lexicon file holds: `columns` are the automaton's, `sets` the numbers of the words'
    category sets, as `_kernel.WordCategories` takes them."""

    manifest: Manifest
    columns: Columns
    sets: bytes
    digest: str


def unpack(data: bytes, path: str) -> Parts:
    """The parts of a lexicon file's bytes. Raises `LexiconError`, naming `path`, for anything but a
    whole lexicon of this format."""
    digest = _check_seal(data, path)
    try:
        members = _read_members(data)
        version = _read_format(members["manifest.json"]).format
        if version != FORMAT:
            raise LexiconError(_explain_format(path, version))
        manifest = _read_manifest(members["manifest.json"])
        arcs, references, pointers, sets = (members[name] for name in COLUMNS)
        numbers = _unpack_sets(sets, manifest)
    except LexiconError:
        raise
    except Exception as error:  # whatever a parser says of hostile bytes, the file is at fault
        raise LexiconError(f"{path}: sealed, but not readable as a lexicon ({error})") from None
    return Parts(manifest, (arcs, references, pointers), numbers, digest)


def read_file(path: Path) -> Parts:
    """`unpack` of a file. Raises `LexiconError`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LexiconError(f"{path}: cannot be read: {error.strerror}") from None
    return unpack(data, str(path))


def read_manifest(path: Path) -> Manifest:
    """The manifest of a lexicon file, its seal unchecked: for finding a lexicon, not for judging.
    Raises `LexiconError`."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _read_manifest(archive.read("manifest.json"))
    except Exception as error:
        raise LexiconError(f"{path}: not readable as a lexicon ({error})") from None


def _check_seal(data: bytes, path: str) -> str:
    if not data:
        raise LexiconError(f"{path}: the file is empty; build or copy it again")
    if not data.startswith(b"PK"):
        raise LexiconError(f"{path}: this is no lexicon file")
    sealed, seal = memoryview(data)[:-_SEAL_SIZE], data[-_SEAL_SIZE:]
    if not seal.startswith(_SEAL):
        if data[30:43] == b"manifest.json":
            raise LexiconError(f"{path}: cut short or damaged at its end; build or copy it again")
        raise LexiconError(f"{path}: a ZIP of something else, no lexicon")
    digest = hashlib.sha256(sealed).hexdigest()
    if seal[len(_SEAL) :] != digest.encode():
        raise LexiconError(f"{path}: damaged: its content is not what was sealed; copy it again")
    return digest


def _read_members(data: bytes) -> dict[str, memoryview]:
    """The stored members by name, from the headers that stand before them. The seal has vouched for
    every byte: zipfile would take longer over its directory and checksums than the kernel does
    over the automaton's columns."""
    members, whole, at = {}, memoryview(data), 0
    while data.startswith(b"PK\3\4", at):
        flags, method, packed, size, name, extra = _HEADER.unpack_from(data, at)
        start = at + _HEADER.size + name + extra
        at = start + size
        if flags & 0b1001 or method != zipfile.ZIP_STORED or packed != size or at > len(data):
            raise ValueError("a member is not stored plainly")
        members[data[start - extra - name : start - extra].decode()] = whole[start:at]
    return members


def _unpack_sets(packed: memoryview, manifest: Manifest) -> bytes:
    size = zstandard.frame_content_size(packed)
    if not 0 <= size <= 2 * manifest.words:
        raise ValueError("the sets have no acceptable size")
    if size == 0:  # as where all words have one set: zstandard's own code need not be read in
        return b""
    return zstandard.ZstdDecompressor().decompress(packed)


def _explain_format(path: str, version: int) -> str:
    if version > FORMAT:
        found = f"made by a newer wordtools (format {version}, this one reads {FORMAT}); "
        return f"{path}: {found}update wordtools."
    found = f"made by an older wordtools (format {version}, this one reads {FORMAT}); "
    return f"{path}: {found}build it again."
