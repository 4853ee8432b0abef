"""The report of a round, an event or a log: its content, and the page that shows it."""

from __future__ import annotations

import html
import re
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.log.databases import ONE_DATABASE
from tests.log.records import BODY, tamper, void
from wordtools.judge import acts
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.report import RulingReport, collect
from wordtools.log import writer
from wordtools.log.log import Log, LogError
from wordtools.log.record import LogEntry
from wordtools.messages import LANGUAGES
from wordtools.service.judging import report_page
from wordtools.service.judging.report_page import PageMessages, render
from wordtools.wording import find_hidden


def ruling(id: str, event: str = "", round: str = "", **more: object) -> LogEntry:
    challenge = {"words": ["cat"], "event": event, "round": round, "table": "7"}
    return LogEntry("ruling", id, {**BODY, "challenge": {**challenge, **more}})


def act(id: str) -> LogEntry:
    return LogEntry("token-issued", id, {"station": id})


def fill(log: Log, *entries: LogEntry) -> None:
    for entry in entries:
        log.append(entry)


def list_ids(report: RulingReport) -> list[str]:
    return [each.ruling.id for each in report.rulings]


def show(log: Log, event: str | None = None, round: str | None = None, **how: str) -> str:
    report = collect(log, event=event, round=round)
    how = {"language": "en", "zone": "UTC", **how}
    return render(report, log.url, event=event, round=round, **how)


def read(page: str) -> str:
    """The text of a page, as one line."""
    body = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def test_a_round_has_its_rulings_with_their_voids_however_late(log: Log) -> None:
    fill(log, ruling("a", "Open", "1"), ruling("b", "Open", "2"), ruling("c", "Open", "1"))
    fill(log, ruling("d", "Club", "1"), void("a"), void("b"))
    report = collect(log, event="Open", round="1")
    assert list_ids(report) == ["a", "c"]
    assert [each.void and each.void.number for each in report.rulings] == [5, None]
    assert report.first and report.last
    assert (report.first.number, report.last.number) == (1, 5)
    assert list_ids(collect(log, round="1")) == ["a", "c", "d"]
    assert list_ids(collect(log, event="Open")) == ["a", "c", "b"]  # round by round
    everything = collect(log)
    assert sorted(list_ids(everything)) == ["a", "b", "c", "d"]
    assert everything.all_rounds == {("Open", "1"): 2, ("Open", "2"): 1, ("Club", "1"): 1}
    assert everything.last and everything.last.hash == everything.checked.head


def test_no_event_and_round_are_a_place_too(log: Log) -> None:
    fill(log, ruling("a"), ruling("b", "-", "-"), ruling("c", "Open"))
    assert list_ids(collect(log, event="", round="")) == ["a", "b"]
    assert collect(log).all_rounds == {("", ""): 2, ("Open", ""): 1}


def test_acts_around_a_round_belong_to_it(log: Log) -> None:
    fill(log, act("w"), ruling("a", round="1"), act("x"), ruling("b", round="2"), act("y"))
    fill(log, ruling("c", round="2"), act("z"), ruling("d", round="3"), act("v"))

    def names(round: str | None) -> list[str]:
        return [record.id for record in collect(log, round=round).acts]

    assert names("1") == ["w", "x"]
    assert names("2") == ["x", "y", "z"]
    assert names("3") == ["z", "v"]
    assert names(None) == ["w", "x", "y", "z", "v"]


@ONE_DATABASE
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_the_director_did(log: Log, language: str) -> None:
    messages = PageMessages(language)
    old, new = LexiconFacts("en-GB", "a" * 64), LexiconFacts("en-US", "b" * 64)
    fill(log, acts.choose_lexicon(old, new), acts.issue_token("Hall B"), ruling("a"))
    text = read(show(log, language=language))
    chosen = messages("act_lexicon", old="en-GB · aaaaaaaa", new="en-US · bbbbbbbb")
    assert f"{chosen}." in text and messages("act_token_issued", station="Hall B") in text


@ONE_DATABASE
def test_an_empty_log_has_a_report(log: Log) -> None:
    report = collect(log)
    assert (report.first, report.last, report.rulings) == (None, None, [])
    assert "No rulings yet." in read(show(log))


@ONE_DATABASE
def test_the_page_has_all_that_a_ruling_is_known_by(log: Log) -> None:
    challenge = {"station": "Hall B", "players": ["Ana", "Łucja"], "challenger": "Ana"}
    fill(log, ruling("a", "Open", "3", **challenge, scope="words"), void("a"))
    text = read(show(log))
    first, second = log.records()
    for part in (
        *("Open · round 3", "Hall B · table 7", "CAT", "YES", "Ana, Łucja · challenged by Ana"),
        *("only the words named", "Void: typo.", "1, of which YES 1, NO 0; void 1"),
        *("#1 · ", first.hash, second.hash, "test d", "intact"),
    ):
        assert part in text, part


@ONE_DATABASE
@pytest.mark.parametrize(
    ("how", "shown", "zone"),
    [
        ({}, "3/7/2026, 2:05:09 PM", "UTC"),
        ({"locale": "en-GB"}, "07/03/2026, 14:05:09", "UTC"),
        ({"language": "pt", "zone": "Europe/Lisbon"}, "07/03/2026 14:05:09", "Europe/Lisbon · UTC"),
        ({"language": "pl", "locale": "en-GB"}, "7.03.2026, 14:05:09", "UTC"),
        ({"language": "sv", "locale": "sv-SE"}, "2026-03-07 14:05:09", "UTC"),
        ({"locale": "../x", "zone": "Nowhere/At_All"}, "3/7/2026, 2:05:09 PM", "UTC"),
        (
            {"locale": "en-GB", "zone": "Asia/Kolkata"},
            "07/03/2026, 19:35:09",
            "Asia/Kolkata · UTC+05:30",
        ),
    ],
)
def test_times_are_the_readers(
    log: Log, monkeypatch: pytest.MonkeyPatch, how: dict[str, str], shown: str, zone: str
) -> None:
    now = "2026-03-07T14:05:09.999+00:00"
    monkeypatch.setattr(writer, "now", lambda: now)
    monkeypatch.setattr(report_page, "now", lambda: now)
    fill(log, ruling("a", "Open", "3"))
    text = read(show(log, **how)).replace("\u202f", " ")
    assert text.count(shown) == 5  # title, first and last record, time of printing, the ruling
    assert text.count(zone) >= 1 and text.count("UTC") == 1
    assert f"{PageMessages(how.get('language', 'en'))('time_zone')} {zone} " in text


def test_where_clocks_are_set_every_time_says_how_far_from_utc(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    for id, hour in (("a", "00:30"), ("b", "01:30")):
        monkeypatch.setattr(writer, "now", lambda hour=hour: f"2026-10-25T{hour}:00.000+00:00")
        fill(log, ruling(id))
    text = read(show(log, language="pt", zone="Europe/Lisbon"))
    assert "25/10/2026 01:30:00 UTC+01:00" in text and "25/10/2026 01:30:00 UTC " in text
    assert "Europe/Lisbon · UTC, UTC+01:00" in text


def test_a_ruling_has_the_number_of_its_event_and_of_its_record(log: Log) -> None:
    fill(log, act("t"))
    for id, event in (("a", "Open"), ("b", "Club"), ("c", "Open")):
        body = ruling(id, event).body
        fill(log, LogEntry("ruling", id, body, event=event))
    page = show(log, event="Open")
    numbers = re.findall(r'<td class="(?:number|record)">(.*?)</td>', page)
    assert numbers == ["1", "#2", "2", "#4", "#1"]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks(log: Log, language: str) -> None:
    fill(log, ruling("a", "Open", "3"))
    page, messages = show(log, language=language), PageMessages(language)
    assert f'<html lang="{language}"' in page
    assert f"Open · {messages('place_round', round='3')}" in read(page)
    assert messages("report_signature") in read(page)


def test_a_file_needs_nothing_else_and_a_page_of_the_service_leads_on(log: Log) -> None:
    fill(log, ruling("a", "Open & Shut", "3"), ruling("b"))
    file, page = show(log), show(log, root="/judge/")
    assert "@page" in file and not re.search(r'(src|href)="|url\(|<script|@import', file)
    assert "@page" not in page and 'href="/judge/static/report.css"' in page
    how = "language=en&amp;locale=&amp;zone=UTC"
    assert f'href="?event=Open+%26+Shut&amp;round=3&amp;{how}"' in page
    assert f'href="?event=&amp;round=&amp;{how}"' in page


def test_a_log_that_is_not_intact_is_told_so(log: Log) -> None:
    fill(log, ruling("a"), ruling("b"), act("x"))
    tamper(log, "UPDATE records SET body = '{}' WHERE number = 3")
    assert "token-issued" in read(show(log))
    tamper(log, "UPDATE records SET time = '2020-01-01T00:00:00.000+00:00' WHERE number = 1")
    text = read(show(log))
    assert "The log is NOT intact: record 1 was edited. record 3 was edited." in text
    tamper(log, "UPDATE records SET body = '{}' WHERE number = 1")
    with pytest.raises(LogError, match="record 1 is not a ruling"):
        collect(log)


@settings(max_examples=examples(0.1))  # each writes a log, which takes a tenth of a second
@given(texts=st.lists(st.text(max_size=9), min_size=4, max_size=4))
def test_nothing_from_a_log_is_markup_or_hidden(texts: list[str]) -> None:
    seen = [text.encode("utf-8", "replace").decode() for text in texts]
    event, station, word, why = (f"<b>\u202e{text}" for text in seen)
    body = {**ruling("a", event, station=station).body, "words": [word]}
    with TemporaryDirectory() as folder:
        log = Log(f"{folder}/rulings.db")
        fill(log, LogEntry("ruling", "a", body))
        fill(log, LogEntry("void", "void-a", {"ruling": "a", "why": why, "by": "director"}))
        fill(log, LogEntry("token-issued", "act", {"station": station}))
        page = show(log)
        log.close()
    assert "<b>" not in page and page.count("&lt;b&gt;&lt;U+202E&gt;") == 5
    assert find_hidden(page.replace("\n", "")) == ""
