"""`wordtools backup` and `wordtools restore`: what a service keeps, in one file."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordtools.cli.app import Json, app, complete_lexicon, print_json
from wordtools.cli.serve import LogOption
from wordtools.wording import pluralize

if TYPE_CHECKING:
    from wordtools.service.backup import Restored


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup, a new file.")],
    log: LogOption = "",
    lexicon: Annotated[
        list[str] | None,
        typer.Option(
            "--lexicon",
            "-l",
            metavar="LEXICON",
            help="A lexicon that the service offers, if it is not found by its name; may be "
            "repeated.",
            autocompletion=complete_lexicon,
        ),
    ] = None,
    rules: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A ruleset of the service's own; may be repeated."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The settings that it was started with.")
    ] = None,
    json: Json = False,
) -> None:
    """Save what a service keeps to one file, while it runs or not.

    The file has the log with all that is beside it (stations, the hash of the director's password),
    the lexicons on offer, the settings and the service's own rulesets. It is written completely or
    not at all, and only its owner can read it. A backup that would lack something is refused.
    """
    from wordtools.service.backup import back_up

    made = back_up(log, file, lexicons=lexicon or [], rules=rules or [], settings_file=settings)
    if json:
        print_json(made)
        return
    for part in made.parts:
        print(f"{part.name}: {pluralize(part.size, 'byte')}")
    print(f"saved to {file}: {pluralize(made.records, 'record')}, head {made.head}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to, a new folder.")],
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Put the log into this empty PostgreSQL database, not into the folder.",
        ),
    ] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="If the folder is not empty, move it aside first.")
    ] = False,
    json: Json = False,
) -> None:
    """Put what a backup holds into a folder, once all of it is checked.

    Checks the file's seal, the chain of the log and the digest of each lexicon. The folder appears
    whole or not at all. Prints the command that serves from it.
    """
    from wordtools.errors import WordtoolsError
    from wordtools.service.backup import restore as put_back

    if database and not database.startswith("postgres"):
        raise WordtoolsError("--database names a PostgreSQL database: postgresql://USER@HOST/NAME")
    restored = put_back(file, folder, url=database, replace=replace)
    made = restored.manifest
    if json:
        print_json(restored)
        return
    if restored.aside is not None:
        print(f"moved aside: {restored.aside}")
    if not restored.is_loaded:
        print(f"{restored.log} has this log already")
    print(f"restored to {folder}: {pluralize(made.records, 'record')}, head {made.head}")
    if made.in_force is not None:
        print(f"serve it: {shlex.join(_serving(restored, folder, database))}")


def _serving(restored: Restored, folder: Path, database: str) -> list[str]:
    """The command that serves what was restored, the lexicon in force first."""
    from wordtools.service import backup

    made = restored.manifest
    in_force = made.in_force.file if made.in_force else ""
    names = [part.name for part in made.parts]
    lexicons = [name for name in names if name.startswith(f"{backup.LEXICONS}/")]
    command = ["wordtools", "serve"]
    for name in sorted(lexicons, key=lambda name: name != in_force):
        command += ["-l", str(folder / name)]
    for name in names:
        if name.startswith(f"{backup.RULES}/"):
            command += ["--rules", str(folder / name)]
    if backup.SETTINGS in names:
        command += ["--settings", str(folder / backup.SETTINGS)]
    command += ["--password-file", str(folder / backup.PASSWORD)]
    return [*command, "--log", restored.log]
