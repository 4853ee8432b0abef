"""wordtools: a dictionary compiler and word judge for Scrabble-like games.

>>> import wordtools
>>> pt = wordtools.open("pt-PT")  # doctest: +SKIP
>>> "lição" in pt                 # doctest: +SKIP
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

from wordtools.errors import WordtoolsError
from wordtools.version import __version__

if TYPE_CHECKING:
    from wordtools.lexicon.find import open_lexicon as open
    from wordtools.lexicon.lexicon import Lexicon

__all__ = ["Lexicon", "WordtoolsError", "__version__", "open"]

_HOMES = {
    "Lexicon": ("wordtools.lexicon.lexicon", "Lexicon"),
    "open": ("wordtools.lexicon.find", "open_lexicon"),
}


def __getattr__(name: str) -> object:
    """What is imported when first asked for: so that the command line has a word to say when that
    fails or is interrupted."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    found: object = getattr(import_module(module), attribute)
    globals()[name] = found
    return found
