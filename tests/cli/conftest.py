"""The lexicons on which commands are tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Build
from tests.log.databases import cluster, log_url

__all__ = ["cluster", "log_url"]  # fixtures

WORDS = ["lição", "casa", "gato", "Lisboa", "kiwi", "xix"]


@pytest.fixture
def pt(build: Build) -> Path:
    return build(WORDS, "pt")


@pytest.fixture
def es(build: Build) -> Path:
    return build(["chal", "llama", "año", "perro"], "es", name="es")
