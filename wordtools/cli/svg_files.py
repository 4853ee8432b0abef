"""Writes SVG files, replacing only pictures that wordtools drew."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from wordtools.errors import WordtoolsError


def complete_theme(incomplete: str) -> list[str]:
    """Returns the themes whose names begin with `incomplete`, for shell completion."""
    from wordtools.pictures.themes import load_themes

    return [name for name in load_themes() if name.startswith(incomplete)]


ThemeOption = Annotated[
    str,
    typer.Option(
        metavar="THEME",
        help="The colours of --svg: light, dark, or print (no colours).",
        autocompletion=complete_theme,
    ),
]


def check_suffix(path: Path) -> None:
    """Raises `WordtoolsError` unless the file name ends with .svg."""
    if path.suffix.lower() != ".svg":
        raise WordtoolsError(f"{path}: pictures are SVG files; name it FILE.svg")


def write_pictures(pictures: Mapping[Path, str]) -> None:
    """Writes all pictures or none. Raises `WordtoolsError` if this would replace anything other
    than a picture that wordtools drew, and `OSError` if writing fails."""
    from wordtools.files import write_files

    for path in pictures:
        if path.exists() and not _is_ours(path):
            raise WordtoolsError(
                f"{path} already exists, and is not a wordtools picture; choose another name, or "
                "delete the file"
            )
    write_files({path: picture.encode() for path, picture in pictures.items()})


def write_folder(folder: Path, pictures: Mapping[str, str], pattern: str) -> None:
    """Writes pictures into a folder, and removes pictures of an earlier game that match `pattern`.
    Raises the same errors as `write_pictures`."""
    if folder.exists() and not folder.is_dir():
        raise WordtoolsError(f"{folder} is a file; name a folder")
    write_pictures({folder / name: picture for name, picture in pictures.items()})
    for path in folder.glob(pattern):
        if path.name not in pictures and _is_ours(path):
            path.unlink()


def _is_ours(path: Path) -> bool:
    from wordtools.svg import HEAD

    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(HEAD)) == HEAD.encode()
