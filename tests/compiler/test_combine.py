"""Lexicons made from others: their words, categories and editions, and how each word is
explained."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.conftest import Run
from tests.lexicon.helpers import (
    ENGLISH,
    PATH,
    Dictionary,
    english_bytes,
    lexicon_bytes,
    opened,
    remade,
    two_dictionaries,
    with_manifest,
)
from wordtools import limits
from wordtools.alphabet import Alphabet
from wordtools.compiler.combine import (
    Operation,
    Side,
    expurgate_words,
    find_words,
    merge_lexicons,
    save_combined,
    tag_words,
)
from wordtools.compiler.why import explain_entry
from wordtools.errors import LexiconError, SourceError, WordtoolsError
from wordtools.lexicon import file
from wordtools.lexicon.compile import compile_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import Derivation, EditionRule, InputFile
from wordtools.lexicon.verify import verify_lexicon

KEPT: dict[Operation, Callable[[set[bytes], set[bytes]], set[bytes]]] = {
    "union": set.union,
    "intersection": set.intersection,
    "difference": set.difference,
    "symmetric-difference": set.symmetric_difference,
}
SIDES: list[Side] = ["both", "left", "right"]


def seen(lexicon: Lexicon) -> dict[str, frozenset[str]]:
    return {word: lexicon.categories(word) for word in lexicon}


@given(two_dictionaries(), st.sampled_from(list(KEPT)), st.sampled_from(SIDES), st.data())
def test_merges_words_and_categories(
    two: tuple[Dictionary, Dictionary], operation: Operation, winner: Side, data: st.DataObject
) -> None:
    left, right = two
    editions = [data.draw(st.sampled_from(["test", *each.editions])) for each in two]
    one, other = (set(each.of(name)) for each, name in zip(two, editions, strict=True))
    x, y = (each.lexicon.edition(name) for each, name in zip(two, editions, strict=True))
    kept = KEPT[operation](one, other)
    if not kept:
        with pytest.raises(LexiconError, match=r"^new: no words are left"):
            merge_lexicons(x, y, operation, name="new", categories=winner)
        return
    wanted = {}
    for word in kept:
        names = left.words.get(word, frozenset()) if word in one else frozenset[str]()
        if word in other and (word not in one or winner != "left"):
            names = right.words[word] | (names if winner == "both" else frozenset())
        wanted[left.alphabet.text(word)] = names
    merged = merge_lexicons(x, y, operation, name="new", title="New", categories=winner)
    verify_lexicon(merged)
    assert seen(merged) == wanted
    assert (merged.name, merged.edition_name, merged.manifest.title) == ("new", "new", "New")
    for name, rule in left.editions.items():
        assert merged.edition(name) == {
            word for word, names in wanted.items() if rule.admits(names)
        }
    again = merge_lexicons(x, y, operation, name="new", title="New", categories=winner)
    assert again.to_bytes() == merged.to_bytes()


@given(two_dictionaries(), st.data())
def test_tags_and_expurgates(two: tuple[Dictionary, Dictionary], data: st.DataObject) -> None:
    old, new = two
    lexicon = old.lexicon
    assume(len(lexicon.manifest.categories) < limits.MOST_CATEGORIES)  # one more fits
    listed = [old.alphabet.text(word) for word in new.words]
    common = {old.alphabet.text(word) for word in old.words.keys() & new.words.keys()}
    if not common:
        with pytest.raises(LexiconError, match=r"^the list: test has none of its words"):
            tag_words(lexicon, listed, "c0", name="new")
        return
    found = find_words(lexicon, listed)
    assert found.words == common
    assert [word for _, word in found.others] == [word for word in listed if word not in common]
    for category in ("c0", "fresh"):
        tagged = tag_words(lexicon, listed, category, name="new")
        verify_lexicon(tagged)
        assert seen(tagged) == {
            word: names | ({category} if word in common else frozenset())
            for word, names in seen(lexicon).items()
        }
    if len(common) == len(lexicon):
        with pytest.raises(LexiconError, match=r"^new: no words are left"):
            expurgate_words(lexicon, listed, "why not", name="new")
        return
    left = expurgate_words(lexicon, found, "why not", name="new")
    verify_lexicon(left)
    assert seen(left) == {w: names for w, names in seen(lexicon).items() if w not in common}


def english(text: str, name: str, **editions: EditionRule) -> Lexicon:
    return Lexicon.from_bytes(english_bytes(text, name, **editions))


def test_editions_and_meanings_of_both_sides() -> None:
    left = english("cat/x dog", "left", some=EditionRule(include=["x"]), one=EditionRule())
    right = english("cat/y cow/x", "right", some=EditionRule(include=["y"]), two=EditionRule())
    either = merge_lexicons(left, right, name="new")
    assert list(either.manifest.editions) == ["new", "some", "one", "two"]
    assert list(either.edition("some")) == ["CAT", "COW"]
    assert list(merge_lexicons(left, right, name="n", categories="right").edition("some")) == [
        "CAT"
    ]
    only = merge_lexicons(left, right, "difference", name="new").manifest
    assert (list(only.categories), list(only.editions)) == (["x"], ["new", "some", "one"])
    named = merge_lexicons(left, right, name="some")
    assert len(named) == len(named.edition("some")) == 3


def test_a_lexicons_own_edition_keeps_its_rule() -> None:
    """Words that are not in the edition named after the lexicon may belong to another edition, so
    they stay."""
    rules = {"old": EditionRule(include=["x"]), "all": EditionRule()}
    old = opened(english_bytes("cat/x dog", "old", **rules))
    tagged = tag_words(old, ["dog"], "y", name="new")
    assert (list(tagged), list(tagged.edition("all"))) == (["CAT"], ["CAT", "DOG"])
    assert list(expurgate_words(old, ["cat"], "why", name="new").edition("all")) == ["DOG"]
    other = tag_words(old.edition("all"), ["dog"], "y", name="new")
    assert (list(other), list(other.manifest.editions)) == (["CAT", "DOG"], ["new", "all"])
    assert list(merge_lexicons(old, old, name="new")) == ["CAT"]


def test_a_category_that_is_there_keeps_its_meaning() -> None:
    old = english("cat/x dog", "old")
    assert tag_words(old, ["dog"], "x", name="n").manifest.categories["x"].meaning == "what x means"
    again = tag_words(old, ["dog"], "x", name="n", meaning="other")
    assert again.manifest.categories["x"].meaning == "other"
    assert again.count("x") == 2
    assert tag_words(old, ["dog"], "y", name="n").manifest.categories["y"].meaning == "y"


def test_the_manifest_tells_how_it_was_made(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("DOG\n")
    old = english("cat/x dog cow", "old")
    cut = expurgate_words(old, tmp_path / "list.txt", "voted out", name="new")
    made = cut.manifest.derivation
    assert made is not None
    assert made.inputs[0] == InputFile("", old.digest, "old")
    assert (made.operation, made.reason, made.category) == ("expurgate", "voted out", "")
    assert made.inputs[1].file == str(tmp_path / "list.txt")
    assert len(made.inputs[1].digest) == 64
    with pytest.raises(LexiconError, match="the reason for removing"):
        expurgate_words(old, ["dog"], " ", name="new")


def test_what_is_compiled_from_words_is_as_before() -> None:
    manifest = file.unpack(compile_words(["cat"], ENGLISH), PATH).manifest
    assert manifest.derivation is None
    assert b"derivation" not in compile_words(["cat"], ENGLISH)


def test_operations_of_the_future_are_read_and_nonsense_is_refused() -> None:
    data = english_bytes("cat")
    made = Derivation("transmogrify", [InputFile("a.lexicon", "0" * 64, "a")])
    later = Lexicon.from_bytes(with_manifest(data, derivation=msgspec.to_builtins(made)))
    assert str(later.manifest.derivation) == "the transmogrify of a.lexicon:a"
    one = {"file": "a", "digest": "b"}
    nonsense: list[object] = [
        {"operation": "tag", "inputs": []},
        {"operation": "tag", "inputs": [one] * 65},
        {"operation": "x" * 1001, "inputs": [one]},
        {"operation": "tag", "inputs": [{**one, "file": "\u202e"}]},
        {"operation": "tag", "inputs": [one], "reason": "x" * 1001},
        {"operation": "tag"},
        [],
    ]
    for wrong in nonsense:
        with pytest.raises(LexiconError, match="sealed, but not readable"):
            Lexicon.from_bytes(with_manifest(data, derivation=wrong))
    assert remade(data) != data  # the helper reseals the file, so only the manifest is at fault


def test_too_many_categories_and_other_tiles_are_refused() -> None:
    none = frozenset[str]()
    many = [
        Lexicon.from_bytes(
            lexicon_bytes(
                ENGLISH, [(ENGLISH.spell("cat"), none)], [f"{side}{n}" for n in range(40)]
            )
        )
        for side in "xy"
    ]
    with pytest.raises(LexiconError, match="80 categories, more than 64"):
        merge_lexicons(many[0], many[1], name="new")
    other = Alphabet("Other", "xx", ("A", "B"), {"A": "Aa", "B": "Bb"})
    with pytest.raises(LexiconError, match="different tiles"):
        merge_lexicons(many[0], Lexicon.from_bytes(compile_words(["ab"], other)), name="new")
    with pytest.raises(LexiconError, match="the description of an operation"):
        expurgate_words(english("cat dog", "old"), ["cat"], "x" * 1001, name="new")


def test_lists_as_people_write_them(tmp_path: Path) -> None:
    old = english("cat dog cow", "old")
    path = tmp_path / "list.txt"
    path.write_bytes(b"\xef\xbb\xbfCat # meow\r\n\r\n  # nothing\n\tdog\t\n no such\ncow#x\nkiwi")
    found = find_words(old, path)
    assert list(found.words) == ["CAT", "COW", "DOG"]
    assert found.others == [(5, "no such"), (7, "kiwi")]
    path.write_bytes("caf\xe9\ncat\n".encode("cp1252"))
    assert find_words(old, path).others == [(1, "café")]
    with pytest.raises(SourceError):
        find_words(old, tmp_path / "none.txt")


def test_only_its_own_like_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "new.lexicon"
    old, other = english("cat dog", "old"), english("cat cow", "other")
    save_combined(merge_lexicons(old, other, name="new"), path)
    save_combined(merge_lexicons(english("cat dig", "old"), other, name="new"), path)
    assert list(Lexicon.read(path)) == ["CAT", "COW", "DIG"]
    for made in (
        merge_lexicons(old, other, "difference", name="new"),
        merge_lexicons(other, old, name="new"),
        tag_words(old, ["cat"], "x", name="new"),
    ):
        with pytest.raises(WordtoolsError, match="already exists"):
            save_combined(made, path)
    path.write_bytes(b"not ours")
    with pytest.raises(WordtoolsError, match="already exists"):
        save_combined(merge_lexicons(old, other, name="new"), path)
    assert path.read_bytes() == b"not ours"


Build = Callable[..., Path]


@pytest.fixture
def two(build: Build, tmp_path: Path) -> Path:
    build(["casa", "gato", "Lisboa"], "pt", name="one")
    build(["casa", "rato"], "pt", "--category", "new", name="two")
    (tmp_path / "rude.txt").write_text("gato # miau\nfoo\n")
    return tmp_path


def test_why_follows_words_into_what_they_were_made_of(run: Run, two: Path) -> None:
    done = run("merge", "union", "one", "two", "-o", "build/all.lexicon")
    assert done.returncode == 0
    assert done.stdout.startswith("build/all.lexicon: 3 words, digest ")
    done = run("expurgate", "all", "rude.txt", "--why", "rude", "-o", "build/clean.lexicon")
    assert done.stdout.splitlines()[1] == "  note: rude.txt:2: foo is not in the lexicon"
    assert run("words", "clean").stdout == "CASA\nRATO\n"
    assert run("challenge", "-l", "clean", "gato").stdout == "NO\n"
    shown = run("why", "clean", "gato")
    assert (shown.returncode, shown.stdout) == (
        1,
        "GATO is not a word in this lexicon\n"
        "made of   build/all.lexicon:all, without the words of rude.txt: rude\n"
        "in build/all.lexicon:all:\n"
        "  accepted  as GATO (no category)\n"
        "  made of   the union of build/one.lexicon:one and build/two.lexicon:two, with the "
        "categories of both\n"
        "  in build/one.lexicon:one:\n"
        "    accepted  as GATO (no category)\n"
        "              gato (one.txt:2)\n"
        "  in build/two.lexicon:two:\n"
        "    gato was never read: no source of this lexicon has it\n"
        "in rude.txt:1: gato # miau\n",
    )
    shown = run("why", "clean", "casa")
    assert shown.returncode == 0
    assert "casa (one.txt:1)" in shown.stdout and "casa (two.txt:1)" in shown.stdout
    assert "in rude.txt: not listed" in shown.stdout
    assert "rejected  proper-noun" in run("why", "clean", "Lisboa").stdout
    told = json.loads(run("why", "--json", "clean", "gato").stdout)
    assert told["derivation"]["reason"] == "rude"
    assert told["inputs"][1]["lines"][0]["line"] == 1
    assert (
        "made of       build/all.lexicon:all, without the words of" in run("info", "clean").stdout
    )


def test_why_says_what_is_no_longer_there(run: Run, two: Path) -> None:
    run("tag", "one", "rude.txt", "--category", "rude", "-o", "build/tagged.lexicon")
    assert run("words", "tagged", "--category", "rude").stdout == "GATO\n"
    (two / "rude.txt").write_text("casa\n")
    (two / "build" / "one.lexicon").unlink()
    shown = run("why", "tagged", "gato")
    assert shown.returncode == 0
    assert shown.stdout.startswith("accepted  as GATO (rude)\n")
    for label in ("build/one.lexicon:one", "rude.txt"):
        assert f"in {label}: could not be searched: no file with the digest" in shown.stdout


def test_files_moved_together_are_found(run: Run, two: Path, tmp_path: Path) -> None:
    run("merge", "intersection", "one", "two", "-o", "build/both.lexicon", "--categories", "left")
    elsewhere = tmp_path / "elsewhere"
    (two / "build").rename(elsewhere)
    shown = run("why", "elsewhere/both.lexicon", "casa").stdout
    assert "could not be searched" not in shown
    assert "in build/two.lexicon:two:\n  accepted  as CASA (new)\n" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["merge", "union", "one", "two", "-o", "x.lex"], "x.lex is not the name of a lexicon"),
        (["merge", "union", "one", "two", "-o", "build/one.lexicon"], "already exists"),
        (["merge", "sum", "one", "two", "-o", "x.lexicon"], "sum"),
        (["merge", "union", "one", "none", "-o", "x.lexicon"], "no lexicon or edition 'none'"),
        (["expurgate", "one", "rude.txt", "-o", "x.lexicon"], "--why"),
        (["expurgate", "one", "none.txt", "--why", "x", "-o", "x.lexicon"], "none.txt"),
        (["tag", "two", "rude.txt", "--category", "x", "-o", "x.lexicon"], "has none of its words"),
        (["tag", "one", "rude.txt", "--category", "", "-o", "x.lexicon"], "is empty"),
    ],
)
def test_refusals(run: Run, two: Path, arguments: list[str], said: str) -> None:
    before = (two / "build" / "one.lexicon").read_bytes()
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert not (two / "x.lexicon").exists()
    assert (two / "build" / "one.lexicon").read_bytes() == before


def test_json_and_quiet(run: Run, two: Path) -> None:
    command = ["tag", "one", "rude.txt", "--category", "rude", "-o", "build/tagged.lexicon"]
    assert run(*command, "--quiet").stdout == ""
    told = json.loads(run(*command, "--json").stdout)
    assert (told["path"], told["words"]) == ("build/tagged.lexicon", 2)
    assert told["not_found"] == [{"line": 2, "entry": "foo"}]
    assert told["derivation"]["category"] == "rude"
    assert told["digest"] == json.loads(run("info", "--json", "tagged").stdout)["digest"]


@pytest.mark.slow
@pytest.mark.parametrize("operation", KEPT)
def test_why_answers_for_every_word(build: Build, tmp_path: Path, operation: Operation) -> None:
    words = {"one": ["casa", "gato", "lição"], "two": ["casa", "rato", "licao", "Lisboa"]}
    paths = [build(entries, "pt", name=name) for name, entries in words.items()]
    one, two = map(Lexicon.read, paths)
    merged = merge_lexicons(one, two, operation, name="new")
    save_combined(merged, tmp_path / "build" / "new.lexicon")
    lexicon = Lexicon.read(tmp_path / "build" / "new.lexicon")
    assert len(lexicon) > 0
    for word in {word for entries in words.values() for word in entries}:
        told = explain_entry(lexicon, word)
        assert told.accepted == (word in lexicon)
        assert not any(part.unsearched for part in told.inputs)
        histories = [part.history for part in told.inputs if part.history]
        assert len(histories) == 2
        for each, entries in zip(histories, words.values(), strict=True):
            assert each.accepted == (word in entries and word != "Lisboa")
            lines = [origin.line for origin in each.origins]
            assert lines == ([entries.index(word) + 1] if each.accepted else [])
