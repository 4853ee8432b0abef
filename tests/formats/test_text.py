"""Plain text in every encoding of word lists; nothing is ever silently misread."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wordtools import alphabet
from wordtools._kernel import Case, scan_capitals
from wordtools.errors import SourceError
from wordtools.formats import text

WORDS = {
    "pt": ["lição", "àquele", "às", "bênção", "você", "avô", "pôde", "açúcar", "lingüiça", "pão"],
    "es": ["año", "niño", "cañón", "pingüino", "corazón", "mañana", "así", "café", "útil"],
    "ca": ["plaça", "cançó", "col·legi", "països", "català", "què", "raó", "aigües"],
    "en": ["café", "naïve", "crème", "façade", "señor", "voilà", "jalapeño", "soufflé"],
    "pl": ["zażółć", "gęślą", "jaźń", "świąd", "ćma", "łódź", "źdźbło", "żona", "ósmy", "Śląsk"],
    "tr": ["ağaç", "ışık", "şeker", "çocuk", "güneş", "dağ", "göz"],
    "lt": ["žąsis", "ėjo", "šuo", "čia", "ūkis", "ąžuolas", "įėjo"],
    "el": ["γάτα", "βιβλίο", "νερό", "ήλιος", "θάλασσα", "άνθρωπος", "ώρα"],
    "he": ["שלט", "ירח", "ספר", "ילד", "בית", "אישה"],
    "ar": ["كتاب", "بيت", "ماء", "شمس", "قمر", "مدرسة", "سؤال"],
    "ru": ["дом", "кот", "молоко", "вода", "стол", "окно", "собака"],
    "bg": ["къща", "котка", "мляко", "вода", "маса", "прозорец", "куче"],
    "uk": ["дім", "кіт", "молоко", "вода", "стіл", "їжак", "ґанок"],
}
UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-32")
WESTERN = [(name, codec) for name in ("pt", "es", "ca", "en") for codec in ("cp1252", "latin-1")]
ENCODINGS = [
    *WESTERN,
    ("pl", "cp1250"),
    ("pl", "iso8859-2"),
    ("tr", "cp1254"),
    ("lt", "cp1257"),
    *(("el", codec) for codec in ("cp1253", "iso8859-7")),
    *(("he", codec) for codec in ("cp1255", "iso8859-8")),
    *(("ar", codec) for codec in ("cp1256", "iso8859-6")),
    *((name, codec) for name in ("ru", "bg") for codec in ("cp1251", "koi8-r", "iso8859-5")),
    *(("uk", codec) for codec in ("cp1251", "koi8-u")),
    *((language, codec) for language in WORDS for codec in UNICODE),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "list.txt"


def read(path: Path, language: str, encoding: str = "detect") -> str:
    pieces = text.read_pieces(path, encoding, alphabet.load_alphabet(language).alphabet)
    return b"".join(pieces).decode()


@pytest.mark.parametrize(("language", "codec"), ENCODINGS)
@pytest.mark.parametrize("how", ["declared", "detected"])
@pytest.mark.parametrize("case", [str.lower, str.upper])
def test_every_encoding(
    path: Path, language: str, codec: str, how: str, case: Callable[[str], str]
) -> None:
    lines = "\n".join(case(word) for word in WORDS[language])
    path.write_bytes(lines.encode(codec))
    assert read(path, language, codec if how == "declared" else "detect") == lines


@pytest.mark.parametrize(
    ("language", "codec", "word"),
    [
        pytest.param(language, codec, word, id=f"{language}-{codec}-{word}")
        for language, codec in WESTERN
        for word in WORDS[language]
    ],
)
def test_one_marked_word_is_enough(path: Path, language: str, codec: str, word: str) -> None:
    """West of Vienna, no letter may be mistaken for another one that folds (ñ for ń, à for ŕ)."""
    path.write_bytes(f"casa\n{word}\n".encode(codec))
    assert read(path, language) == f"casa\n{word}\n"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-8"])
def test_declared_as_one_endian_the_mark_is_no_letter(path: Path, codec: str) -> None:
    path.write_bytes("\ufefflição\n".encode(codec))
    assert read(path, "pt", codec) == "lição\n"


def test_letters_and_marks_are_joined(path: Path) -> None:
    path.write_text(unicodedata.normalize("NFD", "lição\nnaïve\n"), "utf-8")
    assert read(path, "pt") == "lição\nnaïve\n"


def test_catalan_has_two_ways_to_write_a_middle_dot(path: Path) -> None:
    path.write_text("coŀlegi\ncol•legi\n", "utf-8")
    assert read(path, "ca") == "col·legi\ncol·legi\n"


@pytest.mark.parametrize(
    ("codec", "data", "message"),
    [
        pytest.param("utf-8", b"a\nb\nli\xe7ao\n", "3: byte 0xE7 is not utf-8", id="utf-8"),
        pytest.param("utf-8", b"a\r\nb\r\n\xff", "3: byte 0xFF is not utf-8", id="crlf"),
        pytest.param("utf-8", b"a\nli\xc3", "2: byte 0xC3 is not utf-8", id="cut-short"),
        pytest.param("ascii", b"\xe7", "1: byte 0xE7 is not ascii", id="ascii"),
        pytest.param("cp1252", b"a\n\x81\n", "2: byte 0x81 is not cp1252", id="cp1252"),
        pytest.param("cp1250", b"\n\n\n\x81", "4: byte 0x81 is not cp1250", id="cp1250"),
        pytest.param("utf-16", b"\xff\xfea\0\n\0b", "2: byte 0x62 is not utf-16", id="utf-16"),
    ],
)
def test_undecodable_bytes(path: Path, codec: str, data: bytes, message: str) -> None:
    path.write_bytes(data)
    with pytest.raises(SourceError) as caught:
        read(path, "pt", codec)
    assert str(caught.value).startswith(f"{path}:{message}")
    assert str(caught.value).endswith("declare the file's encoding")


@pytest.mark.parametrize("piece", [1, 7, 64, 1 << 22])
@pytest.mark.parametrize("damaged", [0, 500, 999])
@pytest.mark.parametrize("damage", [b"\xff", b"\xc3", b"\xe7\xf3"])
def test_a_damaged_utf8_file_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch, piece: int, damaged: int, damage: bytes
) -> None:
    """This holds for damage in any place, and for any way of cutting the file into pieces."""
    lines = [word.encode() for word in WORDS["pl"]] * 100
    lines[damaged] += damage
    path.write_bytes(b"\n".join(lines))
    monkeypatch.setattr(text, "PIECE", piece)
    with pytest.raises(SourceError, match=rf"list\.txt:{damaged + 1}: byte 0x.. is not utf-8"):
        read(path, "pl")


@pytest.mark.parametrize("codec", ["nosuch", "", "hex", "rot13", "base64", "zlib", "undefined"])
def test_unknown_encodings(path: Path, codec: str) -> None:
    path.write_bytes(b"casa\ngato\n")
    with pytest.raises(SourceError, match=rf"list\.txt: there is no encoding '{codec}'"):
        read(path, "pt", codec)


def test_codecs_that_fail_in_their_own_way(path: Path) -> None:
    path.write_bytes(b"casa\ngato\n")
    for codec in ("utf-16", "punycode", "unicode_escape"):
        path.write_bytes(b"casa\\x\ngato\xff\n")
        with pytest.raises(SourceError, match=r"list\.txt"):
            read(path, "pt", codec)


def test_half_a_surrogate_is_no_character(path: Path) -> None:
    path.write_bytes(b"casa\n+2AA-\n")
    with pytest.raises(SourceError, match=r"list\.txt: cannot be decoded: .*surrogates"):
        read(path, "pt", "utf-7")


@pytest.mark.parametrize("name", ["none.txt", "."])
def test_what_cannot_be_read(tmp_path: Path, name: str) -> None:
    for encoding in ("detect", "utf-8"):
        with pytest.raises(SourceError, match="cannot be read: "):
            read(tmp_path / name, "pt", encoding)


@given(
    st.text("açãżółñ\r\n\u0301 \t#1", max_size=60),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be"]),
    st.integers(1, 9),
)
def test_pieces_do_not_show(
    tmp_path_factory: pytest.TempPathFactory, content: str, codec: str, piece: int
) -> None:
    """Pieces of any size give the same text, and no piece ends inside a line."""
    path = tmp_path_factory.mktemp("pieces") / "list.txt"
    path.write_bytes(content.encode(codec))
    language = alphabet.load_alphabet("pt").alphabet
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "PIECE", piece)
        small = list(text.read_pieces(path, codec, language))
        capitals = text.is_all_capitals(path, codec, language)
    assert b"".join(small).decode() == language.compose(content)
    assert all(each.endswith(b"\n") for each in small[:-1])
    assert capitals == text.is_all_capitals(path, codec, language)


@given(st.lists(st.sampled_from([w for each in WORDS.values() for w in each]), min_size=1))
def test_detection_does_not_depend_on_pieces(
    tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    path = tmp_path_factory.mktemp("pieces") / "list.txt"
    path.write_bytes("\n".join(words).encode())
    for language in WORDS:
        whole = read(path, language)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(text, "PIECE", 3)
            assert read(path, language) == whole


@pytest.mark.parametrize(
    ("content", "capitals"),
    [
        ("CASA\nAÇÃO\n", True),
        ("# a list\n% of words\nCASA\n", True),
        ("CASA a house\nRATO\ta rat\n", True),
        ("CASA\nRato\n", False),
        ("casa\n", False),
        ("CASA\nnão\n", False),
        ("", False),
        ("\n\n", False),
        ("# nothing but comments\n", False),
        ("12\n", False),
        ("12\n3\n", False),
        ("12\nCASA\n", True),
    ],
)
def test_lists_in_capitals_throughout(path: Path, content: str, capitals: bool) -> None:
    """A list without letters is not in capitals, because there is nothing to ignore."""
    path.write_text(content, "utf-8")
    assert text.is_all_capitals(path, "utf-8", alphabet.load_alphabet("pt").alphabet) is capitals


def is_all_capitals_word_by_word(content: str) -> bool:
    """Decides whether a list is in capitals in plain Python, word by word."""
    lines = (line.split(None, 1) for line in content.split("\n"))
    words = [line[0] for line in lines if line and not line[0].startswith(("#", "%"))]
    in_capitals = all(word == word.upper() for word in words)
    return in_capitals and any(word != word.lower() for word in words)


@given(st.text(st.sampled_from("AÇŁΣẞ1-·\u0301 \t\x1c\x85\u2028\r\n\n#%aßſŉǅªⅷ\u0345İı")))
@example("A\u0345")
@example("Σ\nΑΣ")
@example("ŉ")
@example("\x1f#a\nA")
@example("A#a\n%a\nA b")
@example("\x85A\u2028a")
def test_capitals_are_what_python_says(
    tmp_path_factory: pytest.TempPathFactory, content: str
) -> None:
    path = tmp_path_factory.mktemp("capitals") / "list.txt"
    path.write_bytes(content.encode())
    language = alphabet.load_alphabet("pt").alphabet
    expected = is_all_capitals_word_by_word(language.compose(content))
    assert text.is_all_capitals(path, "utf-8", language) is expected


@pytest.mark.slow
def test_every_character_of_a_list_in_capitals() -> None:
    for character in map(chr, (*range(0xD800), *range(0xE000, 0x20000))):
        found = scan_capitals(f"A{character}\n".encode(), text.classify_case)
        assert (found == Case.CAPITAL) is is_all_capitals_word_by_word(f"A{character}\n")
