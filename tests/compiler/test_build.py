"""Recipes become lexicons: nothing is lost, everything is tagged, and bytes are reproducible."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compiler.compiling import (
    AFF,
    DIC,
    EDITIONS,
    HEAD,
    HUNSPELL,
    LIST,
    TAGS,
    Compile,
    compile_in,
    rejects,
)
from tests.conftest import examples
from wordtools.compiler import build, fetch, recipe_files
from wordtools.compiler.why import explain_entry
from wordtools.errors import SourceError, WordtoolsError
from wordtools.lexicon.lexicon import Lexicon

lines = st.lists(
    st.one_of(
        st.sampled_from(["casa", "Casa", "CASA", "lição", "licão", "a", "kiwi", "e-mail", "dr."]),
        st.text("aeçãbcd", max_size=6),
        st.text("aeçã BC-.'2k\t", max_size=6),
        st.text("# %\r", max_size=3),
    ),
    max_size=60,
)  # fmt: skip


@given(lines, st.booleans())
@settings(max_examples=examples(0.6))
def test_every_entry_is_accounted_for(lines: list[str], official: bool) -> None:
    lines.append("sol")  # a lexicon has at least one word
    entries = {
        number: line.strip(" \r\t").partition("\t")[0].strip(" \r")
        for number, line in enumerate(lines, 1)
        if line.strip(" \r\t") and line.strip(" \r\t")[0] not in "#%"
    }
    if entries.get(1, "").isdigit():  # a first line that states the number of the others
        del entries[1]
    text = f"{HEAD}{LIST}official = {str(official).lower()}\n"
    with tempfile.TemporaryDirectory() as folder:
        lexicon, report = compile_in(Path(folder), text, list=lines)
        rows = rejects(report)
    assert report.read == len(entries)
    assert report.accepted + report.duplicates + sum(report.rejected.values()) == report.read
    assert report.rejected == Counter(reason for reason, *_ in rows)
    assert len({line for _, _, _, line, _ in rows}) == len(rows)
    for _, entry, source, line, made_by in rows:
        assert (entry, source, made_by) == (entries[line], "list.txt", "")
    accepted = [entry for line, entry in entries.items() if line not in {row[3] for row in rows}]
    assert set(lexicon) == {lexicon.alphabet.normal(entry) for entry in accepted}
    assert report.duplicates == len(accepted) - len(lexicon) == len(accepted) - report.accepted


def test_the_same_bytes_twice(compile: Compile) -> None:
    words = ["lição", "casa", "Lisboa", "bênção", "dr."]
    contents = []
    for _ in range(2):
        _, report = compile(HEAD + LIST, list=words)
        contents.append((Path(report.path).read_bytes(), Path(report.report).read_bytes()))
    assert contents[0] == contents[1]


@pytest.mark.parametrize(
    "content",
    [
        "casa\ngato",
        "casa\ngato\n",
        "casa\r\ngato\r\n",
        "\ufeffcasa\ngato\n",
        "2\ncasa\ngato\n",
        "\ufeff2\r\ncasa\r\ngato",
        "# words\n\n  casa  \n% more\n\t\ngato\n\n",
        "casa\ta house\ngato\tgato, a cat\n",
        "casa\t\ngato\t \t\n",
    ],
)
def test_how_lists_are_written(compile: Compile, content: str) -> None:
    lexicon, report = compile(HEAD + LIST, list=content)
    assert list(lexicon) == ["CASA", "GATO"]
    assert report.rejected == {}


def test_definitions_after_a_space(compile: Compile) -> None:
    spaced = "casa a house\ngato\ta cat\npato  um, dois\n"
    lexicon, report = compile(f'{HEAD}{LIST}definitions = "space"\n', list=spaced)
    assert (list(lexicon), report.rejected) == (["CASA", "GATO", "PATO"], {})
    lexicon, report = compile(HEAD + LIST, list=spaced)
    assert (list(lexicon), report.rejected) == (["GATO"], {"space": 2})


def test_a_line_of_100_kb(compile: Compile) -> None:
    definition = "x" * 100_000
    lexicon, report = compile(HEAD + LIST, list=f"casa\t{definition}\n{definition}\ngato\n")
    assert (list(lexicon), report.rejected) == (["CASA", "GATO"], {"too-long": 1})
    assert rejects(report)[0][1:4] == (definition, "list.txt", 2)


WORDS = st.lists(st.sampled_from(["avó", "avô", "avo", "AVÓ", "bem", "mal", "céu", "ceu", "sol"]))


@given(WORDS, WORDS, WORDS)
@settings(max_examples=examples(0.25))
def test_a_word_has_the_categories_of_every_source(
    one: list[str], two: list[str], rude: list[str]
) -> None:
    """Tagged before marks fold, then merged: avó and avô become one AVO that both attest."""
    with tempfile.TemporaryDirectory() as folder:
        lexicon, report = compile_in(Path(folder), EDITIONS, one=[*one, "lua"], two=two, rude=rude)
    spell = lexicon.alphabet.normal
    held = {
        name: {spell(word) for word in words if word != "AVÓ"}
        for name, words in (("one", [*one, "lua"]), ("two", two), ("rude", rude))
    }
    assert set(lexicon) == held["one"] | held["two"] | held["rude"]
    for word in lexicon:
        assert lexicon.categories(word) == {name for name in held if word in held[name]}
    assert set(lexicon.edition("first")) == held["one"]
    assert set(lexicon.edition("second")) == held["two"]
    assert set(lexicon.edition("clean")) == (held["one"] | held["two"]) - held["rude"]
    assert report.editions == {
        n: len(lexicon.edition(n)) for n in ("xx", "first", "second", "clean")
    }
    assert report.categories == {name: len(words) for name, words in held.items()}


MORE = ["AS", "ASA", "ASAS", "CASAS"]


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (["CASA", *MORE, "A" * 16, "AB" * 10, "A" * 65, "A" * 999],
         'list.txt: 4 longer than 15 tiles; to admit them, use --lengths 2..20 '
         '(lengths = "2..20" in a recipe)'),
        (["CASA", "AS", "A" * 999], None),
        (["CASA"], None),
    ],
)  # fmt: skip
def test_official_words_longer_than_the_lengths(
    compile: Compile, words: list[str], note: str | None
) -> None:
    _, report = compile(f"{HEAD}{LIST}official = true\n", list=words)
    assert report.notes == ([note] if note else [])
    _, report = compile(HEAD + LIST, list=["casa", "as", "a" * 16])
    assert report.notes == []


def test_the_report_states_the_digest(compile: Compile) -> None:
    lexicon, report = compile(HEAD + LIST, list=["casa"])
    assert report.digest == lexicon.digest


def test_every_raw_file_is_hashed_once(compile: Compile, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = Mock(wraps=fetch.hash_file)
    monkeypatch.setattr(fetch, "hash_file", digest)
    pinned = LIST.replace(" }", f', sha256 = "{hashlib.sha256(b"casa").hexdigest()}" }}')
    compile(HEAD + pinned, list="casa")
    assert [call.args[0].name for call in digest.mock_calls] == ["list.txt"]


def test_an_official_list_is_taken_at_its_word(compile: Compile) -> None:
    words = ["xix", "bcd", "dr", "casa", "Casa", "a-b"]
    lexicon, report = compile(f"{HEAD}{LIST}official = true\n", list=words)
    assert list(lexicon) == ["BCD", "CASA", "DR", "XIX"]
    assert (report.rejected, report.duplicates) == ({"hyphen": 1}, 1)
    lexicon, _ = compile(HEAD + LIST, list=words)
    assert list(lexicon) == ["CASA"]


@pytest.mark.parametrize(
    ("official", "words", "notes"), [(None, ["BCD", "CASA"], 1), (False, ["CASA"], 1)]
)
def test_a_list_in_capitals(
    tmp_path: Path, official: bool | None, words: list[str], notes: int
) -> None:
    """Its capitals do not mark names. It is treated as a game's own list unless the recipe says
    otherwise."""
    (tmp_path / "list.txt").write_text("CASA\nBCD\n", "utf-8")
    made = recipe_files.recipe_for_lists([tmp_path / "list.txt"], alphabet="pt", official=official)
    report = build.build_lexicon(made, tmp_path)
    assert list(Lexicon.read(report.path)) == words
    assert len(report.notes) == notes


def test_a_hint_says_it_for_lists_and_for_recipes(compile: Compile) -> None:
    for words, option, key in (
        (["CASA", "LISBOA", "sol"], "--official", "official = true"),
        (["casa a house", "gato a cat", "sol"], "--definitions space", 'definitions = "space"'),
    ):
        _, report = compile(HEAD + LIST, list=words)
        (note,) = report.notes
        assert note.endswith(f"use {option} ({key} in a recipe)")


JSON = '[[inputs]]\nformat = "json"\nfile = { path = "list.txt" }\n'


def test_json(compile: Compile) -> None:
    """Every item except a blank one is an entry, even if a plain list would treat it
    differently."""
    items = ["12", "casa", "lic\u0327a\u0303o", "#bola", "a\tb", "a\nb", "a\rb", "Lisboa", "", " "]
    for ascii_only in (True, False):
        lexicon, report = compile(HEAD + JSON, list=json.dumps(items, ensure_ascii=ascii_only))
        assert list(lexicon) == ["CASA", "LIÇAO"]
        assert report.read == len(items) - 2
        fates = [(reason, line) for reason, _, _, line, _ in rejects(report)]
        assert fates == [("symbol", 1), ("symbol", 4), ("space", 5), ("space", 6),
                             ("space", 7), ("proper-noun", 8)]  # fmt: skip


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b'["a"', b'["li\xe7ao"]', b'"a"', b"[[]]", b"null"]
)
def test_what_is_not_a_json_list(compile: Compile, tmp_path: Path, content: bytes) -> None:
    compile(HEAD + JSON, list='["casa"]')
    (tmp_path / "list.txt").write_bytes(content)
    with pytest.raises(
        SourceError, match=r"list\.txt:(1:)? (not a JSON array of words|byte 0xE7 is not).*[^.]$"
    ):
        compile(HEAD + JSON)


def test_entries_are_dropped_by_how_they_are_written(compile: Compile) -> None:
    """Entries without any tag can also be dropped. Their forms are dropped with them."""
    dropped = 'drop_entries = { "?asa" = "affix", "l*" = "acronym" }\n'
    lexicon, report = compile(f"{HEAD}{HUNSPELL}{dropped}", a=AFF, b=DIC)
    assert list(lexicon) == ["GATO", "GATOS", "OXI", "OXIS", "PRE"]
    assert report.rejected["affix"] == 5  # casa and casas, twice, and casa-lo
    assert report.rejected["proper-noun"] == 2  # Lisboa does not begin with l
    dropped = 'drop_entries = { "casa" = "affix", "gat?" = "acronym", "gato" = "excluded" }\n'
    lexicon, report = compile(f"{HEAD}{HUNSPELL}{dropped}", a=AFF, b=DIC)
    assert list(lexicon) == ["OXI", "OXIS", "PRE"]
    assert report.rejected["affix"] == 5
    assert report.rejected["excluded"] == 2  # gato and gatos: the last pattern decides
    dropped = 'drop_tags = { "" = "excluded" }\n'
    lexicon, report = compile(f"{HEAD}{HUNSPELL}{dropped}", a=AFF, b=DIC)
    assert list(lexicon) == ["CASA", "CASAS", "OXI", "OXIS", "PRE"]
    assert report.duplicates == 0


def test_hunspell(compile: Compile) -> None:
    lexicon, report = compile(f"{HEAD}{HUNSPELL}{TAGS}", a=AFF, b=DIC)
    assert list(lexicon) == ["CASA", "CASAS", "GATO", "GATOS", "PRE"]
    assert report.duplicates == 2  # casa stands twice
    assert sorted(rejects(report), key=lambda row: (row[3], row[1])) == [
        ("hyphen", "casa-lo", "b.txt", 2, "casa"),
        ("forbidden", "mau", "b.txt", 4, ""),
        ("affix", "oxi", "b.txt", 5, ""),
        ("affix", "oxis", "b.txt", 5, "oxi"),
        ("acronym", "NATO", "b.txt", 6, ""),
        ("acronym", "NATOs", "b.txt", 6, "NATO"),
        ("proper-noun", "Lisboa", "b.txt", 7, ""),
        ("proper-noun", "Lisboas", "b.txt", 7, "Lisboa"),
        ("excluded", "xv", "b.txt", 8, ""),
    ]
    assert report.read == 5 + 2 + 9


OTHER_WAYS = """\
name = "Own"
language = "en"
tiles = "A C H C'H O E S"
[also]
"C\u2019H" = "C'H"
"\u02bc" = "'"
"\u0152" = "OE"
"s\u2019h" = "ss"
"""


@pytest.mark.parametrize(("inputs", "files"), [
    (LIST, {"list": "{}\n"}), (HUNSPELL, {"a": "SET UTF-8\n", "b": "1\n{}\n"}),
])  # fmt: skip
def test_other_ways_to_write_a_letter(
    compile: Compile, tmp_path: Path, inputs: str, files: dict[str, str]
) -> None:
    """A dictionary's forms are read like a list's words, in both cases."""
    (tmp_path / "own.toml").write_text(OTHER_WAYS, "utf-8")
    words = ["c’hac’h", "C’hoc’h", "cʼa", "oes", "œa", "c'ho", "as’ha"]
    lexicon, _ = compile(
        HEAD.replace('"pt"', '"own.toml"') + inputs + 'capitals = "ignore"\n',
        **{name: content.format("\n".join(words)) for name, content in files.items()},
    )
    assert set(lexicon) == {"C'HAC'H", "C'HO", "C'HOC'H", "OES", "OEA", "ASSA"}


def test_skipped_flags_are_not_expanded(compile: Compile) -> None:
    lexicon, report = compile(f'{HEAD}{HUNSPELL}skip_flags = "H"\n', a=AFF, b="1\ncasa/SH\n")
    assert (list(lexicon), report.read, report.rejected) == (["CASA", "CASAS"], 2, {})


def test_hunspell_encoding_is_its_own(compile: Compile, tmp_path: Path) -> None:
    compile(HEAD + HUNSPELL, a="SET UTF-8\n", b="1\ncasa\n")
    (tmp_path / "a.txt").write_bytes(b"SET ISO8859-1\nSFX S Y 1\nSFX S 0 s .\n")
    (tmp_path / "b.txt").write_bytes("1\r\nlição/S\r\n".encode("latin-1"))
    lexicon, _ = compile(HEAD + HUNSPELL)
    assert list(lexicon) == ["LIÇAO", "LIÇAOS"]
    (tmp_path / "a.txt").write_bytes(b"SET UTF-8\n")
    with pytest.raises(SourceError, match=r"b\.txt:2: this line is not utf-8, which the \.aff"):
        compile(HEAD + HUNSPELL)


def test_lists_named_by_anything(tmp_path: Path) -> None:
    """A file's name may contain the separator of the report's columns."""
    path = tmp_path / "a\tb\nc.txt"
    path.write_text("casa\nLisboa\n", "utf-8")
    report = build.build_lexicon(
        recipe_files.recipe_for_lists([path], name="x", alphabet="pt"), tmp_path
    )
    (row,) = rejects(report)
    assert (row[0], row[1], row[3]) == ("proper-noun", "Lisboa", 2)
    (rejected,) = explain_entry(Lexicon.read(report.path), "Lisboa").rejected
    assert rejected.origin.line == 2


@pytest.mark.parametrize("content", ["", "\n\n", "# nothing\n", "Lisboa\n", "casa\rgato\rpato\r"])
def test_no_word_at_all_is_an_error(compile: Compile, content: str) -> None:
    """An empty lexicon would answer NO to everything. Old Mac line ends turn a list into one long
    line."""
    with pytest.raises(WordtoolsError, match=r"xx: .*no word"):
        compile(HEAD + LIST, list=content)
