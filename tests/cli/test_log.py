"""`wordtools log`: the director's view of the rulings."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.conftest import FAST, Run, write_secret
from tests.lexicon.helpers import english_bytes
from tests.log import records
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.judge import Judge
from wordtools.judge.password import DirectorPassword
from wordtools.judge.ruling import Challenge, Ruling
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.service import access


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/rulings.db"


@pytest.fixture
def rulings(tmp_path: Path, url: str) -> list[Ruling]:
    """Two rulings in a log that was served with the password "correct horse"."""
    path = tmp_path / "test.lexicon"
    path.write_bytes(english_bytes("cat dog"))
    write_secret(tmp_path / "password", "correct horse\n")
    write_secret(tmp_path / "wrong", "wrong horse\n")
    log = Log(url)
    lexicon = Lexicon.read(path)
    password = DirectorPassword.from_hash(FAST.hash("correct horse"))
    access.open_service(log, LexiconFacts.of(lexicon), password, {})
    judge = Judge(lexicon, log)
    made = [
        judge.rule(Challenge(["cat"], event="Open", table="1", play_key="7", station="Table 1")),
        judge.rule(Challenge(["cat", "xx"])),
    ]
    log.close()
    return made


def test_list(run: Run, url: str, rulings: list[Ruling]) -> None:
    done = run("log", "list", "--log", url)
    assert done.returncode == 0
    lexicon, settings, first, second = done.stdout.splitlines()
    assert re.fullmatch(r" +1 .*  Lexicon: test · \w{8}", lexicon)
    assert settings.endswith("  Settings: -")
    assert first.split() == [
        "3",
        rulings[0].time,
        rulings[0].id,
        "YES",
        "CAT",
        *["Open", "/", "ruling", "1", "/", "table", "1", "/", "play", "7", "/", "Table", "1"],
    ]
    assert second.split() == ["4", rulings[1].time, rulings[1].id, "NO", "CAT", "XX", "ruling", "1"]
    assert run("log", "list", WORDTOOLS_LOG=url).stdout == done.stdout
    assert run("log", "list", "--log", url, "--after", "3").stdout.splitlines() == [second]
    assert run("log", "list", "--log", url, "--limit", "1").stdout.splitlines() == [lexicon]
    nothing = run("log", "list", "--log", url, "--after", "4")
    assert (nothing.returncode, nothing.stdout) == (1, "")
    rows = [
        json.loads(line) for line in run("log", "list", "--log", url, "--json").stdout.splitlines()
    ]
    assert [row["content"].get("acceptable") for row in rows] == [None, None, True, False]
    assert [row["act"] for row in rows][1:] == ["Settings: -", "", ""]


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


def test_report(run: Run, url: str, rulings: list[Ruling], tmp_path: Path) -> None:
    file = tmp_path / "open.html"
    done = run("log", "report", str(file), "--event", "Open", "--lang", "pl", "--log", url)
    assert (done.returncode, done.stdout) == (0, f"written to {file}: 1 ruling\n")
    page = file.read_text("utf-8")
    assert page.count("CAT") == 1 and "XX" not in page and "TAK" in page
    before = file.read_bytes()
    again = run("log", "report", str(file), "--log", url)
    assert again.returncode == 2 and "already exists" in again.stderr
    assert file.read_bytes() == before
    none = run("log", "report", str(tmp_path / "9.html"), "--round", "9", "--log", url)
    assert (none.returncode, none.stderr) == (1, "wordtools: no rulings match.\n")
    assert not (tmp_path / "9.html").exists()
    wrong = run("log", "report", str(tmp_path / "9.html"), "--lang", "xx", "--log", url)
    assert wrong.returncode == 2 and "choose from ca, cs, da, de, el, en, es, fr" in wrong.stderr
    log = Log(url)
    records.tamper(log, "UPDATE records SET time = '' WHERE number = 2")
    log.close()
    edited = run("log", "report", str(tmp_path / "edited.html"), "--log", url)
    assert edited.returncode == 1 and "record 2 was edited" in edited.stdout


def test_export(run: Run, url: str, rulings: list[Ruling]) -> None:
    table = run("log", "export", "--format", "csv", "--log", url)
    rows = list(csv.DictReader(io.StringIO(table.stdout)))
    assert [(row["words"], row["answer"], row["void"]) for row in rows] == [
        ("", "", ""),
        ("", "", ""),
        ("CAT", "YES", "no"),
        ("CAT XX", "NO", "no"),
    ]
    lines = run("log", "export", "--format", "json", "--log", url)
    assert [row["id"] for row in json.loads(lines.stdout)][2:] == [each.id for each in rulings]
    assert (rows[0]["lexicon"], rows[0]["edition"]) == ("test", "test")
    assert rows[0]["digest"] == rulings[0].digest
    assert rows[1]["act"] == "Settings: -"
    assert run("log", "export", "--format", "xml", "--log", url).returncode == 2
    assert run("log", "export", "--log", url).returncode == 2


@pytest.mark.slow
def test_void(run: Run, url: str, rulings: list[Ruling]) -> None:
    id = rulings[0].id

    def void(id: str, password: str, why: str = "typed wrong") -> tuple[int, str]:
        done = run(
            "log", "void", id, "--why", why, "--password-file", password, "--log", url
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    assert void(id, "wrong") == (2, "wordtools: wrong director's password.\n")
    assert void(id, "none")[0] == 2
    assert void(id, "password", " ")[0] == 2
    hint = "; a ruling's number in its event needs --event"
    assert void("none", "password") == (1, f"wordtools: there is no ruling none{hint}.\n")
    assert void(id, "password") == (0, "ruling 1 (#3) is void (record 5)\n")
    assert void(id, "password") == (1, f"wordtools: ruling {id} is already void.\n")
    listed = run("log", "list", "--log", url).stdout.splitlines()
    assert listed[2].endswith("(void)")
    assert listed[4].endswith("  Ruling 1 (#3) voided: typed wrong")
    assert run("log", "verify", "--log", url).returncode == 0


@pytest.mark.slow
def test_void_by_the_number_that_people_see(run: Run, url: str, rulings: list[Ruling]) -> None:
    def void(number: str, *more: str) -> tuple[int, str]:
        given = ["--why", "typed wrong", "--password-file", "password", "--log", url]
        done = run("log", "void", number, *given, *more)
        return done.returncode, done.stdout + done.stderr

    assert void("4") == (0, "ruling 1 (#4) is void (record 5)\n")
    assert void("4") == (1, "wordtools: ruling 4 is already void.\n")
    for other in ("5", "1", "9", "0", "٤"):  # a void, another act, and a number that does not exist
        hint = "; a ruling's number in its event needs --event"
        assert void(other) == (1, f"wordtools: there is no ruling {other}{hint}.\n")
    listed = run("log", "list", "--log", url).stdout.splitlines()
    assert [line.endswith("(void)") for line in listed] == [False, False, False, True, False]
    for ruling in ("2", "3"):
        missing = (1, f"wordtools: there is no ruling {ruling} in Open.\n")
        assert void(ruling, "--event", "Open") == missing
    assert void("1", "--event", "") == (1, "wordtools: ruling 1 is already void.\n")
    assert void("1", "--event", "Open") == (0, "ruling 1 (#3) is void (record 6)\n")
    assert void("#3", "--event", "Open") == (1, "wordtools: ruling #3 is already void.\n")


def test_a_path_is_a_log(run: Run, rulings: list[Ruling]) -> None:
    assert run("log", "list", "--log", "rulings.db").stdout.count("\n") == 4
    none = run("log", "list", "--log", "none.db")
    mend = "name the log with --log or WORDTOOLS_LOG"
    why = f"there is no such file; {mend}"
    assert none.stderr == f"wordtools: the log none.db cannot be opened: {why}.\n"
    for odd in ("sqlite:rulings.db", "mysql://x", ""):
        assert run("log", "list", "--log", odd).returncode == 2


def test_a_copy_while_the_log_is_in_use(
    run: Run, url: str, rulings: list[Ruling], tmp_path: Path
) -> None:
    log = Log(url)
    log.append(records.ruling("third"))
    done = run("log", "copy", "copy.db", "--log", url)
    assert done.returncode == 0
    assert done.stdout.startswith("copied to copy.db: 5 records, head ")
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]
    before = (tmp_path / "copy.db").read_bytes()
    whole = run("log", "verify", "--log", "copy.db")
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout.split()[-1] == done.stdout.split()[-1]
    assert (tmp_path / "copy.db").read_bytes() == before  # evidence stays as it is
    again = run("log", "copy", "copy.db", "--log", url)
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == "wordtools: copy.db already exists; choose another name.\n"
    nowhere = run("log", "copy", "none/copy.db", "--log", url)
    assert (nowhere.returncode, nowhere.stdout) == (2, "")
    log.close()


def test_a_copy_of_any_database(run: Run, log_url: str, tmp_path: Path) -> None:
    log = Log(log_url)
    log.append(records.ruling("first"))
    log.append(records.ruling("second"))
    head = log.verify().head
    log.close()
    done = run("log", "copy", "copy.db", "--log", log_url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"copied to copy.db: 2 records, head {head}\n"
    assert run("log", "copy", "again.db", "--log", log_url, "--quiet").stdout == ""
    listed = [run("log", "list", "--json", "--log", each) for each in (log_url, "copy.db")]
    assert listed[0].stdout == listed[1].stdout != ""
    nowhere = run("log", "copy", "none/copy.db", "--log", log_url)
    assert (nowhere.returncode, nowhere.stdout) == (2, "")
    assert "cannot be copied: " in nowhere.stderr


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


def test_a_log_that_was_never_served_has_no_password(run: Run, tmp_path: Path, url: str) -> None:
    Log(url).close()
    write_secret(tmp_path / "password", "correct horse\n")
    done = run("log", "void", "x", "--why", "y", "--password-file", "password", "--log", url)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"wordtools: {url} has no director's password, because no service has used it.\n"
    )


def test_a_password_is_asked_on_a_terminal_only(run: Run, url: str, rulings: list[Ruling]) -> None:
    done = run("log", "void", rulings[0].id, "--why", "y", "--log", url, input="correct horse\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "wordtools: there is no terminal to ask for the password; use --password-file.\n"
    )


def test_a_password_file_that_others_can_read(
    run: Run, url: str, rulings: list[Ruling], tmp_path: Path
) -> None:
    (tmp_path / "password").chmod(0o644)
    void = ["log", "void", rulings[0].id, "--why", "y", "--log", url, "--password-file", "password"]
    done = run(*void)
    assert (done.returncode, done.stdout) == (2, "")
    assert "chmod 600 password" in done.stderr
    assert run(*void, "--insecure-password-file").returncode == 0


WITH_WARNING = """
import sys, warnings
from wordtools import cli
from wordtools.log.log import Log

opened = Log.__init__
Log.__init__ = lambda *a, **b: warnings.warn("odd") or opened(*a, **b)
sys.argv = ["wordtools", "log", "list"]
cli.main()
"""


@pytest.mark.slow
def test_warnings_of_python_are_for_those_who_ask(url: str, rulings: list[Ruling]) -> None:
    for option, shown in ((), False), (("-W", "default"), True):
        done = subprocess.run(
            [sys.executable, *option, "-c", WITH_WARNING],
            env={**os.environ, "WORDTOOLS_LOG": url}, capture_output=True, text=True,
        )  # fmt: skip
        assert (done.returncode, "odd" in done.stderr) == (0, shown), done.stderr


@pytest.mark.parametrize("command", ["list", "verify", "export --format csv", "void x --why y"])
def test_no_log(run: Run, command: str, tmp_path: Path) -> None:
    done = run("log", *command.split(), "--log", f"sqlite:///{tmp_path}/none.db")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no such file; name the log with --log or WORDTOOLS_LOG" in done.stderr
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("command", ["list", "verify", "export", "report", "void", "copy"])
def test_help(run: Run, command: str) -> None:
    done = run("log", command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
