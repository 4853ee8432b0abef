"""Challenges to plays on a board, at the service."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.lexicon.helpers import english_bytes
from tests.service.services import Serve, Service
from wordtools.errors import RulesError
from wordtools.judge.judge import Judge
from wordtools.judge.rulesets import BUILT_IN, RulesetOffer, Rulesets, find_offers
from wordtools.judge.ruling import Challenge, ChallengedPlay
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.messages.refusal import CannotJudge
from wordtools.rules.loading import load_ruleset

BOARD = "\n".join(
    ["." * 15] * 7 + ["......XAT......"] + ["." * 15] * 7
)  # XAT is a phony that stood


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("plays")
    path = folder / "test.lexicon"
    path.write_bytes(english_bytes("an at cat ta tan"))
    service = Service(folder, [path], f"sqlite:///{folder}/rulings.db")
    yield service
    service.stop()


@pytest.fixture(scope="module")
def station(service: Service) -> httpx.Client:
    return service.station()


def ask(station: httpx.Client, written: str, **more: Any) -> httpx.Response:
    laid = {"rules": "scrabble-en-us", "play": written, "board": BOARD}
    laid.update({key: more.pop(key) for key in ("rules", "board", "rack") if key in more})
    return station.post("/api/v1/rulings", json={"words": [], "laid": laid, **more})


def test_the_words_that_the_play_makes_are_judged(station: httpx.Client) -> None:
    ruling = ask(station, "9H TAN 7", rack="ANT").json()
    assert (ruling["answer"], ruling["words"]) == ("YES", ["TAN", "AT", "TA"])
    made = ruling["made"]
    assert made["score"] == sum(made["points"]) + made["bonus"] > 0
    assert made["difference"] == 7 - made["score"]
    assert ruling["challenge"]["laid"]["rack"] == "ANT"
    assert made["ruleset_digest"] == load_ruleset("scrabble-en-us").digest


def test_one_bit_for_the_play(station: httpx.Client) -> None:
    good, bad = ask(station, "9I AN").json(), ask(station, "9I AZ").json()
    assert (good["answer"], good["words"]) == ("YES", ["AN", "TA"])
    assert (bad["answer"], bad["words"]) == ("NO", ["AZ", "TA"])
    assert good.keys() == bad.keys()
    assert good["made"].keys() == bad["made"].keys()


def test_named_words_are_recorded(service: Service, station: httpx.Client) -> None:
    """All named words are valid, so the play stands, although it makes phonies that nobody
    named."""
    whole = ask(station, "7G CAT").json()
    assert (whole["answer"], whole["words"]) == ("NO", ["CAT", "CX", "AA", "TT"])
    laid = {"rules": "scrabble-en-us", "play": "7G CAT", "board": BOARD}
    named = station.post(
        "/api/v1/rulings", json={"words": ["cat"], "scope": "words", "laid": laid}
    ).json()
    assert (named["answer"], named["words"], named["made"]["words"]) == (
        "YES",
        ["CAT"],
        whole["words"],
    )
    log = Log(service.log, make=False)
    record = log.find(named["id"])
    log.close()
    assert record is not None
    assert record.content["made"]["words"] == whole["words"]
    assert record.content["made"]["ruleset_digest"] == load_ruleset("scrabble-en-us").digest
    assert record.content["challenge"]["words"] == ["cat"]
    played = station.post("/api/v1/rulings", json={"words": ["cat"], "laid": laid}).json()
    assert (played["answer"], played["words"]) == ("NO", whole["words"])  # the play was challenged
    none = station.post("/api/v1/rulings", json={"words": [], "scope": "words", "laid": laid})
    assert none.json()["error"]["reason"] == "no_words"
    other = station.post("/api/v1/rulings", json={"words": ["tan"], "scope": "words", "laid": laid})
    assert other.status_code == 422
    assert "not TAN" in other.json()["error"]["message"]


def test_the_preview_is_what_is_judged(station: httpx.Client) -> None:
    laid = {"rules": "scrabble-en-us", "play": "7G CAT", "board": BOARD}
    for scope, words in (("play", []), ("play", ["cat"]), ("words", ["cat"]), ("words", [])):
        asked = {"words": words, "scope": scope, "laid": laid}
        preview, ruling = (
            station.post(f"/api/v1/{route}", json=asked) for route in ("previews", "rulings")
        )
        if scope == "words" and not words:
            assert (preview.status_code, ruling.status_code) == (422, 422)
        else:
            assert preview.json()["words"] == ruling.json()["words"]


@pytest.mark.parametrize(
    ("written", "more", "sentence"),
    [
        ("1A CAT", {}, "touches no tile"),
        ("9H TAN", {"rack": "TAZ"}, "The rack has no N"),
        ("9H TAN", {"rack": "TANTANTA"}, "A rack holds 7 tiles, not 8"),
        ("9H TAN", {"rack": "TANX"}, "The rack has X more than the set has left"),
        ("9H T4N", {}, "no English tile shows 4"),
        ("9H TÑN", {"rules": "scrabble-es"}, "tiles"),
        ("nonsense", {}, "is not a play"),
        ("9H TAN", {"rules": "lingo"}, "not a crossword game"),
        ("9H TAN", {"rules": "/etc/passwd.toml"}, "there is no ruleset"),
        ("9H TAN", {"rules": "../rulesets/lingo"}, "there is no ruleset"),
        ("9H TAN", {"rules": "scrabble-en-us:nothing"}, "no variant"),
        ("9H TAN", {"board": "ABC"}, "board:1: row 1 has 3 squares"),
        ("9H TAN", {"board": "[" * 9000}, "board:1"),
        ("9H ((((((", {}, "parenthesis"),
    ],
)
def test_what_cannot_be_judged(
    station: httpx.Client, written: str, more: dict[str, str], sentence: str
) -> None:
    answer = ask(station, written, **more)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["reason"]) == ("cannot-judge", "play")
    assert sentence in error["message"]
    assert str(Path(__file__).parent.parent.parent) not in error["message"]


@pytest.mark.parametrize(
    ("written", "more"),
    [
        ("9H\tTAN", {}),
        ("9H TAN", {"rack": "TAN\x1b"}),
        ("9H TAN", {"rules": "scrabble-en-us\n"}),
        ("9H TAN", {"board": f"# \x1b[2J\n{BOARD}"}),
        ("9H TAN", {"board": BOARD.replace("\n", "\x0b")}),
    ],
)
def test_control_characters_are_refused(
    station: httpx.Client, written: str, more: dict[str, str]
) -> None:
    answer = ask(station, written, **more)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid")


def test_rows_end_as_any_system_ends_them(station: httpx.Client) -> None:
    board = BOARD.replace("\n", "\r\n").replace("X", "\tX")
    assert ask(station, "9I AN", board=board).json()["answer"] == "YES"


@pytest.mark.slow
def test_strangers_do_not_fill_the_memory() -> None:
    for at in range(100):
        variants = ",".join(["two-blanks"] * (at + 1))
        BUILT_IN.load(f"scrabble-pt-pt:{variants}")
    assert BUILT_IN.load.cache_info().currsize < 100


def test_what_is_too_much_is_refused(station: httpx.Client) -> None:
    assert ask(station, "9H TAN", board="." * 10_001).status_code == 422
    assert ask(station, "9" * 300).status_code == 422


CLUB = """
extends = "scrabble-en-us"
title = "Thursday's club"
tiles."T" = [6, 3]

[variants.dear]
title = "dear T"
tiles."T" = [6, 9]
"""


def test_a_category_that_the_rules_exclude(tmp_path: Path) -> None:
    """Judged only for the play on the board; words without a board have no rules."""
    lexicon, club = tmp_path / "test.lexicon", tmp_path / "club.toml"
    lexicon.write_bytes(english_bytes("cat/odd at"))
    rules = 'extends = "scrabble-en-us"\nwords = {edition = "test", excludes = ["odd"]}\n'
    club.write_text(rules + '[variants.vague]\nwords.excludes = ["strange"]\n')
    log = Log(f"sqlite:///{tmp_path}/rulings.db")
    judge = Judge(Lexicon.read(lexicon), log, rulesets=Rulesets(find_offers([club])))

    def rule(ruleset: str) -> bool:
        return judge.rule(Challenge([], played=ChallengedPlay(ruleset, "8G CAT"))).acceptable

    assert (rule("scrabble-en-us"), rule("club")) == (True, False)
    assert judge.rule(Challenge(["cat"])).acceptable
    with pytest.raises(CannotJudge, match="test has no category 'strange'"):
        rule("club:vague")
    log.close()


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, "utf-8")
    return path


def test_a_services_own_ruleset(serve: Serve, club: Path) -> None:
    """It is offered by its name, and its digest is in the log, for each ruling and for the
    service's start.
    """
    service = serve("--rules", str(club), "--workers", "2")
    token = service.token()

    def score(rules: str) -> tuple[int, str]:
        laid = {"rules": rules, "play": "8G TAT"}
        asked = {"words": [], "laid": laid}
        answer = service.client(token).post("/api/v1/rulings", json=asked).json()
        assert "error" not in answer, answer
        return answer["made"]["score"], answer["made"]["ruleset_digest"]

    usual, own, dear = map(score, ("scrabble-en-us", "club", "club:dear"))
    assert own == (usual[0] + 8, load_ruleset(str(club)).digest)
    assert dear == (usual[0] + 32, load_ruleset(f"{club}:dear").digest)
    log = Log(service.log, make=False)
    start = log.find_last("settings")
    assert start is not None
    assert start.content["settings"]["rulesets"] == {"club": own[1]}
    last = log.find_last("ruling")
    assert last is not None
    assert last.content["made"]["ruleset_digest"] == dear[1]
    log.close()
    for wrong in ("clubs", "club:cheap", str(club), "club.toml", "../club"):
        laid = {"rules": wrong, "play": "8G TAT"}
        asked = {"words": [], "laid": laid}
        answer = service.client(token).post("/api/v1/rulings", json=asked)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "cannot-judge")
        if wrong != str(club):
            assert str(club.parent) not in answer.text


def test_a_ruleset_that_was_replaced_judges_nothing(club: Path) -> None:
    rulesets = Rulesets([RulesetOffer.read(club)])
    before = rulesets.load("club")
    club.write_text(CLUB.replace("9", "8"), "utf-8")
    assert rulesets.load("club") is before
    with pytest.raises(RulesError, match="the ruleset club has changed since the service started"):
        rulesets.load("club:dear")
    club.unlink()
    with pytest.raises(RulesError) as refused:
        rulesets.load("club:dear")
    assert str(club.parent) not in str(refused.value)


def test_only_sound_rulesets_are_offered(tmp_path: Path, club: Path) -> None:
    (tmp_path / "lingo.toml").write_text(CLUB, "utf-8")
    (tmp_path / "odd.toml").write_text(CLUB.replace("[6, 9]", "[-1, 9]"), "utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "club.toml").write_text(CLUB, "utf-8")
    for names in (["lingo.toml"], ["odd.toml"], ["none.toml"], ["club.toml", "other/club.toml"]):
        with pytest.raises(RulesError):
            find_offers([tmp_path / name for name in names])
    assert [offer.name for offer in find_offers([club, club])] == ["club"]
