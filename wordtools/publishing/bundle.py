"""Bundles the pages' modules into one script, because browsers do not load modules from a disk.

The modules use only those forms of `import` and `export` that this module matches at the beginning
of a line.
"""

from __future__ import annotations

import re
from pathlib import Path

from wordtools import pages

_PACKAGE = Path(__file__).parent.parent
PAGES = Path(__file__).parent / "pages"
_WEB = next(path for path in (_PACKAGE / "web", _PACKAGE.parent / "web") if path.is_dir())
_FOLDERS = {"web": _WEB, "static": pages.STATIC}
"""The folders of modules whose import paths do not begin with a dot, such as `web/lexicon.js`."""

_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) ([\w$]+))|^export \{ ([\w, ]+) \};\n",
    re.MULTILINE,
)


def bundle(path: Path) -> str:
    """A classic script, without comments, that is equivalent to the module in this file."""
    modules: dict[Path, str] = {}
    _add(path.resolve(), modules)
    return '"use strict";\n' + "".join(modules.values())


def _add(path: Path, modules: dict[Path, str]) -> None:
    """Adds a module after its imports, as a function that is called immediately and returns the
    module's exports.
    """
    if path in modules:
        return
    text = _COMMENT.sub("", path.read_text("utf-8"))
    exported: list[str] = []

    def import_names(match: re.Match[str]) -> str:
        whole, names, source = match.groups()
        other = _locate(source, path)
        _add(other, modules)
        pattern = whole or f"{{{names.replace(' as ', ': ')}}}"
        return f"const {pattern} = {_name(other, modules)};\n"

    def export_names(match: re.Match[str]) -> str:
        exported.extend((match[1] or match[2]).split(", "))
        return ""

    text = _EXPORT.sub(export_names, _IMPORT.sub(import_names, text))
    if left := re.search(r"^(import|export)\b.*|import\.meta", text, re.MULTILINE):
        raise ValueError(f"{path}: cannot bundle {left[0]!r}")
    name = _name(path, modules)
    modules[path] = f"const {name} = (() => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n"


def _locate(source: str, importing: Path) -> Path:
    folder, _, name = source.partition("/")
    return (_FOLDERS.get(folder, importing.parent / folder) / name).resolve()


def _name(path: Path, modules: dict[Path, str]) -> str:
    """The variable for a module that was already added, or for the next module."""
    return f"module{[*modules, path].index(path)}"
