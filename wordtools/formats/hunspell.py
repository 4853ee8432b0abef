"""Hunspell dictionaries. This module reads the .aff; the kernel reads the .dic and generates forms.

Start reading at `read_affixes`. It reads only the directives that affect word forms, so errors in
other directives (REP, MAP, PHONE …) do not matter. It treats doubtful cases (a group without rules,
a flag with two groups, flags that are bytes) as libhunspell does.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from wordtools.errors import SourceError
from wordtools.wording import pluralize

if TYPE_CHECKING:
    from wordtools._kernel import HunspellExpander


class AffixRule(NamedTuple):
    """A line of a PFX or SFX group."""

    prefix: bool
    cross: bool
    """True if the rule combines with affixes of the other kind."""
    flag: int
    strips: str
    adds: str
    condition: str
    flags: list[int]
    """The flags that its forms get."""
    line: int = 0
    morphology: str = ""
    """The morphological tags that its forms get, such as "is:PLUR is:ACC"."""


class FormBounds(NamedTuple):
    """The limits on a form: `longest` is the maximum weight, and `levels` is the maximum number of
    affixes. The weight of a form is the sum of its characters' weights; characters that are not in
    `weights` weigh 0."""

    weights: list[tuple[int, int]]
    longest: int
    levels: int


LONGEST_RULE = 255
"""The maximum number of characters that a rule may strip, add and require in total."""
MOST_FLAGS = 1 << 20
"""The maximum number of flags in all rules together, with aliases expanded."""

_SPECIAL = ("NEEDAFFIX", "FORBIDDENWORD", "ONLYINCOMPOUND", "CIRCUMFIX")
_SYNONYMS = {"PSEUDOROOT": "NEEDAFFIX"}
_TABLES = {
    "PFX": 3,
    "SFX": 3,
    "AF": 1,
}  # for each directive, the index of the field that counts the lines below
_SWITCHES = ("FULLSTRIP", "COMPLEXPREFIXES")
_BLANKS = re.compile("[ \t]+")
_CONDITION = re.compile(r"(\[[^]]*\]|[^[])*")
_STEM_ENDS = re.compile("/|\t| +..:")
_STEMS = re.compile(r"^.(?:\\/|[^/\t\n])*", re.MULTILINE)
_NOT_DECODED = re.compile("[\ud800-\udfff]")
_DIRECTIVES = {"FLAG", "IGNORE", *_SPECIAL, *_SYNONYMS, *_TABLES, *_SWITCHES}


@dataclass(frozen=True, slots=True)
class FlagFormat:
    """How flags are written. `name` is the kernel's name for this notation: characters, bytes,
    character_pairs, byte_pairs or numbers. In a UTF-8 file without FLAG UTF-8, flags are bytes."""

    name: str

    def read_flags(self, text: str) -> list[int]:
        """Reads the flags in a text, as numbers. Raises `ValueError`."""
        if self.name == "numbers":
            numbers = [re.match(r"\s*([0-9]{1,9})", part) for part in text.split(",") if part]
            if None in numbers:
                raise ValueError(f"{text!r} is not a list of flag numbers")
            return [int(number[1]) for number in numbers if number]
        if self.name.startswith("byte"):
            units = list(text.encode("utf-8", "surrogateescape"))
        else:
            units = [ord(character) for character in text]
        if self.name.endswith("pairs"):
            pairs = zip(units[::2], units[1::2], strict=False)
            return [first << 16 | second for first, second in pairs]
        return units

    def write_flag(self, flag: int) -> str:
        """The flag as it is written in a file."""
        if self.name == "numbers":
            return str(flag)
        units = [flag >> 16, flag & 0xFFFF] if self.name.endswith("pairs") else [flag]
        if self.name.startswith("byte"):
            return bytes(units).decode("utf-8", "backslashreplace")
        text = "".join(map(chr, units))  # a byte that is invalid in the encoding may be half a pair
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class Affixes:
    """The parts of an .aff that affect word forms. Flags are numbers; 0 means no flag."""

    encoding: str
    """The Python codec of the .aff and its .dic."""
    flag_format: FlagFormat
    rules: tuple[AffixRule, ...]
    special: tuple[int, int, int, int]
    """NEEDAFFIX, FORBIDDENWORD, ONLYINCOMPOUND, CIRCUMFIX."""
    aliases: tuple[tuple[int, ...], ...]
    """The flag lists of AF, in order."""
    full_strip: bool
    ignored: str
    """The characters of IGNORE, which are removed from all words, but not from their flags."""

    def decode_dic(self, dic: bytes, path: str) -> bytes:
        """Converts a .dic to the form that the kernel needs: UTF-8, without a byte order mark, and
        without `ignored` characters in stems. If bytes are invalid in the declared encoding, raises
        `SourceError`, which names the line."""
        dic = dic.removeprefix(codecs.BOM_UTF8)
        try:
            text = dic.decode(self.encoding)
        except UnicodeDecodeError as error:
            line = dic.count(b"\n", 0, error.start) + 1
            message = f"this line is not {self.encoding}, which the .aff declares"
            raise SourceError(path, line, message) from None
        if self.ignored:
            table = dict.fromkeys(map(ord, self.ignored))
            head, newline, lines = text.partition("\n")
            signs = re.escape(self.ignored)
            marked_lines = re.compile(rf"^[^{signs}\n]*+[{signs}].*", re.MULTILINE)  # few
            lines = marked_lines.sub(
                lambda line: _STEMS.sub(lambda stem: stem[0].translate(table), line[0]), lines
            )
            text = head + newline + lines
        return text.encode()

    def create_expander(
        self,
        rules: Iterable[tuple[AffixRule, int]] | None = None,
        bounds: FormBounds | None = None,
    ) -> HunspellExpander:
        """Creates the kernel's expander for these rules (by default, all). Each rule is paired with
        a mask of categories that replace those of the dictionary (0 replaces none). Without
        `bounds`, the expander makes every form."""
        from wordtools._kernel import HunspellExpander

        masked_rules = [(rule, 0) for rule in self.rules] if rules is None else rules
        return HunspellExpander(
            [(*rule[:7], mask) for rule, mask in masked_rules],
            self.flag_format.name,
            self.special,
            [list(flags) for flags in self.aliases],
            self.full_strip,
            bounds,
        )


def list_stems(dic: bytes) -> list[str]:
    """The stem on each line of a .dic, without flags and tags. The .dic must be in UTF-8."""
    heads = (line.partition("/")[0] for line in dic.decode().split("\n"))
    return [
        (_STEM_ENDS.split(head, 1)[0] if "\t" in head or ":" in head else head).strip()
        for head in heads
    ]


@lru_cache(maxsize=2)  # a recipe may read one .aff for several inputs, one after another
def read_affixes(data: bytes, path: str) -> Affixes:
    """Reads affixes from the bytes of an .aff file; `path` is for error messages. Raises
    `SourceError`, which names the line, if the file is invalid or has COMPLEXPREFIXES, which is not
    supported."""
    data = data.removeprefix(codecs.BOM_UTF8)
    encoding = _parse_encoding(data, path)
    directives = list(_split_directives(data, encoding, path))
    named = {
        directive.name: directive for directive in directives
    }  # if a name occurs twice, the last one counts
    if directive := named.get("COMPLEXPREFIXES"):
        raise directive.error("COMPLEXPREFIXES (two prefixes on one word) is not supported")
    flag_format = _parse_flag_format(named.get("FLAG"), encoding)

    ignored = named["IGNORE"].argument if "IGNORE" in named else ""
    flags = _FlagReader(flag_format, path)
    if directive := named.get("AF"):
        flags.aliases = [
            flags.read_all((fields[1:2] or [""])[0], line) for line, fields in directive.table
        ]
    morphologies = [  # the count in their first line is ignored
        row.decode(encoding, "replace").strip()
        for row in re.findall(rb"^AM[ \t](.*)", data, re.MULTILINE)[1:]
    ]
    rules = [
        rule
        for directive in directives
        if directive.name in ("PFX", "SFX")
        for rule in _parse_rules(directive, flags, ignored, morphologies)
    ]
    granted = 0
    for rule in rules:
        granted += len(rule.flags)
        if granted > MOST_FLAGS:
            message = f"up to here, the rules have more than {MOST_FLAGS:,} flags"
            raise SourceError(path, rule.line, message)
    special = [
        flags.read_one(named[name].argument, named[name].line) if name in named else 0
        for name in _SPECIAL
    ]
    return Affixes(
        encoding=encoding,
        flag_format=flag_format,
        rules=tuple(rules),
        special=(special[0], special[1], special[2], special[3]),
        aliases=tuple(map(tuple, flags.aliases)),
        full_strip="FULLSTRIP" in named,
        ignored=ignored,
    )


class _FlagReader:
    """Reads the flags in a file. They are in the notation `form` or, if the file has `aliases`, are
    the numbers of aliases."""

    def __init__(self, form: FlagFormat, path: str) -> None:
        self.form = form
        self.path = path
        self.aliases: list[list[int]] = []

    def read_all(self, text: str, line: int) -> list[int]:
        """All distinct flags, in ascending order. Raises `SourceError`."""
        if not self.aliases or not text:
            return sorted(set(self._read(text, line)))
        if not (text.isdecimal() and 1 <= int(text[:9]) <= len(self.aliases)):
            raise SourceError(self.path, line, f"there is no flag alias {text} (AF)")
        return self.aliases[int(text[:9]) - 1]

    def read_one(self, text: str, line: int) -> int:
        """The first flag. Raises `SourceError` if there is none, or if the text is not a flag."""
        flags = self._read(text, line)
        if not flags:
            raise SourceError(self.path, line, "a flag is missing")
        return flags[0]

    def _read(self, text: str, line: int) -> list[int]:
        try:
            return self.form.read_flags(text)
        except ValueError as error:
            raise SourceError(self.path, line, str(error)) from None


class _Directive(NamedTuple):
    """A directive: its own line, and the lines of its table, which follow."""

    path: str
    name: str
    line: int
    fields: list[str]
    table: list[tuple[int, list[str]]]
    """The number and the fields of each line."""

    @property
    def argument(self) -> str:
        if len(self.fields) < 2:
            raise self.error(f"the value after {self.name} is missing")
        return self.fields[1]

    def error(self, message: str, line: int | None = None) -> SourceError:
        return SourceError(self.path, line or self.line, message)


def _split_directives(data: bytes, encoding: str, path: str) -> Iterator[_Directive]:
    """The directives that affect word forms, each with its table."""
    lines = (
        (number, line.decode(encoding, "surrogateescape").strip(" \t\r"))  # flags may be any byte
        for number, line in enumerate(data.split(b"\n"), 1)
    )
    for number, line in lines:
        fields = _split_fields(line)
        name = _SYNONYMS.get(fields[0], fields[0])
        if name not in _DIRECTIVES:
            continue
        directive = _Directive(path, name, number, fields, [])
        if name in _TABLES:
            count = fields[_TABLES[name]] if len(fields) > _TABLES[name] else ""
            if not re.fullmatch("[0-9]{1,9}", count):
                raise directive.error(f"the number of lines after {name} is missing")
            # Each row repeats its directive's name; a row with a rule repeats at least the flag.
            repeated = slice(0, 1) if name == "AF" else slice(1, 2)
            while len(directive.table) < int(count):
                row_number, row = next(lines, (0, ""))
                if not row_number:
                    lines_of = f"{pluralize(int(count), 'line')} of {name}"
                    raise directive.error(f"{lines_of} should follow, but the file ends")
                if not row:
                    continue
                row_fields = _split_fields(row)
                if row_fields[repeated] != fields[repeated]:
                    raise directive.error(
                        f"{' '.join(fields[: repeated.stop])} announces "
                        f"{pluralize(int(count), 'line')}, but only {len(directive.table)} follow"
                    )
                directive.table.append((row_number, row_fields))
        yield directive


def _parse_rules(
    directive: _Directive, flags: _FlagReader, ignored: str, morphologies: list[str]
) -> Iterator[AffixRule]:
    """The rules in one PFX or SFX group. `morphologies` holds the lines of the AM table, to which
    rules refer."""
    flag_text, cross = directive.fields[1:3]
    flag = flags.read_one(flag_text, directive.line)
    is_prefix, crosses = directive.name == "PFX", cross.startswith("Y")
    without_ignored = dict.fromkeys(map(ord, ignored))
    for line, fields in directive.table:  # some dictionaries have a hundred thousand
        if len(fields) < 4:
            message = f"expected a rule: {directive.name} {flag_text} STRIP ADD CONDITION"
            raise directive.error(message, line)
        strips, (adds, _, flags_of_forms) = fields[2], fields[3].partition("/")
        condition = fields[4] if len(fields) > 4 else ""
        if "[" in condition and not _CONDITION.fullmatch(condition):
            raise directive.error(f"the condition {condition} lacks a ]", line)
        letters = strips + adds + condition
        if not letters.isascii() and _NOT_DECODED.search(letters):
            raise directive.error(
                "the letters of this rule are not in the encoding that SET declares", line
            )
        if len(letters) > LONGEST_RULE:
            raise directive.error(f"this rule has more than {LONGEST_RULE} characters", line)
        yield AffixRule(
            is_prefix,
            crosses,
            flag,
            "" if strips == "0" else strips,
            "" if adds == "0" else adds.translate(without_ignored) if ignored else adds,
            condition,
            flags.read_all(flags_of_forms, line) if flags_of_forms else [],
            line,
            _read_morphology(" ".join(fields[5:]), morphologies) if len(fields) > 5 else "",
        )


def _read_morphology(text: str, morphologies: list[str]) -> str:
    if not (morphologies and text.isdecimal()):
        return text
    place = int(text[:9]) - 1
    return morphologies[place] if 0 <= place < len(morphologies) else ""


def _split_fields(line: str) -> list[str]:
    return _BLANKS.split(line)


def _parse_flag_format(directive: _Directive | None, encoding: str) -> FlagFormat:
    text = (directive.fields[1:2] or [""])[0] if directive else "short"
    unit = "byte" if encoding == "utf-8" else "character"
    names = {"short": f"{unit}s", "long": f"{unit}_pairs", "num": "numbers", "UTF-8": "characters"}
    if directive and text not in ("long", "num", "UTF-8"):
        raise directive.error("FLAG must be long, num or UTF-8")
    return FlagFormat(names[text])


def _parse_encoding(data: bytes, path: str) -> str:
    """The codec that SET names. Without SET, the encoding is UTF-8 if FLAG is UTF-8, and ISO-8859-1
    otherwise."""
    match = re.search(rb"^SET[ \t]+([^ \t\r\n]*)", data, re.MULTILINE)
    if not match:
        return "utf-8" if re.search(rb"^FLAG[ \t]+UTF-8", data, re.MULTILINE) else "iso8859-1"
    name = match[1].decode("ascii", "replace").lower()
    try:
        codec = codecs.lookup(
            name.replace("microsoft-cp", "cp").replace("tis620-2533", "tis-620")
        ).name
    except (LookupError, ValueError):
        codec = ""
    if not re.fullmatch(r"utf-8|ascii|iso8859-\d+|cp(125\d|\d{3})|koi8-[rtu]|tis-620", codec):
        line = data.count(b"\n", 0, match.start()) + 1
        raise SourceError(path, line, f"SET names an unknown character set: {name}")
    return codec
