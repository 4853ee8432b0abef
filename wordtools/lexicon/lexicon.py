"""A lexicon in memory is a frozen set of the words of one edition."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import AlphabetError, LexiconError, WordtoolsError
from wordtools.lexicon import file
from wordtools.lexicon.manifest import EditionRule, Manifest
from wordtools.lexicon.search import Searches
from wordtools.wording import pluralize, suggest

if TYPE_CHECKING:
    from wordtools.lexicon.definitions import Definitions


class Lexicon(_kernel.WordSet, Searches, Set[str]):
    """The words of one edition of a lexicon, in alphabet order.

    A lexicon behaves like a frozen set of `str`. It returns words in the alphabet's own spelling
    (`LIÇAO`); lookups accept any spelling (`lição`, whether Unicode composes its letters or not).
    Editions of a lexicon share its memory, and threads may share a lexicon. The kernel looks up one
    word (`in`) or many (`contains_many`, `contains_lines`; see `_kernel.WordSet`).
    """

    def __init__(
        self,
        manifest: Manifest,
        automaton: _kernel.Automaton,
        sets: _kernel.WordCategories,
        *,
        digest: str,
        path: str = "",
        edition: str | None = None,
        whole: bool = False,
        barred: frozenset[str] = frozenset(),
        data: bytes | None = None,
    ) -> None:
        """`whole`: select all words, regardless of edition. `barred`: categories to leave out (see
        `leaving_out`). `data`: the bytes of a lexicon that has no file."""
        self.manifest = manifest
        self.digest = digest
        """The SHA-256 in the file's seal, which rulings name."""
        self.path = path
        self.edition_name = edition or manifest.name
        self._automaton = automaton
        self._sets = sets
        self._data = data
        self._whole = whole
        self._barred = barred
        self._narrower: dict[frozenset[str], Lexicon] = {}
        self._known_hash: int | None = None
        self._numbers = [frozenset(names) for names in manifest.sets]
        self._rule = EditionRule() if whole else manifest.editions[self.edition_name]
        admitted = bytes(self.admits(names) for names in self._numbers)
        self._selection = None if all(admitted) else _kernel.Selection(sets, admitted)
        super().__init__(automaton, self._selection, self.alphabet.compose)

    @classmethod
    def read(cls, path: str | Path, edition: str | None = None) -> Lexicon:
        """Opens a lexicon file. Raises `LexiconError` if it is missing or damaged."""
        return cls.from_parts(file.read_file(Path(path)), path=str(path), edition=edition)

    @classmethod
    def from_bytes(cls, data: bytes, edition: str | None = None) -> Lexicon:
        """Opens a lexicon from the bytes of a lexicon file; its `path` is "". Raises
        `LexiconError`."""
        parts = file.unpack(data, "these bytes")
        return cls.from_parts(parts, path="", edition=edition, data=data)

    @classmethod
    def from_parts(
        cls,
        parts: file.LexiconParts,
        *,
        path: str,
        edition: str | None = None,
        data: bytes | None = None,
    ) -> Lexicon:
        """Makes a lexicon from the parts of a file. Raises `LexiconError` if they are
        inconsistent."""
        manifest = parts.manifest
        try:
            spelling, ranked = manifest.alphabet.kernel, len(manifest.sets) > 1  # editions need it
            automaton = _kernel.Automaton.from_columns(spelling, *parts.columns, ranked=ranked)
            sets = _kernel.WordCategories(parts.sets, manifest.words, len(manifest.sets))
            _check_consistency(manifest, automaton)
        except (ValueError, AlphabetError) as error:
            where = path or "these bytes"
            raise LexiconError(f"{where}: sealed, but contradicts itself ({error})") from None
        if edition is not None and edition not in manifest.editions:
            raise _explain_unknown_edition(path, manifest, edition)
        return cls(
            manifest, automaton, sets, digest=parts.digest, path=path, edition=edition, data=data
        )

    def to_bytes(self) -> bytes:
        """Returns the bytes of the lexicon's file, with all its editions. Raises `LexiconError` if
        the file has changed since it was opened."""
        if self._data is not None:
            return self._data
        try:
            data = Path(self.path).read_bytes()
        except OSError as error:
            raise LexiconError(f"{self.path}: cannot be read: {error.strerror}") from None
        if file.check_seal(data, self.path) != self.digest:
            raise LexiconError(f"{self.path}: has changed since it was opened; open it again")
        return data

    def save(self, path: str | Path) -> None:
        """Writes the lexicon's file, with all its editions, completely or not at all. Raises
        `OSError` if writing fails, and the errors of `to_bytes`.
        """
        from wordtools.files import write_files  # challenges never write a lexicon

        write_files({Path(path): self.to_bytes()})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles a lexicon as the path and digest of its file, or as its bytes if it has no
        file."""
        origin = str(Path(self.path).absolute()) if self._data is None else self._data
        view = (self.edition_name, self._whole, self._barred)
        return _unpickle, (origin, self.digest, *view)

    @property
    def name(self) -> str:
        """The lexicon's name, which is the same for all editions."""
        return self.manifest.name

    @property
    def alphabet(self) -> Alphabet:
        """The alphabet whose tiles spell the words."""
        return self.manifest.alphabet

    @property
    def automaton(self) -> _kernel.Automaton:
        """The automaton of all words, which all editions share."""
        return self._automaton

    @property
    def word_categories(self) -> _kernel.WordCategories:
        """The number of each word's category set, indexed by the word's rank among the words of all
        editions."""
        return self._sets

    def admits(self, categories: frozenset[str]) -> bool:
        """Returns whether words with these categories belong to the edition."""
        if not self._rule.admits(categories):
            return False
        left = categories - self._barred
        return left == categories or not left.isdisjoint(self._rule.include)

    def edition(self, name: str) -> Lexicon:
        """Returns another edition of the same lexicon. Raises `LexiconError` for an unknown
        name."""
        if name not in self.manifest.editions:
            raise _explain_unknown_edition(self.path, self.manifest, name)
        return self._choose_words(edition=name)

    @property
    def whole(self) -> Lexicon:
        """All words of the same lexicon, including words that are in no edition."""
        return self._choose_words(whole=True)

    def leaving_out(self, categories: Iterable[str]) -> Lexicon:
        """Returns the same edition without the words that only these categories admit. Raises
        `LexiconError` for an unknown category."""
        barred = self._barred.union(categories)
        for category in sorted(barred):
            self._check_category(category)
        if barred == self._barred:
            return self
        if barred not in self._narrower:  # selecting words of a large list is slow
            self._narrower[barred] = self._choose_words(
                edition=self.edition_name, whole=self._whole, barred=barred
            )
        return self._narrower[barred]

    def _choose_words(self, **words: Any) -> Lexicon:
        """Returns the same lexicon with these arguments of the constructor: `edition`, `whole` and
        `barred`."""
        parts = (self.manifest, self._automaton, self._sets)
        return type(self)(*parts, digest=self.digest, path=self.path, data=self._data, **words)

    def pair_with(self, other: Lexicon) -> _kernel.WordPairs:
        """Pairs the words of this edition (left) with those of another (right). Raises
        `LexiconError` for lexicons with different tiles."""
        if self.alphabet.tiles != other.alphabet.tiles:
            raise LexiconError(
                f"{self.name} and {other.name} have different tiles "
                f"({self.alphabet.name} and {other.alphabet.name}); they cannot be compared"
            )
        one, two = (
            (lexicon._automaton, lexicon._sets, lexicon._selection) for lexicon in (self, other)
        )
        return _kernel.WordPairs(*one, *two)

    def __len__(self) -> int:
        return len(self._automaton) if self._selection is None else len(self._selection)

    def __iter__(self) -> Iterator[str]:
        return self._automaton.iterate_words(0, len(self._automaton), self._selection)

    def __repr__(self) -> str:
        return f"<Lexicon {self.edition_name}: {pluralize(len(self), 'word')}, {self.digest[:12]}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lexicon) or self.alphabet.tiles != other.alphabet.tiles:
            return Set.__eq__(self, other)
        same = (self.digest, self._rule, self._barred)
        if same == (other.digest, other._rule, other._barred):
            return True
        if len(self) != len(other):
            return False
        return all(min(left, right) >= 0 for left, right, _ in self.pair_with(other).combinations)

    def __hash__(self) -> int:
        if self._known_hash is None:
            self._known_hash = self._hash()  # must equal the hash of an equal frozenset
        return self._known_hash

    @classmethod
    def _from_iterable(cls, words: Iterable[Any]) -> Set[Any]:
        """Makes the result of `&`, `|`, `-` and `^`."""
        return frozenset(words)

    def rank(self, word: str) -> int:
        """Returns the word's place in alphabet order, counted from 0. Raises `KeyError` if the text
        is not a word."""
        rank = self._find_rank(word)
        return rank if self._selection is None else self._selection.count_before(rank)

    def word_at(self, rank: int) -> str:
        """Returns the word at a place in alphabet order, counted from 0. Raises `IndexError`."""
        if not 0 <= rank < len(self):
            raise IndexError(f"{self.edition_name} has no word number {rank}")
        whole = rank if self._selection is None else self._selection.get_rank(rank)
        return self.alphabet.text(self._automaton.get_word(whole))

    def categories(self, word: str) -> frozenset[str]:
        """Returns the categories of the word. Raises `KeyError` if the text is not a word."""
        return self._numbers[self._sets[self._find_rank(word)]]

    def definition(self, word: str) -> str:
        """Returns the definition of the word, or "". This is for study; never use it at a
        tournament. Raises `KeyError` if the text is not a word, and `LexiconError` if the
        definitions are damaged or the file has changed since it was opened."""
        rank = self._find_rank(word)
        return self._definitions.find(rank) if self._definitions else ""

    def definitions(self) -> Iterator[tuple[str, str]]:
        """Yields the words that have a definition, in alphabet order, and their definitions. Raises
        the same errors as `definition`.
        """
        for rank, text in self._iterate_definitions(0, len(self._automaton)):
            yield self.alphabet.text(self._automaton.get_word(rank)), text

    def words(
        self, *, prefix: str = "", category: str | None = None, lengths: tuple[int, int] = (1, 64)
    ) -> Iterator[str]:
        """Yields the words, in alphabet order, that begin with `prefix`, have the `category`, and
        have a length within `lengths`. Raises `SpellingError` if the alphabet cannot spell the
        prefix, and `LexiconError` for an unknown category."""
        first, end, selection = self._find_range(prefix, category)
        return self._automaton.iterate_words(first, end, selection, *lengths)

    def lines(
        self, *, prefix: str = "", category: str | None = None, lengths: tuple[int, int] = (1, 64)
    ) -> Iterator[bytes]:
        """Yields the same words in large pieces of UTF-8, with a newline after each word."""
        first, end, selection = self._find_range(prefix, category)
        for start in range(first, end, 1 << 16):
            stop = min(start + (1 << 16), end)
            yield self._automaton.encode_lines(start, stop, selection, *lengths)

    def described_lines(self) -> Iterator[tuple[bytes, Sequence[int], list[str]]]:
        """Yields all words, in pieces like those of `lines`. With each piece, yields the numbers of
        the words' category sets (indexes of `manifest.sets`) and their definitions ([] if the piece
        has none). Raises the same errors as `definition`."""
        numbers, count = self._sets.encode_numbers(), len(self._numbers)
        admitted = [self.admits(names) for names in self._numbers]
        barred = bytes(n for n, admits in enumerate(admitted[:256]) if not admits)
        selection = self._selection
        for start in range(0, len(self._automaton), 1 << 16):
            stop = min(start + (1 << 16), len(self._automaton))
            words = self._automaton.encode_lines(start, stop, selection)
            sets: Sequence[int] = bytes(stop - start)
            if count > 256:
                every = struct.unpack_from(f"<{stop - start}H", numbers, 2 * start)
                sets = [number for number in every if admitted[number]]
            elif count > 1:
                sets = numbers[start:stop].translate(None, barred)
            defined = dict(self._iterate_definitions(start, stop))
            ranks = range(start, stop) if defined else ()
            selected = (rank for rank in ranks if selection is None or rank in selection)
            yield words, sets, [defined.get(rank, "") for rank in selected]

    def count_words_by_set(self) -> dict[int, int]:
        """Returns the number of words with each category set that occurs, indexed by the number of
        the set."""
        counts = enumerate(self._sets.count_words_by_set())
        return {n: words for n, words in counts if words and self.admits(self._numbers[n])}

    def count(self, category: str) -> int:
        """Returns the number of words with a category. Raises `LexiconError` for an unknown
        category."""
        _, _, selection = self._find_range("", category)
        return len(self) if selection is None else len(selection)

    def words_by_length(self) -> dict[int, int]:
        """Returns the number of the edition's words of each length, in tiles."""
        counts = self._automaton.count_words_by_length(self._selection)
        return {n: words for n, words in enumerate(counts) if words}

    def count_tiles(self) -> list[tuple[int, int, int, int]]:
        """Returns four counts for each tile of the alphabet: the words that contain it, begin with
        it and end with it, and its occurrences in all words."""
        return self._automaton.count_tiles(self._selection)

    def find_plays(
        self, rules: _kernel.PlayRules, squares: bytes, rack: bytes, limit: int | None
    ) -> tuple[int, bytes]:
        """Returns the number of plays on a board with the edition's words, and the kernel's records
        of the best plays, for `board.generator`. Raises `ValueError`."""
        return self._automaton.find_plays(rules, squares, rack, self._selection, limit)

    @property
    def kernel(self) -> tuple[_kernel.Automaton, _kernel.Selection | None]:
        """The automaton and the selected words of the edition, for players in the
        kernel."""
        return self._automaton, self._selection

    @cached_property
    def _definitions(self) -> Definitions | None:
        if not self.manifest.definitions:
            return None
        return file.read_definitions(self.to_bytes(), self.manifest, self.path or "these bytes")

    def _iterate_definitions(self, first: int, end: int) -> Iterator[tuple[int, str]]:
        """Yields the definitions of the edition's words in a range of ranks, each with its rank."""
        for rank, text in self._definitions.iterate(first, end) if self._definitions else ():
            if self._selection is None or rank in self._selection:
                yield rank, text

    def _find_rank(self, word: str) -> int:
        if not isinstance(word, str):
            raise KeyError(word)
        rank = self._automaton.find_rank(word)
        if rank < 0:
            rank = self._automaton.find_rank(self.alphabet.compose(word))
        if rank < 0 or (self._selection is not None and rank not in self._selection):
            raise KeyError(word)
        return rank

    def _find_range(
        self, prefix: str, category: str | None
    ) -> tuple[int, int, _kernel.Selection | None]:
        first, end = self._automaton.find_prefix_range(self.alphabet.spell(prefix))
        return first, end, self._select_category(category)

    def _select_category(self, category: str | None) -> _kernel.Selection | None:
        """Returns the words of the edition, or only its words with a category. Raises
        `LexiconError`."""
        if category is None:
            return self._selection
        self._check_category(category)
        admitted = bytes(self.admits(names) and category in names for names in self._numbers)
        return _kernel.Selection(self._sets, admitted)

    def _check_category(self, category: str) -> None:
        if category not in self.manifest.categories:
            hint = suggest(category, self.manifest.categories)
            raise LexiconError(f"{self.name} has no category {category!r}; {hint}")


def _unpickle(
    origin: str | bytes, digest: str, edition: str, whole: bool, barred: frozenset[str]
) -> Lexicon:
    """Restores a lexicon from its path or its bytes. Raises `LexiconError` if the file has changed
    since."""
    if isinstance(origin, bytes):
        lexicon = Lexicon.from_bytes(origin, edition)
    else:
        lexicon = Lexicon.read(origin, edition)
    if lexicon.digest != digest:
        raise LexiconError(f"{origin!s:.200}: not the lexicon that was pickled, {digest}")
    return (lexicon.whole if whole else lexicon).leaving_out(barred)


def _check_consistency(manifest: Manifest, automaton: _kernel.Automaton) -> None:
    """Raises `ValueError` if the parts of a lexicon are inconsistent."""
    alphabet = manifest.alphabet
    for number, tile in enumerate(alphabet.tiles, 1):
        if alphabet.kernel.to_tiles(f"[{tile}]") != bytes([number]):
            raise ValueError(f"the tile {tile} cannot be spelled")
    if len(automaton) != manifest.words:
        raise ValueError("the numbers of words differ")
    if manifest.words and not manifest.sets:
        raise ValueError("a word has a category set that does not exist")
    if not {name for names in manifest.sets for name in names} <= manifest.categories.keys():
        raise ValueError("a category set names a category that does not exist")
    if manifest.name not in manifest.editions:
        raise ValueError("there is no edition named after the lexicon")


def parse_lengths(text: str) -> tuple[int, int]:
    """Reads `"2..15"` and `"2-15"` as (2, 15), and `"7"` as (7, 7). Raises `WordtoolsError`."""
    first, to, last = text.partition(".." if ".." in text else "-")
    try:
        bounds = int(first), int(last if to else first)
    except ValueError:
        bounds = 0, 0
    if not 1 <= bounds[0] <= bounds[1] <= _kernel.MAX_WORD:
        raise WordtoolsError(
            f"{text!r} is not a range of lengths; write A..B, within 1..{_kernel.MAX_WORD}"
        )
    return bounds


def _explain_unknown_edition(path: str, manifest: Manifest, name: str) -> LexiconError:
    hint = suggest(name, manifest.editions)
    return LexiconError(f"{path}: there is no edition {name!r}; {hint}")
