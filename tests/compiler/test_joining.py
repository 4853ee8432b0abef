"""Characters that a recipe ignores, and an apostrophe that is a letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.compiling import HEAD, HUNSPELL, LIST, Compile, rejects
from wordtools.compiler.why import explain_entry
from wordtools.errors import RecipeError

IGNORED = 'ignored = "-\'\u2019"\n'
AFF = "SET UTF-8\nSFX S Y 1\nSFX S 0 's .\n"


def test_ignored_characters_join_the_parts_of_a_word(compile: Compile, tmp_path: Path) -> None:
    entries = [
        "mee-eten",
        "auto's",
        "autos",
        "x-x",
        "-achtig",
        "de-",
        "'n",
        "na\u2011pe",
        "en-en-en-en-en-en-en-en",
    ]
    lexicon, report = compile(f"{HEAD}{LIST}{IGNORED}", list=entries)
    assert set(lexicon) == {"MEEETEN", "AUTOS"}
    assert report.duplicates == 1
    assert [row[:2] for row in rejects(report)] == [
        ("roman-numeral", "x-x"), ("affix", "-achtig"), ("affix", "de-"),
        ("apostrophe", "'n"), ("hyphen", "na\u2011pe"), ("too-long", "en-en-en-en-en-en-en-en"),
    ]  # fmt: skip
    assert list(explain_entry(lexicon, "mee-eten", tmp_path).describe()) == [
        "accepted  as MEEETEN (no category)", "          mee-eten (list.txt:1)",
    ]  # fmt: skip


def test_forms_of_a_dictionary_are_joined_too(compile: Compile) -> None:
    lexicon, report = compile(f"{HEAD}{HUNSPELL}{IGNORED}", a=AFF, b="2\nauto/S\nmee-eten/S\n")
    assert set(lexicon) == {"AUTO", "AUTOS", "MEEETEN", "MEEETENS"}
    assert report.rejected == {}


@pytest.mark.parametrize("ignored", ["-e", "- ", "é"])
def test_a_letter_cannot_be_ignored(compile: Compile, ignored: str) -> None:
    with pytest.raises(RecipeError, match=r"inputs\[1\]\.ignored"):
        compile(f'{HEAD}{LIST}ignored = "{ignored}"\n', list=["casa"])


UKRAINIAN = """name = "Ukrainian"
language = "uk"
tiles = "А В М Т Я ʼ"
[also]
"'" = "ʼ"
"\u2019" = "ʼ"
"""


@pytest.mark.parametrize("source", ["list", "hunspell"])
def test_an_apostrophe_may_be_a_letter(compile: Compile, tmp_path: Path, source: str) -> None:
    (tmp_path / "uk.toml").write_text(UKRAINIAN, "utf-8")
    head = HEAD.replace('"pt"', '"uk.toml"')
    stems = ["м'ят", "м\u2019ята", "Тʼя"]
    if source == "list":
        lexicon, report = compile(f"{head}{LIST}", list=["м'ята", *stems])
    else:
        aff = "SET UTF-8\nSFX S Y 1\nSFX S 0 а .\n"
        dic = "\n".join(["3", f"{stems[0]}/S", *stems[1:], ""])
        lexicon, report = compile(f"{head}{HUNSPELL}", a=aff, b=dic)
    words = {"МʼЯТ", "МʼЯТА"}
    assert set(lexicon) == words
    assert (report.duplicates, report.rejected) == (1, {"proper-noun": 1})
    assert len(lexicon.alphabet.spell("м\u2019ята")) == 5
    with pytest.raises(RecipeError, match=r"inputs\[1\]\.ignored: remove \"'\", which is a letter"):
        compile(f'{head}{LIST}ignored = "\'"\n', list=stems)


def test_a_mark_joins_what_a_letter_stands_for(compile: Compile) -> None:
    """In French, œ is OE: with an acute accent, it is O and É, in lists as in dictionaries."""
    head = HEAD.replace('"pt"', '"fr"')
    words = ["\u0153\u0301il", "s\u0153ur"]
    lexicon, report = compile(f"{head}{LIST}", list=words)
    assert set(lexicon) == {"OEIL", "SOEUR"}
    assert (words[0] in lexicon, report.rejected) == (True, {})
    lexicon, report = compile(f"{head}{HUNSPELL}", a="SET UTF-8\n", b="\n".join(["2", *words]))
    assert (set(lexicon), report.rejected) == ({"OEIL", "SOEUR"}, {})
