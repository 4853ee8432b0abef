"""The native kernel: spelling, the automaton, searches and plays, the intake of raw entries, and
other programs' automatons.

`tiles` are `bytes` with one number for each tile, 1 for the first tile of the alphabet. Ranks are
positions in alphabet order, from 0. Work on whole buffers releases the GIL; there is no global
state.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, IntFlag
from typing import Final, Protocol, final, type_check_only

from typing_extensions import TypeIs, disjoint_base

MAX_TILES: Final[int]
"""Tiles in the largest alphabet."""
MAX_WORD: Final[int]
"""Tiles in the longest word."""
MAX_TEXT: Final[int]
"""Characters in the longest text that is read."""
ANY: Final[int]
"""The element of a pattern that stands for any tiles, or none."""

ADMIT: Final[int]
"""The verdict "admitted"; other numbers, but `LOOK`, are numbers of reasons to reject."""
LOOK: Final[int]
"""The verdict on a shape that leaves the decision to the entry itself."""

class Character(IntFlag):
    """The kinds of a character."""

    LETTER = ...
    """It spells a letter of the alphabet."""
    CAPITAL = ...
    VOWEL = ...
    NUMERAL = ...
    """One of i v x l c d m, or a capital of these."""
    HYPHEN = ...
    APOSTROPHE = ...
    DOT = ...
    SPACE = ...
    SYMBOL = ...
    """A digit, a sign, a control or invisible character."""
    FOREIGN = ...
    """A letter, but not one of the alphabet's."""
    MARK = ...
    """A letter of the alphabet with a mark that does not fold."""
    ALSO = ...
    """It begins a text that `compose` replaces."""

class Shape(IntFlag):
    """The facts about an entry that the rules need."""

    LOWER = ...
    """It has a letter that is not a capital."""
    FIRST_CAPITAL = ...
    LATER_CAPITAL = ...
    """It has a capital after its first character."""
    HYPHEN = ...
    EDGE_HYPHEN = ...
    """It begins or ends with a hyphen."""
    APOSTROPHE = ...
    DOT = ...
    SPACE = ...
    SYMBOL = ...
    FOREIGN = ...
    """It has a letter that is not on any tile."""
    MARK = ...
    NO_VOWEL = ...
    NUMERAL = ...
    """It is a correctly written Roman numeral."""
    SHORT = ...
    LONG = ...
    WATCHED = ...
    """Its tiles are on a list of the rules."""
    OFFICIAL = ...
    """It is from a game's own list."""
    UNSPELLED = ...
    """Any of the flags that keep its tiles from being read."""

class Case(IntFlag):
    """The kind of a character, or the kinds of characters in words."""

    SPACE = ...
    SMALL = ...
    """It differs from its upper case."""
    CAPITAL = ...
    """It differs from its lower case."""

def scan_capitals(text: bytes, classify_case: Callable[[int], int], /) -> Case:
    """The kinds of letters (`SMALL`, `CAPITAL`) in the first word of each line that is not a
    comment (`#`, `%`); stops at the first small one. `text` is UTF-8; `classify_case` returns the
    `Case` of a character, and is called once for each."""

_Compiled = tuple[DraftAutomaton, WordCategories, list[int], int]
"""(words, category set of each rank, masks of the sets ascending, number of repeats)."""

@final
class Spelling:
    """Text to tiles and back. Raises `ValueError` for an alphabet that contradicts itself."""

    def __init__(
        self,
        tiles: Sequence[str],
        letters: Sequence[tuple[str, str]],
        settled: str,
        apart: Sequence[str] = ...,
    ) -> None:
        """`tiles`: the faces of the tiles in alphabet order; `letters`: each letter on a face, and
        the characters that spell it; `settled`: the characters that composition never joins with
        other such characters; `apart`: stretches of words, with brackets where letters that a tile
        shows together are several tiles."""

    def to_tiles(self, text: str) -> bytes | None:
        """The tiles of a text: at each place those of a stretch that is kept apart, or else the
        longest tile; `[CH]` is read as one tile. None when the alphabet cannot spell it."""

    def is_settled(self, text: bytes) -> bool:
        """True for UTF-8 of settled characters only, which composition leaves alone. False for some
        other texts that it leaves alone, and for anything but UTF-8."""

    def to_text(self, tiles: bytes) -> str:
        """The faces of tiles, in brackets where plain text would be read as other tiles. Raises
        `ValueError` for a number that no tile has."""

@final
class WordCategories:
    """The number of each word's category set, by rank."""

    def __init__(self, numbers: bytes, words: int, count: int) -> None:
        """`numbers` are below `count`, one byte each; two (little-endian) when there are more than
        256 sets; none when there is one set. Raises `ValueError` otherwise."""

    def __len__(self) -> int: ...
    def __getitem__(self, rank: int, /) -> int: ...
    def count_words_by_set(self) -> list[int]:
        """The number of words with each set."""

    def encode_numbers(self) -> bytes:
        """The numbers in the form that the constructor accepts."""

@final
class Selection:
    """The ranks of words whose category set is admitted."""

    def __init__(self, sets: WordCategories, admitted: bytes) -> None:
        """`admitted` has a byte for each category set, which is not 0 when its words belong."""

    def __len__(self) -> int: ...
    def __contains__(self, rank: int, /) -> bool: ...
    def count_before(self, rank: int) -> int:
        """The number of selected words before a rank. Raises `IndexError`."""

    def get_rank(self, position: int) -> int:
        """The rank of the selected word at a position. Raises `IndexError`."""

@final
class PlayRules:
    """A ruleset's rules of plays. Raises `ValueError` for values that no ruleset can have.

    `premiums`: for each square, row by row, the factor for a tile and for a word, points that are
    added, and whether the word premium is for any word (0) or only for one across (1) or down (2)
    that begins or ends there. `values` of tiles by number, 0 the blank; `bonus` by the number of
    tiles placed, from 0 to the size of a rack; `start`: the square that the first play covers;
    `shortest`: tiles in the shortest main word; `connected`: later plays touch tiles on the board.
    """

    def __init__(
        self,
        columns: int,
        premiums: Sequence[tuple[int, int, int, int]],
        values: Sequence[int],
        bonus: Sequence[int],
        start: int | None,
        shortest: int,
        connected: bool,
    ) -> None: ...

@final
class RackCondition:
    """The condition that a word can be made from tiles, in which 0 is a blank; if `whole`, from all
    of them."""

    def __init__(self, tiles: bytes, whole: bool) -> None: ...

@final
class PatternCondition:
    """The condition that a word matches a pattern of sets of tiles (bit t for tile t), at most
    `MAX_WORD`, and `ANY`."""

    def __init__(self, elements: Sequence[int]) -> None: ...

@final
class InclusionCondition:
    """The condition that a word has these tiles, in any order and among any others."""

    def __init__(self, tiles: bytes) -> None: ...

@final
class WordWeight:
    """The value that orders words, the greatest first. Raises `ValueError` for more values or
    counts than alphabets have tiles."""

    @staticmethod
    def length() -> WordWeight:
        """The number of tiles."""

    @staticmethod
    def score(values: Sequence[int]) -> WordWeight:
        """The sum of the values of the tiles; `values` by number, 0 the blank."""

    @staticmethod
    def probability(counts: Sequence[int]) -> WordWeight:
        """The probability that as many tiles as a word has, drawn from a full bag, can be laid as
        the word; `counts` in the bag by number, 0 the blank."""

    def weigh(self, tiles: bytes) -> float:
        """The weight of some tiles. Raises `ValueError` for unknown tiles, and for more than
        `MAX_WORD`."""

@final
class WordSearch:
    """A search that can be continued. Raises `RuntimeError` in a thread while another uses it."""

    def find_more(self) -> list[str]:
        """More words; empty at the end."""

    def find_more_with_hooks(
        self,
    ) -> list[tuple[str, tuple[str, ...], tuple[str, ...], bool, bool, float]]:
        """The words of `find_more`, each with the tiles that make another word in front of it and
        after it, whether it is a word without its first tile and without its last, and its
        weight."""

@final
class WordIterator:
    """Words in alphabet order."""

    def __iter__(self) -> WordIterator: ...
    def __next__(self) -> str: ...

@final
class LineIterator:
    """Lines of words in UTF-8, several at a time."""

    def __iter__(self) -> LineIterator: ...
    def __next__(self) -> bytes: ...

@final
class LetterIterator:
    """Words with a byte for each tile, several at a time."""

    def __iter__(self) -> LetterIterator: ...
    def __next__(self) -> bytes: ...

@final
class Automaton:
    """A minimal automaton of words. A text that cannot be spelled is not found."""

    @staticmethod
    def from_columns(
        spelling: Spelling,
        arcs: bytes | memoryview,
        references: bytes | memoryview,
        pointers: bytes | memoryview,
        *,
        ranked: bool = False,
    ) -> Automaton:
        """The automaton in a file's columns; `ranked`: with the ranks of its words, which are
        otherwise counted when first needed, taking five times as long. Raises `ValueError` when the
        columns are not an automaton, `TypeError` for memory that can change."""

    def count_arcs(self) -> int: ...
    def count_words_by_length(self, selection: Selection | None = None) -> list[int]:
        """The number of words with 0, 1, 2 … tiles."""

    def count_tiles(self, selection: Selection | None = None) -> list[tuple[int, int, int, int]]:
        """For each tile, the numbers of words that have it, begin with it and end with it, and of
        its occurrences in all words."""

    def list_arcs(self) -> list[tuple[int, int, bool, int]]:
        """Every arc as (state, tile, whether a word ends with it, its target state; 0 is the state
        without arcs). The root's arcs come first; a state's come before those of its target
        states."""

    def __len__(self) -> int: ...
    def __contains__(self, word: object, /) -> bool: ...
    def find_rank(self, word: object) -> int:
        """The rank of a text, or -1."""

    def spell_many(
        self, strings: ArrowStream | ArrowArray, compose: Callable[[str], str]
    ) -> tuple[bytes, bytes, bytes]:
        """For Arrow strings: the tiles of all of them, one after the other; the end of each
        string's tiles, or -1 for a null and for a text without tiles or that cannot be spelled; and
        the rank of each, or -1. The numbers have 8 bytes in the machine's order. `compose` is
        called for texts that cannot be read as they are. Raises `ValueError` for anything but
        strings."""

    def find_rank_of_tiles(self, tiles: bytes) -> int:
        """The rank of a word, or -1. Raises `ValueError` for numbers above `MAX_TILES`."""

    def find_prefix_range(self, tiles: bytes) -> tuple[int, int]:
        """The ranks of words that begin with these tiles: (first, end). Raises `ValueError` for
        numbers above `MAX_TILES`."""

    def get_word(self, rank: int) -> bytes:
        """The tiles of a word. Raises `IndexError`."""

    def iterate_words(
        self,
        first: int,
        end: int,
        selection: Selection | None,
        shortest: int = 1,
        longest: int = 64,
    ) -> WordIterator:
        """The words of a range of ranks, with `shortest` to `longest` tiles. Raises `IndexError`,
        and `ValueError` for another lexicon's selection."""

    def encode_lines(
        self,
        first: int,
        end: int,
        selection: Selection | None,
        shortest: int = 1,
        longest: int = 64,
    ) -> bytes:
        """The words of `iterate_words` in UTF-8, each followed by a newline."""

    def find_plays(
        self,
        rules: PlayRules,
        squares: bytes,
        rack: bytes,
        selection: Selection | None,
        limit: int | None,
    ) -> tuple[int, bytes]:
        """The number of plays that a rack allows, and records of the best `limit` (at most
        4,000,000), best first. Raises `ValueError`, also for more plays than that without a limit.

        A record is the score (8 bytes), the first square (2), 1 for down or 0 (1), the length of
        the main word (1), and a byte for each square of the board's longest line: the tile placed
        there, or 0. Numbers are in the machine's byte order.
        """

    def find_hooks(
        self, tiles: bytes, selection: Selection | None
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tiles, as written, that make a word in front of these tiles, and those that make one
        after. Raises `ValueError` for numbers above `MAX_TILES`."""

    def search(
        self,
        conditions: Sequence[RackCondition | PatternCondition | InclusionCondition],
        selection: Selection | None,
        shortest: int,
        longest: int,
        weight: WordWeight | None = None,
    ) -> WordSearch:
        """Searches words that meet all conditions, in alphabet order, or by their weight and then
        in alphabet order. Raises `ValueError` for a selection, condition or weight of another
        lexicon or alphabet."""

@final
class Cursor:
    """A place among the words of an edition: the tiles that lead there, its *prefix*. A walk begins
    at the empty prefix; a cursor never changes."""

    def __init__(
        self, automaton: Automaton, selection: Selection | None, compose: Callable[[str], str]
    ) -> None: ...
    def step(self, tiles: str) -> Cursor | None:
        """The cursor with one more tile, or several; None when no word begins with these, or the
        alphabet cannot spell the text."""

    @property
    def tiles(self) -> tuple[str, ...]:
        """The tiles that can follow the prefix in words, in alphabet order."""

    @property
    def text(self) -> str:
        """The prefix, as words are written."""

    @property
    def is_word(self) -> bool:
        """True when the prefix is itself a word."""

    def __len__(self) -> int:
        """The number of words that begin with the prefix, including itself."""

@final
class WordPairs:
    """The words of two editions side by side. A *combination* consists of the words with one
    category set in the left edition and one in the right, or in one edition only."""

    def __init__(
        self,
        left: Automaton,
        left_sets: WordCategories,
        left_selection: Selection | None,
        right: Automaton,
        right_sets: WordCategories,
        right_selection: Selection | None,
    ) -> None:
        """Raises `ValueError` when the tiles differ, or sets are not those of the automaton."""

    @property
    def combinations(self) -> list[tuple[int, int, dict[int, int]]]:
        """The combinations that occur: the numbers of the left set and the right (-1: the word is
        not in that edition), and how many words of each length there are."""

    def collect_lines(
        self, frames: Sequence[tuple[int, bytes, bytes] | None], by_length: bool = False
    ) -> list[tuple[int, int, bytes]]:
        """For each group of words, in the order of their numbers: (group, length, lines). The frame
        of each combination has the group of its words and the text before and after each; words
        without a frame are left out. Words are in alphabet order and in UTF-8. `by_length`:
        separately for each length; otherwise the length is 0."""

    def merge(self, numbers: Sequence[int | None]) -> tuple[DraftAutomaton, WordCategories]:
        """The automaton of the words whose combination has a number, which becomes that of their
        category set. Raises `TooManyError`."""

def unite_words(automatons: Iterable[Automaton]) -> DraftAutomaton:
    """The union of automatons that share a spelling, in one pass through all of them. Raises
    `TooManyError`, and `ValueError` when there are none."""

@type_check_only
class ArrowArray(Protocol):
    """An Arrow array or record batch of any library."""

    def __arrow_c_array__(self, requested: object = None) -> object: ...

@type_check_only
class ArrowStream(Protocol):
    """Arrow arrays or record batches, one after the other."""

    def __arrow_c_stream__(self, requested: object = None) -> object: ...

def is_arrow(words: object, /) -> TypeIs[ArrowArray | ArrowStream]:
    """True for an object that exports Arrow data."""

@disjoint_base
class WordSet:
    """The words of an edition, as a set for look-ups; the base of `Lexicon`. A look-up takes any
    spelling of a word; an object that is not a `str`, or cannot be spelled, is not a word."""

    def __init__(
        self, automaton: Automaton, selection: Selection | None, compose: Callable[[str], str], /
    ) -> None: ...
    def __contains__(self, word: object, /) -> bool: ...
    def contains_many(
        self, words: Iterable[object] | bytes | ArrowArray | ArrowStream, /
    ) -> bytearray:
        """For each word a byte: 1 when the set contains it, else 0.

        `words`: any iterable of `str`, a NumPy array of them, Arrow strings (an object with
        `__arrow_c_array__` or `__arrow_c_stream__` and one column), or lines in the form of
        `contains_lines`. `numpy.frombuffer(…, bool)` views the answers without a copy. An object
        that is not a `str` is not a word. Raises `TypeError` for a single `str` or `bytearray`, and
        `ValueError` for Arrow arrays of anything but strings and for streams that break off.
        """

    def contains_lines(self, data: bytes, /) -> bytearray:
        """For each line of UTF-8 a byte: 1 when it is a word, else 0, also for a blank line and one
        that is not UTF-8. Carriage returns before a newline belong to it."""

@final
class DraftAutomaton:
    """The minimal automaton of the words that were compiled, to be written to a file."""

    def __len__(self) -> int: ...
    @property
    def arcs(self) -> int: ...
    @property
    def words_by_length(self) -> list[int]:
        """The number of words with 0, 1, 2 … tiles."""

    def encode_lines(self) -> LineIterator:
        """The words in alphabet order in UTF-8, each followed by a newline, several at a time."""

    def encode_columns(self) -> tuple[bytes, bytes, bytes]:
        """The columns of a file, in the form of `Automaton.from_columns`."""

    def encode_letters(self, letters: bytes) -> LetterIterator:
        """The words in alphabet order with a byte for each tile, that of tile 1 first in `letters`,
        each word followed by a zero, several at a time."""

@final
class NodeForm(Enum):
    """The forms in which other programs' files pack the nodes of an automaton."""

    KWG = ...
    KBWG = ...
    DWG = ...
    """Zyzzyva's, with the count of nodes for node 0."""
    QUACKLE = ...

NO_TILE: Final[int]
"""Stands for a letter that no tile has."""

def looks_like_kwg(data: bytes, form: NodeForm) -> bool:
    """Whether these can be the nodes of a KWG, or a KBWG."""

def read_nodes(
    spelling: Spelling,
    data: bytes,
    form: NodeForm,
    root: int,
    tiles: bytes,
    most_words: int,
    most_arcs: int,
) -> tuple[DraftAutomaton, bytes]:
    """The words below the list of nodes that begins at `root`, and their values in alphabet order,
    four bytes each in the machine's order: for Quackle the playability, and above it (bit 24)
    whether a word is in the smaller dictionary; nothing for other forms. `tiles`: the tile of each
    of 256 letters, or `NO_TILE`. Memory is bounded by the size of the data and of its words. Raises
    `ValueError` for nodes that are not an automaton, `TooManyError` for more words or arcs."""

def count_gaddag(data: bytes, form: NodeForm, root: int, tiles: int) -> int:
    """The number of paths of the GADDAG that begins at `root`, of so many tiles. Raises
    `ValueError`."""

def encode_kwg(draft: DraftAutomaton, gaddag: bool, wide: bool, legacy: bool) -> bytes:
    """A KWG, or a KBWG (`wide`), in the current layout or the one before (`legacy`). Raises
    `TooManyError`, as the next two do."""

def encode_dwg(draft: DraftAutomaton, letters: bytes) -> bytes:
    """A .dwg; `letters`: the Latin-1 character of each tile, from tile 1 on."""

def encode_quackle(draft: DraftAutomaton, values: bytes | None) -> bytes:
    """The nodes of a Quackle .dawg. `values` are as `read_nodes` returns them; without values each
    word has playability 1."""

def encode_dawgdic(draft: DraftAutomaton, values: bytes | None, guide: bool) -> bytes:
    """A dawgdic file with the words, as printed, as its keys. `values` (of 31 bits) are by rank,
    four bytes each in the machine's order; without values all are 0. Raises `TooManyError`,
    `ValueError`."""

def complete_dawgdic(units: bytes) -> tuple[bytes, int, bool]:
    """The dawgdic file of these units and their guide, the number of keys, and whether any has a
    value but 0. Raises `ValueError` for units that readers cannot trust."""

def make_alphagrams(draft: DraftAutomaton) -> DraftAutomaton:
    """The automaton of the words' alphagrams: their tiles in alphabet order."""

def are_alphagrams(draft: DraftAutomaton) -> bool:
    """Whether all words have their tiles in alphabet order."""

@final
class Collector:
    """Takes words in any order, with repeats, and makes an automaton of them. While they arrive in
    alphabet order, no word is kept, and memory grows only with the automaton. Methods raise
    `TooManyError`; after that, or `MemoryError`, words are lost and they raise `RuntimeError`."""

    def __init__(
        self, spelling: Spelling, compose: Callable[[str], str], /, most_gathered: int = 16777216
    ) -> None:
        """`most_gathered`: the words held in memory before an automaton is made of them, rounded
        up."""

    def add(self, words: Iterable[str], categories: int = 0) -> tuple[int, str] | None:
        """Adds words with a mask of categories. Returns None or, if it stopped at a text that is
        not a word, the number of words before it and the text. Raises `TypeError` for anything but
        a `str`."""

    def add_lines(self, data: bytes, categories: int = 0, threads: int = 2) -> int | None:
        """Adds the word on each line of UTF-8 that is not blank. Returns None or, if it stopped at
        a line that is not a word, the offset of the line. With two `threads` both work if the lines
        are in alphabet order."""

    def add_arrow(
        self, words: ArrowArray | ArrowStream, categories: int = 0
    ) -> tuple[int, str] | None:
        """Adds the word in each row, and returns as `add` does. One array is in memory at a time,
        and is read without the GIL. Raises `ValueError` for arrays of anything but strings, for a
        null row and for streams that break off."""

    def compile(self, threads: int = 2) -> _Compiled:
        """Compiles the words, and empties the collector. `threads`: 1 or 2."""

@final
class Intake:
    """Sorts raw entries into words and rejects, by rules given as functions."""

    def __init__(
        self,
        spelling: Spelling,
        classify_character: Callable[[int], int],
        decide_shape: Callable[[int], int],
        decide_entry: Callable[[str, int], int],
        compose: Callable[[str], str],
        report: Callable[[bytes], object],
        reasons: Sequence[str],
        watched: Sequence[bytes],
        kept: Sequence[bytes],
        most_gathered: int = 16777216,
    ) -> None:
        """`classify_character` returns the `Character` flags of a code point, `decide_shape` the
        verdict on `Shape` flags, and `decide_entry` the verdict on an entry and its shape. `report`
        receives whole rows of the reject report; `reasons` are the codes in it, by number from 0
        (`ADMIT`); `watched` are the words, as tiles, whose shape is `WATCHED`; `kept` those that no
        tag of a dictionary rejects. `most_gathered`: as for `Collector`."""

    def begin_source(
        self,
        name: str,
        *,
        categories: int,
        shortest: int,
        longest: int,
        official: bool,
        capitals_matter: bool,
        witness: int = -1,
        brackets: bool = False,
        ignored: str = "",
    ) -> None:
        """Begins a source whose words get `categories` (a mask) and have from `shortest` to
        `longest` tiles; lines are counted from 1 again. `official`: a game's own list, to which the
        rules of thumb do not apply. `capitals_matter`: whether capitals mark names and acronyms. A
        source that is a `witness`, numbered from 0 to 31, is neither counted nor reported.
        `brackets`: whether brackets force tiles, as in the lines of a lexicon. `ignored`:
        characters that are ignored inside an entry, but not at its ends."""

    def read_lines(
        self, data: bytes, space_ends_word: bool, comments: str, categories: Sequence[int] = ()
    ) -> None:
        """Takes whole lines of a plain list in UTF-8; a definition after a tab (or space) is
        dropped. With `comments`, lines that begin with one of these characters are skipped, and a
        number on the first line. `categories`: a mask for each of these lines, where 0 stands for
        the categories of the source; by default for none."""

    def read_hunspell(
        self,
        hunspell: HunspellExpander,
        dic: bytes,
        drop_tags: Sequence[tuple[str, int]],
        barred: int,
        line_categories: Sequence[int],
        line_fates: bytes,
        tell: Callable[[int, int], None],
    ) -> tuple[list[tuple[int, int, int, list[int]]], int]:
        """Takes every form of a dictionary. Entries with one of `drop_tags` ("": with no tag) are
        rejected for the reason beside it unless they are kept, barred forms for the reason
        `barred`. `line_categories`, if not empty, has the categories, a mask, of the entry on each
        line; `line_fates` the number of the reason to reject it, `ADMIT`, or `LOOK` for a noun,
        whose first capital marks no name. `tell` is called from time to time with the current line
        and the number of forms so far. Returns, for each rule that admitted forms have (by number;
        the number after the last rule is that of stems alone), the number of forms, of those
        without another rule, and of those that each witness attests; and how often the expander's
        bounds kept a rule from being applied. Raises `DictionaryError`."""

    def trace(self, tiles: bytes) -> None:
        """From now on, reports only entries that became this word, and collects nothing."""

    def flush_report(self) -> None:
        """Passes on the rows of the report that are still held."""

    @property
    def entries_read(self) -> int: ...
    @property
    def source_counts(self) -> tuple[int, list[int]]:
        """The number of words in the last source, and the number that each witness attests."""

    @property
    def admitted(self) -> int: ...
    @property
    def longest(self) -> int:
        """The most tiles of an entry of the source, of those that a word can have (64)."""

    @property
    def first_out_of_order(self) -> int:
        """The first line of the source whose word belongs before the one above it, or 0."""

    @property
    def rejected(self) -> list[int]:
        """The number of rejects, by number of the reason."""

    def compile(
        self, threads: int = 2, settle: Callable[[int], int | None] | None = None
    ) -> _Compiled:
        """Compiles the words admitted. `threads`: 1 or 2. `settle` takes a word's categories, a
        mask, and returns its new ones, or None to leave the word out."""

class TooManyError(ValueError):
    """There are more words, arcs or combinations of categories than can be numbered."""

class DictionaryError(ValueError):
    """A .dic line cannot be read; `args` are (line, message)."""

@final
class HunspellExpander:
    """The affix rules of a dictionary; see `formats.hunspell`."""

    def __init__(
        self,
        rules: Sequence[tuple[bool, bool, int, str, str, str, Sequence[int], int]],
        flag_format: str,
        special: tuple[int, int, int, int],
        aliases: Sequence[Sequence[int]],
        full_strip: bool,
        bounds: tuple[Sequence[tuple[int, int]], int, int] | None = None,
    ) -> None:
        """A rule is (is a prefix, combines, flag, strips, adds, condition, flags, tags); `tags` are
        categories, a mask, that its forms get in place of those of their source. `bounds` are a
        `formats.hunspell.FormBounds`."""

    def expand(self, dic: bytes) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Forms and barred forms, each with the line of its entry. Raises `DictionaryError`."""
