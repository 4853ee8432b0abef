"""A challenged play on a board: which words it makes, and what it scores.

The words that the play makes are judged, never those that were there before. The score is stated
beside the verdict and does not depend on it.
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
    """What the play of a challenge makes under one of these rulesets, and the words of the lexicon
    that it admits. Raises `CannotJudge`."""
    try:
        ruleset = rulesets.load(played.ruleset_name).read_by(lexicon.alphabet)
        words = admit_words(ruleset, lexicon)
        board = read_board(played.board, ruleset)
        return evaluate_play(words, board, played.notation, played.rack), words
    except WordtoolsError as error:
        raise CannotJudge(str(error), "play") from None


def select_words(play: EvaluatedPlay, words: list[str]) -> list[str]:
    """The words to judge: those that a challenger named, each of which the play must make as often,
    or all that it makes when none was named. `words` are in capitals. Raises `CannotJudge`."""
    others = [word for word in words if word not in play.words]
    if others:
        raise CannotJudge(
            f"{play.notation} makes {', '.join(play.words)}, not {', '.join(others)}", "play"
        )
    for word, named in Counter(words).items():
        times = play.words.count(word)
        if named > times:
            raise CannotJudge(
                f"{word} was named {pluralize(named, 'time')}; "
                f"{play.notation} makes it {pluralize(times, 'time')}",
                "play",
            )
    return words or play.words
