"""The tiles that were laid are those that are shown, judged and recorded."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.judge.stations import MemoryLog, station
from tests.lexicon.helpers import lexicon_bytes, opened
from tests.test_readings import list_sound_alphabets, list_texts, read_by_rule
from wordtools.alphabet import Alphabet, load_alphabet
from wordtools.judge.judge import Judge
from wordtools.judge.log import Log
from wordtools.judge.report import collect
from wordtools.judge.ruling import CannotJudge, Challenge, normalize_words
from wordtools.judge.service import report_page
from wordtools.judge.terminal.layout import lay_out
from wordtools.judge.terminal.scene import Scene
from wordtools.lexicon.lexicon import Lexicon


def lexicon(alphabet: Alphabet, words: set[bytes], path: Path) -> Lexicon:
    path.write_bytes(lexicon_bytes(alphabet, [(word, frozenset()) for word in words]))
    return Lexicon.read(path)


@pytest.mark.parametrize("seed", range(10))
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
