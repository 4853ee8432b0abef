"""Loads rulesets from TOML files: built-in files in `rulesets/`, or the user's own.

A file may extend another file and state only the differences. A *variant* is a named set of
differences, in the file of its ruleset (`scrabble-pt-pt:two-blanks`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from msgspec import structs

from wordtools import toml_reader
from wordtools.errors import AlphabetError, RulesError, UnknownRuleset
from wordtools.rules import inheritance
from wordtools.rules.changes import make_variant
from wordtools.rules.consistency import check_crossword, check_stacking
from wordtools.rules.inheritance import Tables
from wordtools.rules.ruleset import BLANK, GAMES, CrosswordRuleset, Ruleset
from wordtools.rules.word_lists import find_named_list
from wordtools.wording import suggest

FOLDER = Path(__file__).with_name("rulesets")
MOST_FILES = 8
"""The maximum number of files in a chain of `extends`."""
_MOST_SPOKEN = ("en", "es", "fr", "ar", "pt", "ru", "id", "de", "tr", "it", "pl")
"""The languages with the most speakers."""
_FOR_FILES = re.compile(r"[;,] (or )?remove an inherited \w+ with without = \[[^\]]*\]")
"""The part of a sentence that only helps authors of files."""


def list_rulesets() -> list[str]:
    """The names of the built-in rulesets, without their variants."""
    return sorted(stem for stem in _list_stems() if not stem.startswith("_"))


@cache
def _list_stems() -> frozenset[str]:
    """The names of all built-in files, including those that rulesets only extend."""
    return frozenset(path.stem for path in FOLDER.glob("*.toml"))


def load_ruleset(name: str, changes: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset with this name (`scrabble-pt-pt`) or in this file (`club.toml`), with any
    variants, which are applied in order (`lingo:hex,no-twos`, `club.toml:short`). `changes`, such
    as `{"clock": {"game": 1500}}`, contains other values for one game, under the same keys as in
    files; None removes a value. Built-in rulesets are loaded only once, so do not change their
    tables. Raises `RulesError`."""
    is_built_in = name.partition(":")[0] in _list_stems()
    return _load(name, changes) if changes or not is_built_in else _load_once(name)


@lru_cache(maxsize=512)  # bounded, because users can combine variants as they like
def _load_once(name: str) -> Ruleset:
    return _load(name, None)


def _load(name: str, changes: Mapping[str, Any] | None) -> Ruleset:
    base, _, variants_wanted = name.partition(":")
    path = _find_file(base)
    chain = read_chain(path)
    game = next((own["game"] for _, own in reversed(chain) if "game" in own), None)
    shape = GAMES.get(game) if isinstance(game, str) else None
    if shape is None:
        raise RulesError(
            f"{path}: game: choose from {', '.join(map(str, GAMES))}, "
            'or name the ruleset to extend: extends = "scrabble-en-us"'
        )
    whole: Tables = {}
    variants: dict[str, Tables] = {}
    for file, tables in chain:
        more = inheritance.read_variants(file, tables)
        for part in (tables, *more.values()):
            own = inheritance.select_values(part)
            toml_reader.refuse_unknown_keys(file, own, shape, RulesError)
        whole = inheritance.overlay(file, whole, tables)
        variants |= more
    wanted = variants_wanted.split(",") if variants_wanted else []
    titles = {key: own.get("title", key) for key, own in variants.items()}
    _check_variants(base, wanted, variants)
    for variant in wanted:
        title = f"{whole.get('title')}, {titles[variant]}"
        whole = inheritance.overlay(path, whole, variants[variant]) | {"title": title}
    if changes:
        path = Path("settings")
        own = make_variant(changes, whole)
        toml_reader.refuse_unknown_keys(path, inheritance.select_values(own), shape, RulesError)
        whole = inheritance.overlay(path, whole, own)
    whole |= {"$name": name, "$variants": titles}
    ruleset = toml_reader.convert(path, whole, shape, RulesError)
    try:
        if not changes:
            _check_inherited_tiles(ruleset, chain[-1][1])
        if isinstance(ruleset, CrosswordRuleset):
            check_crossword(ruleset)
        else:
            check_stacking(ruleset)
    except (RulesError, AlphabetError) as error:
        sentence = _FOR_FILES.sub("", str(error)) if changes else str(error)
        raise RulesError(f"{path}: {sentence}") from None
    return ruleset


def _check_inherited_tiles(ruleset: Ruleset, tables: Tables) -> None:
    """Raises `RulesError` if inherited tiles are not in the file's alphabet."""
    if "extends" not in tables or "alphabet" not in tables:
        return
    usable = {BLANK, *ruleset.alphabet.tiles, *tables.get("tiles", {})}
    if inherited := [face for face in ruleset.tiles if face not in usable]:
        raise RulesError(
            f"tiles: {inherited[0]}, inherited from {tables['extends']}, is not a tile of "
            f"{ruleset.alphabet.name}; remove the inherited tiles with "
            'without = ["tiles"], and list your own'
        )


def _check_variants(base: str, wanted: list[str], variants: dict[str, Tables]) -> None:
    """Raises `RulesError` if a variant is unknown, or if two variants set the same key to different
    values."""
    stated: dict[str, tuple[str, object]] = {}
    for variant in wanted:
        if variant not in variants:
            hint = suggest(variant, variants) if variants else "it has none"
            raise RulesError(f"{base}: there is no variant {variant!r}; {hint}")
        for key, value in inheritance.list_values(variants[variant]):
            other, other_value = stated.setdefault(key, (variant, value))
            if value != other_value:
                raise RulesError(
                    f"{base}: the variants {other} and {variant} differ in {key}; choose one"
                )


def find_rivals(name: str) -> dict[str, list[str]]:
    """The variants of a ruleset, each with those that cannot be combined with it. Raises
    `RulesError`."""
    variants: dict[str, Tables] = {}
    for file, tables in read_chain(_find_file(name)):
        variants |= inheritance.read_variants(file, tables)
    values = {variant: dict(inheritance.list_values(own)) for variant, own in variants.items()}
    return {
        one: [
            other
            for other, theirs in values.items()
            if any(theirs.get(key, value) != value for key, value in own.items())
        ]
        for one, own in values.items()
    }


def changes_nothing(base: str, variant: str) -> bool:
    """True if a variant has the same rules as the ruleset without variants. Raises `RulesError`,
    for example if there is no such variant."""
    ruleset, changed = load_ruleset(base), load_ruleset(f"{base}:{variant}")
    return structs.replace(changed, title=ruleset.title, name=ruleset.name) == ruleset


def load_crossword(name: str) -> CrosswordRuleset:
    """The ruleset of a crossword game. Raises `RulesError`, for example if the ruleset is for
    another kind of game."""
    ruleset = load_ruleset(name)
    if not isinstance(ruleset, CrosswordRuleset):
        raise RulesError(f"{name} is not a crossword game; `wordtools rules` lists all games")
    return ruleset


def choose_ruleset(
    named: str, word_lists: Iterable[str] = (), language: str = ""
) -> tuple[str, str]:
    """Returns the name of the built-in ruleset for a game, and the reason for choosing it. If a
    ruleset is `named`, returns that ruleset and the reason "". Otherwise, looks in `word_lists` for
    the first name that is the edition of a ruleset or is in word_lists.toml; this name decides. If
    there is no such name, returns the only ruleset in the `language`, if it has no variants. Raises
    `RulesError` if no ruleset, or more than one, is possible."""
    if named.partition(":")[0] in list_rulesets():
        return named, ""
    editions = _list_editions(language)
    left = list(editions)
    for word_list in filter(None, word_lists):
        same = [name for name, edition in editions.items() if edition == word_list.casefold()]
        if len(same) == 1:
            return same[0], f"the only ruleset for {word_list}"
        named_list = find_named_list(word_list)
        if named_list is not None:
            return named_list.ruleset, f"for {word_list}, {named_list.title}"
        wider = [name for name in editions if word_list.casefold().startswith(f"{editions[name]}-")]
        if len(wider) == 1:
            edition = editions[wider[0]]
            return wider[0], f"the only ruleset for {edition}, to which {word_list} belongs"
        left = same or left
    if not editions:
        raise RulesError(
            f"there is no built-in ruleset for the language {language!r}; name one with --rules"
        )
    if len(left) == 1:
        ruleset = load_ruleset(left[0])
        if not ruleset.variants:
            return ruleset.name, f"the only {ruleset.alphabet.name} ruleset"
        left += [f"{ruleset.name}:{variant}" for variant in ruleset.variants]
    names = ", ".join(left) if len(left) < 10 else "`wordtools rules` lists them"
    raise RulesError(f"several rulesets are possible; choose one with --rules: {names}")


def _list_editions(language: str) -> dict[str, str]:
    """The crossword rulesets in one language or all languages, each with its edition in lower
    case."""
    editions: dict[str, str] = {}
    for name in list_rulesets():
        chain = read_chain(_find_file(name))
        tables: Tables = {}
        for file, own in chain:
            tables = inheritance.overlay(file, tables, own)
        is_crossword = any(own.get("game") == "crossword" for _, own in chain)
        if is_crossword and language in ("", tables.get("language")):
            editions[name] = str(tables.get("words", {}).get("edition", "")).casefold()
    return editions


def read_chain(path: Path) -> list[tuple[Path, Tables]]:
    """The tables of a file, preceded by the tables of all files that it extends. Raises
    `RulesError`."""
    chain: list[tuple[Path, Tables]] = []
    while True:
        tables = toml_reader.read_tables(path, RulesError)
        if any(path.samefile(file) for file, _ in chain):
            raise RulesError(f"{path}: circular `extends`; name another file")
        if len(chain) == MOST_FILES:
            raise RulesError(f"{path}: extends: a chain of more than {MOST_FILES} files")
        chain.insert(0, (path, tables))
        if "extends" not in tables:
            return chain
        path = _find_parent(path, tables["extends"])


def _find_file(name: str) -> Path:
    if name.endswith(".toml"):
        return Path(name)
    if name not in list_rulesets():
        problem = f"{name!r} is neither a built-in ruleset nor a .toml file"
        raise UnknownRuleset(problem, *_find_near(name))
    return FOLDER / f"{name}.toml"


def _find_parent(path: Path, parent: object) -> Path:
    if not isinstance(parent, str):
        raise RulesError(f"{path}: extends: name one ruleset or one file")
    base, colon, _ = parent.partition(":")
    if colon:
        raise RulesError(
            f"{path}: extends: {parent!r} is a variant, which no file can extend; "
            f"extend {base!r} and state the differences"
        )
    if parent.endswith(".toml"):
        return path.parent / parent
    if parent not in _list_stems():
        problem = f"{path}: extends: there is no ruleset {parent!r}"
        raise UnknownRuleset(problem, *_find_near(parent))
    return FOLDER / f"{parent}.toml"


def _find_near(name: str) -> tuple[list[str], list[str]]:
    """The rulesets whose names or titles contain all parts of an unknown name (`scrabble-en`,
    `portuguese`), starting with those in the most widely spoken languages; and the rulesets whose
    names are similar."""
    from difflib import get_close_matches  # imported only for an error

    def split(text: str) -> set[str]:
        return set(re.findall(r"\w+", text.lower()))

    near = [
        one for one in list_rulesets() if split(name) <= split(one) | split(load_ruleset(one).title)
    ]
    return sorted(near, key=_rank_language), get_close_matches(name, list_rulesets())


def _rank_language(name: str) -> int:
    languages = [*_MOST_SPOKEN, load_ruleset(name).language]
    return languages.index(languages[-1])
