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
    from wordtools.alphabet import Alphabet, load_alphabet
    from wordtools.board.board import Board
    from wordtools.board.evaluation import EvaluatedPlay, evaluate_play
    from wordtools.board.generator import count_plays, find_plays
    from wordtools.board.notation import place_notation, read_notation, write_play
    from wordtools.board.play import Play, check_play, find_words, lay_play
    from wordtools.board.scoring import score_play
    from wordtools.board.tiles import read_rack
    from wordtools.columns.columns import WordColumns
    from wordtools.compiler.combine import expurgate_words as expurgate
    from wordtools.compiler.combine import merge_lexicons as merge
    from wordtools.compiler.combine import tag_words as tag
    from wordtools.compiler.decisions import Decision
    from wordtools.compiler.decisions import record_decision as decide
    from wordtools.compiler.importing import import_lexicon
    from wordtools.compiler.release import release_lexicon as release
    from wordtools.compiler.why import explain_entry as why
    from wordtools.formats.gcg import format_gcg, read_gcg
    from wordtools.game.events import (
        Added,
        Answered,
        Challenged,
        Exchanged,
        Holds,
        Passed,
        Penalised,
        Played,
        Reclaimed,
        Ruled,
        Stopped,
        Timed,
        TookBack,
        _Event,
    )
    from wordtools.game.from_gcg import game_from_gcg
    from wordtools.game.game import Game
    from wordtools.game.to_gcg import game_to_gcg
    from wordtools.interchange.exporting import export_lexicon
    from wordtools.judge.judge import Judge
    from wordtools.judge.ruling import Challenge, Ruling
    from wordtools.judge.verdict import is_acceptable
    from wordtools.lexicon.compile import compile_lexicon as compile
    from wordtools.lexicon.compile import format_sql_order
    from wordtools.lexicon.diff import Comparison as diff
    from wordtools.lexicon.find import open_lexicon as open
    from wordtools.lexicon.graph import draw_graph as graph
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.lexicon.statistics import count_words as stats
    from wordtools.lexicon.verify import verify_lexicon as verify
    from wordtools.lingo.game import LingoGame
    from wordtools.lingo.scoring import evaluate_move
    from wordtools.log.log import Log
    from wordtools.messages.refusal import CannotJudge
    from wordtools.players.leaves import LeaveTable
    from wordtools.players.leaves import read_leave_table as read_leaves
    from wordtools.players.leaves import write_leave_table as write_leaves
    from wordtools.players.static import find_best_turns as best_moves
    from wordtools.review.archive import compare_verdicts, judge_archive
    from wordtools.review.game_columns import GameColumns
    from wordtools.review.review import review_game
    from wordtools.rules.loading import load_ruleset
    from wordtools.rules.ruleset import Ruleset

__all__ = [
    "Added",
    "Alphabet",
    "Answered",
    "Board",
    "CannotJudge",
    "Challenge",
    "Challenged",
    "Cursor",
    "Decision",
    "EvaluatedPlay",
    "Exchanged",
    "Game",
    "GameColumns",
    "Holds",
    "Judge",
    "LeaveTable",
    "Lexicon",
    "LingoGame",
    "Log",
    "Passed",
    "Penalised",
    "Play",
    "Played",
    "Reclaimed",
    "Ruled",
    "Ruleset",
    "Ruling",
    "Stopped",
    "Timed",
    "TookBack",
    "WordColumns",
    "WordtoolsError",
    "_Event",
    "__version__",
    "best_moves",
    "check_play",
    "compare_verdicts",
    "compile",
    "count_plays",
    "decide",
    "diff",
    "evaluate_move",
    "evaluate_play",
    "export_lexicon",
    "expurgate",
    "find_plays",
    "find_words",
    "format_gcg",
    "format_sql_order",
    "game_from_gcg",
    "game_to_gcg",
    "graph",
    "import_lexicon",
    "is_acceptable",
    "judge_archive",
    "lay_play",
    "load_alphabet",
    "load_ruleset",
    "merge",
    "open",
    "place_notation",
    "read_gcg",
    "read_leaves",
    "read_notation",
    "read_rack",
    "release",
    "review_game",
    "score_play",
    "stats",
    "tag",
    "verify",
    "why",
    "write_leaves",
    "write_play",
]

_HOMES = {
    "Added": ("game.events", "Added"),
    "Alphabet": ("alphabet", "Alphabet"),
    "Answered": ("game.events", "Answered"),
    "Board": ("board.board", "Board"),
    "CannotJudge": ("messages.refusal", "CannotJudge"),
    "Challenge": ("judge.ruling", "Challenge"),
    "Challenged": ("game.events", "Challenged"),
    "Cursor": ("_kernel", "Cursor"),
    "Decision": ("compiler.decisions", "Decision"),
    "EvaluatedPlay": ("board.evaluation", "EvaluatedPlay"),
    "Exchanged": ("game.events", "Exchanged"),
    "Game": ("game.game", "Game"),
    "GameColumns": ("review.game_columns", "GameColumns"),
    "Holds": ("game.events", "Holds"),
    "Judge": ("judge.judge", "Judge"),
    "LeaveTable": ("players.leaves", "LeaveTable"),
    "Lexicon": ("lexicon.lexicon", "Lexicon"),
    "LingoGame": ("lingo.game", "LingoGame"),
    "Log": ("log.log", "Log"),
    "Passed": ("game.events", "Passed"),
    "Penalised": ("game.events", "Penalised"),
    "Play": ("board.play", "Play"),
    "Played": ("game.events", "Played"),
    "Reclaimed": ("game.events", "Reclaimed"),
    "Ruled": ("game.events", "Ruled"),
    "Ruleset": ("rules.ruleset", "Ruleset"),
    "Ruling": ("judge.ruling", "Ruling"),
    "Stopped": ("game.events", "Stopped"),
    "Timed": ("game.events", "Timed"),
    "TookBack": ("game.events", "TookBack"),
    "WordColumns": ("columns.columns", "WordColumns"),
    "_Event": ("game.events", "_Event"),
    "best_moves": ("players.static", "find_best_turns"),
    "check_play": ("board.play", "check_play"),
    "compare_verdicts": ("review.archive", "compare_verdicts"),
    "compile": ("lexicon.compile", "compile_lexicon"),
    "count_plays": ("board.generator", "count_plays"),
    "decide": ("compiler.decisions", "record_decision"),
    "diff": ("lexicon.diff", "Comparison"),
    "evaluate_move": ("lingo.scoring", "evaluate_move"),
    "evaluate_play": ("board.evaluation", "evaluate_play"),
    "export_lexicon": ("interchange.exporting", "export_lexicon"),
    "expurgate": ("compiler.combine", "expurgate_words"),
    "find_plays": ("board.generator", "find_plays"),
    "find_words": ("board.play", "find_words"),
    "format_gcg": ("formats.gcg", "format_gcg"),
    "format_sql_order": ("lexicon.compile", "format_sql_order"),
    "game_from_gcg": ("game.from_gcg", "game_from_gcg"),
    "game_to_gcg": ("game.to_gcg", "game_to_gcg"),
    "graph": ("lexicon.graph", "draw_graph"),
    "import_lexicon": ("compiler.importing", "import_lexicon"),
    "is_acceptable": ("judge.verdict", "is_acceptable"),
    "judge_archive": ("review.archive", "judge_archive"),
    "lay_play": ("board.play", "lay_play"),
    "load_alphabet": ("alphabet", "load_alphabet"),
    "load_ruleset": ("rules.loading", "load_ruleset"),
    "merge": ("compiler.combine", "merge_lexicons"),
    "open": ("lexicon.find", "open_lexicon"),
    "place_notation": ("board.notation", "place_notation"),
    "read_gcg": ("formats.gcg", "read_gcg"),
    "read_leaves": ("players.leaves", "read_leave_table"),
    "read_notation": ("board.notation", "read_notation"),
    "read_rack": ("board.tiles", "read_rack"),
    "release": ("compiler.release", "release_lexicon"),
    "review_game": ("review.review", "review_game"),
    "score_play": ("board.scoring", "score_play"),
    "stats": ("lexicon.statistics", "count_words"),
    "tag": ("compiler.combine", "tag_words"),
    "verify": ("lexicon.verify", "verify_lexicon"),
    "why": ("compiler.why", "explain_entry"),
    "write_leaves": ("players.leaves", "write_leave_table"),
    "write_play": ("board.notation", "write_play"),
}


def __getattr__(name: str) -> object:
    """Imports a public name on first use, so that the command line can report an import that fails
    or is interrupted."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value: object = getattr(import_module(f"{__name__}.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, whether imported yet or not."""
    return sorted({*globals(), *__all__})
