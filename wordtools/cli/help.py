"""`wordtools help`: the help of all, or of a command."""

from __future__ import annotations

from typing import Annotated

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
