"""The pages of the service, rendered from templates."""

from __future__ import annotations

from typing import Any

import jinja2

from wordtools.messages import LANGUAGES
from wordtools.pages import PAGES
from wordtools.version import __version__


def render(name: str, **values: Any) -> str:
    """The page with this name, in HTML."""
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(PAGES), autoescape=True)
    return templates.get_template(f"{name}.html").render(page=name, version=__version__, **values)


def choose_language(accepted: str) -> str:
    """The first language in the header `Accept-Language` in which there are pages, or English."""
    for tag in accepted.split(",")[:20]:
        language = tag.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"
