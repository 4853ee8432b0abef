"""Text → tiles → text, and text that an alphabet cannot spell."""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import cache

import icu
import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.lexicon.helpers import alphabets, words_of
from tools.alphabets import finish_alphabet
from wordtools import alphabet, limits
from wordtools.alphabet import Alphabet
from wordtools.errors import AlphabetError, SpellingError

NAMES = tuple(alphabet.list_alphabets())


@cache
def shipped(name: str) -> Alphabet:
    return alphabet.load_alphabet(name).alphabet


any_shipped = st.sampled_from(NAMES).map(shipped)
any_alphabet = st.one_of(any_shipped, alphabets())
any_text = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize("name", NAMES)
def test_the_finished_data_is_what_icu_makes(name: str) -> None:
    source = alphabet.FOLDER / f"{name}.toml"
    assert source.with_suffix(".json").read_text("utf-8") == finish_alphabet(source)
    assert alphabet.load_alphabet(name) == alphabet.read_alphabet(source)


def test_shipped_alphabets_load_without_icu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "icu", None)
    assert alphabet.load_alphabet("en").alphabet.normal("café") == "CAFE"


@given(any_alphabet, st.data())
def test_tiles_survive_text(letters: Alphabet, data: st.DataObject) -> None:
    tiles = data.draw(words_of(letters))
    text = letters.text(tiles)
    assert letters.spell(text) == tiles
    assert letters.normal(text) == text
    assert letters.spell(text.translate(letters.small_letters)) == tiles
    assert letters.spell(unicodedata.normalize("NFD", text)) == tiles


@given(any_shipped, st.data())
def test_icu_changes_no_tile_by_changing_case(letters: Alphabet, data: st.DataObject) -> None:
    tiles = data.draw(words_of(letters))
    text, locale = letters.text(tiles), icu.Locale(letters.language)
    small = str(icu.UnicodeString(text).toLower(locale))
    assert letters.spell(small) == tiles
    assert letters.spell(str(icu.UnicodeString(small).toTitle(locale))) == tiles
    assert str(icu.UnicodeString(small).toUpper(locale)) == text


@pytest.mark.parametrize("name", NAMES)
def test_tiles_stand_in_the_order_of_their_language(name: str) -> None:
    letters = shipped(name)
    collator = icu.Collator.createInstance(icu.Locale(letters.language))
    assert sorted(letters.tiles, key=collator.getSortKey) == list(letters.tiles)


@given(any_alphabet, st.data())
def test_brackets_only_where_plain_text_would_be_misread(
    letters: Alphabet, data: st.DataObject
) -> None:
    tiles = data.draw(words_of(letters))
    plain = "".join(letters.tiles[tile - 1] for tile in tiles)
    assert (letters.text(tiles) == plain) == (greedily(letters, plain) == tiles)


@given(any_alphabet, st.data())
def test_the_longest_tile_first(letters: Alphabet, data: st.DataObject) -> None:
    plain = "".join(data.draw(st.lists(st.sampled_from(sorted(letters.spellings)), max_size=64)))
    expected = greedily(letters, plain)
    if expected is None:
        with pytest.raises(SpellingError, match="cannot be spelled"):
            letters.spell(plain)
    else:
        assert letters.spell(plain) == expected


def greedily(letters: Alphabet, plain: str) -> bytes | None:
    """The tiles of capital letters, each time those of the longest listed stretch, else the longest
    that fits; None if none does."""
    bare = without_apart(letters)
    stretches = {re.sub(r"[][]", "", each): bare.spell(each) for each in letters.apart or ()}
    tiles = b""
    while plain:
        if kept := max(filter(plain.startswith, stretches), key=len, default=""):
            tiles += stretches[kept]
            plain = plain[len(kept) :]
            continue
        fitting = [face for face in letters.tiles if plain.startswith(face)]
        if not fitting:
            return None
        face = max(fitting, key=len)
        tiles += bytes([letters.tiles.index(face) + 1])
        plain = plain[len(face) :]
    return tiles


def without_apart(letters: Alphabet) -> Alphabet:
    return msgspec.structs.replace(letters, apart=msgspec.UNSET)


@pytest.mark.parametrize("name", NAMES)
def test_every_stretch_is_written_without_brackets(name: str) -> None:
    letters = shipped(name)
    for stretch in letters.apart or ():
        plain = re.sub(r"[][]", "", stretch)
        assert letters.normal(stretch) == letters.normal(plain.lower()) == plain
        assert letters.spell(plain) == without_apart(letters).spell(stretch)


def test_alphabets_without_stretches_say_nothing_of_them() -> None:
    assert b"apart" not in msgspec.json.encode(shipped("es"))
    assert msgspec.json.decode(msgspec.json.encode(shipped("hr")), type=Alphabet) == shipped("hr")


@pytest.mark.parametrize(
    ("stretches", "said"),
    [
        (["CHA"], "CHA is already read this way"),
        ([""], "is already read this way"),
        (["[C][H"], "the tiles cannot spell"),
        (["[C][H]Ω"], "the tiles cannot spell"),
        (["[C][H]" + "A" * 60], "a stretch in apart has 66 characters, more than 64"),
        (["[C][H]\u202e"], "cannot be shown"),
        (["[C][H]\ud800"], "cannot be"),
        (["[C][H]A"] * 4097, "4,097 stretches in apart, more than 4,096"),
    ],
)
def test_stretches_that_cannot_be_kept_apart(stretches: list[str], said: str) -> None:
    hostile = msgspec.structs.replace(shipped("es"), apart=tuple(stretches))
    with pytest.raises(AlphabetError, match=said):
        _ = hostile.kernel


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("chico", "CH I C O"),
        ("[ch]ico", "CH I C O"),
        ("[C][H]ICO", "C H I C O"),
        ("c[h]ico", "C H I C O"),
        ("perRo", "P E RR O"),
        ("[a][ll]á", "A LL A"),
        ("rrr", "RR R"),
    ],
)
def test_brackets_force_a_tile(text: str, faces: str) -> None:
    spanish = shipped("es")
    tiles = spanish.spell(text)
    assert [spanish.tiles[tile - 1] for tile in tiles] == faces.split()


def test_every_tile_that_would_be_misread_is_bracketed() -> None:
    assert shipped("es").normal("[c]h[ll]l[l]ar[r]") == "[C][H]LL[L][L]A[R][R]"


@pytest.mark.parametrize("text", ["[", "]", "[]", "[ch", "ch]", "[[ch]]", "[cha]", "[chh]", "a[]b"])
def test_brackets_that_hold_no_one_tile(text: str) -> None:
    with pytest.raises(SpellingError, match="cannot be spelled with Spanish tiles"):
        shipped("es").spell(text)


@pytest.mark.parametrize("name", NAMES)
def test_every_spelling_of_a_letter_is_that_letter(name: str) -> None:
    letters = shipped(name)
    for tile, face in enumerate(letters.tiles, 1):
        for character in letters.spellings[face] if len(face) == 1 else ():
            for form in ("NFC", "NFD"):
                assert letters.spell(unicodedata.normalize(form, character)) == bytes([tile])


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("pt", "àáâãäåāăǎ", "A" * 9),
        ("pt", "éêèíîóôõöúü", "EEEIIOOOOUU"),
        ("pt", "Lição bênção açúcar".replace(" ", ""), "LIÇAOBENÇAOAÇUCAR"),
        ("pt", "ḉ", "Ç"),  # the cedilla stays, the acute goes
        ("pt", "ñ", "N"),
        ("es", "pingüino", "PINGÜINO".replace("Ü", "U")),
        ("es", "ÑANDÚ", "ÑANDU"),
        ("en", "café naïve façade jalapeño".replace(" ", ""), "CAFENAIVEFACADEJALAPENO"),
        ("pl", "zażółćgęśląjaźń", "ZAŻÓŁĆGĘŚLĄJAŹŃ"),
        ("ca", "COL·LEGI", "COL·LEGI"),
        ("ca", "coŀlegi", "COL·LEGI"),
        ("ca", "col•legi", "COL·LEGI"),
        ("ca", "aigüesnyora", "AIGUESNYORA"),
        ("fr", "œuvreexæquo", "OEUVREEXAEQUO"),
        ("de", "straßecafé", "STRASSECAFE"),
        ("nl", "ĳsreünie", "IJSREUNIE"),
        ("ro", "așaaşaîncâțicâţi", "ASAASAINCATICATI"),
        ("sv", "crêpeüber", "CREPEÜBER"),
        ("tr", "kiramîras", "KİRAMİRAS"),
        ("tr", "kırarüzgâr", "KIRARÜZGAR"),
        ("hr", "ǉubav", "LJUBAV"),
        ("el", "λόγοςμαΐου", "ΛΟΓΟΣΜΑΙΟΥ"),
        ("el", "μαΐου".upper(), "ΜΑΙΟΥ"),  # Python leaves an accent over
        ("bg", "ѝгрей", "ИГРЕЙ"),
        ("uk", "м'ята", "МʼЯТА"),
        ("uk", "подвір’я", "ПОДВІРʼЯ"),
        ("la", "ūvajam", "UVAIAM"),
        ("la-v", "ūvajam", "VVAIAM"),
        ("gd", "mórmòr", "MORMÒR"),
        ("he", "שָׁלוֹם", "שלומ"),
        ("ar", "مُحَمَّدـأمل", "محمدأمل"),
        ("ar", "ﺑﺎﺏﻻ", "بابلا"),
        ("ar", "علىﻋﻠﻰ", "عليعلي"),
    ],
)
def test_marks_fold_and_letters_stay(name: str, text: str, word: str) -> None:
    letters = shipped(name)
    locale = icu.Locale(letters.language)
    upper = icu.UnicodeString(text).toUpper(locale)
    title = icu.UnicodeString(text).toTitle(locale)
    for written in (text, str(upper), str(title)):
        for form in ("NFC", "NFD"):
            assert letters.normal(unicodedata.normalize(form, written)) == word


@pytest.mark.parametrize(
    ("name", "text", "faces"),
    [
        ("hu", "asszony", "A S SZ O NY"),
        ("hu", "öccse", "Ö C CS E"),
        ("hu", "mennyi", "M E N NY I"),
        ("hu", "községek", "K Ö Z S É G E K"),
        ("hu", "készség", "K É SZ S É G"),
        ("hu", "tízszer", "T Í Z SZ E R"),
        ("hu", "rizságy", "R I ZS Á GY"),
        ("hr", "Ǆǅǆljnj", "DŽ DŽ DŽ LJ NJ"),
        ("hr", "injekcija", "I N J E K C I J A"),
        ("hr", "i[nj]ekcija", "I NJ E K C I J A"),
        ("hr", "konjugacija", "K O N J U G A C I J A"),
        ("hr", "konjušar", "K O NJ U Š A R"),
        ("hr", "odžaljen", "O D Ž A LJ E N"),
        ("hr", "hodža", "H O DŽ A"),
        ("cy", "llongyfarch", "LL O N G Y F A R CH"),
        ("cy", "llong", "LL O NG"),
        ("eu", "hotzxarrtsatx", "H O TZ X A RR TS A TX"),
        ("cs", "chdžř", "C H D Ž Ř"),
        ("uk", "м'ята", "М ʼ Я Т А"),
        ("ga", "bhfuil", "B H F U I L"),
    ],
)
def test_words_are_laid_with_these_tiles(name: str, text: str, faces: str) -> None:
    letters = shipped(name)
    assert [letters.tiles[tile - 1] for tile in letters.spell(text)] == faces.split()


@pytest.mark.parametrize(("name", "text"), [("tr", "İIiı"), ("el", "Σς"), ("he", "א"), ("uk", "ʼ")])
def test_small_letters_are_those_of_the_language(name: str, text: str) -> None:
    capitals = {"İIiı": "İI", "Σς": "Σ"}.get(text, text)
    small = {"İIiı": "iı", "Σς": "σ"}.get(text, text)
    assert capitals.translate(shipped(name).small_letters) == small


@pytest.mark.parametrize("character", "éüàöçñłőč")
def test_in_polish_nothing_folds(character: str) -> None:
    polish = shipped("pl")
    assert set(map(len, polish.spellings.values())) == {2}  # a capital and its small letter
    if character in polish.spellings["Ł"]:
        assert polish.normal(character) == "Ł"
        return
    for form in ("NFC", "NFD"):
        with pytest.raises(SpellingError) as refused:
            polish.spell(unicodedata.normalize(form, f"a{character}b"))
        assert refused.value.offending == character


@pytest.mark.parametrize(
    ("name", "character", "called"),
    [
        ("pt", "а", "cyrillic small letter a"),
        ("en", "С", "cyrillic capital letter es"),
        ("en", "Α", "greek capital letter alpha"),
        ("en", "Ａ", "fullwidth latin capital letter a"),
        ("en", "ﬁ", "latin small ligature fi"),
        ("pt", "\u00ad", "soft hyphen"),
        ("es", "\u200b", "zero width space"),
        ("pt", "ª", "feminine ordinal indicator"),
        ("pt", "º", "masculine ordinal indicator"),
        ("pt", "µ", "micro sign"),
        ("en", "ß", "latin small letter sharp s"),
        ("en", "œ", "latin small ligature oe"),
        ("pt", "æ", "latin small letter ae"),
        ("pt", "ł", "latin small letter l with stroke"),
        ("en", "ø", "latin small letter o with stroke"),
        ("en", "ı", "latin small letter dotless i"),
        ("en", "ſ", "latin small letter long s"),
        ("en", "ⅷ", "small roman numeral eight"),
        ("en", "²", "superscript two"),
        ("es", "ĳ", "latin small ligature ij"),
        ("pt", "K", "K"),
        ("es", "w", "w"),
        ("en", "\u0332", "combining low line"),
        ("en", "-", "-"),
        ("en", " ", "space"),
        ("en", "\n", "U+000A"),
        ("en", "\ud800", "U+D800"),
    ],
)
def test_look_alikes_are_refused_by_name(name: str, character: str, called: str) -> None:
    letters = shipped(name)
    for text in (character, f"a{character}o", f"ca{character}{character}a"):
        with pytest.raises(SpellingError) as refused:
            letters.spell(text)
        assert refused.value.offending == character
        assert refused.value.text == text
        assert f"no {letters.name} tile shows " in str(refused.value)
        assert called.lower() in str(refused.value).lower()


def test_all_offending_characters_are_named_once() -> None:
    with pytest.raises(SpellingError) as refused:
        shipped("pt").spell("kiwi-wok")
    assert refused.value.offending == "kw-"
    assert str(refused.value) == "no Portuguese tile shows k, w, -"


@given(any_alphabet, any_text)
def test_any_text_has_tiles_or_is_refused(letters: Alphabet, text: str) -> None:
    try:
        tiles = letters.spell(text)
    except SpellingError as error:
        assert error.text == text
        assert set(error.offending) <= set(letters.compose(text))
        assert set(error.offending).isdisjoint("[]" + "".join(letters.spellings.values()))
        assert "\n" not in str(error)
    else:
        assert letters.spell(letters.text(tiles)) == tiles


@given(any_shipped, st.data())
def test_text_of_letters_and_brackets_has_tiles_or_is_refused(
    letters: Alphabet, data: st.DataObject
) -> None:
    some = st.sampled_from(["[", "]", *letters.tiles, *"".join(letters.spellings.values())])
    text = "".join(data.draw(st.lists(some, max_size=300)))
    try:
        tiles = letters.spell(text)
    except SpellingError as error:
        assert error.offending == ""
        assert "\n" not in str(error)
    else:
        assert letters.spell(letters.text(tiles)) == tiles


@given(st.lists(st.text(max_size=3), max_size=66), st.lists(st.tuples(any_text, any_text)))
@example([], [("", "\ud800")])
@example(["A"], [("A", "A\udfff")])
@example(["\ud800"], [])
def test_any_tiles_make_an_alphabet_or_are_refused(
    tiles: list[str], spelled: list[tuple[str, str]]
) -> None:
    """A hostile manifest may contain any of these."""
    letters = Alphabet("Any", "", tuple(tiles), dict(spelled))
    try:
        kernel = letters.kernel
    except AlphabetError as error:
        assert str(error).startswith("the alphabet Any cannot be used: ")
    else:
        for tile in range(1, len(tiles) + 1):
            assert kernel.to_text(bytes([tile])).strip("[]") == tiles[tile - 1].strip("[]")


def with_also(also: dict[str, str]) -> Alphabet:
    return msgspec.structs.replace(alphabet.load_alphabet("en").alphabet, also=also)


@pytest.mark.parametrize(
    ("also", "said"),
    [
        pytest.param({"": "A"}, "the text to replace is empty", id="empty"),
        pytest.param({chr(0x391): "A" * 17}, "17 characters in an entry of also", id="long"),
        pytest.param({"x" * 17: "A"}, "17 characters in an entry of also", id="long key"),
        pytest.param({chr(0x4E00 + n): "A" for n in range(257)}, "257 replacements", id="many"),
    ],
)
def test_replacements_that_would_cost_too_much(also: dict[str, str], said: str) -> None:
    with pytest.raises(AlphabetError, match=said):
        _ = with_also(also).kernel


@given(
    st.dictionaries(st.text("AB’-", min_size=1, max_size=3), st.text("AB", max_size=16)),
    st.text("AB’-", max_size=9),
)
def test_no_text_grows_beyond_what_may_be_written(also: dict[str, str], text: str) -> None:
    letters = with_also(
        {written: meant for written, meant in also.items() if set(written) & {*"’-"}}
    )
    composed = letters.compose(text)
    assert len(composed) <= len(text) * limits.LONGEST_ALSO
    assert letters.compose(composed) == composed


@pytest.mark.parametrize("name", alphabet.list_alphabets())
def test_the_built_in_alphabets_are_far_from_the_limits(name: str) -> None:
    letters = alphabet.load_alphabet(name).alphabet
    assert max(map(len, letters.also.values()), default=0) <= 2
    assert max(map(len, letters.spellings.values())) * 10 <= limits.MOST_SPELLINGS
