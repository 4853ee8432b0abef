"""Sentences that several rooms build in one place."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.screen import leave, turn
from tests.conftest import ROOT
from wordtools.errors import SourceError
from wordtools.wording import (
    end_sentence,
    find_hidden,
    hold_places,
    join_list,
    mark_names,
    pluralize,
    reads_leftward,
    reveal,
    suggest,
    write_points,
)


def test_names_with_commas() -> None:
    assert mark_names(["Ana", "Ivo"]) == ["Ana", "Ivo"]
    assert mark_names(["Committee, Words", "Ivo"]) == ["“Committee, Words”", "“Ivo”"]
    assert mark_names([]) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("there is no such file", "there is no such file."),
        ("it is done.", "it is done."),
        ("did you mean 'pt'?", "did you mean 'pt'?"),
        ("too long to show…", "too long to show…"),
    ],
)
def test_a_sentence_ends_once(text: str, sentence: str) -> None:
    assert end_sentence(text) == sentence


def test_a_near_miss_or_all_choices() -> None:
    assert suggest("pt-PB", ["pt-PT", "pt-BR", "es"]) == "did you mean 'pt-PT'?"
    assert suggest("xyz", ["pt", "es"]) == "choose from pt, es"
    assert suggest("xyz", []) == "choose from none"


def test_numbers_and_lists() -> None:
    assert [pluralize(number, "tile") for number in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert [write_points(points) for points in (12, 0, -5)] == ["12", "0", "−5"]
    assert [write_points(points, "+") for points in (12, 0, -5)] == ["+12", "+0", "−5"]
    assert join_list(["a"]) == "a"
    assert join_list(["a", "b", "c"], "or") == "a, b or c"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Português (Brasil)", "Português (Brasil)"),
        ("1\u00a0000 słów — “ok”", "1\u00a0000 słów — “ok”"),
        ("\u05e2\u05d1\u05e8\u05d9\u05ea", "\u05e2\u05d1\u05e8\u05d9\u05ea"),
        ("red \x1b[31m", "red <U+001B>[31m"),
        ("\x9b2J", "<U+009B>2J"),
        ("YES\u202eON", "YES<U+202E>ON"),
        ("a\u2066b\u2069\u200f", "a<U+2066>b<U+2069><U+200F>"),
        ("A\u200bB\ufeff\u2028", "A<U+200B>B<U+FEFF><U+2028>"),
        ("\ud800\0\x7f", "<U+D800><U+0000><U+007F>"),
        ("one\ntwo\r", "one<U+000A>two<U+000D>"),
        ("Table 1\u3164", "Table 1<U+3164>"),
        ("c\u2800a\u034ft\u115f", "c<U+2800>a<U+034F>t<U+115F>"),
    ],
)
def test_what_a_screen_would_obey_or_hide_is_written_as_its_code(text: str, shown: str) -> None:
    assert reveal(text) == shown
    assert find_hidden(shown) == ""
    assert bool(find_hidden(text)) == (text != shown)


def test_lines_can_be_kept() -> None:
    assert reveal("one\n\ttwo\x1b", keep="\n\t") == "one\n\ttwo<U+001B>"


def test_every_script_that_is_written_leftward_is_known() -> None:
    every = (chr(point) for point in range(sys.maxunicode + 1))
    strong = {each for each in every if unicodedata.bidirectional(each) in ("R", "AL")}
    strong.remove("\u200f")  # a mark, not a letter
    assert all(map(reads_leftward, strong))
    # Pages isolate the same text; \u{10800} is JavaScript's notation for a longer code.
    page = (ROOT / "wordtools/pages/static/messages.js").read_text("utf-8")
    [ranges] = re.findall(r"LEFTWARD =.*?/\[(.*?)\]/u", page, re.DOTALL)
    codes = re.sub(r"\\u\{?([0-9a-f]+)\}?", lambda code: chr(int(code[1], 16)), ranges)
    assert all(re.fullmatch(f"[{codes}]", each) for each in strong)


CELLS = st.sampled_from("אבפسلا𞤀𐤀")


@given(st.lists(CELLS | st.sampled_from(["A", "7", ".", "+"]), min_size=1))
def test_letters_that_stand_apart_stay_where_they_are(cells: list[str]) -> None:
    line = "  ".join(["|", *cells])
    held = hold_places(line)
    assert turn(held) == leave(held) == line


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("no word", "no word"),
        ("שלום אב", "בא םולש"),
        ("דנה  H8 (ש)לום  +12", "הנד  H8 םול(ש)  +12"),
        ("12\tH8 ?שלום\tשלום אב", "12\tH8 םולש?\tבא םולש"),
        ("דנה  8H ש(לום)  12  YES  שלום", "הנד  8H (םול)ש  12  YES  םולש"),
        ("'שלום': H9 holds א, not ב.", "'םולש': H9 holds א, not ב."),
        ("سلام\tvalid", "مالس\tvalid"),
    ],
)
def test_words_are_turned_round_each_by_itself(text: str, turned: str) -> None:
    held = hold_places(text)
    assert (turn(held), leave(held)) == (turned, text)


@given(st.text("אس a8(),.?\n\t"))
def test_nothing_but_marks_is_added(text: str) -> None:
    assert leave(hold_places(text)) == text


def test_errors_from_python_hold_nothing_hidden() -> None:
    error = SourceError("a\x1b[31m.txt", 3, "there is no word \x9b\u202e\n")
    assert str(error) == "a<U+001B>[31m.txt:3: there is no word <U+009B><U+202E><U+000A>"
