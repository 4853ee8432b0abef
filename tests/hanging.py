"""Ends tests that hang in native code. pytest-timeout interrupts a test with a signal, but no
Python code can handle the signal while the GIL is held, for example by an endless search in the
kernel."""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Generator

import pytest

_TIMES = 1.5
"""The multiple of pytest-timeout's limit."""
_stderr = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Keeps the real standard error, which tests do not write to."""
    capture = config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        config.stash[_stderr] = os.dup(2)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Ends the whole process with a traceback if a test continues after its time limit."""
    config = item.config
    limit = float(config.getoption("timeout") or config.getini("timeout"))
    faulthandler.dump_traceback_later(_TIMES * limit, exit=True, file=config.stash[_stderr])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
