"""Reads an input's Hunspell dictionaries: an .aff and the .dic files that share it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import translate
from pathlib import Path

import msgspec

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.compiler.admission import REASON_NUMBERS, RejectReason
from wordtools.compiler.affix_choices import ChosenRule, choose_rules
from wordtools.compiler.classes import RuleClass
from wordtools.compiler.nouns import SortedEntries, sort_capitals
from wordtools.compiler.recipe import MOST_LEVELS, Recipe, RecipeInput
from wordtools.errors import RecipeError, SourceError
from wordtools.formats import hunspell, text

WHOLE_TILE = 12
"""The weight of a tile. It is divisible by 2, 3 and 4, the possible numbers of letters on a tile
with several letters.
"""
_MARKS = "".join(map(chr, range(0x300, 0x370)))
_SIGNS = frozenset("*?[")  # has a meaning in patterns of `drop_entries`
_NUMBERS = {reason.code: number for reason, number in REASON_NUMBERS.items()}


class DicEntries(msgspec.Struct, frozen=True):
    """The entries of one .dic, in UTF-8 with one entry per line. `line_categories`: a mask of each
    entry's categories; it may be empty."""

    path: Path
    content: bytes
    line_categories: list[int] = []


class ExpandedDictionary(msgspec.Struct, frozen=True):
    """The result of expanding one .dic. `classes`: the number of forms for each rule. `too_long`:
    the number of affix expansions skipped because every result would be too long."""

    classes: list[RuleClass]
    notes: list[str]
    too_long: int


class DictionaryReader:
    """Expands the dictionaries of one input with the affix rules that the recipe chooses."""

    def __init__(
        self,
        recipe: Recipe,
        item: RecipeInput,
        aff: Path,
        kinds: dict[bytes, bool],
        with_skipped: bool = False,
        traced: str = "",
    ) -> None:
        """`kinds`: the words of the input's table of nouns, as `read_kinds` returns them.
        `with_skipped`: also apply the rules that the recipe skips. `traced`: the only word of
        interest. Raises `SourceError` or `RecipeError`."""
        self._recipe, self._item, self._traced = recipe, item, traced
        alphabet = recipe.language.alphabet
        self._kinds = kinds
        self._affixes = hunspell.read_affixes(text.read_bytes(aff), str(aff))
        rules, flag_format = self._affixes.rules, self._affixes.flag_format
        try:
            choices = choose_rules(rules, item.affix_choices, flag_format)
        except RecipeError as error:
            raise RecipeError(f"{recipe.name}: {aff.name}: {error}") from None
        self.rules: list[ChosenRule] = [c for c in choices if with_skipped or not c.skipped]
        suffixes = {rule.flag for rule in rules if not rule.prefix}
        weights = weigh_characters(alphabet).items()
        self._expander = self._affixes.create_expander(
            [self._prepare(choice, suffixes) for choice in self.rules],
            hunspell.FormBounds(
                [(ord(character), weight) for character, weight in weights],
                recipe.lengths[1] * WHOLE_TILE,
                item.affix_levels,
            ),
        )

    def _prepare(self, choice: ChosenRule, suffixes: set[int]) -> tuple[hunspell.AffixRule, int]:
        """Returns the rule (without continuation flags if no suffix may follow) and the mask of its
        tags."""
        rule, adds = choice.rule, not self._item.witness
        if choice.last:
            rule = rule._replace(flags=[flag for flag in rule.flags if flag not in suffixes])
        return rule, self._recipe.encode_categories(choice.tags, adds) if choice.tags else 0

    def read_entries(self, paths: list[Path]) -> Iterator[DicEntries]:
        """The entries of each .dic. An entry with the same flags in several files is kept only in
        the first file, with the categories of all these files, so that the entry is expanded only
        once. Raises `SourceError`."""
        contents = [self._affixes.decode_dic(text.read_bytes(path), str(path)) for path in paths]
        if self._item.lines:
            first, last = self._item.line_range
            contents = [_keep_lines(content, first, last) for content in contents]
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
        masks = [
            self._recipe.encode_categories(
                [*self._item.categories, category], adds=not self._item.witness
            )
            for category in self._item.dics
        ]
        kept = _kernel.keep_lines_once(contents, masks)
        for path, (content, line_masks) in zip(paths, kept, strict=True):
            yield DicEntries(path, content, [0, *line_masks])

    def expand(
        self,
        intake: _kernel.Intake,
        entries: DicEntries,
        label: str,
        progress: Callable[[str], None],
    ) -> ExpandedDictionary:
        """Passes the forms of all entries to the intake. From time to time, calls `progress` with
        the current line of the file `label`. Raises `SourceError`."""
        lines = entries.content.count(b"\n")

        def report(line: int, forms: int) -> None:
            progress(f"reading {label}: line {line:,} of {lines:,}, {forms:,} forms")

        drop_tags = [(tag, _NUMBERS[code]) for tag, code in self._item.drop_tags.items()]
        forbidden = REASON_NUMBERS[RejectReason.FORBIDDEN]
        capitals = SortedEntries(b"", "")
        if self._item.capitals == "nouns":
            alphabet = self._recipe.language.alphabet
            stems = hunspell.list_stems(entries.content)
            capitals = sort_capitals(stems, self._kinds, entries.path.name, alphabet)
        try:
            counts, too_long = intake.read_hunspell(
                self._expander,
                entries.content,
                drop_tags,
                forbidden,
                entries.line_categories,
                self._sort_dropped(entries.content, capitals.fates),
                report,
            )
        except _kernel.DictionaryError as error:
            line, message = error.args
            raise SourceError(entries.path, line, message) from None
        witnesses = len(self._recipe.witnesses)
        classes = [
            RuleClass(
                self.rules[number] if number < len(self.rules) else None,
                forms,
                alone,
                attested[:witnesses],
            )
            for number, forms, alone, attested in counts
        ]
        notes = [capitals.note] if capitals.note else []
        if self._item.affix_levels < MOST_LEVELS:
            limit = self._item.affix_levels
            affixes = "one affix" if limit == 1 else f"{limit} affixes"
            notes.append(f"{entries.path.name}: forms with more than {affixes} were skipped")
        return ExpandedDictionary(classes, notes, too_long)

    def _sort_dropped(self, content: bytes, fates: bytes) -> bytes:
        """Returns the fates of the lines, including the rejections by `drop_entries`."""
        if not self._item.drop_entries:
            return fates
        stems = hunspell.list_stems(content)
        reasons: dict[str, int] = {}
        for pattern, code in self._item.drop_entries.items():
            matching: Iterable[str] = [pattern]  # most patterns match whole stems
            if not _SIGNS.isdisjoint(pattern):
                piece = max(re.split("[*?]", pattern.partition("[")[0]), key=len)
                matching = [stem for stem in stems if piece in stem]  # far faster than matching
                matching = filter(re.compile(translate(pattern)).match, matching)
            reasons.update(dict.fromkeys(matching, _NUMBERS[code]))
        fates = fates or bytes([_kernel.ADMIT]) * len(stems)
        return bytes(map(reasons.get, stems, fates))


def _keep_lines(content: bytes, first: int, last: int) -> bytes:
    """Returns the content of a .dic in which all lines outside the range are blank, except for the
    first line."""
    head, *lines = content.split(b"\n")
    kept = [line if first <= n <= last else b"" for n, line in enumerate(lines, 2)]
    return b"\n".join([head, *kept])


def weigh_characters(alphabet: Alphabet) -> dict[str, int]:
    """Returns the minimum that each character adds to the length of a word, in units of `1 /
    WHOLE_TILE` of a tile. A character without a weight may add nothing to the length.

    The sum of the weights never exceeds the length of the word. Therefore, if a tile has several
    letters, only the letter that is on the fewest such tiles has a weight. A mark cancels the
    weight of the letter that it may join. Characters that `also` replaces have no weight.
    """
    joint = [tile for tile in alphabet.tiles if len(tile) > 1]
    weights = dict.fromkeys(alphabet.spellings, WHOLE_TILE)

    def rank(letter: str) -> tuple[bool, int, str]:
        return letter not in alphabet.tiles, sum(letter in tile for tile in joint), letter

    for tile in joint:
        rarest = min(set(tile), key=rank)
        for letter in tile:
            weight = WHOLE_TILE // tile.count(rarest) if letter == rarest else 0
            weights[letter] = min(weights[letter], weight)
    every = {c: weights[key] for key, cs in alphabet.spellings.items() for c in cs}
    every.update(dict.fromkeys("".join(alphabet.also), 0))
    return every | dict.fromkeys(_MARKS, -WHOLE_TILE)
