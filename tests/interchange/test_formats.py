"""Plain lists, tables and dictionaries as they come, and as other programs read ours."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars
import pytest

from tests.compiler.compiling import HEAD, compile_in
from tests.conftest import Run
from tests.formats.test_damage import harm
from tests.formats.test_hunspell_real import Reference
from tests.interchange.conftest import list_words
from wordtools._kernel import Collector, DraftAutomaton
from wordtools.alphabet import Alphabet
from wordtools.compiler.importing import import_lexicon
from wordtools.errors import WordtoolsError
from wordtools.interchange.automata import read_automaton, write_automaton
from wordtools.interchange.exporting import encode_lexicon, export_lexicon
from wordtools.interchange.recognise import recognise_format
from wordtools.interchange.table import WordFormat
from wordtools.lexicon.lexicon import Lexicon

TEXTS = {
    "list": "txt",
    "csv": "csv",
    "jsonl": "jsonl",
    "json": "json",
    "scrabble3d": "dic",
    "hunspell": "dic",
    "parquet": "parquet",
}
"""The formats that are not automatons, and a file's suffix."""
AFFIXES = """\
SET UTF-8
FORBIDDENWORD X
PFX A Y 1
PFX A 0 nie .
SFX B Y 2
SFX B t ty [^a]t
SFX B 0 em/A at
"""


def bring(
    tmp_path: Path, content: str | bytes, name: str = "x.txt", alphabet: str = "pl"
) -> Lexicon:
    data = content.encode() if isinstance(content, str) else content
    (tmp_path / name).write_bytes(data)
    return Lexicon.read(import_lexicon(tmp_path / name, tmp_path, alphabet=alphabet).path)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("x.txt", "[Words]\nCAT\n", "scrabble3d"),
        ("x.dic", "\ufeff[Header]\r\nA=1\r\n", "scrabble3d"),
        ("x.txt", "CAT\n[Words]\n", "list"),
        ("x.txt", '{"word": "cat"}\n', "jsonl"),
        ("x.txt", ' ["cat", "dog"]', "json"),
        ("x.txt", "[CH]A\nCAT\n", "list"),
        ("x.txt", "Word;Definition\ncat;an animal\n", "csv"),
        ("x.txt", "words\nwordy\n", "list"),
        ("x.txt", "cat\tan animal, {word} and more\n", "list"),
        ("x.dic", "1\ncat\n", "list"),
        ("x.txt", b"PAR1\0\0", "parquet"),
    ],
)
def test_recognised_by_content(
    tmp_path: Path, name: str, content: str | bytes, expected: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    assert recognise_format(path).name == expected


def test_a_pair_is_recognised_beside_each_other(tmp_path: Path) -> None:
    for end in (".aff", ".dic"):
        (tmp_path / f"x{end}").write_text("1\ncat\n" if end == ".dic" else "SET UTF-8\n")
    assert recognise_format(tmp_path / "x.aff").name == "hunspell"
    assert recognise_format(tmp_path / "x.dic").name == "hunspell"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1250", "iso8859-2"]
)
@pytest.mark.parametrize("between", ["", "\t", " "])
def test_lists(tmp_path: Path, encoding: str, between: str) -> None:
    """Lists may have any encoding that is stated or detectable, with or without definitions."""
    lines = [
        f"{word}{between}{'to nie słowo' if between else ''}" for word in ("żaba", "łoś", "kot")
    ]
    content = "# lista\r\n" + "\r\n".join(lines)
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    assert list(bring(tmp_path, mark + content.encode(encoding))) == ["KOT", "ŁOŚ", "ŻABA"]


def test_tables(tmp_path: Path) -> None:
    table = (
        'definition;word;categories\n"two\nlines; here";żaba;rude animal\n;kot;\n\nx;łoś;animal\n'
    )
    found = bring(tmp_path, table, "x.csv")
    assert {word: {*found.categories(word)} for word in found} == {
        "KOT": set(),
        "ŁOŚ": {"animal"},
        "ŻABA": {"rude", "animal"},
    }


def test_lines_of_a_table_are_those_of_the_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text('word,definition\nkot,"two\nlines"\nA-B,\nłoś,\n', "utf-8")
    assert run("import", "x.csv", "--alphabet", "pl").returncode == 0
    assert (
        "hyphen: a hyphen inside; the parts are never joined (x.csv:4)"
        in run("why", "build/x.lexicon", "A-B").stdout
    )


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.jsonl", '{"word": "a"}\n{"word": 1}\n', "x.jsonl:2: this line is not an object"),
        ("x.jsonl", '{"word": ' + "[" * 100_000 + "\n", "x.jsonl:1: this line is not an object"),
        ("x.jsonl", '{"word": "a", "b": ' + "[" * 100_000 + "\n", "x.jsonl:1:"),
        ("x.json", '["a", 1]', "not a JSON array"),
        ("x.json", '["a", ' + "[" * 100_000, "not a JSON array"),
        (
            "x.csv",
            "word,categories\n" + "".join(f"a,c{n}\n" for n in range(1 << 16)),
            "x.csv: there are 65,537 combinations of categories, more than 65,536",
        ),
        ("x.csv", 'word,b\n"' + "a" * 200_000, "this row cannot be read"),
        ("x.txt", "a" * (5 << 20), "x.txt:1: this line has more than"),
        ("x.txt", b"cat\n\0\1\2\n", "its content fits none of"),
        ("x.parquet", b"PAR1\0\0PAR1", "not a readable Parquet file"),
        ("x.txt", b"PK\3\4rest", "a ZIP that is damaged"),
        ("x.txt", "", "the file is empty"),
    ],
)
def test_damaged_files(tmp_path: Path, name: str, content: str | bytes, message: str) -> None:
    with pytest.raises(WordtoolsError) as caught:
        bring(tmp_path, content, name)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 500
    assert not list(tmp_path.glob("*.lexicon"))


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_damaged_anywhere_they_are_refused_or_read(
    name: str, longer: float, tmp_path: Path
) -> None:
    """The result is a sentence or a whole lexicon. `--longer 200` tries 10,000 files of each
    format.
    """
    words = "".join(
        f'{{"word": "{a}{b}T", "categories": ["{b}"], "definition": "a; {b}"}}\n'
        for a in "KLMŁŻ"
        for b in "AEIOU"
    )
    path = tmp_path / f"x.{TEXTS[name]}"
    export_lexicon(bring(tmp_path, words, "start.jsonl"), path, name)
    if name == "hunspell":
        path.write_text(path.read_text("utf-8").replace("t\n", "t/AB\n"), "utf-8")
        path.with_suffix(".aff").write_text(AFFIXES, "utf-8")
    files = {each: each.read_bytes() for each in (path, path.with_suffix(".aff")) if each.exists()}
    chance = random.Random(name)
    for _ in range(round((10 if name == "parquet" else 50) * longer)):
        for each, content in files.items():
            each.write_bytes(content)
        damaged, whole = chance.choice(list(files.items()))
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.choice(b'\0\n"[]{},;=\xff\x80A5')
        damaged.write_bytes(harm(bytes(data), whole, chance) if chance.random() < 0.5 else data)
        (tmp_path / "x.lexicon").unlink(missing_ok=True)
        try:
            report = import_lexicon(path, tmp_path, alphabet="pl", format=name)
        except WordtoolsError as error:
            assert "bug" not in str(error)
            assert "\n" not in str(error)
            assert not (tmp_path / "x.lexicon").exists()
        else:
            assert len(Lexicon.read(report.path)) == report.accepted


@pytest.mark.real_data
def test_duckdb_and_polars_read_parquet(sampled: Callable[[str], Lexicon], tmp_path: Path) -> None:
    lexicon = sampled("en")
    path = tmp_path / "en.parquet"
    export_lexicon(lexicon, path)
    frame = polars.read_parquet(path)
    assert frame.schema == {"word": polars.String, "categories": polars.List(polars.String)}
    assert frame["word"].to_list() == list(lexicon)
    rows = duckdb.connect().execute(f"SELECT word, categories FROM '{path}'").fetchall()
    assert {word: frozenset(names) for word, names in rows} == list_words(lexicon)
    first = path.read_bytes()
    export_lexicon(lexicon, path)
    assert path.read_bytes() == first


@pytest.mark.real_data
@pytest.mark.parametrize("name", ["en", "es", "pl", "pt"])
def test_libhunspell_reads_the_export(
    name: str, sampled: Callable[[str], Lexicon], tmp_path: Path
) -> None:
    """It reads all words, and refuses as many near-misses, in small letters and in capitals."""
    lexicon = sampled(name)
    export_lexicon(lexicon, tmp_path / "x.dic", "hunspell")
    assert (tmp_path / "x.aff").read_text() == f"SET UTF-8\nLANG {name}\nBREAK 0\n"
    reference = Reference(tmp_path / "x.aff", tmp_path / "x.dic")
    chance = random.Random(1)
    letters = "".join(lexicon.alphabet.tiles)
    for word in lexicon:
        at = chance.randrange(len(word))
        near = word[:at] + chance.choice(letters) + word[at + 1 :]
        for each in (word, near, near.lower()):
            assert reference.accepts(each) == (each in lexicon)
    assert not reference.accepts("-".join([lexicon.word_at(0)] * 2))


def test_encodings_of_an_export(tmp_path: Path) -> None:
    lexicon = bring(tmp_path, "żaba\nkot\n")
    out = tmp_path / "out.txt"
    export_lexicon(lexicon, out, encoding="cp1250")
    assert out.read_bytes() == "KOT\nŻABA\n".encode("cp1250")
    export_lexicon(lexicon, out, encoding="utf-16")
    assert out.read_bytes().decode("utf-16") == "KOT\nŻABA\n"
    with pytest.raises(
        WordtoolsError, match=r"^cp1252 has no Ż; choose --encoding utf-8, cp1250, .* or cp1257$"
    ):
        export_lexicon(lexicon, out, encoding="cp1252")
    with pytest.raises(WordtoolsError, match="no encoding 'x'"):
        export_lexicon(lexicon, out, encoding="x")


def test_what_an_export_refuses(tmp_path: Path) -> None:
    lexicon = bring(tmp_path, '{"word": "[C][H]A"}\n{"word": "CHA"}\n', "x.jsonl", "es")
    for name in ("list", "scrabble3d", "hunspell", "json"):
        with pytest.raises(WordtoolsError, match=r"\[C\]\[H\]A: the format .* cannot keep"):
            export_lexicon(lexicon, tmp_path / "out", name)
    lexicon = bring(tmp_path, "kot", "y.txt")
    for path, format, options, message in (
        ("x", "", {}, "choose a --format: parquet, quackle, .* or list$"),
        ("x.dic", "", {}, "x.dic: choose a --format: scrabble3d or hunspell$"),
        ("x.csv", "cvs", {}, "did you mean 'csv'"),
        ("x.jsonl", "", {"encoding": "cp1252"}, "--encoding does not work with the format jsonl"),
        ("z.lexicon", "list", {}, "is the suffix of lexicons"),
        ("z", "lexicon", {}, "not a format to export to; choose parquet, quackle, .* or list$"),
    ):
        with pytest.raises(WordtoolsError, match=message):
            export_lexicon(lexicon, tmp_path / path, format, **options)
    assert {each.suffix for each in tmp_path.iterdir()} == {
        ".jsonl", ".txt", ".lexicon", ".gz"
    }  # fmt: skip


def test_parquet_without_duckdb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = bring(tmp_path, "kot\n")
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    with pytest.raises(WordtoolsError, match=r"; run `pip install -e '.*\[parquet\]'`$"):
        export_lexicon(lexicon, tmp_path / "x.parquet")


def test_odd_names_of_columns_are_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    columns = {"wo\nd": [1], **{f"c{number}": [1] for number in range(1000)}}
    polars.DataFrame(columns).write_parquet(path)
    with pytest.raises(WordtoolsError, match=r"only wo<U\+000A>d, c0, c1, ") as caught:
        import_lexicon(path, tmp_path, alphabet="pl")
    assert len(str(caught.value)) < 1500


def test_a_recipe_takes_any_format(tmp_path: Path) -> None:
    """The lexicon has the categories that the recipe declares; a note names the others."""
    recipe = f"""{HEAD}
    [categories]
    verb = "a verb"
    old = "from the old list"
    [[inputs]]
    format = "scrabble3d"
    file = {{ path = "list.txt" }}
    categories = ["old"]
    official = true
    [[inputs]]
    format = "csv"
    file = {{ path = "more.txt" }}
    """
    dic = "[Header]\nLicense=CC0\n[Categories]\n1=verb\n2=noun\n[Words]\nver;1\ncasa;2\n"
    lexicon, report = compile_in(
        tmp_path, recipe, list=dic, more="word,categories\nmar,verb\ncasa,\n"
    )
    assert {word: {*lexicon.categories(word)} for word in lexicon} == {
        "CASA": {"old"},
        "MAR": {"verb"},
        "VER": {"old", "verb"},
    }
    assert report.duplicates == 1
    assert report.notes == [
        "list.txt states a licence; copy it into the recipe as licence",
        "list.txt also has the categories noun, which the recipe does not declare",
    ]


def test_the_commands(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("cat\tan animal\nzebra\nA-B\n")
    done = run("import", "old.txt", "--alphabet", "en", "-o", "made/new.lexicon", "--json")
    report = json.loads(done.stdout)
    assert (report["accepted"], report["rejected"]) == (2, {"hyphen": 1})
    done = run("export", "made/new.lexicon", "-o", "out.csv")
    assert done.stdout == "out.csv: 2 words, csv, 53 bytes\n"
    done = run("import", "old.txt")
    assert (done.returncode, done.stderr) == (
        2,
        "wordtools: old.txt: choose the alphabet of its words, such as --alphabet en.\n",
    )
    done = run("import", "none.txt", "--alphabet", "en")
    assert done.stderr == "wordtools: none.txt: there is no such file.\n"
    done = run("why", "made/new.lexicon", "cat")
    assert done.stdout.splitlines()[-1] == "          cat (old.txt:1)"


def test_an_automatons_row_of_the_table(tmp_path: Path) -> None:
    """A module needs only `read`, from bytes to a draft, and `write`, from a draft to bytes."""
    lexicon = bring(tmp_path, '{"word": "[C][H]A"}\n{"word": "PERRO"}\n', "x.jsonl", "es")

    def write(draft: DraftAutomaton, alphabet: Alphabet) -> bytes:
        return b"".join(draft.encode_lines())

    def read(data: bytes, alphabet: Alphabet, path: str) -> DraftAutomaton:
        collector = Collector(alphabet.kernel, alphabet.compose)
        assert collector.add_lines(data) is None
        return collector.compile()[0]

    row = WordFormat(
        "x", "x", (), read=read_automaton(read), write=write_automaton(write), brackets=True
    )
    files = encode_lexicon(lexicon, row)
    assert files == {"": b"[C][H]A\nPERRO\n"}
    (tmp_path / "x.x").write_bytes(files[""])
    assert row.read
    opened = row.read(tmp_path / "x.x", lexicon.alphabet, "detect")
    assert opened.brackets
    assert b"".join(piece.words for piece in opened.read_lines()) == files[""]
