"""Makes lexicons from other lexicons: combines two lexicons as sets, or tags or removes the words
of a list. The manifest records the operation and the files, so that `why` can trace each word."""

from __future__ import annotations

import hashlib
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import compress
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import msgspec

from wordtools import _kernel, limits
from wordtools.alphabet import Alphabet
from wordtools.errors import LexiconError, WordtoolsError
from wordtools.formats import text
from wordtools.lexicon import file
from wordtools.lexicon.compile import compile_words, encode_columns
from wordtools.lexicon.definitions import encode_definitions
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import (
    Category,
    Derivation,
    Edition,
    InputFile,
    Manifest,
    count_members,
)
from wordtools.version import __version__

Operation = Literal["union", "intersection", "difference", "symmetric-difference"]
Side = Literal["both", "left", "right"]

_Names = frozenset[str]
_T = TypeVar("_T")

_KEEPS: Mapping[Operation, Callable[[bool, bool], bool]] = {
    "union": lambda left, right: left or right,
    "intersection": lambda left, right: left and right,
    "difference": lambda left, right: left and not right,
    "symmetric-difference": lambda left, right: left != right,
}
_AROUND_WORDS = re.compile(rb"(?m)^[ \t]+|[ \t\r]*(?:#.*)?$")


def merge_lexicons(
    left: Lexicon,
    right: Lexicon,
    operation: Operation = "union",
    *,
    name: str,
    title: str = "",
    categories: Side = "both",
) -> Lexicon:
    """Returns the union, intersection, difference or symmetric difference of two editions, as a
    lexicon. `categories`: the side that determines the categories of words that are in both
    editions. The result has the categories and editions of both lexicons, except the editions named
    after the lexicons themselves. If both lexicons define a word, the left lexicon's definition is
    kept, or the right one's if `categories` is "right". A difference has only the categories and
    editions of the left lexicon. Raises `LexiconError` if the tiles differ, if no words are left,
    or if there are too many categories.
    """
    one, two = left.manifest, right.manifest
    if operation == "difference":
        two = msgspec.structs.replace(
            two, categories={}, editions={}, sources=[], lengths=one.lengths
        )

    def unite(left: dict[str, _T], right: dict[str, _T]) -> dict[str, _T]:
        return left | right if categories == "right" else left | right | left

    def choose(one: _Names | None, two: _Names | None) -> _Names | None:
        if not _KEEPS[operation](one is not None, two is not None):
            return None
        if one is None or two is None:
            return two if one is None else one
        return {"left": one, "right": two, "both": one | two}[categories]

    editions = unite(_list_editions(one), _list_editions(two))
    decides = operation in ("union", "intersection")
    inputs = [_describe_edition(left), _describe_edition(right)]
    manifest = msgspec.structs.replace(
        one,
        name=name,
        title=title or name,
        lengths=(min(one.lengths[0], two.lengths[0]), max(one.lengths[1], two.lengths[1])),
        categories=unite(one.categories, two.categories),
        editions={name: Edition()} | {n: rule for n, rule in editions.items() if n != name},
        effective=None,
        sources=one.sources + [source for source in two.sources if source not in one.sources],
        derivation=Derivation(operation, inputs, categories=categories if decides else ""),
    )
    return _combine(left, right, choose, manifest)


class WordList(NamedTuple):
    """A list of words to tag or remove. `words`: a lexicon of the listed words that the original
    lexicon has. `others`: the lines of the words that it lacks, with their numbers.
    """

    origin: InputFile
    words: Lexicon
    others: list[tuple[int, str]]


def find_words(lexicon: Lexicon, words: str | Path | Iterable[str]) -> WordList:
    """Finds the words of a list in a lexicon. `words`: the words, or the path of a list with one
    word per line and comments after `#`, in any encoding. Raises `SourceError` if the list cannot
    be read, and `LexiconError` if the lexicon has none of the words."""
    path = None
    if isinstance(words, str | Path):
        path = Path(words)
        encoding = text.detect_encoding(path, lexicon.alphabet)
        data = b"".join(text.read_pieces(path, encoding, lexicon.alphabet))
        digest = hashlib.sha256(text.read_bytes(path)).hexdigest()
    else:
        data = "\n".join(words).encode()
        digest = hashlib.sha256(data).hexdigest()
    data = _AROUND_WORDS.sub(b"", data)
    flags = _choose_base(lexicon).contains_lines(data)
    lines = data.split(b"\n")
    if 1 not in flags:
        raise LexiconError(f"{path or 'the list'}: {lexicon.edition_name} has none of its words")
    listed = compile_words(b"\n".join(compress(lines, flags)), lexicon.alphabet, "list")
    missing = compress(enumerate(lines, 1), map(operator.not_, flags))
    return WordList(
        InputFile(str(path or ""), digest),
        Lexicon.from_bytes(listed),
        [(number, line.decode()) for number, line in missing if line],
    )


def tag_words(
    lexicon: Lexicon,
    words: WordList | str | Path | Iterable[str],
    category: str,
    *,
    name: str,
    title: str = "",
    meaning: str = "",
) -> Lexicon:
    """Returns the lexicon with a category added to the words of a list. Ignores listed words that
    the lexicon lacks. An existing category keeps its meaning unless a `meaning` is passed. Raises
    `LexiconError`, and the errors of `find_words`."""
    listed = words if isinstance(words, WordList) else find_words(lexicon, words)
    existing = lexicon.manifest.categories.get(category)
    meaning = meaning or (existing.meaning if existing else category)
    derivation = Derivation("tag", [_describe_edition(lexicon), listed.origin], category=category)
    manifest = _rename(lexicon, name, title, derivation)
    manifest.categories[category] = Category(meaning, 0)
    return _combine(
        _choose_base(lexicon),
        listed.words,
        lambda names, tagged: names if tagged is None or names is None else names | {category},
        manifest,
    )


def expurgate_words(
    lexicon: Lexicon,
    words: WordList | str | Path | Iterable[str],
    why: str,
    *,
    name: str,
    title: str = "",
) -> Lexicon:
    """Removes the words of a list from the lexicon. The manifest records the reason (`why`).
    Ignores listed words that the lexicon lacks. Raises `LexiconError`, for example if no words are
    left. Also raises the errors of `find_words`."""
    if not why.strip():
        raise LexiconError("the reason for removing these words is missing; state it (--why)")
    listed = words if isinstance(words, WordList) else find_words(lexicon, words)
    derivation = Derivation("expurgate", [_describe_edition(lexicon), listed.origin], reason=why)
    return _combine(
        _choose_base(lexicon),
        listed.words,
        lambda names, listed: names if listed is None else None,
        _rename(lexicon, name, title, derivation),
    )


def save_combined(lexicon: Lexicon, path: Path) -> None:
    """Writes the result of an operation. Raises `WordtoolsError` if this would replace anything
    other than an earlier result of the same operation on the same files, and `OSError` if writing
    fails.
    """
    derivation = lexicon.manifest.derivation
    if path.exists():
        earlier = None
        with suppress(LexiconError):
            earlier = file.read_manifest(path).derivation
        if not (derivation and earlier and _name_inputs(derivation) == _name_inputs(earlier)):
            raise WordtoolsError(
                f"{path} already exists and was not made from the same files in the same way; "
                "choose another name, or delete it first"
            )
    lexicon.save(path)


def _combine(
    left: Lexicon,
    right: Lexicon,
    choose: Callable[[_Names | None, _Names | None], _Names | None],
    planned: Manifest,
) -> Lexicon:
    """Makes a lexicon of the words for which `choose` returns categories. `choose` receives each
    word's categories in the left and the right lexicon, with None for a lexicon that does not
    contain the word. `planned` is the manifest without counts and digests. Raises
    `LexiconError`."""
    pairs = left.pair_with(right)
    sides = [dict(enumerate(map(frozenset, side.manifest.sets))) for side in (left, right)]
    choices = [choose(sides[0].get(one), sides[1].get(two)) for one, two, _ in pairs.combinations]
    bits = {category: 1 << place for place, category in enumerate(planned.categories)}
    masks = [None if names is None else sum(bits[name] for name in names) for names in choices]
    order = sorted({mask for mask in masks if mask is not None})
    if not order:
        raise LexiconError(f"{planned.name}: no words are left")
    if len(order) > limits.MOST_SETS:
        raise LexiconError(f"{planned.name}: more than 65,536 combinations of categories")
    try:
        draft, sets = pairs.merge([None if mask is None else order.index(mask) for mask in masks])
        columns, words_sha256 = encode_columns(draft, planned.alphabet)
    except _kernel.TooManyError as error:
        raise LexiconError(f"{planned.name}: {error}") from None
    named = [[name for name, bit in bits.items() if mask & bit] for mask in order]
    sizes = sets.count_words_by_set()
    meanings = {name: category.meaning for name, category in planned.categories.items()}
    categories, editions = count_members(named, sizes, meanings, planned.editions)
    prefers_right = planned.derivation is not None and planned.derivation.categories == "right"
    defined = _define([right, left] if prefers_right else [left, right], planned.alphabet, columns)
    manifest = msgspec.structs.replace(
        planned,
        words=len(draft),
        words_sha256=words_sha256,
        words_by_length={n: words for n, words in enumerate(draft.words_by_length) if words},
        categories=categories,
        sets=named,
        editions=editions,
        tool=f"wordtools {__version__}",
        definitions=len(defined),
    )
    definitions = encode_definitions(defined)
    return Lexicon.from_bytes(file.pack(manifest, columns, sets.encode_numbers(), definitions))


def _define(
    lexicons: list[Lexicon], alphabet: Alphabet, columns: tuple[bytes, bytes, bytes]
) -> dict[int, str]:
    """Returns the definitions of the words in the columns, indexed by rank. Each definition comes
    from the first lexicon that defines the word. Raises `LexiconError`."""
    defined: dict[int, str] = {}
    if any(lexicon.manifest.definitions for lexicon in lexicons):
        words = _kernel.Automaton.from_columns(alphabet.kernel, *columns)
        for lexicon in reversed(lexicons):
            defined |= {words.find_rank(word): text for word, text in lexicon.definitions()}
        defined.pop(-1, None)  # words that are not in the result
    return defined


def _choose_base(lexicon: Lexicon) -> Lexicon:
    """Returns the words to tag or expurgate: those of the chosen edition, or all words if this
    edition has the lexicon's name."""
    return lexicon.whole if lexicon.edition_name == lexicon.name else lexicon


def _rename(lexicon: Lexicon, name: str, title: str, derivation: Derivation) -> Manifest:
    """Returns the lexicon's manifest with another name. Also renames the edition that is named
    after the lexicon.
    """
    old = lexicon.manifest
    own = old.editions[old.name] if lexicon.edition_name == old.name else Edition()
    others = {n: rule for n, rule in _list_editions(old).items() if n != name}
    return msgspec.structs.replace(
        old,
        name=name,
        title=title or old.title,
        categories=dict(old.categories),
        editions={name: own} | others,
        derivation=derivation,
    )


def _list_editions(manifest: Manifest) -> dict[str, Edition]:
    """Returns the editions except the one named after the lexicon."""
    return {name: rule for name, rule in manifest.editions.items() if name != manifest.name}


def _describe_edition(lexicon: Lexicon) -> InputFile:
    return InputFile(lexicon.path, lexicon.digest, lexicon.edition_name)


def _name_inputs(derivation: Derivation) -> tuple[str, list[tuple[str, str]]]:
    return derivation.operation, [(item.file, item.edition) for item in derivation.inputs]
