"""A challenge to a play on a board: which words it makes, and what it scores.

The words that the play makes are judged, never those that were there before. The score is stated
beside the verdict and does not depend on it.
"""

from __future__ import annotations

from collections import Counter

from wordtools.board.evaluation import EvaluatedPlay, evaluate_play, read_board
from wordtools.board.words import admit_words
from wordtools.errors import WordtoolsError
from wordtools.judge.rulesets import Rulesets
from wordtools.judge.ruling import Laid
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages.refusal import CannotJudge
from wordtools.wording import pluralize


def evaluate_challenge(
    laid: Laid, lexicon: Lexicon, rulesets: Rulesets
) -> tuple[EvaluatedPlay, Lexicon]:
    """What the play of a challenge makes under one of these rulesets, and the words of the lexicon
    that it admits. Raises `CannotJudge`."""
    try:
        ruleset = rulesets.load(laid.ruleset_name).read_by(lexicon.alphabet)
        words = admit_words(ruleset, lexicon)
        board = read_board(laid.board, ruleset)
        return evaluate_play(words, board, laid.play, laid.rack), words
    except WordtoolsError as error:
        raise CannotJudge(str(error), "play") from None


def select_words(made: EvaluatedPlay, words: list[str]) -> list[str]:
    """The words to judge: those that a challenger named, each of which the play must make as often,
    or all that it makes when none was named. `words` are in capitals. Raises `CannotJudge`."""
    others = [word for word in words if word not in made.words]
    if others:
        raise CannotJudge(
            f"{made.play} makes {', '.join(made.words)}, not {', '.join(others)}", "play"
        )
    for word, named in Counter(words).items():
        times = made.words.count(word)
        if named > times:
            raise CannotJudge(
                f"{word} was named {pluralize(named, 'time')}; "
                f"{made.play} makes it {pluralize(times, 'time')}",
                "play",
            )
    return words or made.words
