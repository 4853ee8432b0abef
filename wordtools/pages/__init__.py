"""Templates, scripts, styles and texts of the pages that a service shows or `publish` writes."""

from __future__ import annotations

from pathlib import Path

PAGES = Path(__file__).parent
STATIC = PAGES / "static"
"""The files that pages load, which a service shows below `/static`."""
