"""wordtools: a dictionary compiler and word judge for Scrabble-like games.

>>> import wordtools
>>> farm = wordtools.compile(["goat", "cow"], "en")
>>> "Cow" in farm, list(farm)
(True, ['COW', 'GOAT'])
"""

from importlib import import_module
from typing import TYPE_CHECKING

from wordtools.errors import WordtoolsError
from wordtools.version import __version__

if TYPE_CHECKING:
    from wordtools._kernel import Cursor
    from wordtools.board.board import Board
    from wordtools.board.generator import count_plays, find_plays
    from wordtools.board.tiles import read_rack
    from wordtools.compiler.combine import expurgate_words as expurgate
    from wordtools.compiler.combine import merge_lexicons as merge
    from wordtools.compiler.combine import tag_words as tag
    from wordtools.compiler.decisions import Decision
    from wordtools.compiler.decisions import record_decision as decide
    from wordtools.compiler.importing import import_lexicon
    from wordtools.compiler.release import release_lexicon as release
    from wordtools.compiler.why import explain_entry as why
    from wordtools.game.game import Game
    from wordtools.interchange.exporting import export_lexicon
    from wordtools.lexicon.compile import compile_lexicon as compile
    from wordtools.lexicon.diff import Comparison as diff
    from wordtools.lexicon.find import open_lexicon as open
    from wordtools.lexicon.graph import draw_graph as graph
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.lexicon.statistics import count_words as stats
    from wordtools.lexicon.verify import verify_lexicon as verify
    from wordtools.rules.loading import load_ruleset
    from wordtools.rules.ruleset import Ruleset

__all__ = [
    "Board",
    "Cursor",
    "Decision",
    "Game",
    "Lexicon",
    "Ruleset",
    "WordtoolsError",
    "__version__",
    "compile",
    "count_plays",
    "decide",
    "diff",
    "export_lexicon",
    "expurgate",
    "find_plays",
    "graph",
    "import_lexicon",
    "load_ruleset",
    "merge",
    "open",
    "read_rack",
    "release",
    "stats",
    "tag",
    "verify",
    "why",
]

_HOMES = {
    "Board": ("board.board", "Board"),
    "Cursor": ("_kernel", "Cursor"),
    "Decision": ("compiler.decisions", "Decision"),
    "Game": ("game.game", "Game"),
    "Lexicon": ("lexicon.lexicon", "Lexicon"),
    "Ruleset": ("rules.ruleset", "Ruleset"),
    "compile": ("lexicon.compile", "compile_lexicon"),
    "count_plays": ("board.generator", "count_plays"),
    "decide": ("compiler.decisions", "record_decision"),
    "diff": ("lexicon.diff", "Comparison"),
    "export_lexicon": ("interchange.exporting", "export_lexicon"),
    "expurgate": ("compiler.combine", "expurgate_words"),
    "find_plays": ("board.generator", "find_plays"),
    "graph": ("lexicon.graph", "draw_graph"),
    "import_lexicon": ("compiler.importing", "import_lexicon"),
    "load_ruleset": ("rules.loading", "load_ruleset"),
    "merge": ("compiler.combine", "merge_lexicons"),
    "open": ("lexicon.find", "open_lexicon"),
    "read_rack": ("board.tiles", "read_rack"),
    "release": ("compiler.release", "release_lexicon"),
    "stats": ("lexicon.statistics", "count_words"),
    "tag": ("compiler.combine", "tag_words"),
    "verify": ("lexicon.verify", "verify_lexicon"),
    "why": ("compiler.why", "explain_entry"),
}


def __getattr__(name: str) -> object:
    """What is imported when first asked for: so that the command line has a word to say when that
    fails or is interrupted."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    found: object = getattr(import_module(f"{__name__}.{module}"), attribute)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The names of the public API, imported or not."""
    return sorted({*globals(), *__all__})
