"""The last status that stations reported."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import pytest

from wordtools.log.log import Log
from wordtools.service.presence import Attendance, read_presence


def test_a_hundred_polls_share_one_turn_to_write(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Mock(wraps=log._taking_turn)
    monkeypatch.setattr(log, "_taking_turn", turns)

    async def poll() -> None:
        second_is_over = asyncio.Event()

        async def wait(seconds: float) -> None:
            assert seconds == 1
            await second_is_over.wait()

        monkeypatch.setattr("asyncio.sleep", wait)
        attendance = Attendance(log)
        for number in range(100):
            attendance.note(f"Table {number % 10}", "1", "count", number)
        second_is_over.set()
        assert attendance._writing is not None
        await attendance._writing

    asyncio.run(poll())
    assert turns.call_count == 1
    assert {name: each.battery for name, each in read_presence(log).items()} == {
        f"Table {n}": 90 + n for n in range(10)
    }
