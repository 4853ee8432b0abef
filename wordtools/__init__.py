"""wordtools: a dictionary compiler and word judge for Scrabble-like games.

>>> import wordtools
>>> pt = wordtools.open("pt-PT")  # doctest: +SKIP
>>> "lição" in pt                 # doctest: +SKIP
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

from wordtools.errors import WordtoolsError

if TYPE_CHECKING:
    from wordtools.lexicon.find import open
    from wordtools.lexicon.lexicon import Lexicon

__version__ = "0.1.0"
__all__ = ["Lexicon", "WordtoolsError", "__version__", "open"]

_HOMES = {"Lexicon": "wordtools.lexicon.lexicon", "open": "wordtools.lexicon.find"}


def __getattr__(name: str) -> object:
    """What is imported when first asked for: so that the command line has a word to say when that
    fails or is interrupted."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found
