"""Alphabets convert between text and tiles.

Inside the program, a word is a `bytes` of tiles, each numbered from 1 in alphabet order, so that
tiles sort alphabetically. Text is for people.

Each alphabet is a TOML file, either in `alphabets/` or provided by the user. `read_alphabet` reads
such a file; `folding` uses ICU to find the characters that spell its letters. The result is stored
beside built-in alphabets (`alphabets/*.json`, written by `python -m tools.alphabets`) and in
compiled lexicons, so compiling and judging rarely need ICU.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import msgspec

from wordtools import _kernel, limits
from wordtools.errors import AlphabetError, SpellingError
from wordtools.folding import LetterFolding
from wordtools.readings import check_readings
from wordtools.wording import find_hidden, pluralize, reveal, suggest

FOLDER = Path(__file__).parent / "alphabets"

MARKS = {
    "grave": "\u0300",
    "acute": "\u0301",
    "circumflex": "\u0302",
    "tilde": "\u0303",
    "macron": "\u0304",
    "breve": "\u0306",
    "dot": "\u0307",
    "diaeresis": "\u0308",
    "ring": "\u030a",
    "double-acute": "\u030b",
    "caron": "\u030c",
    "cedilla": "\u0327",
    "ogonek": "\u0328",
}
"""The marks that `folds` can name in an alphabet, as combining characters."""

_MOST_PASSES = 16
"""The maximum number of passes that `compose` makes. The time for a pass is proportional to the
length of the text."""

_UNCHANGED = "".join(map(chr, range(0x300)))
"""Characters that NFC neither changes nor combines."""


class Alphabet(msgspec.Struct, frozen=True, dict=True):
    """The tiles of a language, in order, and the characters that spell them.

    `tiles`: the letters on each tile, in capitals (`("A", …, "CH", …)`). `spellings`: for each
    letter on a tile, all single characters that spell it (`{"A": "AaÀà…"}`). `also`: replacements
    applied before reading a text (`{"Ŀ": "L·"}`). `apart`: parts of words in which the letters of a
    tile are separate tiles (`("I[N][J]EKC",)`); manifests omit it if it is empty.
    """

    name: str
    language: str
    tiles: tuple[str, ...]
    spellings: dict[str, str]
    also: dict[str, str] = {}
    apart: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    def __repr__(self) -> str:
        return f"<Alphabet {self.name}: {pluralize(len(self.tiles), 'tile')}>"

    @cached_property
    def kernel(self) -> _kernel.Spelling:
        """The compiled spelling that lexicons and readers share. Raises `AlphabetError`."""
        letters = list(self.spellings.items())
        try:
            self._check_limits()
            apart = list(self.apart or ())
            "".join((*self.tiles, *map("".join, letters), *apart)).encode()  # no lone surrogates
            check_readings(self.tiles, self.spellings, self.also)
            return _kernel.Spelling(list(self.tiles), letters, self._settled, apart)
        except ValueError as error:
            name = reveal(self.name[: limits.LONGEST_NAME])
            raise AlphabetError(f"the alphabet {name} cannot be used: {error}") from None

    def _check_limits(self) -> None:
        """Raises `ValueError` if the alphabet is larger than any language needs."""
        limits.check_name("its name", self.name)
        limits.check_text("its language", self.language, limits.LONGEST_NAME)
        limits.check_number("tiles", len(self.tiles), _kernel.MAX_TILES)
        for tile in self.tiles:
            limits.check_text("a tile", tile, limits.LONGEST_TILE)
        for characters in self.spellings.values():
            limits.check_number("spellings of a letter", len(characters), limits.MOST_SPELLINGS)
        limits.check_number("replacements in also", len(self.also), limits.MOST_ALSO)
        for text in (*self.also, *self.also.values()):
            limits.check_number("characters in an entry of also", len(text), limits.LONGEST_ALSO)
        limits.check_number("stretches in apart", len(self.apart or ()), limits.MOST_APART)
        for stretch in self.apart or ():
            limits.check_text("a stretch in apart", stretch, limits.LONGEST_APART)

    @cached_property
    def _settled(self) -> str:
        """Characters that `compose` never changes in a text that consists only of them. Such a text
        need not be composed."""
        settled = _UNCHANGED + "".join(filter(_is_steady, "".join(self.spellings.values())))
        for written in self.also:
            if all(character in settled for character in written):
                settled = settled.replace(written[0], "")
        return settled

    @cached_property
    def small_letters(self) -> dict[int, str]:
        """Maps each letter on a tile to its small form, for `str.translate`: i for I or, in
        Turkish, for İ. A letter without case is its own small form."""

        def lower(letter: str, spellings: str) -> str:
            small = letter.lower()
            is_spelled = len(small) == 1 and small in spellings
            return small if is_spelled else next(filter(str.islower, spellings), letter)

        return {
            ord(letter): lower(letter, characters) for letter, characters in self.spellings.items()
        }

    def find_small_form(self, face: str) -> str | None:
        """The letters of a tile in lower case, which stand for a blank. None if no letter has case,
        or if the small form of a letter is several characters."""
        small = face.translate(self.small_letters)
        missing = any(a == b != b.lower() for a, b in zip(small, face, strict=True))
        return None if missing or small == face else small

    @cached_property
    def own_capitals(self) -> dict[int, str]:
        """The capitals of small forms that `str.upper` would turn into other letters, as a map for
        `str.translate`: in Turkish, from i to İ."""
        small_letters = self.small_letters.items()
        return {ord(small): chr(n) for n, small in small_letters if small.upper() != chr(n)}

    def spell(self, text: str) -> bytes:
        """The tiles of a text, which may be in any case. Ignores marks that fold. Reads the longest
        tile first, except where `apart` keeps letters separate; `[CH]` is one tile, and `[C][H]` is
        two. Raises `SpellingError` if the tiles cannot spell the text."""
        tiles = self.kernel.to_tiles(text)
        if tiles is None:
            tiles = self.kernel.to_tiles(self.compose(text))
        if tiles is None:
            raise self._explain_refusal(text)
        return tiles

    def text(self, tiles: bytes) -> str:
        """Writes tiles in capitals, with brackets where the text would otherwise be read as other
        tiles."""
        return self.kernel.to_text(tiles)

    def show(self, tiles: bytes) -> str:
        """Writes tiles unambiguously, in capitals, with brackets around tiles of several letters,
        and around single letters that could be read as part of such a tile: `PE[RR]O`,
        `I[N][J]EKCIJA`."""
        if self._joined is None:
            return self.text(tiles)
        faces = (self.tiles[tile - 1] for tile in tiles)
        return self.keep_apart("".join(f if len(f) == 1 else f"[{f}]" for f in faces))

    def keep_apart(self, text: str) -> str:
        """In a text that has brackets around tiles of several letters, adds brackets around single
        letters that would be read as part of such a tile.
        """
        return text if self._joined is None else self._joined.sub(_keep_apart, text)

    @property
    def has_joined_letters(self) -> bool:
        """True if a tile shows several letters."""
        return self._joined is not None

    @cached_property
    def _joined(self) -> re.Pattern[str] | None:
        """Matches the letters of one tile, and tiles in brackets. None if every tile has a single
        letter."""
        longer = sorted((face for face in self.tiles if len(face) > 1), key=len, reverse=True)
        if not longer:
            return None
        return re.compile("|".join([r"\[[^\]]*\]", *map(re.escape, longer)]), re.IGNORECASE)

    def list_rows(self, text: str) -> Iterator[bytes]:
        """All rows of tiles that a text without brackets may stand for: in Spanish, P E RR O and P
        E R R O for PERRO. Yields none if a character is on no tile."""
        letters = "".join(self._letters.get(c, "\0") for c in self.compose(text))
        steps: list[list[tuple[int, int]]] = [[] for _ in letters] + [[(0, 0)]]
        for at in reversed(range(len(letters))):  # keep only steps that reach the end
            steps[at] = [
                (number, at + len(face))
                for number, face in self._faces_by_letter.get(letters[at], ())
                if letters.startswith(face, at) and steps[at + len(face)]
            ]
        begun: list[tuple[int, bytes]] = [(0, b"")] if steps[0] and letters else []
        while begun:
            at, row = begun.pop()
            if at == len(letters):
                yield row
                continue
            begun += [(then, row + bytes([number])) for number, then in steps[at]]

    @cached_property
    def _letters(self) -> dict[str, str]:
        """Maps each character to the letter that it spells."""
        return {c: letter for letter, characters in self.spellings.items() for c in characters}

    @cached_property
    def _faces_by_letter(self) -> dict[str, list[tuple[int, str]]]:
        """All tiles with their numbers, grouped by their first letters."""
        faces: dict[str, list[tuple[int, str]]] = {}
        for number, face in enumerate(self.tiles, 1):
            faces.setdefault(face[0], []).append((number, face))
        return faces

    def normal(self, text: str) -> str:
        """A word in this alphabet's own spelling: `lição` → `LIÇAO`. Raises `SpellingError`."""
        return self.text(self.spell(text))

    def compose(self, text: str) -> str:
        """Applies NFC and `also` to a text until neither changes it: a replacement may leave a mark
        behind another letter, or form another text in `also`. If a text never settles, the result
        contains characters that are on no tile. Raises `AlphabetError`."""
        _ = self.kernel  # raises for an unsound alphabet
        if text.isascii() and not self._ascii_also:
            return text
        text = unicodedata.normalize("NFC", text)
        for _ in range(_MOST_PASSES):
            if not self._also_pattern.search(text):
                break
            for written, replacement in self.also.items():
                text = text.replace(written, replacement)
            text = unicodedata.normalize("NFC", text)
        return text

    def compose_utf8(self, text: bytes) -> bytes:
        """`compose` for text in UTF-8. Raises `UnicodeDecodeError`."""
        return text if self.kernel.is_settled(text) else self.compose(text.decode()).encode()

    @cached_property
    def _also_pattern(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self.also)) or "(?!)")  # or no match at all

    @cached_property
    def _ascii_also(self) -> bool:
        return any(written.isascii() for written in self.also)

    def _explain_refusal(self, text: str) -> SpellingError:
        readable = set("[]").union(*self.spellings.values())
        offending = "".join(dict.fromkeys(c for c in self.compose(text) if c not in readable))
        if offending:
            message = f"no {self.name} tile shows {', '.join(map(show_character, offending))}"
        elif len(text) > _kernel.MAX_WORD:
            message = f"{text[:20]}… is longer than any word"
        else:
            message = f"{text!r} cannot be spelled with {self.name} tiles"
        return SpellingError(text, offending, message)


def _keep_apart(match: re.Match[str]) -> str:
    """Puts brackets around each letter of a match of `Alphabet._joined`, unless it is already in
    brackets.
    """
    return match[0] if match[0][0] == "[" else "".join(f"[{letter}]" for letter in match[0])


_INSIDE = "·’'"
"""The signs allowed between the letters of a tile, as in L·L."""


def _is_of_letters(tile: str) -> bool:
    """True if a tile shows letters. Other signs have meanings in plays and racks."""
    inside = tile[1:-1].translate(dict.fromkeys(map(ord, _INSIDE)))
    return all(unicodedata.category(c)[0] in "LM" for c in tile[:1] + inside + tile[-1:])


def _is_steady(character: str) -> bool:
    """True if this is a letter that NFC neither changes nor combines. The first letters that NFC
    combines are Hangul, from U+1100 on."""
    return (
        "\u0300" <= character < "\u1100"
        and character.isalpha()
        and unicodedata.is_normalized("NFC", character)
    )


def show_character(character: str) -> str:
    """A character with its code point and name, which distinguish it from look-alikes."""
    if "!" <= character <= "~":
        return character
    code = f"U+{ord(character):04X} {unicodedata.name(character, '').lower()}".rstrip()
    return code if character.isspace() or find_hidden(character) else f"{character} ({code})"


class Guesses(msgspec.Struct, frozen=True):
    """Lower-case words that the heuristic rules of admission need."""

    numeral_words: frozenset[str] = frozenset()
    vowelless_words: frozenset[str] = frozenset()
    abbreviations: frozenset[str] = frozenset()


class Language(msgspec.Struct, frozen=True):
    """An alphabet, with other facts about its language that compiling needs."""

    alphabet: Alphabet
    folding: LetterFolding
    vowels: frozenset[str]
    guesses: Guesses

    def __repr__(self) -> str:
        return f"<Language {self.alphabet.name}>"


class _GuessesTable(msgspec.Struct, frozen=True):
    numeral_words: str = ""
    vowelless_words: str = ""
    abbreviations: str = ""


class _AlphabetFile(msgspec.Struct, frozen=True):
    """The content of an alphabet's TOML file. Lists are strings of words separated by spaces."""

    name: str
    language: str
    tiles: str
    folds: str = ""
    ignores: str = ""
    vowels: str = ""
    apart: str = ""
    also: dict[str, str] = {}
    guesses: _GuessesTable = _GuessesTable()


def list_alphabets() -> list[str]:
    """The names of the alphabets included in wordtools."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load_alphabet(name_or_path: str | Path) -> Language:
    """The built-in alphabet with this name (`pt`), or the one in the user's TOML file. Raises
    `AlphabetError`."""
    path = Path(name_or_path)
    if path.suffix == ".toml":
        return read_alphabet(path)
    path = FOLDER / f"{name_or_path}.toml"
    if not path.is_file():
        raise AlphabetError(
            f"{str(name_or_path)!r} is neither a built-in alphabet nor a .toml file; "
            f"{suggest(str(name_or_path), list_alphabets())}"
        )
    return msgspec.json.decode(path.with_suffix(".json").read_bytes(), type=Language)


def read_alphabet(path: Path) -> Language:
    """The alphabet in a TOML file. Needs ICU. Raises `AlphabetError`."""
    from wordtools import toml_reader

    file = toml_reader.read_toml(path, _AlphabetFile, AlphabetError)
    try:
        if file.language and not re.fullmatch("[a-z]{2,3}(-[A-Za-z]+)*", file.language):
            raise AlphabetError(
                f"language: {file.language!r} is not a language code; write es for Spanish"
            )
        if signs := [tile for tile in _split_words(file.tiles) if not _is_of_letters(tile)]:
            raise AlphabetError(
                f"tiles: {' '.join(signs)}: a tile shows letters, perhaps with "
                f"{' or '.join(_INSIDE)} between them"
            )
        return _build_language(file)
    except AlphabetError as error:
        raise AlphabetError(f"{path}: {error}") from None


def make_language(name: str, tiles: Iterable[str]) -> Language:
    """A language of which only the tiles and their order are known. Raises `AlphabetError`."""
    return _build_language(_AlphabetFile(name, "", " ".join(tiles)))


def _build_language(file: _AlphabetFile) -> Language:
    tiles = _split_words(file.tiles)
    letters = frozenset("".join(tiles))
    folds = _split_words(file.folds)
    unknown = set(folds) - ({"all"} if len(folds) == 1 else set()) - MARKS.keys()
    if unknown:
        raise AlphabetError(
            f'folds: {", ".join(sorted(unknown))} is not a mark; write folds = "" for none, '
            f'folds = "all" for all, or choose from {", ".join(MARKS)}'
        )
    folding = LetterFolding(
        letters, None if folds == ("all",) else frozenset(MARKS[m] for m in folds), file.language
    )
    if not 1 <= len(tiles) <= _kernel.MAX_TILES:
        raise AlphabetError(f"tiles: an alphabet has 1 to {_kernel.MAX_TILES} tiles")
    wrong = sorted(c for c in letters if folding.capitalise(c) != c or c in "[]")
    if wrong:
        raise AlphabetError(
            f"tiles: {' '.join(wrong)}: write every tile in capitals, without brackets"
        )
    vowels = frozenset(_split_words(file.vowels))
    if not vowels <= letters:
        raise AlphabetError(
            f"vowels: {' '.join(sorted(vowels - letters))}: "
            "write single letters that are on tiles, in capitals"
        )
    also = {_compose_nfc(written): _compose_nfc(meant) for written, meant in file.also.items()}
    also = folding.add_cases(also) | dict.fromkeys(_split_words(file.ignores), "")
    for written, meant in also.items():
        if not {folding.fold_character(c) for c in meant} <= letters or written in meant:
            raise AlphabetError(
                f"also: {written!r} = {meant!r}: write letters of tiles on the right"
            )
    spellings = {
        letter: "".join(c for c in characters if c not in also)
        for letter, characters in folding.list_spellings().items()
    }
    alphabet = Alphabet(file.name, file.language, tiles, spellings, also)
    if stretches := _split_words(file.apart):
        alphabet = msgspec.structs.replace(alphabet, apart=_spell_apart(alphabet, stretches))
    _ = alphabet.kernel  # raises AlphabetError for a contradictory alphabet
    guesses = Guesses(*(frozenset(_split_words(w)) for w in msgspec.structs.astuple(file.guesses)))
    return Language(alphabet, folding, vowels, guesses)


def _spell_apart(alphabet: Alphabet, stretches: Iterable[str]) -> tuple[str, ...]:
    """Writes each tile of the stretches in the alphabet's own letters. Raises `AlphabetError`."""
    try:
        return tuple(dict.fromkeys(map(alphabet.normal, stretches)))
    except SpellingError as error:
        raise AlphabetError(f"apart: {error.text}: {error}") from None


def _split_words(text: str) -> tuple[str, ...]:
    """The words of a list, in NFC."""
    return tuple(_compose_nfc(text).split())


def _compose_nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
