"""The tables in a log: listing them, exporting their records, erasing names."""

from __future__ import annotations

import sys
from pathlib import Path

from wordtools.errors import WordtoolsError
from wordtools.files import write_files
from wordtools.folders import choose_table_key
from wordtools.log.log import Log
from wordtools.rules.loading import load_ruleset
from wordtools.rules.sentences import Sentences
from wordtools.table.best import list_best
from wordtools.table.host import (
    export_player,
    list_tables,
    load_opened,
    open_record,
    read_table,
)
from wordtools.table.names import erase_name
from wordtools.table.record import list_left_out, read_record, write_gcg, write_record
from wordtools.table.sealing import read_key
from wordtools.table.state import Table
from wordtools.table.table import evolve_all
from wordtools.table.view import find_phase
from wordtools.wording import join_list, pluralize, reveal, write_points


def print_list(records: Log) -> None:
    key, names = read_key(choose_table_key()), list_tables(records)
    if not names:
        print("wordtools: there are no tables in this log.", file=sys.stderr)
    for name in names:
        try:
            happened = read_table(records, key, name)
            opened = open_record(happened)
            state = evolve_all(Table.open(happened[0], load_opened(opened)), happened[1:])
        except WordtoolsError as error:
            print(f"{name}  {reveal(str(error))}")
            continue
        scores = state.closed.scores if state.closed else state.scores
        facts = describe_scores(scores) if scores else reveal(join_list(opened.names))
        turns = pluralize(len(state.sheet), "turn")
        print(f"{name}  {opened.ruleset_name}  {find_phase(state)}  {turns}  {facts}")


def print_best(records: Log, ruleset: str) -> None:
    results = list_best(records, ruleset)
    if not results:
        load_ruleset(ruleset)  # refuses an unknown name
        print(
            f"wordtools: nobody has a result in {ruleset} yet. Practice games, resigned games and "
            "games without points do not count.",
            file=sys.stderr,
        )
    for place, result in enumerate(results, 1):
        points = write_points(result.points)
        print(f"{place:>2}  {points:>5}  {reveal(result.name)}  {result.table}")


def export(records: Log, table: str, path: Path) -> None:
    """Writes the record of a table. Raises `WordtoolsError` or `OSError`."""
    data = write_record(read_table(records, None, table))
    if path.suffix == ".gcg":
        record = read_record(data)
        data = write_gcg(record, load_opened(record.opened))
        if left_out := list_left_out(record):
            print(f"wordtools: GCG leaves out {join_list(left_out)}.", file=sys.stderr)
    elif path.suffix != ".json":
        raise WordtoolsError(f"{path}: name a file that ends with .json or .gcg")
    write_files({path: data})


def export_games(records: Log, name: str, path: Path) -> None:
    """Writes all games of a person that are in the log. Raises `WordtoolsError` or `OSError`."""
    data = export_player(records, read_key(choose_table_key()), name)
    write_files({path: data})


def erase(records: Log, name: str) -> None:
    """Erases a person's name from all games in the log. Raises `WordtoolsError`."""
    count = erase_name(records, name)
    if not count:
        raise WordtoolsError(f"the log has no table named {name!r}")
    print(f"Erased from {pluralize(count, 'table')}.")


def describe_scores(scores: dict[str, int], language: str = "en") -> str:
    """The scores of a game, with hidden characters in the names revealed."""
    parts = [f"{name} {write_points(points)}" for name, points in scores.items()]
    return reveal(Sentences(language).join(parts))
