"""What a service is started with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from wordtools.judge.acts import list_settings
from wordtools.judge.rulesets import RulesetOffer
from wordtools.judge.settings import Settings


class LexiconOffer(msgspec.Struct, frozen=True):
    """A lexicon that the director may put in force: its name, its file and, unless it is the whole
    lexicon, the edition."""

    name: str
    path: str
    edition: str | None


class ServiceConfig(msgspec.Struct, frozen=True):
    """What the service does; every worker process gets the same. `folder` is the one that
    they share. What `proxies` say of their clients is believed: addresses, or networks of them."""

    log: str
    offers: list[LexiconOffer]
    settings: Settings
    rulesets: list[RulesetOffer] = []
    root_path: str = ""
    log_words: bool = False
    folder: Path | None = None
    proxies: list[str] = []
    address: str = "http://127.0.0.1:8000/"
    """Where it is served: `0.0.0.0` and `[::]` stand for all addresses of this machine."""

    def describe(self) -> dict[str, Any]:
        """What the log records of it when it is not what it was at the last start."""
        offered = {
            "lexicons": [offer.name for offer in self.offers],
            "rulesets": {offer.name: offer.digest for offer in self.rulesets},
        }
        return {**list_settings(self.settings), **offered}


class ServerConfig(msgspec.Struct, frozen=True):
    """Where the service listens, and with how many worker processes. What `proxies` say of their
    clients is believed: addresses, or networks of them."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    certfile: Path | None = None
    keyfile: Path | None = None
    proxies: list[str] = []
