"""Functions do their work in a second thread and in other processes."""

from __future__ import annotations

import subprocess
import sys
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


def test_a_worker_ends_when_the_process_that_started_it_is_killed() -> None:
    program = """if True:
        import os, signal
        from concurrent.futures import ProcessPoolExecutor
        from wordtools.background import begin_worker
        with ProcessPoolExecutor(2, initializer=begin_worker) as pool:
            jobs = [pool.submit(os.getpid), pool.submit(signal.pause)]
            jobs[0].result()
            os.kill(os.getpid(), 9)
    """
    # The pipe is closed when the last of them has ended.
    subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE)
