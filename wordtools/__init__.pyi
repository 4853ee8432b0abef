"""The public names of wordtools, each with its module. `__init__.py` imports them on first use."""

from wordtools._kernel import Cursor as Cursor
from wordtools.alphabet import Alphabet as Alphabet
from wordtools.alphabet import load_alphabet as load_alphabet
from wordtools.board.board import Board as Board
from wordtools.board.evaluation import EvaluatedPlay as EvaluatedPlay
from wordtools.board.evaluation import evaluate_play as evaluate_play
from wordtools.board.generator import count_plays as count_plays
from wordtools.board.generator import find_plays as find_plays
from wordtools.board.notation import place_notation as place_notation
from wordtools.board.notation import read_notation as read_notation
from wordtools.board.notation import write_play as write_play
from wordtools.board.play import Play as Play
from wordtools.board.play import check_play as check_play
from wordtools.board.play import find_words as find_words
from wordtools.board.play import lay_play as lay_play
from wordtools.board.scoring import score_play as score_play
from wordtools.board.tiles import read_rack as read_rack
from wordtools.columns.columns import WordColumns as WordColumns
from wordtools.compiler.combine import expurgate_words, merge_lexicons, tag_words
from wordtools.compiler.decisions import Decision as Decision
from wordtools.compiler.decisions import record_decision
from wordtools.compiler.importing import import_lexicon as import_lexicon
from wordtools.compiler.release import release_lexicon
from wordtools.compiler.why import explain_entry
from wordtools.errors import WordtoolsError as WordtoolsError
from wordtools.formats.gcg import format_gcg as format_gcg
from wordtools.formats.gcg import read_gcg as read_gcg
from wordtools.game.events import Added as Added
from wordtools.game.events import Answered as Answered
from wordtools.game.events import Challenged as Challenged
from wordtools.game.events import Exchanged as Exchanged
from wordtools.game.events import Holds as Holds
from wordtools.game.events import Passed as Passed
from wordtools.game.events import Penalised as Penalised
from wordtools.game.events import Played as Played
from wordtools.game.events import Reclaimed as Reclaimed
from wordtools.game.events import Ruled as Ruled
from wordtools.game.events import Stopped as Stopped
from wordtools.game.events import Timed as Timed
from wordtools.game.events import TookBack as TookBack
from wordtools.game.events import _Event as _Event
from wordtools.game.from_gcg import game_from_gcg as game_from_gcg
from wordtools.game.game import Game as Game
from wordtools.game.to_gcg import game_to_gcg as game_to_gcg
from wordtools.interchange.exporting import export_lexicon as export_lexicon
from wordtools.judge.judge import Judge as Judge
from wordtools.judge.ruling import Challenge as Challenge
from wordtools.judge.ruling import Ruling as Ruling
from wordtools.judge.verdict import is_acceptable as is_acceptable
from wordtools.lexicon.compile import compile_lexicon
from wordtools.lexicon.compile import format_sql_order as format_sql_order
from wordtools.lexicon.diff import Comparison
from wordtools.lexicon.find import open_lexicon
from wordtools.lexicon.graph import draw_graph
from wordtools.lexicon.lexicon import Lexicon as Lexicon
from wordtools.lexicon.statistics import count_words
from wordtools.lexicon.verify import verify_lexicon
from wordtools.lingo.game import LingoGame as LingoGame
from wordtools.lingo.scoring import evaluate_move as evaluate_move
from wordtools.log.log import Log as Log
from wordtools.messages.refusal import CannotJudge as CannotJudge
from wordtools.players.endgame import solve_endgame as solve_endgame
from wordtools.players.leaves import LeaveTable as LeaveTable
from wordtools.players.leaves import read_leave_table, write_leave_table
from wordtools.players.static import find_best_turns
from wordtools.review.archive import compare_verdicts as compare_verdicts
from wordtools.review.archive import judge_archive as judge_archive
from wordtools.review.game_columns import GameColumns as GameColumns
from wordtools.review.review import review_game as review_game
from wordtools.rules.loading import load_ruleset as load_ruleset
from wordtools.rules.ruleset import Ruleset as Ruleset
from wordtools.version import __version__ as __version__

__all__: list[str]
best_moves = find_best_turns
compile = compile_lexicon
decide = record_decision
diff = Comparison
expurgate = expurgate_words
graph = draw_graph
merge = merge_lexicons
open = open_lexicon
read_leaves = read_leave_table
release = release_lexicon
stats = count_words
tag = tag_words
verify = verify_lexicon
why = explain_entry
write_leaves = write_leave_table
