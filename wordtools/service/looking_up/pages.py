"""Makes look-up pages when they are first requested, and keeps the most recent pages."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from wordtools.publishing.publish import make_served_page
from wordtools.signing.trust import Trust, open_signed

MEDIA_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
"""The types of a page's text files; its icon is an SVG."""
_MOST_PAGES = 8
_SCRIPT = "../../static/look-up/door.js"  # relative to a page at look-up/NAME/


def read_page(path: Path, language: str, trust: Trust | None) -> dict[str, bytes]:
    """The files of the page for a lexicon's editions, keyed by file name. Raises `OSError`; also
    raises `LexiconError`, for example if trusted signatures are missing."""
    return _make_page(path, path.stat().st_mtime_ns, language, msgspec.json.encode(trust))


@lru_cache(_MOST_PAGES)
def _make_page(path: Path, _changed: int, language: str, trust: bytes) -> dict[str, bytes]:
    whole = open_signed(path, None, msgspec.json.decode(trust, type=Trust | None))
    editions = [whole.edition(name) for name in whole.manifest.editions]
    files = make_served_page(editions or [whole], language, _SCRIPT)
    return {name: text.encode() for name, text in files.items()}
