"""The tiles that were laid are shown, judged and recorded."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from tests.judge.stations import MemoryLog, station
from tests.lexicon.helpers import lexicon_bytes, opened
from tests.test_readings import list_sound_alphabets, list_texts, read_by_rule
from wordtools.alphabet import Alphabet, load_alphabet
from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.evaluation import evaluate_play
from wordtools.board.notation import NotationError
from wordtools.errors import SpellingError
from wordtools.judge.evaluation import evaluate_challenge
from wordtools.judge.judge import Judge
from wordtools.judge.report import collect
from wordtools.judge.rulesets import BUILT_IN
from wordtools.judge.ruling import Challenge, ChallengedPlay
from wordtools.judge.verdict import is_acceptable, normalize_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.messages.refusal import CannotJudge
from wordtools.rules.loading import load_crossword
from wordtools.service.judging import report_page
from wordtools.terminal.judging.layout import lay_out
from wordtools.terminal.judging.scene import Scene


def lexicon(alphabet: Alphabet, words: set[bytes], path: Path) -> Lexicon:
    path.write_bytes(lexicon_bytes(alphabet, [(word, frozenset()) for word in words]))
    return Lexicon.read(path)


@pytest.mark.parametrize("seed", range(5))
def test_the_tiles_of_a_text_are_shown_judged_and_recorded(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    (alphabet,) = list_sound_alphabets(seed, 1)
    read = {text: read_by_rule(alphabet, text) for text in list_texts(alphabet, chance)}
    spelled = sorted({tiles for tiles in read.values() if tiles})
    words = set(chance.sample(spelled, len(spelled) // 2))
    log = MemoryLog()
    judge = Judge(lexicon(alphabet, words, tmp_path / "test.lexicon"), log)
    for text in chance.sample(sorted(read), min(200, len(read))):
        tiles = read[text]
        try:
            ruling = judge.rule(Challenge([text]))
        except CannotJudge as error:
            assert not tiles or error.code == "which_tiles", (alphabet, text)
            continue
        assert ruling.acceptable == (tiles in words), (alphabet, text)
        assert [read_by_rule(alphabet, word) for word in ruling.words] == [tiles]
        assert log.kept[-1].content["words"] == ruling.words


@pytest.mark.parametrize(
    ("typed", "shown", "acceptable"),
    [
        ("perro", "PE[RR]O", True),
        ("pe[rr]o", "PE[RR]O", True),
        ("pe[r][r]o", "PE[R][R]O", False),
        ("[p]erro", "PE[RR]O", True),
        ("casa", "CASA", True),
    ],
)
def test_tiles_of_several_letters_are_seen(
    typed: str, shown: str, acceptable: bool, tmp_path: Path
) -> None:
    spanish = load_alphabet("es").alphabet
    words = {spanish.spell("perro"), spanish.spell("casa")}
    bench = station(lexicon(spanish, words, tmp_path / "es.lexicon"))
    for key in ("1", *typed, "enter"):
        bench.press(key)
    assert (bench.screen, bench.words) == ("confirm", [shown])
    bench.press("tab")
    assert bench.ruling is not None
    assert (bench.ruling.words, bench.ruling.acceptable) == ([shown], acceptable)


def test_where_two_words_are_written_alike_the_station_asks_for_the_tiles(tmp_path: Path) -> None:
    croatian = load_alphabet("hr").alphabet
    words = {croatian.spell(word) for word in ("[N][J]iva", "[NJ]iva", "konj")}
    alike = lexicon(croatian, words, tmp_path / "hr.lexicon")
    bench = station(alike)
    for key in ("1", *"njiva", "enter"):
        bench.press(key)
    assert bench.screen == "entry"
    assert "[NJ]IVA, [N][J]IVA" in bench.note
    for typed, shown in (("[nj]iva", "[NJ]IVA"), ("n[j]iva", "[N][J]IVA"), ("konj", "KO[NJ]")):
        assert normalize_words(alike, [typed]) == [shown]


def test_a_text_of_too_many_rows_of_tiles_is_not_guessed(tmp_path: Path) -> None:
    made = Alphabet("Made-up", "en", ("A", "AA"), {"A": "Aa"})
    full = opened(lexicon_bytes(made, [(bytes([2] * 10), frozenset())]))
    assert normalize_words(full, ["a" * 10]) == ["[AA]" * 5]
    with pytest.raises(CannotJudge, match="brackets"):
        normalize_words(full, ["a" * 40])


@pytest.mark.parametrize("width", [20, 40, 120])
def test_a_terminal_shows_tiles_apart(width: int, tmp_path: Path) -> None:
    spanish = load_alphabet("es").alphabet
    bench = station(lexicon(spanish, {spanish.spell("perro")}, tmp_path / "es.lexicon"))
    shown = []
    for typed in ("perro", "pe[r][r]o"):
        for key in ("1", *typed, "enter"):
            bench.press(key)
        page = lay_out(Scene.of(bench), width, 24)
        assert page.whole
        shown.append([row.text for row in page.rows if row.style == "large"])
        bench.press("escape")
        bench.press("escape")
        bench.press("escape")
    assert shown[0] != shown[1]


def test_a_report_shows_tiles_apart(tmp_path: Path) -> None:
    spanish = load_alphabet("es").alphabet
    log = Log(f"sqlite:///{tmp_path}/log.db")
    judge = Judge(lexicon(spanish, {spanish.spell("perro")}, tmp_path / "es.lexicon"), log)
    judge.rule(Challenge(["perro"]))
    page = report_page.render(collect(log), "log", event=None, round=None, language="en")
    log.close()
    assert 'PE<span class="framed">RR</span>O' in page


HUNGARIAN = ("község", "híd", "kész")


@pytest.mark.parametrize(
    ("board", "play"),
    [
        ({}, "8H KÖZSÉG"),
        ({}, "8H kÖZSÉG"),
        ({}, "8H KÖZSéG"),
        ({"H8": "K"}, "8H (K)ÖZSÉG"),
        ({"H8": "K"}, "8H KÖZSÉG"),
        ({}, "8H KÖzsÉG"),
    ],
)
def test_letters_stay_apart_on_a_board(board: dict[str, str], play: str, tmp_path: Path) -> None:
    hungarian = load_alphabet("hu").alphabet
    full = lexicon(
        hungarian, {hungarian.spell(word) for word in HUNGARIAN}, tmp_path / "hu.lexicon"
    )
    rules = load_crossword("scrabble-hu")
    squares = {
        rules.layout.find_square(name): hungarian.spell(tile)[0] for name, tile in board.items()
    }
    laid = Board.empty(rules).with_tiles(
        {at: tile for at, tile in squares.items() if at is not None}
    )
    made = evaluate_play(full, laid, play)
    assert [hungarian.spell(word) for word in made.words] == [hungarian.spell("község")]
    assert is_acceptable(full, made.words)


def test_dots_hide_whether_letters_stay_apart(tmp_path: Path) -> None:
    hungarian = load_alphabet("hu").alphabet
    full = lexicon(hungarian, {hungarian.spell("község")}, tmp_path / "hu.lexicon")
    rules = load_crossword("scrabble-hu")
    square = rules.layout.find_square("H8")
    assert square is not None
    laid = Board.empty(rules).with_tiles({square: hungarian.spell("k")[0]})
    with pytest.raises(NotationError, match="in brackets beside dots"):
        evaluate_play(full, laid, "8H .ÖZSÉG")
    assert evaluate_play(full, laid, "8H .Ö[Z][S]ÉG").words


def test_a_word_whose_tiles_only_brackets_can_tell() -> None:
    spanish = Alphabet(
        "Made-up", "en", ("A", "AB", "B", "BC", "C"), {c: c + c.lower() for c in "ABC"}
    )
    with pytest.raises(SpellingError, match="in brackets"):
        tiles.read_tiles("aBC", spanish)
    assert tiles.read_tiles("a[BC]", spanish) == bytes([1 | tiles.BLANK, 4])
    assert tiles.read_tiles("aB[C]", spanish) == bytes([1 | tiles.BLANK, 3, 5])


def test_the_lexicons_alphabet_reads_the_play(tmp_path: Path) -> None:
    """A custom alphabet has more stretches than the ruleset's."""
    shipped = load_alphabet("hu").alphabet
    own = msgspec.structs.replace(shipped, apart=(*(shipped.apart or ()), "KÖ[Z][S]Ú[LY]"))
    full = lexicon(own, {own.spell("közsúly")}, tmp_path / "own.lexicon")
    laid = ChallengedPlay("scrabble-hu", "8H KÖZSÚLY")
    made, _ = evaluate_challenge(laid, full, BUILT_IN)
    assert is_acceptable(full, made.words)


def test_a_titlecase_letter_is_one_tile() -> None:
    croatian = load_alphabet("hr").alphabet
    for text in ("ǅEP", "Ǆep".upper()):
        assert tiles.read_tiles(text, croatian) == croatian.spell("džep")
    assert tiles.read_tiles("ǆ", croatian) == bytes([croatian.spell("dž")[0] | tiles.BLANK])


def test_a_blank_of_a_letter_without_a_small_form() -> None:
    dotted = Alphabet("Made-up", "crh", ("B", "I", "İ", "İB"), {"B": "Bb", "I": "Iiı", "İ": "İ"})
    for number in range(1, 5):
        for row in ([number], [number | tiles.BLANK], [number | tiles.BLANK, number]):
            written = tiles.write_tiles(row, dotted)
            assert list(tiles.read_tiles(written, dotted)) == row, written


def test_rows_of_tiles_that_lead_nowhere_cost_nothing() -> None:
    made = Alphabet("M", "en", ("AB", "ABAB", "BA", "BABA", "ABA"), {"A": "Aa", "B": "Bb"})
    assert list(made.list_rows("AB" * 60 + "BB")) == []
    assert len(list(islice(made.list_rows("AB" * 100), 100))) == 100
