"""A challenge, and the ruling on it."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wordtools.board.evaluation import EvaluatedPlay


class ChallengedPlay(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A challenged play on a board: the name of the ruleset (`rules` in JSON), the play in notation
    (`play`), a drawing of the board before it, and the player's rack where it is known."""

    ruleset_name: Annotated[str, Meta(max_length=100, examples=["scrabble-en-us"])] = msgspec.field(
        name="rules"
    )
    notation: Annotated[str, Meta(max_length=200, examples=["8G CATS 12"])] = msgspec.field(
        name="play"
    )
    board: Annotated[str, Meta(max_length=10_000)] = ""
    rack: Annotated[str, Meta(max_length=100)] | None = None


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """What is to be judged, and where it belongs.

    `scope`: the whole "play", or only the "words" that the challenger named (if all are valid the
    play stands even when an unnamed one is a phony). `play_key` (`play` in JSON) distinguishes the
    plays of a game: each is judged once. With `played` (`laid`), a play on a board, the words are
    those that it makes; for the scope "words", those of them that `words` names.
    """

    words: list[str]
    scope: Literal["play", "words"] = "play"
    event: str = ""
    round: str = ""
    table: str = ""
    play_key: str = msgspec.field(default="", name="play")
    players: list[str] = []
    challenger: str = ""
    station: str = ""
    played: ChallengedPlay | None = msgspec.field(default=None, name="laid")

    @property
    def subject(self) -> str | None:
        """What two challenges of one play have in common; None when the play is not named."""
        return (
            "\x1f".join((self.event, self.round, self.table, self.play_key))
            if self.play_key
            else None
        )

    @property
    def event_name(self) -> str:
        """The event, in which its ruling is numbered; "" where none is set, for which a station
        writes "-"."""
        return "" if self.event == "-" else self.event


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A ruling as it is shown and logged. `words` are the words exactly as judged; the challenge
    keeps them as typed. `number` is the record's in the log, `event_number` the ruling's in its
    event, both from 1; older logs have only the first. `evaluation` (`made` in JSON) is what a
    challenged play on a board makes and scores."""

    id: str
    number: int
    time: str
    acceptable: bool
    words: list[str]
    lexicon: str
    edition: str
    digest: str
    challenge: Challenge
    evaluation: EvaluatedPlay | None = msgspec.field(default=None, name="made")
    event_number: int = 0

    @property
    def label(self) -> str:
        """The ruling's label: its number in the event, and its record's number in the log."""
        return label_ruling(self.event_number, self.number)

    @property
    def answer(self) -> Literal["YES", "NO"]:
        """The verdict in one word."""
        return "YES" if self.acceptable else "NO"


def ruling_id(station: str, key: str) -> str:
    """The id of the one ruling that a station asks for by a key of its own."""
    return hashlib.sha256(f"{station}\x1f{key}".encode()).hexdigest()[:16]


def label_ruling(event_number: int, number: int) -> str:
    """A ruling's number in its event, and the record's in the log, by which it is proved."""
    return f"{event_number} (#{number})" if event_number else f"#{number}"
