"""Speed and memory of `wordtools games`: `python -m bench.archives 1000 5000 10000`.

The computer plays the games against itself with the lexicon `en`, using each game's number as the
seed. The games are kept in build/games, so they are played only once. An archive of more than
10,000 games repeats them under other names.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import zipfile
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import cycle, islice
from pathlib import Path

from bench.measure import PROGRAM, ROOT, process
from tests.review.archives import play_out, write_gcg
from wordtools.files import write_files
from wordtools.lexicon.lexicon import Lexicon

FOLDER = ROOT / "build" / "games"
LEXICON = ROOT / "build" / "en.lexicon"
MOST_MADE = 10_000


def make_games(count: int) -> list[Path]:
    """The files of this many games."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    paths = [FOLDER / f"{seed:06}.gcg" for seed in range(count)]
    lacking = [seed for seed, path in enumerate(paths) if not path.exists()]
    with ProcessPoolExecutor() as pool:
        for made, _ in enumerate(pool.map(make_game, lacking, chunksize=16), 1):
            print(f"\r{made:,} of {len(lacking):,} games made", end="", file=sys.stderr)
    return paths


def make_game(seed: int) -> None:
    game = play_out("scrabble-en-world", read_lexicon(), seed)
    write_files({FOLDER / f"{seed:06}.gcg": write_gcg(game)})


def write_archive(path: Path, games: list[Path], count: int) -> None:
    """Makes a ZIP archive of this many games. If there are too few games, repeats them from the
    first on."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, game in enumerate(islice(cycle(games), count)):
            archive.writestr(f"{number:07}.gcg", game.read_bytes())


@cache
def read_lexicon() -> Lexicon:
    return Lexicon.read(LEXICON)


def main() -> None:
    """Prints a row for each number of games, in one ZIP archive each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="+")
    options = parser.parse_args()
    games = make_games(min(max(options.games), MOST_MADE))
    print("\n| games | seconds | processor seconds | games a second | peak MB |")
    print("|---:|---:|---:|---:|---:|")
    for count in options.games:
        with tempfile.TemporaryDirectory() as folder:
            archive = Path(folder, "games.zip")
            write_archive(archive, games, count)
            plays = str(Path(folder, "plays.parquet"))
            took = process([PROGRAM, "games", str(archive), "-l", str(LEXICON), "-o", plays, "-q"])
        speed = count / took["wall"]
        print(
            f"| {count:,} | {took['wall']:.1f} | {took['processor']:.1f} | {speed:,.0f} "
            f"| {took['peak']:.0f} |",
            flush=True,
        )
    print(f"load {os.getloadavg()[0]:.1f}", file=sys.stderr)


if __name__ == "__main__":
    main()
