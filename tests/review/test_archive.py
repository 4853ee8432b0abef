"""Archives of games judged into tables: their content, refusals, and resuming."""

from __future__ import annotations

import json
import os
import pickle
import resource
import zipfile
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import Any

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.conftest import Run, examples
from tests.game.players import finished, known_words, start
from tests.lexicon.helpers import lexicon_bytes
from tests.review.archives import play_out, write_gcg
from wordtools.errors import WordtoolsError
from wordtools.formats import gcg
from wordtools.lexicon.lexicon import Lexicon
from wordtools.review import archive
from wordtools.review.archive import compare_verdicts, judge_archive, name_failures
from wordtools.review.game_columns import MOST_LINES, PLAYS, GameColumns
from wordtools.review.review import review_game

RULES = "scrabble-en-us"
BAD_PLAY = b"#ruleset scrabble-en-us\n>Ana: CATSDOG 8H CAT +10 10\n>Bia: A Z9 AT +1 1\n"
"""Its last line makes no sense on the board."""


@cache
def lexicon(ruleset: str = RULES, without: str = "") -> Lexicon:
    game = start(ruleset, ("Ana", "Bia"))
    letters = game.ruleset.alphabet
    words = [word for word in known_words(game) if letters.text(word) != without]
    return Lexicon.from_bytes(lexicon_bytes(letters, [(word, frozenset()) for word in words]))


@cache
def columns(ruleset: str = RULES) -> GameColumns:
    return GameColumns(lexicon(ruleset), ruleset)


@cache
def games(count: int) -> dict[str, bytes]:
    return {f"{n:02}.gcg": write_gcg(finished(RULES, ("Ana", "Bia"), n, 12)) for n in range(count)}


@cache
def recorded() -> bytes:
    return finished(RULES, ("Ana", "Bia"), 3, 8).json()


def tabulate(**files: bytes) -> pa.Table:
    return pa.table({"game": list(files), "data": pa.array(files.values(), pa.binary())})


def write_folder(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


class Inline:
    """Works synchronously in this process, and counts the calls."""

    done = 0

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def submit(self, do: Callable[..., Any], *arguments: Any) -> Future[Any]:
        Inline.done += 1
        future: Future[Any] = Future()
        future.set_result(do(*arguments))
        return future

    def shutdown(self, **_: Any) -> None: ...


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "ProcessPoolExecutor", Inline)
    monkeypatch.setattr(archive, "_GAMES", 2)
    Inline.done = 0


@settings(max_examples=examples(0.3))
@given(
    st.sampled_from([RULES, "scrabble-pt-pt", "scrabble-es", "literki"]),
    st.integers(0, 10_000),
    st.data(),
)
def test_rows_are_the_plays_of_the_review(ruleset: str, seed: int, data: st.DataObject) -> None:
    game = finished(ruleset, ("Ana", "Bia"), seed, 20)
    record = gcg.parse_gcg(write_gcg(game).decode())
    moves = list(record.moves)
    at = data.draw(st.sampled_from([at for at, move in enumerate(moves) if move.kind == "play"]))
    off = data.draw(st.integers(-30, 30))
    changed = structs.replace(moves[at], score=(moves[at].score or 0) + off)
    items = tuple(changed if item is moves[at] else item for item in record.items)
    text = gcg.format_gcg(gcg.GameRecord(items)).encode()

    rows = columns(ruleset).review(tabulate(one=text)).to_pylist()
    found = [row for row in rows if row["kind"]]
    assert [(row["line"], row["kind"], row["verdict"]) for row in found] == (
        [(moves[at].line, "score", None)] if off else []
    )
    assert all(row["disagreement"] for row in found)
    rows = [row for row in rows if row not in found]
    whole = review_game(record, start(ruleset, ("Ana", "Bia")).ruleset, lexicon(ruleset))
    plays = [(m, line) for m, line in zip(moves, whole.lines, strict=True) if m.kind == "play"]
    assert [row["failure"] for row in rows] == [None] * len(plays)
    for row, (move, line) in zip(rows, plays, strict=True):
        said = (row["player"], row["rack"], row["place"], row["words"], row["score"])
        assert said == (line.player, move.rack, move.place, line.words, line.score)
        assert row["verdict"] == line.verdict == "YES"
        assert row["difference"] == (off if move is moves[at] else 0)
    turns = [row["turn"] for row in rows]
    assert turns == sorted(set(turns))
    recorded = columns(ruleset).review(tabulate(one=game.json())).to_pylist()
    assert recorded == [{**row, "difference": 0} for row in rows]


def test_what_became_of_challenges() -> None:
    text = b"""#player1 Ana
#player2 Bia
>Ana: CATSDOG 8H CAT +10 10
>Ana: CATSDOG -- -10 0
>Bia: ATONEIS 8H AT +4 4
>Bia: (challenge) +5 9
>Ana: CATSDOG -CAT +0 0
>Bia: H8 ATE +3 12
"""
    rows = columns().review(tabulate(one=text)).to_pylist()
    found = [(row["turn"], row["verdict"], row["challenge"]) for row in rows if row["verdict"]]
    assert found == [(1, "NO", "withdrawn"), (2, "YES", "failed"), (4, "NO", None)]


@settings(max_examples=examples(0.5))
@given(st.data())
def test_any_bytes_are_plays_or_a_failure(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from([*games(2).values(), recorded()]))
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(whole))] * 2)))
    broken = whole[:start] + data.draw(st.binary(max_size=20)) + whole[stop:]
    rows = columns().review(tabulate(broken=broken, whole=whole)).to_pylist()
    alone = columns().review(tabulate(whole=whole)).to_pylist()
    assert [row for row in rows if row["game"] == "whole"] == alone != []
    failures = [row["failure"] for row in rows if row["failure"]]
    assert len(failures) <= 1
    assert all("internal" not in failure for failure in failures)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no moves"),
        (b"\0\1\2", "NUL character"),
        (b"PK\3\4 something", "neither # (a pragma) nor > (a move)"),
        (b"{" * 5000, "not a game in JSON"),
        (b'{"ruleset": "/etc/club.toml", "players": ["A", "B"]}', "choose one with --rules"),
        (b'{"ruleset": "scrabble-en-us", "players": ["A"], "events": []}', "players, not 1"),
        (b"#ruleset scrabble-pl\n>Ana: KOT 8H KOT +8 8\n>Bia: - +0 0\n", "tiles"),
        (BAD_PLAY, "one.gcg:3: "),
        (b"#ruleset scrabble-en-us\n>Ana: CATSDOG 8H CAT +10 10\n", "1 player"),
        (b">Ana: CATSDOG 8H CAT +10 10\n>Bia: - +0 0\n", "choose one with --rules"),
        (b">Ana: CAT 8H CAT +10\n" * (MOST_LINES + 1), "more than 2,000 lines"),
        (b"#x " + b" " * gcg.MOST_BYTES, "more than 1,048,576 bytes"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_broken_games_are_told(data: bytes, why: str) -> None:
    rows = GameColumns(lexicon()).review(tabulate(**{"one.gcg": data})).to_pylist()
    (told,) = [row["failure"] for row in rows if row["failure"]]
    assert why in told


@pytest.mark.slow
def test_folders_archives_and_processes_make_no_difference(tmp_path: Path) -> None:
    files = games(5)
    folder = write_folder(tmp_path / "games", files)
    zipped = tmp_path / "games.zip"
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, data in files.items():
            whole.writestr(name, data)
    expected = (
        columns()
        .review(tabulate(**files))
        .drop_columns(["line", "kind", "disagreement", "failure"])
    )
    for paths, jobs in (([folder], 1), ([zipped], 2), (sorted(folder.iterdir()), 2)):
        out = tmp_path / "plays.parquet"
        judged = judge_archive(paths, columns(), out, jobs)
        table = pa.parquet.read_table(out)
        assert (judged.games, judged.failures) == (5, 0)
        assert judged.verdicts == {"YES": len(table)}
        names = [Path(name).name for name in table["game"].to_pylist()]
        assert table.set_column(0, "game", pa.array(names)).equals(expected)
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "games", "games.zip", "plays.disagreements.parquet", "plays.failures.parquet",
            "plays.parquet",
        ]  # fmt: skip
        assert pa.parquet.read_table(name_failures(out)).num_rows == 0


@pytest.mark.usefixtures("inline")
def test_hostile_archives(tmp_path: Path) -> None:
    good = games(1)["00.gcg"]
    zipped = tmp_path / "a.zip"
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as whole:
        whole.writestr("good.gcg", good)
        whole.writestr("../../out.gcg", good)
        whole.writestr("bomb.gcg", bytes(30 << 20))
        whole.writestr("damaged.gcg", good, zipfile.ZIP_STORED)
        whole.writestr("nested.ZIP", b"PK")
        whole.writestr("secret.gcg", good)
        with pytest.warns(UserWarning):
            whole.writestr("good.gcg", BAD_PLAY)
        for info in whole.infolist():
            if info.filename == "secret.gcg":
                info.flag_bits |= 1
    damaged = zipped.read_bytes().replace(good, good[:-9] + b"X" * 9)
    zipped.write_bytes(damaged)
    folder = write_folder(tmp_path / "folder", {"cut.zip": damaged[:900], "=1+1.gcg": good})
    (folder / os.fsdecode(b"\xff.gcg")).write_bytes(b"?")
    os.mkfifo(folder / "pipe")
    (folder / "nowhere.gcg").symlink_to("missing")
    (folder / "outside.gcg").symlink_to("/etc/passwd")
    (folder / "loop").symlink_to(".")
    out = tmp_path / "plays.csv"
    judged = judge_archive([zipped, folder], columns(), out)
    told = dict(line.split(",", 1) for line in name_failures(out).read_text().splitlines()[1:])
    names = {name.rpartition("/")[2]: why for name, why in told.items()}
    for name, why in {
        "bomb.gcg": "more than 1,048,576 bytes",
        "damaged.gcg": "CRC-32",
        "secret.gcg": "encrypted",
        "good.gcg": "two files of this name",
        "cut.zip": "not a readable ZIP",
        "\\xff.gcg": "neither",
        "pipe": "not a file",
        "nowhere.gcg": "a link",
        "outside.gcg": "a link",
        "loop": "a link",
        "nested.ZIP": "an archive within an archive",
    }.items():
        assert why in names.pop(name)
    assert names == {}
    assert (judged.games, judged.failures) == (14, 11)
    assert not (tmp_path.parent / "out.gcg").exists()
    assert len({line.split(",")[0] for line in out.read_text().splitlines()[1:]}) == 3


@pytest.mark.slow
@pytest.mark.usefixtures("inline")
def test_judging_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "games", games(9))
    whole, out = tmp_path / "whole.parquet", tmp_path / "plays[*]?'.parquet"
    judge_archive([folder], columns(), whole)
    assert Inline.done == 5

    class StopError(Exception): ...

    def stop(_: int) -> None:
        raise StopError

    with pytest.raises(StopError):
        judge_archive([folder], columns(), out, 1, stop)
    assert not out.exists()
    begun = Inline.done
    left = len(list(out.with_name(f"{out.name}.unfinished").iterdir()))
    assert left >= 1
    changed = folder / "08.gcg"
    changed.write_bytes(BAD_PLAY)
    assert judge_archive([folder], columns(), out).failures == 1
    changed.write_bytes(games(9)["08.gcg"])
    assert Inline.done == begun + 5 - left
    judge_archive([folder], columns(), out)
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.slow
@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("harm", ["bits", "cut", "empty", "another table"])
def test_a_damaged_part_is_judged_again(tmp_path: Path, harm: str) -> None:
    folder = write_folder(tmp_path / "games", games(4))
    whole, out = tmp_path / "whole.parquet", tmp_path / "plays.parquet"
    judge_archive([folder], columns(), whole)
    left = out.with_name(f"{out.name}.unfinished")

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge_archive([folder], columns(), out, 1, stop)
    (part,) = left.iterdir()
    data = part.read_bytes()
    match harm:
        case "bits":  # a verdict, or the other content of the first page
            at = data.index(b"YES")
            part.write_bytes(data[:at] + b"NO!" + data[at + 3 :])
        case "cut":
            part.write_bytes(data[:-9])
        case "empty":
            part.write_bytes(b"")
        case "another table":
            pa.parquet.write_table(pa.table({"verdict": ["NO"]}), part)
    judge_archive([folder], columns(), out)
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.usefixtures("inline")
def test_one_process_at_a_time_judges_into_a_file(tmp_path: Path) -> None:
    folder, out = write_folder(tmp_path / "games", games(4)), tmp_path / "plays.parquet"
    refused: list[str] = []

    def judge_too(_: int) -> None:
        with pytest.raises(WordtoolsError, match="another process is writing this file") as caught:
            judge_archive([folder], columns(), out)
        refused.append(str(caught.value))

    assert judge_archive([folder], columns(), out, 1, judge_too).games == 4
    assert len(refused) == 2
    assert judge_archive([folder], columns(), out).games == 4


@pytest.mark.usefixtures("inline")
def test_a_member_that_wants_all_memory(tmp_path: Path) -> None:
    """An LZMA member states how much memory it needs, up to 4 GB."""
    zipped = tmp_path / "a.zip"
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_LZMA) as whole:
        whole.writestr("huge.gcg", b"")
        whole.writestr("good.gcg", games(1)["00.gcg"])
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    data = bytearray(zipped.read_bytes())
    dictionary = 30 + len("huge.gcg") + 5
    data[dictionary : dictionary + 4] = b"\xff" * 4
    zipped.write_bytes(data)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + (2 << 30), hard))
    try:
        judged = judge_archive([zipped], columns(), tmp_path / "plays.csv")
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    assert (judged.games, judged.failures) == (2, 1)
    assert "not enough memory" in (tmp_path / "plays.failures.csv").read_text()


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_full_disk_is_a_sentence(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = write_folder(tmp_path / "games", games(2)), tmp_path / f"plays{suffix}"
    write = archive._write_tables

    def write_on_a_full_disk(
        parts: list[Path], unfinished: Path, output: Path, ignore: set[str]
    ) -> Any:
        (unfinished / output.name).symlink_to("/dev/full")
        return write(parts, unfinished, output, ignore)

    monkeypatch.setattr(archive, "_write_tables", write_on_a_full_disk)
    with pytest.raises(WordtoolsError, match=r"plays.* cannot be written: No space left"):
        judge_archive([folder], columns(), out)
    assert not out.exists()


@pytest.mark.slow
@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_a_new_edition_changes_the_verdicts_of_its_words(tmp_path: Path, suffix: str) -> None:
    folder = write_folder(tmp_path / "games", games(9))
    before, now = tmp_path / f"before{suffix}", tmp_path / f"now{suffix}"
    judge_archive([folder], columns(), before)
    rows = columns().review(tabulate(**games(9))).to_pylist()
    gone = rows[0]["words"][0]
    judge_archive([folder], GameColumns(lexicon(without=gone), RULES), now)
    found = [(Path(one.game).name, one.turn, one.before, one.now)
             for one in compare_verdicts(before, now)]  # fmt: skip
    expected = [(row["game"], row["turn"]) for row in rows if gone in row["words"]]
    assert found == [(*row, "YES", "NO") for row in expected]
    assert list(compare_verdicts(now, now)) == []
    with pytest.raises(WordtoolsError, match="cannot be compared"):
        list(compare_verdicts(folder / "00.gcg", now))


def test_engines_make_the_same_table() -> None:
    judge: GameColumns = pickle.loads(pickle.dumps(columns()))
    table = tabulate(**games(6))
    expected = columns().review(table)
    texts = table.set_column(1, "data", table["data"].cast(pa.string()))
    assert judge.review(texts) == expected
    batches = judge.review_batches(table.to_batches(max_chunksize=2))
    assert pa.Table.from_batches(batches) == expected
    frame: Any = dd
    frame = frame.from_pandas(table.to_pandas(types_mapper=pd.ArrowDtype), npartitions=3)
    meta = PLAYS.empty_table().to_pandas(types_mapper=pd.ArrowDtype)
    judged = frame.map_partitions(
        lambda part: judge.review(part).to_pandas(types_mapper=pd.ArrowDtype), meta=meta
    ).compute(scheduler="threads")
    assert pa.Table.from_pandas(judged, PLAYS, preserve_index=False) == expected


def test_the_computer_knows_every_word_it_plays() -> None:
    game = play_out(RULES, lexicon(), 1)
    rows = columns().review(tabulate(one=write_gcg(game))).to_pylist()
    assert {(row["verdict"], row["difference"]) for row in rows} == {("YES", 0)}
    assert write_gcg(play_out(RULES, lexicon(), 1)) == write_gcg(game)


@pytest.mark.slow
def test_the_command(run: Run, build: Callable[..., Path], tmp_path: Path) -> None:
    build(["cat", "at"], "en", name="old")
    build(["cat", "at", "cats"], "en", name="new")
    text = b"#player1 Ana\n#player2 Bia\n>Ana: CATSDOG 8H CATS +12 12\n#incomplete\n"
    write_folder(tmp_path / "games", {"a.gcg": text + b">Bia: - +0 0\n"})
    asked = ("games", "games", "--rules", RULES)
    done = run(*asked, "-l", "old", "-o", "old.csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1 game, 1 play: 1 NO\n"
    valid = text.replace(b"CATSDOG 8H CATS +12 12", b"CATDOG 8H CAT +10 10")
    write_folder(tmp_path / "both", {"a.gcg": text, "b.gcg": valid, "c.gcg": b"?"})
    done = run("games", "both", "--rules", RULES, "-l", "old", "-o", "both.csv")
    assert done.stdout == (
        "3 games, 2 plays: 1 YES, 1 NO\n1 not judged in full: both.failures.csv\n"
    )
    done = run(*asked, "-l", "new", "-o", "new.csv", "--compare", "old.csv")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == ("games/a.gcg 1: Ana, 8H CATS, NO before, YES now")
    forged = "c.gcg 1: Bia, 8H CATS, YES before, NO now"
    write_folder(tmp_path / "more", {f"a\n{forged}\n.gcg": text + b">Bia: - +0 0\n"})
    paths = ("games", "more", "--rules", RULES, "-l")
    assert run(*paths, "old", "-o", "old.csv").returncode == 0
    done = run(*paths, "new", "-o", "new.csv", "--compare", "old.csv")
    assert len(done.stdout.splitlines()) == 2  # a name cannot add a line
    assert f"a<U+000A>{forged}<U+000A>.gcg 1: Ana" in done.stdout
    (tmp_path / "games" / "b.gcg").write_bytes(b"?")
    done = run(*asked, "-l", "new", "-o", "new.csv", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "games": 2, "failures": 1, "verdicts": {"YES": 1}, "disagreements": {},
    }  # fmt: skip
    (tmp_path / "empty").mkdir()
    for wrong, why in (
        (("games", "none", "-l", "new", "-o", "x.csv"), "there is no such file or folder"),
        (("games", "empty", "-l", "new", "-o", "x.csv"), "no games found; name files or folders"),
        (("games", "games", "-l", "new", "-o", "x.txt"), "ends in .parquet or .csv"),
        ((*asked, "-l", "new", "-o", "new.csv", "--compare", "new.csv"), "is not a table of plays"),
    ):
        done = run(*wrong)
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
    assert not (tmp_path / "x.csv.unfinished").exists()


@pytest.mark.slow
def test_disagreements_by_kind(run: Run, build: Callable[..., Path], tmp_path: Path) -> None:
    build(["cat", "at"], "en", name="old")
    head = "#player1 =Ana\n#player2 Bia\n"
    wrong = f"{head}>=Ana: CATSDOG 8H CAT +12 13\n>=Ana: - +0 13\n#incomplete\n"
    right = f"{head}>=Ana: CATSDOG 8H CAT +10 10\n#incomplete\n"
    write_folder(tmp_path / "games", {"a.gcg": wrong.encode(), "b.gcg": right.encode()})
    asked = ("games", "games", "--rules", RULES, "-l", "old", "-o", "plays.csv")
    done = run(*asked)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "2 games, 2 plays: 2 YES",
        "3 disagreements (1 score, 1 total, 1 turn): plays.disagreements.csv",
    ]
    assert (tmp_path / "plays.disagreements.csv").read_text().splitlines() == [
        "game,line,kind,disagreement",
        "games/a.gcg,3,score,\"'=Ana's 8H CAT is +10, not +12.\"",
        "games/a.gcg,3,total,\"'=Ana's 0 +12 makes 12, not 13.\"",
        "games/a.gcg,4,turn,\"It is Bia's turn, not =Ana's.\"",
    ]
    done = run(*asked, "--ignore", "turn", "--ignore", "total", "--json")
    assert json.loads(done.stdout)["disagreements"] == {"score": 1}
    assert len((tmp_path / "plays.disagreements.csv").read_text().splitlines()) == 2
    done = run(*asked, "--ignore", "scores")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'scores' is not a kind of disagreement; did you mean 'score'?" in done.stderr
