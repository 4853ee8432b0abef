"""Challenges and rulings."""

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
    """A challenged play on a board: the ruleset's name (`rules` in JSON), the play in notation
    (`play`), a drawing of the board before the play, and the player's rack if known."""

    ruleset_name: Annotated[str, Meta(max_length=100, examples=["scrabble-en-us"])] = msgspec.field(
        name="rules"
    )
    notation: Annotated[str, Meta(max_length=200, examples=["8G CATS 12"])] = msgspec.field(
        name="play"
    )
    board: Annotated[str, Meta(max_length=10_000)] = ""
    rack: Annotated[str, Meta(max_length=100)] | None = None


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A challenge: the words or play to judge, and the location.

    `scope`: the whole "play", or only the "words" that the challenger named. With "words", the play
    stands if the named words are valid, even if an unnamed word is a phony. `play_key` (`play` in
    JSON) identifies a play of a game, so that the play is judged only once. `played` (`laid` in
    JSON) is a play on a board: all its words are judged or, with the scope "words", only those
    listed in `words`.
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
        """The key shared by all challenges of a play, or None if this challenge has no
        `play_key`."""
        return (
            "\x1f".join((self.event, self.round, self.table, self.play_key))
            if self.play_key
            else None
        )

    @property
    def event_name(self) -> str:
        """The event in which the ruling is numbered; "" if no event is set (stations may write
        "-")."""
        return "" if self.event == "-" else self.event


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A ruling as shown and logged. `words` are the words exactly as judged; the challenge contains
    the words as typed. `number` is the record's number in the log, and `event_number` is the
    ruling's number in its event; both start at 1. Older logs have only `number`. `evaluation`
    (`made` in JSON) contains the words and the score of a challenged play on a board."""

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
        """The ruling's numbers, in its event and in the log."""
        return label_ruling(self.event_number, self.number)

    @property
    def answer(self) -> Literal["YES", "NO"]:
        """The verdict in one word."""
        return "YES" if self.acceptable else "NO"


def ruling_id(station: str, key: str) -> str:
    """The id of the ruling that a station requests with this key."""
    return hashlib.sha256(f"{station}\x1f{key}".encode()).hexdigest()[:16]


def label_ruling(event_number: int, number: int) -> str:
    """A ruling's numbers in its event and in the log: `12 (#345)`."""
    return f"{event_number} (#{number})" if event_number else f"#{number}"
