"""Installs the peers from PyPI and Debian into build/peers, apart from our own environment.

The Python packages are in a folder on the path of the benchmark's processes only; Debian's are
unpacked, not installed. So peers and wordtools can be imported side by side, and the machine is
unchanged.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "peers"
PYTHON = FOLDER / "python"
DEBIAN = FOLDER / "debian"

PYPI_PACKAGES = ("DAWG2==0.13.3", "ducer==1.2.0", "marisa-trie==1.4.1", "DAWG-Python==0.7.2")
DEBIAN_PACKAGES = (
    "dawgdic-tools",
    "libmorfologik-stemming2-java",
    "libcarrotsearch-hppc-java",
)

DAWGDIC_BUILD = str(DEBIAN / "usr/bin/dawgdic-build")


def install() -> None:
    """Installs missing peers. Raises `CalledProcessError` if that fails."""
    if not PYTHON.exists():
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        subprocess.run([*pip, "--no-deps", "--target", PYTHON, *PYPI_PACKAGES], check=True)
    if not DEBIAN.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", "-q", *DEBIAN_PACKAGES], cwd=FOLDER, check=True)
        for archive in FOLDER.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", archive, DEBIAN], check=True)
        source = Path(__file__).with_name("Cfsa2.java")
        subprocess.run(["javac", "-cp", _jars(), "-d", FOLDER, source], check=True)


def environment() -> dict[str, str]:
    """The environment of a process that can import the peers."""
    return {**os.environ, "PYTHONPATH": str(PYTHON), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}


def cfsa2(*arguments: str | Path) -> list[str]:
    """The command line of Cfsa2.java."""
    return ["java", "-cp", f"{FOLDER}:{_jars()}", "Cfsa2", *map(str, arguments)]


def _jars() -> str:
    return ":".join(map(str, sorted(DEBIAN.glob("usr/share/java/*.jar"))))


def versions() -> str:
    """The peers and their versions, as the page names them."""
    debian = sorted(path.name.split("_")[:2] for path in FOLDER.glob("*.deb"))
    named = [*(package.split("==") for package in PYPI_PACKAGES), *debian]
    return ", ".join(f"{name} {version}" for name, version in named)
