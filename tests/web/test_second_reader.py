"""The second reader of the lexicon file, written from docs/lexicon-file.md alone, gives the same
answers as the kernel."""

from __future__ import annotations

import base64
import hashlib
import random
import struct
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import ROOT, examples
from tests.lexicon.helpers import (
    Dictionary,
    dictionaries,
    lexicon_bytes,
    remade,
    rezipped,
    sealed,
    with_definitions,
    with_manifest,
)
from tests.lexicon.hostile import SMALL, make_costly_files
from tests.web.second_reader import WEB, ask, run_node
from tools.safety import seeds
from wordtools import _kernel
from wordtools.alphabet import Alphabet, load_alphabet
from wordtools.errors import LexiconError, SpellingError, WordtoolsError
from wordtools.lexicon import file
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule

NAMES = sorted(
    {"en", "es", "pl", "pt"} | {path.stem for path in (ROOT / "build").glob("*.lexicon")}
)
NEAR_MISSES = 100_000
TYPED = tomllib.loads((ROOT / "tests/e2e/confusables.toml").read_text("utf-8"))["typed"]
MOST_WORDS = 300  # of a survey


@pytest.mark.slow
def test_its_own_tests_pass() -> None:
    run_node("--test", WEB / "tests")


# Real lexicons.


@pytest.fixture(params=NAMES)
def path(request: pytest.FixtureRequest, compiled: Callable[[str], Path]) -> Path:
    """Each lexicon that has been built."""
    return compiled(request.param)


def test_all_words_of_all_editions(path: Path) -> None:
    """The words are compared with their ranks, of which answers.js checks every seventh."""
    whole = Lexicon.read(path).whole
    editions = {"": whole, **{name: whole.edition(name) for name in whole.manifest.editions}}
    assert ask("digestWords", path=path) == {
        name: [len(edition), digest_lines(edition)] for name, edition in editions.items()
    }


def digest_lines(lexicon: Lexicon) -> str:
    digest = hashlib.sha256()
    for lines in lexicon.lines():
        digest.update(lines)
    return digest.hexdigest()


def test_near_misses(path: Path, chance: random.Random) -> None:
    whole = Lexicon.read(path).whole
    texts = list(islice(make_near_misses(whole, chance), NEAR_MISSES))
    for name, ranks in zip(
        names := ["", *whole.manifest.editions],
        ask("findRanks", path=path, texts=texts, editions=names),
        strict=True,
    ):
        edition = whole.edition(name) if name else whole
        found = edition.contains_many(texts)
        assert 0 < sum(found) < len(texts)
        assert [rank >= 0 for rank in ranks] == list(map(bool, found))
        assert all(
            edition.rank(text) == rank for text, rank in zip(texts, ranks, strict=True) if rank >= 0
        )
    words = [text for text in texts if text in whole][:10_000]
    assert list(map(frozenset, ask("readCategories", path=path, texts=words))) == [
        whole.categories(word) for word in words
    ]


def make_near_misses(lexicon: Lexicon, chance: random.Random) -> Iterator[str]:
    """Words with a tile changed, left out, inserted, doubled, or exchanged with the next one."""
    faces = lexicon.alphabet.tiles
    while True:
        tiles = list(lexicon.alphabet.spell(lexicon.word_at(chance.randrange(len(lexicon)))))
        at, tile = chance.randrange(len(tiles)), chance.randrange(len(faces)) + 1
        match chance.randrange(5):
            case 0:
                tiles[at] = tile
            case 1:
                del tiles[at]
            case 2:
                tiles.insert(at, tile)
            case 3:
                tiles.insert(at, tiles[at])
            case _:
                tiles[at : at + 2] = reversed(tiles[at : at + 2])
        text = lexicon.alphabet.text(bytes(tiles))
        yield text.lower() if chance.random() < 0.5 else text


def test_searches(path: Path, chance: random.Random) -> None:
    lexicon = Lexicon.read(path)
    searches: list[tuple[str, str]] = [
        ("matching", pattern) for pattern in ("??", "?*?A", "[^A]A*[A|E]", "*A*A*A*A*", "*[]", "[A")
    ]
    for _ in range(20):
        word = lexicon.word_at(chance.randrange(len(lexicon)))
        faces = [f"[{lexicon.alphabet.tiles[t - 1]}]" for t in lexicon.alphabet.spell(word)]
        searches.append(("matching", word))
        for hidden in ("?", "*", "[^A]"):
            faces[chance.randrange(len(faces))] = hidden
            searches.append(("matching", "".join(faces)))
        rack = [face for face in faces if face.strip("[]") not in ("^A", "*")][:7]
        searches += [(kind, "".join(rack)) for kind in ("anagrams", "subanagrams") if rack]
    answers = ask("search", path=path, searches=searches)
    for (kind, text), words in zip(searches, answers, strict=True):
        expected = search(lexicon, kind, text)
        assert ("refused" in words) if expected is None else (words == expected), (kind, text)


def search(lexicon: Lexicon, kind: str, text: str) -> list[str] | None:
    """The words found, or None for text that is not a pattern or rack."""
    try:
        if kind == "matching":
            return list(lexicon.matching(text))
        return list(lexicon.anagrams(text, subs=kind == "subanagrams"))
    except WordtoolsError:
        return None


def test_every_confusable(path: Path) -> None:
    lexicon = Lexicon.read(path)
    texts = [text for case in TYPED for text in case["refused"].values()]
    texts += [text for case in TYPED for text in case.get("judged", {})]
    assert len(texts) > 90
    assert ask("spell", path=path, texts=texts) == [spell(lexicon, text) for text in texts]


def spell(lexicon: Lexicon, text: str) -> dict[str, Any]:
    try:
        tiles = lexicon.alphabet.spell(text)
    except SpellingError as error:
        return {"strangers": error.offending}
    return {"tiles": list(tiles), "text": lexicon.alphabet.text(tiles)}


# Lexicons made for the purpose.


@cache
def make_hungarian() -> bytes:
    """A file with tiles of several letters, stretches that are kept apart, and definitions."""
    alphabet, chance = load_alphabet("hu").alphabet, random.Random(8)
    words = ["gazság", "ga[zs]ág", "nyolcszor", "csatt", "[c][s]sz", "ezsötét"]
    rows = [alphabet.spell(word) for word in words]
    rows += [bytes(chance.choices(range(1, 39), k=chance.randrange(1, 9))) for _ in range(500)]
    entries = [(row, frozenset(chance.sample("abc", chance.randrange(3)))) for row in rows]
    editions = {"a": EditionRule(include=["a"]), "no-b": EditionRule(exclude=["b"])}
    data = lexicon_bytes(alphabet, entries, "abc", editions)
    texts = {alphabet.text(row): f"{number} őz = 猫" for number, row in enumerate(rows[:50])}
    return with_definitions(data, texts)


DEFINED = with_definitions(SMALL, {"BAT": "a flying animal", "TAB": "="})


def survey(data: bytes) -> dict[str, Any] | None:
    """The kernel's facts about a file in the form of answers.js, or None if the kernel refuses the
    file."""
    try:
        lexicon = Lexicon.from_bytes(data)
    except LexiconError:
        return None
    manifest = lexicon.manifest
    facts = {key: getattr(manifest, key) for key in ("name", "title", "words", "sets", "tool")}
    return {
        "digest": lexicon.digest,
        "facts": {**facts, "categories": sorted(manifest.categories)},
        "editions": {
            name: [
                len(edition),
                [[w, sorted(edition.categories(w))] for w in islice(edition, MOST_WORDS)],
            ]
            for name, edition in ((name, lexicon.edition(name)) for name in manifest.editions)
        },
        "definitions": define(lexicon.whole),
    }


def define(lexicon: Lexicon) -> list[str] | str:
    try:
        return [lexicon.definition(word) for word in islice(lexicon, MOST_WORDS)]
    except LexiconError:
        return "refused"


def compare(files: Iterable[tuple[str, bytes]]) -> list[str]:
    """The files on which the readers disagree; fails if there are any."""
    names, datas = zip(*files, strict=True)
    answers = ask("survey", files=[base64.b64encode(data).decode() for data in datas])
    expected = [survey(data) for data in datas]
    for mine, other in zip(expected, answers, strict=True):
        if mine is not None and has_damaged_literals(other):
            other.update(mine)  # not all damage to them reaches libzstd
            del other["refused"]
        elif mine is not None and isinstance(refused := other.get("definitions"), dict):
            other["definitions"] = (
                mine["definitions"] if has_damaged_literals(refused) else "refused"
            )
    differing = [
        f"{name}: {str(mine)[:300]} / {str(other)[:300]}"
        for name, mine, other in zip(names, expected, answers, strict=True)
        if ("refused" in other if mine is None else other == mine) is False
    ]
    assert not differing, "\n".join(differing)
    return [name for name, mine in zip(names, expected, strict=True) if mine is not None]


def has_damaged_literals(answer: dict[str, Any]) -> bool:
    return "in its literals" in answer.get("refused", "")


def test_whole_files() -> None:
    assert (
        len(compare([("small", SMALL), ("defined", DEFINED), ("Hungarian", make_hungarian())])) == 3
    )


@settings(max_examples=examples(0.1))
@given(st.lists(dictionaries(), min_size=5, max_size=20))
def test_any_dictionaries(many: list[Dictionary]) -> None:
    assert len(compare([(str(number), one.bytes) for number, one in enumerate(many)])) == len(many)


def make_damaged(data: bytes, count: int, chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """The file with a byte changed, in each member with equal probability."""
    body = data[:-81]
    spans = [(0, len(body))]
    for member in file._read_members(data).values():
        start = body.index(bytes(member)) if len(member) > 20 else 0
        spans.append((start, start + len(member)))
    for _ in range(count):
        at = chance.randrange(*chance.choice(spans))
        change = chance.choice([1, 2, 4, 8, 16, 32, 64, 128, 255])
        yield f"{at} ^ {change}", body[:at] + bytes([body[at] ^ change]) + body[at + 1 :]


@pytest.mark.slow
@pytest.mark.parametrize("make", [lambda: DEFINED, make_hungarian], ids=["English", "Hungarian"])
def test_a_thousand_changes(
    make: Callable[[], bytes], longer: float, chance: random.Random
) -> None:
    data, count = make(), int(500 * longer)
    seal = data[-81:]
    unsealed = [(name, body + seal) for name, body in make_damaged(data, count, chance)]
    assert compare(unsealed) == []
    resealed = [(name, sealed(body)) for name, body in make_damaged(data, count, chance)]
    assert 0 < len(compare(resealed)) < len(resealed)


def make_mutants(files: list[bytes], count: int, chance: random.Random) -> Iterator[bytes]:
    """Files like those of fuzzers, with a few bytes changed, left out, repeated, cut off, or taken
    from another file, under a new seal."""
    bodies = [data[:-81] for data in files]
    for _ in range(count):
        body = bytearray(chance.choice(bodies))
        for _ in range(chance.choice([1, 1, 1, 2, 5])):
            at = chance.randrange(len(body))
            end = min(len(body), at + chance.choice([1, 2, 4, 8, 100]))
            match chance.randrange(7):
                case 0 | 1:
                    body[at] = chance.randrange(256)
                case 2:
                    body[at:end] = chance.choice([b"\0", b"\xff", b"\x7f", b"9"]) * (end - at)
                case 3:
                    del body[at:end]
                case 4:
                    body[at:at] = body[at:end]
                case 5:
                    other = chance.choice(bodies)
                    body[at:end] = other[at:end]
                case _:
                    del body[max(1, at) :]
            body = body or bytearray(b"P")
        yield sealed(bytes(body))


def make_cut_down(path: Path, chance: random.Random) -> bytes:
    """Some words of a real lexicon, with its alphabet, its editions, and the categories and
    definitions of the words."""
    whole = Lexicon.read(path).whole
    facts = whole.manifest
    words = [whole.word_at(rank) for rank in chance.sample(range(len(whole)), MOST_WORDS)]
    entries = [
        (facts.alphabet.spell(word), whole.categories(word) or frozenset()) for word in words
    ]
    editions = {
        name: EditionRule(edition.include, edition.exclude)
        for name, edition in facts.editions.items()
    }
    data = lexicon_bytes(facts.alphabet, entries, facts.categories, editions, facts.name)
    return with_definitions(
        data,
        {
            word: f"{word}: {set(names)}"
            for word, (_, names) in zip(words[::2], entries[::2], strict=True)
        },
    )


def read_fuzzed() -> Iterator[bytes]:
    """The automatons with which the fuzzer of the kernel's reader begins. If `make fuzz` has run,
    also those that the fuzzer has made. Each is in a file that states its number of words."""
    corpus = sorted((ROOT / "build/fuzz/corpus/columns").glob("*"))
    for data in [*seeds.columns(), *(path.read_bytes() for path in corpus)]:
        if len(data) < 9:
            continue
        kind, *sizes = struct.unpack("<BII", data[:9])
        letters = tuple(map(chr, range(0x4E00, 0x4E01 + kind % 63)))
        alphabet = Alphabet("Made-up", "en", letters, {letter: letter for letter in letters})
        rest, columns = data[9:], []
        for size in [*sizes, len(data)]:
            columns.append(rest[:size])
            rest = rest[size:]
        try:
            words = len(_kernel.Automaton.from_columns(alphabet.kernel, *columns))
        except ValueError:  # both readers must refuse it
            words = 1
        empty = lexicon_bytes(alphabet, [])
        changed = with_manifest(empty, words=words, sets=[[]] if words else [])
        arcs, references, pointers = columns
        yield remade(changed, arcs=arcs, references=references, pointers=pointers)


@pytest.mark.slow
def test_what_the_fuzzer_has_made() -> None:
    files = list(read_fuzzed())
    accepted = 0
    for number in range(0, len(files), 200):
        accepted += len(
            compare((f"{number + n}", one) for n, one in enumerate(files[number:][:200]))
        )
    assert accepted >= 5  # the fuzzer begins with this many


def list_made() -> list[bytes]:
    return [SMALL, DEFINED, make_hungarian(), *(data for _, data in make_odd_manifests())]


@pytest.mark.slow
@pytest.mark.parametrize("source", ["made", "real", "fuzzed"])
def test_mutants(
    source: str, compiled: Callable[[str], Path], longer: float, chance: random.Random
) -> None:
    if source == "real":
        files = [make_cut_down(compiled(name), chance) for name in NAMES]
    else:
        files = list_made() if source == "made" else list(read_fuzzed())
    accepted = 0
    for number in range(int(3 * longer)):  # at a time, as many as fit well into a request
        mutants = make_mutants(files, 200, chance)
        accepted += len(compare((f"{number}, {n}", data) for n, data in enumerate(mutants)))
    assert 0 < accepted < 600 * longer


@pytest.mark.slow
def test_files_made_to_cost() -> None:
    assert len(compare(make_costly_files())) > 3


@pytest.mark.parametrize("name", ["manifest.json", *file.COLUMNS, file.DEFINITIONS])
def test_a_missing_or_foreign_member(name: str) -> None:
    contents = (None, b"", b"{}", b"[1]", bytes(50))
    compare([(str(content), rezipped(DEFINED, {name: content})) for content in contents])


@pytest.mark.parametrize("name", ["sets.zst", file.DEFINITIONS])
def test_a_frame_with_more_behind_it(name: str) -> None:
    frame = bytes(file._read_members(DEFINED)[name])
    more = [rezipped(DEFINED, {name: frame + tail}) for tail in (b"\0", frame)]
    assert compare([("a byte", more[0]), ("a frame", more[1])]) == (
        [] if name == "sets.zst" else ["a byte", "a frame"]
    )
    if name == file.DEFINITIONS:
        assert [define(Lexicon.from_bytes(data).whole) for data in more] == ["refused"] * 2


def make_odd_manifests() -> Iterator[tuple[str, bytes]]:
    """Files whose manifest has contents that none of ours has."""
    facts = Lexicon.from_bytes(SMALL).manifest
    alphabet: dict[str, Any] = {
        "name": "English",
        "language": "en",
        "tiles": list(facts.alphabet.tiles),
        "spellings": dict(facts.alphabet.spellings),
        "also": {},
    }
    spellings = alphabet["spellings"]
    changes: dict[str, dict[str, Any]] = {
        "also in order": {"also": {"2": "A", "1": "B", "12": "C"}},
        "also with a space": {"also": {"a b": "A"}},
        "also of letters": {"also": {"AB": "A"}},
        "also of what spells nothing": {"also": {"1": "2"}},
        "a bracket spells a letter": {"spellings": {**spellings, "A": "Aa]"}},
        "a letter twice": {"spellings": {**spellings, "A": "AaA"}},
        "a character of two letters": {"spellings": {**spellings, "A": "AaB"}},
        "a letter that does not spell itself": {"spellings": {**spellings, "A": "a"}},
        "a letter on no tile": {"spellings": {**spellings, "É": "É"}},
        "a mark": {"spellings": {**spellings, "A": "Aa\u0301"}},
        "a singleton": {"spellings": {**spellings, "K": "Kk\u212a"}},
        "a singleton of another letter": {"spellings": {**spellings, "A": "Aa\u212a"}},
        "no tiles": {"tiles": []},
        "an empty tile": {"tiles": ["", *alphabet["tiles"][1:]]},
        "a tile twice": {"tiles": ["B", *alphabet["tiles"][1:]]},
        "a stretch that is read so": {"apart": ["ABC"]},
        "no stretches": {"apart": None},
        "an ink-less name": {"name": "\u3164"},
        "an unassigned name": {"name": "\U000e0fff"},
    }
    for name, change in changes.items():
        yield name, with_manifest(SMALL, alphabet={**alphabet, **change})
    odd: dict[str, list[Any]] = {
        "words": [9, 10.5, "9", True, -1, 1 << 32],
        "lengths": [[1], [1, 2, 3], [1, -1], None],
        "words_by_length": [{"02": 1}, {"2": 1}, {"x": 1}, {"-1": 1}, {}],
        "effective": ["2024-01-01", "soon", 1],
        "editions": [{}, {"test": {}}, {"test": {"include": ["?"]}}, {"test": {"maturity": "old"}}],
        "sets": [[], [["old"]], [["none"]], [["old", "old"], ["new"], []]],
        "sources": [[{}], [{"file": "", "sha256": ""}], [{"file": "", "sha256": 1}]],
        "derivation": [None, {}, {"operation": "x", "inputs": []},
                       {"operation": "x", "inputs": [{"file": "", "digest": ""}]}],
        "definitions": [0, 1, 99, None],
        "unknown": [None, {"__proto__": 1}],
    }  # fmt: skip
    for field, values in odd.items():
        for value in values:
            yield f"{field} {value}", with_manifest(SMALL, **{field: value})


def test_odd_manifests() -> None:
    assert len(compare(make_odd_manifests())) > 10


@pytest.mark.slow
def test_texts_with_brackets(tmp_path: Path, chance: random.Random) -> None:
    pieces = [
        "[",
        "]",
        "C",
        "S",
        "CS",
        "Z",
        "ZS",
        "SZ",
        "NYOL",
        "GA",
        "Á",
        "G",
        "c\u0301",
        "?",
        "a" * 250,
    ]
    for code in ("es", "hu", "ca", "nl", "uk"):
        alphabet = load_alphabet(code).alphabet
        path = tmp_path / f"{code}.lexicon"
        path.write_bytes(lexicon_bytes(alphabet, [(b"\1\2", frozenset())]))
        lexicon = Lexicon.read(path)
        own = [*pieces, *alphabet.tiles, *alphabet.also, *(alphabet.apart or ())]
        texts = ["".join(chance.choices(own, k=chance.randrange(8))) for _ in range(3000)]
        assert ask("spell", path=path, texts=texts) == [spell(lexicon, text) for text in texts]
        few = [n for n, face in enumerate(alphabet.tiles, 1) if set(face) <= set("GAZSÁNYOLC·ІЇ")]
        rows = [chance.choices(few, k=chance.randrange(1, 12)) for _ in range(3000)]
        assert ask("write", path=path, rows=rows) == [alphabet.text(bytes(row)) for row in rows]
