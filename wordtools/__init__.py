"""wordtools: a dictionary compiler and word judge for Scrabble-like games.

>>> import wordtools
>>> farm = wordtools.compile(["goat", "cow"], "en")
>>> "Cow" in farm, list(farm)
(True, ['COW', 'GOAT'])
"""

from functools import cache
from importlib import import_module

from wordtools.errors import WordtoolsError as WordtoolsError
from wordtools.version import __version__ as __version__


@cache
def _find_homes() -> dict[str, tuple[str, str]]:
    """Reads from `__init__.pyi` the module that defines each public name, and the name it has
    there."""
    import ast
    from pathlib import Path

    homes: dict[str, tuple[str, str]] = {}
    for statement in ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8")).body:
        match statement:
            case ast.ImportFrom(module=str(module), names=names):
                homes |= {imported.name: (module, imported.name) for imported in names}
            case ast.Assign(targets=[ast.Name(name)], value=ast.Name(other)):
                homes[name] = homes.pop(other)
    return homes


def __getattr__(name: str) -> object:
    """Imports a public name when it is first used, so that the command line can report a failed
    import."""
    if name == "__all__":
        return sorted(_find_homes())
    if name not in _find_homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _find_homes()[name]
    value: object = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Lists the public names, including those not yet imported."""
    return sorted({*globals(), *_find_homes()})
