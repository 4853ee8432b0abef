"""Work in a second thread."""

from __future__ import annotations

import threading

import pytest

from wordtools.background import start_work


def test_what_the_work_returns() -> None:
    wait = start_work(threading.get_ident)
    assert wait() == wait() != threading.get_ident()


def test_what_the_work_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        start_work(lambda: 1 / 0)()


def test_without_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert start_work(threading.get_ident)() == threading.get_ident()
