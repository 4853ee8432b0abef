"""Configures the site of these pages, which `make site` writes to build/site."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from sphinx.application import Sphinx

from wordtools.service.config import DOORS
from wordtools.service.doors import list_routes
from wordtools.service.openapi import describe_api
from wordtools.version import __version__

PACKAGE = Path(__file__).parent.parent / "wordtools"

project = "wordtools"
author = "the wordtools developers"
project_copyright = f"2026, {author} · GPL-3.0-or-later"
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["pictures", "examples"]
highlight_language = "text"
default_role = "code"  # docstrings mark names as these pages do

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]  # api.md: a heading for each route, below its section's

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": False, "show-inheritance": True}
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"wordtools {__version__}"
html_copy_source = False
html_show_sourcelink = False


def lead_to_the_site(app: Sphinx, page: str, text: list[str]) -> None:
    """On the site the README is the first page, and links to pages show their titles."""
    leading = text[0].replace("](../README.md", "](index.md")
    text[0] = re.sub(r"\[(?:\.\./|docs/)?[\w-]+\.md\]\(", "[](", leading)


def document_kernel(
    app: Sphinx, kind: str, name: str, found: object, options: object, lines: list[str]
) -> None:
    """The kernel's docstrings are in its stub."""
    if not any(lines):
        lines[:] = _STUBS.get(name.removeprefix("wordtools."), "").splitlines()


def read_stubs() -> dict[str, str]:
    """The docstrings of the kernel's classes and their members, by dotted name."""
    tree = ast.parse((PACKAGE / "_kernel.pyi").read_text("utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {each.name: ast.get_docstring(each) or "" for each in classes} | {
        f"{each.name}.{member.name}": ast.get_docstring(member) or ""
        for each in classes
        for member in each.body
        if isinstance(member, ast.FunctionDef)
    }


def write_openapi(app: Sphinx, error: Exception | None) -> None:
    """The service's own description lies beside the pages."""
    if error is None:
        (Path(app.outdir) / "openapi.json").write_bytes(describe_api("", list_routes(DOORS)))


_STUBS = read_stubs()


def setup(app: Sphinx) -> None:
    """Sphinx calls this."""
    app.connect("source-read", lead_to_the_site)
    app.connect("include-read", lambda app, path, page, text: lead_to_the_site(app, page, text))
    app.connect("autodoc-process-docstring", document_kernel)
    app.connect("build-finished", write_openapi)
