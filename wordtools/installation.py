"""Tells users how to install an extra, depending on how wordtools was installed."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote, urlsplit

DISTRIBUTION = "wordjudge"
"""The name of wordtools on the package index."""


def describe_extra(extra: str) -> str:
    """The instruction "run `pip install …`" for an extra, with the source that wordtools was
    installed from. pip records sources other than a package index in direct_url.json (PEP 610)."""
    try:
        recorded = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return _describe_clone(extra)
    origin = json.loads(recorded or "{}")
    url = origin.get("url", "")
    if not url.startswith("file:"):
        source = f"{origin['vcs_info']['vcs']}+{url}" if "vcs_info" in origin else url
        return f"run `pip install '{DISTRIBUTION}[{extra}]{' @ ' * bool(source)}{source}'`"
    path = Path(unquote(urlsplit(url).path))
    if not path.exists():
        return _describe_clone(extra)
    editable = "-e " * bool(origin.get("dir_info", {}).get("editable"))
    return f"run `pip install {editable}'{path}[{extra}]'`"


def _describe_clone(extra: str) -> str:
    return f"run `pip install '.[{extra}]'` in a clone of wordtools"
