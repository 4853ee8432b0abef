"""The native kernel: spelling, automaton, intake of raw entries, hunspell expansion.

`tiles` are `bytes` with one number a tile, 1 for the alphabet's first. Ranks are places in alphabet
order, from 0. Work on whole buffers releases the GIL; nothing here keeps global state.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from typing_extensions import TypeIs

MAX_TILES: int
"""Tiles in the largest alphabet."""
MAX_WORD: int
"""Tiles in the longest word."""
MAX_TEXT: int
"""Letters in the longest text that is read."""
ANY: int
"""The element of a pattern that stands for any tiles, or none."""

ADMIT: int
"""`Intake`'s number for an admitted entry; other numbers are reasons."""
LOOK: int
"""A shape's answer "look at the entry itself"."""

# What a character is (Intake's `character`).
CHAR_LETTER: int
CHAR_CAPITAL: int
CHAR_VOWEL: int
CHAR_NUMERAL: int
CHAR_HYPHEN: int
CHAR_APOSTROPHE: int
CHAR_DOT: int
CHAR_SPACE: int
CHAR_SYMBOL: int
CHAR_FOREIGN: int
CHAR_MARK: int

# What an entry is (Intake's `shape`); explained in intake.hpp.
SHAPE_LOWER: int
SHAPE_FIRST_CAPITAL: int
SHAPE_LATER_CAPITAL: int
SHAPE_HYPHEN: int
SHAPE_EDGE_HYPHEN: int
SHAPE_APOSTROPHE: int
SHAPE_DOT: int
SHAPE_SPACE: int
SHAPE_SYMBOL: int
SHAPE_FOREIGN: int
SHAPE_MARK: int
SHAPE_NO_VOWEL: int
SHAPE_NUMERAL: int
SHAPE_SHORT: int
SHAPE_LONG: int
SHAPE_WATCHED: int
SHAPE_OFFICIAL: int
SHAPE_UNSPELLED: int

Compiled = tuple[Draft, Sets, list[int], int]
"""(words, category set of each rank, masks of the sets ascending, repeats)."""

def give_back_memory() -> None:
    """Gives memory that is free, but kept for later, back to the system; where it can be asked."""

class Spelling:
    """Text to tiles and back. Raises ValueError for tiles that contradict each other."""

    def __init__(
        self, tiles: Sequence[str], letters: Sequence[tuple[str, str]], settled: str
    ) -> None:
        """`tiles`: their faces in alphabet order; `letters`: each letter on a face, and the
        characters that spell it; `settled`: those that mean the same beside any others of them."""

    def tiles(self, text: str) -> bytes | None:
        """The tiles of a text, the longest first, `[CH]` forced; None when it has none."""

    def text(self, tiles: bytes) -> str:
        """Faces joined, bracketed where plain text would read otherwise."""

class Sets:
    """The number of each word's category set, by rank."""

    def __init__(self, numbers: bytes, words: int, count: int) -> None:
        """`numbers` are below `count`, one byte each, or two (little-endian) when there are more
        than 256 sets, or none when there is one set. Raises ValueError when they are not so."""

    def __len__(self) -> int: ...
    def __getitem__(self, rank: int) -> int: ...
    def sizes(self) -> list[int]:
        """How many words each set has."""

    def numbers(self) -> bytes: ...

class Selection:
    """The ranks whose category set is admitted."""

    def __init__(self, sets: Sets, admitted: bytes) -> None: ...
    def __len__(self) -> int: ...
    def __contains__(self, rank: int) -> bool: ...
    def before(self, rank: int) -> int:
        """How many selected words lie before this rank."""

    def rank_of(self, place: int) -> int:
        """The rank of the selected word number `place`. Raises IndexError."""

class PlayRules:
    """What a ruleset says of plays. Raises ValueError for what none can say.

    `premiums`: for each square, row by row, what it multiplies a tile by and a word by, the points
    it adds, and whether its word premium is for any word (0) or for those that begin or end there
    across (1) or down (2). `values` of tiles by number, 0 the blank; `bonus` by tiles laid, from 0
    to as many as a rack holds; `start`: the square that the first play covers; `shortest`: tiles
    in a main word.
    """

    def __init__(
        self,
        columns: int,
        premiums: Sequence[tuple[int, int, int, int]],
        values: Sequence[int],
        bonus: Sequence[int],
        start: int | None,
        shortest: int,
    ) -> None: ...

class Search:
    """A search that goes on where it stopped. Raises RuntimeError for a thread that meets another
    in it."""

    def more(self) -> list[str]:
        """Some more words, in alphabet order; none when there are no more."""

class Automaton:
    """A minimal automaton of words. Lookups of what cannot be spelled find nothing."""

    @staticmethod
    def from_columns(
        spelling: Spelling,
        arcs: bytes | memoryview,
        references: bytes | memoryview,
        pointers: bytes | memoryview,
        /,
    ) -> Automaton:
        """The automaton in a file's columns. Raises ValueError for what is none."""

    @property
    def arcs(self) -> int: ...
    @property
    def states(self) -> int: ...
    def words_by_length(self) -> list[int]: ...
    def __len__(self) -> int: ...
    def __contains__(self, word: object) -> bool: ...
    def rank(self, word: object) -> int:
        """The rank of a text, or -1."""

    def rank_of_tiles(self, tiles: bytes) -> int:
        """The rank of a word, or -1. Raises ValueError for numbers above MAX_TILES, as `prefix`."""

    def prefix(self, tiles: bytes) -> tuple[int, int]:
        """The ranks of words that begin so: (first, end)."""

    def word_at(self, rank: int) -> bytes:
        """The tiles of a word. Raises IndexError."""

    def words(
        self,
        first: int,
        end: int,
        selection: Selection | None,
        shortest: int = 1,
        longest: int = 64,
    ) -> Iterator[str]: ...
    def lines(
        self,
        first: int,
        end: int,
        selection: Selection | None,
        shortest: int = 1,
        longest: int = 64,
    ) -> bytes:
        """The words of a range of ranks in UTF-8, a newline after each."""

    def plays(
        self,
        rules: PlayRules,
        squares: bytes,
        rack: bytes,
        selection: Selection | None,
        limit: int | None,
    ) -> tuple[int, bytes]:
        """How many plays a rack allows, and records of the best `limit`, best first, at most
        4,000,000. Raises ValueError, also for more plays than that when there is no limit.

        A record is the score (8 bytes), the first square (2), 1 when it runs down (1), the length
        of the main word (1), and a byte for each square of the board's longest line: the tile laid
        there, or 0. Numbers are in the machine's byte order.
        """

    def anagrams(
        self, rack: bytes, selection: Selection | None, shortest: int, longest: int
    ) -> Search:
        """Words laid with tiles of a rack, 0 a blank; not all of them need be laid."""

    def matching(
        self, elements: Sequence[int], selection: Selection | None, shortest: int, longest: int
    ) -> Search:
        """Words that fit sets of tiles (bit t for tile t), up to MAX_WORD of them, and `ANY`."""

class ArrowArray(Protocol):
    """An array of Arrow's, or a record batch, whatever library it is of."""

    def __arrow_c_array__(self, requested: object = None) -> object: ...

class ArrowStream(Protocol):
    """Arrays of Arrow's, or record batches, one after the other."""

    def __arrow_c_stream__(self, requested: object = None) -> object: ...

def is_arrow(words: object, /) -> TypeIs[ArrowArray | ArrowStream]:
    """True for what hands over Arrow data."""

class Words:
    """The words of an edition, to look up in: what `Lexicon` inherits. A lookup takes any spelling
    of a word; what is no text, or cannot be spelled, is no word."""

    def __init__(
        self, automaton: Automaton, selection: Selection | None, compose: Callable[[str], str], /
    ) -> None: ...
    def __contains__(self, word: object, /) -> bool: ...
    def contains_many(
        self, words: Iterable[object] | bytes | ArrowArray | ArrowStream, /
    ) -> bytearray:
        """For each word a byte: 1 when it is one, 0 when not.

        `words` are any iterable of `str`, a NumPy array of them, Arrow strings (whatever has
        `__arrow_c_array__` or `__arrow_c_stream__`, with one column), or lines as `contains_lines`
        takes them. `numpy.frombuffer(…, bool)` sees the answers as they are. What is no `str` is no
        word. Raises TypeError for one `str` or `bytearray`, ValueError for Arrow arrays of anything
        but strings and for streams that break off.
        """

    def contains_lines(self, data: bytes, /) -> bytearray:
        """For each line of UTF-8 a byte: 1 when it is a word, 0 when not; a blank line is none, nor
        is one that is not UTF-8. Carriage returns before a newline belong to it."""

class Draft:
    """The minimal automaton of words taken in, to be written to a file."""

    def __len__(self) -> int: ...
    @property
    def arcs(self) -> int: ...
    def words_by_length(self) -> list[int]: ...
    def lines(self) -> Iterator[bytes]:
        """The words in alphabet order in UTF-8, a newline after each, some at a time."""

    def columns(self) -> tuple[bytes, bytes, bytes]:
        """The columns of a file, as `Automaton.from_columns` takes them."""

class Collector:
    """Words in any order, with repeats, united into an automaton. As long as they come in alphabet
    order none is kept, and memory grows with the automaton alone. Methods raise TooManyError; after
    that, or MemoryError, words are lost and they raise RuntimeError."""

    def __init__(self, spelling: Spelling, compose: Callable[[str], str], /) -> None: ...
    def add(self, words: Iterable[str], categories: int = 0) -> tuple[int, str] | None:
        """Takes words with a mask of categories; returns None, or how many came before the first
        that is no word, where it stopped, and that. Raises TypeError for what is no str."""

    def add_lines(self, data: bytes, categories: int = 0, threads: int = 2) -> int | None:
        """Takes a word from each line of UTF-8 that is not blank; returns None, or where the
        first line that is no word begins and it stopped. With two `threads`, lines in order are
        built by both."""

    def add_arrow(
        self, words: ArrowArray | ArrowStream, categories: int = 0
    ) -> tuple[int, str] | None:
        """Takes a word from each row; returns what `add` does.
        One array is held at a time, and read without the GIL. Raises
        ValueError for arrays of anything but strings, for a row that is null and for streams that
        break off."""

    def compile(self, threads: int = 2) -> Compiled:
        """Empties the collector. `threads`: one or two."""

class Intake:
    """Raw entries in, words and rejects out; the rules are the callables'."""

    def __init__(
        self,
        spelling: Spelling,
        character: Callable[[int], int],
        shape: Callable[[int], int],
        entry: Callable[[str, int], int],
        compose: Callable[[str], str],
        report: Callable[[bytes], object],
        reasons: Sequence[str],
        watched: Sequence[bytes],
    ) -> None: ...
    def open(
        self,
        name: str,
        categories: int,
        shortest: int,
        longest: int,
        official: bool,
        capitals_matter: bool,
    ) -> None:
        """Begins a source; lines count from 1 again."""

    def read_lines(self, data: bytes, space_ends_word: bool, comments: str) -> None:
        """Whole lines of a plain list in UTF-8; definitions after a tab (or space) are cut."""

    def read_words(self, words: Sequence[str]) -> None:
        """Entries given one by one; their places, from 1, stand for lines."""

    def read_hunspell(
        self,
        hunspell: Hunspell,
        dic: bytes,
        drop_tags: Sequence[tuple[str, int]],
        barred: int,
    ) -> None:
        """Every form of a dictionary. Raises DictionaryError."""

    def trace(self, tiles: bytes) -> None:
        """From now on only entries that became this word are reported; nothing is collected."""

    def flush_report(self) -> None: ...
    @property
    def read(self) -> int: ...
    @property
    def admitted(self) -> int: ...
    @property
    def rejected(self) -> list[int]:
        """Counts by reason number."""

    def compile(self, threads: int = 2) -> Compiled: ...

class TooManyError(ValueError):
    """More words, arcs or combinations of categories than can be numbered, as a phrase."""

class DictionaryError(ValueError):
    """A .dic line that cannot be read; `args` are (line, sentence)."""

class Hunspell:
    """The affix rules of a dictionary; see `formats.hunspell`."""

    def __init__(
        self,
        rules: Sequence[tuple[bool, bool, int, str, str, str, Sequence[int]]],
        flag_format: str,
        special: tuple[int, int, int, int],
        aliases: Sequence[Sequence[int]],
        skip: Sequence[int],
        full_strip: bool,
    ) -> None: ...
    def expand(self, dic: bytes) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Forms and barred forms with the lines of their entries. Raises DictionaryError."""
