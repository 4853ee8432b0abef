"""Finds the words and the score of a challenged play on a board.

Only the words that the play forms are judged, never words already on the board. The score does not
depend on the verdict.
"""

from __future__ import annotations

from collections import Counter

from wordtools.board.evaluation import EvaluatedPlay, evaluate_play, read_board
from wordtools.board.words import admit_words
from wordtools.errors import WordtoolsError
from wordtools.judge.rulesets import Rulesets
from wordtools.judge.ruling import ChallengedPlay
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages.refusal import CannotJudge
from wordtools.wording import pluralize


def evaluate_challenge(
    played: ChallengedPlay, lexicon: Lexicon, rulesets: Rulesets
) -> tuple[EvaluatedPlay, Lexicon]:
    """Evaluates a challenged play under one of these rulesets. Also returns the part of the lexicon
    that the ruleset admits. Raises `CannotJudge`."""
    try:
        ruleset = rulesets.load(played.ruleset_name).read_by(lexicon.alphabet)
        words = admit_words(ruleset, lexicon)
        board = read_board(played.board, ruleset)
        return evaluate_play(words, board, played.notation, played.rack), words
    except WordtoolsError as error:
        raise CannotJudge(str(error), "play") from None


def select_words(play: EvaluatedPlay, words: list[str]) -> list[str]:
    """The words to judge: `words` if the challenger named any, otherwise all words of the play.
    Raises `CannotJudge` for a word named more often than the play makes it."""
    others = [word for word in words if word not in play.words]
    if others:
        raise CannotJudge(
            f"{play.notation} makes {', '.join(play.words)}, not {', '.join(others)}", "play"
        )
    for word, named in Counter(words).items():
        times = play.words.count(word)
        if named > times:
            raise CannotJudge(
                f"{word} was named {pluralize(named, 'time')}, but {play.notation} makes it "
                f"{pluralize(times, 'time')}",
                "play",
            )
    return words or play.words
