"""The settings of a published page: its lexicons, messages and trusted keys."""

from __future__ import annotations

import datetime
import json
import re
import unicodedata
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import msgspec

from wordtools import pages
from wordtools.judge import settings as station_settings
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages import Messages, choose_messages
from wordtools.publishing.bundle import PAGES
from wordtools.rules.titles import name_edition
from wordtools.signing.trust import Trust, find_signatures

_NAMED = ((0x80, 0x700), (0x1E00, 0x2150), (0xE0020, 0xE0080))
"""The characters whose Unicode names the page contains. The page shows other characters by code
point, because all names would take up most of the page.
"""


class Offer(msgspec.Struct):
    """One edition of a lexicon, as a page offers it. `language` is the language of its messages,
    and `keyboard` is the language whose keyboard layout arranges the `tiles`. `file` is its script,
    or "" if the page itself contains it.
    """

    edition: str
    title: str
    language: str
    tiles: list[str]
    keyboard: str
    digest: str
    effective: str | None
    maturity: str
    signatures: list[str]
    file: str = ""


class PageSettings(msgspec.Struct):
    """`messages` are keyed by language, then by message key. `names` maps the first code point of a
    range to the names of its characters, one per line. `published` is None on a page that a service
    makes. `worker` is the script that keeps the page for offline use, or "" for a single file.
    `events` are the keys whose receipts the page checks."""

    lexicons: list[Offer]
    published: datetime.date | None
    messages: dict[str, dict[str, str]]
    names: dict[int, str]
    station: station_settings.Settings
    trust: Trust | None
    events: Trust | None
    opaque: bool
    study: bool
    worker: str = ""


def make_settings(
    lexicons: Sequence[Lexicon],
    sources: str,
    *,
    language: str,
    published: datetime.date | None,
    trust: Trust | None,
    events: Trust | None,
    opaque: bool,
    study: bool,
) -> PageSettings:
    """The settings of a page for these lexicons. They include the messages that the page's
    `sources` name, in `language` or, by default, in each lexicon's language. Raises
    `WordtoolsError`."""
    offers, messages = [], {}
    for lexicon in lexicons:
        own = lexicon.manifest.alphabet.language
        spoken = Messages(language) if language else choose_messages(own)
        offers.append(_make_offer(lexicon, spoken, signed=trust is not None))
        messages[spoken.language] = _choose_texts(spoken, sources)
    names = {start: list_names(start, end) for start, end in _NAMED}
    limits = station_settings.Settings()
    return PageSettings(offers, published, messages, names, limits, trust, events, opaque, study)


def _make_offer(lexicon: Lexicon, messages: Messages, *, signed: bool) -> Offer:
    manifest, edition = lexicon.manifest, lexicon.edition_name
    signatures = find_signatures(Path(lexicon.path)) if signed else {}
    return Offer(
        edition=edition,
        title=name_edition(edition, manifest.name, manifest.title, messages),
        language=messages.language,
        tiles=list(manifest.alphabet.tiles),
        keyboard=manifest.alphabet.language,
        digest=lexicon.digest,
        effective=manifest.effective,
        maturity=manifest.editions[edition].maturity,
        signatures=[one.encode() for one in signatures.values()],
    )


def _choose_texts(messages: Messages, sources: str) -> dict[str, str]:
    """The messages whose keys occur in a page's sources after a quotation mark or `$`, and their
    variants for touch devices. The sources may omit the prefix `cannot_` of a key. The rulings of a
    page have no numbers, because a page has no log."""
    folders = (pages.STATIC / "messages", PAGES / "messages")
    own = (
        json.loads((folder / f"{messages.language}.json").read_text("utf-8")) for folder in folders
    )
    texts = dict(chain(messages.texts.items(), *(texts.items() for texts in own)))
    texts |= {"numbered_ruling": texts["ruling"], "ruling": "{time}"}
    named = {*re.findall(r'["$](\w+)', sources), "cannot"}
    return {
        key: text
        for key, text in texts.items()
        if {key, key.removesuffix("_touch"), key.removeprefix("cannot_")} & named
    }


def list_names(start: int, end: int) -> str:
    """The Unicode names of these characters, one per line."""
    return "\n".join(unicodedata.name(chr(code), "").lower() for code in range(start, end))
