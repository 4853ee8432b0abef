"""Backups of a service: saved while rulings are made, and restored completely or not at all."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.conftest import FAST, Run
from tests.lexicon.helpers import english_bytes
from tests.log.databases import Cluster
from tests.log.records import tamper
from tests.program import Program
from tests.table import tables
from tests.waiting import PATIENCE
from wordtools.errors import WordtoolsError
from wordtools.judge import acts, rulesets
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.judge import Judge
from wordtools.judge.password import DirectorPassword
from wordtools.judge.ruling import Challenge
from wordtools.judge.settings import Settings
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log import database, upgrades
from wordtools.log.log import Log, LogError
from wordtools.service import access
from wordtools.service.backup import LOG, back_up, restore
from wordtools.service.backup_file import MANIFEST
from wordtools.signing import heads, minisign
from wordtools.signing.minisign import SecretKey
from wordtools.table.events import Seat
from wordtools.table.host import TableHost
from wordtools.table.sealing import read_key
from wordtools.table.table import Command

SETTINGS = "most_words = 5\n"
RULES = 'extends = "base.toml"\ntitle = "Club"\n'
BASE = 'extends = "scrabble-en-world"\n'
HOLD = """
import sys
from wordtools.log.log import Log
log = Log(sys.argv[1])
print("open", flush=True)
sys.stdin.readline()
log.close()
"""
_SEAL = b"wordtools backup sha256:"


class Kept:
    """The data of a service, and the arguments that name it."""

    def __init__(self, folder: Path, lexicon: Path, url: str) -> None:
        self.url, self.lexicon = url, lexicon
        self.settings, self.rules = folder / "settings.toml", folder / "club.toml"
        self.settings.write_text(SETTINGS, "utf-8")
        self.rules.write_text(RULES, "utf-8")
        (folder / "base.toml").write_text(BASE, "utf-8")
        offered = {each.name: each.digest for each in rulesets.find_offers([self.rules])}
        kept = {
            **acts.list_settings(Settings(most_words=5)),
            "lexicons": ["test"],
            "rulesets": offered,
        }
        self.log = Log(url)
        opened = Lexicon.read(lexicon)
        password = DirectorPassword.from_hash(FAST.hash("correct horse"))
        access.open_service(self.log, LexiconFacts.of(opened), password, kept)
        access.issue_tokens(self.log, {"Table 1": "1", "Table 2": ""})
        self.judge = Judge(opened, self.log)
        self.rule()

    def rule(self) -> None:
        self.judge.rule(Challenge(["cat", "xx"], event="Open"))

    @property
    def options(self) -> dict[str, Any]:
        lexicons, rules = [str(self.lexicon)], [self.rules]
        return {"lexicons": lexicons, "rules": rules, "settings_file": self.settings}

    @property
    def arguments(self) -> list[str]:
        files = ["-l", self.lexicon, "--rules", self.rules, "--settings", self.settings]
        return [*map(str, files), "--log", self.url]


@pytest.fixture
def kept(tmp_path: Path, lexicon: Path, log_url: str) -> Iterator[Kept]:
    kept = Kept(tmp_path, lexicon, log_url)
    yield kept
    kept.log.close()


@pytest.fixture
def kept_file(tmp_path: Path, lexicon: Path) -> Iterator[Kept]:
    kept = Kept(tmp_path, lexicon, str(tmp_path / "live.db"))
    yield kept
    kept.log.close()


@pytest.fixture
def saved(tmp_path: Path, kept_file: Kept) -> Path:
    path = tmp_path / "one.backup"
    back_up(kept_file.url, path, **kept_file.options)
    return path


def read_rows(log: Log) -> dict[str, list[Any]]:
    """All rows of all tables."""
    with log.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))))
            for table in database.metadata.tables.values()
        }


def seal(members: Sequence[tuple[str, bytes]], compression: int = zipfile.ZIP_STORED) -> bytes:
    """An archive with a correct seal and any content."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, data in members:
            archive.writestr(name, data)
        archive.comment = b"\0" * (len(_SEAL) + 64)
    content = out.getvalue()[: -len(_SEAL) - 64]
    return content + _SEAL + hashlib.sha256(content).hexdigest().encode()


def unseal(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_what_is_restored_is_what_was_kept(tmp_path: Path, kept: Kept) -> None:
    backup, folder = tmp_path / "one.backup", tmp_path / "back"
    made = back_up(kept.url, backup, **kept.options)
    before = read_rows(kept.log)
    restored = restore(backup, folder)
    assert restored.manifest == made and restored.aside is None
    log = Log(str(folder / LOG))
    assert read_rows(log) == before
    assert log.verify(head=made.head).faults == []
    log.close()
    files = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    rules = {"rules/club.toml", "rules/base.toml"}
    assert files == {LOG, "director.hash", "settings.toml", "lexicons/test.lexicon", *rules}
    assert (folder / "settings.toml").read_text() == SETTINGS
    assert (folder / "lexicons/test.lexicon").read_bytes() == kept.lexicon.read_bytes()
    assert rulesets.find_offers([folder / "rules/club.toml"])[0].digest
    assert DirectorPassword.from_file(folder / "director.hash").check("correct horse")
    for path in (backup, folder, *folder.rglob("*")):
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path
    assert not list(tmp_path.glob(".*"))


def test_a_log_is_restored_into_a_database(
    tmp_path: Path, kept_file: Kept, saved: Path, cluster: Cluster
) -> None:
    url = cluster.new()
    restored = restore(saved, tmp_path / "back", url=url)
    assert restored.is_loaded and not (tmp_path / "back" / LOG).exists()
    log = Log(url)
    assert read_rows(log) == read_rows(kept_file.log)
    assert log.verify(head=restored.manifest.head).faults == []
    assert not restore(saved, tmp_path / "again", url=url).is_loaded
    Judge(Lexicon.read(kept_file.lexicon), log).rule(Challenge(["dog"]))
    with pytest.raises(WordtoolsError, match="already has records; name an empty database"):
        restore(saved, tmp_path / "third", url=url)
    assert not (tmp_path / "third").exists()
    log.close()


@pytest.mark.slow
def test_a_backup_that_would_lack_something_is_refused(tmp_path: Path, kept_file: Kept) -> None:
    path = tmp_path / "one.backup"

    def refuse(sentence: str, **other: Any) -> None:
        with pytest.raises(WordtoolsError, match=sentence):
            back_up(kept_file.url, path, **{**kept_file.options, **other})
        assert not path.exists() and not list(tmp_path.glob(".*"))

    refuse("offers the lexicon test, but there is no lexicon", lexicons=[])
    refuse("has the ruleset club; name its file", rules=[])
    refuse("most_words = 5, not 8 as the defaults are", settings_file=None)
    kept_file.rules.write_text(RULES + "blanks = 0\n", "utf-8")
    refuse("the file of the ruleset club has changed since the service started|blanks")
    kept_file.rules.write_text(RULES, "utf-8")
    whole = kept_file.lexicon.read_bytes()
    kept_file.lexicon.write_bytes(english_bytes("other words"))
    refuse("the lexicon in force is test with the digest")
    kept_file.lexicon.write_bytes(whole)
    tamper(kept_file.log, "UPDATE records SET body = '{}' WHERE number = 2")
    refuse("not intact, so it is not backed up: record 2 was edited. Keep it")


def test_progress_names_each_step(tmp_path: Path, kept_file: Kept) -> None:
    steps: list[str] = []
    path = tmp_path / "one.backup"
    back_up(kept_file.url, path, **kept_file.options, progress=steps.append)
    restore(path, tmp_path / "back", progress=steps.append)
    saving = ["copying the log", "checking the log", "writing one.backup", "checking one.backup"]
    assert steps == [*saving, "reading one.backup", "checking the log and the lexicons"]


def test_a_backup_is_never_overwritten(tmp_path: Path, kept_file: Kept, saved: Path) -> None:
    before = saved.read_bytes()
    with pytest.raises(WordtoolsError, match="already exists; name a new file"):
        back_up(kept_file.url, saved, **kept_file.options)
    assert saved.read_bytes() == before


def test_a_folder_is_moved_aside_only_on_request(
    tmp_path: Path, saved: Path, kept_file: Kept
) -> None:
    folder = tmp_path / "back"
    folder.mkdir()
    restore(saved, folder)  # it was empty
    (folder / "mine").touch()
    with pytest.raises(WordtoolsError, match="is not empty; name another folder, or add --replace"):
        restore(saved, folder)
    command = [sys.executable, "-c", HOLD, str(folder / LOG)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline() == b"open\n"
        with pytest.raises(WordtoolsError, match="is in use; stop its service"):
            restore(saved, folder, replace=True)
        assert (folder / "mine").exists()
        other.communicate(b"\n")
    aside = restore(saved, folder, replace=True).aside
    assert aside is not None and (aside / "mine").exists() and not (folder / "mine").exists()


@pytest.mark.slow
def test_any_byte_changed_is_refused(tmp_path: Path, saved: Path, chance: random.Random) -> None:
    whole = saved.read_bytes()
    places = [0, 10, 29, len(whole) - 1, len(whole) - 64, len(whole) - 100]
    for place in [*places, *(chance.randrange(len(whole)) for _ in range(100))]:
        changed = bytearray(whole)
        changed[place] ^= 1 << chance.randrange(8)
        saved.write_bytes(changed)
        with pytest.raises(WordtoolsError, match=r"damaged|not a wordtools backup"):
            restore(saved, tmp_path / "back")
    for size in [0, 1, 3, 4, 80, *(chance.randrange(len(whole)) for _ in range(30))]:
        saved.write_bytes(whole[:size])
        with pytest.raises(WordtoolsError, match=r"damaged|not a wordtools backup"):
            restore(saved, tmp_path / "back")
    assert not (tmp_path / "back").exists() and not list(tmp_path.glob(".*"))


def with_manifest(change: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, bytes]], bytes]:
    def make(members: dict[str, bytes]) -> bytes:
        manifest = json.loads(members[MANIFEST])
        change(manifest)
        return seal([*{**members, MANIFEST: json.dumps(manifest).encode()}.items()])

    return make


def rename(members: dict[str, bytes], new: str) -> bytes:
    """A backup in which the settings have another name, in the manifest as well."""
    manifest = members[MANIFEST].replace(b'"settings.toml"', json.dumps(new).encode())
    named = {new if name == "settings.toml" else name: d for name, d in members.items()}
    return seal([*{**named, MANIFEST: manifest}.items()])


HOSTILE: dict[str, Callable[[dict[str, bytes]], bytes]] = {
    r"made by a newer wordtools \(format 2, this one reads 1\)": with_manifest(
        lambda m: m.update(format=2)
    ),
    "not list exactly the files": with_manifest(lambda m: m["parts"].pop()),
    "differs from the manifest": with_manifest(lambda m: m["parts"][0].update(sha256="0")),
    "is larger than the manifest says": with_manifest(lambda m: m["parts"][0].update(size=1)),
    "states more bytes than": with_manifest(lambda m: m["parts"][0].update(size=1 << 40)),
    "the log in it is not intact": with_manifest(lambda m: m.update(head="0" * 64)),
    "the lexicon in force, test, is not in it": with_manifest(lambda m: m.update(in_force=None)),
    "compressed|states more bytes than": lambda members: seal(
        [*members.items()], zipfile.ZIP_DEFLATED
    ),
    "not readable as a backup": lambda members: seal([("a", b"")]),
    "has one that is not allowed": lambda members: rename(members, "../settings.toml"),
    "has one that is not  allowed": lambda members: rename(members, "/settings.toml"),
    "has one that is  not allowed": lambda members: rename(members, "rules/.."),
    "has one that  is not allowed": lambda members: rename(members, "rules/../../x"),
    "has one  that is not allowed": lambda members: rename(members, "a/b"),
}


@pytest.mark.slow
@pytest.mark.parametrize("sentence", HOSTILE)
def test_what_is_sealed_but_wrong_is_refused(tmp_path: Path, saved: Path, sentence: str) -> None:
    saved.write_bytes(HOSTILE[sentence](unseal(saved)))
    with pytest.raises(WordtoolsError, match=sentence.replace("  ", " ")):
        restore(saved, tmp_path / "back")
    assert not (tmp_path / "back").exists() and not list(tmp_path.glob(".*"))


def test_a_newer_log_is_not_put_in_place(
    tmp_path: Path, kept_file: Kept, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(upgrades._parts, "log", upgrades._parts["log"]._replace(steps=()))
    with pytest.raises(LogError, match=r"\(format 2, this one reads 1\)"):
        restore(saved, tmp_path / "back")
    assert not (tmp_path / "back").exists()


@pytest.mark.parametrize("fixture", ["format-1", "before-event-rulings"])
def test_an_older_log_is_kept_as_it_is(tmp_path: Path, fixture: str, cluster: Cluster) -> None:
    tests = Path(__file__).parent.parent
    path, folder = tmp_path / "old.db", tmp_path / "back"
    connection = sqlite3.connect(path)
    connection.executescript((tests / f"log/fixtures/{fixture}.sql").read_text())
    connection.close()
    lexicon = tmp_path / "four.lexicon"
    lexicon.write_bytes((tests / "lexicon/fixtures/format-2.lexicon").read_bytes())
    made = back_up(str(path), tmp_path / "old.backup", lexicons=[str(lexicon)])
    assert made.formats == {"log": 1, "service": 1}
    restore(tmp_path / "old.backup", folder)
    log = Log(str(folder / LOG))
    assert log.upgrade is not None and log.verify().records == 9
    log.close()
    url = cluster.new()
    restore(tmp_path / "old.backup", tmp_path / "beside", url=url)
    log = Log(url)
    assert log.upgrade is None and log.verify(head=made.head).faults == []
    log.close()


def test_the_commands(run: Run, tmp_path: Path, kept_file: Kept) -> None:
    done = run("backup", "one.backup", *kept_file.arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("saved to one.backup: 5 records, head ")
    done = run("restore", "one.backup", "back")
    assert done.returncode == 0, done.stderr
    _, serving = done.stdout.splitlines()
    assert serving == (
        "serve it: wordtools serve -l back/lexicons/test.lexicon --rules back/rules/base.toml "
        "--rules back/rules/club.toml --settings back/settings.toml "
        "--password-file back/director.hash --log back/rulings.db"
    )
    assert json.loads(run("restore", "one.backup", "two", "--json").stdout)["aside"] is None
    for arguments in (
        ("backup", "two.backup", *kept_file.arguments, "-q"),
        ("restore", "two.backup", "three", "-q"),
    ):
        done = run(*arguments)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "three" / LOG).is_file()
    assert run("restore", "one.backup", "back").returncode == 2
    assert run("restore", "one.backup", "x", "--database", "mysql://x").returncode == 2


@contextmanager
def under_load(kept: Kept) -> Iterator[None]:
    """During this block, one ruling after another is made."""
    ended, failed = threading.Event(), []

    def rule() -> None:
        try:
            while not ended.is_set():
                kept.rule()
        except Exception as error:
            failed.append(error)

    thread = threading.Thread(target=rule)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
    assert not failed


def kill_at(program: Program, arguments: list[str], folder: Path, seconds: float) -> bool:
    """Runs a command, and kills it after some time; returns whether it was killed."""
    with Path(os.devnull).open("r+b") as nowhere:
        running = program.start(arguments, folder, [nowhere.fileno()] * 3)
        try:
            return running.wait(seconds) == -signal.SIGKILL
        except subprocess.TimeoutExpired:
            running.kill()
            return running.wait(PATIENCE) == -signal.SIGKILL


def measure(program: Program, arguments: list[str], folder: Path) -> float:
    begun = time.monotonic()
    assert not kill_at(program, arguments, folder, PATIENCE)
    return time.monotonic() - begun


@pytest.mark.slow
def test_kill_9_during_a_backup_leaves_none_or_a_whole_one(
    tmp_path: Path, kept: Kept, program: Program, chance: random.Random, longer: float
) -> None:
    for _ in range(300):
        kept.rule()
    with under_load(kept):
        takes = measure(program, ["backup", "first.backup", *kept.arguments], tmp_path)
        killed = [
            kill_at(
                program,
                ["backup", f"{n}.backup", *kept.arguments],
                tmp_path,
                takes * chance.uniform(0.2, 1.1),
            )
            for n in range(round(8 * longer))
        ]
    assert any(killed)
    whole = sorted(tmp_path.glob("*.backup"))
    assert len(whole) >= len(killed) - sum(killed) + 1
    for path in whole:
        made = restore(path, tmp_path / f"{path.name}.back").manifest
        log = Log(str(tmp_path / f"{path.name}.back" / LOG))
        assert log.verify(head=made.head).faults == []
        log.close()
        assert kept.log.verify(head=made.head).noted == made.records
    for left in tmp_path.glob(".*.unfinished"):  # by killed commands
        assert left.stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_kill_9_during_a_restore_leaves_nothing_or_all(
    tmp_path: Path, kept_file: Kept, program: Program, chance: random.Random, longer: float
) -> None:
    for _ in range(300):
        kept_file.rule()
    made = back_up(kept_file.url, tmp_path / "one.backup", **kept_file.options)
    takes = measure(program, ["restore", "one.backup", "first"], tmp_path)
    killed = 0
    for n in range(round(8 * longer)):
        again = n % 2 == 0  # into a folder that already exists
        arguments = ["restore", "one.backup", "first" if again else f"new{n}", "--replace"]
        killed += kill_at(program, arguments, tmp_path, takes * chance.uniform(0.2, 1.1))
        for folder in tmp_path.glob("first*" if again else f"new{n}"):
            assert {p.name for p in folder.iterdir()} == {
                LOG, "director.hash", "settings.toml", "lexicons", "rules"
            }  # fmt: skip
            log = Log(str(folder / LOG))
            assert log.verify(head=made.head).faults == []
            log.close()
            Lexicon.read(folder / "lexicons/test.lexicon")
    assert not kill_at(program, ["restore", "one.backup", "first", "--replace"], tmp_path, PATIENCE)
    assert (tmp_path / "first" / LOG).exists()
    assert killed and not list(tmp_path.glob(".first*"))


@pytest.mark.slow
def test_kill_9_leaves_a_database_empty_or_whole(
    tmp_path: Path, saved: Path, program: Program, cluster: Cluster, chance: random.Random
) -> None:
    takes = measure(
        program, ["restore", str(saved), "first", "--database", cluster.new()], tmp_path
    )
    for n in range(6):
        url = cluster.new()
        arguments = ["restore", str(saved), f"back{n}", "--database", url]
        kill_at(program, arguments, tmp_path, takes * chance.uniform(0.4, 1.05))
        log = Log(url)
        assert log.verify().faults == []
        assert log.last_number() in (0, 5)
        log.close()
        if not (tmp_path / f"back{n}").exists():
            assert not kill_at(program, arguments, tmp_path, PATIENCE)  # rerun, it resumes
        assert (tmp_path / f"back{n}" / "director.hash").exists()


def test_heads_and_signatures_are_saved_and_keys_are_not(run: Run, kept_file: Kept) -> None:
    folder = kept_file.lexicon.parent
    key = SecretKey(bytes(8), bytes(32))
    (folder / "open.key").write_text(key.encode(""))
    signature = minisign.sign(kept_file.lexicon.read_bytes(), key, "timestamp:1")
    beside = kept_file.lexicon.with_name(f"{kept_file.lexicon.name}.minisig")
    beside.write_text(signature.encode())
    head = heads.sign_head(kept_file.log, key, folder / "live.heads")
    assert run("backup", str(folder / "new.backup"), *kept_file.arguments).returncode == 0
    done = run("restore", str(folder / "new.backup"), str(folder / "back"))
    assert done.returncode == 0
    assert done.stdout.count(" -l ") == 1, "a signature is no lexicon"
    back = folder / "back"
    assert (back / "rulings.heads").read_text() == head.text
    assert (back / "lexicons" / beside.name).read_text() == signature.encode()
    assert not [path for path in back.rglob("*") if "key" in path.name]
    options = ["--heads", str(back / "rulings.heads"), "--signed-by", key.public.text]
    assert run("log", "verify", "--log", str(back / LOG), *options).returncode == 0


def test_a_log_that_lacks_a_signed_head_is_not_saved(tmp_path: Path, kept_file: Kept) -> None:
    other = Log(str(tmp_path / "other.db"))
    other.append(acts.sign_in("here"))
    heads.sign_head(other, SecretKey(bytes(8), bytes(32)), tmp_path / "live.heads")
    other.close()
    with pytest.raises(WordtoolsError, match="the hash that a signed head states"):
        back_up(kept_file.url, tmp_path / "new.backup", **kept_file.options)
    assert not (tmp_path / "new.backup").exists()


def test_tables_are_saved_with_their_names_and_the_key_that_their_games_need(
    run: Run, tmp_path: Path, kept_file: Kept
) -> None:
    key = tmp_path / "own.key"
    rules, words = tables.load("scrabble-es"), tables.make_lexicon("scrabble-es")
    seats = (Seat("Zuleika"), Seat("Bia"))
    host = TableHost.open(kept_file.log, read_key(key), rules, words, seats, 1000.0)
    table = host.table.opened.table
    environment = {"WORDTOOLS_TABLE_KEY": str(tmp_path / "missing.key")}
    done = run("backup", str(tmp_path / "1.backup"), *kept_file.arguments, **environment)
    assert (done.returncode, "WORDTOOLS_TABLE_KEY" in done.stderr) == (2, True)
    read_key(tmp_path / "missing.key")  # another one
    done = run("backup", str(tmp_path / "1.backup"), *kept_file.arguments, **environment)
    assert (done.returncode, "another key" in done.stderr) == (2, True)
    environment = {"WORDTOOLS_TABLE_KEY": str(key)}
    done = run("backup", str(tmp_path / "1.backup"), *kept_file.arguments, **environment)
    assert done.returncode == 0, done.stderr
    done = run("restore", str(tmp_path / "1.backup"), str(tmp_path / "back"))
    back = tmp_path / "back"
    assert f"serve it: env WORDTOOLS_TABLE_KEY={back / 'tables.key'} wordtools serve" in done.stdout
    assert (back / "tables.key").stat().st_mode & 0o77 == 0
    log = Log(str(back / LOG))
    again = TableHost.resume(log, read_key(back / "tables.key"), words, table, 1001.0)
    assert again.table.opened.names == ("Zuleika", "Bia")
    log.close()
    host.do(Command("Bia", "discard"), 1002.0)
    assert run("backup", str(tmp_path / "2.backup"), *kept_file.arguments).returncode == 0
    assert "tables.key" not in unseal(tmp_path / "2.backup")
