"""`wordtools recipes` and `new-recipe`: list recipes, and draft a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from wordtools.cli.app import Json, app, print_json
from wordtools.folders import SOURCES


@app.command()
def recipes(json: Json = False) -> None:
    """List the recipes that can be built by name, from sources/ and from wordtools itself."""
    from wordtools.compiler.recipe_files import list_recipes, read_recipe

    rows: list[dict[str, Any]] = []
    for name, path in sorted(list_recipes().items()):
        recipe = read_recipe(path)
        editions = [*recipe.editions]
        rows.append({"name": name, "title": recipe.title, "editions": editions, "path": str(path)})
    if json:
        print_json(rows)
        return
    width = max([8, *(len(row["name"]) for row in rows)])
    for row in rows:
        print(f"{row['name']:<{width}} {row['title']} ({', '.join(row['editions'])})")


@app.command("new-recipe")
def new_recipe(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The lexicon's name.")],
    alphabet: Annotated[
        str,
        typer.Option(
            help="An alphabet, such as en or pt, or a .toml file. [default: en; with --list, a "
            "new alphabet file with the list's letters]"
        ),
    ] = "",
    words: Annotated[
        Path | None,
        typer.Option(
            "--list",
            metavar="LIST",
            help="The list, one word per line. [default: NAME.txt beside the recipe]",
        ),
    ] = None,
    encoding: Annotated[str, typer.Option(help="The list's encoding (a Python codec).")] = "detect",
    into: Annotated[Path, typer.Option(help="The folder of recipes.")] = SOURCES,
) -> None:
    """Draft a commented recipe for a list of words."""
    from wordtools.compiler.new_recipe import write_recipe

    path, *other_files = write_recipe(name, alphabet, into, words, encoding)
    for file in other_files:
        print(f"{file}: new")
    task = f"put the words into {into / f'{name}.txt'}" if words is None else "check it"
    argument = name if into == SOURCES and "." not in name else path
    print(f"{path}: {task}, then run `wordtools build {argument}`")
