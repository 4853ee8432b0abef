"""Dictionaries of Scrabble3D: sections of lines, in which the words may be enciphered.

`[Header]` has lines like `Key=value`; `[Replace]` has placeholders for digraphs (`1=CH`);
`[Categories]` has one category per line, numbered from 1; and `[Words]` has lines like
`WORD[=meaning][;category]`. If the header has a Key, lines of words are XORed with the key and
encoded in base64.
"""

from __future__ import annotations

import re
from binascii import Error as Base64Error
from binascii import a2b_base64
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError
from wordtools.formats import text
from wordtools.formats.words_file import (
    WordLines,
    WordsFile,
    WordsToWrite,
    join_labels,
    label_category,
    name_category,
    split_label,
)
from wordtools.wording import join_list

MOST_ABOUT = 1 << 20
"""The maximum number of bytes in all sections except the words."""
_SECTION = re.compile(rb"^[ \t]*\[(\w+)\][ \t]*\r?$", re.MULTILINE)
_LINE = re.compile(
    rb"^([^=;\n]*+)(?:=([^;\n]*+(?:;(?!\d*+$)[^;\n]*+)*))?(?:;(\d*+))?$|^([^\n]*+)$",
    re.MULTILINE,
)
"""Matches a line with a word, its meaning and its category, or any other line. Possessive
quantifiers keep the time linear. The pieces of a meaning have a plain `*`, because in Python before
3.11.5, `*+` loses the last match of a group with alternatives."""
_ANY = Alphabet("any", "en", ("A",), {"A": "Aa"})
"""An alphabet for text in any language."""
_ENOUGH = 1 << 18
"""The number of bytes to split into lines at a time; lines take much more memory."""
_PLACEHOLDERS = "0123456789!#$%&@^_{|}~"
MOST_DIGRAPHS = len(_PLACEHOLDERS)
_VERSION = 100_000  # 1.0.0
_NOT_ENCIPHERED = "this is not a word enciphered with the Key of the header"


@dataclass
class DicHeader:
    """Everything in a dictionary except its words. `fields` maps the names of the header's fields,
    in lower case, to their values; `replace` maps placeholders to the letters that they replace."""

    fields: dict[str, str] = field(default_factory=dict)
    replace: dict[str, str] = field(default_factory=dict)
    categories: list[str] = field(default_factory=list)

    @property
    def key(self) -> bytes:
        """The key with which words are enciphered; empty if they are not."""
        return self.fields.get("key", "").encode()

    def list_tiles(self) -> list[str]:
        """The tiles of the letter set, in order; empty if the file has none."""
        letters = re.sub(r"[\s,;?*]", "", self.fields.get("letters", ""))
        return list(dict.fromkeys(self.replace.get(c, c).upper() for c in letters))


def looks_like_scrabble3d(start: bytes) -> bool:
    """True if a file begins with a section header of a Scrabble3D dictionary."""
    first = text.decode_start(start[:4096]).lstrip().partition("\n")[0]
    return bool(_SECTION.fullmatch(first.encode()))


def read_dic_header(path: Path) -> DicHeader:
    """Reads all sections of a dictionary, in any order, except its words. Raises `SourceError`."""
    header, size, found_words = DicHeader(), 0, False
    for piece, section in _read_sections(path, text.detect_encoding(path, _ANY), _ANY):
        if section == "words":
            found_words = True
            continue
        size += len(piece)
        if size > MOST_ABOUT:
            raise SourceError(path, None, f"more than {MOST_ABOUT:,} bytes before its words")
        lines = [line.strip() for line in piece.decode().splitlines()]
        pairs = [line.partition("=")[::2] for line in lines if line]
        if section == "header":
            header.fields |= {key.strip().lower(): value.strip() for key, value in pairs}
        elif section == "replace":
            header.replace |= {mark: shown.strip() for mark, shown in pairs if mark and shown}
        elif section == "categories":
            header.categories += [value.strip() or number for number, value in pairs]
    if not found_words:
        raise SourceError(path, None, "it has no section [Words]; is the file cut short?")
    return header


def read_scrabble3d(path: Path, alphabet: Alphabet, encoding: str = "detect") -> WordsFile:
    """Reads the dictionary in a .dic file, or in a ZIP file that contains one. Raises
    `SourceError`."""
    header = read_dic_header(path)
    if encoding == "detect":
        encoding = text.detect_encoding(path, alphabet)
    file = WordsFile(
        read_lines=lambda: _read_words(path, alphabet, encoding, header, file),
        title=header.fields.get("comment", ""),
        licence=header.fields.get("license", header.fields.get("licence", "")),
        brackets=True,
        path=str(path),
    )
    standard = header.fields.get("standardcategory", "")
    labels = [split_label(label) for label in (standard, *header.categories)]
    for label in chain.from_iterable(labels):
        file.categories.setdefault(name_category(label), label)
    file.sets = [tuple(dict.fromkeys(map(name_category, parts))) for parts in labels]
    if lost := [k for k in ("author", "version", "release", "values") if header.fields.get(k)]:
        verb = "is" if len(lost) == 1 else "are"
        file.notes.append(f"{path.name}: the header's {join_list(lost)} {verb} not kept")
    return file


def _read_sections(path: Path, encoding: str, alphabet: Alphabet) -> Iterator[tuple[bytes, str]]:
    """The text of the file in pieces of whole lines, each with the name of its section in lower
    case. The header of a section is a piece of its own, with the name "".
    """
    section = ""
    for piece in text.read_pieces(path, encoding, alphabet):
        at = 0
        for header in _SECTION.finditer(piece) if b"[" in piece else ():
            if header.start() > at:
                yield piece[at : header.start()], section
            section, at = header[1].decode().lower(), header.end() + 1
            yield piece[header.start() : at], ""
        while piece[at : at + 1]:
            end = piece.find(b"\n", at + _ENOUGH) + 1 or len(piece)
            yield piece[at:end], section
            at = end


def _read_words(
    path: Path, alphabet: Alphabet, encoding: str, header: DicHeader, file: WordsFile
) -> Iterator[WordLines]:
    """The words, on the same lines as in the file."""
    decipher: Callable[[bytes], bytes] | None = None
    unknown, lines = set(), 0
    for piece, section in _read_sections(path, encoding, alphabet):
        size = piece.count(b"\n")
        if section != "words":
            yield WordLines(b"\n" * size)
            lines += size
            continue
        piece = piece.replace(b"\r\n", b"\n")
        if header.key:
            decipher = decipher or _find_cipher(piece, header.key, header.replace)
            piece = _decipher_lines(piece, decipher, path, lines)
            piece = alphabet.compose_utf8(piece)
        lines += size
        if b"=" not in piece and b";" not in piece:
            alike = bytes(size + 1) if file.sets[0] else b""  # the last line may lack its end
            yield WordLines(_show_digraphs(piece, header.replace, alphabet), alike)
            continue
        words, meanings, numbers, odd = zip(*_LINE.findall(piece.removesuffix(b"\n")), strict=True)
        if any(odd):
            words = tuple(word or other for word, other in zip(words, odd, strict=True))
        numbered = {number: int(number[:9] or b"0") for number in set(numbers)}
        for number, meant in numbered.items():
            if meant >= len(file.sets):
                unknown.add(meant)
                numbered[number] = 0
        joined = _show_digraphs(b"\n".join(words), header.replace, alphabet)
        sets = list(map(numbered.__getitem__, numbers))
        yield WordLines(joined + b"\n", sets, meanings if any(meanings) else ())
    if unknown:
        note = f"{path.name}: words of category {join_list(map(str, sorted(unknown)[:5]))}"
        note += ", which [Categories] lacks, count as category 0"
        file.notes += [note] if note not in file.notes else []


def _show_digraphs(words: bytes, replace: dict[str, str], alphabet: Alphabet) -> bytes:
    """Replaces the placeholders in words with letters, in brackets if these are one tile."""
    if not replace:
        return words
    tiles = {tile.upper() for tile in alphabet.tiles}
    shown = {
        mark.encode(): (f"[{face}]" if face.upper() in tiles else face).encode()
        for mark, face in replace.items()
    }
    return re.sub(b"|".join(map(re.escape, shown)), lambda match: shown[match[0]], words)


def _find_cipher(piece: bytes, key: bytes, replace: Collection[str]) -> Callable[[bytes], bytes]:
    """Finds the function that deciphers a line. Newer files combine byte i of a line with byte i of
    the key; older files combine it with byte i + 1. Tries both on the first lines to see which
    yields letters.
    """
    sample = [line for line in piece[: 1 << 14].split(b"\n")[:-1] if line.strip()][:200]

    def count_words(decipher: Callable[[bytes], bytes]) -> int:
        return sum(map(looks_like_word, map(decipher, sample)))

    def looks_like_word(line: bytes) -> bool:
        word = re.split(rb"[=;]", line, maxsplit=1)[0].decode("utf-8", "replace")
        return all(c.isalpha() or c in replace or c in " '-." for c in word)

    times = text.LONGEST_LINE // len(key) + 1
    ways = [partial(_decipher, key=turned * times) for turned in (key, key[1:] + key[:1])]
    try:
        return max(ways, key=count_words)
    except Base64Error:
        return ways[0]  # the line is reported when it is used


def _decipher(line: bytes, key: bytes) -> bytes:
    """Deciphers a line of words. Raises `binascii.Error`."""
    data = a2b_base64(line, strict_mode=True)
    size = len(data)
    bits = int.from_bytes(data, "little") ^ int.from_bytes(key[:size], "little")
    return bits.to_bytes(size, "little")


def _decipher_lines(
    piece: bytes, decipher: Callable[[bytes], bytes], path: Path, lines_before: int
) -> bytes:
    """Deciphers the words on these lines. Raises `SourceError`."""
    words: list[str] = []
    try:
        for line in piece.split(b"\n"):
            words.append(decipher(line.strip()).decode() if line else "")
            if "\n" in words[-1]:
                raise SourceError(path, lines_before + len(words), _NOT_ENCIPHERED)
    except (Base64Error, UnicodeDecodeError):
        raise SourceError(path, lines_before + len(words) + 1, _NOT_ENCIPHERED) from None
    return "\n".join(words).replace("\r", "").encode()


def write_scrabble3d(words: WordsToWrite) -> dict[str, bytes]:
    """Writes a dictionary. The standard set is category 0; every other set is a category of its
    own. Raises `ValueError` if there are too few placeholders for digraphs."""
    digraphs = [tile for tile in words.alphabet.tiles if len(tile) > 1]
    if len(digraphs) > MOST_DIGRAPHS:
        raise ValueError(f"it has room for {MOST_DIGRAPHS} tiles of several letters")
    marks = dict(zip(digraphs, _PLACEHOLDERS, strict=False))
    labels = [
        join_labels(label_category(name, words.categories[name]) for name in words.sets[number])
        for number in words.order
    ]
    header = {
        "Version": str(_VERSION),
        "License": words.licence,
        "Release": words.effective,
        "Comment": words.comment,
        "StandardCategory": labels[0],
        "Letters": "".join(marks.get(tile, tile) for tile in words.alphabet.tiles),
    }
    about = ["[Header]", *(f"{k}={' '.join(v.split())}" for k, v in header.items() if v)]
    about += ["[Replace]", *(f"{mark}={tile}" for tile, mark in marks.items())] if marks else []
    if labels[1:]:
        about += ["[Categories]", *(f"{n}={label}" for n, label in enumerate(labels[1:], 1))]
    ends = [b""] * len(words.sets)
    for place, number in enumerate(words.order):
        ends[number] = f";{place}".encode() if place else b""
    lines = [("\n".join([*about, "[Words]"]) + "\n").encode()]
    lines += (_write_lines(piece, marks, ends) for piece in words.read_lines())
    return {"": b"".join(lines)}


def _write_lines(piece: WordLines, marks: dict[str, str], ends: list[bytes]) -> bytes:
    words = piece.words
    if piece.definitions:
        ends = [end or b";0" for end in ends]  # otherwise its final digits would be a category
    if marks:
        longest_first = sorted(marks, key=len, reverse=True)
        shown = {tile.encode(): mark.encode() for tile, mark in marks.items()}
        pattern = b"|".join(re.escape(tile.encode()) for tile in longest_first)
        words = re.sub(pattern, lambda match: shown[match[0]], words)
    if not any(ends):
        return words
    columns: list[Iterable[bytes]] = [words.splitlines(), map(ends.__getitem__, piece.sets)]
    if piece.definitions:
        columns.insert(
            1,
            (
                f"={definition}".encode() if definition else b""
                for definition in piece.list_definitions()
            ),
        )
    return b"\n".join(map(b"".join, zip(*columns, strict=True))) + b"\n"
