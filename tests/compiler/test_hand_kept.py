"""Words that a recipe includes, excludes or keeps by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.compiling import AFF, EDITIONS, HEAD, HUNSPELL, LIST, TAGS, Compile, rejects
from wordtools.errors import SourceError

HAND_KEPT = HEAD + 'include = { "more.txt" = [] }\nexclude = ["less.txt"]\n'


def test_hand_kept_words(compile: Compile) -> None:
    """An included word is spared the rules of thumb; an excluded one is out in any spelling."""
    lexicon, report = compile(
        HAND_KEPT + LIST, list=["casa", "bênção", "gato"], more=["xix", "hmmm"], less=["BENÇAO"]
    )
    assert list(lexicon) == ["CASA", "GATO", "HMMM", "XIX"]
    assert rejects(report) == [("excluded", "bênção", "list.txt", 2, "")]


def test_hand_kept_files_in_capitals(compile: Compile) -> None:
    """Somebody chose these words, so capitals mark no acronym and no name."""
    lexicon, report = compile(
        HAND_KEPT + LIST, list=["casa", "gato"], more=["ROLO", "Lisboa"], less=["GATO"]
    )
    assert list(lexicon) == ["CASA", "LISBOA", "ROLO"]
    assert report.rejected == {"excluded": 1}


def test_lines_of_hand_kept_files_that_do_nothing(compile: Compile) -> None:
    """A typo shows: the build names the line, and what is wrong with it."""
    _, report = compile(
        HAND_KEPT + LIST,
        list=["casa", "gato", "Lisboa"],
        more=["# in", "rolo", "Casa"],
        less=["gato", "gatto", "lisboa"],
    )
    assert report.notes == [
        "less.txt:2: no source has gatto",
        "less.txt:3: no source has lisboa",
        "more.txt:3: Casa is in without this line",
    ]


def test_an_included_word_that_gets_a_category_does_something(compile: Compile) -> None:
    more = 'alphabet = "pt"\ninclude = { "more.txt" = ["one"] }\n'
    kept = EDITIONS.replace('alphabet = "pt"\n', more)
    words = {"one": "casa\nsol", "two": "gato\nsol", "rude": "mau"}
    _, report = compile(kept, more="gato\nsol", **words)
    assert report.notes == ["more.txt:2: sol is in without this line"]


def test_only_the_first_lines_that_do_nothing_are_named(compile: Compile) -> None:
    less = ["ab" + "ab" * number for number in range(25)]
    _, report = compile(HAND_KEPT + LIST, list=["casa"], more="", less=less)
    assert len(report.notes) == 21
    assert report.notes[-1] == "5 more lines of hand-kept files do nothing either"


KEEP = HEAD + 'keep = ["kept.txt"]\n'


def test_kept_words_are_spared_the_rules_of_thumb(compile: Compile) -> None:
    words = ["casa", "xix", "dr", "hmmm", "XI", "xi-", "pq"]
    lexicon, report = compile(KEEP + LIST, list=words, kept=["XIX", "dr", "hmmm", "brr"])
    assert list(lexicon) == ["CASA", "DR", "HMMM", "XIX"]
    assert report.rejected == {"roman-numeral": 1, "affix": 1, "no-vowel": 1}
    assert report.notes == ["kept.txt:4: no source has brr"]


def test_kept_words_are_spared_the_tags_of_a_dictionary(compile: Compile) -> None:
    """By their tiles, in lower case: a name or an acronym in capitals is none of them."""
    dic = "9\ncasa\nvice/SH\tCAT=pref\npre\u0301/S\tCAT=pref\nNATO\tSEM=sigla\nxv\tsubcat=rom\n"
    lexicon, report = compile(
        f"{KEEP}{HUNSPELL}{TAGS}", a=AFF, b=dic, kept=["VICE", "pré", "nato", "xv", "vice"]
    )
    assert list(lexicon) == ["CASA", "PRE", "VICE", "XV"]
    assert [row[:2] for row in rejects(report)] == [
        ("affix", "vices"), ("affix", "vice-lo"), ("affix", "pre\u0301s"), ("acronym", "NATO"),
    ]  # fmt: skip


def test_what_the_source_forbids_is_not_kept(compile: Compile) -> None:
    lexicon, report = compile(KEEP + HUNSPELL, a=AFF, b="2\ncasa\nmau/!\n", kept=["mau"])
    assert (list(lexicon), report.rejected) == (["CASA"], {"forbidden": 1})


def test_what_is_excluded_is_not_kept(compile: Compile) -> None:
    both = KEEP + 'exclude = ["less.txt"]\n' + LIST
    lexicon, _ = compile(both, list=["casa", "xix"], kept=["xix"], less=["xix"])
    assert list(lexicon) == ["CASA"]


def test_hand_kept_files_have_comments(compile: Compile) -> None:
    """Both kinds alike: a line, or the end of one, after #."""
    lexicon, report = compile(
        HAND_KEPT + LIST,
        list=["casa", "gato"],
        more=["# in", "", "rolo  # by decision 7"],
        less=["# out", "", "gato  # by decision 8"],
    )
    assert list(lexicon) == ["CASA", "ROLO"]
    assert report.rejected == {"excluded": 1}


def test_an_included_word_has_its_files_categories(compile: Compile) -> None:
    more = 'alphabet = "pt"\ninclude = { "more.txt" = ["one"] }\n'
    kept = EDITIONS.replace('alphabet = "pt"\n', more)
    lexicon, _ = compile(kept, one="casa", two="gato", rude="mau", more="sol")
    assert lexicon.categories("SOL") == {"one"}
    held = [n for n in ("xx", "first", "second", "clean") if "SOL" in lexicon.edition(n)]
    assert held == ["xx", "first", "clean"]


def test_brackets_are_for_looking_up(compile: Compile) -> None:
    with pytest.raises(SourceError, match=r"more\.txt:1: brackets are for looking words up"):
        compile(HAND_KEPT + LIST, list="casa", more="[C]asa", less="")


def test_hand_kept_words_that_cannot_be(compile: Compile) -> None:
    with pytest.raises(SourceError, match=r"less\.txt:2: no Portuguese tile shows k, w$"):
        compile(HAND_KEPT + LIST, list="casa", more="", less="casa\nkiwi\n")
    with pytest.raises(SourceError, match=r"less\.txt:1: byte 0xE7"):
        (Path(compile(HEAD + LIST, list="casa")[1].path).parents[1] / "less.txt").write_bytes(
            b"\xe7"
        )
        compile(HAND_KEPT + LIST, list="casa", more="")


@pytest.mark.parametrize("missing", ["more", "less"])
def test_hand_kept_files_must_exist(compile: Compile, missing: str) -> None:
    files = {"more": "", "less": ""}
    del files[missing]
    with pytest.raises(SourceError, match=rf"{missing}\.txt: cannot be read: No such file"):
        compile(HAND_KEPT + LIST, list="casa", **files)
