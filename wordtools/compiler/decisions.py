"""Decisions add or remove words, with a date, an authority and a reason.

A recipe keeps its decisions in a tab-separated file with a header and one decision per line. Lines
that begin with `#` are comments; `# format = 1` states the format of the file. Decisions are never
deleted; for each word, the latest decision counts.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
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
from wordtools.wording import join_list, pluralize, suggest

Verdict = Literal["in", "out", "unsure"]
"""`unsure`: a reader could not decide; such a decision changes nothing."""

COLUMNS = (
    "word", "verdict", "since", "authority", "why", "reference", "categories", "definition",
)  # fmt: skip
_NEEDED = COLUMNS[:2]
_FORMAT = StoredFormat(1)
_STATED = f"# format = {_FORMAT.newest}"
EMPTY = f"{_STATED}\n" + "\t".join(COLUMNS) + "\n"
"""A file without decisions."""


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision on a word. `since` is a date, a month or a year (`2026-01-31`, `2026-01`, `2026`),
    or "". `categories`: the categories of the word, if the decision adds it."""

    word: str
    verdict: Verdict
    since: str = ""
    authority: str = ""
    why: str = ""
    reference: str = ""
    categories: list[str] = []
    definition: str = ""

    def __str__(self) -> str:
        """Returns a sentence without its full stop: `in since 2026 by the union: a fish (minutes
        7)`."""
        since = f" since {self.since}" if self.since else ""
        authority = f" by {self.authority}" if self.authority else ""
        why = f": {self.why}" if self.why else ""
        reference = f" ({self.reference})" if self.reference else ""
        return f"{self.verdict}{since}{authority}{why}{reference}"


class DecisionMade(msgspec.Struct, frozen=True):
    """A decision and its place. `counts`: it is the latest decision on its word. `reversed`: the
    latest decision contradicts it."""

    decision: Decision
    place: str
    counts: bool
    reversed: bool = False

    @property
    def label(self) -> str:
        """Returns "decided" if the decision counts, "reversed", or "before" if a later decision
        confirms it."""
        return "decided" if self.counts else "reversed" if self.reversed else "before"

    def __str__(self) -> str:
        return f"{self.label:<9} {self.decision.word} {self.decision} ({self.place})"


class RecordedDecision(msgspec.Struct, frozen=True):
    """A decision with the tiles of its word, its file and its line."""

    decision: Decision
    path: Path
    line: int
    tiles: bytes

    @property
    def place(self) -> str:
        """The file's name and the line."""
        return f"{self.path.name}:{self.line}"


def read_decisions(path: Path, alphabet: Alphabet) -> list[RecordedDecision]:
    """Returns the decisions in a file, in the order of its lines. Raises `SourceError` if a line is
    invalid, if two decisions on one word have the same date, or if the file's format is newer than
    this program's."""
    if not path.exists():
        remedy = "correct its path, which is relative to the recipe's folder, or remove it from the"
        raise SourceError(path, None, f"this file of decisions does not exist; {remedy} recipe")
    if not path.is_file():  # a device or a pipe may have no end
        raise SourceError(path, None, "this is not a file")
    content = text.decode_text(text.read_bytes(path), "utf-8", path)
    _FORMAT.check_text(content, path)
    recorded: list[RecordedDecision] = []
    lines: dict[tuple[bytes, str], int] = {}
    for number, fields in _read_rows(content, path):
        decision = _read_decision(fields, path, number)
        try:
            if "[" in decision.word:
                raise SourceError(path, number, f"write {decision.word} without brackets")
            tiles = alphabet.spell(decision.word)
        except SpellingError as error:
            raise SourceError(path, number, f"{error}") from None
        other = lines.setdefault((tiles, decision.since), number)
        if other != number:
            raise SourceError(
                path, number, f"line {other} also decides on {decision.word}; give the later "
                "decision a later date in the column since"
            )  # fmt: skip
        recorded.append(RecordedDecision(decision, path, number, tiles))
    return recorded


def sort_decisions(recorded: Iterable[RecordedDecision]) -> list[RecordedDecision]:
    """Sorts decisions by file (in order of first occurrence) and by date, so that the decision that
    counts is last."""
    recorded = list(recorded)
    places = {path: place for place, path in enumerate(dict.fromkeys(r.path for r in recorded))}
    return sorted(recorded, key=lambda r: (places[r.path], r.decision.since))


def list_made(recorded: Iterable[RecordedDecision]) -> list[DecisionMade]:
    """Returns the decisions on one word, latest first."""
    ordered = sort_decisions(recorded)[::-1]
    return [
        DecisionMade(
            item.decision,
            item.place,
            counts=item is ordered[0],
            reversed=item.decision.verdict != ordered[0].decision.verdict,
        )
        for item in ordered
    ]


def record_decision(path: Path, decision: Decision) -> tuple[Path, int]:
    """Adds a decision to the decisions file of the recipe at `path`. The file stays in alphabet
    order, and other lines are not changed. If the recipe has no such file, creates one and names it
    in the recipe. Returns the file and line. Raises `WordtoolsError` for a decision that is
    invalid, that is already recorded, or that contradicts a decision of the same day or later."""
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
    """Returns the last decisions file that the recipe at `path` names, or "" if it names none. New
    decisions are added to this file. Raises `RecipeError`."""
    declared = toml_reader.read_tables(path, RecipeError).get("decisions")
    return declared[-1] if isinstance(declared, list) and declared else ""


def name_decisions(path: Path) -> str:
    """Returns the default name for the decisions file of the recipe at `path`."""
    return f"{path.stem}.decisions.tsv"


def _add_line(file: Path, alphabet: Alphabet, decision: Decision, tiles: bytes) -> int:
    """Writes a decision into the file. Returns its line number. Raises `WordtoolsError`."""
    recorded = read_decisions(file, alphabet) if file.exists() else []
    earlier = sort_decisions(item for item in recorded if item.tiles == tiles)
    if earlier:
        _check_order(decision, earlier[-1])
    data = text.read_bytes(file).decode("utf-8-sig") if file.exists() else ""
    lines = data.removesuffix("\n").split("\n") if data else [_STATED]
    rows = (number for number, line in enumerate(lines, 1) if not _is_comment(line))
    header = next(rows, 0)
    if not header:
        lines.append("\t".join(COLUMNS))
        header = len(lines)
    line = max((item.line for item in recorded if item.tiles <= tiles), default=header) + 1
    end = "\r" if lines[header - 1].endswith("\r") else ""
    columns = [name.strip() for name in lines[header - 1].split("\t")]
    lines.insert(line - 1, format_row(decision, columns) + end)
    write_files({file: ("\n".join(lines) + "\n").encode()})
    return line


def _check_decision(recipe: Recipe, decision: Decision) -> bytes:
    """Checks a decision, and returns the tiles of its word. Raises `WordtoolsError`."""
    if "[" in decision.word:
        raise WordtoolsError(f"write {decision.word} without brackets")
    try:
        tiles = recipe.language.alphabet.spell(decision.word)
    except SpellingError as error:
        raise WordtoolsError(f"{decision.word}: {error}") from None
    shortest, longest = recipe.lengths
    if not shortest <= len(tiles) <= longest:
        raise WordtoolsError(
            f"{decision.word} has {pluralize(len(tiles), 'tile')}; words of {recipe.name} have "
            f"{shortest} to {longest}"
        )
    if not decision.why.strip():
        raise WordtoolsError(f"the reason for deciding on {decision.word} is missing; add --why")
    if decision.verdict == "out" and (decision.categories or decision.definition):
        raise WordtoolsError(
            "leave out the categories and the definition, because the decision removes "
            f"{decision.word}"
        )
    for category in decision.categories:
        if category not in recipe.bits:
            hint = suggest(category, recipe.bits)
            raise WordtoolsError(f"{recipe.name} has no category {category!r}; {hint}")
    _check_since(decision.since)
    for name in ("since", "authority", "why", "reference", "definition"):
        try:
            limits.check_text(name, getattr(decision, name))
        except ValueError as error:
            raise WordtoolsError(f"{error}; write it as one line of text") from None
    return tiles


def _check_order(decision: Decision, counts: RecordedDecision) -> None:
    """Raises `WordtoolsError` unless the decision reverses the current one and has a later date."""
    current = f"{counts.place}: {counts.decision.word} is {counts.decision}"
    if counts.decision.verdict == decision.verdict:
        raise WordtoolsError(f"{current}; to change the details, edit that line")
    if decision.since <= counts.decision.since:
        raise WordtoolsError(f"{current}; to reverse it, state a later date (--since)")


def _check_since(since: str) -> None:
    """Raises `WordtoolsError` unless the text is a date, a month, a year or ""."""
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
    """Yields the line number of each decision, and its fields by column. Raises `SourceError`."""
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
                    path, number, "write the names of the columns here, with tabs between them: "
                    f"{join_list(_NEEDED)}, and any of {join_list(COLUMNS[2:])}"
                )  # fmt: skip
            continue
        if len(fields) > len(columns):
            problem = f"{len(fields)} fields, but the header has only {len(columns)} columns"
            raise SourceError(path, number, problem)
        yield number, dict(zip(columns, fields, strict=False))


def _read_decision(fields: dict[str, str], path: Path, line: int) -> Decision:
    """The decision on a line. Raises `SourceError`."""
    if fields.get("verdict") not in get_args(Verdict):
        raise SourceError(path, line, "the verdict is missing; write in, out or unsure after a tab")
    if not fields.get("word"):
        raise SourceError(path, line, "the word is missing")
    values: dict[str, object] = {name: value for name, value in fields.items() if value}
    values["categories"] = fields.get("categories", "").split()
    try:
        _check_since(fields.get("since", ""))
    except WordtoolsError as error:
        raise SourceError(path, line, str(error)) from None
    return msgspec.convert(values, Decision)


def format_row(decision: Decision, columns: Sequence[str] = COLUMNS) -> str:
    """Returns the decision as a line without its line ending. Raises `WordtoolsError` for a missing
    column."""
    fields = msgspec.to_builtins(decision)
    if missing := fields.keys() - {*columns}:
        raise WordtoolsError(
            f"the decisions file has no column {min(missing)}; add it to the first line of the file"
        )
    fields["categories"] = " ".join(decision.categories)
    return "\t".join(fields.get(name, "") for name in columns).rstrip("\t")
