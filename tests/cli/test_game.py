"""`wordtools game`: exit codes, output, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wordtools
from tests.conftest import Build, Run, examples
from wordtools.errors import WordtoolsError
from wordtools.formats import gcg
from wordtools.review.review import review_game
from wordtools.rules.loading import load_crossword

PT = """\
#player1 Ana Ana
#player2 Bia Bia
>Ana: LIÇÃOSE 8D LIÇÃO +20 20
>Bia: ARTOSEU E7 A.O +3 3
>Ana: EESARMU - +0 20
"""


@pytest.fixture
def pt(build: Build) -> Path:
    return build(["lição", "rato", "aço", "aio"], "pt", name="mine")


def write(tmp_path: Path, text: str, encoding: str = "utf-8") -> str:
    (tmp_path / "a.gcg").write_bytes(text.encode(encoding))
    return "a.gcg"


def test_moves_need_no_scores(run: Run, pt: Path, tmp_path: Path) -> None:
    """Without scores there is nothing to compare, so they are calculated."""
    scored = run("game", write(tmp_path, PT), "-l", "mine", "--rules", "scrabble-pt-pt")
    bare = PT.replace(" +20 20", "").replace(" +3 3", "").replace(" +0 20", "")
    done = run("game", write(tmp_path, bare), "-l", "mine", "--rules", "scrabble-pt-pt")
    assert "+" not in bare
    assert (done.returncode, done.stdout, done.stderr) == (0, scored.stdout, "")
    assert gcg.parse_gcg(gcg.format_gcg(gcg.parse_gcg(bare))).moves[-1].score is None


def test_all_agree(run: Run, pt: Path, tmp_path: Path) -> None:
    done = run("game", write(tmp_path, PT), "-l", "mine", "--rules", "scrabble-pt-pt")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("scrabble-pt-pt, mine (mine ")
    assert lines[1].split() == ["3", "Ana", "8D", "LIÇÃO", "+20", "20", "YES", "LIÇAO"]
    assert lines[2].split() == ["4", "Bia", "E7", "A.O", "+3", "3", "YES", "AIO"]
    assert lines[-1] == "Ana 20, Bia 3 (not ended)"


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8-sig"])
def test_encodings(run: Run, pt: Path, tmp_path: Path, encoding: str) -> None:
    path = write(tmp_path, PT.replace("\n", "\r\n"), encoding)
    assert run("game", path, "-l", "mine", "--rules", "scrabble-pt-pt").returncode == 0


def test_something_disagrees(run: Run, pt: Path, tmp_path: Path) -> None:
    path = write(tmp_path, PT.replace("+20 20", "+19 19").replace("+3 3", "+3 4"))
    done = run("game", path, "-l", "mine", "--rules", "scrabble-pt-pt")
    assert done.returncode == 1
    assert [line for line in done.stdout.splitlines() if line.startswith("a.gcg:")] == [
        "a.gcg:3: Ana's 8D LIÇÃO is +20, not +19. [score]",
        "a.gcg:4: Bia's 0 +3 makes 3, not 4. [total]",
    ]


def test_json(run: Run, pt: Path, tmp_path: Path) -> None:
    path = write(tmp_path, PT.replace("A.O", "AÇO").replace("E7", "F8"))
    done = run("game", path, "-l", "mine", "--rules", "scrabble-pt-pt", "--json")
    assert done.returncode == 2  # Ç lies on F8: A cannot be laid there
    assert json.loads(done.stdout)["stopped"]["line"] == 4
    said = json.loads(run("game", write(tmp_path, PT), "-l", "mine",
                          "--rules", "scrabble-pt-pt", "--json").stdout)  # fmt: skip
    assert said["file"] == "a.gcg"
    assert said["ruleset"] == "scrabble-pt-pt"
    assert said["lines"][0]["words"] == ["LIÇAO"]
    assert said["lines"][0]["acceptable"] is True
    assert said["lines"][0]["kind"] == "play"
    assert said["lines"][0]["board"].splitlines()[7] == "...LIÇAO......."
    assert said["disagreements"] == []
    assert said["scores"] == {"Ana": 20, "Bia": 3}
    assert said["stopped"] is None


def test_what_can_be_judged_is_told(run: Run, pt: Path, tmp_path: Path) -> None:
    """A line that makes no sense on the board ends the judging, but not the report."""
    path = write(tmp_path, PT.replace("+20 20", "+19 19") + ">Bia: 8D CA +1 1\n>Ana: - +0 20\n")
    done = run("game", path, "-l", "mine", "--rules", "scrabble-pt-pt")
    assert done.returncode == 2
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["3", "4", "5"]
    assert "a.gcg:3: Ana's 8D LIÇÃO is +20, not +19. [score]" in lines
    assert done.stderr == (
        "wordtools: a.gcg:6: D8 holds L, not C. From here on, lines cannot be judged.\n"
    )


def test_one_verdict_for_a_play(run: Run, pt: Path, tmp_path: Path) -> None:
    """The answer is one bit, and nothing reveals the word."""
    text = PT.replace(">Bia: ARTOSEU E7 A.O +3 3", ">Bia: ARTOSEU 9D AR +3 3")
    done = run("game", write(tmp_path, text), "-l", "mine", "--rules", "scrabble-pt-pt")
    (row,) = [line.split() for line in done.stdout.splitlines() if line.startswith("4 ")]
    assert row[6:] == ["NO", "AR", "LA", "IR"]


@pytest.mark.parametrize(
    ("arguments", "text", "said"),
    [
        (["none.gcg"], PT, "none.gcg: cannot be read"),
        (
            ["a.gcg"],
            PT,
            "several rulesets are possible; choose one with --rules: scrabble-pt-br, scrabble-pt-",
        ),
        (["a.gcg", "--rules", "lingo"], PT, "lingo is not a crossword game"),
        (["a.gcg", "--rules", "chess"], PT, "'chess' is neither a built-in ruleset"),
        (["a.gcg", "--rules", "scrabble-es"], PT, "tiles"),
        (["a.gcg", "--rules", "scrabble-pt-pt"], f"{PT}hello\n", "a.gcg:6: 'hello' begins with"),
        (["a.gcg", "--rules", "scrabble-pt-pt"], f"{PT}>Zoe: - +0 0\n", "a.gcg:6: there is no"),
    ],
)
def test_what_cannot_be_judged(
    run: Run, pt: Path, tmp_path: Path, arguments: list[str], text: str, said: str
) -> None:
    write(tmp_path, text)
    done = run("game", *arguments, "-l", "mine")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_rules_follow_from_the_word_list(run: Run, build: Build, tmp_path: Path) -> None:
    build(["cat", "do"], "en", name="en-GB")
    path = write(tmp_path, ">A: 8H CAT +10 10\n>B: - +0 0\n")
    done = run("game", path, "-l", "en-GB")
    assert (done.returncode, done.stdout.split(",")[0]) == (0, "scrabble-en-gb")


def test_a_record_that_names_its_word_list_needs_no_option(
    run: Run, build: Build, tmp_path: Path
) -> None:
    build(["cat", "do"], "en", name="en-GB")
    game = ">A: 8H CAT +10 10\n>B: - +0 0\n"
    done = run("game", write(tmp_path, f"#lexicon en-GB\n{game}"))
    said = (
        "wordtools: using the rules scrabble-en-gb, the only ruleset for en-GB; choose others with"
    )
    assert (done.returncode, done.stderr) == (0, f"{said} --rules.\n")
    assert done.stdout.startswith("scrabble-en-gb, en-GB (en-GB ")
    named = run("game", write(tmp_path, f"#ruleset scrabble-en-gb\n{game}"))
    assert (named.stdout, named.stderr) == (done.stdout, "")
    unnamed = run("game", write(tmp_path, PT))
    assert (unnamed.returncode, unnamed.stdout) == (2, "")
    assert "choose one with --rules: `wordtools rules` lists them" in unnamed.stderr


def test_a_club_list_is_of_a_language(run: Run, build: Build, tmp_path: Path) -> None:
    """The record's word list is found by its name; a path in it is not followed."""
    build(["mop", "mops"], "de", name="club")
    build(["mop"], "de", name="de")
    game = ">A: 8H MOP\n>B: -\n"
    done = run("game", write(tmp_path, f"#lexicon club\n{game}"))
    assert (done.returncode, "scrabble-de, the only German ruleset" in done.stderr) == (0, True)
    for unseen in ("./build/club.lexicon", "build/club.lexicon:club", "/dev/tty", "gone"):
        done = run("game", write(tmp_path, f"#lexicon {unseen}\n{game}"))
        assert (done.returncode, done.stdout) == (2, "")
        assert "several rulesets are possible" in done.stderr


def test_a_word_that_the_lexicon_cannot_hold(run: Run, build: Build, tmp_path: Path) -> None:
    """CANNOT JUDGE is neither YES nor NO."""
    (tmp_path / "x.toml").write_text(
        'name = "x"\ntitle = "x"\nalphabet = "en"\nlengths = "3..15"\n'
        'inputs = [{ format = "list", file = { path = "one.txt" } }]\n',
        "utf-8",
    )
    (tmp_path / "one.txt").write_text("cat\n", "utf-8")
    assert run("build", "x.toml").returncode == 0
    path = write(tmp_path, ">A: 8H CAT +10 10\n>B: 7H DO +12 12\n")
    done = run("game", path, "-l", "x", "--rules", "scrabble-en-us")
    assert done.returncode == 2
    assert "a.gcg:2: CANNOT JUDGE: " in done.stderr
    assert " CANNOT JUDGE " in done.stdout


PIECES = [">Ana: ", "#note ", "8H ", "(challenge) ", "-- ", "- ", "(AEI) ", "+5 ", "LIÇAO ", "\n"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(0.6))
@given(st.one_of(st.binary(max_size=60), st.lists(st.sampled_from(PIECES)).map(
    lambda pieces: "".join(pieces).encode())), st.integers(0, len(PT.encode())))  # fmt: skip
def test_noise(pt: Path, tmp_path: Path, noise: bytes, at: int) -> None:
    """The result is an answer, or one sentence that names the file. For speed, the command runs in
    this process.
    """
    whole = PT.encode()
    path = tmp_path / "noise.gcg"
    path.write_bytes(whole[:at] + noise + whole[at:])
    try:
        found = review_game(
            gcg.read_gcg(str(path)), load_crossword("scrabble-pt-pt"), wordtools.open(str(pt))
        )
    except WordtoolsError as error:
        assert str(error).startswith(str(path))
    else:
        assert found.table()
        assert found.stopped is None or found.stopped.line


def test_kinds_can_be_left_out(run: Run, pt: Path, tmp_path: Path) -> None:
    path = write(tmp_path, PT.replace("+20 20", "+19 19").replace("+3 3", "+3 4"))
    asked = ("game", path, "-l", "mine", "--rules", "scrabble-pt-pt")
    done = run(*asked, "--ignore", "score")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "a.gcg:4: Bia's 0 +3 makes 3, not 4. [total]"
    done = run(*asked, "--ignore", "score", "--ignore", "total")
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(run(*asked, "--ignore", "score", "--json").stdout)
    assert said["disagreements"] == [
        {"line": 4, "kind": "total", "sentence": "Bia's 0 +3 makes 3, not 4."}
    ]
    done = run(*asked, "--ignore", "points")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'points' is not a kind of disagreement; choose from score, total" in done.stderr


def test_the_lexicon_follows_from_the_word_list(run: Run, build: Build, tmp_path: Path) -> None:
    """The words are those of a federation's list if the user has it, otherwise those of our list.
    The report says which list it was.
    """
    build(["cat"], "en", name="en")
    path = write(tmp_path, "#lexicon CSW21\n>A: 8H CAT +10 10\n>B: - +0 0\n")
    rules = "using the rules scrabble-en-world, for CSW21, Collins Scrabble Words"
    done = run("game", path)
    assert (done.returncode, done.stdout.split("(")[0]) == (0, "scrabble-en-world, en ")
    reasons = [
        f"{rules}; choose others with --rules",
        "using the words of en instead of CSW21, so challenge verdicts are not compared; "
        "choose others with -l",
    ]
    assert done.stderr == "".join(f"wordtools: {each}.\n" for each in reasons)
    assert json.loads(run("game", path, "--json").stdout)["reasons"] == reasons
    build(["cat"], "en", name="csw21")
    done = run("game", path)
    assert done.stdout.startswith("scrabble-en-world, csw21 (csw21 ")
    assert done.stderr == f"wordtools: {rules}; choose others with --rules.\n"


def test_the_best_turns_of_a_record(run: Run, pt: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("S,9\n")
    done = run("game", write(tmp_path, PT), "-l", "mine", "--rules", "scrabble-pt-pt",
               "--best", "2", "--leaves", "mine.csv", "--json")  # fmt: skip
    first, second, third = json.loads(done.stdout)["best"]
    assert first["line"] == 3 and first["lost"] == 0.0
    assert [turn["turn"] for turn in first["turns"]] == ["8D LIÇAO", "8H LIÇAO"]
    assert second["turns"][0]["turn"] != "E7 A(I)O" and second["lost"] > 0
    assert third["lost"] > 0  # passed
    assert run("game", "a.gcg", "-l", "mine", "--leaves", "x.csv").stderr == (
        "wordtools: --leaves needs --best.\n"
    )
