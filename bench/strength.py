"""`python -m bench.strength [RULESET ...]`: the strength of leaves in every ruleset on a board.

For each ruleset whose lexicon is available, learns a table of leaves. A player with this table then
plays against a player without leaves, in pairs of games with the same bag and exchanged seats. Each
game is recorded as GCG and judged like any recorded game. Figures are kept in `build/strength/`,
one file for each ruleset; existing figures are not remeasured. Prints all of them as a table for
docs/opponents.md.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench.measure import ROOT
from wordtools import _kernel
from wordtools.errors import WordtoolsError
from wordtools.formats.gcg import format_gcg, parse_gcg
from wordtools.game.to_gcg import game_to_gcg
from wordtools.lexicon.find import open_edition
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.match import MatchResult, PlayedPair, sum_up
from wordtools.players.self_play import PlayedGame, play_game, record_game
from wordtools.players.training import learn_leaves
from wordtools.review.review import review_game
from wordtools.rules.loading import list_rulesets, load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset

PLAYERS = ("static", "plain")
FOLDER = ROOT / "build" / "strength"
HEADS = (
    "ruleset, lexicon",
    "processor time to learn",
    "wins",
    "points a game",
    "gain a turn",
    "bonus plays a game",
)


class Strength(msgspec.Struct, frozen=True):
    """The result of a match with leaves against none, how it was measured, and the figures that
    explain it. These are, for each player, the mean number of plays with a bonus and of turns per
    game; and, for the match, the standard deviation of a game's spread. `seconds`: the processor
    time of learning. `faults`: disagreements of the judged records."""

    ruleset: str
    edition: str
    learned: int
    seconds: float
    result: MatchResult
    bonus_plays: tuple[float, float]
    turns: tuple[float, float]
    deviation: float
    faults: list[str]

    @property
    def row(self) -> tuple[str, ...]:
        """The cells of this ruleset's row."""
        result = self.result
        return (
            f"`{self.ruleset}`, `{self.edition}`",
            f"{self.seconds:.0f} s",
            f"{100 * result.wins:.1f} % ± {100 * result.wins_interval:.1f}",
            f"{result.points[0]:.1f} to {result.points[1]:.1f}",
            f"{result.spread / statistics.mean(self.turns):.1f}",
            f"{self.bonus_plays[0]:.2f} to {self.bonus_plays[1]:.2f}",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    parser.add_argument("--learn", type=int, default=2000, help="games to learn from")
    parser.add_argument("--games", type=int, default=400, help="games of each match")
    parser.add_argument("--seed", type=int, default=1, help="the seed of matches")
    chosen = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for ruleset, lexicon in find_playable(chosen.rulesets or list_rulesets()):
        path = FOLDER / f"{ruleset.name.replace(':', '.')}.json"
        if not path.is_file():
            measured = measure(ruleset, lexicon, chosen.learn, chosen.games, chosen.seed)
            path.write_bytes(msgspec.json.encode(measured))
    figures = [
        msgspec.json.decode(path.read_bytes(), type=Strength) for path in FOLDER.glob("*.json")
    ]
    figures.sort(key=lambda figures: -figures.result.wins)
    for row in (HEADS, ("---", *["---:"] * (len(HEADS) - 1)), *(each.row for each in figures)):
        print(f"| {' | '.join(row)} |")
    games = sum(each.result.games for each in figures)
    faults = [f"{each.ruleset}: {fault}" for each in figures for fault in each.faults]
    print(f"{len(faults):,} faults in {games:,} games", *faults, sep="\n")


def find_playable(names: list[str]) -> Iterator[tuple[CrosswordRuleset, Lexicon]]:
    """The board rulesets whose lexicon is available, with their lexicons."""
    for ruleset in map(load_ruleset, sorted(names)):
        if not isinstance(ruleset, CrosswordRuleset):
            continue
        try:
            yield ruleset, open_edition(ruleset.words.edition)
        except WordtoolsError as error:
            print(f"{ruleset.name}: {error}")


def measure(
    ruleset: CrosswordRuleset, lexicon: Lexicon, learned: int, games: int, seed: int
) -> Strength:
    """Learns leaves and plays the match."""
    started = time.process_time()
    path = Path(FOLDER / f"{ruleset.name.replace(':', '.')}.klv2")
    table = learn_leaves(ruleset, lexicon, path, learned, threads=1).table
    seconds = time.process_time() - started
    plans = [_kernel.PlayerPlan(table.kernel), _kernel.PlayerPlan(None)]
    results: list[PlayedPair] = []
    bonus_plays = [0, 0]
    faults: list[str] = []
    for pair in range(games // 2):
        for seats in ((0, 1), (1, 0)):  # the seat of each player, and the player of each seat
            game = play_game(
                ruleset, lexicon, [plans[player] for player in seats], seed * 1_000_003 + pair
            )
            ours, theirs = seats
            results.append(
                PlayedPair(
                    pair,
                    ours,
                    PLAYERS[ours],
                    (game.scores[ours], game.scores[theirs]),
                    (len(game.turns[ours::2]), len(game.turns[theirs::2])),
                    (0.0, 0.0),
                )
            )
            for player, seat in enumerate(seats):
                bonus_plays[player] += count_bonus_plays(ruleset, game, seat)
            faults += judge(ruleset, lexicon, game)
    turns = [statistics.mean(result.turns[player] for result in results) for player in (0, 1)]
    return Strength(
        ruleset.name,
        lexicon.edition_name,
        learned,
        seconds,
        sum_up(PLAYERS, results),
        (bonus_plays[0] / games, bonus_plays[1] / games),
        (turns[0], turns[1]),
        statistics.stdev(result.scores[0] - result.scores[1] for result in results),
        faults,
    )


def count_bonus_plays(ruleset: CrosswordRuleset, game: PlayedGame, seat: int) -> int:
    """The number of plays for which the ruleset gives a bonus."""
    plays = [tiles for _, _, (kind, *_, tiles) in game.turns[seat::2] if kind == 0]
    return sum(ruleset.bonus_for(len(tiles) - tiles.count(0)) > 0 for tiles in plays)


def judge(ruleset: CrosswordRuleset, lexicon: Lexicon, game: PlayedGame) -> Iterator[str]:
    """Yields the disagreements of the game's record, and sentences about invalid words, lines that
    cannot be judged, and different scores.
    """
    names = ["first", "second"]
    text = format_gcg(game_to_gcg(record_game(ruleset, names, game)))
    reviewed = review_game(parse_gcg(text), ruleset, lexicon)
    yield from (f"{each.line} {each.sentence}" for each in reviewed.disagreements)
    if reviewed.stopped:
        yield str(reviewed.stopped)
    for move in reviewed.lines:
        if move.cannot or move.acceptable is False:
            yield f"{move.line} {move.move}: {move.cannot or 'not acceptable'}"
    scores = [reviewed.scores[name] for name in names]
    if scores != game.scores:
        yield f"{scores} instead of {game.scores}"


if __name__ == "__main__":
    main()
