"""Where recipes, raw sources, lexicons and rulings are kept: in the current folder if it has
`sources/` or `build/`, otherwise where the platform keeps a user's data. What a user names by its
path is compiled into `build/` wherever that is.

Variables override both: WORDTOOLS_LEXICONS, WORDTOOLS_RAW and, on the command line, WORDTOOLS_LOG.
What asks for the user's own folder raises `OSError` when there is no home folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

SOURCES = Path("sources")
BUILD = Path("build")
_PACKAGE = Path(__file__).parent


def list_recipe_folders() -> list[Path]:
    """Where recipes are found by name: `sources/`, then the recipes that come with wordtools. Those
    of an installed package are inside it; a checkout has them beside it."""
    return [SOURCES, *_list_own_recipes()]


def find_raw(recipes: Path) -> Path:
    """Where the raw sources of a folder of recipes are fetched to: beside them, or for those inside
    the package, which may belong to another user, in the user's cache."""
    if named := os.environ.get("WORDTOOLS_RAW"):
        return Path(named)
    if recipes != _PACKAGE / "sources":
        return recipes / "raw"
    from platformdirs import user_cache_path

    return _ask(user_cache_path) / "raw"


def list_lexicon_folders() -> list[Path]:
    """Where lexicons are found by name before the user's own folder: `build/`, then the folders of
    $WORDTOOLS_LEXICONS; each once."""
    every = [BUILD, *_list_named()]
    return list({path.resolve(): path for path in reversed(every)}.values())[::-1]


def find_user_lexicons() -> Path:
    """The user's own folder of lexicons."""
    from platformdirs import user_data_path

    return _ask(user_data_path) / "lexicons"


def choose_lexicon_folder(recipes: Path) -> Path:
    """Where the lexicons of a folder of recipes are written to: `build/`, but for the recipes that
    come with wordtools, if there is no `sources/` or `build/` here, the first folder of
    $WORDTOOLS_LEXICONS or the user's own."""
    if _is_project() or recipes not in _list_own_recipes():
        return BUILD
    return next(iter(_list_named()), None) or find_user_lexicons()


def choose_log() -> Path:
    """The log that rulings are recorded in unless another is named."""
    if _is_project():
        return Path("rulings.db")
    from platformdirs import user_data_path

    folder = _ask(user_data_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "rulings.db"


def _ask(find: Callable[[str], Path]) -> Path:
    """The folder of wordtools that platformdirs finds for this user. Raises `OSError`."""
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
    named = os.environ.get("WORDTOOLS_LEXICONS", "")
    return [Path(part) for part in named.split(os.pathsep) if part]
