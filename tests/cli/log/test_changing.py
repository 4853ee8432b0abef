"""`wordtools log void` and `copy`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run, write_secret
from tests.log import records
from wordtools.judge.ruling import Ruling
from wordtools.log.log import Log


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
    hint = "; to give its number in an event, also give --event"
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
        hint = "; to give its number in an event, also give --event"
        assert void(other) == (1, f"wordtools: there is no ruling {other}{hint}.\n")
    listed = run("log", "list", "--log", url).stdout.splitlines()
    assert [line.endswith("(void)") for line in listed] == [False, False, False, True, False]
    for ruling in ("2", "3"):
        missing = (1, f"wordtools: there is no ruling {ruling} in Open.\n")
        assert void(ruling, "--event", "Open") == missing
    assert void("1", "--event", "") == (1, "wordtools: ruling 1 is already void.\n")
    assert void("1", "--event", "Open") == (0, "ruling 1 (#3) is void (record 6)\n")
    assert void("#3", "--event", "Open") == (1, "wordtools: ruling #3 is already void.\n")


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
