"""The settings of stations and services."""

from __future__ import annotations

from pathlib import Path

import pytest

from wordtools.errors import WordtoolsError
from wordtools.judge import settings as all_settings
from wordtools.judge.settings import Settings


def test_settings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "station.toml"
    path.write_text("verdict_seconds = 20\nmost_words = 5\n", "utf-8")
    read = all_settings.read(path)
    assert (read.verdict_seconds, read.most_words, read.entry_seconds) == (20, 5, 15)
    assert all_settings.read(None) == Settings()


def test_settings_state_their_format(tmp_path: Path) -> None:
    path = tmp_path / "station.toml"
    path.write_text("format = 1\nmost_words = 5\n", "utf-8")
    assert all_settings.read(path) == Settings(most_words=5)
    for newer, told in {
        "2": "format: made by a newer wordtools (format 2, this one reads 1); update wordtools",
        '"2"': "format: expected a whole number, got text",
    }.items():
        path.write_text(f"format = {newer}\nwhat_is_this = 1\n", "utf-8")
        with pytest.raises(WordtoolsError) as caught:
            all_settings.read(path)
        assert str(caught.value) == f"{path}: {told}"


def test_settings_say_where_a_terminal_stands(tmp_path: Path) -> None:
    path = tmp_path / "station.toml"
    path.write_text('event = "Lisbon Open"\nround = "3"\ntable = "12"\n', "utf-8")
    read = all_settings.read(path)
    assert (read.event, read.round, read.table) == ("Lisbon Open", "3", "12")


@pytest.mark.parametrize(
    "text",
    [
        "most_words = 0",
        "most_words = 10",
        "entry_seconds = 0",
        "entry_second = 3",
        "x",
        "a = nan",
        "round = 3",
        'event = "a\\u001b[2J"',
        f'table = "{"x" * 101}"',
    ],
)
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "station.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(WordtoolsError, match=r"station\.toml"):
        all_settings.read(path)
