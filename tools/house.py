"""What the import contract in pyproject.toml cannot see: that a class name stands for one thing in
the whole house, that nothing inside the package imports its face, and that no file of the kernel
includes one from a folder above its own. Part of `make lint`."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "wordtools"
KERNEL = ("text", "automaton", "intake", "search", "plays", "formats", "bind")
"""The folders of the kernel, from the lowest to the highest."""
_INCLUDE = re.compile(r'#include "([^"/]+)/')


def find_faults(package: Path = PACKAGE) -> Iterator[str]:
    """Each fault as `file:line: what is wrong`."""
    files = sorted([*package.rglob("*.py"), *package.glob("_kernel.pyi")])
    trees = {path: ast.parse(path.read_text("utf-8")) for path in files}
    yield from _find_shared_names(package, trees)
    modules = {path.stem for path in package.iterdir()}
    for path, tree in trees.items():
        if path != package / "__init__.py":
            yield from _find_face_imports(path.relative_to(package.parent), tree, modules)
    for path in sorted((package / "_kernel").rglob("*.[ch]pp")):
        yield from _find_upward_includes(path, package)


def _find_shared_names(package: Path, trees: dict[Path, ast.Module]) -> Iterator[str]:
    """Public classes of one name in several modules."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(f"{path.relative_to(package.parent)}:{node.lineno}")
    for name, places in homes.items():
        if len(places) > 1:
            yield f"{places[1]}: {name} is a class in {places[0]}, too; one name for one thing"


def _find_face_imports(path: Path, tree: ast.Module, modules: set[str]) -> Iterator[str]:
    """Imports of `wordtools` itself, or of what is not a module of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(alias.name == "wordtools" for alias in node.names):
            yield f"{path}:{node.lineno}: import the module that defines it, not wordtools"
        if isinstance(node, ast.ImportFrom) and node.module == "wordtools":
            for name in {alias.name for alias in node.names} - modules:
                yield f"{path}:{node.lineno}: import {name} from the module that defines it"


def _find_upward_includes(path: Path, package: Path) -> Iterator[str]:
    """Includes of files in a higher folder of the kernel, or in none of its folders."""
    floor = KERNEL.index(path.parent.name)
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.startswith('#include "'):
            continue
        place = f"{path.relative_to(package.parent)}:{number}"
        found = _INCLUDE.match(line)
        if found is None or found[1] not in KERNEL:
            yield f"{place}: include a file of the kernel by its folder: {', '.join(KERNEL)}"
        elif KERNEL.index(found[1]) > floor:
            yield f"{place}: {found[1]}/ is above {path.parent.name}/, which may not include it"


if __name__ == "__main__":
    faults = list(find_faults())
    print(*faults, sep="\n", end="\n" if faults else "")
    sys.exit(bool(faults))
