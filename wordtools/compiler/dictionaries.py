"""Reading the hunspell dictionaries of an input: an .aff, and one .dic or more that share it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fnmatch import translate
from itertools import repeat
from pathlib import Path

import msgspec

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.compiler.admission import REASON_NUMBERS, RejectReason
from wordtools.compiler.affix_choices import ChosenRule, choose_rules
from wordtools.compiler.classes import RuleClass
from wordtools.compiler.nouns import SortedEntries, read_kinds, sort_capitals
from wordtools.compiler.recipe import MOST_LEVELS, Recipe, RecipeInput
from wordtools.errors import RecipeError, SourceError
from wordtools.formats import hunspell, text

WHOLE_TILE = 12
"""What a tile weighs: a number that can be divided by 2, 3 and 4, the most a tile has of a letter.
"""
_MARKS = "".join(map(chr, range(0x300, 0x370)))
_NUMBERS = {reason.code: number for reason, number in REASON_NUMBERS.items()}


class DicEntries(msgspec.Struct, frozen=True):
    """The entries of one .dic, in UTF-8, as the kernel reads them: a line each. `line_categories`,
    a mask for each line, or none: the categories of the entry on that line."""

    path: Path
    content: bytes
    line_categories: list[int] = []


class Expanded(msgspec.Struct, frozen=True):
    """What became of one .dic. `classes`: how many forms each rule has a part in. `too_long`: how
    often an affix was not added because every form with it is too long."""

    classes: list[RuleClass]
    notes: list[str]
    too_long: int


class DictionaryReader:
    """Expands the dictionaries of one input by the affix rules that the recipe chooses."""

    def __init__(
        self,
        recipe: Recipe,
        item: RecipeInput,
        aff: Path,
        nouns: Path | None = None,
        with_skipped: bool = False,
        traced: str = "",
    ) -> None:
        """`nouns`: the table of the input, if it has one. `with_skipped`: rules that the recipe
        leaves out are applied, too. `traced`: the only word whose forms matter. Raises
        `SourceError`, `RecipeError`."""
        self._recipe, self._item, self._traced = recipe, item, traced
        alphabet = recipe.language.alphabet
        self._kinds = read_kinds(item.nouns, nouns, alphabet) if item.nouns and nouns else {}
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
        suffixes = {rule.flag for rule in self._affixes.rules if not rule.prefix}
        self._expander = self._affixes.create_expander(
            (
                (
                    _end_with(each.rule, suffixes) if each.last else each.rule,
                    masks[tuple(each.tags)],
                )
                for each in self.rules
            ),
            hunspell.FormBounds(
                [
                    (ord(character), weight)
                    for character, weight in weigh_characters(alphabet).items()
                ],
                recipe.lengths[1] * WHOLE_TILE,
                item.affix_levels,
            ),
        )

    def read_entries(self, paths: list[Path]) -> Iterator[DicEntries]:
        """The entries of each .dic. Of several, an entry that more than one has, flags and all, is
        left to the first, with the categories of all: it need not be expanded again. Raises
        `SourceError`."""
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

    def expand(
        self,
        intake: _kernel.Intake,
        entries: DicEntries,
        label: str,
        progress: Callable[[str], None],
    ) -> Expanded:
        """Hands the forms of all entries to the intake, and now and then calls `progress` with the
        line reached in the file `label`. Raises `SourceError`."""
        lines = entries.content.count(b"\n")

        def tell(line: int, forms: int) -> None:
            progress(f"reading {label}: line {line:,} of {lines:,}, {forms:,} forms")

        drop_tags = [(tag, _NUMBERS[code]) for tag, code in self._item.drop_tags.items()]
        forbidden = REASON_NUMBERS[RejectReason.FORBIDDEN]
        capitals = SortedEntries(b"", "")
        if self._item.capitals == "nouns":
            alphabet = self._recipe.language.alphabet
            capitals = sort_capitals(entries.content, self._kinds, entries.path.name, alphabet)
        try:
            counts, too_long = intake.read_hunspell(
                self._expander,
                entries.content,
                drop_tags,
                forbidden,
                entries.line_categories,
                self._sort_dropped(entries.content, capitals.fates),
                tell,
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
            notes.append(f"{entries.path.name}: forms with more affixes than {limit} are not made")
        return Expanded(classes, notes, too_long)

    def _sort_dropped(self, content: bytes, fates: bytes) -> bytes:
        """The fates of the lines, with the reasons of `drop_entries` where its patterns fit."""
        patterns = [
            (re.compile(translate(pattern)), _NUMBERS[code])
            for pattern, code in self._item.drop_entries.items()
        ]
        if not patterns:
            return fates
        stems = hunspell.list_stems(content)
        sorted_out = bytearray(fates or bytes([_kernel.ADMIT]) * len(stems))
        for line, stem in enumerate(stems):
            for pattern, reason in patterns:
                if pattern.match(stem):
                    sorted_out[line] = reason
        return bytes(sorted_out)


def _end_with(rule: hunspell.AffixRule, suffixes: set[int]) -> hunspell.AffixRule:
    """The rule without the flags that let a suffix follow."""
    return rule._replace(flags=[flag for flag in rule.flags if flag not in suffixes])


def _keep_lines(content: bytes, first: int, last: int) -> bytes:
    """The content of a .dic with its first line, and blank lines for those outside."""
    head, *lines = content.split(b"\n")
    kept = [line if first <= n <= last else b"" for n, line in enumerate(lines, 2)]
    return b"\n".join([head, *kept])


def weigh_characters(alphabet: Alphabet) -> dict[str, int]:
    """For each character that spells a letter, how much it adds to a word at the least, in parts of
    a tile (`WHOLE_TILE`); other characters may add nothing.

    Of a tile with several letters only the letter that the fewest such tiles have weighs anything:
    a word is never shorter than the sum of its letters. A mark takes away the weight of the letter
    that it may join, and characters that `also` replaces have none.
    """
    joint = [tile for tile in alphabet.tiles if len(tile) > 1]
    weights = dict.fromkeys(alphabet.spellings, WHOLE_TILE)

    def rank(letter: str) -> tuple[bool, int, str]:
        return letter not in alphabet.tiles, sum(letter in tile for tile in joint), letter

    for tile in joint:
        kept = min(set(tile), key=rank)
        for letter in tile:
            weights[letter] = min(
                weights[letter], WHOLE_TILE // tile.count(kept) * (letter == kept)
            )
    every = {c: weights[key] for key, cs in alphabet.spellings.items() for c in cs}
    every.update(dict.fromkeys("".join(alphabet.also), 0))
    return every | dict.fromkeys(_MARKS, -WHOLE_TILE)
