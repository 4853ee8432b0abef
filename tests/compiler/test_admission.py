"""Decides which raw entries become words, and checks that the kernel agrees with the reference."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compiler.reference import LONGEST, SHORTEST, check_entry
from tests.formats.hunspell_forms import expand_dictionary
from wordtools._kernel import Intake
from wordtools.compiler import build, recipe, recipe_check, recipe_files
from wordtools.compiler.admission import AdmissionRules, RejectReason
from wordtools.compiler.decided import DecidedWords
from wordtools.compiler.intake import create_intake
from wordtools.formats import hunspell

ADMITTED = "admitted"
LANGUAGES = ("pt", "pl", "es", "ca", "en")

ENTRIES = [  # (language, verdict, entries)
    ("pt", ADMITTED, ["abril", "verão", "lição", "boîte", "lingüiça", "design"]),
    ("pt", ADMITTED, ["mil", "civil", "li", "vi", "mim", "mix", "di", "psst", "brr", "pst"]),
    ("pt", ADMITTED, [unicodedata.normalize("NFD", "lição"), "ordoñezita", "l" + "a" * 14]),
    ("pt", "proper-noun", ["Lisboa", "Brückner", "Água", "Kant"]),
    ("pt", "acronym", ["ONU", "AAC", "HTTP", "CNPQ", "ORDOÑEZITA", "A"]),
    ("pt", "mixed-case", ["LaTeX", "kBS", "McTiernanowi", "iPhone"]),
    ("pt", "abbreviation-dotted", ["Ltda.", "a.C.", "Prof.ª", "n.º", "dr.", "séc.", "etc…"]),
    ("pt", "abbreviation-undotted", ["dr", "sr", "etc", "séc", "pág", "sécs", "cm"]),
    ("pt", "abbreviation-unit", ["kB", "cm²", "µL", "μL", "kWh", "m³", "dBm", "GHz", "µm"]),
    ("pt", "no-vowel", ["http", "grxz", "bdfg", "tst", "çç"]),
    ("pt", "roman-numeral", ["iii", "xix", "xiv", "cd", "XIX", "MMXI", "mcmxcix"]),
    ("pt", "hyphen", ["anti-herói", "amá-lo", "e-mail", "guarda-chuva", "co‑autor", "pré–sal"]),
    ("pt", "affix", ["oxi-", "-mente", "pré-", "‑mente", "-"]),
    ("pt", "apostrophe", ["d'água", "rock'n'roll", "d’água", "d´água", "d`água", "dʼágua"]),
    ("pt", "foreign-letter", ["kiwi", "whisky", "kuwaitiano", "km", "kg", "straße", "cœur", "æon"]),
    ("pt", "foreign-letter", ["ﬁm", "ａｂ", "сasa", "λόγος"]),
    ("pt", "symbol", ["axa³nio", "trelia§a", "AXA³NIO", "TRELIA§A", "µ", "1ª", "2º", "web2"]),
    ("pt", "symbol", ["papelerí\u00ado", "ca\u200bsa", "ca\u200esa", "ca[sa", "casa/p", "ª"]),
    ("pt", "mark", ["q\u0303a\u20dd", "casa\u20dd"]),
    ("pt", "space", ["a priori", "ab\u00a0ovo", "bem\u2009vindo"]),
    ("pt", "too-short", ["a", "à", "é", "ó", "ç"]),
    ("pt", "too-long", ["a" * 16, "lá" * 200, "casa" * 2_500]),
    ("pl", ADMITTED, ["żółć", "psst", "brr", "kiwi", "gęś", "mdli"]),
    ("pl", "proper-noun", ["Żmudzkiej", "Łódź", "Zofia"]),
    ("pl", "mixed-case", ["bruLion", "McTiernanowi"]),
    ("pl", "mark", ["bokmål", "apéritif", "über", "crème"]),
    ("pl", "foreign-letter", ["quiz", "vox", "xero", "straße"]),
    ("pl", "abbreviation-undotted", ["mgr", "np", "dł", "św"]),
    ("en", ADMITTED, ["cwm", "café", "naïve", "mix", "kiwi", "psst", "crwth", "why"]),
    ("en", "no-vowel", ["http", "bbc"]),
    ("en", "foreign-letter", ["œuvre", "þing", "straße"]),
    ("es", ADMITTED, ["llama", "año", "perro", "chico", "pingüino", "reinstalarnos"]),
    ("es", ADMITTED, ["cha" * 7]),
    ("es", "too-short", ["ch", "rr"]),
    ("es", "mark", ["lição", "garçon", "crème"]),
    ("es", "foreign-letter", ["kiwi", "web"]),
    ("ca", ADMITTED, ["col·legi", "coŀlegi", "col•legi", "quan", "any", "plaça", "cançó"]),
    ("ca", "foreign-letter", ["qatar", "yoga", "kiwi"]),
    ("ca", "symbol", ["col·lega2"]),
]  # fmt: skip


# Words in parts. The letters of a part may form a tile with the letters that follow.
PARTS = st.sampled_from([*"lnyaquszgžjdcheL'ïм’ixv", "·", "l·l", "ny", "\u0301", "ŀ", "dz", "zs"])


@cache
def recipe_of(language: str) -> recipe.Recipe:
    """A minimal recipe."""
    inputs = [recipe.RecipeInput(format="list", file=recipe.RawFile(path="x"))]
    found = recipe.RecipeFile(name="x", title="x", alphabet=language, inputs=inputs)
    return recipe_check.check_recipe(found, Path())


@cache
def rules(language: str) -> AdmissionRules:
    return AdmissionRules(recipe_of(language).language)


@pytest.mark.parametrize(
    ("language", "fate", "entry"),
    [
        pytest.param(language, fate, entry, id=f"{language}-{fate}-{entry[:12]}")
        for language, fate, entries in ENTRIES
        for entry in entries
    ],
)
def test_literal_entries(language: str, fate: str, entry: str) -> None:
    reason = check_entry(rules(language), entry)
    assert (reason.code if reason else ADMITTED) == fate


def test_every_reason_is_met(tmp_path: Path) -> None:
    """Every reason occurs in one build, including those that only a recipe can give."""
    entries = [e for language, _, entries in ENTRIES if language == "pt" for e in entries]
    (tmp_path / "list.txt").write_text("\n".join([*entries, "merda"]), "utf-8")
    (tmp_path / "all.tsv").write_text("word\tverdict\nMERDA\tout\n", "utf-8")
    (tmp_path / "few.aff").write_text("SET UTF-8\nFORBIDDENWORD !\n", "utf-8")
    (tmp_path / "few.dic").write_text("1\nmau/!\n", "utf-8")
    (tmp_path / "all.toml").write_text(
        """
        name = "all"
        title = "All"
        alphabet = "pt"
        decisions = ["all.tsv"]
        inputs = [{ format = "list", file = { path = "list.txt" } },
                  { format = "hunspell", aff = { path = "few.aff" }, dic = { path = "few.dic" } }]
        """,
        "utf-8",
    )
    report = build.build_lexicon(recipe_files.read_recipe(tmp_path / "all.toml"), tmp_path)
    assert set(report.rejected) == {reason.code for reason in RejectReason}


@given(st.sampled_from(LANGUAGES), st.text("abceilmnorstu", min_size=2, max_size=12), st.data())
def test_a_capital_takes_no_word_with_it(language: str, word: str, data: st.DataObject) -> None:
    others = data.draw(st.permutations([word.capitalize(), word.upper(), word]))
    alone, _ = through_the_kernel(language, [word])
    words, _ = through_the_kernel(language, others)
    assert words == alone


def begin_source(
    intake: Intake, known: AdmissionRules, official: bool, capitals_matter: bool
) -> None:
    intake.begin_source(
        "x",
        categories=0,
        shortest=SHORTEST,
        longest=LONGEST,
        official=official,
        capitals_matter=capitals_matter,
    )


def through_the_kernel(
    language: str, entries: Sequence[str], official: bool = False, capitals_matter: bool = True
) -> tuple[list[str], dict[int, str]]:
    """The words that `Intake` makes from entries, and the reason codes of the others by line."""
    known = rules(language)
    lines = known.alphabet.compose("\n".join(["", *entries]))  # line 1 is not an entry
    pieces: list[bytes] = []
    source = recipe_of(language)
    intake = create_intake(source, DecidedWords(source), pieces.append)
    begin_source(intake, known, official, capitals_matter)
    intake.read_lines(lines.encode(), False, "")
    intake.flush_report()
    rows = b"".join(pieces).decode().split("\n")[:-1]
    draft, _, _, repeats = intake.compile()
    assert intake.entries_read == len(entries)
    assert intake.admitted == len(entries) - len(rows) == len(draft) + repeats
    assert sum(intake.rejected) == len(rows)
    reasons = {int(line) - 2: code for code, _, _, line, _ in (row.split("\t") for row in rows)}
    return b"".join(draft.encode_lines()).decode().split(), reasons


@given(
    st.sampled_from(("pt", "es", "ca", "hu", "hr", "uk")),
    st.lists(st.lists(PARTS, max_size=6).map("".join), min_size=1, max_size=3),
    st.lists(
        st.tuples(st.booleans(), *[st.lists(PARTS, max_size=2).map("".join)] * 2),
        min_size=1,
        max_size=5,
    ),
    st.booleans(),
)
def test_forms_put_together_are_what_they_are_when_written(
    language: str, stems: list[str], affixes: list[tuple[bool, str, str]], capitals_matter: bool
) -> None:
    """This is so even if a tile spans the joint of stem and affix, or if a mark joins a letter
    there."""
    groups: dict[str, list[str]] = {"PFX P": [], "SFX S": [], "SFX T": []}
    for number, (prefix, strip, add) in enumerate(affixes):
        group = "PFX P" if prefix else ("SFX S", "SFX T")[number % 2]
        more = "/T" if group == "SFX S" else ""
        groups[group].append(f"{group} {strip or 0} {add or 0}{more} .")
    lines = ["SET UTF-8", "FULLSTRIP"]
    for group, each in groups.items():
        lines += [f"{group} Y {len(each)}", *each] if each else []
    # As long as words arrive in order, they are taken one by one; here the third does not.
    dic = "\n".join(["9", "son", "сон", "nas", "нас", *(f"{stem}/PST" for stem in stems if stem)])
    aff = "\n".join(lines)
    source = recipe_of(language)
    pieces: list[bytes] = []
    intake = create_intake(source, DecidedWords(source), pieces.append)
    begin_source(intake, rules(language), False, capitals_matter)
    expander = hunspell.read_affixes(aff.encode(), "x").create_expander()
    intake.read_hunspell(expander, dic.encode(), [], 1, [], b"", lambda *_: None)
    intake.flush_report()
    made = b"".join(intake.compile()[0].encode_lines()).decode().split()
    rows = b"".join(pieces).decode().split("\n")[:-1]

    forms = [form for form, _ in expand_dictionary(aff.encode(), dic.encode(), "x")[0]]
    words, reasons = through_the_kernel(language, forms, False, capitals_matter)
    assert made == words
    assert [row.partition("\t")[0] for row in rows] == list(reasons.values())
    assert intake.entries_read == len(forms)


def agree(language: str, entries: Sequence[str], official: bool, capitals_matter: bool) -> None:
    """Checks that the kernel decides on every entry as the reference does."""
    known = rules(language)
    words, reasons = through_the_kernel(language, entries, official, capitals_matter)
    expected: dict[int, str] = {}
    spelled: set[str] = set()
    for place, entry in enumerate(entries):
        verdict = check_entry(known, entry, official=official, capitals_matter=capitals_matter)
        if verdict:
            expected[place] = verdict.code
        else:
            spelled.add(known.alphabet.normal(entry))
    assert reasons == expected
    assert set(words) == spelled


BLANKS = " \t\n\v\f\r"  # the characters that a line loses at its ends
LETTERS = "abcdeghiklmnorstuvwxyzçéüßąęłżñåœ·ŀ"
SEASONING = "-‐–'’ʼ.…,²³§µμªº1[]/ \u00a0\u00ad\u200b\u0301\u0327\u0328\u20dd" + "кλאあＡﬁǅ"


def is_entry(text: str) -> bool:
    return text == text.strip(BLANKS) != "" and not set(text) & {"\t", "\n"}


entries_ = st.one_of(
    st.text(LETTERS, max_size=20),
    st.text(LETTERS, max_size=8).map(str.capitalize),
    st.text(LETTERS, max_size=8).map(str.upper),
    st.text("ivxlcdmIVXLCDM", max_size=9),
    st.sampled_from(["ch", "ll", "rr", "l·l", "ŀl", "ny", "qu", "n", "l", "q"]).flatmap(
        lambda face: st.integers(1, 300).map(lambda times: face * times)
    ),
    st.text(LETTERS.upper() + LETTERS + SEASONING, max_size=12),
    st.text(LETTERS + "\u0301\u0327", max_size=9).map(lambda t: unicodedata.normalize("NFD", t)),
    st.text(LETTERS, min_size=1, max_size=3).map(lambda text: text * 97),
    st.sampled_from(sorted({e for _, _, entries in ENTRIES for e in entries})),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
).filter(is_entry)


@given(st.sampled_from(LANGUAGES), st.lists(entries_, max_size=40), st.booleans(), st.booleans())
def test_the_kernel_agrees_with_the_reference(
    language: str, entries: list[str], official: bool, capitals_matter: bool
) -> None:
    agree(language, entries, official, capitals_matter)


@pytest.mark.slow
def test_the_kernel_agrees_on_every_literal_entry() -> None:
    every = [entry for _, _, entries in ENTRIES for entry in entries]
    for language, official, capitals_matter in product(LANGUAGES, (True, False), (True, False)):
        agree(language, every, official, capitals_matter)


def test_the_kernel_agrees_on_numerals() -> None:
    """Every short text of numeral letters, right or wrong, and all multi-letter numerals."""
    agree(
        "pt", ["".join(t) for n in range(1, 5) for t in product("ivxlcdm", repeat=n)], False, True
    )
    digits = [["", *row.split()] for row in ("m mm mmm", "c cc ccc cd d dc dcc dccc cm",
              "x xx xxx xl l lx lxx lxxx xc", "i ii iii iv v vi vii viii ix")]  # fmt: skip
    numerals = [text for text in map("".join, product(*digits)) if len(text) > 1]
    assert len(numerals) == 3992
    _, reasons = through_the_kernel("pt", numerals)
    words = {text for place, text in enumerate(numerals) if place not in reasons}
    assert words == rules("pt").language.guesses.numeral_words


@pytest.mark.parametrize(
    ("language", "name"),
    [("pt", "pt_PT"), ("pt", "pt_BR"), ("pl", "pl_PL"), ("es", "es_ES"), ("en", "en_GB")],
)
def test_the_kernel_agrees_on_real_dictionaries(
    language: str, name: str, raw_file: Callable[[str], Path]
) -> None:
    affixes = hunspell.read_affixes(raw_file(f"{name}.aff").read_bytes(), name)
    dic = affixes.decode_dic(raw_file(f"{name}.dic").read_bytes(), name).decode()
    stems = [line.partition("\t")[0].partition("/")[0].strip(BLANKS) for line in dic.split("\n")]
    agree(language, sample(stems[1:], 9_000), official=False, capitals_matter=True)


def test_the_kernel_agrees_on_a_real_list(raw_file: Callable[[str], Path]) -> None:
    words = msgspec.json.decode(raw_file("dictionary.json").read_bytes(), type=list[str])
    agree("en", sample(words, 5_000), official=True, capitals_matter=True)
    agree("pt", sample(words, 5_000), official=False, capitals_matter=False)


def sample(entries: list[str], count: int) -> list[str]:
    """Every n-th entry, `count` of them."""
    usable = [entry for entry in entries if is_entry(entry)]
    assert len(usable) >= count
    return usable[:: len(usable) // count][:count]
