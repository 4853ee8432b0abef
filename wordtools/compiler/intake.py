"""Creates the kernel's intake, which sorts raw entries by the rules of `admission`."""

from __future__ import annotations

from collections.abc import Callable

from wordtools import _kernel
from wordtools._kernel import Shape
from wordtools.compiler.admission import (
    REASON_NUMBERS,
    AdmissionRules,
    NeedsInspection,
    RejectReason,
)
from wordtools.compiler.decided import DecidedWords
from wordtools.compiler.recipe import Recipe


def create_intake(
    recipe: Recipe, decided: DecidedWords, report: Callable[[bytes], object]
) -> _kernel.Intake:
    """Creates the kernel's intake for a recipe. The intake calls the recipe's `AdmissionRules` once
    for each distinct character and shape, and passes the rows of the reject report to `report`."""
    rules = AdmissionRules(
        recipe.language,
        excluded=[word.tiles for word in decided.excluded],
        kept=[word.tiles for word in decided.included],
    )

    watched = int(Shape.WATCHED)

    def number(verdict: RejectReason | None) -> int:
        return _kernel.ADMIT if verdict is None else REASON_NUMBERS[verdict]

    def decide_by_shape(shape: int) -> int:
        verdict = rules.decide_by_shape(Shape(shape))
        return _kernel.LOOK if isinstance(verdict, NeedsInspection) else number(verdict)

    def decide_by_entry(entry: str, shape: int) -> int:
        verdict = rules.decide_by_entry(entry, shape)
        if shape & watched and verdict in (None, RejectReason.EXCLUDED):
            tiles = rules.alphabet.spell(entry)
            spared = tiles in rules.kept and rules.guess_by_entry(entry, shape) is not None
            decided.note(tiles, spared)
        return number(verdict)

    return _kernel.Intake(
        rules.alphabet.kernel,
        classify_character=lambda point: rules.classify_character(chr(point)),
        decide_shape=decide_by_shape,
        decide_entry=decide_by_entry,
        compose=rules.alphabet.compose,
        report=report,
        reasons=["", *(reason.code for reason in REASON_NUMBERS)],
        watched=sorted(rules.watched | decided.watched),
        kept=sorted(rules.kept),
    )


def count_rejected(intake: _kernel.Intake) -> dict[str, int]:
    """Returns the number of entries rejected so far for each reason code."""
    counts = {reason.code: intake.rejected[number] for reason, number in REASON_NUMBERS.items()}
    return {code: count for code, count in counts.items() if count}
