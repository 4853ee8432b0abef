"""`wordtools help` and `completion`: help for people and for shells."""

from __future__ import annotations

import os
from typing import Annotated, Literal

import typer

from wordtools.cli.app import app


@app.command("help")
def show_help(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="COMMAND", help="The command, as in `help log`.")
    ] = None,
) -> None:
    """List the commands, or explain one of them."""
    app([*(command or []), "--help"], prog_name="wordtools", standalone_mode=False)


@app.command()
def completion(
    shell: Annotated[
        Literal["bash", "zsh", "fish"], typer.Argument(metavar="SHELL", help="bash, zsh or fish.")
    ],
) -> None:
    """Print a shell script that completes commands, recipes and lexicons."""
    os.environ["_WORDTOOLS_COMPLETE"] = f"source_{shell}"  # Click reads this variable
    app(prog_name="wordtools", standalone_mode=False)
