"""Estimates a build before it begins: its download, its time and its words.

`make languages` writes the measurements of included recipes into measured.json.
"""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import msgspec

from wordtools.compiler.fetch import is_fetched
from wordtools.compiler.recipe import Recipe

MEASURED = Path(__file__).parent / "measured.json"


class MeasuredBuild(msgspec.Struct, frozen=True):
    """The number of words in a recipe's first edition, and the processor seconds that its build
    took."""

    words: int
    seconds: int


class Measurements(msgspec.Struct, frozen=True):
    """The measured builds, indexed by recipe, and the sizes of packages in bytes, indexed by
    `name_archive`."""

    builds: dict[str, MeasuredBuild] = {}
    packages: dict[str, int] = {}


class BuildEstimate(msgspec.Struct, frozen=True):
    """The expected cost and result of a build; they are None if the build was never measured.
    `download`: the number of bytes to fetch. `managers`: package managers that the download needs
    but this machine lacks."""

    words: int | None
    seconds: int | None
    download: int | None
    managers: list[str]


def estimate_build(recipe: Recipe) -> BuildEstimate:
    """Returns the estimate for a recipe. Packages that were fetched before need no download."""
    measured = read_measurements()
    build = measured.builds.get(recipe.name)
    missing = {
        name: package for name, package in recipe.packages.items() if not is_fetched(recipe, name)
    }
    sizes = [measured.packages.get(name_archive(recipe, name)) for name in missing]
    managers = {package.manager for package in missing.values()}
    return BuildEstimate(
        words=None if build is None else build.words,
        seconds=None if build is None else build.seconds,
        download=None if None in sizes else sum(size for size in sizes if size is not None),
        managers=sorted(name for name in managers if not _is_installed(name)),
    )


def name_archive(recipe: Recipe, name: str) -> str:
    """Returns the name of a package's archive in the measurements, such as `apt/witalian-1.10`."""
    package = recipe.packages[name]
    return f"{package.manager}/{name}-{package.version}"


@cache
def read_measurements() -> Measurements:
    """Returns the measurements of included recipes, which are empty if nothing has been
    measured."""
    if not MEASURED.exists():
        return Measurements()
    return msgspec.json.decode(MEASURED.read_bytes(), type=Measurements)


def _is_installed(manager: str) -> bool:
    return manager == "pip" or shutil.which({"apt": "apt-get"}.get(manager, manager)) is not None
