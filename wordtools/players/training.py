"""Learns a table of leaves from self-play.

Games are played in generations, each with as many games as all earlier generations together. The
first generation plays without leaves; each later generation plays with the table learned from the
one before. The last table is the result. The same seed gives the same games, whatever the number of
threads.

The state of an unfinished run is in `FILE.part`, from which the same command resumes.
"""

from __future__ import annotations

import os
import zlib
from array import array
from collections.abc import Callable
from pathlib import Path

import msgspec

from wordtools import _kernel
from wordtools.board.words import admit_words
from wordtools.errors import WordtoolsError
from wordtools.files import write_files
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.kernel_rules import make_game_rules
from wordtools.players.leaves import LeavesNote, LeaveTable, write_leave_table
from wordtools.rules.ruleset import CrosswordRuleset

GENERATIONS = 4
_SAVES = 40
"""How many times a long run is saved."""


class Run(msgspec.Struct, frozen=True):
    """What identifies a training run. Equal runs learn the same table."""

    ruleset_digest: str
    lexicon_digest: str
    edition: str
    games: int
    seed: int


class Lesson(msgspec.Struct, frozen=True):
    """The result of training: the table; the number of games; the number of turns in the last
    generation, and their mean value in points; and the learner, which knows the number of samples
    of each leave."""

    table: LeaveTable
    games: int
    turns: int
    mean: float
    learner: _kernel.LeaveLearner

    def count_samples(self, leave: bytes) -> int:
        """The number of samples of a leave. Tiles are numbers; 0 is the blank."""
        return self.learner.count_samples(leave)


class _Head(msgspec.Struct):
    """The first line of a `.part` file: the run, the games played, the number of bytes of sums that
    follow, and the CRC-32 of everything after this line.
    """

    run: Run
    done: int
    sums: int
    crc: int


def learn_leaves(
    ruleset: CrosswordRuleset,
    lexicon: Lexicon,
    path: Path,
    games: int,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> Lesson:
    """Learns a table and writes it to a file, with its sidecar. Resumes an interrupted run. Calls
    `progress` with the number of games just played. Raises `WordtoolsError` if the saved state is
    damaged or belongs to another run, and `OSError` if writing fails."""
    ruleset.check_tiles(lexicon.alphabet)
    rules = make_game_rules(ruleset)
    automaton, selection = admit_words(ruleset, lexicon).kernel
    run = Run(ruleset.digest, lexicon.digest, lexicon.edition_name, games, seed)
    part = path.with_name(path.name + ".part")
    players = ruleset.players[0]
    done, learner, leaves = _resume(part, run, rules, ruleset, players)
    progress(done)
    saved = done
    while done < games:
        end = _find_generation_end(done, games)
        if done in _list_ends(games):
            leaves, learner = learner.learn(), _kernel.LeaveLearner(rules, players)
        many = min(end - done, max(100, games // _SAVES))
        learner.play(automaton, selection, leaves, seed, done, many, threads or os.cpu_count() or 1)
        done += many
        if done < games and done - saved >= games // _SAVES:
            _save(part, run, done, learner, leaves)
            saved = done
        progress(many)
    table = LeaveTable.from_kernel(ruleset, learner.learn())
    note = LeavesNote(
        table.note.tiles,
        ruleset.name,
        ruleset.digest,
        lexicon.edition_name,
        lexicon.digest,
        games,
        seed,
    )
    table = msgspec.structs.replace(table, note=note)
    write_leave_table(path, table)
    part.unlink(missing_ok=True)
    return Lesson(table, games, learner.turns, learner.mean, learner)


def _list_ends(games: int) -> list[int]:
    """The numbers of games after which the generations end, except for the last generation."""
    return sorted({end for n in range(1, GENERATIONS) if (end := games >> n)})


def _find_generation_end(done: int, games: int) -> int:
    return next((end for end in _list_ends(games) if end > done), games)


def _save(
    part: Path,
    run: Run,
    done: int,
    learner: _kernel.LeaveLearner,
    leaves: _kernel.LeaveValues | None,
) -> None:
    sums = zlib.compress(learner.save(), 1)
    values = zlib.compress(leaves.list_leaves()[1], 1) if leaves else b""
    head = _Head(run, done, len(sums), zlib.crc32(values, zlib.crc32(sums)))
    write_files({part: msgspec.json.encode(head) + b"\n" + sums + values})


def _resume(
    part: Path, run: Run, rules: _kernel.GameRules, ruleset: CrosswordRuleset, players: int
) -> tuple[int, _kernel.LeaveLearner, _kernel.LeaveValues | None]:
    """The number of games played so far, and the sums and leaves of the current generation."""
    learner = _kernel.LeaveLearner(rules, players)
    if not part.is_file():
        return 0, learner, None
    line, _, rest = part.read_bytes().partition(b"\n")
    try:
        head = msgspec.json.decode(line, type=_Head)
        if zlib.crc32(rest) != head.crc:
            raise ValueError("its content does not match its checksum")
        if head.run != run:
            raise WordtoolsError(
                f"{part} belongs to a run with another seed, number of games, ruleset or lexicon; "
                "finish that run first, or delete the file"
            )
        learner.load(zlib.decompress(rest[: head.sums]))
        leaves = None
        if values := rest[head.sums :]:
            leaves = _kernel.LeaveValues(ruleset.counts, ruleset.rack)
            leaves.set_many(leaves.list_leaves()[0], zlib.decompress(values))
    except (msgspec.MsgspecError, ValueError, zlib.error) as error:
        raise WordtoolsError(f"{part} is damaged: {error}; delete the file to start over") from None
    return head.done, learner, leaves


def rank_leaves(table: LeaveTable, length: int, many: int) -> list[tuple[bytes, float]]:
    """The best and worst leaves of this length, best first, with their values in points."""
    leaves, values = table.list_leaves()
    of_length = [
        (value, leave)
        for leave, value in zip(leaves.split(b"\0"), array("i", values), strict=False)
        if len(leave) == length
    ]
    of_length.sort(reverse=True)
    chosen = of_length if len(of_length) <= 2 * many else [*of_length[:many], *of_length[-many:]]
    return [(bytes(kind - 1 for kind in leave), value / 1000) for value, leave in chosen]
