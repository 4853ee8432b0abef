"""The lexicons that a service offers, and their judges."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wordtools.errors import LexiconError
from wordtools.judge.judge import Judge
from wordtools.judge.rulesets import BUILT_IN, Rulesets
from wordtools.judge.settings import Settings
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.messages.refusal import CannotJudge
from wordtools.service.access import ServiceState
from wordtools.service.config import LexiconOffer
from wordtools.signing.trust import Trust, open_signed


class OfferedLexicons:
    """A judge for each offered lexicon. Opens each file once, and reports errors only when
    needed."""

    def __init__(
        self,
        offers: Sequence[LexiconOffer],
        log: Log,
        settings: Settings,
        rulesets: Rulesets = BUILT_IN,
        trust: Trust | None = None,
    ) -> None:
        """`trust`: the keys that must have signed each lexicon, or None to accept any lexicon."""
        self.offers: dict[str, LexiconOffer] = {}
        self._log = log
        self._settings = settings
        self._rulesets = rulesets
        self._trust = trust
        self._judges: dict[str, Judge] = {}
        self._errors: dict[str, str] = {}
        self.add_offers(offers)

    def add_offers(self, offers: Sequence[LexiconOffer]) -> None:
        """Adds those of these lexicons that are new. Other threads may judge in the meantime."""
        files: dict[str, Lexicon] = {}
        judges = dict(self._judges)
        added = [offer for offer in offers if offer.name not in self.offers]
        for offer in added:
            try:
                if offer.path not in files:
                    files[offer.path] = self._read(offer.path)
                whole = files[offer.path]
                edition = whole.edition(offer.edition) if offer.edition else whole
                judges[offer.name] = self._make_judge(edition)
            except LexiconError as error:
                self._errors[offer.name] = str(error)
        self._judges = judges
        self.offers = {**self.offers, **{offer.name: offer for offer in added}}

    def judge(self, name: str) -> Judge:
        """The judge for a lexicon. Raises `CannotJudge` if the lexicon is not on offer or cannot be
        opened."""
        if name not in self.offers:
            raise CannotJudge(
                f"the lexicon in force is {name}, but this service offers only "
                f"{', '.join(self.offers)}; the director must choose one of these",
                "lexicon_changed",
                path=name,
            )
        if name not in self._judges:
            raise CannotJudge(self._errors[name], "lexicon_damaged", path=name)
        return self._judges[name]

    def judge_in_force(self, state: ServiceState) -> Judge:
        """The judge for the lexicon in force. Reopens a file that was replaced after this worker
        opened it. Raises `CannotJudge`."""
        judge = self.judge(state.lexicon)
        if judge.lexicon.digest != state.digest and _has_changed(judge):
            judge = self.reopen(state.lexicon)
        if judge.lexicon.digest != state.digest:
            raise CannotJudge.because("lexicon_changed", path=judge.lexicon.path)
        return judge

    def reopen(self, name: str) -> Judge:
        """A judge for a lexicon's current file. Raises `CannotJudge`."""
        offer = self.offers[name]
        try:
            judge = self._make_judge(self._read(offer.path, offer.edition))
        except LexiconError as error:
            raise CannotJudge(str(error), "lexicon_damaged", path=offer.path) from None
        self._errors.pop(name, None)
        self._judges[name] = judge
        return judge

    def judges(self) -> dict[str, Judge]:
        """The judges of all lexicons that could be opened, keyed by the name on offer."""
        return {name: self._judges[name] for name in self.offers if name in self._judges}

    def _read(self, path: str, edition: str | None = None) -> Lexicon:
        """The lexicon in a file. Raises `LexiconError`, for example if no trusted key has signed
        the lexicon.
        """
        return open_signed(Path(path), edition, self._trust)

    def _make_judge(self, lexicon: Lexicon) -> Judge:
        maximum = self._settings.most_words
        return Judge(lexicon, self._log, most_words=maximum, rulesets=self._rulesets)


def _has_changed(judge: Judge) -> bool:
    try:
        judge.check_lexicon()
    except CannotJudge:
        return True
    return False
