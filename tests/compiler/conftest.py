"""Fixtures shared by the compiler's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.compiling import Compile, compile_in


@pytest.fixture
def compile(tmp_path: Path) -> Compile:
    return lambda text, **files: compile_in(tmp_path, text, **files)
