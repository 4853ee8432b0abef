"""The contestants: wordtools and its peers, with each operation as a call of their interface.

Peers are imported only when used, because memory is measured in processes that load one.
"""

from __future__ import annotations

import mmap
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bench import peers
from bench.lists import FOLDER, WordList

OURS, DAWG2, DUCER, MARISA = "wordtools", "DAWG2", "ducer", "marisa-trie"
DAWG_PYTHON, FROZENSET, DAWGDIC, CFSA2 = "DAWG-Python", "frozenset", "dawgdic-build", "CFSA2"


def _map(container: Any, words: list[Any]) -> Sequence[int]:
    return list(map(container.__contains__, words))


@dataclass(frozen=True)
class Contestant:
    """`build` makes a file of a list from a text with its words; `load` opens the file for lookups
    with `in`; `many` looks up a list. `keys` is its form of words: letters, coded letters of one
    byte each, or bytes. A contestant without `load` has no lookups from Python, and one without
    `build` reads the file of another contestant. `modules` are imported before the clock starts.
    """

    name: str
    keys: str
    load: Callable[[Path], Any] | None
    build: Callable[[WordList, Path, Path], object] | None = None
    many: Callable[[Any, list[Any]], Sequence[int]] = _map
    modules: tuple[str, ...] = ()
    reads: str = ""

    def file(self, words: WordList) -> Path:
        """The path of the contestant's file of a list."""
        return FOLDER / f"{words.name}.{self.reads or self.name}"

    def source(self, words: WordList) -> Path:
        """The sorted text from which the contestant builds its file."""
        return words.text if self.keys == "letters" else words.coded

    def fresh(self, words: WordList, text: str) -> list[Any]:
        """The words of a text as new objects, without cached hashes."""
        if self.keys == "letters":
            return text.split()
        return (
            words.code(text).split() if self.keys == "coded" else words.code(text).encode().split()
        )


def _compile(words: WordList, source: Path, target: Path) -> None:
    from wordtools.lexicon.compile import compile_words

    target.write_bytes(compile_words(source.read_bytes(), words.alphabet))


def _open(path: Path) -> Any:
    from wordtools.lexicon.lexicon import Lexicon

    return Lexicon.read(path)


def _contains_many(lexicon: Any, words: list[Any]) -> Sequence[int]:
    answers: Sequence[int] = lexicon.contains_many(words)
    return answers


def _build_dawg2(_: WordList, source: Path, target: Path) -> None:
    dawg = import_module("dawg").DAWG(source.read_bytes().split(), input_is_sorted=True)
    dawg.save(str(target))


def _build_ducer(_: WordList, source: Path, target: Path) -> None:
    import_module("ducer").Set.build(target, source.read_bytes().split())


def _load_ducer(path: Path) -> Any:
    with path.open("rb") as file:
        return import_module("ducer").Set(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _build_marisa(_: WordList, source: Path, target: Path) -> None:
    import_module("marisa_trie").Trie(source.read_text("ascii").split()).save(str(target))


def _build_dawgdic(_: WordList, source: Path, target: Path) -> None:
    subprocess.run([peers.DAWGDIC_BUILD, source, target], check=True, capture_output=True)


def _build_cfsa2(_: WordList, source: Path, target: Path) -> None:
    subprocess.run(peers.cfsa2("build", source, target), check=True)


def _load_dawg(module: str, path: Path) -> Any:
    return import_module(module).DAWG().load(str(path))


def _mmap_marisa(path: Path) -> Any:
    return import_module("marisa_trie").Trie().mmap(str(path))


def _load_frozenset(path: Path) -> Any:
    return frozenset(path.read_text("ascii").split())


ALL = (
    Contestant(
        OURS,
        "letters",
        _open,
        _compile,
        _contains_many,
        modules=("wordtools.lexicon.compile", "wordtools.lexicon.lexicon"),
    ),
    Contestant(DAWG2, "coded", partial(_load_dawg, "dawg"), _build_dawg2, modules=("dawg",)),
    Contestant(DUCER, "bytes", _load_ducer, _build_ducer, modules=("ducer",)),
    Contestant(MARISA, "coded", _mmap_marisa, _build_marisa, modules=("marisa_trie",)),
    Contestant(
        DAWG_PYTHON,
        "coded",
        partial(_load_dawg, "dawg_python"),
        modules=("dawg_python",),
        reads=DAWG2,
    ),
    Contestant(FROZENSET, "coded", _load_frozenset, reads="coded.txt"),
    Contestant(DAWGDIC, "coded", None, _build_dawgdic),
    Contestant(CFSA2, "coded", None, _build_cfsa2),
)
BY_NAME = {one.name: one for one in ALL}
