"""Installs a wheel in an empty environment and tries its main commands; run by `make package` and
cibuildwheel. It needs the standard library, pip and the packages that wordtools needs.

`python tools/smoke.py WHEEL` tries the wheel alone, then with every extra; `--base` only the first.
The raw Portuguese dictionaries are taken from $WORDTOOLS_RAW, or fetched.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Callable
from pathlib import Path

_FACE = """
import sys
import wordtools

loaded = {"icu", "sqlalchemy", "textual", "starlette", "typer"} & set(sys.modules)
assert not loaded, loaded
farm = wordtools.compile(["goat", "cow", "hen"], "en")
assert "Cow" in farm and list(farm) == ["COW", "GOAT", "HEN"]
assert [str(word) for word in farm.search(("containing", "O"), lengths=(3, 3))] == ["COW"]
assert wordtools.load_ruleset("scrabble-pl").title
"""
_OPENED = """
import wordtools

farm = wordtools.open("build/farm.lexicon")
assert "goat" in farm and "goats" not in farm
assert [str(word) for word in farm.anagrams("TOAG")] == ["GOAT"]
"""
_PATIENCE = 30  # seconds until the service answers


class Place:
    """An empty folder with a virtual environment, without access to a checkout."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._bin = folder / "environment" / "bin"
        kept = {"PATH", "LANG", "TMPDIR", "WORDTOOLS_RAW"}
        kept |= {name for name in os.environ if name.startswith(("PIP_", "SSL_"))}
        self._environment = {name: os.environ[name] for name in kept & os.environ.keys()}
        self._environment["HOME"] = str(folder / "home")
        venv.create(folder / "environment", with_pip=True)

    def install(self, wheel: str) -> None:
        self.run("python", "-m", "pip", "install", "--quiet", wheel)

    def write(self, name: str, text: str) -> None:
        (self._folder / name).write_text(text, "utf-8")

    def start(self, program: str, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self._bin / program, *arguments],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, program: str, *arguments: str, code: int = 0, says: str = "") -> None:
        """Runs a program; fails unless it exits with `code` and its output contains `says`."""
        process = self.start(program, *arguments)
        told, _ = process.communicate()
        if process.returncode != code or says not in told:
            sys.exit(f"{program} {' '.join(arguments)}: exit code {process.returncode}\n{told}")


def try_base(place: Place, wheel: str) -> None:
    """Tries the package with its required dependencies only."""
    place.run("wordtools", "--version", says="lexicon format")
    place.run("wordtools", "recipes", says="pt-PT")
    place.run("python", "-c", _FACE)
    place.run("wordtools", "judge", "-l", "none", code=2, says=f"`pip install '{wheel}[judge]'`")


def try_all(place: Place) -> None:
    """Tries the package with every extra."""
    place.run("wordtools", "build", "pt")
    place.run("wordtools", "challenge", "-l", "pt-PT", "lição", says="YES")
    place.run("wordtools", "challenge", "-l", "pt-PT", "licao", code=1, says="NO")
    place.write("list.txt", "cow\ngoat\nhen\n")
    place.run("wordtools", "build", "list.txt", "--name", "farm", "--alphabet", "en")
    farm = "build/farm.lexicon"
    place.run("wordtools", "challenge", "-l", farm, "cow", "hen", says="YES")
    place.run("wordtools", "challenge", "-l", farm, "cows", code=1, says="NO")
    place.run("python", "-c", _OPENED)
    place.run("wordtools", "publish", farm, "--into", "site", says="index.html")
    place.run("wordtools", "judge", "-l", farm, code=2, says="needs a terminal")
    try_service(place)


def try_service(place: Place) -> None:
    """Checks that the service reports itself healthy."""
    place.write("password", "a director's word\n")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    options = ["--password-file", "password", "--insecure-password-file", "--port", port]
    service = place.start("wordtools", "serve", "-l", "pt-PT", *options)
    end = time.monotonic() + _PATIENCE
    try:
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/health") as answer:
                    told = answer.read()
                break
            except OSError:
                if service.poll() is not None or time.monotonic() > end:
                    service.kill()
                    sys.exit(f"wordtools serve does not answer\n{service.communicate()[0]}")
                time.sleep(0.1)
    finally:
        service.terminate()
        service.wait()
    if b'"ok"' not in told:
        sys.exit(f"wordtools serve is not well: {told.decode()}")


def time_step(name: str, step: Callable[[], None]) -> None:
    begun = time.monotonic()
    step()
    print(f"{name:<34}{time.monotonic() - begun:6.1f} s", flush=True)


def main(wheel: str, *options: str) -> None:
    wheel = str(Path(wheel).resolve())
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        time_step("installed the wheel alone", lambda: place.install(wheel))
        time_step("it works", lambda: try_base(place, wheel))
        if options != ("--base",):
            time_step("installed what [all] brings", lambda: place.install(f"{wheel}[all]"))
            time_step("built, ruled, searched, served", lambda: try_all(place))


if __name__ == "__main__":
    main(*sys.argv[1:])
