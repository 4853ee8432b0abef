"""Answers that the service must never give. If an answer is neither YES nor NO, the service says
so."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import httpx
import pytest

from tests.program import Program
from tests.service.services import Service
from wordtools.log.log import Log

pytestmark = pytest.mark.server

PT = ["lição", "casa", "gato", "cant", "coop", "aa", "zzz", "cat"]


@pytest.fixture(scope="module")
def service(
    program: Program, tmp_path_factory: pytest.TempPathFactory, compiled_pt: Path
) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("negative")
    service = Service(folder, [compiled_pt], f"sqlite:///{folder}/rulings.db", program=program)
    yield service
    service.stop()


@pytest.fixture(scope="module")
def compiled_pt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Portuguese lexicon that contains the results of former stripping, cutting and joining."""
    from tests.lexicon.helpers import lexicon_bytes
    from wordtools import alphabet

    letters = alphabet.load_alphabet("pt").alphabet
    words = [*PT, "a" * 15]
    data = lexicon_bytes(letters, [(letters.spell(word), frozenset()) for word in words])
    path = tmp_path_factory.mktemp("lexicon") / "test.lexicon"
    path.write_bytes(data)
    return path


@pytest.fixture(scope="module")
def station(service: Service) -> httpx.Client:
    return service.station()


NEVER = {
    "apostrophe": ["CAN'T"],
    "curly apostrophe": ["CAN’T"],
    "hyphen": ["CO-OP"],
    "digits": ["1A2A"],
    "space within": ["ZZZ CAT"],
    "dot within": ["ZZZ.CAT"],
    "space before": [" casa"],
    "space after": ["casa "],
    "no-break space": ["casa\u00a0"],
    "newline": ["casa\n"],
    "NUL": ["casa\0"],
    "nothing": [],
    "empty": [""],
    "empty among words": ["casa", ""],
    "blank": [" "],
    "question mark": ["ca?a"],
    "nine words": ["casa"] * 9,
    "K in Portuguese": ["kiwi"],
    "full-width": ["ｃａｓａ"],
    "Cyrillic": ["саsa"],
    "zero-width": ["ca\u200bsa"],
    "right-to-left mark": ["casa\u202e"],
    "lone mark": ["\u0303casa"],
    "mark that folds not": ["cas\u0331a"],
    "seventy tiles": ["a" * 70],
    "good and unspellable": ["casa", "kiwi"],
    "bad and unspellable": ["xxx", "kiwi"],
}


@pytest.mark.parametrize("name", NEVER)
@pytest.mark.parametrize("path", ["/api/v1/rulings", "/api/v1/previews"])
def test_cannot_judge(station: httpx.Client, service: Service, name: str, path: str) -> None:
    director = service.director()
    before = director.get("/api/v1/director/log").json()["last"]
    answer = station.post(path, json={"words": NEVER[name]})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "cannot-judge"
    assert error["message"]
    assert "answer" not in answer.json()
    assert director.get("/api/v1/director/log").json()["last"] == before


def test_sixteen_letters_of_which_fifteen_are_a_word(station: httpx.Client) -> None:
    """The test lexicon may have longer words, but this text is simply not a word."""
    assert station.post("/api/v1/rulings", json={"words": ["a" * 15]}).json()["answer"] == "YES"
    answer = station.post("/api/v1/rulings", json={"words": ["a" * 16]})
    assert (answer.status_code, answer.json()["answer"]) == (201, "NO")


def test_sixteen_letters_in_a_lexicon_of_fifteen(
    tmp_path: Path, program: Program, compiled: object
) -> None:
    assert callable(compiled)
    service = Service(
        tmp_path, [compiled("en")], f"sqlite:///{tmp_path}/rulings.db", program=program
    )
    station = service.station()
    for word in ("incomprehensibles", "uncopyrightables", "a"):
        answer = station.post("/api/v1/rulings", json={"words": [word]})
        assert answer.status_code == 422
        assert "tiles" in answer.json()["error"]["message"]
    service.stop()


@pytest.mark.parametrize("word", ["lição", "LIÇÃO", "Lição", "LIÇAO", "[L]IÇAO"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_case_marks_and_forms(
    station: httpx.Client, word: str, form: Literal["NFC", "NFD"]
) -> None:
    word = unicodedata.normalize(form, word)
    shown = station.post("/api/v1/previews", json={"words": [word]}).json()["words"]
    assert shown == ["LIÇAO"]
    asked = {"words": [word], "confirmed": shown}
    ruling = station.post("/api/v1/rulings", json=asked).json()
    assert (ruling["answer"], ruling["words"], ruling["challenge"]["words"]) == (
        "YES",
        ["LIÇAO"],
        [word],
    )


def test_what_the_opponent_saw_is_what_is_judged(station: httpx.Client, service: Service) -> None:
    director = service.director()
    before = director.get("/api/v1/director/log").json()["last"]
    for confirmed in (["LICAO"], ["lição"], [], ["LIÇAO", "CASA"], ["CASA"]):
        asked = {"words": ["lição"], "confirmed": confirmed}
        answer = station.post("/api/v1/rulings", json=asked)
        assert answer.status_code == 409
        error = answer.json()["error"]
        assert (error["code"], error["words"]) == ("not-as-confirmed", ["LIÇAO"])
    assert director.get("/api/v1/director/log").json()["last"] == before


def test_a_lexicon_changed_or_removed_judges_nothing(tmp_path: Path, compiled_pt: Path) -> None:
    path = tmp_path / "mine.lexicon"
    original = compiled_pt.read_bytes()
    path.write_bytes(original)
    service = Service(tmp_path, [path], f"sqlite:///{tmp_path}/rulings.db", "--workers", "2")
    director, station = service.director(), service.station()
    ask = {"words": ["casa"]}
    assert station.post("/api/v1/rulings", json=ask).status_code == 201

    def refused() -> str:
        for _ in range(6):  # whichever worker answers
            answer = service.client(station.headers["Authorization"][7:]).post(
                "/api/v1/rulings", json=ask
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "cannot-judge")
        assert service.client().get("/api/v1/health").status_code == 503
        message: str = answer.json()["error"]["message"]
        return message

    path.unlink()
    assert "is gone" in refused()
    path.write_bytes(original[:-1])
    assert "damaged" in refused()
    assert director.put("/api/v1/director/lexicon", json={"name": "test"}).status_code == 503
    from tests.lexicon.helpers import english_bytes

    path.write_bytes(english_bytes("gato"))
    assert "choose it again" in refused()
    put = director.put("/api/v1/director/lexicon", json={"name": "test"})
    assert put.status_code == 200, put.text
    for _ in range(6):
        fresh = service.client(station.headers["Authorization"][7:])
        ruling = fresh.post("/api/v1/rulings", json=ask).json()
        assert (ruling["answer"], ruling["digest"]) == ("NO", put.json()["digest"])
    service.stop()
    path.write_bytes(original)  # a restart puts nothing else in force
    service.start()
    assert "the current lexicon is test" in service.told()
    assert "choose it again" in refused()
    service.stop()


def test_a_log_that_cannot_be_written_judges_nothing(
    tmp_path: Path, program: Program, compiled_pt: Path
) -> None:
    import sqlite3

    service = Service(tmp_path, [compiled_pt], f"sqlite:///{tmp_path}/rulings.db", program=program)
    station = service.station()
    holder = sqlite3.connect(tmp_path / "rulings.db", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    answer = station.post("/api/v1/rulings", json={"words": ["casa"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "cannot-judge")
    assert station.post("/api/v1/previews", json={"words": ["casa"]}).status_code == 200
    holder.execute("ROLLBACK")
    holder.close()
    assert station.post("/api/v1/rulings", json={"words": ["casa"]}).status_code == 201
    service.stop()
    log = Log(service.log, make=False)
    assert [record.kind for record in log.records()].count("ruling") == 1
    log.close()
