"""Mistakes of people and failures of machines lead to one sentence, exit code 2, and no incomplete
file. Since 0 and 1 are answers, an interrupted command must exit with another code.
"""

from __future__ import annotations

import fcntl
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import termios
from array import array
from functools import partial
from itertools import product
from pathlib import Path
from typing import IO

import pytest

from tests.conftest import WORDTOOLS, Build, Run
from tests.interrupted import interrupt
from tests.waiting import PATIENCE, wait_until

RECIPE = """
name = "x"
title = "x"
alphabet = "pt"
[[inputs]]
format = "list"
file = { path = "list.txt" }
"""


@pytest.fixture
def pt(build: Build) -> Path:
    return build(["lição", "casa", "gato"], "pt")


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The single sentence with which a command failed."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.startswith("wordtools: ")
    assert done.stderr.endswith((".\n", "?\n"))
    assert done.stderr.count("\n") == 1
    assert "internal error" not in done.stderr
    return done.stderr


def shell(
    folder: Path, script: str, *arguments: str | bytes | Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Runs a shell script in which `$W` is wordtools."""
    done = subprocess.run(
        ["sh", "-c", script, "sh", *arguments],
        cwd=folder,
        capture_output=True,
        env={**os.environ, "W": str(WORDTOOLS), **environment},
        timeout=PATIENCE,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def files(folder: Path) -> set[str]:
    """Every file in a folder, including hidden ones."""
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["build", "none.txt", "--alphabet", "pt"], "none.txt: there is no such list"),
        (["build", "folder.txt", "--alphabet", "pt"], "folder.txt"),
        (["build", "folder", "--alphabet", "pt"], "folder"),
        (["build", "none.toml"], "none.toml: cannot be read: No such file"),
        (["build", "folder.toml"], "folder.toml: cannot be read: Is a directory"),
        (["build", "typo.toml"], "typo.toml: titel is not a known key; did you mean 'title'?"),
        (["build", "xx"], "there is no recipe sources/xx.toml; did you mean 'x'?"),
        (["build", "list.txt"], "list.txt: choose the alphabet of the list"),
        (
            ["build", "list.txt", "--alphabet", "zz"],
            "'zz' is neither a built-in alphabet nor a .toml file; choose from af, ar",
        ),
        (["build", "list.txt", "--alphabet", "none.toml"], "none.toml: cannot be read"),
        (["build", "list.txt", "--alphabet", ""], "list.txt: choose the alphabet of the list"),
        (["build", "list.txt", "x.toml", "--alphabet", "pt"], "pass lists or recipes, not both"),
        (["build", "list.txt", "--alphabet", "pt", "--name", "../x"], "'../x'"),
        (["build", "my list.txt", "--alphabet", "pt"], "--name"),
        (["build", "list.txt", "--alphabet", "pt", "--lengths", "9..2"], "'9..2' is not a range"),
        (["build", "list.txt", "--alphabet", "pt", "--encoding", "hex"], "no encoding 'hex'"),
        (["build", "list.txt", "--alphabet", "pt", "--encoding", "ascii"], "list.txt:1: byte 0xC3"),
        (
            ["build", "latin.txt", "--alphabet", "pt", "--encoding", "utf-8"],
            "latin.txt:1: byte 0xE7",
        ),
        (
            ["build", "x.toml", "--encoding", "detect"],
            "leave out --encoding and set the recipe's keys instead",
        ),
        (
            ["build", "x.toml", "--raw", "--name=y", "--alphabet=pt", "--category=c"],
            "leave out --name, --alphabet, --category and --official and set the recipe",
        ),
        (
            ["build", "x.toml", "--lengths=2..15", "--definitions=tab"],
            "leave out --lengths and --definitions and set the recipe",
        ),
        (["build", "list.txt", "--alphabet", "pt", "--into", "list.txt"], "list.txt"),
        (["build", "list.txt", "--alphabet", "pt", "--into", "/proc/none"], "/proc/none"),
        (["info", "folder.lexicon"], "folder.lexicon: cannot be read: Is a directory"),
        (["info", "./list.txt"], "list.txt: not a lexicon file"),
        (["info", "lits"], "did you mean 'list'?"),
        (["info", ""], "''"),
        (["info", "build/list.lexicon:none"], "no edition 'none'; choose from list"),
        (
            ["challenge", "-l", "lits", "casa"],
            "CANNOT JUDGE: there is no lexicon or edition 'lits'",
        ),
        (["challenge", "-l", "list", ""], "CANNOT JUDGE: '' has a length of 0"),
        (["challenge", "-l", "list", "casa", "*"], "CANNOT JUDGE: '*': no Portuguese tile shows *"),
        (["challenge", "-l", "", "casa"], "CANNOT JUDGE"),
        (["words", "list", "--category", "none"], "no category 'none'"),
        (["words", "list", "--length", "2.15"], "'2.15' is not a range of lengths; write A..B"),
        (["words", "list", "--prefix", "k"], "--prefix 'k': no Portuguese tile shows k"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_one_sentence(run: Run, pt: Path, tmp_path: Path, arguments: list[str], told: str) -> None:
    for name in ("folder.txt", "folder.toml", "folder.lexicon", "folder", "sources"):
        (tmp_path / name).mkdir()
    (tmp_path / "sources" / "x.toml").write_text(RECIPE, "utf-8")
    (tmp_path / "x.toml").write_text(RECIPE, "utf-8")
    (tmp_path / "typo.toml").write_text(RECIPE.replace("title", "titel"), "utf-8")
    (tmp_path / "my list.txt").write_text("casa\n", "utf-8")
    (tmp_path / "latin.txt").write_bytes("lição\n".encode("latin-1"))
    before = files(tmp_path), files(tmp_path / "build")
    assert told in refused(run(*arguments))
    assert (files(tmp_path), files(tmp_path / "build")) == before


def test_a_report_that_is_gone_or_damaged(run: Run, pt: Path) -> None:
    report = pt.with_name("list.rejected.tsv.gz")
    data = report.read_bytes()
    for damage in (data[:-1], data[:10], b"", b"no gzip"):
        report.write_bytes(damage)
        assert "rejected.tsv.gz: the report of rejects is" in refused(run("why", "list", "casa"))
    report.unlink()
    assert "the report of rejects is missing" in refused(run("why", "list", "casa"))


@pytest.mark.parametrize("locale", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
@pytest.mark.slow
def test_arguments_that_are_not_utf8(
    pt: Path, tmp_path: Path, chance: random.Random, locale: dict[str, str]
) -> None:
    def try_one(script: str) -> subprocess.CompletedProcess[str]:
        word = chance.choice([b"li\xe7ao", b"\xff", b"casa\xed\xa0\x80"])
        return shell(tmp_path, script, word, **locale)

    def cannot(script: str) -> str:
        return refused(try_one(script))

    assert "CANNOT JUDGE" in cannot('$W challenge -l list "$1"')
    assert cannot('$W info "$1"')
    assert cannot('$W build "$1.txt" --alphabet pt')
    assert cannot('$W words list --prefix "$1"')
    for script in ('$W check -l list "$1"', '$W why list "$1"'):
        for option in ("", " --json"):
            done = try_one(script + option)
            assert (done.returncode, done.stderr) == (1, ""), script + option


@pytest.mark.parametrize(
    "locale",
    [
        {"PYTHONIOENCODING": "utf-8:strict"},  # as in most people's locales
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LC_ALL": "POSIX"},
        {"LANG": "nosuch"},
    ],
    ids=str,
)
@pytest.mark.slow
def test_any_locale(run: Run, pt: Path, tmp_path: Path, locale: dict[str, str]) -> None:
    """A word is never mistaken for another one, regardless of the machine's encoding."""
    (tmp_path / "ação.txt").write_text("ação\n", "utf-8")
    assert run("build", "ação.txt", "--alphabet", "pt", "--name", "y", **locale).returncode == 0
    assert run("words", "y", **locale).stdout == "AÇAO\n"
    assert run("challenge", "-l", "list", "-", input="lição\n", **locale).stdout == "YES\n"
    if "PYTHONCOERCECLOCALE" not in locale:  # so Python cannot decode its arguments
        assert run("challenge", "-l", "list", "lição", **locale).stdout == "YES\n"
    wrong = run("challenge", "-l", "list", "-", input="lição\n".encode("latin-1"), **locale)
    assert "CANNOT JUDGE" in refused(wrong)
    assert run("check", "-l", "list", "-", input=b"li\xe7ao\n", **locale).returncode == 2


@pytest.mark.slow
def test_very_many_arguments(run: Run, pt: Path) -> None:
    assert run("challenge", "-l", "list", *["casa"] * 8).stdout == "YES\n"
    assert "CANNOT JUDGE" in refused(run("challenge", "-l", "list", *["casa"] * 50_000))
    assert run("check", "-l", "list", *["casa"] * 50_000).stdout.count("\n") == 50_000
    assert len(refused(run("challenge", "-l", "list", "k" * 100_000))) < 300


@pytest.mark.parametrize(
    "command",
    [
        "challenge -l list casa",
        "challenge --json -l list casa",
        "challenge -l list casas",
        "check -l list casa",
        "words list",
        "why list casa",
        "info list",
        "verify list",
        "diff list other",
        "build list.txt --alphabet pt",
        "--help",
        "--version",
    ],
)
@pytest.mark.slow
def test_an_answer_that_cannot_be_written_is_none(
    build: Build, pt: Path, tmp_path: Path, command: str
) -> None:
    build(["bola"], "pt", name="other")
    for broken, unbuffered in product((">/dev/full", ">&-"), ("", "1")):
        done = shell(tmp_path, f"exec $W {command} {broken}", PYTHONUNBUFFERED=unbuffered)
        assert done.returncode == 2, (broken, unbuffered)
        assert done.stderr.count("wordtools: ") <= 1, done.stderr


@pytest.mark.parametrize("broken", ["2>/dev/full", "2>&-", "2>/dev/full >&-", "2>&- >&- <&-"])
@pytest.mark.slow
def test_a_reason_that_cannot_be_written(pt: Path, tmp_path: Path, broken: str) -> None:
    """Even if its message cannot be written anywhere, CANNOT JUDGE must not exit like NO."""
    for word in ("kiwi", ""):
        assert shell(tmp_path, f"$W challenge -l list '{word}' {broken}").returncode == 2
    assert shell(tmp_path, f"$W challenge -l none casa {broken}").returncode == 2
    if ">&- " not in broken and broken.startswith("2>") and " " not in broken:
        assert shell(tmp_path, f"$W challenge -l list casa {broken}").returncode == 0
        assert shell(tmp_path, f"$W challenge -l list casas {broken}").returncode == 1


def test_no_standard_input(pt: Path, tmp_path: Path) -> None:
    assert "CANNOT JUDGE" in refused(shell(tmp_path, "$W challenge -l list - <&-"))
    assert refused(shell(tmp_path, "$W check -l list - <&-"))


DICE = random.Random(0)
MANY = sorted({"".join(map(DICE.choice, ["bcdlmnprst", "aeiou"] * 3)) for _ in range(20_000)})


@pytest.fixture
def old(build: Build, tmp_path: Path) -> dict[str, bytes]:
    """An old lexicon and its report in build/, and a larger list.txt to compile over them."""
    build(["casa", "Lisboa"], "pt")
    (tmp_path / "list.txt").write_text("\n".join([*MANY, "Roma"]), "utf-8")
    return {path.name: path.read_bytes() for path in (tmp_path / "build").iterdir()}


REBUILD = [str(WORDTOOLS), "build", "list.txt", "--alphabet", "pt"]


def is_intact(run: Run, tmp_path: Path, old: dict[str, bytes]) -> None:
    assert {path.name: path.read_bytes() for path in (tmp_path / "build").iterdir()} == old
    assert run("verify", "list").returncode == 0


@pytest.mark.parametrize("limit", [0, 1, 100, 1000, 10_000])
@pytest.mark.slow
def test_a_full_disk(run: Run, tmp_path: Path, old: dict[str, bytes], limit: int) -> None:
    """The lexicon and its report are both unchanged, whichever of them did not fit on the disk."""
    done = subprocess.run(
        REBUILD,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    sentence = refused(done)
    assert "File too large" in sentence
    assert "build/" in sentence
    is_intact(run, tmp_path, old)


def test_a_small_file_system(run: Run, tmp_path: Path, old: dict[str, bytes]) -> None:
    """Where one can be mounted (by root), the disk is really full."""
    small = tmp_path / "small"
    small.mkdir()
    mount = f"mount -t tmpfs -o size=8k none '{small}'"
    script = f"{mount} 2>/dev/null || exit 77; $W build list.txt --alphabet pt --into '{small}'"
    script += f'; code=$?; ls -A "{small}" >&2; exit $code'
    done = shell(tmp_path, f"unshare -m sh -c '{script.replace(chr(39), chr(34))}' || exit $?")
    if done.returncode not in (1, 77, 126, 127):  # where mount and unshare are not available
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(r"wordtools: .*small.*No space left on device\.\n", done.stderr)
    is_intact(run, tmp_path, old)


@pytest.mark.parametrize("deadly", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
@pytest.mark.slow
def test_a_build_interrupted_at_any_moment(
    run: Run, tmp_path: Path, old: dict[str, bytes], deadly: signal.Signals
) -> None:
    """The build is interrupted before each access to the list, the lexicon and the report."""
    build = tmp_path / "build"

    def read_build() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in build.iterdir()}

    def rebuild(moment: int) -> bool:
        """Returns whether the command was interrupted. The build folder starts in its old state."""
        shutil.rmtree(build)
        build.mkdir()
        for name, data in old.items():
            (build / name).write_bytes(data)
        done = interrupt(deadly, moment, tmp_path, *REBUILD[1:])
        assert b"Traceback" not in done.stderr
        assert done.returncode != 1
        return done.returncode != 0

    assert not rebuild(1000)
    new = read_build()
    assert new.keys() == old.keys()
    seen = []
    moment = 0
    while rebuild(moment):
        now = read_build()
        if deadly == signal.SIGINT:
            assert now.keys() == old.keys()  # no temporary files
        seen.append([now[name] == new[name] for name in old])
        for name in old:
            assert now[name] in (old[name], new[name]), (moment, name)
        moment += 1
    assert moment > 10
    assert [False, False] in seen
    assert any(map(any, seen))  # one file had already been replaced
    assert run("verify", "list").returncode == 0


def is_read(pipe: IO[bytes]) -> bool:
    """True if everything written to a pipe has been read."""
    unread = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, unread)
    return unread[0] == 0


@pytest.mark.parametrize("deadly", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.slow
def test_a_challenge_interrupted_is_no_ruling(
    pt: Path, tmp_path: Path, deadly: signal.Signals
) -> None:
    child = subprocess.Popen(
        [WORDTOOLS, "challenge", "-l", "list", "-"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin is not None
    child.stdin.write(b"casa\n")
    child.stdin.flush()
    wait_until(partial(is_read, child.stdin), "reading the word; more may follow")
    child.send_signal(deadly)
    out, err = child.communicate(timeout=PATIENCE)
    assert (out, err) == (b"", b"")
    assert child.returncode not in (0, 1, 2)


@pytest.mark.slow
def test_two_builds_of_one_lexicon(run: Run, tmp_path: Path, old: dict[str, bytes]) -> None:
    both = [subprocess.Popen(REBUILD, cwd=tmp_path, stdout=-3) for _ in range(2)]
    assert [child.wait(PATIENCE) for child in both] == [0, 0]
    assert run("verify", "list").stdout.split(", ")[1] == f"{len(MANY):,} words"
    assert files(tmp_path / "build") == old.keys()
    assert run("why", "list", "Roma").returncode == 1


WRITER = """
import os, sys
from pathlib import Path
from wordtools.files import write_files
os.fsync = lambda _: (print("in mid-write", flush=True), sys.stdin.read())
write_files({Path("build/list.lexicon"): b"whole"})
"""


@pytest.mark.slow
def test_the_next_build_sweeps_what_a_killed_one_left(
    run: Run, tmp_path: Path, old: dict[str, bytes]
) -> None:
    build = tmp_path / "build"
    killed, living = (
        subprocess.Popen([sys.executable, "-c", WRITER], cwd=tmp_path, stdin=-1, stdout=-1)
        for _ in range(2)
    )
    for writer in (killed, living):
        assert writer.stdout is not None
        writer.stdout.readline()
    killed.kill()
    killed.communicate()
    assert len(files(build)) == len(old) + 2
    assert run(*REBUILD[1:]).returncode == 0
    assert len(files(build)) == len(old) + 1  # the running process keeps its file
    living.communicate()
    assert living.returncode == 0
    assert files(build) == old.keys()
    assert (build / "list.lexicon").read_bytes() == b"whole"


def test_a_number_of_thousands_of_digits(tmp_path: Path, run: Run) -> None:
    (tmp_path / "game.toml").write_text(f"players = [2, {'9' * 5000}]\n")
    assert refused(run("rules", "game.toml")) == (
        "wordtools: game.toml: cannot be read: a number has more than 4,300 digits.\n"
    )


def test_no_marks_fold(tmp_path: Path, run: Run) -> None:
    (tmp_path / "own.toml").write_text('name = "x"\nlanguage = ""\ntiles = "A B"\nfolds = "none"\n')
    (tmp_path / "list.txt").write_text("ab\n")
    told = refused(run("build", "list.txt", "--alphabet", "own.toml"))
    assert 'folds: none is not a mark; write folds = "" for none' in told
