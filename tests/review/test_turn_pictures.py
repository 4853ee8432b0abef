"""A recorded game in pictures: one for each turn, with the board at that time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.conftest import examples
from tests.pictures.painted import Picture, read_picture
from tests.review.test_review import lexicon, recorded
from wordtools.board.board import Board
from wordtools.formats import gcg
from wordtools.formats.gcg import GameRecord
from wordtools.review.review import review_game
from wordtools.review.turn_pictures import draw_turns
from wordtools.rules.loading import load_crossword

RULES = "scrabble-en-us"
CHALLENGED = """\
#player1 Ana Ana
#player2 Bia Bia
>Ana: ACT 8H CAT +10 10
>Bia: XYZ H8 .XZ +21 21
>Bia: XYZ -- -21 0
>Ana: ADD -ADD +0 10
>Bia: XYZ - +0 0
>Ana: AS L8 AS +2 12
>Ana: AS -- -2 10
"""


def draw(text: str, *more: str) -> dict[str, Picture]:
    rules, words = load_crossword(RULES), lexicon(RULES, *more)
    reviewed = review_game(gcg.parse_gcg(text), rules, words, boards=True)
    drawn = draw_turns(reviewed, rules.read_by(words.alphabet), "light")
    return {name: read_picture(each) for name, each in drawn.items()}


def show(picture: Picture) -> list[str]:
    """The lines below the board."""
    bottom = max(each.top for each in picture.texts if each.text == "15")
    return [each.text for each in picture.texts if each.top > bottom]


def is_marked(picture: Picture) -> bool:
    return any(each.tag == "circle" and not each.cell for each in picture.painted)


def test_a_challenged_game() -> None:
    pictures = draw(CHALLENGED, "cat", "as")
    assert list(pictures) == [f"turn-{n:02}.svg" for n in range(1, 6)]
    first, phony, exchange, passed, last = pictures.values()
    assert first.cells == ["H8", "I8", "J8"]
    assert show(first) == ["8H CAT", "+10 YES", "Ana", "10", "Bia", "0"]
    # A play that is taken back is shown on the board; its points are deducted again.
    assert phony.cells == ["H8", "I8", "J8", "H9", "H10"]
    assert show(phony)[:2] == ["H8 .XZ", "+21 NO, withdrawn"]
    assert show(phony)[2:] == ["Ana", "10", "Bia", "0"]
    assert [is_marked(each) for each in pictures.values()] == [False, True, False, False, False]
    assert exchange.cells == passed.cells == first.cells
    assert show(exchange)[:2] == ["exchange ADD", "+0"]
    assert show(passed)[:2] == ["pass", "+0"]
    assert show(last)[1].endswith("YES, withdrawn")


def test_a_pass_that_is_written_as_a_withdrawal() -> None:
    (picture,) = draw(">Ana: ACT 8H CAT +10 10\n>Bia: XYZ -- +0 0\n", "cat").values()
    assert show(picture)[:2] == ["8H CAT", "+10 YES"]


def test_the_last_play_is_what_was_laid() -> None:
    _, phony, exchange, *_ = draw(CHALLENGED, "cat", "as").values()
    ringed = {each.cell for each in phony.painted if each.cell and each.fill == "none"}
    assert ringed == {"H9", "H10"}
    assert not [each for each in exchange.painted if each.cell and each.fill == "none"]


def test_what_cannot_be_read_ends_the_pictures() -> None:
    pictures = draw(CHALLENGED + ">Ana: X 8H DOG +1 1\n>Bia: - +0 0\n", "cat", "as")
    assert list(pictures)[-1] == "turn-05.svg"


@pytest.mark.slow
@settings(max_examples=examples(0.2))
@given(recorded())
def test_any_game(game: tuple[str, GameRecord, dict[str, int]]) -> None:
    """Each picture has the tiles of its board; the last one has the scores at the end."""
    name, record, _ = game
    rules = load_crossword(name)
    reviewed = review_game(record, rules, lexicon(name), boards=True)
    drawn = draw_turns(reviewed, rules, "print")
    assert list(drawn) == sorted(drawn)
    turns = [line for line in reviewed.lines if line.kind in ("play", "exchange", "pass")]
    assert len(drawn) == len(turns)
    for line, each in zip(turns, drawn.values(), strict=True):
        board = Board.read(line.board, rules)
        names = [rules.layout.name_square(at) for at, tile in enumerate(board) if tile]
        picture = read_picture(each)
        assert picture.cells == names
        assert line.verdict in picture.description
    if drawn:
        shown = show_scores(list(drawn.values())[-1])
        assert shown == {player: str(score) for player, score in reviewed.scores.items()}


def show_scores(drawn: str) -> dict[str, str]:
    """The names and scores at the end of a picture."""
    fields = [text.text for text in read_picture(drawn).texts]
    return {name: fields[fields.index(name) + 1] for name in ("Ana", "Bia", "Caio", "Dora")
            if name in fields}  # fmt: skip
