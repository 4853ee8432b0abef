"""A challenge becomes a ruling: one bit for the play, or CANNOT JUDGE."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wordtools.alphabet import show_character
from wordtools.board.evaluation import EvaluatedPlay
from wordtools.errors import SpellingError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages.refusal import CannotJudge


class Laid(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A play as a challenge brings it: the name of the ruleset (`rules` in JSON), the play in
    notation, a drawing of the board before it, and the player's rack where it is known."""

    ruleset_name: Annotated[str, Meta(max_length=100, examples=["scrabble-en-us"])] = msgspec.field(
        name="rules"
    )
    play: Annotated[str, Meta(max_length=200, examples=["8G CATS 12"])]
    board: Annotated[str, Meta(max_length=10_000)] = ""
    rack: Annotated[str, Meta(max_length=100)] | None = None


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """What is to be judged, and where it belongs.

    `scope`: the whole "play", or only the "words" that the challenger named (if all are valid the
    play stands even when an unnamed one is a phony). `play` distinguishes the plays of a game: each
    is judged once. With `laid`, the words are those that this play makes; for the scope "words",
    those of them that `words` names.
    """

    words: list[str]
    scope: Literal["play", "words"] = "play"
    event: str = ""
    round: str = ""
    table: str = ""
    play: str = ""
    players: list[str] = []
    challenger: str = ""
    station: str = ""
    laid: Laid | None = None

    @property
    def subject(self) -> str | None:
        """What two challenges of one play have in common; None when the play is not named."""
        return "\x1f".join((self.event, self.round, self.table, self.play)) if self.play else None

    @property
    def event_name(self) -> str:
        """The event, in which its ruling is numbered; "" where none is set, for which a station
        writes "-"."""
        return "" if self.event == "-" else self.event


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A ruling as it is shown and logged. `words` are the words exactly as judged; the challenge
    keeps them as typed. `number` is the record's in the log, `event_number` the ruling's in its
    event, both from 1; older logs have only the first. `made` is what a challenged play on a board
    makes and scores."""

    id: str
    number: int
    time: str
    acceptable: bool
    words: list[str]
    lexicon: str
    edition: str
    digest: str
    challenge: Challenge
    made: EvaluatedPlay | None = None
    event_number: int = 0

    @property
    def label(self) -> str:
        """What it is called: by its number in the event, and the record's in the log."""
        return label_ruling(self.event_number, self.number)

    @property
    def answer(self) -> Literal["YES", "NO"]:
        """The verdict in one word."""
        return "YES" if self.acceptable else "NO"


def label_ruling(event_number: int, number: int) -> str:
    """A ruling's number in its event, and the record's in the log, by which it is proved."""
    return f"{event_number} (#{number})" if event_number else f"#{number}"


MOST_WORDS = 8
"""The most words that a play of seven tiles can make."""


_MOST_ROWS = 4096
"""The most rows of tiles that are looked up for a text; who types one with more writes brackets."""


def normalize_words(lexicon: Lexicon, words: Sequence[str], most: int = MOST_WORDS) -> list[str]:
    """The words as their tiles show them, those of several letters in brackets (`PE[RR]O`): what
    the players see before they confirm. Raises `CannotJudge` for what the tiles cannot spell or the
    lexicon cannot hold, for a text that two words of the lexicon share, and for more than `most`
    words; nothing is stripped, cut or joined."""
    if not words:
        raise CannotJudge.because("no_words")
    if len(words) > most:
        raise CannotJudge.because("too_many_words", named=len(words), most=most)
    shortest, longest = lexicon.manifest.lengths
    judged = []
    for word in words:
        try:
            tiles = lexicon.alphabet.spell(word)
        except SpellingError as error:
            raise _explain_unspellable(word, error, lexicon) from None
        if not shortest <= len(tiles) <= longest:
            raise CannotJudge.because(
                "length",
                word=_shorten(word),
                tiles=len(tiles),
                lexicon=lexicon.name,
                shortest=shortest,
                longest=longest,
            )
        _check_rows(word, tiles, lexicon)
        judged.append(lexicon.alphabet.show(tiles))
    return judged


def _check_rows(word: str, tiles: bytes, lexicon: Lexicon) -> None:
    """Raises `CannotJudge` when a text without brackets shows two words of the lexicon, whatever
    the edition: only who laid the tiles knows which. A rule would be a guess."""
    if "[" in word or not lexicon.alphabet.has_joined_letters:
        return
    rows = list(islice(lexicon.alphabet.list_rows(word), _MOST_ROWS + 1))
    if len(rows) == 1:
        return
    found = list(filter(lexicon.whole.has_tiles, rows))
    if len(found) > 1 or len(rows) > _MOST_ROWS:
        shown = map(lexicon.alphabet.show, found if len(found) > 1 else [tiles])
        raise CannotJudge.because("which_tiles", word=_shorten(word), rows=", ".join(sorted(shown)))


def is_acceptable(lexicon: Lexicon, words: Sequence[str], most: int = MOST_WORDS) -> bool:
    """True when every word is in the lexicon's edition. All are looked up, so that the time taken
    does not reveal which one fails. Raises `CannotJudge`."""
    found = [word in lexicon for word in normalize_words(lexicon, words, most)]
    return sum(found) == len(found)  # `all` would stop at the first


def _explain_unspellable(word: str, error: SpellingError, lexicon: Lexicon) -> CannotJudge:
    if error.offending:
        letters = ", ".join(map(show_character, error.offending[:8]))
        more = ", …" if len(error.offending) > 8 else ""
        return CannotJudge.because(
            "letters", word=_shorten(word), alphabet=lexicon.alphabet.name, letters=letters + more
        )
    return CannotJudge.because("spelling", word=_shorten(word), alphabet=lexicon.alphabet.name)


def _shorten(word: str) -> str:
    """A word as an error shows it: whole, unless it is longer than any word."""
    return word if len(word) <= 40 else f"{word[:20]}…"
