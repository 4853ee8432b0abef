"""People's decisions on words: in or out, with their date, authority and reason."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice, product
from pathlib import Path

import pytest

from tests.compiler.compiling import AFF, EDITIONS, HEAD, HUNSPELL, LIST, TAGS, Compile, rejects
from tests.conftest import Run
from wordtools.compiler.decisions import COLUMNS, Decision, read_decisions, record_decision
from wordtools.compiler.recipe_files import read_recipe
from wordtools.compiler.why import explain_entry
from wordtools.errors import RecipeError, SourceError, WordtoolsError

DECIDED = 'decisions = ["d.txt"]\n'
HEADER = "\t".join(COLUMNS) + "\n"
WITH_CATEGORIES = EDITIONS.replace('alphabet = "pt"\n', f'alphabet = "pt"\n{DECIDED}')


def decide(*rows: str) -> str:
    """A file of decisions: `casa in` or `gato out 2024 europe why`, | for an empty field."""
    return HEADER + "".join(row.replace(" ", "\t").replace("|", "") + "\n" for row in rows)


def test_decided_words(compile: Compile) -> None:
    """Added words are exempt from the rules of thumb; removed words are out in any spelling."""
    d = decide("xix in", "hmmm in", "BENÇAO out")
    lexicon, report = compile(HEAD + DECIDED + LIST, list=["casa", "bênção", "gato", "xix"], d=d)
    assert list(lexicon) == ["CASA", "GATO", "HMMM", "XIX"]
    assert rejects(report) == [("excluded", "bênção", "list.txt", 2, "")]
    assert report.notes == []


def test_decisions_in_capitals(compile: Compile) -> None:
    """People chose these words, so capitals do not mark an acronym or a name."""
    d = decide("ROLO in", "Lisboa in", "GATO out")
    lexicon, report = compile(HEAD + DECIDED + LIST, list=["casa", "gato"], d=d)
    assert list(lexicon) == ["CASA", "LISBOA", "ROLO"]
    assert report.rejected == {"excluded": 1}


def test_the_latest_decision_counts(compile: Compile) -> None:
    d = decide(
        "gato out 2020", "casa out", "casa in 2019-05", "gato in 2021-03-09", "casa out 2020"
    )
    d += "rolo\tin\nrolo\tout\t2020\n"
    lexicon, report = compile(HEAD + DECIDED + LIST, list=["casa", "gato"], d=d)
    assert list(lexicon) == ["GATO"]
    assert report.notes == []


def test_decisions_that_change_nothing(compile: Compile) -> None:
    """A typo is reported: the build names the line and the fault, line by line."""
    outs = "gatto out 2025", "lisboa out 2024"
    d = "# why\n" + decide("casa in", "gato out", *outs, "rolo in", "xix in")
    _, report = compile(HEAD + DECIDED + LIST, list=["casa", "gato", "Lisboa", "xix"], d=d)
    assert report.notes == [
        "d.txt:5: no source has gatto",
        "d.txt:6: no source has lisboa",
        "d.txt:3: casa is in without its decision",
    ]


def test_categories_of_decided_words(compile: Compile) -> None:
    d = decide("sol in | | | | one", "mau in | | | | one", "gato in | | | | two", "lua in")
    words = {"one": "casa", "two": "gato", "rude": "mau"}
    lexicon, report = compile(WITH_CATEGORIES, d=d, **words)
    assert lexicon.categories("SOL") == {"one"}
    assert lexicon.categories("MAU") == {"one", "rude"}
    held = [n for n in ("xx", "first", "second", "clean") if "SOL" in lexicon.edition(n)]
    assert held == ["xx", "first", "clean"]
    assert report.notes == [
        "d.txt:5: no source has lua; without categories, it is in no edition that requires one",
        "d.txt:4: gato is in without its decision",
    ]


def test_a_decision_with_a_category_that_is_none(compile: Compile) -> None:
    with pytest.raises(RecipeError, match=r"d\.txt:2: there is no category 'oen'; did you mean"):
        compile(WITH_CATEGORIES, one="a", two="b", rude="c", d=decide("sol in | | | | oen"))


@pytest.mark.parametrize("number", [10, 11, 1200])
def test_many_decisions_that_change_nothing_share_a_note(compile: Compile, number: int) -> None:
    """The note names up to ten words that no source has, each with the line of its decision."""
    words = ["".join(letters) for letters in islice(product("abcdefghij", repeat=4), number)]
    _, report = compile(
        HEAD + DECIDED + LIST, list=["casa"], d=decide(*(f"{w} out" for w in words))
    )
    if number == 10:
        assert report.notes == [f"d.txt:{n}: no source has {w}" for n, w in enumerate(words, 2)]
    else:
        sample = ", ".join(words[:3])
        assert report.notes == [f"d.txt: no source has {number:,} of the words, such as {sample}"]


def test_a_note_counts_the_words_that_are_in_without_decisions(compile: Compile) -> None:
    """Readers confirm thousands of short words, and a note for each would hide all others."""
    words = ["".join(letters) for letters in islice(product("abcdefghij", repeat=4), 812)]
    decided = [*(decide(*(f"{word} in" for word in part)) for part in (words[:810], words[810:]))]
    head = HEAD + 'decisions = ["d.txt", "e.txt"]\n' + LIST
    _, report = compile(head, list=words[:-1], d=decided[0], e=decided[1])
    assert report.notes == [
        "d.txt: 810 words are in without their decisions, such as aaaa, aaab, aaac",
        f"e.txt:2: {words[810]} is in without its decision",
    ]


@pytest.mark.parametrize("number", [10, 11])
def test_words_that_no_edition_can_have(compile: Compile, number: int) -> None:
    words = ["".join(letters) for letters in islice(product("abcdefghij", repeat=4), number)]
    in_ = decide(*(f"{word} in" for word in words))
    _, report = compile(WITH_CATEGORIES, one="casa", two="gato", rude="mau", d=in_)
    if number == 10:
        assert report.notes[0] == (
            "d.txt:2: no source has aaaa; without categories, it is in no edition that requires one"
        )
        assert len(report.notes) == 10
    else:
        assert report.notes == [
            "d.txt: no source has 11 of the words, such as aaaa, aaab, aaac; without categories, "
            "they are in no edition that requires one"
        ]


def test_words_that_are_in_are_spared_the_tags_of_a_dictionary(compile: Compile) -> None:
    """They are found by their tiles, in lower case; names and acronyms in capitals do not count."""
    dic = "9\ncasa\nvice/SH\tCAT=pref\npre\u0301/S\tCAT=pref\nNATO\tSEM=sigla\nxv\tsubcat=rom\n"
    d = decide("VICE in", "pré in", "xv in")
    lexicon, report = compile(f"{HEAD}{DECIDED}{HUNSPELL}{TAGS}", a=AFF, b=dic, d=d)
    assert list(lexicon) == ["CASA", "PRE", "VICE", "XV"]
    assert [row[:2] for row in rejects(report)] == [
        ("affix", "vices"), ("affix", "vice-lo"), ("affix", "pre\u0301s"), ("acronym", "NATO"),
    ]  # fmt: skip
    assert report.notes == []


WRONG = [
    ("casa\tin\n", ["d.txt:1: write the names of the columns here"]),
    (decide("casa yes"), ["d.txt:2: the verdict is missing; write in, out or unsure"]),
    (decide("casa"), ["d.txt:2: the verdict is missing; write in, out or unsure"]),
    (decide("| in"), ["d.txt:2: the word is missing"]),
    (decide("[C]asa in"), ["d.txt:2: write [C]asa without brackets"]),
    (decide("kiwi in"), ["d.txt:2: no Portuguese tile shows k, w"]),
    (decide("casa in 2024-13"), ["d.txt:2: '2024-13' is not a date"]),
    (decide("casa in 31.1.2024"), ["d.txt:2: '31.1.2024' is not a date"]),
    (decide("casa in | | | | | | more"), ["d.txt:2: 9 fields, but the header has only 8 columns"]),
    (decide("bênção in 2024", "BENÇAO out 2024"), ["d.txt:3: line 2 also decides on BENÇAO"]),
    (decide("gato in", "gato in"), ["d.txt:3: line 2 also decides on gato"]),
]  # fmt: skip


@pytest.mark.parametrize(("content", "told"), WRONG, ids=lambda v: str(v)[-30:])
def test_files_that_are_no_decisions(compile: Compile, content: str, told: list[str]) -> None:
    with pytest.raises(SourceError) as caught:
        compile(HEAD + DECIDED + LIST, list="casa", d=content)
    assert all(part in str(caught.value) for part in told)


def test_the_file_must_exist(compile: Compile) -> None:
    with pytest.raises(SourceError, match=r"d\.txt: this file of decisions does not exist; corr"):
        compile(HEAD + DECIDED + LIST, list="casa")


@pytest.mark.parametrize("other", ["/dev/zero", "/dev/null", "."])
def test_only_a_file_has_decisions(compile: Compile, other: str) -> None:
    with pytest.raises(SourceError, match=r"this is not a file$"):
        compile(HEAD + DECIDED.replace("d.txt", other) + LIST, list="casa")


def test_why_tells_the_decisions(compile: Compile, tmp_path: Path) -> None:
    d = decide("gato out 2020 board typo", "gato in 2021-03-09 board animal minutes")
    lexicon, _ = compile(HEAD + DECIDED + LIST, list=["casa"], d=d)
    assert list(explain_entry(lexicon, "gato", tmp_path).describe()) == [
        "accepted  as GATO (no category)",
        "          gato (d.txt:3)",
        "decided   gato in since 2021-03-09 by board: animal (minutes) (d.txt:3)",
        "reversed  gato out since 2020 by board: typo (d.txt:2)",
    ]
    (tmp_path / "d.txt").write_text(d + "gato\tout\t2022\n")
    assert "The lexicon was built before this decision, or it cannot hold the word." in list(
        explain_entry(lexicon, "gato", tmp_path).describe()
    )


def test_why_tells_of_a_word_that_was_put_in_and_taken_out(
    compile: Compile, tmp_path: Path
) -> None:
    d = decide("gato in 2020 board animal", "gato in 2021 board still", "gato out 2022 vote no")
    lexicon, _ = compile(HEAD + DECIDED + LIST, list=["casa"], d=d)
    assert list(explain_entry(lexicon, "gato", tmp_path).describe()) == [
        "gato is in no source: the decision that added it was reversed",
        "decided   gato out since 2022 by vote: no (d.txt:4)",
        "reversed  gato in since 2021 by board: still (d.txt:3)",
        "reversed  gato in since 2020 by board: animal (d.txt:2)",
    ]


def test_why_finds_what_a_list_writes_in_capitals(compile: Compile, tmp_path: Path) -> None:
    official = HEAD + DECIDED + LIST + "official = true\n"
    d = decide("gato out 2020 board typo")
    lexicon, _ = compile(official, list=["CASA", "GATO"], d=d)
    assert list(explain_entry(lexicon, "gato", tmp_path).describe()) == [
        "A source has GATO:",
        "rejected  excluded: removed by a decision (list.txt:2)",
        "decided   gato out since 2020 by board: typo (d.txt:2)",
    ]


def test_why_finds_what_is_written_with_other_capitals(compile: Compile, tmp_path: Path) -> None:
    """A board has only capitals, so no message may say that no source has such a word."""
    source = ["casa", "Lisboa", "LISBOA", "Évora", "xix"]
    lexicon, _ = compile(HEAD + LIST, list=source)
    acronym, name = "capitals only", "only its first letter is a capital"
    for entry in ("lisboa", "lISBOA"):
        assert list(explain_entry(lexicon, entry, tmp_path).describe()) == [
            "A source has Lisboa:",
            f"rejected  proper-noun: {name} (list.txt:2)",
            "A source has LISBOA:",
            f"rejected  acronym: {acronym} (list.txt:3)",
        ]
    assert list(explain_entry(lexicon, "ÉVORA", tmp_path).describe()) == [
        "A source has Évora:",
        f"rejected  proper-noun: {name} (list.txt:4)",
    ]
    assert not explain_entry(lexicon, "CASA", tmp_path).alike  # it is a word now


def test_why_says_accepted_of_what_one_source_has_for_a_word(
    compile: Compile, tmp_path: Path
) -> None:
    """Another source lists the same spelling as a name."""
    lexicon, _ = compile(HEAD + DECIDED + LIST, list=["Lisboa"], d=decide("Lisboa in"))
    history = explain_entry(lexicon, "Lisboa", tmp_path)
    assert history.accepted
    assert list(history.describe()) == [
        "accepted  as LISBOA (no category)",
        "          Lisboa (d.txt:2)",
        "rejected  proper-noun: only its first letter is a capital (list.txt:1)",
        "decided   Lisboa in (d.txt:2)",
    ]


def test_words_are_kept_as_they_were_given(compile: Compile, tmp_path: Path) -> None:
    """The word has ß, which is SS in tiles, so the text that people read is not the text that the
    kernel compares.
    """
    german = HEAD.replace('alphabet = "pt"', 'alphabet = "de"') + DECIDED + LIST
    lexicon, _ = compile(german, list=["Haus", "Fuss"], d=decide("Gruß in"))
    recipe, file = tmp_path / "xx.toml", tmp_path / "d.txt"
    record_decision(recipe, Decision("  Straße ", "out", since="2024", why="here"))
    record_decision(recipe, Decision("Fu\u0308ße", "in", since="2024", why="here"))
    assert [row.split("\t")[0] for row in file.read_text("utf-8").splitlines()] == [
        "word", "Füße", "Gruß", "Straße"
    ]  # fmt: skip
    assert list(explain_entry(lexicon, "Spaß", tmp_path).describe()) == [
        "Spaß was never read: no source of this lexicon has it"
    ]
    assert list(explain_entry(lexicon, "Fuß", tmp_path).describe()) == [
        "rejected  proper-noun: only its first letter is a capital (list.txt:2)"
    ]


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    path = tmp_path / "xx.toml"
    path.write_text(HEAD + DECIDED + LIST)
    (tmp_path / "list.txt").write_text("casa\n")
    return path


def test_a_decision_is_one_more_line(recipe: Path) -> None:
    """The line is added in alphabet order, without changes to other lines and comments."""
    file = recipe.with_name("d.txt")
    kept = "# Ours.\r\nverdict\tword\twhy\tsince\r\nout\tçã\r\n# cats\r\nin\tgato\t\t2020\r\n# end"
    file.write_bytes(kept.encode())
    assert record_decision(recipe, Decision("dado", "in", since="2024", why="a die")) == (file, 4)
    assert record_decision(recipe, Decision("GATO", "out", since="2024", why="no")) == (file, 7)
    assert file.read_bytes().decode().split("\n") == [
        "# Ours.\r", "verdict\tword\twhy\tsince\r", "out\tçã\r", "in\tdado\ta die\t2024\r",
        "# cats\r", "in\tgato\t\t2020\r", "out\tGATO\tno\t2024\r", "# end", "",
    ]  # fmt: skip
    alphabet = read_recipe(recipe).language.alphabet
    found = [(each.decision.word, each.line) for each in read_decisions(file, alphabet)]
    assert found == [("çã", 3), ("dado", 4), ("gato", 6), ("GATO", 7)]


def test_the_first_decision_makes_the_file(recipe: Path) -> None:
    full = Decision("sol", "in", "2024", "board", "a star", "minutes 7", [], "our star")
    file, line = record_decision(recipe, full)
    assert file.read_text().splitlines() == [
        "# format = 1", HEADER.strip(), "sol\tin\t2024\tboard\ta star\tminutes 7\t\tour star",
    ]  # fmt: skip
    [found] = read_decisions(file, read_recipe(recipe).language.alphabet)
    assert (found.decision, found.line) == (full, line)


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        (Decision("Sol", "in", "2025", why="again"), "d.txt:3: sol is in since 2024: a star; to"),
        (Decision("sol", "out", "2024", why="no"), "2024: a star; to reverse it, state a later d"),
        (Decision("sol", "out", "2023-12", why="no"), "to reverse it, state a later date"),
        (Decision("lua", "in", "2024"), "the reason for deciding on lua is missing"),
        (Decision("kiwi", "in", why="x"), "kiwi: no Portuguese tile shows k, w"),
        (Decision("a", "in", why="x"), "a has 1 tile; words of xx have 2 to 15"),
        (Decision("[s]ol", "in", why="x"), "write [s]ol without brackets"),
        (Decision("lua", "in", "May", why="x"), "'May' is not a date"),
        (Decision("lua", "in", why="two\nlines"), "U+000A, which cannot be shown; write it as"),
        (Decision("lua", "in", why="a\tb"), "U+0009, which cannot be shown"),
        (Decision("lua", "in", why="x", categories=["one"]), "xx has no category 'one'"),
        (
            Decision("lua", "out", why="x", definition="y"),
            "leave out the categories and the definition",
        ),
    ],
    ids=lambda value: str(value)[:20],
)
def test_decisions_that_cannot_be(recipe: Path, decision: Decision, told: str) -> None:
    file, _ = record_decision(recipe, Decision("sol", "in", "2024", why="a star"))
    before = file.read_bytes()
    with pytest.raises(WordtoolsError) as caught:
        record_decision(recipe, decision)
    assert told in str(caught.value)
    assert file.read_bytes() == before


@pytest.mark.parametrize("there", ["", "# Ours.\n", "\ufeff# Ours.\n\n"])
def test_the_first_decision_makes_the_header(recipe: Path, there: str) -> None:
    file = recipe.with_name("d.txt")
    file.write_text(there, "utf-8")
    record_decision(recipe, Decision("sol", "in", why="a star"))
    assert file.read_text("utf-8").splitlines()[-2:] == [HEADER.strip(), "sol\tin\t\t\ta star"]


def test_decisions_of_an_older_version(recipe: Path) -> None:
    """A file that states no format is of format 1; it is read, and can be extended."""
    file = recipe.with_name("d.txt")
    older = (Path(__file__).parent / "fixtures/format-1.decisions.tsv").read_text("utf-8")
    file.write_text(older, "utf-8")
    assert record_decision(recipe, Decision("lua", "in", "2025", why="a moon")) == (file, 3)
    alphabet = read_recipe(recipe).language.alphabet
    assert [(e.decision.word, e.line) for e in read_decisions(file, alphabet)] == [
        ("casa", 2), ("lua", 3), ("sol", 4),
    ]  # fmt: skip
    file.write_text("# format = 1\n" + older, "utf-8")
    assert [each.line for each in read_decisions(file, alphabet)] == [3, 4]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "# format = 2",
            "made by a newer wordtools (format 2, this one reads 1); update wordtools",
        ),
        (
            "#format=999",
            "made by a newer wordtools (format 999, this one reads 1); update wordtools",
        ),
        ("# format = 0", "write the format as a number, # format = 1"),
        ("# format = two", "write the format as a number, # format = 1"),
        ("# format = " + "9" * 5000, "write the format as a number, # format = 1"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_decisions_of_a_newer_version(recipe: Path, line: str, told: str) -> None:
    file = recipe.with_name("d.txt")
    file.write_text(f"# Ours.\r\n{line}\r\nwhat no version knows\n", "utf-8", newline="")
    before = file.read_bytes()
    with pytest.raises(SourceError) as caught:
        record_decision(recipe, Decision("sol", "in", why="a star"))
    assert str(caught.value) == f"{file}:2: {told}"
    assert file.read_bytes() == before


def test_decisions_at_the_same_moment(recipe: Path) -> None:
    """No process loses a line of another."""
    words = ["sol", "lua", "mar", "rio", "cabo", "dado", "gato", "pato"]
    with ThreadPoolExecutor(len(words)) as people:
        list(people.map(lambda w: record_decision(recipe, Decision(w, "in", why="x")), words))
    found = read_decisions(recipe.with_name("d.txt"), read_recipe(recipe).language.alphabet)
    assert [each.decision.word for each in found] == sorted(words)


def test_a_recipe_without_a_file_of_decisions_gets_one(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "xx.toml"
    path.write_text(HEAD + LIST)
    done = run("decide", "in", "sol", "--why", "a star", "--since", "2026", "-r", "xx.toml")
    assert done.stdout.splitlines() == [
        "xx.decisions.tsv:3: sol is in since 2026: a star",
        '  note: xx.toml now has the line decisions = ["xx.decisions.tsv"]',
    ]
    line = 'decisions = ["xx.decisions.tsv"]\n'
    edited = path.read_text()
    assert edited.replace(line, "") == HEAD + LIST
    assert [each.name for each in read_recipe(path).decisions] == ["xx.decisions.tsv"]
    assert run("decide", "in", "mar", "--why", "a sea", "-r", "xx.toml").stdout.count("\n") == 1
    assert path.read_text() == edited


def test_a_broken_alphabet_beside_a_recipe_is_no_recipe(tmp_path: Path, run: Run) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "xx.toml").write_text(HEAD + LIST)
    (tmp_path / "sources" / "letters.toml").write_text('name = "x"\ntiles = "A B\n')
    done = run("decide", "in", "sol", "--why", "a star")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_word_decided_for_a_new_recipe_is_valid(tmp_path: Path, run: Run) -> None:
    (tmp_path / "words.txt").write_text("caju\n")
    made = run("new-recipe", "frutas", "--list", "words.txt", "--alphabet", "pt")
    assert made.returncode == 0
    assert run("decide", "in", "couveflor", "--why", "a dish").stdout.count("\n") == 1
    built = run("build", "frutas")
    assert "note" not in built.stdout + built.stderr
    assert run("check", "-l", "frutas", "couveflor").stdout == "couveflor\tvalid\tCOUVEFLOR\n"


def test_editions_that_lack_a_decided_word_are_named(tmp_path: Path, run: Run) -> None:
    (tmp_path / "xx.toml").write_text(EDITIONS)
    decided = ("decide", "-r", "xx.toml", "--why", "a vote")
    note = "unless a source has sol, first and second will lack it; write one or two into the"
    assert note in run(*decided, "in", "sol").stdout
    for others in (("in", "mar", "--category", "one"), ("out", "rio")):
        assert run(*decided, *others).stdout.count("\n") == 1


def test_who_has_no_recipe_is_shown_how_to_make_one(run: Run) -> None:
    for chosen in ((), ("--recipe", "frutas")):
        done = run("decide", "in", "kiwi", "--why", "a fruit", *chosen)
        assert done.stderr == (
            "wordtools: there is no recipe in sources/ yet; `wordtools new-recipe NAME --list LIST`"
            " drafts one.\n"
        )


@pytest.mark.parametrize("verdict", ["in", "out"])
def test_check_names_a_decision_that_was_not_built(tmp_path: Path, run: Run, verdict: str) -> None:
    assert run("new-recipe", "club").returncode == 0
    before = {"in": "cat", "out": "cat\ndog"}[verdict]
    (tmp_path / "sources" / "club.txt").write_text(before)
    assert run("build", "club").returncode == 0
    assert run("decide", verdict, "dog", "--why", "a vote", "--since", "2026").returncode == 0
    told = f"decided {verdict} since 2026: a vote; takes effect when club is next built"
    start = {"in": "dog\tnot valid\t", "out": "dog\tvalid\tDOG common; "}[verdict]
    assert run("check", "-l", "club", "dog").stdout == f"{start}{told}\n"
    assert run("build", "club").returncode == 0
    assert "decided" not in run("check", "-l", "club", "dog").stdout
