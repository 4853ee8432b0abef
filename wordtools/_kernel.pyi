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
"""The maximum number of tiles in an alphabet."""
MAX_WORD: Final[int]
"""The maximum number of tiles in a word."""
MAX_TEXT: Final[int]
"""The maximum number of characters in a text to read."""
ANY: Final[int]
"""The element of a pattern that stands for any tiles, or none."""

ADMIT: Final[int]
"""The verdict "admitted". Other verdicts, except `LOOK`, are numbers of reasons to reject."""
LOOK: Final[int]
"""The verdict that a shape does not decide, so that the entry itself must be examined."""

class Character(IntFlag):
    """The kinds of a character, as flags."""

    LETTER = ...
    """Spells a letter of the alphabet."""
    CAPITAL = ...
    VOWEL = ...
    NUMERAL = ...
    """One of i v x l c d m, small or capital."""
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
    """Begins a text that `compose` replaces."""

class Shape(IntFlag):
    """The facts about an entry that the rules need."""

    LOWER = ...
    """Has a letter that is not a capital."""
    FIRST_CAPITAL = ...
    LATER_CAPITAL = ...
    """Has a capital after its first character."""
    HYPHEN = ...
    EDGE_HYPHEN = ...
    """Begins or ends with a hyphen."""
    APOSTROPHE = ...
    DOT = ...
    SPACE = ...
    SYMBOL = ...
    FOREIGN = ...
    """Has a letter that is not on any tile."""
    MARK = ...
    NO_VOWEL = ...
    NUMERAL = ...
    """Is a correctly written Roman numeral."""
    SHORT = ...
    LONG = ...
    WATCHED = ...
    """Its tiles are in the list of watched words."""
    OFFICIAL = ...
    """Is from a game's own list."""
    UNSPELLED = ...
    """Any of the flags that keep its tiles from being read."""

class Case(IntFlag):
    """The kind of a character, or the kinds of characters in words."""

    SPACE = ...
    SMALL = ...
    """Differs from its upper case."""
    CAPITAL = ...
    """Differs from its lower case."""

def scan_capitals(text: bytes, classify_case: Callable[[int], int], /) -> Case:
    """The kinds of letters (`SMALL`, `CAPITAL`) in the first words of all lines, up to the first
    small letter. Skips comments (`#`, `%`). `text` is UTF-8. `classify_case` returns the `Case` of
    a character, and is called once for each distinct character."""

_Compiled = tuple[DraftAutomaton, WordCategories, list[int], int]
"""(words, category set of each rank, masks of the sets in ascending order, number of repeats)."""

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
        """`tiles`: the faces of the tiles in alphabet order. `letters`: each letter on a face, and
        the characters that spell it. `settled`: the characters that composition never joins with
        one another. `apart`: stretches of words, with brackets around the letters of each tile
        wherever letters are not on the tile that shows them together."""

    def to_tiles(self, text: str) -> bytes | None:
        """The tiles of a text. At each position, a stretch that is kept apart takes precedence, and
        then the longest tile. `[CH]` is read as one tile. None if the alphabet cannot spell the
        text."""

    def is_settled(self, text: bytes) -> bool:
        """True for UTF-8 of settled characters only, which composition does not change. False for
        invalid UTF-8 and for all other texts, including some that composition does not change
        either."""

    def to_text(self, tiles: bytes) -> str:
        """The faces of tiles, in brackets where plain text would be read as other tiles. Raises
        `ValueError` for an unknown tile."""

@final
class WordCategories:
    """The number of each word's category set, by rank."""

    def __init__(self, numbers: bytes, words: int, count: int) -> None:
        """`numbers` are below `count` and take one byte each, or two (little-endian) with more than
        256 sets, or none with one set. Raises `ValueError` otherwise."""

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
        """`admitted` has a byte for each category set, not 0 if its words are selected."""

    def __len__(self) -> int: ...
    def __contains__(self, rank: int, /) -> bool: ...
    def count_before(self, rank: int) -> int:
        """The number of selected words before a rank. Raises `IndexError`."""

    def get_rank(self, position: int) -> int:
        """The rank of the selected word at a position. Raises `IndexError`."""

@final
class PlayRules:
    """A ruleset's rules of plays. Raises `ValueError` for values that no ruleset can have.

    `premiums` has four numbers for each square, row by row: the factors of a tile and of a word,
    the points added, and the words that get the word premium. The last is 0 for any words, or 1 or
    2 for only words across or down that begin or end there. `values` of tiles by number, 0 the
    blank. `bonus`: the points by the number of tiles placed, from 0 to the size of a rack. `start`:
    the square that the first play covers. `shortest`: the minimum length of a main word.
    `connected`: later plays touch tiles on the board.
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
class GameRules:
    """The rules that players weigh. Raises `ValueError` for rules that contradict one another.

    `counts` of tiles by number, 0 the blank. `swaps` has a byte for each square, not 0 where a play
    exchanges the opponents' tiles. `vowels`: tiles. `mirrored`: an empty board is the same across
    and down, and plays on it are across. `refill`: the game ends when the bag cannot
    refill a rack. The other arguments are those of `wordtools.rules.ruleset`.
    """

    def __init__(
        self,
        plays: PlayRules,
        counts: Sequence[int],
        *,
        swaps: bytes,
        vowels: bytes,
        mirrored: bool,
        random_tiles: int,
        lowest_score: int | None,
        exchange_bag: int,
        exchange_most: int | None,
        exchange_free: int | None,
        exchange_cost: int,
        returned_first: bool,
        whole_rack: bool,
        refill: bool,
        scoreless: int | None,
        passed: int | None,
        scoreless_at_zero: bool,
        exchange_passes: bool,
        out_gains: int,
        out_bonus: int,
        others_lose: bool,
        all_lose: bool,
        blank_costs: int,
    ) -> None: ...

@final
class LeaveValues:
    """The values of the leaves of a set of tiles, in thousandths of a point, at first 0. Raises
    `ValueError` for counts or a rack that no game has."""

    def __init__(self, counts: Sequence[int], rack: int) -> None: ...
    @property
    def longest(self) -> int:
        """The maximum number of tiles of a leave."""

    def set_many(self, leaves: bytes, values: bytes) -> None:
        """Sets values (of four bytes, in the machine's order) of leaves, which are tile numbers
        plus 1 with a zero after each leave. Raises `ValueError` and changes nothing if a leave is
        not possible with the set, or if a value is beyond 1,000 points."""

    def list_leaves(self) -> tuple[bytes, bytes]:
        """All leaves of the set in alphabet order, and their values, as `set_many` takes them."""

    def encode_klv_nodes(self) -> bytes:
        """The nodes of a KLV2. Raises `ValueError` for more than 62 kinds of tiles, and
        `TooManyError` for too many nodes."""

    def get(self, leave: bytes) -> int:
        """The value of tiles in any order, 0 a blank. Raises `ValueError`."""

@final
class PlayerPlan:
    """How a player chooses turns. Raises `ValueError` for numbers that are out of range.

    `found`: the chance to find a play. `parallel` and `longer` are the factors of this chance for
    each word besides the main one, and for each tile beyond four. `vocabulary`: the share of words
    known. `error`: the largest error in a value, in points. `endgame_nodes`: 0 plays endgames like
    other turns. `leave_share`: the share of the leaves' values that the player knows. For the rest,
    or without leaves, each blank kept is worth `blank` points. A player who `simulates` plays on
    from the best `candidates` for some `turns`, with a number of `samples` or for a time. `sets`
    and `commonness`: the lexicon's category sets and, for each set, the share of words that are
    commoner than its words, and the share of words that are at least as common. The player knows
    the commonest words. Without these arguments, known words are drawn from all words.
    """

    def __init__(
        self,
        leaves: LeaveValues | None,
        *,
        found: float = 1.0,
        parallel: float = 1.0,
        longer: float = 1.0,
        vocabulary: float = 1.0,
        error: float = 0.0,
        endgame_nodes: int = 0,
        leave_share: float = 1.0,
        blank: float = 0.0,
        simulates: bool = False,
        samples: int = 0,
        seconds: float = 0.0,
        candidates: int = 12,
        turns: int = 2,
        sets: WordCategories | None = None,
        commonness: Sequence[tuple[float, float]] = [],
    ) -> None: ...

@final
class LeaveLearner:
    """Learns leaves from games. Raises `RuntimeError` if two threads use the same object at the
    same time."""

    def __init__(self, rules: GameRules, players: int) -> None: ...
    def play(
        self,
        automaton: Automaton,
        selection: Selection | None,
        leaves: LeaveValues | None,
        seed: int,
        first: int,
        games: int,
        threads: int,
    ) -> None:
        """Plays games with these leaves, and counts their turns. The games of a seed are numbered,
        and these begin with number `first`. The result does not depend on the number of threads.
        Raises `ValueError`."""

    def learn(self) -> LeaveValues:
        """The table learned so far."""

    def count_samples(self, leave: bytes) -> int:
        """How often tiles, in any order, could be picked from the racks of the turns counted.
        Raises `ValueError`."""

    def save(self) -> bytes:
        """The sums so far."""

    def load(self, sums: bytes) -> None:
        """Resumes from saved sums. Raises `ValueError`."""

    @property
    def turns(self) -> int:
        """The number of turns counted."""

    @property
    def mean(self) -> float:
        """The mean value of a turn, in points."""

_Turn = tuple[int, int, int, int, bool, bytes]
"""(0 a play, 1 an exchange, 2 a pass; value in thousandths of a point; score; square; 1 for down;
tiles as in `Play.tiles`, or those exchanged)."""

@final
class RackCondition:
    """The condition that a word can be made from these tiles (0 is a blank) or, with `whole`, from
    all of them."""

    def __init__(self, tiles: bytes, whole: bool) -> None: ...

@final
class PatternCondition:
    """The condition that a word matches a pattern: `ANY`, and at most `MAX_WORD` sets of tiles, in
    which bit t stands for tile t."""

    def __init__(self, elements: Sequence[int]) -> None: ...

@final
class InclusionCondition:
    """The condition that a word contains these tiles, in any order."""

    def __init__(self, tiles: bytes) -> None: ...

@final
class WordWeight:
    """The value by which words are ordered, the greatest first. Raises `ValueError` for more values
    or counts than an alphabet can have tiles."""

    @staticmethod
    def length() -> WordWeight:
        """The number of tiles."""

    @staticmethod
    def score(values: Sequence[int]) -> WordWeight:
        """The sum of the values of the tiles; `values` by number, 0 the blank."""

    @staticmethod
    def probability(counts: Sequence[int]) -> WordWeight:
        """The probability of drawing exactly a word's tiles from a full bag, blanks included.
        `counts`: the number of each tile in the bag, by tile number, 0 the blank."""

    def weigh(self, tiles: bytes) -> float:
        """The weight of a word. Raises `ValueError` for unknown tiles or more than `MAX_WORD`."""

@final
class WordSearch:
    """A search that finds its words in portions. Raises `RuntimeError` while another thread uses
    it."""

    def find_more(self) -> list[str]:
        """The next words; an empty list at the end."""

    def find_more_with_hooks(
        self,
    ) -> list[tuple[str, tuple[str, ...], tuple[str, ...], bool, bool, float]]:
        """The next words, each as (word, front hooks, back hooks, whether it is still a word
        without its first tile, whether it is still a word without its last tile, weight)."""

@final
class WordIterator:
    """Words in alphabet order."""

    def __iter__(self) -> WordIterator: ...
    def __next__(self) -> str: ...

@final
class PieceIterator:
    """Words as bytes, in pieces of several words."""

    def __iter__(self) -> PieceIterator: ...
    def __next__(self) -> bytes: ...

@final
class Automaton:
    """A minimal automaton of words. Texts that the alphabet cannot spell are not words."""

    @staticmethod
    def from_columns(
        spelling: Spelling,
        arcs: bytes | memoryview,
        references: bytes | memoryview,
        pointers: bytes | memoryview,
        *,
        ranked: bool = False,
    ) -> Automaton:
        """The automaton in a file's columns. With `ranked`, also computes ranks; otherwise they are
        computed when first needed, which takes five times as long. Raises `ValueError` if the
        columns are not an automaton, and `TypeError` if their memory can change."""

    def count_arcs(self) -> int: ...
    def count_words_by_length(self, selection: Selection | None = None) -> list[int]:
        """The number of words with 0, 1, 2 … tiles."""

    def count_tiles(self, selection: Selection | None = None) -> list[tuple[int, int, int, int]]:
        """For each tile, the numbers of words that contain it, that begin with it and that end with
        it, and the number of its occurrences in all words."""

    def list_arcs(self) -> list[tuple[int, int, bool, int]]:
        """Every arc as (state, tile, whether a word ends with it, target state). State 0 has no
        arcs. The root's arcs come first, and the arcs of any state come before those of its
        targets."""

    def __len__(self) -> int: ...
    def __contains__(self, word: object, /) -> bool: ...
    def find_rank(self, word: object) -> int:
        """The rank of a text, or -1."""

    def spell_many(
        self, strings: ArrowStream | ArrowArray, compose: Callable[[str], str]
    ) -> tuple[bytes, bytes, bytes]:
        """For Arrow strings: (the tiles of all strings, one after the other; the end of each
        string's tiles; the rank of each string). The end is -1 for nulls and for texts that are
        empty or cannot be spelled; the rank is -1 for all but words. The numbers have 8 bytes in
        the machine's order. `compose` is called for texts that cannot be read as they are. Raises
        `ValueError` for anything but strings."""

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
        """The words of a range of ranks, with `shortest` to `longest` tiles. Raises `IndexError` if
        the range is not in the lexicon, and `ValueError` for another lexicon's selection."""

    def encode_lines(
        self,
        first: int,
        end: int,
        selection: Selection | None,
        shortest: int = 1,
        longest: int = 64,
    ) -> bytes:
        """The words of `iterate_words` in UTF-8, each followed by a newline."""

    def find_turns(
        self,
        rules: GameRules,
        squares: bytes,
        rack: bytes,
        selection: Selection | None,
        *,
        players: int,
        bag: int,
        unseen_points: int,
        unseen_blanks: int,
        exchanges: int,
        leaves: LeaveValues | None,
        limit: int,
    ) -> list[_Turn]:
        """The best turns, best first. `bag`: the number of tiles in the bag. `unseen_points`,
        `unseen_blanks`: the opponents' tiles if the bag is empty. `exchanges`: the number of
        exchanges that the player has made. Raises `ValueError`."""

    def solve_endgame(
        self,
        rules: GameRules,
        squares: bytes,
        rack: bytes,
        other_rack: bytes,
        selection: Selection | None,
        *,
        scores: tuple[int, int],
        scoreless: int,
        passes: int,
        nodes: int,
        seconds: float,
    ) -> tuple[list[_Turn], int, bool, bool, int]:
        """The best turns of two players when the bag is empty, the mover's first; the points that
        the mover gains on the other player; whether this number is exact; whether the time limit
        (0: none) ended the search; and the number of nodes searched. `scoreless`, `passes`: the
        numbers of consecutive turns without points, and of consecutive passes. Raises
        `ValueError`."""

    def play_game(
        self,
        rules: GameRules,
        selection: Selection | None,
        players: Sequence[PlayerPlan],
        seed: int,
    ) -> tuple[list[tuple[bytes, int, _Turn]], int, list[int], list[int], list[bytes]]:
        """A game of these players: its turns (each the rack, the tiles in
        the bag, the turn), its ending (5: without a rule that ends it), the scores at its end,
        the nanoseconds that each player took, and the racks at its end. Raises `ValueError`."""

    def choose_turn(
        self,
        rules: GameRules,
        squares: bytes,
        rack: bytes,
        unseen: bytes,
        selection: Selection | None,
        player: PlayerPlan,
        *,
        scores: Sequence[int],
        bag: int,
        seed: int,
    ) -> _Turn:
        """The turn of a player. `unseen`: the tiles of the others and of the bag. `bag`: the number
        of these tiles that are in the bag. `scores`: the scores of all players, the mover's first.
        Raises `ValueError`."""

    def find_plays(
        self,
        rules: PlayRules,
        squares: bytes,
        rack: bytes,
        selection: Selection | None,
        limit: int | None,
    ) -> tuple[int, bytes]:
        """The number of plays that a rack allows, or of the best `limit` (at most 4,000,000; 0 for
        all plays), and records of these plays, best first. Raises `ValueError`, for example if
        there is no limit and there are more than 4,000,000 plays.

        A record is the score (8 bytes), the first square (2), 1 for down or 0 for across (1), the
        length of the main word (1), and a byte for each square of the board's longest line: the
        tile placed there, or 0. Numbers are in the machine's byte order.
        """

    def find_hooks(
        self, tiles: bytes, selection: Selection | None
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The faces of the tiles that make a word in front of these tiles, and of those that make
        one after them. Raises `ValueError` for numbers above `MAX_TILES`."""

    def search(
        self,
        conditions: Sequence[RackCondition | PatternCondition | InclusionCondition],
        selection: Selection | None,
        shortest: int,
        longest: int,
        weight: WordWeight | None = None,
    ) -> WordSearch:
        """A search for the words that meet all conditions, in alphabet order or by weight. Words of
        equal weight are in alphabet order. Raises `ValueError` if the selection is of another
        lexicon, or if a condition or the weight is of another alphabet."""

@final
class Cursor:
    """A place in the automaton of an edition, reached by the tiles of its *prefix*. A walk begins
    at the empty prefix; a cursor never changes."""

    def __init__(
        self, automaton: Automaton, selection: Selection | None, compose: Callable[[str], str]
    ) -> None: ...
    def step(self, tiles: str) -> Cursor | None:
        """The cursor one or more tiles further on. None when no word begins with these tiles, or
        when the alphabet cannot spell the text."""

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
    """The words of two editions side by side. A *combination* is a category set in the left edition
    together with one in the right, or a set in one edition for words that are not in the other."""

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
        """The combinations that occur: (number of the left set, number of the right set, number of
        words by length). -1 stands for an edition that lacks the words."""

    def collect_lines(
        self, frames: Sequence[tuple[int, bytes, bytes] | None], by_length: bool = False
    ) -> list[tuple[int, int, bytes]]:
        """(group, length, lines) for each group of words, by group number. The frame of each
        combination is (group, text before each word, text after each word). Words without a frame
        are omitted. Lines are in alphabet order and in UTF-8. `by_length` separates the lengths;
        otherwise the length is 0."""

    def merge(self, numbers: Sequence[int | None]) -> tuple[DraftAutomaton, WordCategories]:
        """The automaton of the words whose combination has a number, and their category sets, which
        get these numbers. Raises `TooManyError`."""

def unite_words(automatons: Iterable[Automaton]) -> DraftAutomaton:
    """The union of automatons that share a spelling, made in one pass through all of them. Raises
    `TooManyError` if the result is too large, and `ValueError` if there are no automatons."""

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
    """The words of an edition as a set for look-ups; the base class of `Lexicon`. Any spelling of a
    word is found. An object that is not a `str`, or that cannot be spelled, is not a word."""

    def __init__(
        self, automaton: Automaton, selection: Selection | None, compose: Callable[[str], str], /
    ) -> None: ...
    def __contains__(self, word: object, /) -> bool: ...
    def contains_many(
        self, words: Iterable[object] | bytes | ArrowArray | ArrowStream, /
    ) -> bytearray:
        """A byte for each word: 1 if the set contains it, else 0.

        `words`: any iterable of `str`, a NumPy array of them, Arrow strings (an object with
        `__arrow_c_array__` or `__arrow_c_stream__` and one column), or lines in the form of
        `contains_lines`. `numpy.frombuffer(…, bool)` views the answers without a copy. An object
        that is not a `str` is not a word. Raises `TypeError` for a single `str` or `bytearray`.
        Raises `ValueError` if Arrow arrays hold anything but strings, or if a stream breaks off.
        """

    def contains_lines(self, data: bytes, /) -> bytearray:
        """A byte for each line: 1 if it is a word in UTF-8, else 0. Carriage returns before a
        newline are ignored."""

@final
class DraftAutomaton:
    """The minimal automaton of compiled words, to be written to a file."""

    def __len__(self) -> int: ...
    @property
    def arcs(self) -> int: ...
    @property
    def words_by_length(self) -> list[int]:
        """The number of words with 0, 1, 2 … tiles."""

    def encode_lines(self) -> PieceIterator:
        """The words in alphabet order and in UTF-8, each followed by a newline."""

    def encode_columns(self) -> tuple[bytes, bytes, bytes]:
        """The columns of a file, in the form of `Automaton.from_columns`."""

    def encode_letters(self, letters: bytes) -> PieceIterator:
        """The words in alphabet order, each followed by a zero. `letters` has the byte to write for
        each tile, from tile 1 on."""

@final
class NodeForm(Enum):
    """The forms in which other programs' files pack the nodes of an automaton."""

    KWG = ...
    KBWG = ...
    DWG = ...
    """Zyzzyva's, in which node 0 is the number of nodes."""
    QUACKLE = ...

NO_TILE: Final[int]
"""The tile of a letter that is on no tile."""

def looks_like_kwg(data: bytes, form: NodeForm) -> bool:
    """True if these can be the nodes of a KWG or KBWG."""

def read_nodes(
    spelling: Spelling,
    data: bytes,
    form: NodeForm,
    root: int,
    tiles: bytes,
    max_words: int,
    max_arcs: int,
) -> tuple[DraftAutomaton, bytes]:
    """The words below the list of nodes that begins at `root`, and their values in alphabet order.

    A value has four bytes in the machine's order. For Quackle it is the playability, and bit 24 is
    set for words in the smaller dictionary; other forms have no values. `tiles`: the tile of each
    of 256 letters, or `NO_TILE`. Memory is bounded by the size of the data and of its words. Raises
    `ValueError` if the nodes are not an automaton, and `TooManyError` if there are too many words
    or arcs.
    """

def count_gaddag(data: bytes, form: NodeForm, root: int, tiles: int) -> int:
    """The number of paths of the GADDAG that begins at `root`, in an alphabet of this many tiles.
    Raises `ValueError` for nodes that are not a GADDAG."""

def encode_kwg(draft: DraftAutomaton, gaddag: bool, wide: bool, legacy: bool) -> bytes:
    """A KWG, or if `wide` a KBWG, in the current layout or an earlier one (`legacy`). Raises
    `TooManyError`."""

def encode_dwg(draft: DraftAutomaton, letters: bytes) -> bytes:
    """A .dwg file. `letters`: the Latin-1 character of each tile, from tile 1 on. Raises
    `TooManyError`."""

def encode_quackle(draft: DraftAutomaton, values: bytes | None) -> bytes:
    """The nodes of a Quackle .dawg. `values` are in the form of `read_nodes`; without values each
    word has playability 1. Raises `TooManyError`."""

def encode_dawgdic(draft: DraftAutomaton, values: bytes | None, guide: bool) -> bytes:
    """A dawgdic file whose keys are the words as printed. `values` of 31 bits are by rank, four
    bytes each in the machine's order; without values all are 0. Raises `ValueError` for larger
    values, and `TooManyError` if the words do not fit."""

def complete_dawgdic(units: bytes) -> tuple[bytes, int, bool]:
    """(the dawgdic file of these units and their guide, number of keys, whether any value is not
    0). Raises `ValueError` for units that contradict one another."""

def make_alphagrams(draft: DraftAutomaton) -> DraftAutomaton:
    """The automaton of the words' alphagrams: their tiles in alphabet order."""

def are_alphagrams(draft: DraftAutomaton) -> bool:
    """True if all words have their tiles in alphabet order."""

@final
class Collector:
    """Takes words in any order, with repeats, and makes an automaton of them. While words arrive in
    alphabet order, no words are kept, and memory grows only with the automaton. Methods raise
    `TooManyError`. After such an error or a `MemoryError`, the words are lost, and methods raise
    `RuntimeError`."""

    def __init__(
        self, spelling: Spelling, compose: Callable[[str], str], /, max_gathered: int = 16777216
    ) -> None:
        """`max_gathered`: the maximum number of words in memory before they become an automaton."""

    def add(self, words: Iterable[str], categories: int = 0) -> tuple[int, str] | None:
        """Adds words with a mask of categories. Stops at the first text that is not a word, and
        returns (the number of words before the text, the text); returns None if there is no such
        text. Raises `TypeError` for anything but a `str`."""

    def add_lines(self, data: bytes, categories: int = 0, threads: int = 2) -> int | None:
        """Adds the word on each line of UTF-8 that is not blank. Stops at the first line that is
        not a word, and returns its offset, or None if there is none. A second thread helps only if
        the lines are in alphabet order."""

    def add_arrow(
        self, words: ArrowArray | ArrowStream, categories: int = 0
    ) -> tuple[int, str] | None:
        """Adds the word in each row; returns the same as `add`. Reads one array at a time, without
        the GIL. Raises `ValueError` if an array holds anything but strings, if a row is null, or if
        a stream breaks off."""

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
        max_gathered: int = 16777216,
    ) -> None:
        """`classify_character` returns the `Character` flags of a code point. `decide_shape`
        returns the verdict on `Shape` flags, and `decide_entry` the verdict on an entry and its
        shape. `report` receives whole rows of the reject report, in which `reasons` are the codes,
        by number from 0 (`ADMIT`). `watched`: the words, as tiles, whose shape is `WATCHED`.
        `kept`: the words that no tag of a dictionary rejects. `max_gathered`: as for
        `Collector`."""

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
        """Begins a source, whose lines are counted from 1. Its words get `categories` (a mask) and
        have from `shortest` to `longest` tiles. `official`: a game's own list, to which the rules
        of thumb do not apply. `capitals_matter`: capitals mark names and acronyms. A source that is
        a `witness`, numbered from 0 to 31, is neither counted nor reported. `brackets` force tiles,
        as in the lines of a lexicon. `ignored`: characters to ignore inside an entry, but not at
        its ends."""

    def read_lines(
        self,
        data: bytes,
        space_ends_word: bool,
        comments: str,
        categories: Sequence[int] = (),
        line_fates: bytes = b"",
    ) -> None:
        """Takes whole lines of a plain list in UTF-8, and ignores definitions after a tab (after a
        space if `space_ends_word`). With `comments`, skips lines that begin with one of these
        characters, and a number on the first line. `categories`: a mask for each line, where 0
        stands for the categories of the source; by default all lines have these. `line_fates` is as
        for `read_hunspell`."""

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
        """Takes every form of a dictionary. Raises `DictionaryError`.

        Entries with one of `drop_tags` ("" for entries without tags) are rejected for the reason
        given with the tag, unless they are kept. Barred forms are rejected for the reason `barred`.
        `line_categories`, if not empty, has a mask of categories for the entry on each line.
        `line_fates`, if not empty, has a number for each line. The number is that of the reason to
        reject the entry, or `ADMIT`, or `LOOK` for a noun, whose initial capital does not mark a
        name. `tell` is called from time to time with the current line and the number of forms up to
        it.

        Returns counts for each rule that contributed to admitted forms, and the number of times
        that the expander's bounds prevented a rule. The counts are (rule number, forms, forms
        without another rule, forms that each witness attests); stems alone have the number after
        the last rule.
        """

    def trace(self, tiles: bytes) -> None:
        """Reports only entries that became this word from now on, and collects no words."""

    def flush_report(self) -> None:
        """Passes on the remaining rows of the report."""

    @property
    def entries_read(self) -> int: ...
    @property
    def source_counts(self) -> tuple[int, list[int]]:
        """(number of words in the last source, number of those that each witness attests)."""

    @property
    def admitted(self) -> int: ...
    @property
    def longest(self) -> int:
        """The maximum number of tiles of the source's entries, except those above 64."""

    @property
    def first_out_of_order(self) -> int:
        """The first line of the source whose word is out of alphabet order, or 0."""

    @property
    def rejected(self) -> list[int]:
        """The number of rejects for each reason, by its number."""

    def compile(
        self, threads: int = 2, settle: Callable[[int], int | None] | None = None
    ) -> _Compiled:
        """Compiles the admitted words. `threads`: 1 or 2. `settle` takes the mask of a word's
        categories, and returns a new mask, or None to leave out the word."""

ANY_TILES: int
"""In a pattern, stands for any tiles, or none."""
ANY_TILE: int
"""In a pattern, stands for one tile."""

class SpelledRule:
    """Changes the category sets of words: set n becomes `becomes[n]`. This applies to words that
    match one of the patterns, which consist of tiles, or to every word if there are no patterns.
    With a `base`, each pattern and the base contain `ANY_TILES` once. Then a word changes only if
    the base, with the same tiles for `ANY_TILES`, is also a word, and if the byte of that word's
    set in `base_admitted` is not 0. Raises `ValueError` for patterns that do not fit the base."""

    def __init__(
        self,
        patterns: Sequence[bytes],
        becomes: Sequence[int],
        base: bytes = b"",
        base_admitted: bytes = b"",
    ) -> None: ...

def settle_spelled(
    draft: DraftAutomaton, sets: WordCategories, rules: Sequence[SpelledRule], count: int
) -> WordCategories:
    """The category sets of all `count` words after all rules, each of which is applied to the
    result of the previous rules. Raises `ValueError` if a rule does not know a set that a word may
    have at that point."""

class TooManyError(ValueError):
    """There are more words, arcs or combinations of categories than a lexicon can number."""

class DictionaryError(ValueError):
    """A line of a .dic cannot be read; `args` are (line, message)."""

def keep_lines_once(
    contents: Sequence[bytes], masks: Sequence[int]
) -> list[tuple[bytes, list[int]]]:
    """Given a mask for each content, returns each content with a mask for each of its lines, from
    the second on: the union of the masks of all contents that have the line. Only the first of
    these contents keeps the line; wherever it is repeated, it is blank, with the mask 0."""

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
        """A rule is (is a prefix, combines, flag, strips, adds, condition, flags, tags). `tags` is
        a mask of categories, which its forms get instead of those of their source. `bounds` is a
        `formats.hunspell.FormBounds`."""

    def expand(self, dic: bytes) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """(forms, barred forms), each with the line of its entry. Raises `DictionaryError`."""
