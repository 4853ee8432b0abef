"""`wordtools log verify`, and logs that were copied while in use."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.conftest import Run
from tests.log import records
from wordtools.judge.ruling import Ruling
from wordtools.log.log import Log


def test_verify(run: Run, url: str, rulings: list[Ruling], tmp_path: Path) -> None:
    done = run("log", "verify", "--log", url)
    assert done.returncode == 0
    head = done.stdout.split()[-1]
    assert done.stdout == f"Log intact: 4 records, head {head}\n"
    noted = run("log", "verify", "--log", url, "--head", head)
    found = "The earlier head is in the log: hash of record"
    assert (noted.returncode, noted.stdout) == (0, f"{done.stdout}{found} 4\n")
    log = Log(url)
    third = next(log.records(after=2)).hash
    log.close()
    earlier = run("log", "verify", "--log", url, "--head", third)
    assert earlier.stdout.endswith(f"{found} 3\n")
    assert (
        json.loads(run("log", "verify", "--log", url, "--head", third, "--json").stdout)["noted"]
        == 3
    )
    empty = run("log", "verify", "--log", url, "--head", "0" * 64)
    assert empty.stdout.endswith("is in the log: head of an empty log\n")
    other = run("log", "verify", "--log", url, "--head", "f" * 64)
    assert (other.returncode, other.stderr) == (1, "")
    assert "is in it" not in other.stdout
    assert "was written down" in other.stdout
    assert json.loads(run("log", "verify", "--log", url, "--json").stdout)["head"] == head
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE records SET body = replace(body, 'XX', 'YY')"))
    engine.dispose()
    broken = run("log", "verify", "--log", url)
    assert (broken.returncode, broken.stdout) == (1, "record 4 was edited.\n")


def test_nothing_is_left_beside_the_log(
    run: Run, url: str, rulings: list[Ruling], tmp_path: Path
) -> None:
    """Anyone who copies the folder later must not wonder which files belong to the log."""
    for command in ("list", "verify", "export --format csv", "verify --head 00"):
        run("log", *command.split(), "--log", url)
        assert [path.name for path in tmp_path.glob("rulings*")] == ["rulings.db"], command


@pytest.mark.slow
def test_a_log_that_was_copied_while_in_use(
    run: Run, url: str, rulings: list[Ruling], tmp_path: Path
) -> None:
    def verify(name: str) -> tuple[int, bool]:
        done = run("log", "verify", "--log", name)
        return done.returncode, done.stderr != ""

    assert verify("rulings.db") == (0, False)
    log = Log(url)
    log.append(records.ruling("third"))
    assert verify("rulings.db") == (0, False)  # it is in use, but no copy
    alone, both = tmp_path / "alone", tmp_path / "both"
    for folder, names in (alone, [""]), (both, ["", "-wal"]):
        folder.mkdir()
        for name in names:
            shutil.copy(tmp_path / f"rulings.db{name}", folder / f"rulings.db{name}")
    for folder, count in (alone, 4), (both, 5):
        for _ in range(2):
            done = run("log", "verify", "--log", folder / "rulings.db")
            assert (done.returncode, f" {count} records" in done.stdout) == (0, True)
            assert "was copied while in use" in done.stderr
            assert "wordtools log copy" in done.stderr
        told = json.loads(run("log", "verify", "--json", "--log", folder / "rulings.db").stdout)
        assert len(told["warnings"]) == 1
    log.close()
    assert verify("rulings.db") == (0, False)
