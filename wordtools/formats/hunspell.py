"""Hunspell dictionaries: the .aff is read here, the .dic and its forms by the kernel.

Start at `read_affixes`; `expand` is the whole way from the bytes of two files to every word form.
spylls parses each directive of the .aff. Which of them it sees is decided here, because one that
makes no words (REP, MAP, PHONE …) must not be able to spoil a dictionary, and because some of its
readings are not libhunspell's: a group without rules, a flag with two groups, a rule that belongs
to another group, flags that are bytes.
"""

from __future__ import annotations

import codecs
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from wordtools.errors import SourceError

if TYPE_CHECKING:
    from wordtools._kernel import HunspellExpander

Rule = tuple[bool, bool, int, str, str, str, list[int]]
"""(is a prefix, joins affixes of the other end, flag, strips, adds, condition, its own flags)."""

_SPECIAL = ("NEEDAFFIX", "FORBIDDENWORD", "ONLYINCOMPOUND", "CIRCUMFIX")
_SYNONYMS = {"PSEUDOROOT": "NEEDAFFIX"}
_TABLES = {"PFX": 3, "SFX": 3, "AF": 1}  # directive: the field that counts the lines below it
_SWITCHES = ("FULLSTRIP", "COMPLEXPREFIXES")
_READ = {"FLAG", "IGNORE", *_SPECIAL, *_SYNONYMS, *_TABLES, *_SWITCHES}


@dataclass(frozen=True, slots=True)
class FlagFormat:
    """How flags are written. `name` is the kernel's: characters, bytes, character_pairs,
    byte_pairs or numbers; without FLAG UTF-8, the flags of a file in UTF-8 are bytes."""

    name: str

    def read(self, text: str) -> list[int]:
        """The numbers of a list of flags; ValueError if it is none."""
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


@dataclass(frozen=True, slots=True)
class Affixes:
    """What an .aff says about making words. A flag is a number; 0 is none."""

    encoding: str
    """The Python codec of the .aff and its .dic."""
    flag_format: FlagFormat
    rules: tuple[Rule, ...]
    special: tuple[int, int, int, int]
    """NEEDAFFIX, FORBIDDENWORD, ONLYINCOMPOUND, CIRCUMFIX."""
    aliases: tuple[tuple[int, ...], ...]
    """The flag lists of AF, in order."""
    full_strip: bool
    ignored: str
    """The characters of IGNORE, which no word has."""

    def decode(self, dic: bytes, path: str) -> bytes:
        """A .dic as the kernel wants it: UTF-8, without a byte order mark or any of `ignored`.

        Raises SourceError, naming the line, for bytes that are not of the declared encoding.
        """
        dic = dic.removeprefix(codecs.BOM_UTF8)
        try:
            text = dic.decode(self.encoding)
        except UnicodeDecodeError as error:
            line = dic.count(b"\n", 0, error.start) + 1
            message = f"the .aff declares {self.encoding}, which this line is not"
            raise SourceError(path, line, message) from None
        if self.ignored:
            text = text.translate(dict.fromkeys(map(ord, self.ignored)))
        return text.encode()

    def kernel(self, skip: Iterable[str] = ()) -> HunspellExpander:
        """The kernel's expander; `skip` names flags whose affixes are not applied."""
        from wordtools._kernel import HunspellExpander

        return HunspellExpander(
            list(self.rules),
            self.flag_format.name,
            self.special,
            [list(flags) for flags in self.aliases],
            [flag for text in skip for flag in self.flag_format.read(text)],
            self.full_strip,
        )


def expand(
    aff_bytes: bytes, dic_bytes: bytes, path: str, skip: Iterable[str] = ()
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Every form of a dictionary and what it bars, each as (form, line of its entry in the .dic).

    `path` is the .dic's; errors name it, or the .aff beside it. The forms of one entry are
    distinct; two entries may make the same. Barred are FORBIDDENWORDs, whatever is spelled like
    one, and stems that are no word without an affix or outside a compound. `skip` names flags whose
    affixes are not applied. Raises SourceError for a file that cannot be read as declared.
    """
    from wordtools._kernel import DictionaryError

    affixes = read_affixes(aff_bytes, path.removesuffix(".dic") + ".aff")
    try:
        return affixes.kernel(skip).expand(affixes.decode(dic_bytes, path))
    except DictionaryError as error:
        line, message = error.args
        raise SourceError(path, line, message) from None


def read_affixes(data: bytes, path: str) -> Affixes:
    """The .aff file whose bytes are `data`; `path` only names it in errors.

    Raises SourceError, naming the line, for what cannot be read, and for COMPLEXPREFIXES, which is
    not supported.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    encoding = _parse_encoding(data, path)
    directives = list(_split_directives(data, encoding, path))
    named = {directive.name: directive for directive in directives}  # of two, the last holds
    if directive := named.get("COMPLEXPREFIXES"):
        raise directive.error("COMPLEXPREFIXES (two prefixes on one word) is not supported")
    flag_format = _parse_flag_format(named.get("FLAG"), encoding)

    reading = _Reading(flag_format)
    if directive := named.get("IGNORE"):
        reading.ignore = directive.parse(reading)
    if directive := named.get("AF"):
        table = list(directive.parse_table(reading))
        reading.aliases = [tuple(sorted(flags)) for _, flags in table]
    rules = [
        rule
        for directive in directives
        if directive.name in ("PFX", "SFX")
        for rule in _parse_rules(directive, reading)
    ]
    special = [named[name].parse(reading) if name in named else 0 for name in _SPECIAL]
    return Affixes(
        encoding=encoding,
        flag_format=flag_format,
        rules=tuple(rules),
        special=(special[0], special[1], special[2], special[3]),
        aliases=tuple(reading.aliases),
        full_strip="FULLSTRIP" in named,
        ignored=reading.ignore.chars if reading.ignore else "",
    )


class _Reading:
    """What spylls must know to read a directive; it stands in for spylls' own `Context`."""

    def __init__(self, flag_format: FlagFormat) -> None:
        self.flag_format = flag_format
        self.aliases: list[tuple[int, ...]] = []
        self.ignore: Any = None

    def parse_flags(self, text: str | None) -> Iterable[int]:
        if not text:
            return ()
        if not self.aliases:
            return self.flag_format.read(text)
        if not (text.isdecimal() and 1 <= int(text[:9]) <= len(self.aliases)):
            raise ValueError(f"there is no flag alias {text} (AF)")
        return self.aliases[int(text) - 1]

    def parse_flag(self, text: str | None) -> int:
        flags = self.flag_format.read(text or "")
        if not flags:
            raise ValueError("a flag is missing")
        return flags[0]


class _Directive(NamedTuple):
    """One directive: its line, and the lines below it that are its table."""

    path: str
    name: str
    number: int
    line: str
    table: list[tuple[int, str]]

    @property
    def fields(self) -> list[str]:
        return _split_fields(self.line)

    def error(self, message: str, line: int | None = None) -> SourceError:
        return SourceError(self.path, line or self.number, message)

    def parse(self, reading: _Reading) -> Any:
        """What spylls makes of a directive without a table."""
        return self._parse(reading, self.line, [], self.number)

    def parse_table(self, reading: _Reading) -> Iterator[tuple[int, Any]]:
        """(line, what spylls makes of it) for each line of the table, as if there were no other."""
        header = self.fields
        header[_TABLES[self.name]] = "1"
        for number, line in self.table:
            (value,) = self._parse(reading, " ".join(header), [(number, line)], number)
            yield number, value

    def _parse(
        self, reading: _Reading, header: str, rows: list[tuple[int, str]], number: int
    ) -> Any:
        from spylls.hunspell.readers import aff

        try:
            with warnings.catch_warnings():  # re finds some conditions odd
                warnings.simplefilter("ignore")
                name, value = aff.read_directive(iter(rows), header, context=reading)
        except (ValueError, LookupError, TypeError, RecursionError, re.error) as error:
            reason = f": {error}" if isinstance(error, ValueError | re.error) else ""
            raise self.error(f"this {self.name} cannot be read{reason}", number) from None
        return value.values() if name == "AF" else value


def _split_directives(data: bytes, encoding: str, path: str) -> Iterator[_Directive]:
    """The directives that matter to words, each with its table."""
    lines = (
        (number, line.decode(encoding, "surrogateescape").strip(" \t\r"))  # flags may be any bytes
        for number, line in enumerate(data.split(b"\n"), 1)
    )
    for number, line in lines:
        fields = _split_fields(line)
        name = _SYNONYMS.get(fields[0], fields[0])
        if name not in _READ:
            continue
        directive = _Directive(path, name, number, line, [])
        if name in _TABLES:
            count = fields[_TABLES[name]] if len(fields) > _TABLES[name] else ""
            if not re.fullmatch("[0-9]{1,9}", count):
                raise directive.error(f"this {name} must say how many lines follow")
            while len(directive.table) < int(count):
                row_number, row = next(lines, (0, ""))
                if not row_number:
                    raise directive.error(f"{count} lines of {name} should follow; the file ends")
                if row:
                    directive.table.append((row_number, row))
        for row_number, row in [(number, line), *directive.table]:
            if (
                not row.isascii() and row.split()[:5] != _split_fields(row)[:5]
            ):  # spylls splits there too
                raise directive.error("only spaces and tabs may separate fields", row_number)
        yield directive


def _parse_rules(directive: _Directive, reading: _Reading) -> Iterator[Rule]:
    """The rules of one PFX or SFX group."""
    flag_text, cross = directive.fields[1:3]
    try:
        flag = reading.parse_flag(flag_text)
    except ValueError as error:
        raise directive.error(f"this {directive.name} cannot be read: {error}") from None
    for number, row in directive.table:
        fields = _split_fields(row)
        if fields[:2] != [directive.name, flag_text] or len(fields) < 4:
            message = f"a rule was expected: {directive.name} {flag_text} strip add condition"
            raise directive.error(message, number)
    for number, affix in directive.parse_table(reading):
        texts = (affix.strip, affix.add, affix.condition)
        if any("\ud800" <= character <= "\udfff" for text in texts for character in text):
            raise directive.error("the letters of this rule are not what SET declares", number)
        yield (directive.name == "PFX", cross.startswith("Y"), flag, *texts, sorted(affix.flags))


def _split_fields(line: str) -> list[str]:
    return re.split("[ \t]+", line)


def _parse_flag_format(directive: _Directive | None, encoding: str) -> FlagFormat:
    text = (directive.fields[1:2] or [""])[0] if directive else "short"
    unit = "byte" if encoding == "utf-8" else "character"
    names = {"short": f"{unit}s", "long": f"{unit}_pairs", "num": "numbers", "UTF-8": "characters"}
    if directive and text not in ("long", "num", "UTF-8"):
        raise directive.error("FLAG must be long, num or UTF-8")
    return FlagFormat(names[text])


def _parse_encoding(data: bytes, path: str) -> str:
    """The codec that SET names; ISO-8859-1 without one."""
    found = re.search(rb"^SET[ \t]+([^ \t\r\n]*)", data, re.MULTILINE)
    if not found:
        return "utf-8" if re.search(rb"^FLAG[ \t]+UTF-8", data, re.MULTILINE) else "iso8859-1"
    name = found[1].decode("ascii", "replace").lower()
    known = name.replace("microsoft-cp", "cp").replace("tis620-2533", "tis-620")
    try:
        codec = codecs.lookup(known).name
    except (LookupError, ValueError):
        codec = ""
    if not re.fullmatch(r"utf-8|ascii|iso8859-\d+|cp(125\d|\d{3})|koi8-[rtu]|tis-620", codec):
        line = data.count(b"\n", 0, found.start()) + 1
        raise SourceError(path, line, f"SET names no character set known here: {name}")
    return codec
