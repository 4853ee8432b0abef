"""Finds all forms of a Hunspell dictionary, given the bytes of its two files."""

from __future__ import annotations

from collections.abc import Callable

from wordtools._kernel import DictionaryError
from wordtools.errors import SourceError
from wordtools.formats.hunspell import AffixRule, FormBounds, read_affixes


def expand_dictionary(
    aff_bytes: bytes,
    dic_bytes: bytes,
    path: str,
    wants: Callable[[AffixRule], bool] = lambda _: True,
    bounds: FormBounds | None = None,
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Every form of a dictionary, and every form that the dictionary bars, each as (form, line of
    its entry in the .dic). `path`: the path of the .dic. Errors name this file, or the .aff beside
    it. The forms of one entry are distinct, but two entries may have the same form. FORBIDDENWORDs
    are barred, and so are all forms spelled like one, and stems that are not words without an affix
    or outside a compound. Only rules for which `wants` is true are applied, within the `bounds`.
    Raises `SourceError` for a file that contradicts its declarations, and for one whose affixes
    combine without end.
    """
    affixes = read_affixes(aff_bytes, path.removesuffix(".dic") + ".aff")
    try:
        rules = [(rule, 0) for rule in affixes.rules if wants(rule)]
        expander = affixes.create_expander(rules, bounds)
        return expander.expand(affixes.decode_dic(dic_bytes, path))
    except DictionaryError as error:
        line, message = error.args
        raise SourceError(path, line, message) from None
