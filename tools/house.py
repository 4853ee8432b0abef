"""What the import contract in pyproject.toml cannot see: that a class name stands for one thing in
the whole house, and that nothing inside the package imports its face. Part of `make lint`."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "wordtools"


def find_faults(package: Path = PACKAGE) -> Iterator[str]:
    """Each fault as `file:line: what is wrong`."""
    files = sorted([*package.rglob("*.py"), *package.glob("_kernel.pyi")])
    trees = {path: ast.parse(path.read_text("utf-8")) for path in files}
    yield from _find_shared_names(package, trees)
    modules = {path.stem for path in package.iterdir()}
    for path, tree in trees.items():
        if path != package / "__init__.py":
            yield from _find_face_imports(path.relative_to(package.parent), tree, modules)


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


if __name__ == "__main__":
    faults = list(find_faults())
    print(*faults, sep="\n", end="\n" if faults else "")
    sys.exit(bool(faults))
