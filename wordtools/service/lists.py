"""The word lists that a service can show and use for judging. For the service of `wordtools web`,
these are all lists that can be opened by name; for any other service, only the lists on offer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from wordtools.errors import WordtoolsError
from wordtools.judge.acts import LexiconFacts
from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.find import list_lexicons, locate_lexicon
from wordtools.lexicon.manifest import Manifest
from wordtools.messages import Messages
from wordtools.rules.titles import name_lexicon
from wordtools.service.config import LexiconOffer, ServiceConfig
from wordtools.signing.trust import Trust, check_file, open_signed


def find_offers(
    names: Sequence[str], trust: Trust | None = None
) -> list[tuple[LexiconOffer, LexiconFacts]]:
    """The offers of these names. The name of an edition offers only that edition; the name of a
    lexicon also offers all editions of the lexicon. Raises `LexiconError`, for example if trusted
    signatures are missing. Raises `WordtoolsError` if two files offer the same name."""
    offers: dict[str, tuple[LexiconOffer, LexiconFacts]] = {}
    for name in names:
        path, edition = locate_lexicon(name)
        lexicon = open_signed(path, edition, trust)
        for offered in [edition] if edition else [lexicon.name, *lexicon.manifest.editions]:
            offer = LexiconOffer(offered, str(path.resolve()), offered)
            if offered in offers and offers[offered][0] != offer:
                other = offers[offered][0].path
                raise WordtoolsError(f"{path} and {other} both offer {offered}; name only one")
            offers[offered] = (offer, LexiconFacts(offered, lexicon.digest, lexicon.name))
    return list(offers.values())


class ListSummary(Struct, frozen=True):
    """A lexicon: its name, its title in the reader's language, and, for its first edition, the
    number of words and the maturity."""

    name: str
    title: str
    words: int
    maturity: str
    editions: list[str]


def find_paths(config: ServiceConfig) -> dict[str, Path]:
    """The lexicon files of a service, keyed by name."""
    paths = (
        list_local_paths(config.trust)
        if config.home
        else [Path(offer.path) for offer in config.offers]
    )
    return {path.stem: path for path in reversed(paths)}  # the first offer with a name wins


def list_local_paths(trust: Trust | None) -> list[Path]:
    """All lexicons on this machine that can be opened by name, except those that are damaged or
    that no trusted key has signed."""
    return [
        path
        for path in list_lexicons()
        if _read(path) is not None and (trust is None or _is_signed(path, trust))
    ]


def find_lists(config: ServiceConfig, messages: Messages) -> list[ListSummary]:
    """The lists of a service, in order of title."""
    lists = []
    for name, path in find_paths(config).items():
        if manifest := _read(path):
            edition = next(iter(manifest.editions.values()))
            title = name_lexicon(manifest.title, messages)
            maturity, editions = edition.maturity, list(manifest.editions)
            lists.append(ListSummary(name, title, edition.words, maturity, editions))
    return sorted(lists, key=lambda one: one.title.casefold())


def find_local_offers(trust: Trust | None) -> list[tuple[LexiconOffer, LexiconFacts]]:
    """The offers of all lexicons on this machine, or of those that trusted keys have signed. If two
    offers have the same name, the first wins."""
    offers: dict[str, tuple[LexiconOffer, LexiconFacts]] = {}
    for path in list_local_paths(trust):
        with suppress(WordtoolsError):
            for offer, facts in find_offers([str(path)], trust):
                offers.setdefault(offer.name, (offer, facts))
    return list(offers.values())


def _is_signed(path: Path, trust: Trust) -> bool:
    with suppress(WordtoolsError, OSError):
        check_file(path, path.read_bytes(), trust)
        return True
    return False


def _read(path: Path) -> Manifest | None:
    with suppress(WordtoolsError, OSError):
        return read_manifest(path)
    return None
