"""wordtools: a dictionary compiler and word judge for Scrabble-like games.

>>> import wordtools
>>> pt = wordtools.open("pt-PT")  # doctest: +SKIP
>>> "lição" in pt                 # doctest: +SKIP
True
"""

from wordtools.errors import WordtoolsError
from wordtools.lexicon.find import open
from wordtools.lexicon.lexicon import Lexicon

__version__ = "0.1.0"
__all__ = ["Lexicon", "WordtoolsError", "__version__", "open"]
