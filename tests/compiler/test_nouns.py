"""Capitals that are no names, where a language writes its nouns with one."""

from __future__ import annotations

import pytest

from tests.compiler.compiling import HEAD, HUNSPELL, LIST, Compile, rejects
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
    """RuderIn stands for Ruderer and Ruderin; a word of it would be neither."""
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


@pytest.mark.parametrize(
    "recipe", [LIST + NOUNS, HUNSPELL + BY_TABLE.removeprefix(NOUNS)], ids=["list", "capitals"]
)
def test_nouns_are_told_in_dictionaries_only(compile: Compile, recipe: str) -> None:
    with pytest.raises(RecipeError, match=r"inputs\[1\]\."):
        compile(HEAD + recipe, a=AFF, b=DIC, t=TABLE, list=["a"])
