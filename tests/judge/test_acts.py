"""Every act of a director is a record, in the same chain as the rulings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import write_secret
from tests.log.records import ruling
from tests.service.services import PASSWORD, Serve, Service
from wordtools.judge import acts
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.location import Location
from wordtools.judge.password import DirectorPassword
from wordtools.judge.settings import Settings
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.log.record import LogEntry, LogRecord
from wordtools.messages import LANGUAGES, Messages
from wordtools.service import access, attempts
from wordtools.service.attempts import Guesser
from wordtools.service.config import ServiceConfig
from wordtools.service.tokens import hash_token
from wordtools.signing.minisign import SecretKey
from wordtools.signing.trust import Trust, TrustedKey

EN, GB = LexiconFacts("en", "a1" * 32, "en"), LexiconFacts("en-GB", "b2" * 32, "en")
SETTINGS = {"most_words": 8, "entry_seconds": 15.0, "lexicons": ["en", "en-GB"]}
PLACE = Location("Open", "3", "12")


def settings(old: dict[str, Any] | None, new: dict[str, Any]) -> LogEntry:
    entry = acts.change_settings(old, new)
    assert entry is not None
    return entry


ACTS = {
    "Lexicon: en · a1a1a1a1": acts.choose_lexicon(None, EN),
    "Lexicon changed to en-GB · b2b2b2b2; before: en · a1a1a1a1": acts.choose_lexicon(EN, GB),
    "Token issued to Table 7": acts.issue_token("Table 7"),
    "Code of Table 7 used; the link on its card no longer works": acts.use_code("Table 7"),
    "Token of Table 7 revoked": acts.revoke_token("Table 7"),
    "Settings: typed words are cleared after 15 s; lexicons to choose from: en, en-GB; "
    "maximum number of words in a challenge: 8": settings(None, SETTINGS),
    "Settings changed: typed words are cleared after 15 → 20 s; x: - → 1": settings(
        SETTINGS, {**SETTINGS, "entry_seconds": 20, "x": 1}
    ),
    "Director's password changed": acts.change_password(),
    "Director signed in (192.168.0.7)": acts.sign_in("192.168.0.7"),
    "Director signed out (Table 7)": acts.sign_out("Table 7"),
    "Wrong passwords: 192.168.0.7: 3, ::1: 1": acts.fail_to_sign_in({"192.168.0.7": 3, "::1": 1}),
    "Station hall opened; lexicon: en · a1a1a1a1": acts.open_station("hall", EN, PLACE, SETTINGS),
    "Station hall closed": acts.close_station("hall"),
    "Set for station hall: Open / 3 / 12; before: Open / - / 12": acts.move_station(
        "hall", Location("Open", "", "12"), PLACE
    ),
    "Set for all stations: Open / round 4": acts.set_locations(
        None, {"event": "Open", "round": "4"}
    ),
    "Set for some stations: round - / table 7 (Table 1, Table 2)": acts.set_locations(
        ["Table 1", "Table 2"], {"round": "", "table": "7"}
    ),
    "Ruling 3 (#17) voided: typo": LogEntry(
        "void", "void-q", {"ruling": "q", "number": 17, "event_number": 3, "why": "typo"}
    ),
    "Ruling #17 voided: typo": LogEntry(
        "void", "void-r", {"ruling": "r", "number": 17, "why": "typo"}
    ),
    "Ruling r voided: typo": LogEntry("void", "void-s", {"ruling": "r", "why": "typo"}),
    'from-the-future: {"x":1}': LogEntry("from-the-future", "f", {"x": 1}),
    "": ruling("ruling"),
    "ruling: {}": LogEntry("ruling", "edited", {}),
}  # fmt: skip


def test_a_lexicon_is_named_by_its_title(tmp_path: Path) -> None:
    """Its digest tells it from others with the same title."""
    log = Log(f"sqlite:///{tmp_path}/log.db")
    changed, opened = map(
        log.append,
        (acts.choose_lexicon(EN, GB), acts.open_station("hall", GB, PLACE, SETTINGS)),
    )
    log.close()
    titles = {("en-GB", "b2" * 32): "English (United Kingdom)", ("en", "c3" * 32): "English"}
    told = [acts.describe(record, Messages("en"), titles) for record in (changed, opened)]
    assert told == [
        "Lexicon changed to English (United Kingdom) · b2b2b2b2; before: en · a1a1a1a1",
        "Station hall opened; lexicon: English (United Kingdom) · b2b2b2b2",
    ]


def test_every_act_is_told_in_every_language(tmp_path: Path) -> None:
    log = Log(f"sqlite:///{tmp_path}/log.db")
    records = [log.append(entry) for entry in ACTS.values()]
    log.close()
    assert [acts.describe(record, Messages("en")) for record in records] == list(ACTS)
    for language in LANGUAGES:
        told = [acts.describe(record, Messages(language)) for record in records]
        assert len(set(told)) == len(ACTS)
        assert not re.search(r"\{\w", "".join(told))


def test_the_same_settings_are_no_act() -> None:
    assert acts.change_settings(SETTINGS, dict(SETTINGS)) is None


def read(service: Service, *kinds: str) -> list[LogRecord]:
    """The acts in the log of a service, of some kinds if requested, with the chain verified."""
    log = Log(service.log, make=False)
    assert log.verify().faults == []
    found = [record for record in log.records() if not kinds or record.kind in kinds]
    log.close()
    return found


def test_a_directors_day(serve: Serve, lexicon: Path) -> None:
    """Every act from the first start on, each once, without secrets."""
    service = serve("--workers", "2")
    director = service.director()
    names = {"stations": [{"name": "Table 1", "table": "1"}, {"name": "Table 2"}]}
    card = director.post("/api/v1/director/stations", json=names).json()["stations"][0]
    code = {"code": card["code"]}
    redeemed = service.client().post("/api/v1/codes", json=code).json()["token"]
    assert director.put("/api/v1/director/lexicon", json={"name": "test"}).status_code == 200
    for stations in (["Table 1"], None, ["missing"]):
        place = {"event": "Open", "stations": stations}
        assert director.put("/api/v1/director/locations", json=place).status_code in (200, 404)
    assert director.delete("/api/v1/director/stations/Table 1").status_code == 200
    assert director.delete("/api/v1/director/stations/Table 1").status_code == 404
    for _ in range(2):
        assert director.delete("/api/v1/director/session").status_code in (200, 401)
    service.stop()
    write_secret(service.folder / "password", f"{PASSWORD}\n")  # the same, but not a hash
    service.start()
    service.stop()
    write_secret(service.folder / "password", "another horse\n")
    (service.folder / "settings.toml").write_text("entry_seconds = 20\n", "utf-8")
    service.start()

    kept = read(service)
    assert [record.kind for record in kept] == [
        "lexicon", "settings", "signed-in", "token-issued", "token-issued", "code-used",
        "lexicon", "place", "place", "token-revoked", "signed-out", "settings", "password",
    ]  # fmt: skip
    digest = Lexicon.read(str(lexicon)).digest
    facts = {"lexicon": "test", "edition": "test", "digest": digest}
    assert kept[0].content == {"old": None, "new": facts}
    assert kept[6].content == {"old": {"edition": "test", "digest": digest}, "new": facts}
    assert kept[2].content == kept[10].content == {"place": "127.0.0.1"}
    assert kept[7].content == {"stations": ["Table 1"], "new": {"event": "Open"}}
    assert kept[8].content == {"new": {"event": "Open"}}
    assert kept[1].content["settings"]["lexicons"] == ["test"]
    assert [kept[number].content for number in (3, 4, 5)] == [
        {"station": "Table 1", "table": "1"}, {"station": "Table 2"}, {"station": "Table 1"},
    ]  # fmt: skip
    assert kept[11].content["changed"]["entry_seconds"] == {"old": 15, "new": 20}
    assert kept[12].content == {}
    everything = "".join(record.body for record in kept)
    tokens = [card["token"], redeemed]
    for secret in (*tokens, *map(hash_token, tokens), card["code"], "horse", "argon2"):
        assert secret not in everything


def test_what_happened_is_told_in_the_directors_language(serve: Serve) -> None:
    service = serve()
    director = service.director()
    service.token("Stolik 7")
    said = {"pl": "Wydano klucz dla stanowiska Stolik 7", "en": "Token issued to Stolik 7"}
    for language, told in said.items():
        records = director.get(f"/api/v1/director/log?language={language}").json()["records"]
        assert records[-1]["act"] == told
    assert director.get("/api/v1/director/log?language=xx").status_code == 422


def test_a_stranger_cannot_fill_the_log(serve: Serve) -> None:
    """Any number of wrong passwords makes only one record a minute, and all of them are counted."""
    service = serve("--workers", "2")
    for _ in range(8):  # five are checked
        service.client().post("/api/v1/director/session", json={"password": "wrong"})
    (first,) = read(service, "wrong-password")
    assert first.content == {"attempts": {"127.0.0.1": 1}}
    service.stop()
    service.start()
    log = Log(service.log, make=False)
    password = access.read_password(log)
    assert password is not None
    for address in ("10.0.0.1", "10.0.0.1", "10.0.0.2"):
        attempts.count_failure(log, address)
    assert len(read(service, "wrong-password")) == 1
    attempt = attempts.count_attempt(log, "password", Guesser("10.0.0.3"))
    assert attempt is not None
    assert access.begin_session(log, attempt, "10.0.0.3", password) is not None
    log.close()
    _, second = read(service, "wrong-password")
    assert second.content == {"attempts": {"10.0.0.1": 2, "10.0.0.2": 1, "127.0.0.1": 4}}


@pytest.mark.slow
def test_failures_are_recorded_once_a_minute(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: clock)
    for _ in range(240):
        attempts.count_failure(log, "10.0.0.1")
        clock += 1
    counts = [record.content["attempts"]["10.0.0.1"] for record in log.records()]
    assert counts == [1, 60, 60, 60]
    clock = 5.0  # a clock that jumps back
    attempts.count_failure(log, "10.0.0.1")
    assert log.verify().records == 5


def test_a_session_never_begins_by_a_password_of_before(log: Log) -> None:
    """Another service on the same log may have changed the password while this service was checking
    it."""
    old, new = DirectorPassword(PASSWORD), DirectorPassword("another horse")
    access.open_service(log, EN, old, {})
    attempt = attempts.count_attempt(log, "password", Guesser("::1"))
    assert attempt is not None
    access.open_service(log, EN, new, {})
    assert access.begin_session(log, attempt, "::1", old) is None
    assert access.begin_session(log, attempt, "::1", new) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_is_told_in_words(language: str) -> None:
    messages = Messages(language)
    key = SecretKey(bytes(8), bytes(32))
    trust = Trust([TrustedKey("Ana", key.public.text)])
    described = ServiceConfig("log.db", [], Settings(), trust=trust, key=key).describe()
    assert {"rulesets", "signed_by", "key"} <= described.keys()
    for name, value in described.items():
        assert f"setting_{name}" in messages.texts
        told = messages(f"setting_{name}", value=value)
        assert str(value) in told
        assert "_" not in told.replace(str(value), "")
