"""`wordtools decide`: add a word to a list or remove it, for a recorded reason."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from wordtools.cli.app import Json, Quiet, app, print_json
from wordtools.cli.build import complete_recipe
from wordtools.errors import WordtoolsError
from wordtools.folders import SOURCES
from wordtools.wording import join_list, suggest


@app.command()
def decide(
    verdict: Annotated[
        Literal["in", "out"],
        typer.Argument(metavar="in | out", help='"in" adds the word; "out" removes it.'),
    ],
    word: Annotated[str, typer.Argument(metavar="WORD", help="The word, in any spelling.")],
    why: Annotated[str, typer.Option(help="The reason, which `wordtools why` shows.")],
    recipe: Annotated[
        str,
        typer.Option(
            "--recipe",
            "-r",
            metavar="NAME | RECIPE.toml",
            help="The recipe of the list. [default: the only one in sources/]",
            autocompletion=complete_recipe,
        ),
    ] = "",
    authority: Annotated[str, typer.Option(help="Who decided: a person or committee.")] = "",
    reference: Annotated[
        str, typer.Option(help="The source of the decision, such as minutes.")
    ] = "",
    since: Annotated[
        str,
        typer.Option(
            metavar="DATE",
            help="The date when it takes effect: 2026, 2026-01 or 2026-01-31. [default: today]",
        ),
    ] = "",
    category: Annotated[
        list[str] | None, typer.Option(help="in: a category of the word; may be repeated.")
    ] = None,
    definition: Annotated[str, typer.Option(help="in: the definition of the word.")] = "",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Add a word to a list or remove it, with a line in the recipe's decisions file.

    The lexicon changes when it is next built. All decisions on a word are kept; the latest counts.
    """
    from wordtools.compiler.decisions import Decision, find_declared, record_decision

    path = _find_own_recipe(recipe)
    declared = find_declared(path)
    today = datetime.datetime.now().astimezone().date().isoformat()
    decision = Decision(
        word, verdict, since or today, authority, why, reference, category or [], definition
    )
    file, line = record_decision(path, decision)
    if json:
        print_json({"path": str(file), "line": line, "decision": decision})
    elif not quiet:
        print(f"{file}:{line}: {word} is {decision}")
        if not declared:
            print(f'  note: {path} now has the line decisions = ["{file.name}"]')
        if verdict == "in" and not category and (lacking := _describe_lacking(path)):
            print(f"  note: unless a source has {word}, {lacking}")


def _describe_lacking(path: Path) -> str:
    """Says which editions of the recipe lack a word without categories; "" if none do."""
    from wordtools.compiler.recipe_files import read_recipe

    rules = {n: rule.include for n, rule in read_recipe(path).editions.items() if rule.include}
    if not rules:
        return ""
    categories = dict.fromkeys(name for include in rules.values() for name in include)
    return (
        f"{join_list(rules)} will lack it; write {join_list(categories, 'or')} into the column "
        "categories of that line (next time, use --category)"
    )


def _find_own_recipe(name: str) -> Path:
    """Returns the recipe at the given path, or the one of that name in `sources/`. Ignores recipes
    included in wordtools, because all users share them. Raises `WordtoolsError`."""
    from wordtools.compiler.recipe_files import find_in_folder

    if name.endswith(".toml"):
        return Path(name)
    own = [path.stem for path in find_in_folder(SOURCES)]
    if name and own and name not in own:
        raise WordtoolsError(f"there is no recipe {SOURCES}/{name}.toml; {suggest(name, own)}")
    names = [name] if name in own else own
    if not own:
        remedy = "`wordtools new-recipe NAME --list LIST` drafts one"
        raise WordtoolsError(f"there is no recipe in {SOURCES}/ yet; {remedy}")
    if len(names) != 1:
        raise WordtoolsError(f"choose the recipe with --recipe: {join_list(names, 'or')}")
    return SOURCES / f"{names[0]}.toml"
