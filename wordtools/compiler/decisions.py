"""Decisions: words that people put in or take out, since when, by which authority, and why.

A recipe's decisions are in a file of tab-separated lines, one for each, below a header that names
the columns; lines that begin with `#` are comments, of which `# format = 1` states the file's
format. Nothing is ever deleted: of several decisions on one word, the latest counts.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, get_args

import msgspec

from wordtools import limits, toml_reader
from wordtools.alphabet import Alphabet
from wordtools.compiler.recipe import Recipe
from wordtools.compiler.recipe_edit import edit_recipe, set_key
from wordtools.compiler.recipe_files import read_recipe
from wordtools.errors import RecipeError, SourceError, SpellingError, WordtoolsError
from wordtools.files import write_files
from wordtools.formats import text
from wordtools.locks import hold_folder
from wordtools.stored import StoredFormat
from wordtools.wording import join_list, suggest

Verdict = Literal["in", "out"]

COLUMNS = (
    "word", "verdict", "since", "authority", "why", "reference", "categories", "definition",
)  # fmt: skip
_NEEDED = COLUMNS[:2]
_FORMAT = StoredFormat(1)
_STATED = f"# format = {_FORMAT.newest}"
EMPTY = f"{_STATED}\n" + "\t".join(COLUMNS) + "\n"
"""A file without decisions."""


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision on a word. `since` is a date or the beginning of one (`2026`, `2026-01`), or "";
    `categories` are those that a word gets that is put in."""

    word: str
    verdict: Verdict
    since: str = ""
    authority: str = ""
    why: str = ""
    reference: str = ""
    categories: list[str] = []
    definition: str = ""

    def __str__(self) -> str:
        """A sentence without its end: `in since 2026 by the committee: a fish (minutes 7)`."""
        since = f" since {self.since}" if self.since else ""
        authority = f" by {self.authority}" if self.authority else ""
        why = f": {self.why}" if self.why else ""
        reference = f" ({self.reference})" if self.reference else ""
        return f"{self.verdict}{since}{authority}{why}{reference}"


class DecisionMade(msgspec.Struct, frozen=True):
    """A decision on the word of an entry, and where it is recorded; `counts`: it is the latest,
    `reversed`: the latest decides otherwise."""

    decision: Decision
    place: str
    counts: bool
    reversed: bool = False

    @property
    def label(self) -> str:
        """Whether it counts, was reversed, or decided the same before."""
        return "decided" if self.counts else "reversed" if self.reversed else "before"

    def __str__(self) -> str:
        return f"{self.label:<9} {self.decision.word} {self.decision} ({self.place})"


class RecordedDecision(msgspec.Struct, frozen=True):
    """A decision where it is recorded, with the word's tiles."""

    decision: Decision
    path: Path
    line: int
    tiles: bytes

    @property
    def place(self) -> str:
        """The file's name and the line."""
        return f"{self.path.name}:{self.line}"


def read_decisions(path: Path, alphabet: Alphabet) -> list[RecordedDecision]:
    """The decisions in a file, in its order. Raises `SourceError` for a line that is none, for two
    decisions on one word of which neither is the later one, and for a file of a newer format."""
    if not path.exists():
        problem = "there is no such file yet; make it with `wordtools decide`"
        raise SourceError(path, None, f"{problem}, or take it out of the recipe")
    if not path.is_file():  # a device or a pipe may have no end
        raise SourceError(path, None, "this is not a file")
    content = text.decode_text(text.read_bytes(path), "utf-8", path)
    _FORMAT.check_text(content, path)
    found: list[RecordedDecision] = []
    seen: dict[tuple[bytes, str], int] = {}
    for number, fields in _read_rows(content, path):
        one = _read_decision(fields, path, number)
        try:
            if "[" in one.word:
                raise SourceError(path, number, "a decision is written without brackets")
            tiles = alphabet.spell(one.word)
        except SpellingError as error:
            raise SourceError(path, number, f"{error}") from None
        before = seen.setdefault((tiles, one.since), number)
        if before != number:
            raise SourceError(
                path, number, f"line {before} decides on {one.word}, too; the later one needs a "
                "later date in the column since"
            )  # fmt: skip
        found.append(RecordedDecision(one, path, number, tiles))
    return found


def sort_decisions(recorded: Iterable[RecordedDecision]) -> list[RecordedDecision]:
    """Decisions from the first to the latest, which counts: those of one file by date, and file
    after file, in the order in which they are first met."""
    recorded = list(recorded)
    places = {path: place for place, path in enumerate(dict.fromkeys(r.path for r in recorded))}
    return sorted(recorded, key=lambda r: (places[r.path], r.decision.since))


def list_made(recorded: Iterable[RecordedDecision]) -> list[DecisionMade]:
    """Decisions on one word, the latest first."""
    ordered = sort_decisions(recorded)[::-1]
    return [
        DecisionMade(
            each.decision,
            each.place,
            counts=each is ordered[0],
            reversed=each.decision.verdict != ordered[0].decision.verdict,
        )
        for each in ordered
    ]


def record_decision(path: Path, decision: Decision) -> tuple[Path, int]:
    """Adds a decision to the file of the recipe at `path`, in alphabet order; all other lines stay
    as they are. Where there is no such file yet, it is created, and where the recipe names none,
    named there. Returns the file and the line. Raises `WordtoolsError` for a decision that cannot
    be, that stands already, or that contradicts another one of the same day or a later one."""
    recipe = read_recipe(path)
    declared = find_declared(path)
    alphabet = recipe.language.alphabet
    word = unicodedata.normalize("NFC", decision.word.strip())
    decision = msgspec.structs.replace(decision, word=word)
    tiles = _check_decision(recipe, decision)
    name = declared or name_decisions(path)
    file = path.parent / name
    file.parent.mkdir(parents=True, exist_ok=True)
    with hold_folder(file.parent):
        line = _add_line(file, alphabet, decision, tiles)
    if not declared:
        remedy = f'{file}:{line} has the decision, but add decisions = ["{name}"] to the recipe'
        edit_recipe(path, lambda tables: set_key(tables, "decisions", [name]), remedy)
    return file, line


def find_declared(path: Path) -> str:
    """The file of decisions that the recipe at `path` names last, which new ones go to; "" when it
    names none. Raises `RecipeError`."""
    declared = toml_reader.read_tables(path, RecipeError).get("decisions")
    return declared[-1] if isinstance(declared, list) and declared else ""


def name_decisions(path: Path) -> str:
    """What the file of decisions of the recipe at `path` is called, unless it says otherwise."""
    return f"{path.stem}.decisions.tsv"


def _add_line(file: Path, alphabet: Alphabet, decision: Decision, tiles: bytes) -> int:
    """Writes a decision into the file. Returns its line. Raises `WordtoolsError`."""
    recorded = read_decisions(file, alphabet) if file.exists() else []
    before = sort_decisions(each for each in recorded if each.tiles == tiles)
    if before:
        _check_order(decision, before[-1])
    data = text.read_bytes(file).decode("utf-8-sig") if file.exists() else ""
    lines = data.removesuffix("\n").split("\n") if data else [_STATED]
    rows = (number for number, line in enumerate(lines, 1) if not _is_comment(line))
    header = next(rows, 0)
    if not header:
        lines.append("\t".join(COLUMNS))
        header = len(lines)
    after = max((each.line for each in recorded if each.tiles <= tiles), default=header)
    end = "\r" if lines[header - 1].endswith("\r") else ""
    columns = [name.strip() for name in lines[header - 1].split("\t")]
    lines.insert(after, _format_row(decision, columns) + end)
    write_files({file: ("\n".join(lines) + "\n").encode()})
    return after + 1


def _check_decision(recipe: Recipe, decision: Decision) -> bytes:
    """The word's tiles. Raises `WordtoolsError` for a decision that cannot be recorded."""
    if "[" in decision.word:
        raise WordtoolsError("a decision is written without brackets")
    try:
        tiles = recipe.language.alphabet.spell(decision.word)
    except SpellingError as error:
        raise WordtoolsError(f"{decision.word}: {error}") from None
    shortest, longest = recipe.lengths
    if not shortest <= len(tiles) <= longest:
        raise WordtoolsError(f"{decision.word}: words here have {shortest} to {longest} tiles")
    if not decision.why.strip():
        raise WordtoolsError("a decision has a reason; say why")
    if decision.verdict == "out" and (decision.categories or decision.definition):
        raise WordtoolsError("a word that is out has neither categories nor a definition")
    for category in decision.categories:
        if category not in recipe.bits:
            hint = suggest(category, recipe.bits)
            raise WordtoolsError(f"{recipe.name} has no category {category!r}; {hint}")
    _check_since(decision.since)
    for name in ("since", "authority", "why", "reference", "definition"):
        try:
            limits.check_text(name, getattr(decision, name))
        except ValueError as error:
            raise WordtoolsError(f"{error}; a decision is one line of text") from None
    return tiles


def _check_order(decision: Decision, counts: RecordedDecision) -> None:
    """Raises `WordtoolsError` unless a decision changes the one that counts so far."""
    there = f"{counts.place}: {counts.decision.word} is {counts.decision}"
    if counts.decision.verdict == decision.verdict:
        raise WordtoolsError(f"{there}; to say more of it, edit that line")
    if decision.since <= counts.decision.since:
        raise WordtoolsError(f"{there}; a decision against it needs a later date (--since)")


def _check_since(since: str) -> None:
    """Raises `WordtoolsError` for what is not a date or the beginning of one."""
    try:
        if since and not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", since):
            raise ValueError
        _ = since and datetime.date.fromisoformat(since + "0000-01-01"[len(since) :])
    except ValueError:
        message = f"{since!r} is not a date; write it as 2026, 2026-01 or 2026-01-31"
        raise WordtoolsError(message) from None


def _is_comment(line: str) -> bool:
    return not line.strip() or line.startswith("#")


def _read_rows(content: str, path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The number of each line with a decision, and its fields by column. Raises `SourceError`."""
    columns: list[str] = []
    for number, line in enumerate(content.split("\n"), 1):
        line = line.removesuffix("\r")
        if _is_comment(line):
            continue
        fields = [field.strip() for field in line.split("\t")]
        if not columns:
            columns = fields
            unknown = [name for name in columns if name not in COLUMNS]
            if unknown or len({*columns}) < len(columns) or not {*_NEEDED} <= {*columns}:
                raise SourceError(
                    path, number, "the first line names the columns, with tabs between them: "
                    f"{join_list(_NEEDED)}, and any of {join_list(COLUMNS[2:])}"
                )  # fmt: skip
            continue
        if len(fields) > len(columns):
            raise SourceError(path, number, f"more than the {len(columns)} fields of the header")
        yield number, dict(zip(columns, fields, strict=False))


def _read_decision(fields: dict[str, str], path: Path, line: int) -> Decision:
    """The decision on a line. Raises `SourceError`."""
    if fields.get("verdict") not in get_args(Verdict):
        raise SourceError(path, line, "the verdict is in or out, after the word and a tab")
    given: dict[str, object] = {name: value for name, value in fields.items() if value}
    given["categories"] = fields.get("categories", "").split()
    try:
        _check_since(fields.get("since", ""))
        decision = msgspec.convert({"word": ""} | given, Decision)
    except WordtoolsError as error:
        raise SourceError(path, line, str(error)) from None
    if not decision.word:
        raise SourceError(path, line, "there is no word")
    return decision


def _format_row(decision: Decision, columns: list[str]) -> str:
    """The line of a decision without its end. Raises `WordtoolsError` when the file lacks a column
    for it."""
    fields = msgspec.to_builtins(decision)
    if missing := fields.keys() - {*columns}:
        raise WordtoolsError(
            f"the file of decisions has no column {min(missing)}; add it to its first line"
        )
    fields["categories"] = " ".join(decision.categories)
    return "\t".join(fields.get(name, "") for name in columns).rstrip("\t")
