"""The rules that refused commands break, and sentences about these rules in all languages of
tables."""

from __future__ import annotations

from wordtools.board.notation import NotationError
from wordtools.board.play import IllegalPlay
from wordtools.errors import GameError, LexiconError, RulesError, SpellingError, WordtoolsError
from wordtools.game.state import IllegalEvent
from wordtools.messages import Messages
from wordtools.messages.refusal import CannotJudge
from wordtools.messages.table import load_sentences
from wordtools.wording import end_sentence

KINDS = {
    NotationError: "notation",
    SpellingError: "spelling",
    RulesError: "setting",
    LexiconError: "no-list",
    CannotJudge: "cannot-judge",
}
"""The rules reported for errors that do not name the rule themselves."""


def name_rule(error: WordtoolsError) -> str:
    """The rule that an error reports as broken, such as `not-your-turn`, or "". Tables have a
    sentence for each rule in every language, such as `rule_not_your_turn`."""
    if isinstance(error, IllegalEvent | IllegalPlay | GameError) and error.fault:
        return error.fault.replace(" ", "-")
    return next((rule for kind, rule in KINDS.items() if isinstance(error, kind)), "")


def explain(error: WordtoolsError, language: str) -> str:
    """A refusal as a sentence in this language. In English this is the error's own sentence, which
    names squares, tiles and players. In other languages, the sentence states only the rule.
    """
    if language == "en":
        return end_sentence(str(error))
    if isinstance(error, CannotJudge):
        return end_sentence(Messages(language)(f"cannot_{error.code}", **error.values))
    key = f"rule_{name_rule(error).replace('-', '_')}"
    return end_sentence(load_sentences(language).get(key, str(error)))
