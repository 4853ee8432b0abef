"""Reading the hunspell dictionaries of an input: an .aff, and one .dic or more that share it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import msgspec

from wordtools import _kernel
from wordtools.compiler.admission import REASON_NUMBERS, RejectReason
from wordtools.compiler.affix_choices import ChosenRule, choose_rules
from wordtools.compiler.classes import RuleClass
from wordtools.compiler.recipe import Recipe, RecipeInput
from wordtools.errors import RecipeError, SourceError
from wordtools.formats import hunspell, text


class DicEntries(msgspec.Struct, frozen=True):
    """The entries of one .dic, in UTF-8, as the kernel reads them: a line each. `line_categories`,
    a mask for each line, or none: the categories of the entry on that line."""

    path: Path
    content: bytes
    line_categories: list[int] = []


class DictionaryReader:
    """Expands the dictionaries of one input by the affix rules that the recipe chooses."""

    def __init__(
        self,
        recipe: Recipe,
        item: RecipeInput,
        aff: Path,
        with_skipped: bool = False,
        traced: str = "",
    ) -> None:
        """`with_skipped`: rules that the recipe leaves out are applied, too. `traced`: the only
        word whose forms matter. Raises `SourceError`, `RecipeError`."""
        self._recipe, self._item, self._traced = recipe, item, traced
        self._affixes = hunspell.read_affixes(text.read_bytes(aff), str(aff))
        try:
            chosen = choose_rules(
                self._affixes.rules, item.affix_choices, self._affixes.flag_format
            )
        except RecipeError as error:
            raise RecipeError(f"{recipe.name}: {aff.name}: {error}") from None
        self.rules: list[ChosenRule] = [each for each in chosen if with_skipped or not each.skipped]
        masks = {
            tags: recipe.encode_categories(tags, adds=not item.witness) if tags else 0
            for tags in {tuple(each.tags) for each in self.rules}
        }
        self._expander = self._affixes.create_expander(
            (each.rule, masks[tuple(each.tags)]) for each in self.rules
        )

    def read_entries(self, paths: list[Path]) -> Iterator[DicEntries]:
        """The entries of each .dic. Of several, an entry that more than one has, flags and all, is
        left to the first, with the categories of all: it need not be expanded again. Raises
        `SourceError`."""
        contents = [self._affixes.decode_dic(text.read_bytes(path), str(path)) for path in paths]
        if self._traced:
            from wordtools.compiler.stems import keep_possible_stems

            alphabet = self._recipe.language.alphabet
            contents = [
                keep_possible_stems(content, self._affixes, alphabet, self._traced)
                for content in contents
            ]
        if not self._item.dics:
            yield from map(DicEntries, paths, contents)
            return
        masks: dict[bytes, int] = {}
        for category, content in zip(self._item.dics, contents, strict=True):
            mask = self._recipe.encode_categories(
                [*self._item.categories, category], adds=not self._item.witness
            )
            lines = content.split(b"\n")
            known = map(masks.get, lines, repeat(0))
            masks.update(zip(lines, map(mask.__or__, known), strict=True))
        for path, content in zip(paths, contents, strict=True):
            head, *lines = content.split(b"\n")
            own = list(map(masks.pop, lines, repeat(0)))
            kept = [line if mask else b"" for line, mask in zip(lines, own, strict=True)]
            yield DicEntries(path, b"\n".join([head, *kept]), [0, *own])

    def expand(self, intake: _kernel.Intake, entries: DicEntries) -> list[RuleClass]:
        """Hands the forms of all entries to the intake; returns how many each rule has a part in.
        Raises `SourceError`."""
        drop_tags = [(tag, _NUMBERS[code]) for tag, code in self._item.drop_tags.items()]
        forbidden = REASON_NUMBERS[RejectReason.FORBIDDEN]
        try:
            counts = intake.read_hunspell(
                self._expander, entries.content, drop_tags, forbidden, entries.line_categories
            )
        except _kernel.DictionaryError as error:
            line, message = error.args
            raise SourceError(entries.path, line, message) from None
        witnesses = len(self._recipe.witnesses)
        return [
            RuleClass(
                self.rules[number] if number < len(self.rules) else None,
                forms,
                alone,
                attested[:witnesses],
            )
            for number, forms, alone, attested in counts
        ]


_NUMBERS = {reason.code: number for reason, number in REASON_NUMBERS.items()}
