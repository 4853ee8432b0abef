"""`wordtools log receipt` and `wordtools receipt` lead from a ruling in a log to its proof."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Build, Run
from wordtools.judge.judge import Judge, void_ruling
from wordtools.judge.ruling import Challenge
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.signing.minisign import SecretKey
from wordtools.signing.receipts import parse_receipt

KEY, OTHER = (SecretKey(bytes([n]) * 8, bytes([n]) * 32) for n in (7, 8))


class Event:
    """A log with NO, YES and NO; one of the last two is in another event."""

    def __init__(self, run: Run, build: Build, folder: Path) -> None:
        self._run = run
        self.lexicon = build(["casa", "livro", "perro", "carro"], "es", name="es")
        self.log = folder / "open.db"
        (folder / "open.key").write_text(KEY.encode(""))
        (folder / "open.pub").write_text(KEY.public.encode())
        log = Log(str(self.log))
        judge = Judge(Lexicon.read(self.lexicon), log)
        self.rulings = [
            judge.rule(Challenge(words.split(), event=event))
            for words, event in (("casa livrox", "A"), ("casa livro", "A"), ("pe[rr]x", "B"))
        ]
        log.close()

    def make(self, number: str, *options: str) -> str:
        """The code of a ruling."""
        done = self._run("log", "receipt", number, "--log", self.log, "--key", "open.key", *options)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def check(self, code: str, *options: str | Path) -> subprocess.CompletedProcess[str]:
        return self._run("receipt", code, "--signed-by", "open.pub", *options)


@pytest.fixture
def event(run: Run, build: Build, tmp_path: Path) -> Event:
    return Event(run, build, tmp_path)


def test_what_a_receipt_says(event: Event) -> None:
    first = event.rulings[0]
    done = event.check(event.make("1"))
    assert (done.returncode, done.stderr) == (0, "")
    time = first.time.replace("T", " ")[:19]
    hash = parse_receipt(event.make("1")).record.hex()
    assert done.stdout.splitlines() == [
        f"NO  ruling 1 (#1), {time} UTC",
        f"lexicon  es, digest {first.digest[:32]}…",
        f"record   hash {hash}…",
        f"signed   by open ({KEY.public.name})",
    ]


def test_everything_that_is_known_is_compared(event: Event) -> None:
    lexicon = ("-l", event.lexicon)
    done = event.check(event.make("#1"), *lexicon, "--words", "LIVROX casa", "--log", event.log)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-3:] == [
        f"lexicon  es in {event.lexicon} was in force",
        "words    LIVROX CASA",
        f"log      {event.log} has this ruling",
    ]
    done = event.check(event.make("3"), *lexicon, "--words", "pe[rr]x")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "words    PE[RR]X")
    done = event.check(event.make("2"), *lexicon, "--words", "casa livrox")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "words    NOT CASA LIVROX")


def test_a_number_in_its_event(event: Event, run: Run) -> None:
    assert event.make("1", "--event", "B") == event.make("3") != event.make("1")
    done = run("log", "receipt", "9", "--log", event.log, "--key", "open.key")
    assert (done.returncode, done.stdout) == (1, "")
    assert "there is no ruling 9; to give its number in an event, also give --event" in done.stderr


def test_as_json_and_from_standard_input(event: Event, run: Run, tmp_path: Path) -> None:
    options = ["--page", "https://words.example.org/", "--svg", "code.svg"]
    link = event.make("2", *options)
    assert link.startswith("https://words.example.org/#receipt=0")
    assert (tmp_path / "code.svg").read_text().startswith("<svg")
    key = KEY.public.text
    done = run("receipt", "-", "--signed-by", key, "-l", event.lexicon, "--json", input=link + "\n")
    assert done.returncode == 0, done.stderr
    ruling = event.rulings[1]
    assert json.loads(done.stdout) == {
        "answer": "YES",
        "number": 2,
        "event_number": 2,
        "time": ruling.time.replace("T", " ")[:19] + " UTC",
        "edition": "es",
        "digest": ruling.digest[:32],
        "hash": parse_receipt(link).record.hex(),
        "signed_by": KEY.public.name,
        "lexicon": True,
    }
    spaced = event.make("2").split("-")
    assert run("receipt", *spaced, "--signed-by", key).returncode == 0
    again = run("log", "receipt", "2", "--log", event.log, "--key", "open.key", *options)
    assert (again.returncode, again.stdout) == (2, "")


def test_another_key_or_none_is_no_proof(event: Event, run: Run, tmp_path: Path) -> None:
    code = event.make("2")
    done = run("receipt", code, "--signed-by", OTHER.public.text)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"not signed by {OTHER.public.name}." in done.stderr
    done = run("receipt", code)
    assert done.returncode == 2
    assert done.stdout.startswith("YES  ruling 2 (#2)")
    assert "the signature is not checked; name the event's key with --signed-by" in done.stderr
    done = event.check(code[:-3] + "000")
    assert (done.returncode, done.stdout) == (2, "")
    assert "a part of it is missing or mistyped." in done.stderr


def test_words_need_a_lexicon(event: Event) -> None:
    done = event.check(event.make("1"), "--words", "casa")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--words needs -l LEXICON" in done.stderr


def test_another_lexicon_or_edition(event: Event, build: Build) -> None:
    other = build(["casa"], "es", name="other")
    done = event.check(event.make("1"), "-l", other)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == f"lexicon  NOT other in {other}"


def test_a_void_ruling_keeps_its_receipt(event: Event) -> None:
    code = event.make("2")
    log = Log(str(event.log))
    void_ruling(log, event.rulings[1].id, "the wrong play")
    log.close()
    assert event.make("2") == code
    done = event.check(code, "--log", event.log)
    assert done.returncode == 0
    assert done.stdout.endswith(f"{event.log} has this ruling; it was voided later\n")


def change(event: Event, *statements: str) -> None:
    with sqlite3.connect(event.log) as database:
        for statement in statements:
            database.execute(statement)
    database.close()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM records WHERE number = 3",
        """UPDATE records SET body = replace(body, 'false', 'true') WHERE number = 3""",
        """UPDATE records SET kind = 'note' WHERE number = 3""",
        "UPDATE records SET time = '2020-01-01T00:00:00.000+00:00' WHERE number = 3",
        "UPDATE records SET number = 30 WHERE number = 3",
    ],
)
def test_a_log_that_was_changed(event: Event, run: Run, statement: str) -> None:
    code = event.make("3")
    change(event, statement)
    done = event.check(code, "--log", event.log)
    assert done.returncode == 1
    assert "does NOT have this ruling: the receipt is forged, or the log was cut" in done.stdout
    done = run("log", "receipt", "3", "--log", event.log, "--key", "open.key")
    assert done.returncode in (1, 2)
    assert done.stdout == ""


def test_a_log_that_was_forged_whole(event: Event, run: Run, build: Build, tmp_path: Path) -> None:
    """The forged log has the same words, judged by the same lexicon, and its chain is intact."""
    code = event.make("1")
    for file in tmp_path.glob("open.db*"):
        file.unlink()
    Event(run, build, tmp_path)
    assert run("log", "verify", "--log", event.log).returncode == 0
    assert event.check(code, "--log", event.log).returncode == 1


def test_a_log_that_was_edited_is_not_signed(event: Event, run: Run, tmp_path: Path) -> None:
    change(event, "UPDATE records SET body = replace(body, 'false', 'true') WHERE number = 3")
    done = run("log", "sign-head", "--log", event.log, "--key", "open.key")
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not intact, so its head is not signed: record 3 was edited." in done.stderr
    assert not (tmp_path / "open.heads").exists()
