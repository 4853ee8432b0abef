"""A lexicon file is a sealed ZIP of uncompressed members.

The members are `manifest.json`; the columns of the automaton, as the kernel encodes them; and the
categories, compressed with zstandard. The members' times and order are fixed, so the same words
give the same bytes. The ZIP's comment is the *seal*: "wordtools sha256:" and the digest of every
byte before it. A file is refused if any byte has changed. Rulings name the lexicon by this digest,
which `head -c -81 FILE | sha256sum` also computes.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, NamedTuple

import msgspec
import zstandard

from wordtools import limits
from wordtools.errors import LexiconError
from wordtools.lexicon.manifest import READABLE, Manifest, check_limits

if TYPE_CHECKING:
    from wordtools.lexicon.definitions import Definitions

COLUMNS = ("arcs", "references", "pointers", "sets.zst")
"""The columns in file order: those of `_kernel/automaton/columns.hpp`, then the number of each
word's category set, in the form of `_kernel.WordCategories`."""

DEFINITIONS = "definitions.zst"
"""The optional column of definitions (see `lexicon.definitions`), which is the last member."""

_SEAL = b"wordtools sha256:"
_SEAL_SIZE = len(_SEAL) + 64
_LEVEL_OF_SETS = 17
_LONG_MATCH = 512
"""The compressor takes a match of this length without searching for a better one. Neighbouring
words mostly have the same set, so matches are long: with this length, level 17 is as small as level
19 to within 1 %, in half the time. With the level's own length (64), the column would be 8 %
larger."""
_LEVEL_OF_DEFINITIONS = 3
"""The highest compression level would save a quarter of the bytes, but take a hundred times as
long."""
_HEADER = struct.Struct("<4x2xHH8xLLHH")
"""The header of a ZIP's member: flags, method, sizes (compressed, original, name, extra)."""
_STORED = 0
"""The ZIP method of a member that is not compressed."""


Columns = tuple[bytes | memoryview, bytes | memoryview, bytes | memoryview]


class _Format(msgspec.Struct):
    """The field that every format has."""

    format: Annotated[int, msgspec.Meta(ge=1)]


_read_format = msgspec.json.Decoder(_Format).decode
_read_manifest = msgspec.json.Decoder(Manifest).decode


def pack(
    manifest: Manifest,
    columns: tuple[bytes, bytes, bytes],
    sets: bytes,
    definitions: bytes = b"",
) -> bytes:
    """Returns the bytes of a lexicon file; the same arguments give the same bytes. `definitions`:
    the column of definitions; the manifest states how many there are. Raises `LexiconError` if
    readers would refuse the result.
    """
    import zipfile  # only needed for writing

    members = {"manifest.json": msgspec.json.format(msgspec.json.encode(manifest), indent=1)}
    members.update(zip(COLUMNS, (*columns, _pack_sets(sets)), strict=True))
    if definitions:
        fast_packer = zstandard.ZstdCompressor(level=_LEVEL_OF_DEFINITIONS, write_checksum=False)
        members[DEFINITIONS] = fast_packer.compress(definitions)
    try:
        _ = _read_checked_manifest(members["manifest.json"])
        _check_columns(columns)
        _measure_sets(members[COLUMNS[-1]], manifest)
        if manifest.definitions:
            _ = _unpack_definitions(members, manifest)
    except ValueError as error:
        raise LexiconError(f"{manifest.name}: cannot be made into a lexicon: {error}") from None
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, data)
        archive.comment = b"\0" * _SEAL_SIZE
    sealed = out.getvalue()[:-_SEAL_SIZE]
    return sealed + _SEAL + hashlib.sha256(sealed).hexdigest().encode()


def _pack_sets(sets: bytes) -> bytes:
    parameters = zstandard.ZstdCompressionParameters.from_level(
        _LEVEL_OF_SETS,
        source_size=len(sets),
        target_length=_LONG_MATCH,
        write_checksum=False,
    )
    return zstandard.ZstdCompressor(compression_params=parameters).compress(sets)


def get_digest(data: bytes) -> str:
    """Returns the digest in the seal of a lexicon file that `pack` made."""
    return data[-64:].decode()


class LexiconParts(NamedTuple):
    """The content of a lexicon file. `columns`: the columns of the automaton. `sets`: the numbers
    of the words' category sets, in the form of `_kernel.WordCategories`."""

    manifest: Manifest
    columns: Columns
    sets: bytes
    digest: str


def unpack(data: bytes, path: str) -> LexiconParts:
    """Parses the bytes of a lexicon file. Raises `LexiconError`, which names `path`, for anything
    but a complete lexicon of this format."""
    digest = check_seal(data, path)
    try:
        members = _read_members(data)
        version = _read_format(members["manifest.json"]).format
        if (fault := READABLE.find_fault(version)) is not None:
            raise LexiconError(f"{path}: {fault}")
        manifest = _read_checked_manifest(members["manifest.json"])
        arcs, references, pointers, sets = (members[name] for name in COLUMNS)
        _check_columns((arcs, references, pointers))
        numbers = _unpack_sets(sets, manifest)
    except LexiconError:
        raise
    except Exception as error:  # parsers may raise anything for hostile bytes
        raise LexiconError(f"{path}: sealed, but not readable as a lexicon ({error})") from None
    return LexiconParts(manifest, (arcs, references, pointers), numbers, digest)


def read_definitions(data: bytes, manifest: Manifest, path: str) -> Definitions:
    """Returns the definitions in the bytes of a lexicon file that was opened with this manifest.
    Does not recheck the seal. Raises `LexiconError`, which names `path`."""
    try:
        return _unpack_definitions(_read_members(data), manifest)
    except Exception as error:  # parsers may raise anything for hostile bytes
        raise LexiconError(f"{path}: its definitions are not readable ({error})") from None


def read_file(path: Path) -> LexiconParts:
    """Returns the parts of the lexicon file at `path`. Raises `LexiconError`."""
    try:
        with _open(path) as stream:
            data = stream.read()
    except OSError as error:
        raise LexiconError(f"{path}: cannot be read: {error.strerror}") from None
    return unpack(data, str(path))


def read_manifest(path: Path) -> Manifest:
    """Returns the manifest of a lexicon file without checking its seal; do not use this for
    judging. Raises `LexiconError`."""
    try:
        with _open(path) as stream:  # the manifest is the first member
            header = stream.read(_HEADER.size)
            *_, size, name, extra = _HEADER.unpack(header)
            size = min(size, limits.MOST_MANIFEST_BYTES)
            members = _read_members(header + stream.read(name + extra + size), 1)
            stream.seek(-_SEAL_SIZE, os.SEEK_END)
            if not stream.read().startswith(_SEAL):
                raise ValueError("cut short or damaged at its end")
        return _read_checked_manifest(members["manifest.json"])
    except Exception as error:
        raise LexiconError(f"{path}: not readable as a lexicon ({error})") from None


def _open(path: Path) -> IO[bytes]:
    """Opens a file. Raises `OSError`, including for pipes and devices, which may be endless."""
    if path.is_fifo() or path.is_char_device():
        raise OSError(errno.EINVAL, "it is not a file")
    return path.open("rb")


def check_seal(data: bytes, path: str) -> str:
    """Checks the seal in the bytes of a lexicon file, and returns its digest. Raises
    `LexiconError`, which names `path`."""
    if not data:
        raise LexiconError(f"{path}: the file is empty; build or copy it again")
    if not data.startswith(b"PK"):
        raise LexiconError(f"{path}: not a lexicon file")
    sealed, seal = memoryview(data)[:-_SEAL_SIZE], data[-_SEAL_SIZE:]
    if not seal.startswith(_SEAL):
        if data[30:43] == b"manifest.json":
            raise LexiconError(f"{path}: cut short or damaged at its end; build or copy it again")
        raise LexiconError(f"{path}: a ZIP file, but not a lexicon")
    digest = hashlib.sha256(sealed).hexdigest()
    if seal[len(_SEAL) :] != digest.encode():
        raise LexiconError(f"{path}: damaged: the content does not match the seal; copy it again")
    return digest


def _read_members(data: bytes, maximum: int = limits.MOST_MEMBERS) -> dict[str, memoryview]:
    """Maps names to the first uncompressed members, which are located by reading their headers. The
    seal protects every byte, so there is no need to read the ZIP's directory and checksums, as
    zipfile does."""
    members: dict[str, memoryview] = {}
    whole, at = memoryview(data), 0
    while len(members) < maximum and data.startswith(b"PK\3\4", at):
        flags, method, packed, size, name, extra = _HEADER.unpack_from(data, at)
        start = at + _HEADER.size + name + extra
        at = start + size
        if flags & 0b1001 or method != _STORED or packed != size or at > len(data):
            raise ValueError("a member is compressed or encrypted")
        label = data[start - extra - name : start - extra].decode()
        if label in members:
            raise ValueError("two members have the same name")
        members[label] = whole[start:at]
    return members


def _read_checked_manifest(data: bytes | memoryview) -> Manifest:
    """Returns the manifest in JSON. Raises `ValueError` for a manifest that exceeds the limits."""
    limits.check_number("bytes of manifest", len(data), limits.MOST_MANIFEST_BYTES)
    _ = str(data, "utf-8")  # msgspec does not decode the values of unknown fields
    manifest = _read_manifest(data)
    check_limits(manifest)
    return manifest


def _check_columns(columns: Columns) -> None:
    """Raises `ValueError` if the counts at the start of the columns of arcs and references exceed
    what their sizes allow."""
    arcs, references = (int.from_bytes(column[4:8], "little") for column in columns[:2])
    size = sum(map(len, columns))
    maximum = limits.SURE_ARCS + limits.ARCS_IN_A_BYTE * size
    limits.check_number(f"arcs in {size:,} bytes", arcs, maximum)
    maximum = limits.SURE_REFERENCES + size // limits.BYTES_OF_A_REFERENCE
    limits.check_number(f"references in {size:,} bytes", references, maximum)


def _measure_sets(packed: bytes | memoryview, manifest: Manifest) -> int:
    """Returns the unpacked size of the sets in bytes. Raises `ValueError` if this size is wrong or
    too large."""
    count, size = len(manifest.sets), zstandard.frame_content_size(packed)
    if size != manifest.words * (0 if count < 2 else 1 if count <= 1 << 8 else 2):
        raise ValueError("the numbers of words and of their category sets differ")
    maximum = limits.SURE_SETS + limits.SETS_IN_A_BYTE * len(packed)
    limits.check_number(f"bytes of category sets in {len(packed):,} bytes", size, maximum)
    return size


def _unpack_sets(packed: memoryview, manifest: Manifest) -> bytes:
    if (
        _measure_sets(packed, manifest) == 0
    ):  # saves loading zstandard if all words have the same set
        return b""
    return _unpack_frame(packed)


def _unpack_frame(packed: bytes | memoryview) -> bytes:
    """Raises `zstandard.ZstdError` for a damaged frame or trailing bytes."""
    return zstandard.ZstdDecompressor().decompress(packed, allow_extra_data=False)


def _unpack_definitions(
    members: Mapping[str, bytes | memoryview], manifest: Manifest
) -> Definitions:
    """Raises `ValueError` if the number differs from that in the manifest, or if the size exceeds
    the limit."""
    from wordtools.lexicon.definitions import Definitions  # not needed for judging

    if DEFINITIONS not in members:
        raise ValueError("there are none")
    packed = members[DEFINITIONS]
    size = zstandard.frame_content_size(packed)
    maximum = limits.SURE_DEFINITIONS + limits.DEFINITIONS_IN_A_BYTE * len(packed)
    limits.check_number(f"bytes of definitions in {len(packed):,} bytes", size, maximum)
    if size < 0:
        raise ValueError("their size is not stated")
    column = _unpack_frame(packed)
    return Definitions(column, manifest.definitions, manifest.words)
