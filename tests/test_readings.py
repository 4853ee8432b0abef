"""A text has one reading in tiles, wherever it is read, and the displayed text shows exactly this
reading. Alphabets in which a text has two readings are refused."""

from __future__ import annotations

import itertools
import random
import re
import unicodedata
from pathlib import Path

import msgspec
import pyarrow as pa
import pytest

from wordtools import _kernel
from wordtools.alphabet import Alphabet, read_alphabet
from wordtools.errors import AlphabetError, SpellingError

LETTERS = "ABDĐJKÄÁĀÂĄ"
MARKS = "\u0301\u0308\u0323\u0483"
SIGNS = "’-·"
SOME = 3  # characters that texts are made of
LONGEST = 6


def read_by_rule(alphabet: Alphabet, text: str) -> bytes | None:
    """The tiles of a text by the rule of docs/lexicographers.md, implemented as simply as
    possible."""
    text = unicodedata.normalize("NFC", text)
    for _ in range(len(text) + 2):
        for written, meant in alphabet.also.items():
            text = text.replace(written, meant)
        text = unicodedata.normalize("NFC", text)
    letters = {c: letter for letter, every in alphabet.spellings.items() for c in every}
    pieces = re.findall(r"\[[^\[\]]*\]|[^\[\]]+", text)
    if "".join(pieces) != text:
        return None
    tiles = b""
    for piece in pieces:
        if any(c not in letters for c in piece.strip("[]")):
            return None
        shown = "".join(letters[c] for c in piece.strip("[]"))
        if piece[0] == "[":
            if shown not in alphabet.tiles:
                return None
            tiles += bytes([alphabet.tiles.index(shown) + 1])
            continue
        while shown:
            face = max(filter(shown.startswith, alphabet.tiles), key=len, default="")
            if not face:
                return None
            tiles += bytes([alphabet.tiles.index(face) + 1])
            shown = shown[len(face) :]
    return tiles


def make_alphabet(rng: random.Random) -> Alphabet:
    """An alphabet that somebody might write, sound or not."""
    symbols = rng.sample(LETTERS, rng.randint(1, 4)) + rng.sample(MARKS, rng.choice([0, 0, 0, 1]))
    faces = {*symbols, *("".join(rng.choices(symbols, k=2)) for _ in range(rng.randint(0, 2)))}
    tiles = sorted(faces)
    rng.shuffle(tiles)
    shown = sorted(set("".join(tiles)))
    spellings = {letter: "".join(dict.fromkeys(letter + letter.lower())) for letter in shown}
    if rng.random() < 0.3:
        spellings[rng.choice(shown)] += rng.choice(LETTERS.lower() + MARKS)
    also = {}
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        pool = [*shown, *SIGNS, *MARKS, *"ĐJÄ"]
        written = "".join(rng.choices(pool, k=rng.randint(1, 2)))
        also[unicodedata.normalize("NFC", written)] = "".join(
            rng.choices(shown, k=rng.randint(0, 2))
        )
    return Alphabet("Made-up", "en", tuple(tiles), spellings, also)


def list_texts(alphabet: Alphabet, rng: random.Random) -> list[str]:
    """All texts of up to `LONGEST` characters that occur in the alphabet's input, with brackets
    around some."""
    known = {*"".join(alphabet.spellings.values()), *"".join(alphabet.also), *rng.sample(MARKS, 1)}
    characters = rng.sample(sorted(known), min(SOME, len(known)))
    texts = [
        "".join(text)
        for length in range(1, LONGEST + 1)
        for text in itertools.product(characters, repeat=length)
    ]
    bracketed = [f"[{a}]{b}" for a, b in itertools.product(texts[: 5 * SOME], texts[:SOME])]
    return [*texts, *bracketed, *(f"{text}]" for text in texts[:SOME])]


def list_sound_alphabets(seed: int, count: int) -> list[Alphabet]:
    rng = random.Random(seed)
    sound: list[Alphabet] = []
    while len(sound) < count:
        made = make_alphabet(rng)
        try:
            _ = made.kernel
        except AlphabetError:
            continue
        sound.append(made)
    return sound


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_text_has_one_reading_everywhere(seed: int, longer: float) -> None:
    """`pytest --longer 625` tries 10,000 alphabets."""
    rng = random.Random(seed)
    for alphabet in list_sound_alphabets(seed, round(8 * longer)):
        texts = list_texts(alphabet, rng)
        read = {text: read_by_rule(alphabet, text) for text in texts}
        words = [text for text, tiles in read.items() if tiles and rng.random() < 0.5]
        collector = _kernel.Collector(alphabet.kernel, alphabet.compose)
        assert collector.add(words, 0) is None
        columns = collector.compile()[0].encode_columns()
        automaton = _kernel.Automaton.from_columns(alphabet.kernel, *columns)
        held = {read[text] for text in words}
        joined, ends, ranks = automaton.spell_many(pa.array(texts), alphabet.compose)
        answers = _kernel.WordSet(automaton, None, alphabet.compose).contains_many(texts)
        begin = 0
        for text, end, rank, found in zip(
            texts, memoryview(ends).cast("q"), memoryview(ranks).cast("q"), answers, strict=True
        ):
            tiles = read[text]
            assert spell(alphabet, text) == tiles, (alphabet, text)
            assert (joined[begin:end] if end >= 0 else None) == (tiles or None), (alphabet, text)
            assert (rank >= 0) == bool(found) == (tiles in held), (alphabet, text)
            if tiles:
                for shown in (alphabet.text(tiles), alphabet.show(tiles)):
                    assert read_by_rule(alphabet, shown) == tiles, (alphabet, text, shown)
            begin = max(begin, end)


def spell(alphabet: Alphabet, text: str) -> bytes | None:
    try:
        return alphabet.spell(text)
    except SpellingError:
        return None


@pytest.mark.parametrize(
    ("tiles", "also", "readings"),
    [
        ("A B D Đ J K N O", {"DJ": "Đ"}, r"'DJ' has two readings, \[D\]\[J\] and Đ"),
        ("A Ä E K S", {"AE": "Ä"}, r"'AE' has two readings, \[A\]\[E\] and Ä"),
        ("A C H CH C’H", {"CH": "C’H"}, r"'CH' has two readings, \[C\]\[H\] and C’H"),
        ("A Á \u0301", {}, r"U\+0041 U\+0301 is read as \[A\]\[\u0301\] and, composed, as Á"),
        ("Щ \u0301 \u0323", {}, r"U\+0301 U\+0323 is read as"),
        ("A B", {"’ ": "A"}, "spaces and brackets cannot be replaced"),
        ("A B", {"’]": "A"}, "spaces and brackets cannot be replaced"),
        ("A B", {"12": "A"}, "'12': a number alone cannot be replaced"),
        ("A B 7", {}, "7: a tile shows letters"),
        ("A B .", {}, r"\.: a tile shows letters"),
        ("A B ’", {}, "’: a tile shows letters"),
    ],
)
def test_an_alphabet_in_which_a_text_has_two_readings_is_refused(
    tiles: str, also: dict[str, str], readings: str, tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    table = "".join(f'"{written}" = "{meant}"\n' for written, meant in also.items())
    path.write_text(f'name = "Own"\nlanguage = "en"\ntiles = "{tiles}"\n[also]\n{table}', "utf-8")
    with pytest.raises(AlphabetError, match=readings):
        read_alphabet(path)


@pytest.mark.parametrize(
    ("tiles", "also", "text", "shown"),
    [
        ("A B D Đ K", {"DJ": "Đ"}, "djak", "ĐAK"),
        ("A C H C’H", {}, "c’ha", "[C’H]A"),
        ("A D Đ J K", {"D’J": "Đ"}, "d’jakdj", "ĐAKDJ"),
        ("A B C", {"q": "c", "b’": "a"}, "q’b’", None),
        ("A B C", {"a’": "b", "q": "a"}, "q’", "B"),
    ],
)
def test_what_an_alphabet_replaces(
    tiles: str, also: dict[str, str], text: str, shown: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    table = "".join(f'"{written}" = "{meant}"\n' for written, meant in also.items())
    path.write_text(f'name = "Own"\nlanguage = "en"\ntiles = "{tiles}"\n[also]\n{table}', "utf-8")
    alphabet = read_alphabet(path).alphabet
    read = spell(alphabet, text)
    assert (read and alphabet.show(read)) == shown


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"spellings": {"A": "Aa", "B": "Bba"}}, "a is read as A and as B"),
        ({"spellings": {"A": "Aa]", "B": "Bb"}}, r"U\+005D cannot spell"),
        ({"spellings": {"A": "Aa", "B": "b"}}, "no character spells the letter B of a tile"),
        ({"spellings": {"A": "Aa\u212b", "B": "Bb\u00c5"}}, "in its composed form as B"),
        ({"also": {"ab": "B"}}, "'ab' has two readings"),
        ({"also": {"’": "C"}}, "no tile shows C"),
        ({"tiles": ("a", "B"), "spellings": {"a": "Aa", "B": "Bb"}}, "must be written in capitals"),
        ({"tiles": ("?", "B"), "spellings": {"?": "?", "B": "Bb"}}, "another meaning in plays"),
        ({"spellings": {"A": "Aa ", "B": "Bb"}}, "U\\+0020 cannot spell a letter"),
        ({"spellings": {"A": "Aa\u202e", "B": "Bb"}}, "U\\+202E cannot spell"),
    ],
)
def test_a_lexicons_alphabet_in_which_a_text_has_two_readings_is_refused(
    changes: dict[str, dict[str, str]], said: str
) -> None:
    sound = Alphabet("Made-up", "en", ("A", "B"), {"A": "Aa", "B": "Bb"})
    with pytest.raises(AlphabetError, match=said):
        _ = msgspec.structs.replace(sound, **changes).kernel
