"""Capitals that do not mark names, in a language that capitalises its nouns."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compiler.compiling import HEAD, HUNSPELL, LIST, Compile, compile_in, rejects
from wordtools.compiler.why import explain_entry
from wordtools.errors import RecipeError, SourceError

AFF = "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n"
DIC = """9
Auto/S
Haus/S
haus/S
Aachen/S
aachen
Bergedorf/S
Arm
gut
NATO/S
Jena-Ost
"""
TABLE = 'lemma,pos\nAuto,Substantiv\nAachen,"Substantiv,Toponym"\nArm,Toponym\nArm,Substantiv\n'
NOUNS = 'capitals = "nouns"\n'
BY_TABLE = (
    NOUNS + 'nouns = { file = { path = "t.txt" }, word = "lemma", kind = "pos", '
    'names = ["Toponym", "Vorname"], licence = "CC-BY-SA-4.0" }\n'
)


def test_a_table_and_twins_tell_nouns_from_names(compile: Compile) -> None:
    lexicon, report = compile(f"{HEAD}{HUNSPELL}{BY_TABLE}", a=AFF, b=DIC, t=TABLE)
    assert set(lexicon) == {"AUTO", "AUTOS", "HAUS", "HAUSS", "ARM", "GUT"} | {
        "AACHEN"
    }  # in lower case
    assert [row[:2] for row in rejects(report)] == [
        ("proper-noun", "Aachen"), ("proper-noun", "Aachens"),
        ("proper-noun", "Bergedorf"), ("proper-noun", "Bergedorfs"),
        ("acronym", "NATO"), ("mixed-case", "NATOs"), ("hyphen", "Jena-Ost"),
    ]  # fmt: skip
    assert report.notes == [
        "b.txt has 5 capitalised entries: 2 nouns by the table, 1 nouns by an entry in lower case, "
        "1 names by the table, and 1 unknown, which were rejected"
    ]
    table = lexicon.manifest.sources[0]
    assert (table.file, table.licence) == ("t.txt", "CC-BY-SA-4.0")


def test_a_table_that_spells_a_name_differently_knows_it(compile: Compile) -> None:
    table = "lemma,pos\nÉvora,Toponym\nÁgua,Substantiv\n"
    dic = "4\nEvora/S\nevora/S\nAgua\nágua\n"
    lexicon, report = compile(f"{HEAD}{HUNSPELL}{BY_TABLE}", a=AFF, b=dic, t=table)
    assert set(lexicon) == {"AGUA", "EVORA", "EVORAS"}  # these by the entry in lower case
    assert report.rejected["proper-noun"] == 2  # Evora, Evoras


def test_without_a_table_twins_decide(compile: Compile) -> None:
    lexicon, _ = compile(f"{HEAD}{HUNSPELL}{NOUNS}", a=AFF, b=DIC)
    assert set(lexicon) == {"HAUS", "HAUSS", "AACHEN", "AACHENS", "GUT"}


def test_a_capital_inside_a_noun_is_none_of_its_own(compile: Compile) -> None:
    """RuderIn stands for Ruderer and Ruderin, so a single word would be neither."""
    aff = "SET UTF-8\nSFX F Y 2\nSFX F 0 in er\nSFX F 0 In er\nSFX G Y 1\nSFX G 0 In er\n"
    dic = "4\nLehrer/F\nlehrer\nRuderer/G\nruderer\n"
    lexicon, report = compile(f"{HEAD}{HUNSPELL}{NOUNS}", a=aff, b=dic)
    assert set(lexicon) == {"LEHRER", "LEHRERIN", "RUDERER"}
    assert [row[:2] for row in rejects(report)] == [
        ("mixed-case", "LehrerIn"), ("mixed-case", "RudererIn")
    ]  # fmt: skip


@pytest.mark.parametrize("table", ["lemma;pos\n", ""])
def test_a_table_without_the_columns_is_refused(compile: Compile, table: str) -> None:
    with pytest.raises(SourceError, match=r"t\.txt:1: .*no column 'lemma'"):
        compile(f"{HEAD}{HUNSPELL}{BY_TABLE}", a=AFF, b=DIC, t=table)


def test_a_table_without_columns_of_forms_is_refused(compile: Compile) -> None:
    with pytest.raises(SourceError, match=r"t\.txt:1: .*no column 'plural\*'"):
        compile(HEAD + LIST + WITH_FORMS, list=["Auto"], t=TABLE)


LISTED = """# Autos
Auto
Bahnhof
Bahnhöfe
Bahnhofs
Bünde
Münde
haus
Haus
Jena
NATO
BahnCard
"""
FORMS = """lemma,pos,plural 1,plural 2,genitiv
Auto,Substantiv,,,
Bahnhof,Substantiv,Bahnhöfe,,Bahnhofs
Bund,Substantiv,,Bünde
Münd,Vorname,Münde,,
Bünde,Toponym,,,
"""
WITH_FORMS = BY_TABLE.replace("names =", 'forms = ["plural*", "genitiv"], names =')


def test_the_nouns_of_a_list_are_told_from_names_with_their_forms(compile: Compile) -> None:
    lexicon, report = compile(HEAD + LIST + WITH_FORMS, list=LISTED, t=FORMS)
    assert set(lexicon) == {"AUTO", "BAHNHOF", "BAHNHOFE", "BAHNHOFS", "BUNDE", "HAUS"}
    assert rejects(report) == [
        ("proper-noun", "Münde", "list.txt", 7, ""),
        ("proper-noun", "Jena", "list.txt", 10, ""),
        ("acronym", "NATO", "list.txt", 11, ""),
        ("mixed-case", "BahnCard", "list.txt", 12, ""),
    ]
    assert report.notes == [
        "list.txt has 8 capitalised entries: 5 nouns by the table, 1 nouns by an entry in lower "
        "case, 1 names by the table, and 1 unknown, which were rejected"
    ]
    table = lexicon.manifest.sources[0]
    assert (table.file, table.licence) == ("t.txt", "CC-BY-SA-4.0")


def test_without_columns_of_forms_a_table_has_lemmas_only(compile: Compile) -> None:
    lexicon, _ = compile(HEAD + LIST + BY_TABLE, list=LISTED, t=FORMS)
    assert set(lexicon) == {"AUTO", "BAHNHOF", "HAUS"}


def test_nouns_of_a_list_are_traced_as_they_are_written(compile: Compile, tmp_path: Path) -> None:
    lexicon, _ = compile(HEAD + LIST + WITH_FORMS, list=LISTED, t=FORMS)
    noun, name = (explain_entry(lexicon, entry, tmp_path) for entry in ("Bahnhöfe", "Jena"))
    assert [(o.entry, o.source, o.line) for o in noun.origins] == [("Bahnhöfe", "list.txt", 4)]
    assert noun.rejected == []
    [row] = name.rejected
    assert (row.reason, str(row.origin)) == ("proper-noun", "list.txt:10")


def test_nouns_of_a_list_keep_their_definitions(compile: Compile) -> None:
    listed = "Auto\ta car\nJena\ta city\njena\nBahnhöfe\tstations\n"
    lexicon, _ = compile(HEAD + LIST + WITH_FORMS, list=listed, t=FORMS + "Jena,Toponym,,,\n")
    assert set(lexicon) == {"AUTO", "JENA", "BAHNHOFE"}
    assert [lexicon.definition(w) for w in ("AUTO", "BAHNHOFE")] == ["a car", "stations"]
    assert not lexicon.definition("JENA")


ENTRIES = st.text(alphabet="abAB\u00e9-. ", min_size=1, max_size=4).map(str.strip).filter(bool)


@given(st.lists(ENTRIES, min_size=1, max_size=12), st.dictionaries(ENTRIES, st.booleans()))
def test_a_list_and_a_dictionary_agree_on_nouns(entries: list[str], nouns: dict[str, bool]) -> None:
    """A dictionary of stems without affixes is the same list."""
    kinds = [f"{word},{'Substantiv' if common else 'Toponym'}" for word, common in nouns.items()]
    table = "\n".join(["lemma,pos", *kinds, ""])
    with TemporaryDirectory() as folder:
        listed, _ = compile_in(
            Path(folder), HEAD + LIST + BY_TABLE, list=["aab", *entries, ""], t=table
        )
    with TemporaryDirectory() as folder:
        stems = "\n".join([str(len(entries)), "aab", *entries, ""])
        expanded, _ = compile_in(
            Path(folder), HEAD + HUNSPELL + BY_TABLE, a="SET UTF-8\n", b=stems, t=table
        )
    assert list(listed) == list(expanded)


@pytest.mark.parametrize(
    "recipe",
    [
        LIST.replace('"list"', '"csv"') + NOUNS,
        f"{LIST}defines = true\n{NOUNS}{LIST}",
        HUNSPELL + BY_TABLE.removeprefix(NOUNS),
    ],
    ids=["format", "defines", "capitals"],
)
def test_nouns_are_told_in_lists_and_dictionaries_only(compile: Compile, recipe: str) -> None:
    with pytest.raises(RecipeError, match=r"inputs\[1\]\."):
        compile(HEAD + recipe, a=AFF, b=DIC, t=TABLE, list=["a"])
