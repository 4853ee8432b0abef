"""Every rule of Hunspell that decides which words a dictionary has, in a few lines each."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.hunspell_forms import expand_dictionary
from wordtools.errors import SourceError
from wordtools.formats.hunspell import FormBounds, read_affixes


def forms(aff: str, *entries: str, skip: str = "", bounds: FormBounds | None = None) -> set[str]:
    return {form for form, _ in expand_text(aff, *entries, skip=skip, bounds=bounds)[0]}


def barred(aff: str, *entries: str) -> set[str]:
    return {form for form, _ in expand_text(aff, *entries)[1]}


def expand_text(
    aff: str, *entries: str, skip: str = "", bounds: FormBounds | None = None
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    dic = "\n".join([str(len(entries)), *entries]) + "\n"
    skipped = set(map(ord, skip))
    return expand_dictionary(
        ("SET UTF-8\n" + aff).encode(),
        dic.encode(),
        "x.dic",
        lambda rule: rule.flag not in skipped,
        bounds,
    )


PLURAL = "SFX S Y 1\nSFX S 0 s .\n"
RE = "PFX R Y 1\nPFX R 0 re .\n"

# (the purpose, .aff, entries, the forms they make)
FORMS = [
    ("a stem alone", "", ["word"], "word"),
    ("a suffix", PLURAL, ["gato/S"], "gato gatos"),
    ("a flag nobody defines", PLURAL, ["gato/XSé"], "gato gatos"),
    ("a prefix and a suffix join", PLURAL + RE, ["do/RS"], "do dos redo redos"),
    ("the suffix's group may say N", PLURAL.replace("Y", "N") + RE, ["do/RS"], "do dos redo"),
    ("the prefix's group may say N", PLURAL + RE.replace("Y", "N"), ["do/RS"], "do dos redo"),
    (
        "conditions choose between the rules of a group",
        "SFX D Y 3\nSFX D y ied [^aeiou]y\nSFX D 0 d e\nSFX D 0 ed [^ey]\n",
        ["try/D", "play/D", "love/D", "walk/D"],
        "try tried play love loved walk walked",
    ),
    (
        "conditions are of characters, not bytes",
        "SFX A Y 2\nSFX A 0 x [éã]o\nSFX A 0 y [^éã].\n",
        ["éo/A", "ão/A", "ço/A", "oé/A", "o/A"],
        "éo éox ão ãox ço çoy oé oéy o",
    ),
    ("a dot in a group is a dot", "SFX A Y 1\nSFX A 0 x [.]\n", ["a/A", "a./A"], "a a. a.x"),
    ("a hyphen in a group is a hyphen", "SFX A Y 1\nSFX A 0 x [a-c]\n", ["b/A", "-/A"], "b - -x"),
    ("a condition longer than the word", "SFX A Y 1\nSFX A 0 x ..\n", ["a/A", "aa/A"], "a aa aax"),
    (
        "what is typed is rewritten, not what is made",
        "ICONV 1\nICONV ts ss\n" + PLURAL,
        ["t/S"],
        "t ts",
    ),
    ("no condition", "PFX P Y 1\nPFX P 0 x\n", ["a/P"], "a xa"),
    ("a rule that asks for what it cannot strip", "SFX A Y 1\nSFX A a b [^a]\n", ["ca/A"], "ca"),
    ("stripping all of a word", "SFX A Y 1\nSFX A eu teu eu\n", ["eu/A", "meu/A"], "eu meu mteu"),
    (
        "FULLSTRIP takes no more than there is",
        f"FULLSTRIP\nPFX A Y 1\nPFX A {26 * 'a'} x {25 * 'a'}.\n",
        [f"{25 * 'a'}/A", f"{26 * 'a'}b/A"],
        f"{25 * 'a'} {26 * 'a'}b xb",
    ),
    ("FULLSTRIP", "FULLSTRIP\nSFX A Y 1\nSFX A eu teu eu\n", ["eu/A"], "eu teu"),
    (
        "a suffix upon a suffix, and no third",
        "SFX A Y 1\nSFX A 0 a/B .\nSFX B Y 1\nSFX B 0 b/C .\nSFX C Y 1\nSFX C 0 c .\n",
        ["x/A"],
        "x xa xab",
    ),
    (
        "a prefix that a suffix brings",
        RE + "SFX A Y 1\nSFX A 0 a/R .\n",
        ["x/A"],
        "x xa rexa",
    ),
    (
        "a suffix that a prefix brings",
        PLURAL + "PFX P Y 1\nPFX P 0 pre/S .\n",
        ["x/P"],
        "x prex prexs",
    ),
    (
        "a prefix and a suffix that bring each other",
        "PFX P Y 1\nPFX P 0 pre/A .\nSFX A Y 1\nSFX A 0 a/P .\n",
        ["x"],
        "x prexa",
    ),
    (
        "a prefix's condition is of the suffixed word",
        "PFX P Y 1\nPFX P 0 p xa\nSFX A Y 1\nSFX A 0 a .\n",
        ["x/PA"],
        "x xa pxa",
    ),
    (
        "a prefix before two suffixes",
        RE + "SFX A Y 1\nSFX A 0 a/B .\nSFX B Y 1\nSFX B 0 b .\n",
        ["x/AR"],
        "x xa xab rex rexa rexab",
    ),
    ("NEEDAFFIX of a stem", "NEEDAFFIX N\n" + PLURAL, ["x/NS"], "xs"),
    ("its old name", "PSEUDOROOT N\n" + PLURAL, ["x/NS"], "xs"),
    (
        "NEEDAFFIX of a suffix",
        "NEEDAFFIX N\nSFX A Y 1\nSFX A 0 a/NB .\nSFX B Y 1\nSFX B 0 b .\n" + RE,
        ["x/AR"],
        "x xab rex rexa rexab",
    ),
    (
        "NEEDAFFIX of a prefix",
        "NEEDAFFIX N\nPFX P Y 1\nPFX P 0 p/N .\n" + PLURAL,
        ["x/PS"],
        "x xs pxs",
    ),
    (
        "CIRCUMFIX",
        "CIRCUMFIX C\nPFX P Y 1\nPFX P 0 leg/C .\nSFX A Y 2\nSFX A 0 obb .\nSFX A 0 obb/PC .\n",
        ["nagy/A"],
        "nagy nagyobb legnagyobb",
    ),
    ("ONLYINCOMPOUND of a stem", "ONLYINCOMPOUND O\n" + PLURAL, ["x/OS", "y"], "y"),
    ("ONLYINCOMPOUND of a suffix", "ONLYINCOMPOUND O\nSFX A Y 1\nSFX A 0 a/O .\n", ["x/A"], "x"),
    ("FORBIDDENWORD bars a spelling", "FORBIDDENWORD F\n" + PLURAL, ["x/S", "xs/F"], "x"),
    ("FORBIDDENWORD makes nothing", "FORBIDDENWORD F\n" + PLURAL, ["x/FS", "y"], "y"),
    ("AF", "AF 2\nAF S\nAF SR\n" + PLURAL + RE, ["x/2", "y/1", "z"], "x xs rex rexs y ys z"),
    ("AF in rules", "AF 1\nAF S\nSFX A Y 1\nSFX A 0 a/1 .\n" + PLURAL, ["x"], "x"),
    ("FLAG long", "FLAG long\nSFX Ss Y 1\nSFX Ss 0 s .\n", ["x/AbSs", "y/bSsA"], "x xs y"),
    ("FLAG num", "FLAG num\nSFX 12 Y 1\nSFX 12 0 s .\n", ["x/1,12", "y/2,1", "z/?"], "x xs y z"),
    ("FLAG UTF-8", "FLAG UTF-8\nSFX ã Y 1\nSFX ã 0 s .\n", ["x/çã", "y/á"], "x xs y"),
    ("without it, flags are bytes", "SFX ã Y 1\nSFX ã 0 s .\n", ["x/ã", "y/á"], "x xs y ys"),
    ("IGNORE", "IGNORE ´^\nSFX A Y 1\nSFX A 0 a´b .\n", ["x^y/A"], "xy xyab"),
    (
        "IGNORE is of stems, not of the count and of flags",
        "IGNORE S0123456789\n" + PLURAL,
        ["cS1at/S", "Sdog"],
        "cat cats dog",
    ),
    ("two groups of one flag", PLURAL + "SFX S Y 1\nSFX S 0 es .\n", ["x/S"], "x xs xes"),
    ("a group of each kind", PLURAL + "PFX S Y 1\nPFX S 0 re .\n", ["x/S"], "x xs rex rexs"),
    ("letters that regular expressions know", "SFX A Y 1\nSFX A 0 (* *\n", ["x*/A"], "x* x*(*"),
    ("a blank that is a letter", "SFX A Y 1\nSFX A 0 s\xa0t .\n", ["x/A"], "x xs\xa0t"),
    (
        "a rule goes by its flag, however it begins",
        PLURAL.replace("SFX S 0", "SFK S 0"),
        ["x/S"],
        "x xs",
    ),
    ("a group without rules", "SFX X Y 0\n" + PLURAL, ["x/XS"], "x xs"),
    ("a directive that makes no words", "REP 1\nREP ( x\n" + PLURAL, ["x/S"], "x xs"),
]

# (the purpose, the .dic after its count, the forms)
LINES = [
    ("a tab and morphology", "abacate/S\t[CAT=nc,G=m/N=s]", "abacate abacates"),
    ("a tab without flags", "km\t[CAT=nc/S]", "km"),
    ("a blank and morphology", "casa/S po:noun is:a/b", "casa casas"),
    ("several blanks", "casa   po:noun", "casa"),
    ("a space in a stem", "New York/S", "New York|New Yorks"),
    ("a colon that is not morphology", "a b:c", "a b:c"),
    ("a slash of the word", r"km\/h/S", "km/h km/hs"),
    ("a slash that begins the word", "//S", "/ /s"),
    ("blanks at the end", "Araba  \nBilbo/S \n cat", "Araba Bilbo Bilbos cat"),
    ("blank lines", "\n\ncat\n\t\n", "cat"),
    ("CRLF", "cat/S\r\ndog\r\n", "cat cats dog"),
    ("no newline at the end", "cat\ndog", "cat dog"),
    ("no flags after the slash", "cat/", "cat"),
]


@pytest.mark.parametrize(
    ("aff", "entries", "expected"), [case[1:] for case in FORMS], ids=[c[0] for c in FORMS]
)
def test_forms(aff: str, entries: list[str], expected: str) -> None:
    assert forms(aff, *entries) == set(expected.split(" "))


@pytest.mark.parametrize(
    ("lines", "expected"), [case[1:] for case in LINES], ids=[c[0] for c in LINES]
)
def test_lines(lines: str, expected: str) -> None:
    found, _ = expand_dictionary(("SET UTF-8\n" + PLURAL).encode(), f"9\n{lines}".encode(), "x.dic")
    separator = "|" if "|" in expected else " " if "b:c" not in expected else None
    assert {form for form, _ in found} == set(
        expected.split(separator) if separator else [expected]
    )


def test_each_form_comes_once_with_the_line_of_its_entry() -> None:
    aff = "SFX A Y 2\nSFX A 0 s .\nSFX A 0 s [ab]\n"
    found, _ = expand_text(aff, "a/A", "b", "a/AA")
    assert sorted(found) == [("a", 2), ("a", 4), ("as", 2), ("as", 4), ("b", 3)]


def test_what_is_barred() -> None:
    aff = "FORBIDDENWORD F\nNEEDAFFIX N\nONLYINCOMPOUND O\n" + PLURAL
    assert barred(aff, "x/S", "xs/F", "y/NS", "1th/O") == {"xs", "y", "1th"}
    # An entry that is a word by itself outweighs a homonym that is not.
    assert forms(aff, "x/N", "x") == {"x"}
    # A FORBIDDENWORD does not outweigh one, wherever it stands.
    assert forms(aff, "xs", "x/S", "xs/F") == {"x"}


def test_rules_that_are_not_wanted_make_no_forms() -> None:
    assert forms(PLURAL + RE, "x/RS", skip="R") == {"x", "xs"}
    assert forms("SFX A Y 1\nSFX A 0 a/S .\n" + PLURAL, "x/A", skip="S") == {"x", "xa"}


def test_encodings() -> None:
    aff = "SET ISO8859-2\nSFX ł Y 1\nSFX ł ć ł [^ś]ć\n".encode("iso8859-2")
    found, _ = expand_dictionary(aff, "2\nżyć/ł\nwieść/ł\n".encode("iso8859-2"), "pl.dic")
    assert {form for form, _ in found} == {"żyć", "żył", "wieść"}
    assert read_affixes(b"SET microsoft-cp1251\n", "ru.aff").encoding == "cp1251"
    assert read_affixes(b"", "x.aff").encoding == "iso8859-1"
    assert read_affixes(b"\xef\xbb\xbfSET UTF-8\n", "x.aff").encoding == "utf-8"


def test_a_byte_order_mark_is_not_part_of_the_count() -> None:
    found, _ = expand_dictionary(b"\xef\xbb\xbfSET UTF-8\n", b"\xef\xbb\xbf1\r\ncat\r\n", "x.dic")
    assert found == [("cat", 2)]


def test_a_hungarian_flag_may_be_any_byte() -> None:
    aff = b"SET UTF-8\nAF 1\nAF \xe9\nSFX \xe9 Y 1\nSFX \xe9 0 s .\n"
    assert {form for form, _ in expand_dictionary(aff, b"1\ncat/1\n", "hu.dic")[0]} == {
        "cat",
        "cats",
    }


def test_a_stem_too_long_for_hunspell_takes_no_affixes() -> None:
    assert forms(PLURAL, "a" * 255 + "/S") == {"a" * 255, "a" * 255 + "s"}
    assert forms(PLURAL, "a" * 100_000 + "/S") == {"a" * 100_000}


# (.aff, .dic, location, a word of the sentence)
FAULTS = [
    (b"", b"", "x.dic:1:", "number of entries"),
    (b"", b"cat\n", "x.dic:1:", "number of entries"),
    (b"", b"0\n", "x.dic:1:", "number of entries"),
    (b"SET UTF-8\n", b"2\ncat\nn\xe3o\n", "x.dic:3:", "utf-8"),
    (b"AF 1\nAF A\n", b"1\ncat/2\n", "x.dic:2:", "alias 2"),
    (b"SET rot13\n", b"1\n", "x.aff:1:", "rot13"),
    (b"\nSET utf-16\n", b"1\n", "x.aff:2:", "utf-16"),
    (b"FLAG short\n", b"1\n", "x.aff:1:", "FLAG"),
    (b"NEEDAFFIX\n", b"1\n", "x.aff:1:", "NEEDAFFIX"),
    (b"\nCOMPLEXPREFIXES\n", b"1\n", "x.aff:2:", "COMPLEXPREFIXES"),
    (b"SFX A Y\n", b"1\n", "x.aff:1:", "the number of lines"),
    (b"SFX A Y -1\n", b"1\n", "x.aff:1:", "the number of lines"),
    (b"SFX A Y 2\nSFX A 0 s .\n", b"1\n", "x.aff:1:", "the file ends"),
    (
        b"SFX A Y 2\nSFX A 0 s .\nSFX B Y 1\n",
        b"1\n",
        "x.aff:1:",
        "SFX A announces 2 lines, but only 1",
    ),
    (b"\nAF 2\nAF A\nSFX A Y 1\n", b"1\n", "x.aff:2:", "AF announces 2 lines, but only 1"),
    (b"SFX A Y 2\nSFX A 0 s .\nSFX A 0\n", b"1\n", "x.aff:3:", "SFX A"),
    (b"SFX A Y 1\nSFX A 0 s [ab\n", b"1\n", "x.aff:2:", "lacks a ]"),
    (b"AF 1\nAF A\nSFX A Y 1\nSFX A 0 s/9 .\n", b"1\n", "x.aff:4:", "alias 9"),
    (b"FLAG num\nSFX A Y 1\nSFX A 0 s .\n", b"1\n", "x.aff:2:", "number"),
    (b"SET UTF-8\nSFX A Y 1\nSFX A 0 \xe9 .\n", b"1\n", "x.aff:3:", "SET"),
    (b"SFX A Y 1\nSFX A 0 " + b"x" * 256 + b" .\n", b"1\n", "x.aff:2:", "255 characters"),
    (b"SFX A Y 1\nSFX A 0 x " + b"." * 256 + b"\n", b"1\n", "x.aff:2:", "255 characters"),
]


@pytest.mark.parametrize(("aff", "dic", "where", "word"), FAULTS)
def test_a_fault_is_one_sentence_with_its_line(
    aff: bytes, dic: bytes, where: str, word: str
) -> None:
    with pytest.raises(SourceError) as caught:
        expand_dictionary(aff, dic, "x.dic")
    assert str(caught.value).startswith(where)
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_entry_that_would_never_end_is_refused() -> None:
    rules = "".join(f"SFX {flag} Y 300\n" + f"SFX {flag} 0 s/AB .\n" * 300 for flag in "AB")
    prefixes = "PFX P Y 300\n" + "PFX P 0 p .\n" * 300
    with pytest.raises(SourceError, match=r"^x\.dic:2: .*affix_levels"):
        expand_text(rules + prefixes, "x/ABP")


def number_flags(count: int) -> str:
    return ",".join(map(str, range(1, count + 1)))


def test_rules_that_all_grant_all_flags_are_refused() -> None:
    """A short alias stands for many flags, so memory must not grow with the square of the file."""
    rules = "".join(f"SFX {flag} Y 1\nSFX {flag} 0 x/1 .\n" for flag in range(1, 1200))
    with pytest.raises(SourceError, match=r"^x\.aff:\d+: .* more than 1,048,576 flags$"):
        expand_text(f"FLAG num\nAF 1\nAF {number_flags(1199)}\n{rules}", "x/1")


@pytest.mark.parametrize("special", ["", "FORBIDDENWORD 9000\n", "ONLYINCOMPOUND 9000\n"])
def test_entries_that_all_have_all_flags_are_refused(special: str) -> None:
    """The groups of these flags have rules that match no word, so that the flags make nothing."""
    groups = "".join(f"SFX {flag} Y 1\nSFX {flag} q x q\n" for flag in range(1, 3001))
    alias = f"FLAG num\nAF 1\nAF 9000,{number_flags(3000)}\n"
    with pytest.raises(SourceError, match=r"^x\.dic:\d+: .*affix_levels"):
        expand_text(alias + special + groups, *["casa/1"] * 10_000)


# Only these letters have weight. Every affix in these tests adds or removes some of them.
AFFIXES = st.text("ab", max_size=2)


@given(
    st.lists(st.tuples(st.sampled_from("PS"), AFFIXES, AFFIXES, st.sets(st.sampled_from("PSQT"))),
             min_size=1, max_size=8),
    st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=4),
    st.integers(1, 9),
)  # fmt: skip
def test_bounds_leave_out_no_form_that_is_short_enough(
    rules: list[tuple[str, str, str, set[str]]], stems: list[str], longest: int
) -> None:
    groups = {flag: [rule for rule in rules if rule[0] == flag] for flag in "PS"}
    groups |= {"Q": groups["P"][:2], "T": groups["S"][:2]}
    aff = "FULLSTRIP\n" + "".join(
        f"{'PFX' if flag in 'PQ' else 'SFX'} {flag} Y {len(group)}\n"
        + "".join(
            f"_ {flag} {strips or 0} {adds or 0}/{''.join(sorted(flags))} .\n"
            for _, strips, adds, flags in group
        )
        for flag, group in groups.items()
    )
    entries = [f"{stem}/PS" for stem in stems]
    bounds = FormBounds([(ord(letter), 2) for letter in "abc"], longest * 2, 3)
    kept = {form for form in forms(aff, *entries) if len(form) <= longest}
    assert forms(aff, *entries, bounds=bounds) == kept | set(stems)


@pytest.mark.parametrize(
    ("levels", "expected"), [(0, "x"), (1, "x xa rex"), (2, "x xa xab rex rexa"),
                             (3, "x xa xab rex rexa rexab")],
)  # fmt: skip
def test_levels_limit_how_many_affixes_a_form_has(levels: int, expected: str) -> None:
    aff = RE + "SFX A Y 1\nSFX A 0 a/B .\nSFX B Y 1\nSFX B 0 b .\n"
    assert forms(aff, "x/AR", bounds=FormBounds([], 0, levels)) == set(expected.split())


PIECES = [
    *(
        b"SET UTF-8\n",
        b"FLAG long\n",
        b"FLAG num\n",
        b"AF 1\nAF A\n",
        b"IGNORE a\n",
        b"FULLSTRIP\n",
    ),
    *(
        b"SFX A Y 1\nSFX A 0 s .\n",
        b"PFX B N 1\nPFX B a \xc3\xa9/A [^b]a\n",
        b"SFX ",
        b"PFX A Y 2\n",
    ),
    *(
        b"NEEDAFFIX ",
        b"A",
        b"AB",
        b"12",
        b"/",
        b"\\",
        b"[",
        b"]",
        b"^",
        b"(",
        b"*",
        b"0 ",
        b" ",
        b"\t",
    ),
    *(b"\n", b"\r\n", b"\xff", b"\xa0", b"\0", b"\xc3\xa9", b":", b" po:x"),
]


@given(
    st.lists(st.sampled_from(PIECES), max_size=25), st.lists(st.sampled_from(PIECES), max_size=25)
)
def test_garbage_is_read_or_refused(aff: list[bytes], dic: list[bytes]) -> None:
    try:
        found, _ = expand_dictionary(b"".join(aff), b"3\n" + b"".join(dic), "x.dic")
    except SourceError as error:
        assert "\n" not in str(error)
    else:
        assert all(form for form, _ in found)


def test_random_bytes_are_read_or_refused() -> None:
    chance = random.Random(1)
    for _ in range(300):
        aff = b"SFX A Y 1\nSFX A 0 s .\n" + chance.randbytes(40)
        try:
            expand_dictionary(aff, b"1\n" + chance.randbytes(200), "x.dic")
        except SourceError as error:
            assert str(error).startswith("x.")


def test_what_rules_say_of_their_forms() -> None:
    table = "AM 2\nAM is:PLUR\nAM is:PLUR is:ACC\n"
    rows = "SFX S Y 3\nSFX S 0 s . 2\nSFX S 0 t . 3\nSFX S 0 r .\n"
    rules = read_affixes(f"SET UTF-8\n{table}{rows}".encode(), "x.aff").rules
    assert [rule.morphology for rule in rules] == ["is:PLUR is:ACC", "", ""]
    rules = read_affixes(f"SET UTF-8\n{rows[:-1]} is:X".encode(), "x.aff").rules
    assert [rule.morphology for rule in rules] == ["2", "3", "is:X"]


@pytest.mark.slow
def test_a_dictionary_of_more_forms_than_its_size_explains_is_refused() -> None:
    """Each form costs time and memory, and a few rules may make millions for every entry."""
    endings = [a + b + c for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"]
    suffixes = "".join(f"SFX A 0 {each}/B .\n" for each in endings)
    more = "".join(f"SFX B 0 {each} .\n" for each in endings)
    aff = f"SFX A Y {len(endings)}\n{suffixes}SFX B Y {len(endings)}\n{more}"
    each = len(endings) + len(endings) ** 2  # forms of an entry
    allowed = (1 << 20) + 100 * 500
    line = 2 + allowed // (each + 1)
    with pytest.raises(SourceError, match=rf"^x\.dic:{line}: .* more than 1 million forms"):
        expand_text(aff, *[f"{first}xxxxxx/A" for first in "abcdefghijklmnopqrstuvwxyz" * 2])
    assert len(forms(aff, "axxxxxx/A")) == each + 1
