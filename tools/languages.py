"""Compiles and measures every language. `make languages` runs `python -m tools.languages NAME` for
each recipe, which compiles the recipe in a separate process. It then runs the module without a
name, which prints a table of all languages. Also writes each language's counts into its page of
docs/lists, and the measurements that wordtools/compiler/estimate.py reads."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from wordtools.cli.build import format_counts
from wordtools.compiler.build import BuildReport
from wordtools.compiler.estimate import (
    MEASURED,
    MeasuredBuild,
    Measurements,
    name_archive,
    read_measurements,
)
from wordtools.compiler.recipe_files import list_recipes, read_recipe

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build"
PAGES = ROOT / "docs" / "lists"
PROGRAM = Path(sys.executable).with_name("wordtools")

COLUMNS = 8
# tools.docs leaves this block alone, since CI does not compile these languages.
BLOCK = r"(?s)(<!-- begin counts-{} -->\n).*?(<!-- end counts-{} -->)"


class Measured(msgspec.Struct, frozen=True):
    """A build, its peak memory in bytes, and its processor seconds."""

    report: BuildReport
    memory: int
    seconds: float = 0


def measure_build(name: str) -> Measured:
    """Compiles a recipe into build/. If that fails, exits with the exit code of `wordtools
    build`."""
    command = [str(PROGRAM), "build", name, "--json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as build:
        assert build.stdout
        printed = build.stdout.read()
        _, status, used = os.wait4(build.pid, 0)
        build.returncode = os.waitstatus_to_exitcode(status)
    if build.returncode:
        sys.exit(build.returncode)
    unit = 1 if sys.platform == "darwin" else 1024
    (report,) = msgspec.json.decode(printed, type=list[BuildReport])
    return Measured(report, used.ru_maxrss * unit, used.ru_utime + used.ru_stime)


def format_all(every: Sequence[Measured]) -> Iterator[str]:
    """The lines of a table of outcomes, with several languages side by side."""
    for start in range(0, len(every), COLUMNS):
        some = every[start : start + COLUMNS]
        yield from format_counts([measured.report for measured in some])
        yield f"{'peak MB':<24}" + "".join(f"{measured.memory / 1e6:>13.0f}" for measured in some)
        yield ""


def describe_build(report: BuildReport) -> str:
    """The table of a language's page: its editions, then the outcomes of its entries."""
    rows = [(f"words of `{name}`", words) for name, words in report.editions.items()]
    rows += [("entries read", report.read), ("accepted", report.accepted)]
    rows += [("duplicates", report.duplicates), ("rejected", sum(report.rejected.values()))]
    rows += [(f"– `{reason}`", count) for reason, count in report.rejected.items() if count]
    rows.append(("bytes", report.bytes))
    lines = [f"| {label} | {count:,} |" for label, count in rows]
    notes = [f"\n> {note}" for note in report.notes]
    return "\n".join(["| | |", "|---|---:|", *lines, *notes, ""])


def renew_page(report: BuildReport) -> None:
    """Writes the table into the language's page, if it has a place for it."""
    name = report.name
    page = PAGES / f"{name}.md"
    if page.is_file():
        block = re.compile(BLOCK.format(name, name))
        text = page.read_text("utf-8")
        table = describe_build(report)
        page.write_text(block.sub(lambda match: match[1] + table + match[2], text), "utf-8")


def renew_measurements(every: Sequence[Measured]) -> None:
    """Writes the measurements of builds and of the archives in sources/raw/. Keeps all other
    measurements."""
    old = read_measurements()
    builds, packages = dict(old.builds), dict(old.packages)
    for measured in every:
        words, *_ = measured.report.editions.values()
        builds[measured.report.name] = MeasuredBuild(words, math.ceil(measured.seconds))
    for path in list_recipes().values():
        recipe = read_recipe(path)
        for name in recipe.packages:
            archive = recipe.raw / name_archive(recipe, name) / "archive"
            if archive.is_file():
                packages[name_archive(recipe, name)] = archive.stat().st_size
    content = msgspec.json.encode(Measurements(builds, packages), order="sorted")
    MEASURED.write_bytes(msgspec.json.format(content) + b"\n")


def main(names: list[str]) -> None:
    for name in names:
        content = msgspec.json.encode(measure_build(name))
        (BUILD / f"{name}.measured.json").write_bytes(content)
    if not names:
        paths = sorted(BUILD.glob("*.measured.json"))
        every = [msgspec.json.decode(path.read_bytes(), type=Measured) for path in paths]
        for measured in every:
            renew_page(measured.report)
        renew_measurements(every)
        print(*format_all(every), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
