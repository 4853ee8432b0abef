"""The site of the documentation, opened from its folder without a network."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tools import docs

PYPROJECT = (docs.ROOT / "pyproject.toml").read_text("utf-8")
SIDEWAYS = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
CLIPPED = """
[...document.querySelectorAll("article *")].filter((element) => {
  const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX);
  const { right, width } = element.getBoundingClientRect();
  if (!width || right <= document.documentElement.clientWidth + 1) return false;
  for (let each = element; each; each = each.parentElement) if (scrolls(each)) return false;
  return true;
}).map((element) => element.outerHTML.slice(0, 80))"""
"""Elements that extend beyond the page, except code and tables, which scroll."""


@pytest.mark.slow
@pytest.mark.real_data
def test_the_site_is_built_and_searched_offline(tmp_path: Path, browser: Browser) -> None:
    """A broken link, a page missing from every menu, or a docstring that cannot be laid out fails
    the build."""
    build = [
        sys.executable,
        "-m",
        "sphinx",
        "-qW",
        "--keep-going",
        str(docs.ROOT / "docs"),
        str(tmp_path),
    ]
    subprocess.run(build, check=True)
    assert json.loads((tmp_path / "openapi.json").read_text())["paths"]

    page = browser.new_page()
    try:
        page.goto((tmp_path / "index.html").as_uri())
        search = page.get_by_placeholder("Search")
        search.fill("expurgate")
        search.press("Enter")
        found = page.get_by_role("link", name="wordtools.expurgate")
        expect(found).to_be_visible()
        found.click()
        expect(page.locator("dt#wordtools\\.Cursor + dd")).to_contain_text(
            "a walk begins", ignore_case=True
        )
        expect(page.locator("dt#wordtools\\.expurgate")).to_be_visible()

        page.set_viewport_size({"width": 390, "height": 844})  # a phone
        for file in sorted(tmp_path.rglob("*.html")):
            page.goto(file.as_uri())
            assert page.evaluate(SIDEWAYS) <= 0, file.name
            assert page.evaluate(CLIPPED) == [], file.name
            footer = page.locator(".copyright")
            expect(footer).to_contain_text(re.compile(r"20\d\d, the wordtools developers"))
            expect(footer).to_contain_text(tomllib.loads(PYPROJECT)["project"]["license"])
    finally:
        page.close()
