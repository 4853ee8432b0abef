"""`wordtools help` and `completion`: what commands there are, told to people and to shells."""

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
    """Show what commands there are, or what one of them does and takes."""
    app([*(command or []), "--help"], prog_name="wordtools", standalone_mode=False)


@app.command()
def completion(
    shell: Annotated[
        Literal["bash", "zsh", "fish"], typer.Argument(metavar="SHELL", help="bash, zsh or fish.")
    ],
) -> None:
    """Print the script by which a shell completes commands, recipes and lexicons."""
    os.environ["_WORDTOOLS_COMPLETE"] = f"source_{shell}"  # as click answers every program's shell
    app(prog_name="wordtools", standalone_mode=False)
