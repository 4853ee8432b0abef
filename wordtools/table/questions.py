"""Open questions about the last play: who may still answer, and until when."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

from msgspec import Struct

from wordtools.board.play import find_words
from wordtools.game.events import Name
from wordtools.game.state import GameState
from wordtools.table.days import end_window, find_patience
from wordtools.table.state import Table


class OpenQuestion(Struct, frozen=True):
    """A question about the play of a `player`: opponents may "challenge" it, must "accept" it or
    have it checked, must "vote" on a word that is not in the lexicon, or may let the player take it
    back ("take-back"). "stand" means that nobody needs to answer, but that the play can still be
    taken back. `words`: the words that the play makes. `waits_for`: the players who have not
    answered. `deadline`: the time at which silence counts as an answer; None if the next move
    counts as an answer instead."""

    kind: Literal["challenge", "accept", "vote", "take-back", "stand"]
    player: Name
    words: tuple[str, ...]
    waits_for: tuple[Name, ...]
    deadline: float | None


def list_questions(table: Table) -> tuple[OpenQuestion, ...]:
    """The open questions about the last play."""
    if not isinstance(table.position, GameState) or table.is_over:
        return ()
    return tuple(_find_questions(table, table.position))


def list_words(table: Table) -> tuple[str, ...]:
    """The words of the last play, the main word first."""
    game = table.game
    latest = game.pending or game.last
    if latest is None:
        return ()
    board = game.board if game.pending or game.last is None else game.last.before.board
    return tuple(word.text(board) for word in find_words(board, latest.play))


def list_voters(table: Table) -> list[str]:
    """The players who are still in the game, except the player of the last play."""
    game = table.game
    latest = game.pending or game.last
    mover = latest.player if latest else None
    return [name for name in game.players if name != mover and name not in game.lost]


def _find_questions(table: Table, game: GameState) -> Iterator[OpenQuestion]:
    rule, words = game.ruleset.challenge_rule, list_words(table)
    if game.pending is not None:
        waits, player = _list_silent(table, game.pending.votes), game.pending.player
        window = find_patience(table) if rule.window is None else rule.window
        kind: Literal["vote", "accept"] = "vote" if rule.check == "poll" else "accept"
        yield OpenQuestion(kind, player, words, waits, end_window(table, table.played_at, window))
    elif game.last is not None and not table.firm:
        yield from _find_open_play(table, game)
    if table.asked is not None:
        waits = _list_silent(table, table.asked.answers)
        until = end_window(table, table.asked.at, find_patience(table))
        yield OpenQuestion("take-back", table.asked.player, words, waits, until)


def _find_open_play(table: Table, game: GameState) -> Iterator[OpenQuestion]:
    """The question about a play that has scored, if the play can still be challenged or taken
    back."""
    rule, words, last = game.ruleset.challenge_rule, list_words(table), game.last
    if last is None:
        return
    kind: Literal["challenge", "stand"] = "stand"
    limits: list[float] = []
    waits = _list_silent(table, table.waived)
    if rule.check == "challenge" and not last.challenged and waits:
        kind = "challenge"
        window = rule.window or (find_patience(table) if game.ended else None)
        if window is None:
            yield OpenQuestion(kind, last.player, words, waits, None)
            return
        limits.append(end_window(table, table.played_at, window))
    if game.ruleset.challenge.take_back is not None and not table.kept:
        seconds = game.ruleset.challenge.take_back
        limits.append(end_window(table, table.played_at, seconds))
    if table.asked is not None:
        limits.append(end_window(table, table.asked.at, find_patience(table)))
    if limits:
        yield OpenQuestion(kind, last.player, words, waits if kind != "stand" else (), max(limits))


def _list_silent(table: Table, answered: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in list_voters(table) if name not in answered)
