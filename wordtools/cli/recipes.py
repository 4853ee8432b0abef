"""`wordtools recipes` and `new-recipe`: listing recipes, and starting a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import Json, app, print_json
from wordtools.folders import SOURCES


@app.command()
def recipes(json: Json = False) -> None:
    """List the recipes that can be built by name: those in sources/ and those included."""
    from wordtools.compiler.recipe_files import list_recipes, read_recipe

    found = {name: (path, read_recipe(path)) for name, path in sorted(list_recipes().items())}
    if json:
        print_json(
            [
                {
                    "name": name,
                    "title": recipe.title,
                    "editions": [*recipe.editions],
                    "path": str(path),
                }
                for name, (path, recipe) in found.items()
            ]
        )
        return
    width = max([8, *map(len, found)])
    for name, (_, recipe) in found.items():
        print(f"{name:<{width}} {recipe.title} ({', '.join(recipe.editions)})")


@app.command("new-recipe")
def new_recipe(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The lexicon's name.")],
    alphabet: Annotated[
        str,
        typer.Option(
            help="An alphabet, such as en or pt, or a .toml file. [default: en; with --list, a "
            "file beside the recipe with the letters of the list]"
        ),
    ] = "",
    words: Annotated[
        Path | None,
        typer.Option(
            "--list",
            metavar="LIST",
            help="The list, a word on each line, in UTF-8. [default: NAME.txt beside the recipe]",
        ),
    ] = None,
    into: Annotated[Path, typer.Option(help="The folder of recipes.")] = SOURCES,
) -> None:
    """Write a commented recipe for a list of words, for you to complete."""
    from wordtools.compiler.new_recipe import write_recipe

    path, *others = write_recipe(name, alphabet, into, words)
    for other in others:
        print(f"{other}: new")
    task = f"put the words into {into / f'{name}.txt'}" if words is None else "check it"
    called = name if into == SOURCES and "." not in name else path
    print(f"{path}: {task}, then run `wordtools build {called}`")
