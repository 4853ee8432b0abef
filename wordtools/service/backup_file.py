"""The file of a backup: a sealed ZIP archive whose members are not compressed.

The first member, `backup.json`, states the format, and lists the size and SHA-256 of each other
member. As in a lexicon, the seal is the archive's comment, and contains the SHA-256 of all bytes
before it. Because nothing is compressed, a file never unpacks to more than its own size.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Annotated

import msgspec

from wordtools.errors import WordtoolsError
from wordtools.stored import StoredFormat

FORMAT = StoredFormat(1)
MANIFEST = "backup.json"
_LARGEST_MANIFEST = 1 << 20  # bytes
_SEAL = b"wordtools backup sha256:"
_SEAL_SIZE = len(_SEAL) + 64
_CHUNK = 1 << 20
_NAME = re.compile(r"(?:rules/|lexicons/)?(?!\.)[^/\\\0]{1,200}")

Count = Annotated[int, msgspec.Meta(ge=0)]


class BackupPart(msgspec.Struct, frozen=True):
    """A file in a backup. `format` is the format number that the file itself declares."""

    name: str
    size: Count
    sha256: str
    format: int = 1


class LexiconInForce(msgspec.Struct, frozen=True):
    """The lexicon in force: its edition, digest and file in the backup."""

    edition: str
    digest: str
    file: str


class BackupManifest(msgspec.Struct, frozen=True):
    """The contents of a backup, including the number of records in the log, the hash of the last
    record, and the formats of the log's parts.
    """

    format: int
    made: str
    made_by: str
    records: Count
    head: str
    formats: dict[str, int]
    in_force: LexiconInForce | None
    parts: list[BackupPart]


class _Stated(msgspec.Struct):
    format: Annotated[int, msgspec.Meta(ge=1)]


def describe_part(name: str, path: Path, format: int) -> BackupPart:
    """Describes a file as the manifest lists it. Raises `OSError`."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return BackupPart(name, file.tell(), digest, format)


def write_backup(path: Path, manifest: BackupManifest, files: Mapping[str, Path]) -> None:
    """Writes a backup to a new file that only its owner can read. Raises `OSError`."""
    path.touch(0o600, exist_ok=False)
    with path.open("r+b") as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(
                _name_member(MANIFEST), msgspec.json.format(msgspec.json.encode(manifest))
            )
            for name, source in files.items():
                member = _name_member(name)
                # zipfile needs the size to decide whether to use 64 bits
                member.file_size = source.stat().st_size
                with source.open("rb") as data, archive.open(member, "w") as target:
                    shutil.copyfileobj(data, target, _CHUNK)
            archive.comment = b"\0" * _SEAL_SIZE
        size = out.seek(-_SEAL_SIZE, os.SEEK_END)
        digest = _hash_start(out, size)
        out.seek(size)
        out.write(_SEAL + digest.encode())
        out.flush()
        os.fsync(out.fileno())


def read_backup(path: Path, folder: Path) -> BackupManifest:
    """Extracts a backup into an empty folder, and returns its manifest. Raises `WordtoolsError` if
    the file is not a backup, is damaged or has a newer format, and `OSError` if reading or writing
    fails."""
    try:
        with path.open("rb") as file:
            _check_seal(file, path)
            with zipfile.ZipFile(file) as archive:
                manifest = _read_manifest(archive, path)
                for part in manifest.parts:
                    _extract(archive, part, folder)
                return manifest
    except (WordtoolsError, OSError):
        raise
    except Exception as error:  # parsers may raise any error for hostile bytes
        raise WordtoolsError(
            f"{path}: intact, but not readable as a backup ({error}); use another backup"
        ) from None


def _check_seal(file: IO[bytes], path: Path) -> None:
    """Raises `WordtoolsError` unless the seal matches."""
    if file.read(4) != b"PK\3\4":
        raise WordtoolsError(f"{path}: not a wordtools backup")
    size = file.seek(0, os.SEEK_END) - _SEAL_SIZE
    file.seek(max(size, 0))
    seal = file.read()
    if not seal.startswith(_SEAL):
        raise WordtoolsError(f"{path}: cut short, damaged at its end, or not a wordtools backup")
    if seal[len(_SEAL) :] != _hash_start(file, size).encode():
        raise WordtoolsError(f"{path}: damaged: the content does not match the seal; copy it again")


def _read_manifest(archive: zipfile.ZipFile, path: Path) -> BackupManifest:
    """The manifest, after a check that the names of its parts are safe. Raises `WordtoolsError`,
    `ValueError`, and the errors of msgspec and zipfile."""
    if archive.getinfo(MANIFEST).file_size > _LARGEST_MANIFEST:
        raise ValueError("its manifest is too large")
    data = archive.read(MANIFEST)
    fault = FORMAT.find_fault(msgspec.json.decode(data, type=_Stated).format)
    if fault is not None:
        raise WordtoolsError(f"{path}: {fault}")
    manifest = msgspec.json.decode(data, type=BackupManifest)
    names = [part.name for part in manifest.parts]
    if len(set(names)) < len(names) or not all(map(_NAME.fullmatch, names)):
        raise ValueError("its manifest repeats a name, or has one that is not allowed")
    if sum(part.size for part in manifest.parts) > path.stat().st_size:
        raise ValueError("its manifest states more bytes than the file has")
    if sorted(archive.namelist()) != sorted([MANIFEST, *names]):
        raise ValueError("its manifest does not list exactly the files in it")
    return manifest


def _extract(archive: zipfile.ZipFile, part: BackupPart, folder: Path) -> None:
    """Extracts a part. Raises `ValueError` if the part differs from the manifest, and `OSError` if
    writing fails."""
    info = archive.getinfo(part.name)
    if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1:
        raise ValueError(f"{part.name} is compressed or encrypted")
    target = folder / part.name
    target.parent.mkdir(mode=0o700, exist_ok=True)
    target.touch(0o600, exist_ok=False)
    digest, size = hashlib.sha256(), 0
    with archive.open(info) as data, target.open("wb") as file:
        while chunk := data.read(_CHUNK):
            size += len(chunk)
            if size > part.size:
                raise ValueError(f"{part.name} is larger than the manifest says")
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    if (size, digest.hexdigest()) != (part.size, part.sha256):
        raise ValueError(f"{part.name} differs from the manifest")


def _name_member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.create_system, info.external_attr = 3, 0o600 << 16
    return info


def _hash_start(file: IO[bytes], size: int) -> str:
    """The SHA-256 of a file's first bytes, in hexadecimal."""
    file.seek(0)
    digest = hashlib.sha256()
    while size > 0 and (chunk := file.read(min(size, _CHUNK))):
        digest.update(chunk)
        size -= len(chunk)
    return digest.hexdigest()
