"""Applies a recipe's decisions, and finds those that change nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import groupby

from wordtools.compiler import recipe_files
from wordtools.compiler.decisions import (
    DecisionMade,
    RecordedDecision,
    list_made,
    read_decisions,
    sort_decisions,
)
from wordtools.compiler.recipe import Recipe, RecipeInput
from wordtools.errors import RecipeError, WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import suggest

MOST_NAMED = 10
"""A file that has more decisions than this gets summaries instead of a note for each decision."""


class DecidedWords:
    """The current decisions of a recipe. While sources are read, `note` records the decided words
    in them, so that `find_idle` can name the decisions that change nothing."""

    def __init__(self, recipe: Recipe) -> None:
        """Raises `SourceError` for an unreadable file or line, and `RecipeError` for an unknown
        category."""
        files = dict.fromkeys(recipe.decisions)
        self.every = [
            d
            for path in files
            for d in read_decisions(path, recipe.language.alphabet)
            if d.decision.verdict != "unsure"
        ]
        """All decisions except unsure ones; superseded decisions are included."""
        latest = {d.tiles: d for d in sort_decisions(self.every)}
        counting = [d for d in self.every if latest[d.tiles] is d]
        self.included = [d for d in counting if d.decision.verdict == "in"]
        self.excluded = [d for d in counting if d.decision.verdict == "out"]
        for recorded in self.included:
            for category in recorded.decision.categories:
                if category not in recipe.bits:
                    problem = f"there is no category {category!r}; {suggest(category, recipe.bits)}"
                    raise RecipeError(f"{recorded.place}: {problem}")
        numbers = Counter(d.tiles for d in self.every)
        self._repeated = {tiles for tiles, number in numbers.items() if number > 1}
        self._needs_categories = any(rule.include for rule in recipe.editions.values())
        self._settles = recipe.settles  # then a word's categories depend on more than its sources
        self._categories: dict[bytes, set[str]] = {}  # of the words that sources have
        self._spared: set[bytes] = set()
        self._source: RecipeInput | None = None

    @property
    def watched(self) -> set[bytes]:
        """Returns the words to `note`, in tiles."""
        return {d.tiles for d in (*self.included, *self.excluded)}

    def begin_source(self, item: RecipeInput | None) -> None:
        """Sets the source of the words that are noted from now on; None stands for the
        decisions."""
        self._source = item

    def note(self, tiles: bytes, spared: bool) -> None:
        """Records that the source has a word. `spared`: the word is admitted only because of the
        decision."""
        if self._source is None or self._source.witness:  # witnesses do not add words
            return
        self._categories.setdefault(tiles, set()).update(self._source.categories)
        if spared or self._source.drop_tags:  # the decision may also have overruled these
            self._spared.add(tiles)

    def find_idle(self) -> Iterator[str]:
        """Yields notes on decisions that change nothing. Such a decision removes a word that no
        source has, admits a word without a category that an edition requires, or admits a word that
        the sources have anyway. Decisions that reverse or repeat others are exempt."""
        absent = [d for d in self.excluded if self._is_first(d) and not self._has_source(d)]
        sentence = "no source has {}"
        yield from _note_idle(absent, MOST_NAMED, sentence, "no source has {} of the words{}")
        homeless = [
            d
            for d in self.included
            if self._needs_categories and not d.decision.categories and not self._has_source(d)
        ]
        sentence = "no source has {}; without categories, it is in no edition that requires one"
        summary = (
            "no source has {} of the words{}; without categories, they are in no edition "
            "that requires one"
        )
        yield from _note_idle(homeless, MOST_NAMED, sentence, summary)
        needless = [] if self._settles else filter(self._is_needless, self.included)
        sentence = "{} is in without its decision"
        summary = "{} words are in without their decisions{}"
        yield from _note_idle(needless, 1, sentence, summary)

    def _is_first(self, recorded: RecordedDecision) -> bool:
        return recorded.tiles not in self._repeated

    def _has_source(self, recorded: RecordedDecision) -> bool:
        return recorded.tiles in self._categories

    def _is_needless(self, recorded: RecordedDecision) -> bool:
        """Returns whether the sources have the word with its categories, and no rule rejects it."""
        return (
            self._has_source(recorded)
            and self._is_first(recorded)
            and recorded.tiles not in self._spared
            and self._categories[recorded.tiles].issuperset(recorded.decision.categories)
            and not recorded.decision.definition
        )


def _note_idle(
    idle: Iterable[RecordedDecision], maximum: int, sentence: str, summary: str
) -> Iterator[str]:
    """Yields the `sentence` about each decision's word. For a file with many decisions, yields a
    `summary` instead, which gives their number and three of their words."""
    for name, group in groupby(idle, lambda d: d.path.name):
        decisions = list(group)
        if len(decisions) > maximum:
            words = ", ".join(d.decision.word for d in decisions[:3])
            examples = f", such as {words}" if len(decisions) > 3 else f": {words}"
            yield f"{name}: {summary.format(f'{len(decisions):,}', examples)}"
        else:
            yield from (f"{d.place}: {sentence.format(d.decision.word)}" for d in decisions)


def find_debated(lexicon: Lexicon) -> dict[str, list[DecisionMade]]:
    """Returns the words on which a decision was reversed or has no effect until the next build,
    each with all decisions on the word, latest first. Reads the decisions of the recipe with the
    lexicon's name; returns {} if there is no such recipe or it is unreadable.
    """
    by_word: dict[bytes, list[RecordedDecision]] = {}
    with suppress(WordtoolsError):
        path = recipe_files.list_recipes().get(lexicon.name)
        for recorded in DecidedWords(recipe_files.read_recipe(path)).every if path else ():
            by_word.setdefault(recorded.tiles, []).append(recorded)
    histories = {lexicon.alphabet.text(t): list_made(decisions) for t, decisions in by_word.items()}
    return {
        word: decisions
        for word, decisions in histories.items()
        if any(made.reversed for made in decisions) or not is_built(lexicon, word, decisions[0])
    }


def is_built(lexicon: Lexicon, word: str, latest: DecisionMade) -> bool:
    """Returns whether the lexicon and all its editions follow the latest decision on the word."""
    return (word in lexicon.whole) == (latest.decision.verdict == "in")
