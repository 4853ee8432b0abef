"""The play that a person is typing or laying, and the order of the rack on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from wordtools.alphabet import Alphabet
from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.board.play import make_play
from wordtools.terminal.playing.laying import Laying

_LONGEST = 60


class Draft:
    """`typed`: the text typed so far; `laying`: if the play is not typed, the tiles laid and the
    cursor.
    """

    def __init__(self) -> None:
        self.typed = ""
        self.laying: Laying | None = None
        self._order: list[str] = []
        self._random = Random(0)

    @property
    def is_begun(self) -> bool:
        """True if anything is typed or laid."""
        return bool(self.typed.strip() or (self.laying is not None and self.laying.laid))

    def write(self, board: Board | None) -> str:
        """The play in notation or, without a board (in Lingo), the text as typed. Raises
        `WordtoolsError` if the tiles laid do not form a play.
        """
        if board is not None and self.laying is not None and self.laying.laid:
            return write_play(board, make_play(board, self.laying.laid, self.laying.down))
        text = self.typed.strip()
        return text if board is None else _capitalise(text)

    def type(self, key: str) -> None:
        """Adds a character."""
        if len(key) == 1 and len(self.typed) < _LONGEST:
            self.typed += key

    def move_cursor(self, board: Board, down: bool, by: int) -> None:
        """Begins to lay tiles at the start square, or moves the cursor by squares of the screen."""
        if not down and board.ruleset.reading == "right-to-left":
            by = -by
        if self.laying is None:
            start = board.ruleset.layout.start
            self.laying = Laying(start if start is not None else len(board.squares) // 2)
            self.typed = ""
        else:
            self.laying.move(board, down, by)

    def lay(self, board: Board, rack: str, key: str) -> bool:
        """Adds a character to the name of the tile being typed, and lays the tile once its name is
        complete. A capital or `?` asks for a blank. Returns False if the rack has no such tile.
        Raises `SpellingError`."""
        if self.laying is None:
            return False
        self.typed += key
        if self.typed == "?" or ("[" in self.typed and not self.typed.endswith("]")):
            return True
        typed, self.typed = self.typed, ""
        text = typed.removeprefix("?")
        alphabet = board.ruleset.alphabet
        letters = alphabet.spell(text)
        is_capital = text.upper() == text and text.lower() != text and not text.startswith("[")
        held = tiles.read_rack(rack, alphabet)
        return len(letters) == 1 and self.laying.lay(
            board, letters[0], held, is_capital or text != typed
        )

    def remove_last(self) -> None:
        """Removes the last character or tile. If there is nothing to remove, stops laying tiles."""
        if self.typed:
            self.typed = self.typed[:-1]
        elif self.laying is not None and self.laying.laid:
            self.laying.remove_last()
        else:
            self.laying = None

    def clear(self) -> None:
        """Discards the play."""
        self.typed, self.laying = "", None

    def list_rack(self, rack: str, alphabet: Alphabet) -> list[str]:
        """The tiles of a rack that are not laid, in the order last chosen."""
        left = [tiles.show_tile(tile, alphabet) for tile in tiles.read_rack(rack, alphabet)]
        for tile in self._list_laid():
            shown = tiles.show_tile(tile, alphabet)
            if shown in left:
                left.remove(shown)
        kept = []
        for chosen in self._order:
            if chosen in left:
                left.remove(chosen)
                kept.append(chosen)
        return kept + left

    def shuffle(self, rack: list[str]) -> None:
        """Chooses another order for these tiles of the rack."""
        self._order = self._random.sample(rack, len(rack))

    def restore_order(self) -> None:
        """Returns to the order in which the table shows the rack."""
        self._order = []

    def _list_laid(self) -> Iterator[int]:
        if self.laying is not None:
            for tile in self.laying.laid.values():
                yield 0 if tile & tiles.BLANK else tile


def find_square(text: str) -> str | None:
    """The square from which to take a blank, if the text consists of the square's name."""
    return text.upper() if re.fullmatch("[A-Za-z][0-9]{1,2}|[0-9]{1,2}[A-Za-z]", text) else None


def _capitalise(text: str) -> str:
    """Changes a play or an exchange without capitals to capitals. If there are capitals, small
    letters mean blanks. Leaves any other text as it was typed, because an error quotes it."""
    fields = text.partition("/")[0].split()
    is_play = len(fields) > 1 == sum(re.search("[0-9]", field) is None for field in fields)
    is_turn = is_play or text.startswith("-")
    return text.upper() if is_turn and not any(map(str.isupper, text)) else text
