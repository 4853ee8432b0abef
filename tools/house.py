"""Checks rules beyond the import contract in pyproject.toml: each class name is unique in the
package, no module imports the package itself, no file of the kernel includes one from a folder
above its own, nothing uses other projects' private names, and tests neither sleep nor measure time.
Part of `make lint`."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "wordtools"
TESTS = PACKAGE.parent / "tests"
KERNEL = ("text", "automaton", "intake", "search", "plays", "formats", "players", "bind")
"""The folders of the kernel, from the lowest to the highest."""
PRIVATE_GROUND = {"terminal/judging/driver.py": "textual"}
"""The files that may use private names of a package, each for a reason stated in the file."""
_DOCUMENTED = {"os._exit", "_asdict", "_fields", "_from_iterable", "_make", "_replace"}
"""Names that look private, but are in Python's documentation."""
MAY_WATCH_TIME = {
    "judge/test_timing.py": "whether the time of a ruling tells which word failed is its subject",
    "log/test_database_away.py": "players are promised an answer in seconds while no database is",
    "service/test_backup.py": "it kills at moments drawn from the time that a command takes",
    "service/test_connections.py": "who sends slowly is disconnected by the clock of the service",
    "waiting.py": "where all other tests wait",
}
"""Test files that may sleep or read a clock, and why."""
_CLOCK = re.compile(
    r"time\.(monotonic|perf_counter|process_time|thread_time|time)(_ns)?|.*\.elapsed"
)
_SLEEP = re.compile(
    r"time\.sleep|.*\.wait_for_timeout|asyncio\.sleep\((?!0\)).*|pilot\.pause\(.+\)", re.DOTALL
)
_INCLUDE = re.compile(r'#include "([^"/]+)/')


def find_faults(package: Path = PACKAGE) -> Iterator[str]:
    """Each fault as `file:line: description`."""
    files = sorted([*package.rglob("*.py"), *package.glob("_kernel.pyi")])
    trees = {path: ast.parse(path.read_text("utf-8")) for path in files}
    yield from _find_shared_names(package, trees)
    modules = {path.stem for path in package.iterdir()}
    own = {name for tree in trees.values() for name in _list_own_names(tree)}
    for path, tree in trees.items():
        if path != package / "__init__.py":
            yield from _find_face_imports(path.relative_to(package.parent), tree, modules)
        if path.suffix == ".py":
            allowed = PRIVATE_GROUND.get(str(path.relative_to(package)), "")
            for line, name in _find_private_ground(tree, own):
                if name.partition(".")[0] != allowed:
                    yield f"{path.relative_to(package.parent)}:{line}: {name} is private to others"
    for path in sorted((package / "_kernel").rglob("*.[ch]pp")):
        yield from _find_upward_includes(path, package)


def _find_shared_names(package: Path, trees: dict[Path, ast.Module]) -> Iterator[str]:
    """Public classes with the same name in several modules."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(f"{path.relative_to(package.parent)}:{node.lineno}")
    for name, places in homes.items():
        if len(places) > 1:
            yield f"{places[1]}: {name} is a class in {places[0]}, too; one name for one thing"


def _find_face_imports(path: Path, tree: ast.Module, modules: set[str]) -> Iterator[str]:
    """Imports of `wordtools` itself, or of its names other than modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(alias.name == "wordtools" for alias in node.names):
            yield f"{path}:{node.lineno}: import the module that defines it, not wordtools"
        if isinstance(node, ast.ImportFrom) and node.module == "wordtools":
            for name in {alias.name for alias in node.names} - modules:
                yield f"{path}:{node.lineno}: import {name} from the module that defines it"


def _find_private_ground(tree: ast.Module, own: set[str]) -> Iterator[tuple[int, str]]:
    """The private names of other projects, each with its line. They are imported, read from a value
    that is not ours, or defined in a base class, where we could override them unknowingly."""
    origins: dict[str, str] = {}
    for node in ast.walk(tree):
        imported: list[tuple[str, str]] = []
        if isinstance(node, ast.Import):
            imported = [(alias.asname or alias.name, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported = [(a.asname or a.name, f"{node.module}.{a.name}") for a in node.names]
        for name, origin in imported:
            origins[name.partition(".")[0]] = origin if "." not in name else name.partition(".")[0]
            if _is_foreign(origin) and any(map(_is_private, origin.split("."))):
                yield getattr(node, "lineno", 0), origin
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_private(node.attr):
            name = _trace(node, origins) or ast.unparse(node)
            is_ours = node.attr in own and not _trace(node, origins)
            if not is_ours and not _DOCUMENTED & {name, node.attr}:
                yield node.lineno, name
        elif isinstance(node, ast.ClassDef):
            mine = set(_list_own_names(node))
            for base in filter(None, (_trace(base, origins) for base in node.bases)):
                for private in sorted(mine & set(_list_private_names(base)) - _DOCUMENTED):
                    yield node.lineno, f"{base}.{private}"


def _trace(node: ast.expr, origins: dict[str, str]) -> str:
    """The full name of an object of another project, or "" for any other object."""
    names: list[str] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
        node = node.value
    origin = origins.get(node.id, "") if isinstance(node, ast.Name) else ""
    return ".".join([origin, *names]) if origin and _is_foreign(origin) else ""


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_")


def _is_foreign(name: str) -> bool:
    return name.partition(".")[0] != "wordtools"


def _list_own_names(tree: ast.AST) -> Iterator[str]:
    """The private names that a module defines, for itself or for `self`."""
    for node in ast.walk(tree):
        name = ""
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                pass
            case ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                pass
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                pass
        if _is_private(name):
            yield name


def _list_private_names(name: str) -> Iterator[str]:
    """The private names of a class of another project, including inherited names."""
    module, _, attribute = name.rpartition(".")
    try:
        imported = getattr(import_module(module), attribute)
    except (ImportError, AttributeError):  # an extra that is not installed
        return
    for base in inspect.getmro(imported) if inspect.isclass(imported) else ():
        yield from filter(_is_private, vars(base))
        if base.__module__ != "builtins" and _is_foreign(base.__module__):
            try:
                yield from _list_own_names(ast.parse(textwrap.dedent(inspect.getsource(base))))
            except (OSError, TypeError):  # it is not written in Python
                continue


def _find_upward_includes(path: Path, package: Path) -> Iterator[str]:
    """Includes of files in a higher folder of the kernel, or in none of its folders."""
    floor = KERNEL.index(path.parent.name)
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.startswith('#include "'):
            continue
        place = f"{path.relative_to(package.parent)}:{number}"
        include = _INCLUDE.match(line)
        if include is None or include[1] not in KERNEL:
            yield f"{place}: include a file of the kernel by its folder: {', '.join(KERNEL)}"
        elif KERNEL.index(include[1]) > floor:
            yield f"{place}: {include[1]}/ is above {path.parent.name}/, which may not include it"


def find_timed_tests(tests: Path = TESTS) -> Iterator[str]:
    """Each place where tests sleep or measure time, as `file:line: what to do`."""
    watching = set()
    for path in sorted(tests.rglob("*.py")):
        name = path.relative_to(tests).as_posix()
        for line, remedy in sorted(_find_time(ast.parse(path.read_text("utf-8")))):
            watching.add(name)
            if name not in MAY_WATCH_TIME:
                yield f"{tests.name}/{name}:{line}: {remedy}"
    for name in MAY_WATCH_TIME.keys() - watching:
        yield f"tools/house.py: {name} need not be in MAY_WATCH_TIME"


def _find_time(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The lines that sleep or read a clock (nothing can compare times without reading one)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("time", "asyncio"):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            if any(_CLOCK.fullmatch(name) or _SLEEP.fullmatch(name) for name in names):
                yield node.lineno, f"import {node.module}, so that its use is seen"
        elif isinstance(node, ast.Attribute) and _CLOCK.fullmatch(ast.unparse(node)):
            yield node.lineno, "turn a clock of the test's own, or measure in bench/"
        elif isinstance(node, ast.Attribute | ast.Call) and _SLEEP.fullmatch(ast.unparse(node)):
            yield node.lineno, "await what happens, or use tests/waiting.py; do not sleep"


if __name__ == "__main__":
    faults = [*find_faults(), *find_timed_tests()]
    print(*faults, sep="\n", end="\n" if faults else "")
    sys.exit(bool(faults))
