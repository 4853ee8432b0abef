"""The ruling on the words of a play: one bit, or CANNOT JUDGE."""

from __future__ import annotations

from collections.abc import Sequence

from wordtools.errors import SpellingError, WordtoolsError
from wordtools.lexicon.lexicon import Lexicon


class CannotJudge(WordtoolsError):
    """No ruling can be given; `str()` says why. Never to be taken for YES or NO."""


def words_as_judged(lexicon: Lexicon, words: Sequence[str]) -> list[str]:
    """The words in the one way the lexicon's alphabet writes them: what the players see before
    they confirm. Raises `CannotJudge` for what the tiles cannot spell or the lexicon cannot hold;
    nothing is stripped, cut or joined."""
    if not words:
        raise CannotJudge("no word was named.")
    shortest, longest = lexicon.manifest.lengths
    judged = []
    for word in words:
        try:
            tiles = lexicon.alphabet.spell(word)
        except SpellingError as error:
            raise CannotJudge(f"{word!r}: {error}.") from None
        if not shortest <= len(tiles) <= longest:
            raise CannotJudge(
                f"{word!r} has {len(tiles)} tiles; {lexicon.name} holds words of "
                f"{shortest} to {longest}."
            )
        judged.append(lexicon.alphabet.text(tiles))
    return judged


def is_acceptable(lexicon: Lexicon, words: Sequence[str]) -> bool:
    """True when every word is in the lexicon's edition. Every word is looked up, so that the time
    taken tells nothing of which one fails. Raises `CannotJudge`."""
    found = [word in lexicon for word in words_as_judged(lexicon, words)]
    return all(found)
