"""How words get their categories: affix rules, witnesses, and settling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compiler.compiling import HEAD, HUNSPELL, Compile, compile_in
from wordtools import _kernel
from wordtools.alphabet import load_alphabet
from wordtools.compiler.settle import Settler, SettleRule, parse_condition
from wordtools.compiler.why import explain_entry
from wordtools.errors import RecipeError
from wordtools.lexicon.lexicon import Lexicon

AFF = """SET UTF-8
SFX S Y 1
SFX S 0 s .
SFX D Y 2
SFX D a inha [^n]a
SFX D 0 zinha .
PFX R Y 1
PFX R 0 re .
SFX R Y 2
SFX R 0 -se .
SFX R r mo r
"""
DIC = "3\ncasa/SD\nver/RS\ncasinha\n"
DICTIONARY = """
[categories]
plain = "from the dictionary"
degree = "a diminutive"
prefixed = "with a prefix"
[editions]
xx = { include = ["plain"] }
xx-full = {}
[[inputs]]
format = "hunspell"
aff = { path = "a.txt" }
dic = { path = "b.txt" }
categories = ["plain"]
"""


def categories(lexicon: Lexicon) -> dict[str, str]:
    whole = lexicon.whole
    return {word: " ".join(sorted(whole.categories(word))) for word in whole}


ALL = {
    "CASA": "plain", "CASAS": "plain", "CASINHA": "plain", "CASAZINHA": "plain", "VER": "plain",
    "VERS": "plain", "REVER": "plain", "REVERS": "plain", "VEMO": "plain", "REVEMO": "plain",
}  # fmt: skip

# (rules, how the words differ from ALL; None: no word)
RULES: list[tuple[str, dict[str, str | None]]] = [
    ("", {}),
    ('{ flags = "S", skip = true }', {"CASAS": None, "VERS": None, "REVERS": None}),
    ('{ flags = "R", kind = "prefix", skip = true }',
     {"REVER": None, "REVERS": None, "REVEMO": None}),
    ('{ flags = "R", kind = "suffix", skip = true }', {"VEMO": None, "REVEMO": None}),
    ('{ adds = "*mo", skip = true }', {"VEMO": None, "REVEMO": None}),
    ('{ strips = "r", skip = true }', {"VEMO": None, "REVEMO": None}),
    ('{ flags = "S D", strips = "0", skip = true }',
     {"CASAS": None, "VERS": None, "REVERS": None, "CASAZINHA": None}),
    ('{ nature = "hyphen", skip = true }', {}),
    # casinha is also in the dictionary, and keeps both.
    ('{ flags = "D", tag = ["degree"] }', {"CASAZINHA": "degree", "CASINHA": "degree plain"}),
    ('{ flags = "D", tag = ["degree"] }, { kind = "prefix", tag = ["prefixed"] }',
     {"CASAZINHA": "degree", "CASINHA": "degree plain", "REVER": "prefixed",
      "REVERS": "prefixed", "REVEMO": "prefixed"}),
    ('{ kind = "prefix", tag = ["prefixed"] }, { adds = "mo", tag = ["degree"] }',
     {"REVER": "prefixed", "REVERS": "prefixed", "VEMO": "degree",
      "REVEMO": "degree prefixed"}),
    # The first match decides.
    ('{ strips = "a" }, { flags = "D", skip = true }', {"CASAZINHA": None}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "changes"), RULES, ids=lambda value: str(value)[:60])
def test_rules(compile: Compile, rules: str, changes: dict[str, str | None]) -> None:
    lexicon, report = compile(f"{HEAD}{DICTIONARY}rules = [{rules}]\n", a=AFF, b=DIC)
    expected = {word: found for word, found in {**ALL, **changes}.items() if found is not None}
    assert categories(lexicon) == expected
    assert set(lexicon) == {word for word, found in expected.items() if "plain" in found}
    assert set(lexicon.edition("xx-full")) == set(expected)
    for word in set(expected) - set(lexicon):
        history = explain_entry(lexicon, word)
        rule = "words with plain"
        assert f"The edition xx lacks {word}: the edition has {rule}." in history.describe()
    if "hyphen" in rules:
        assert report.rejected == {}  # ver-se and rever-se are never made


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ('{ flags = "Z", skip = true }', r"a\.txt: rules\[1\]\.flags: .* no rule with the flag Z"),
        ('{ skip = true, adds = "qu*" }', r"a\.txt: rules\[1\]: no rule of the \.aff meets these"),
    ],
)
def test_a_choice_that_fits_no_rule_is_a_slip(compile: Compile, rules: str, told: str) -> None:
    with pytest.raises(RecipeError, match=told):
        compile(f"{HEAD}{DICTIONARY}rules = [{rules}]\n", a=AFF, b=DIC)


WITNESS = """
[marks]
seen = "in the witness"
[[inputs]]
format = "list"
file = { path = "w.txt" }
categories = ["seen"]
witness = true
[[settle]]
when = "degree & seen"
add = ["plain"]
"""
TAGGED = f'{HEAD}{DICTIONARY}rules = [{{ flags = "D", tag = ["degree"] }}]\n{WITNESS}'


def test_a_witness_adds_no_word_and_saves_what_it_attests(compile: Compile) -> None:
    files = {"a": AFF, "b": DIC, "w": "casazinha\nbola\nBola\ncasa\n"}
    lexicon, report = compile(TAGGED, **files)
    changes = {"CASINHA": "degree plain", "CASAZINHA": "degree plain"}
    assert categories(lexicon) == {**ALL, **changes}
    assert (report.read, report.accepted, report.duplicates) == (13, 10, 1)
    assert report.rejected == {"hyphen": 2}  # nothing from the witness
    assert set(lexicon.manifest.categories) == {"plain", "degree", "prefixed"}
    unseen, _ = compile(TAGGED, **{**files, "w": "bola\n"})
    assert categories(unseen)["CASAZINHA"] == "degree"


def test_a_flag_that_is_no_character_is_shown_as_its_byte(tmp_path: Path) -> None:
    aff = b"SET ASCII\nSFX \xe9 Y 1\nSFX \xe9 0 o .\nSFX A Y 1\nSFX A 0 s/\xe9 .\n"
    (tmp_path / "e.txt").write_bytes(aff)
    witness = '[[inputs]]\nformat = "list"\nfile = { path = "c.txt" }\nwitness = true\n'
    recipe = HEAD + HUNSPELL.replace("a.txt", "e.txt") + witness
    lexicon, _ = compile_in(tmp_path, recipe, b="1\ncasa/A\n", c="casas\n")
    assert set(lexicon) == {"CASA", "CASAS", "CASASO"}
    table = (tmp_path / "out" / "xx.classes.tsv").read_text("utf-8")
    assert "\tflag\t\\xe9\tsuffix\t" in table


def test_the_table_of_classes(compile: Compile, tmp_path: Path) -> None:
    compile(TAGGED, a=AFF, b=DIC, w="casa\ncasas\nver\nrever\ncasinha\n")
    header, *rows = (tmp_path / "out" / "xx.classes.tsv").read_text("utf-8").splitlines()
    assert header.split("\t")[-3:] == ["forms", "alone", "w.txt"]
    found = {tuple(row.split("\t")[:8]): row.split("\t")[8:] for row in rows}
    nothing = ("",) * 6
    assert found[("w.txt", "input", *nothing)] == ["", "5", "", "5"]
    assert found[("b.txt", "input", *nothing)] == ["", "11", "", "6"]  # casinha in two ways
    assert found[("b.txt", "stems", *nothing)] == ["", "3", "", "3"]
    assert found[("b.txt", "flag", "S", "suffix", *nothing[2:])] == ["", "3", "2", "1"]
    rule = ("b.txt", "rule", "D", "suffix", "a", "inha", "[^n]a", "5")
    assert found[rule] == ["degree", "1", "1", "1"]
    assert found[("b.txt", "rule", "R", "prefix", "0", "re", ".", "8")] == ["", "3", "1", "1"]


def test_why_tells_the_rules(compile: Compile, tmp_path: Path) -> None:
    rules = '{ flags = "D", tag = ["degree"] }, { adds = "mo", skip = true }'
    lexicon, _ = compile(
        f"{HEAD}{DICTIONARY}rules = [{rules}]\n{WITNESS}", a=AFF, b=DIC, w="casa\ncasinha\n"
    )

    def explain(entry: str) -> list[str]:
        return list(explain_entry(lexicon, entry, tmp_path).describe())

    assert explain("revers") == [
        "accepted  as REVERS (plain)",
        "          revers (b.txt:3, a form of ver by suffix S +s (line 3 of the .aff) "
        "and prefix R +re (line 8 of the .aff))",
    ]
    assert explain("casinha") == [
        "accepted  as CASINHA (degree plain)",
        "attested  casinha (w.txt:2)",
        "          casinha (b.txt:2, a form of casa by suffix D -a +inha (line 5 of the .aff), "
        "tagged degree)",
        "          casinha (b.txt:4)",
    ]
    assert explain("vemo") == [
        "left out  VEMO: only affix rules that the recipe skips form it",
        "          vemo (b.txt:3, a form of ver by suffix R -r +mo (line 11 of the .aff), "
        "which the recipe skips)",
    ]
    assert explain("bola") == ["bola was never read: no source of this lexicon has it"]


def test_why_says_what_it_cannot_look_up(compile: Compile, tmp_path: Path) -> None:
    """Without the sources, nobody can tell that no rule makes a word."""
    rules = 'rules = [{ adds = "mo", skip = true }]\n'
    lexicon, _ = compile(HEAD + DICTIONARY + rules, a=AFF, b=DIC)

    def explain(entry: str) -> str:
        return "\n".join(explain_entry(lexicon, entry, tmp_path).describe())

    assert explain("vemo").startswith("left out")
    searched = "The sources could not be searched: "
    unread = f"vemo is neither in the lexicon nor in the report of rejects\n{searched}"
    changed = "have changed since the lexicon was compiled."
    (tmp_path / "xx.toml").write_text(HEAD + DICTIONARY, "utf-8")
    assert explain("vemo") == f"{unread}{tmp_path / 'xx.toml'} {changed.replace('have', 'has')}"
    (tmp_path / "b.txt").write_text("1\nver\n", "utf-8")
    assert explain("vemo") == f"{unread}they {changed}"
    assert explain("casa").endswith(f"{searched}they {changed}")
    (tmp_path / "xx.toml").unlink()
    assert explain("vemo") == f"{unread}there is no recipe {tmp_path / 'xx.toml'}."


def test_why_tells_the_line_of_a_plain_list(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    path = build(["casa", "lição", "bola\tde jogar", "LIÇÃO"], "pt")
    history = explain_entry(Lexicon.read(path), "liçao")
    assert [str(origin) for origin in history.origins] == ["list.txt:2"]  # LIÇÃO was rejected
    history = explain_entry(Lexicon.read(path), "bola")
    assert [str(origin) for origin in history.origins] == ["list.txt:3"]


BITS = {"a": 1, "b": 2, "c.d": 4}


@st.composite
def conditions(draw: st.DrawFn) -> tuple[str, str]:
    """A condition, and the same condition in Python on the set `has`."""
    shape = draw(st.sampled_from(["name", "name", "not", "and", "or", "group"]))
    if shape == "name":
        name = draw(st.sampled_from(sorted(BITS)))
        return name, f"({name!r} in has)"
    ours, python = draw(conditions())
    if shape == "not":
        return f"! ({ours})", f"(not {python})"
    if shape == "group":
        return f"({ours})", python
    others, as_python = draw(conditions())
    if shape == "and":
        return f"({ours})&({others})", f"({python} and {as_python})"
    return f"{ours} | {others}", f"({python} or {as_python})"


@given(conditions(), st.sets(st.sampled_from(sorted(BITS))))
def test_conditions(condition: tuple[str, str], has: set[str]) -> None:
    ours, python = condition
    mask = sum(BITS[name] for name in has)
    assert parse_condition(ours, BITS)(mask) == eval(python, {"has": has})


def test_and_binds_more_tightly_than_or() -> None:
    condition = parse_condition("a | b & c.d", BITS)
    assert [mask for mask in range(8) if condition(mask)] == [1, 3, 5, 6, 7]
    assert parse_condition("!a & b", BITS)(2)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a category is missing"),
        ("a |", "a category is missing"),
        ("& a", "a category is missing"),
        ("(a", "close the parenthesis"),
        ("a)", "put | or & before ')', or remove it"),
        ("a b", "put | or & before 'b', or remove it"),
        ("a + b", "'+' cannot be used in a condition"),
        ("a | x", "no category or mark 'x'"),
        ("(" * 300 + "a", "more than 200; divide the condition"),
    ],
)
def test_conditions_that_cannot_be_read(text: str, told: str) -> None:
    with pytest.raises(RecipeError, match=f"^when: .*{re.escape(told)}"):
        parse_condition(text, BITS)


def test_settling_goes_in_order() -> None:
    rules = [
        SettleRule("a", add=["b"], remove=["a"]),
        SettleRule("b & !a", add=["c.d"]),
        SettleRule("a", remove=["b"]),
    ]
    settle = Settler(rules, BITS, load_alphabet("en").alphabet).settle_mask
    assert [settle(mask) for mask in range(8)] == [0, 6, 6, 6, 4, 6, 6, 6]


SPELLED = f"""{HEAD}
[categories]
one = "1"
made = "made by rule"
[marks]
seen = "attested"
[editions]
xx = {{ include = ["one"] }}
xx-full = {{}}
[[inputs]]
format = "list"
file = {{ path = "list.txt" }}
categories = ["one"]
[[inputs]]
format = "list"
file = {{ path = "w.txt" }}
categories = ["seen"]
witness = true
[[settle]]
when = "one & !seen"
"""


def test_words_are_settled_by_their_spelling(compile: Compile) -> None:
    rule = """spelled = "re* *ule"
base = "*"
base_when = "!made"
add = ["made"]
remove = ["one"]
"""
    words = ["casa", "recasa", "rerecasa", "resto", "ver", "rever", "verule", "re", "reule"]
    lexicon, report = compile(SPELLED + rule, list=words, w=["rever", "bola"])
    assert set(lexicon.whole) == {word.upper() for word in words}
    # REULE is RE with -ule; REVER is attested; RERECASA is re- before RECASA.
    assert set(lexicon.whole) - set(lexicon) == {"RECASA", "RERECASA", "VERULE", "REULE"}
    assert report.editions == {"xx": 5, "xx-full": 9}
    assert lexicon.manifest.sets == [["one"], ["made"]]
    assert set(lexicon.manifest.categories) == {"one", "made"}


def test_rules_by_spelling_and_others_go_in_order(compile: Compile) -> None:
    rules = """spelled = "*aaa* ?b"
add = ["made"]
[[settle]]
when = "made"
remove = ["one"]
[[settle]]
when = "made"
spelled = "*aaa"
add = ["one"]
"""
    lexicon, _ = compile(SPELLED + rules, list=["aaa", "aaab", "aab", "ab", "caaa", "ob"], w=[])
    assert categories(lexicon) == {
        "AAA": "made one", "AAAB": "made", "AAB": "one", "AB": "made", "CAAA": "made one",
        "OB": "made",
    }  # fmt: skip


TILES = st.text("ab", min_size=1, max_size=5)


CONDITIONS = st.sampled_from(["a", "!a", "a & b", "a | !b"])
CHANGES = st.sampled_from([(["a"], []), ([], ["a"]), (["b"], ["a"])])


@st.composite
def spelled_rules(draw: st.DrawFn) -> SettleRule:
    """Rules by spelling, some of which have a base."""
    when, (add, remove) = draw(CONDITIONS), draw(CHANGES)
    if draw(st.booleans()):
        patterns = st.lists(st.text("ab*?", min_size=1, max_size=6), min_size=1, max_size=3)
        return SettleRule(when, spelled=" ".join(draw(patterns)), add=add, remove=remove)
    with_star = st.builds("{}*{}".format, st.text("ab", max_size=2), st.text("ab", max_size=2))
    patterns = st.lists(with_star, min_size=1, max_size=2)
    base_when = draw(st.sampled_from(["", "a", "!b"]))
    spelled, base = " ".join(draw(patterns)), draw(with_star)
    return SettleRule(when, spelled, base, base_when, add, remove)


def settle_plainly(masks: dict[str, int], rule: SettleRule) -> dict[str, int]:
    """The categories of all words after a rule, determined word by word."""
    meets, base_meets = (
        parse_condition(text or "a | !a", BITS) for text in (rule.when, rule.base_when)
    )

    def has_base(word: str, pattern: str) -> bool:
        start, _, end = pattern.partition("*")
        base = rule.base.replace("*", word[len(start) : len(word) - len(end)])
        return base in masks and base_meets(masks[base])

    def change(word: str, mask: int) -> int:
        matching = [each for each in rule.spelled.split() if fnmatchcase(word, each)]
        if not meets(mask) or not any(not rule.base or has_base(word, each) for each in matching):
            return mask
        added, removed = (sum(BITS[name] for name in names) for names in (rule.add, rule.remove))
        return (mask | added) & ~removed

    return {word: change(word, mask) for word, mask in masks.items()}


def collect(words: Iterable[str]) -> tuple[_kernel.DraftAutomaton, _kernel.WordCategories]:
    """English words and their sets, all number 0."""
    alphabet = load_alphabet("en").alphabet
    collector = _kernel.Collector(alphabet.kernel, alphabet.compose)
    assert collector.add(words) is None
    return collector.compile()[:2]


# Eight rules may have more patterns than are matched at once.
@given(st.sets(TILES, min_size=1), st.lists(spelled_rules(), min_size=1, max_size=8))
def test_rules_by_spelling_change_words_one_after_the_other(
    words: set[str], rules: list[SettleRule]
) -> None:
    draft, no_sets = collect(words)
    settler = Settler(rules, BITS, load_alphabet("en").alphabet)
    sets, masks = settler.settle_words(draft, no_sets, [0], -1)
    expected = dict.fromkeys(sorted(words), 0)
    for rule in rules:
        expected = settle_plainly(expected, rule)
    assert {word: masks[sets[rank]] for rank, word in enumerate(sorted(words))} == expected


def test_a_rule_must_know_every_set() -> None:
    draft, sets = collect(["a"])
    every = [bytes([_kernel.ANY_TILES])]
    for becomes, count in (([], 1), ([1], 1)):
        with pytest.raises(ValueError, match="set"):
            _kernel.settle_spelled(draft, sets, [_kernel.SpelledRule(every, becomes)], count)


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        (SettleRule("a", base="*", add=["b"]), "base: this needs spelled"),
        (SettleRule("a", spelled="re*", base_when="a", add=["b"]), "base_when: this needs a base"),
        (SettleRule("a", spelled="*re*", base="*", add=["b"]), "need exactly one *"),
        (SettleRule("a", spelled="re*", base="re", add=["b"]), "need exactly one *"),
        (SettleRule("a", spelled="re*", base="* *x", add=["b"]), "need exactly one *"),
        (SettleRule("a", spelled="r3*", add=["b"]), "spelled: "),
        (SettleRule("a", spelled="re*", base="*", base_when="x", add=["b"]), "mark 'x'"),
    ],
)
def test_rules_by_spelling_that_cannot_be_read(rule: SettleRule, problem: str) -> None:
    with pytest.raises(RecipeError, match=r"^settle\[1\]") as raised:
        Settler([rule], BITS, load_alphabet("en").alphabet)
    assert problem in str(raised.value)


@given(st.lists(st.lists(st.sampled_from([b"", b"a", b"b", b"ab"]), min_size=1)))
def test_lines_of_several_files_are_kept_once(files: list[list[bytes]]) -> None:
    masks = [1 << place for place in range(len(files))]
    union = {
        line: sum(mask for lines, mask in zip(files, masks, strict=True) if line in lines)
        for lines in files
        for line in lines
    }
    expected = []
    for head, *lines in files:
        own = [union.pop(line, 0) for line in lines]
        kept = [line if mask else b"" for line, mask in zip(lines, own, strict=True)]
        expected.append((b"\n".join([head, *kept]), own))
    assert _kernel.keep_lines_once([b"\n".join(lines) for lines in files], masks) == expected


NATIONAL = """
[categories]
here = "in the first dictionary"
there = "in the second"
degree = "a diminutive"
[[inputs]]
format = "hunspell"
aff = { path = "a.txt" }
dics = { here = { path = "b.txt" }, there = { path = "c.txt" } }
rules = [{ flags = "D", tag = ["degree"] }, { nature = "hyphen", skip = true }]
"""


def test_dictionaries_that_share_their_rules(compile: Compile) -> None:
    """A line in both is expanded once, and both attest its forms."""
    files = {"a": AFF, "b": "3\ncasa/S\nver\nbola/D\n", "c": "4\nver/S\nbola/D\ncasa/S\nAna\n"}
    lexicon, report = compile(HEAD + NATIONAL, **files)
    assert categories(lexicon) == {
        "BOLA": "here there", "BOLAZINHA": "degree", "BOLINHA": "degree", "CASA": "here there",
        "CASAS": "here there", "VER": "here there", "VERS": "there",
    }  # fmt: skip
    assert (report.read, report.duplicates, report.rejected) == (9, 1, {"proper-noun": 1})


def test_what_only_a_witness_has_is_brought_by_no_source(compile: Compile) -> None:
    text = TAGGED.replace("title", 'decisions = ["d.txt"]\ntitle', 1)
    _, report = compile(
        text, a=AFF, b=DIC, w="bola\ncasa\n", d="word\tverdict\nbola\tout\nver\tout"
    )
    assert report.notes == ["d.txt:2: no source has bola"]


def test_why_tells_the_rules_of_each_input_that_reads_one_dictionary(tmp_path: Path) -> None:
    text = HEAD + DICTIONARY.replace(
        "[[inputs]]", '[[inputs]]\nrules = [{ flags = "D", skip = true }]', 1
    )
    item = DICTIONARY[DICTIONARY.index("[[inputs]]") :]
    rules = 'rules = [{ flags = "D" }, { skip = true }]\n'
    path = tmp_path / "made"
    path.mkdir()
    lexicon, _ = compile_in(path, text + item + rules, a=AFF, b=DIC)
    (path / "xx.toml").rename(path / f"{lexicon.name}.toml")
    history = explain_entry(lexicon, "casazinha", path)
    assert [rule for origin in history.origins for rule in origin.rules] == [
        "suffix D +zinha (line 6 of the .aff)"
    ]


def test_dictionaries_with_categories_of_their_own_are_not_said_to_have_none(
    tmp_path: Path,
) -> None:
    text = HEAD + DICTIONARY.replace('dic = { path = "b.txt" }\ncategories = ["plain"]', "")
    text += '[inputs.dics]\nplain = { path = "b.txt" }\n'
    _, report = compile_in(tmp_path, text, a=AFF, b=DIC)
    assert not report.notes


def test_a_word_that_only_a_witness_has_is_explained(compile: Compile, tmp_path: Path) -> None:
    lexicon, _ = compile(TAGGED, a=AFF, b=DIC, w="bola\n")
    assert list(explain_entry(lexicon, "bola", tmp_path).describe()) == [
        "BOLA is not a word: only witnesses have it, and witnesses add no words",
        "attested  bola (w.txt:1)",
    ]
