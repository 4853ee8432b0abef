"""Finds the folders of recipes, raw sources, lexicons and rulings. These are in the current folder
if it has `sources/` or `build/`, otherwise in the platform's folder for user data. A recipe given
by its path is always compiled into `build/`.

The environment variables WORDTOOLS_LEXICONS, WORDTOOLS_RAW and (on the command line) WORDTOOLS_LOG
take precedence. Functions that need the user's own folder raise `OSError` if the user has no home
folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

SOURCES = Path("sources")
BUILD = Path("build")
_PACKAGE = Path(__file__).parent


def list_recipe_folders() -> list[Path]:
    """The folders in which recipes are looked up by name: `sources/`, then the recipes included in
    wordtools. These are in an installed package, or beside it in a checkout."""
    return [SOURCES, *_list_own_recipes()]


def find_raw(recipes: Path) -> Path:
    """The folder for the raw sources of these recipes: `$WORDTOOLS_RAW` if set, or else `raw/`
    beside the recipes. Included recipes, whose folder may be read-only, use the user's cache
    instead of `raw/`."""
    if folder := os.environ.get("WORDTOOLS_RAW"):
        return Path(folder)
    if recipes != _PACKAGE / "sources":
        return recipes / "raw"
    from platformdirs import user_cache_path

    return _ask(user_cache_path) / "raw"


def list_lexicon_folders() -> list[Path]:
    """The folders that are searched for lexicons before the user's own: `build/`, then
    $WORDTOOLS_LEXICONS."""
    folders = [BUILD, *_list_named()]
    return list({path.resolve(): path for path in reversed(folders)}.values())[::-1]


def find_user_data() -> Path:
    """The user's own folder."""
    from platformdirs import user_data_path

    return _ask(user_data_path)


def find_user_lexicons() -> Path:
    """The user's own folder of lexicons."""
    return find_user_data() / "lexicons"


def choose_lexicon_folder(recipes: Path) -> Path:
    """The folder for lexicons compiled from a folder of recipes: usually `build/`. Outside a
    project, included recipes are compiled into the first folder of $WORDTOOLS_LEXICONS or, without
    one, the user's own folder."""
    if _is_project() or recipes not in _list_own_recipes():
        return BUILD
    return next(iter(_list_named()), None) or find_user_lexicons()


def choose_log() -> Path:
    """The default log."""
    if _is_project():
        return Path("rulings.db")
    folder = find_user_data()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "rulings.db"


def choose_table_key() -> Path:
    """The file with the key that protects the secrets of tables: $WORDTOOLS_TABLE_KEY, or a file in
    the user's own folder. The key is kept apart from logs, because others may read logs.
    """
    if path := os.environ.get("WORDTOOLS_TABLE_KEY"):
        return Path(path)
    return find_user_data() / "tables.key"


def _ask(find: Callable[[str], Path]) -> Path:
    """Calls a function of platformdirs, and returns its result. Raises `OSError` if the user has no
    home folder.
    """
    try:
        return find("wordtools")
    except RuntimeError:
        raise OSError("you have no home folder; set HOME to one") from None


def _list_own_recipes() -> list[Path]:
    places = (_PACKAGE / "sources", _PACKAGE.parent / "sources")
    return [folder for folder in places if folder.is_dir()]


def _is_project() -> bool:
    return SOURCES.is_dir() or BUILD.is_dir()


def _list_named() -> list[Path]:
    folders = os.environ.get("WORDTOOLS_LEXICONS", "")
    return [Path(folder) for folder in folders.split(os.pathsep) if folder]
