"""What the decisions of a recipe do to its words, and which of them change nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

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

MOST_NOTES = 20
"""How many decisions that change nothing are named."""


class DecidedWords:
    """The decisions of a recipe that count. While its sources are read, `note` takes down which of
    the words they bring, so that `find_idle` can name the decisions that change nothing."""

    def __init__(self, recipe: Recipe) -> None:
        """Raises `SourceError` for a file that cannot be read or a line that is no decision,
        `RecipeError` for a category that the recipe lacks."""
        files = dict.fromkeys(recipe.decisions)
        self.every = [d for path in files for d in read_decisions(path, recipe.language.alphabet)]
        """All decisions, those that no longer count among them."""
        latest = {each.tiles: each for each in sort_decisions(self.every)}
        counting = [each for each in self.every if latest[each.tiles] is each]
        self.included = [each for each in counting if each.decision.verdict == "in"]
        self.excluded = [each for each in counting if each.decision.verdict == "out"]
        for each in self.included:
            for category in each.decision.categories:
                if category not in recipe.bits:
                    hint = suggest(category, recipe.bits)
                    raise RecipeError(f"{each.place}: there is no category {category!r}; {hint}")
        numbers = Counter(each.tiles for each in self.every)
        self._repeated = {tiles for tiles, number in numbers.items() if number > 1}
        self._has_categories = bool(recipe.categories)
        self._settles = recipe.settles  # then a word's categories are not known from its sources
        self._brought: dict[bytes, set[str]] = {}
        self._spared: set[bytes] = set()
        self._source: RecipeInput | None = None

    @property
    def watched(self) -> set[bytes]:
        """The words to `note`, as tiles."""
        return {each.tiles for each in (*self.included, *self.excluded)}

    def begin_source(self, item: RecipeInput | None) -> None:
        """What is noted from now on comes from this input; None: from the decisions themselves."""
        self._source = item

    def note(self, tiles: bytes, spared: bool) -> None:
        """Takes down that the source brings a word. `spared`: a rule would have rejected it but
        for the decision."""
        if self._source is None or self._source.witness:  # witnesses bring nothing
            return
        self._brought.setdefault(tiles, set()).update(self._source.categories)
        if spared or self._source.drop_tags:  # which may have spared it, too
            self._spared.add(tiles)

    def find_idle(self) -> Iterator[str]:
        """A note for each decision that changes nothing: one that takes out what no source brings,
        or puts in what is in anyway; and for one that no edition heeds. One that is not the first
        on its word changes what was decided before."""
        idle = self._find_idle()
        yield from islice(idle, MOST_NOTES)
        if more := sum(1 for _ in idle):
            yield f"{more:,} more decisions change nothing either"

    def _find_idle(self) -> Iterator[str]:
        for each in self.excluded:
            if each.tiles not in self._brought and each.tiles not in self._repeated:
                yield f"{each.place}: no source has {each.decision.word}"
        for each in self.included:
            yield from self._check_included(each)

    def _check_included(self, each: RecordedDecision) -> Iterator[str]:
        word, brought = each.decision.word, self._brought.get(each.tiles)
        if brought is None:
            if self._has_categories and not each.decision.categories:
                yield (
                    f"{each.place}: no source has {word}, and without categories it is in no "
                    "edition that requires one"
                )
        elif (
            not self._settles
            and each.tiles not in self._repeated
            and each.tiles not in self._spared
            and brought.issuperset(each.decision.categories)
            and not each.decision.definition
        ):
            yield f"{each.place}: {word} is in without this decision"


def find_debated(lexicon: Lexicon) -> dict[str, list[DecisionMade]]:
    """The words on which a decision was reversed, or is not in the lexicon yet, each with all
    decisions on it, the latest first: by the recipe of the lexicon's name, if there is one that can
    be read."""
    by_word: dict[bytes, list[RecordedDecision]] = {}
    with suppress(WordtoolsError):
        path = recipe_files.list_recipes().get(lexicon.name)
        for each in DecidedWords(recipe_files.read_recipe(path)).every if path else ():
            by_word.setdefault(each.tiles, []).append(each)
    made = {lexicon.alphabet.text(tiles): list_made(each) for tiles, each in by_word.items()}
    return {
        word: each
        for word, each in made.items()
        if any(one.reversed for one in each) or not is_built(lexicon, word, each[0])
    }


def is_built(lexicon: Lexicon, word: str, decided: DecisionMade) -> bool:
    """Whether a lexicon, with all its editions, has what the decision that counts says."""
    return (word in lexicon.whole) == (decided.decision.verdict == "in")
