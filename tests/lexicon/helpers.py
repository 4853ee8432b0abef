"""Lexicons from words in memory, random alphabets and dictionaries, and resealed files."""

from __future__ import annotations

import hashlib
import io
import random
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
import zstandard
from hypothesis import strategies as st

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.lexicon import file
from wordtools.lexicon.definitions import encode_definitions
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import FORMAT, Category, Edition, EditionRule, Manifest

NAME = "test"
PATH = "test.lexicon"
ENGLISH = Alphabet(
    "English",
    "en",
    tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    {letter: letter + letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
)

Tagged = tuple[bytes, frozenset[str]]
"""The tiles of a word, and the categories that it comes with."""


def lexicon_bytes(
    alphabet: Alphabet,
    entries: Iterable[Tagged],
    categories: Iterable[str] = (),
    editions: Mapping[str, EditionRule] | None = None,
    name: str = NAME,
    title: str = "",
) -> bytes:
    """The file of a lexicon with these words; its manifest is counted here, word by word."""
    order = list(categories)
    collector = _kernel.Collector(alphabet.kernel, alphabet.compose)
    united: dict[bytes, frozenset[str]] = {}
    for tiles, names in entries:
        assert (
            collector.add([alphabet.text(tiles)], sum(1 << order.index(one) for one in names))
            is None
        )
        united[tiles] = united.get(tiles, frozenset()) | names
    draft, sets, masks, _ = collector.compile()
    lines = "".join(f"{alphabet.text(tiles)}\n" for tiles in sorted(united))
    manifest = Manifest(
        format=FORMAT,
        name=name,
        title=title or name,
        language=alphabet.language,
        alphabet=alphabet,
        words=len(united),
        words_sha256=hashlib.sha256(lines.encode()).hexdigest(),
        lengths=(1, _kernel.MAX_WORD),
        words_by_length=dict(sorted(Counter(map(len, united)).items())),
        categories={
            one: Category(f"what {one} means", sum(one in names for names in united.values()))
            for one in order
        },
        sets=[[one for place, one in enumerate(order) if mask >> place & 1] for mask in masks],
        editions={
            key: Edition(rule.include, rule.exclude, words=sum(map(rule.admits, united.values())))
            for key, rule in {name: EditionRule(), **(editions or {})}.items()
        },
        effective=None,
        sources=[],
        tool="tests",
    )
    return file.pack(manifest, draft.encode_columns(), sets.encode_numbers())


def english_bytes(text: str, name: str = NAME, **editions: EditionRule) -> bytes:
    """The file of a lexicon of English words; `word/category` tags one."""
    entries = []
    for item in text.split():
        word, _, category = item.partition("/")
        entries.append((ENGLISH.spell(word), frozenset([category] if category else [])))
    categories = sorted(frozenset[str]().union(*(names for _, names in entries)))
    return lexicon_bytes(ENGLISH, entries, categories, editions, name)


def opened(data: bytes) -> Lexicon:
    """The lexicon in a file's bytes, as `Lexicon.read` opens it."""
    return Lexicon.from_parts(file.unpack(data, PATH), path=PATH)


def automaton(data: bytes) -> _kernel.Automaton:
    """The automaton in a file's bytes."""
    parts = file.unpack(data, PATH)
    return _kernel.Automaton.from_columns(parts.manifest.alphabet.kernel, *parts.columns)


SEAL_SIZE = len(b"wordtools sha256:") + 64


def sealed(body: bytes) -> bytes:
    """Puts a correct seal on any body of a file."""
    return body + b"wordtools sha256:" + hashlib.sha256(body).hexdigest().encode()


def remade(data: bytes, **members: bytes) -> bytes:
    """The file with some members replaced (`manifest`, a column, or `sets`, not packed), and
    resealed."""
    names = {"manifest": "manifest.json", "sets": "sets.zst"}
    packed = {
        names.get(name, name): zstandard.compress(content) if name == "sets" else content
        for name, content in members.items()
    }
    return rezipped(data, packed)


def rezipped(data: bytes, members: Mapping[str, bytes | None]) -> bytes:
    """The file with members replaced by these bytes, or omitted (None), and resealed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        every: dict[str, bytes | None] = {name: old.read(name) for name in old.namelist()}
        for name, content in {**every, **members}.items():
            if content is not None:
                new.writestr(zipfile.ZipInfo(name), content)
        new.comment = bytes(SEAL_SIZE)
    return sealed(out.getvalue()[:-SEAL_SIZE])


def with_manifest(data: bytes, **changes: Any) -> bytes:
    """The file with fields of its manifest changed, and resealed."""
    manifest = msgspec.to_builtins(file.unpack(data, PATH).manifest)
    return remade(data, manifest=msgspec.json.encode({**manifest, **changes}))


# Letters of several scripts whose small form is one character and leads back to them.
_CAPITALS = [
    letter
    for letter in map(chr, range(0x41, 0x530))
    if letter.isupper()
    and len(letter.lower()) == 1
    and letter.lower().upper() == letter
    and unicodedata.is_normalized("NFC", letter)
]


@st.composite
def alphabets(draw: st.DrawFn) -> Alphabet:
    """Alphabets of 1 to 63 tiles, in an order unrelated to Unicode. Having few letters, they have
    tiles that are easily confused (A, AB, BA, B, ABA)."""
    few = st.lists(st.sampled_from(_CAPITALS), min_size=1, max_size=3, unique=True)
    many = st.integers(0, 1 << 32).map(lambda seed: random.Random(seed).sample(_CAPITALS, 63))
    letters = draw(st.one_of(few, many))
    faces = st.text(st.sampled_from(letters), min_size=1, max_size=3)
    count = draw(st.sampled_from([1, 2, 6, 63]))
    tiles = draw(st.lists(faces, min_size=1, max_size=count, unique=True))
    if count == 63 and len(letters) == 63:
        tiles = letters
    spellings = {one: one + one.lower() for one in sorted({c for tile in tiles for c in tile})}
    alphabet = Alphabet("Made-up", "en", tuple(tiles), spellings)
    stretches = draw(st.lists(st.lists(st.sampled_from(tiles), min_size=2, max_size=4), max_size=3))
    apart = {"".join(faces): "".join(f"[{face}]" for face in faces) for faces in stretches}
    kept = tuple(text for text in apart.values() if "[" in alphabet.normal(text))
    return msgspec.structs.replace(alphabet, apart=kept) if kept else alphabet


def words_of(alphabet: Alphabet) -> st.SearchStrategy[bytes]:
    """Words of 1 to 64 tiles, mostly short."""
    tiles = bytes(byte % len(alphabet.tiles) + 1 for byte in range(256))
    short = st.binary(min_size=1, max_size=5)
    long = st.binary(min_size=1, max_size=_kernel.MAX_WORD)
    return st.one_of(short, short, long).map(lambda drawn: drawn.translate(tiles))


@dataclass(frozen=True)
class Dictionary:
    """The input of a compiled lexicon, including repeats, and its expected content."""

    alphabet: Alphabet
    entries: list[Tagged]
    categories: list[str]
    editions: dict[str, EditionRule] = field(default_factory=dict)

    @cached_property
    def words(self) -> dict[bytes, frozenset[str]]:
        """The categories of each word, in alphabet order."""
        united: dict[bytes, frozenset[str]] = {}
        for tiles, names in self.entries:
            united[tiles] = united.get(tiles, frozenset()) | names
        return dict(sorted(united.items()))

    def of(self, edition: str) -> list[bytes]:
        """The words of an edition, in alphabet order."""
        rule = self.editions.get(edition, EditionRule())
        return [tiles for tiles, names in self.words.items() if rule.admits(names)]

    def texts(self, words: Iterable[bytes]) -> list[str]:
        return [self.alphabet.text(tiles) for tiles in words]

    @cached_property
    def bytes(self) -> bytes:
        return lexicon_bytes(self.alphabet, self.entries, self.categories, self.editions)

    @cached_property
    def lexicon(self) -> Lexicon:
        return opened(self.bytes)


@st.composite
def dictionaries(draw: st.DrawFn) -> Dictionary:
    """Any words over any alphabet, with any categories and editions."""
    alphabet = draw(alphabets())
    places = draw(st.lists(st.integers(0, 63), max_size=4, unique=True))
    categories = [f"c{place}" for place in range(max(places, default=-1) + 1)]
    used = [f"c{place}" for place in places]
    some = st.frozensets(st.sampled_from(used)) if used else st.just(frozenset[str]())
    entries = draw(st.lists(st.tuples(words_of(alphabet), some), max_size=30))
    rules = st.builds(EditionRule, include=some.map(sorted), exclude=some.map(sorted))
    editions = draw(st.dictionaries(st.sampled_from(["one", "two"]), rules))
    return Dictionary(alphabet, entries, categories, editions)


@st.composite
def two_dictionaries(draw: st.DrawFn) -> tuple[Dictionary, Dictionary]:
    """Two dictionaries with the same tiles, some words, and some categories."""
    old = draw(dictionaries())
    kept = draw(st.lists(st.sampled_from(old.entries))) if old.entries else []
    some = (
        st.frozensets(st.sampled_from(old.categories)) if old.categories else st.just(frozenset())
    )
    more: list[Tagged] = draw(st.lists(st.tuples(words_of(old.alphabet), some), max_size=20))
    return old, Dictionary(old.alphabet, kept + more, old.categories, old.editions)


def with_definitions(data: bytes, texts: Mapping[str, str]) -> bytes:
    """The file with these definitions of words, and no others."""
    parts = file.unpack(data, PATH)
    words = automaton(data)
    column = encode_definitions({words.find_rank(word): text for word, text in texts.items()})
    manifest = msgspec.structs.replace(parts.manifest, definitions=len(texts))
    arcs, references, pointers = map(bytes, parts.columns)
    return file.pack(manifest, (arcs, references, pointers), parts.sets, column)
