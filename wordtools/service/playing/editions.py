"""The lexicons with which tables can be played: those on offer, and those found by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from wordtools.errors import LexiconError
from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.find import list_lexicons
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import Manifest, Maturity
from wordtools.messages import Messages
from wordtools.rules.ruleset import Ruleset
from wordtools.rules.titles import name_edition
from wordtools.service.config import LexiconOffer
from wordtools.signing.trust import Trust, open_signed


class EditionAtHand(Struct, frozen=True):
    """An edition of a lexicon in a file. `lexicon`, `title` and `language` describe the whole
    lexicon."""

    name: str
    lexicon: str
    title: str
    language: str
    tiles: tuple[str, ...]
    words: int
    maturity: Maturity
    path: Path

    def name_in(self, messages: Messages) -> str:
        """The name that players use for the edition, in the messages' language."""
        return name_edition(self.name, self.lexicon, self.title, messages)


class Editions:
    """The available editions. The editions' files are looked up at each request, because lists may
    be built while the service runs. Threads may share an object of this class."""

    def __init__(self, offers: Sequence[LexiconOffer], trust: Trust | None) -> None:
        self._offers = offers
        self._trust = trust
        self._manifests: dict[Path, tuple[int, Manifest]] = {}
        self._open: dict[tuple[Path, str], tuple[int, Lexicon]] = {}

    def list_all(self) -> dict[str, EditionAtHand]:
        """The editions, keyed by name. If several editions have the same name, only the first is
        available."""
        editions: dict[str, EditionAtHand] = {}
        paths = [Path(offer.path) for offer in self._offers]
        for path in dict.fromkeys([*paths, *(path.resolve() for path in list_lexicons())]):
            with suppress(LexiconError, OSError):
                for edition in _list_editions(path, self._read_manifest(path)):
                    editions.setdefault(edition.name, edition)
        return editions

    def list_for(self, ruleset: Ruleset) -> list[EditionAtHand]:
        """The editions with the tiles and the language of a game, beginning with the game's own
        edition."""
        own = ruleset.words.edition
        fitting = [
            edition
            for edition in self.list_all().values()
            if edition.tiles == ruleset.alphabet.tiles and edition.language == ruleset.language
        ]
        return sorted(fitting, key=lambda edition: edition.name != own)

    def name(self, edition: str, messages: Messages) -> str:
        """The name that players use for an edition, or its technical name if the edition is no
        longer available.
        """
        at_hand = self.list_all().get(edition)
        return at_hand.name_in(messages) if at_hand else edition

    def open(self, name: str) -> Lexicon:
        """The edition or lexicon of this name. Raises `LexiconError`."""
        edition = self.list_all().get(name)
        if edition is None:
            raise LexiconError(f"there is no lexicon or edition {name[:100]!r} here; build it")
        try:
            changed = edition.path.stat().st_mtime_ns
        except OSError as error:
            raise LexiconError(f"{edition.path}: {error.strerror}") from None
        key = (edition.path, name)
        known = self._open.get(key)
        if known is None or known[0] != changed:
            known = (changed, open_signed(edition.path, name, self._trust))
            self._open[key] = known
        return known[1]

    def _read_manifest(self, path: Path) -> Manifest:
        """The manifest of a file, reread when the file changes. Raises `LexiconError` and
        `OSError`."""
        changed = path.stat().st_mtime_ns
        known = self._manifests.get(path)
        if known is None or known[0] != changed:
            known = self._manifests[path] = (changed, read_manifest(path))
        return known[1]


def _list_editions(path: Path, manifest: Manifest) -> Iterator[EditionAtHand]:
    common = (manifest.name, manifest.title, manifest.language, manifest.alphabet.tiles)
    for name, edition in manifest.editions.items():
        yield EditionAtHand(name, *common, edition.words, edition.maturity, path)
