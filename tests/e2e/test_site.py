"""The site of the documentation, opened from its folder without a network."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tools import docs


@pytest.mark.slow
@pytest.mark.real_data
def test_the_site_is_built_and_searched_offline(tmp_path: Path, browser: Browser) -> None:
    """A link that leads nowhere, a page that no menu names, or a docstring that cannot be laid out
    fails the build."""
    build = [
        sys.executable,
        "-m",
        "sphinx",
        "-qW",
        "--keep-going",
        str(docs.ROOT / "docs"),
        str(tmp_path),
    ]
    subprocess.run(build, check=True, timeout=300)
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
    finally:
        page.close()
