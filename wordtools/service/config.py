"""The configuration of a service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from wordtools.judge.acts import list_settings
from wordtools.judge.rulesets import RulesetOffer
from wordtools.judge.settings import Settings
from wordtools.signing.minisign import SecretKey
from wordtools.signing.trust import Trust

DOORS = ("look-up", "play", "judge")
"""The names by which users know the parts of a service that can be left out."""


class LexiconOffer(msgspec.Struct, frozen=True):
    """A lexicon that the director may put in force: its name, its file and, unless the whole
    lexicon is offered, its edition.
    """

    name: str
    path: str
    edition: str | None


class ServiceConfig(msgspec.Struct, frozen=True):
    """The configuration of every worker process. `doors`: the doors that are open. `folder` is
    shared by all processes. The service trusts the `proxies` (addresses or networks) to report the
    addresses of their clients."""

    log: str
    offers: list[LexiconOffer]
    settings: Settings
    rulesets: list[RulesetOffer] = []
    doors: tuple[str, ...] = ("judge",)
    home: bool = False
    """True for the service of `wordtools web`, whose host is the person at this machine. It offers
    all lexicons on this machine, and a home page for making others.
    """
    root_path: str = ""
    log_words: bool = False
    folder: Path | None = None
    proxies: list[str] = []
    trust: Trust | None = None
    """The keys that must have signed each lexicon."""
    key: SecretKey | None = None
    """The key that signs the log's head, and receipts."""
    heads: Path | None = None
    receipt_page: str = ""
    """The address of a published page that checks receipts."""
    address: str = "http://127.0.0.1:8000/"
    """The service's URL, in which `0.0.0.0` and `[::]` stand for all addresses of this machine."""

    def describe(self) -> dict[str, Any]:
        """The settings whose changes the log records at each start."""
        return {
            **list_settings(self.settings),
            "lexicons": [offer.name for offer in self.offers],
            "rulesets": {offer.name: offer.digest for offer in self.rulesets},
            **({"signed_by": [key.name for key in self.trust.keys]} if self.trust else {}),
            **({"key": self.key.public.text} if self.key else {}),
        }


class ServerConfig(msgspec.Struct, frozen=True):
    """The address at which the service listens, the number of its worker processes, its
    certificate, and the trusted `proxies` (see `ServiceConfig`).
    """

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    certfile: Path | None = None
    keyfile: Path | None = None
    proxies: list[str] = []
