"""`wordtools backup` and `restore`: all data of a service in one file."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordtools.cli.app import Json, LogOption, Quiet, app, lexicon_option, print_json
from wordtools.cli.progress import show_progress
from wordtools.cli.serve import HeadsOption
from wordtools.errors import WordtoolsError
from wordtools.folders import choose_table_key
from wordtools.wording import pluralize

if TYPE_CHECKING:
    from wordtools.service.backup import Restored


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup file to create.")],
    log: LogOption = "",
    lexicon: Annotated[
        list[str] | None,
        lexicon_option("A lexicon of the service that is not found by its name; may be repeated."),
    ] = None,
    rules: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A custom ruleset of the service; may be repeated."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The service's settings file.")
    ] = None,
    heads: HeadsOption = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Save all data of a service to one file, even while the service runs.

    The file contains the log, stations, the hash of the director's password, lexicons with their
    signatures, signed heads, settings, custom rulesets, and the key to tables whose games have not
    ended. It contains no signing keys. Only its owner can read it. If anything is missing, no
    backup is written.
    """
    from wordtools.service.backup import back_up

    with show_progress(quiet=quiet) as progress:
        saved = back_up(
            log,
            file,
            lexicons=lexicon or [],
            rules=rules or [],
            settings_file=settings,
            heads_file=heads,
            table_key=choose_table_key(),
            progress=progress,
        )
    if json:
        print_json(saved)
        return
    if quiet:
        return
    for part in saved.parts:
        print(f"{part.name}: {pluralize(part.size, 'byte')}")
    print(f"saved to {file}: {pluralize(saved.records, 'record')}, head {saved.head}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to create.")],
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Restore the log into this empty PostgreSQL database instead of the folder.",
        ),
    ] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="If the folder is not empty, move it aside first.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check a backup and restore it into a folder.

    Checks the file's seal, the chain of the log and the digest of each lexicon. The folder is
    written completely or not at all. Prints the command that starts the service from this folder.
    """
    from wordtools.service.backup import restore as put_back

    if database and not database.startswith("postgres"):
        raise WordtoolsError("--database names a PostgreSQL database: postgresql://USER@HOST/NAME")
    with show_progress(quiet=quiet) as progress:
        restored = put_back(file, folder, url=database, replace=replace, progress=progress)
    manifest = restored.manifest
    if json:
        print_json(restored)
        return
    if quiet:
        return
    if restored.aside is not None:
        print(f"moved aside: {restored.aside}")
    if not restored.is_loaded:
        print(f"{restored.log} already has this log")
    print(f"restored to {folder}: {pluralize(manifest.records, 'record')}, head {manifest.head}")
    if manifest.in_force is not None:
        print(f"serve it: {shlex.join(_serving(restored, folder))}")


def _serving(restored: Restored, folder: Path) -> list[str]:
    """The command that serves a restored backup, with the lexicon in force first."""
    from wordtools.service import backup

    manifest = restored.manifest
    in_force = manifest.in_force.file if manifest.in_force else ""
    names = [part.name for part in manifest.parts]
    lexicons = [name for name in names if backup.is_lexicon(name)]
    key = f"WORDTOOLS_TABLE_KEY={folder / backup.TABLE_KEY}"
    command = ["env", key] if backup.TABLE_KEY in names else []
    command += ["wordtools", "serve"]
    for name in sorted(lexicons, key=lambda name: name != in_force):
        command += ["-l", str(folder / name)]
    for name in names:
        if name.startswith(f"{backup.RULES}/"):
            command += ["--rules", str(folder / name)]
    if backup.SETTINGS in names:
        command += ["--settings", str(folder / backup.SETTINGS)]
    command += ["--password-file", str(folder / backup.PASSWORD)]
    return [*command, "--log", restored.log]
