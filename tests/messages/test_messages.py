"""The messages of stations and pages are the same in every language."""

from __future__ import annotations

import json
import re
import string
import tomllib
import unicodedata
from pathlib import Path
from typing import get_args

import icu
import msgspec
import pytest

from tests.judge.stations import lexicon, station
from wordtools import messages
from wordtools.board.play import PlayFault
from wordtools.errors import GameFault, WordtoolsError
from wordtools.game.state import EventFault
from wordtools.messages import FOLDER, LANGUAGES, Messages, choose_messages
from wordtools.messages.rooms import ROOMS, list_languages, load_room
from wordtools.service import values
from wordtools.table.refusals import KINDS

PACKAGE = Path(messages.__file__).parents[1]
PAGES = PACKAGE / "pages"


def read_pages_messages(language: str) -> dict[str, str]:
    """The messages that only the pages have."""
    path = PAGES / "static" / "messages" / f"{language}.json"
    return dict(json.loads(path.read_text("utf-8")))


def fold(text: str) -> str:
    """Like `fold` in commands.js."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return re.sub(r"[\s-]+", " ", bare.strip().lower())


def list_fields(text: str) -> set[str]:
    """The names of a message's values."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_say_the_same_things(language: str) -> None:
    english, texts = Messages("en").texts, Messages(language).texts
    assert list(texts) == list(english)
    for key, text in texts.items():
        assert list_fields(text) <= list_fields(english[key]) | {"sentence", "path"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_say_the_same_things_in_all_languages(language: str) -> None:
    english, texts = read_pages_messages("en"), read_pages_messages(language)
    assert list(texts) == list(english)
    for key, text in texts.items():
        assert list_fields(text) == list_fields(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_of_the_language_is_there(language: str) -> None:
    texts = read_pages_messages(language)
    for category in icu.PluralRules.forLocale(icu.Locale(language)).getKeywords():
        assert f"records_{category}" in texts


ROOM_FILES = [(room, language) for room in ROOMS for language in list_languages(room)]


def read_room_file(room: str, language: str) -> dict[str, str]:
    """The sentences that a room has in a language, without the English ones that fill gaps."""
    return tomllib.loads((FOLDER / room / f"{language}.toml").read_text("utf-8"))


@pytest.mark.parametrize(("room", "language"), ROOM_FILES)
def test_rooms_say_the_same_things_in_all_their_languages(room: str, language: str) -> None:
    english, texts = read_room_file(room, "en"), read_room_file(room, language)
    assert list(texts) == list(english)
    for key, text in texts.items():
        assert list_fields(text) == list_fields(english[key]), key


@pytest.mark.parametrize(("room", "language"), ROOM_FILES)
def test_rooms_have_every_plural_of_the_language(room: str, language: str) -> None:
    texts = read_room_file(room, language)
    counted = {key.removesuffix("_other") for key in texts if key.endswith("_other")}
    assert counted or room != "table"
    for category in icu.PluralRules.forLocale(icu.Locale(language)).getKeywords():
        assert [thing for thing in counted if f"{thing}_{category}" not in texts] == []


@pytest.mark.parametrize("language", list_languages("table"))
def test_words_typed_at_a_table_are_distinct(language: str) -> None:
    """The text view finds a command or a question by its label, ignoring accents and case."""
    script = (PAGES / "static" / "table" / "commands.js").read_text("utf-8")
    deeds = re.search(r"DEEDS = \{(.+?)\}", script, re.DOTALL)
    asked = re.search(r"QUESTIONS = \[(.+?)\]", script)
    assert deeds and asked
    keys = re.findall(r': "(\w+)"', deeds[1])
    questions = [f"ask_{name}" for name in (*re.findall(r"\w+", asked[1]), "row", "column")]
    assert len(keys) > 10 and len(questions) > 10
    texts = read_room_file("table", language)
    typed = [fold(texts[key]) for key in (*keys, *questions)]
    assert sorted(typed) == sorted(set(typed))


def test_every_message_that_a_page_names_exists() -> None:
    markup = "".join(path.read_text("utf-8") for path in PAGES.glob("*.html"))
    scripts = "".join(path.read_text("utf-8") for path in (PAGES / "static").rglob("*.js"))
    named = {*re.findall(r'data-say="(\w+)"', markup), *re.findall(r'say\("(\w+)"', scripts)}
    assert "say(`records_${" in scripts
    assert len(named) > 50
    sentences = {key for room in ROOMS for key in load_room(room, "en")}
    assert named <= {*read_pages_messages("en"), *Messages("en").texts, *sentences}


def test_every_checked_language_is_offered() -> None:
    """The browser offers it; the service's requests name any language explicitly."""
    script = (PAGES / "static" / "languages.js").read_text("utf-8")
    offered = re.search(r'LANGUAGES = "(.+?)"', script)
    checked = tuple(language for language in LANGUAGES if Messages(language).checked)
    assert offered and tuple(offered[1].split()) == checked
    assert get_args(get_args(values.Language)[0]) == LANGUAGES


def test_an_unchecked_language_is_used_only_when_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named by `--lang` or in a request, but never used because a lexicon is in it."""
    texts = (FOLDER / "it.toml").read_text("utf-8")
    (tmp_path / "en.toml").write_text((FOLDER / "en.toml").read_text("utf-8"), "utf-8")
    (tmp_path / "qaa.toml").write_text(re.sub("^checked = .*\n", "", texts), "utf-8")
    (tmp_path / "qab.toml").write_text(texts, "utf-8")
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    monkeypatch.setattr(messages, "LANGUAGES", ("en", "qaa", "qab"))
    assert choose_messages("qaa").language == "en"
    assert choose_messages("qab").language == "qab"
    assert Messages("qaa")("yes") == Messages("qab")("yes") == "SÌ"
    opened = lexicon(tmp_path)
    opened.manifest = msgspec.structs.replace(opened.manifest, language="qaa")
    assert station(opened).messages.language == "en"
    assert station(opened, language="qaa").messages.language == "qaa"


def test_every_check_is_documented() -> None:
    """The documentation states the same date as the language's file."""
    docs = (Path(__file__).parents[2] / "docs" / "station-languages.md").read_text("utf-8")
    for language in LANGUAGES:
        row = re.search(rf"^\| `{language}` .*", docs, re.MULTILINE)
        assert row
        checked = Messages(language).checked
        assert ("not yet" if checked is None else str(checked)) in row[0], language


def test_every_refusal_has_its_message() -> None:
    source = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    codes = set(re.findall(r'because\(\s*"(\w+)"', source))
    assert len(codes) > 5
    for code in codes:
        assert f"cannot_{code}" in Messages("en").texts


@pytest.mark.parametrize("language", list_languages("table"))
def test_every_rule_of_a_game_has_its_sentence(language: str) -> None:
    """So does every other reason for which tables, or the service, refuse something."""
    faults = {*get_args(EventFault), *get_args(PlayFault), *get_args(GameFault)}
    door = PACKAGE / "service" / "playing"
    source = "".join(path.read_text("utf-8") for path in door.glob("*.py"))
    refusals = {*re.findall(r'rule="([\w-]+)"', source), *KINDS.values()}
    assert len(refusals) > 10
    rules = {re.sub("[ -]", "_", fault) for fault in (*faults, *refusals)}
    sentences = {
        key: text for key, text in read_room_file("table", language).items() if "rule_" in key
    }
    sentences.pop("rule_fault", "")  # of the pages
    assert set(sentences) == {f"rule_{rule}" for rule in rules}
    for key, text in sentences.items():
        assert re.fullmatch(r"\w[^{}.]+\.", text), key


def test_the_service_refuses_nothing_without_a_rule() -> None:
    door = PACKAGE / "service" / "playing"
    for path in door.glob("*.py"):
        for call in re.findall(r"ApiError\(\s*\".+?\)\n", path.read_text("utf-8"), re.DOTALL):
            assert "rule=" in call, path.name


def test_words_are_those_of_the_room() -> None:
    """They are read by players and directors, not by programmers."""
    said, own = Messages("en"), read_pages_messages("en")
    assert said("away").startswith("Not connected to the judge.")
    assert said("in_force", lexicon="pt") == "Current lexicon: pt"
    assert own["put_in_force"] == "Use this lexicon"
    assert own["revoke_sure"].format(name="phone") == (
        "Revoke the token of phone? The station will no longer be able to judge."
    )
    assert own["leave"] == "Sign this station out"
    records = own["records_other"].format(count=9)
    assert own["whole"].format(records=records, head="f0").startswith("Log intact: 9 records.")
    for language in LANGUAGES:
        texts = "".join(
            [*Messages(language).texts.values(), *read_pages_messages(language).values()]
        )
        assert not re.search(r"not responding|in force|em vigor|en vigor|obowiązuj", texts.lower())


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_not_whole_sentences(language: str) -> None:
    """These messages are parts of other sentences. Code that shows one of them alone adds the full
    stop."""
    texts = Messages(language).texts
    reasons = {key: text for key, text in texts.items() if key.startswith("cannot_")}
    assert len(reasons) > 10
    assert [key for key, text in reasons.items() if text.endswith((".", "!", "?"))] == []


def test_stations_speak_no_other_language() -> None:
    with pytest.raises(WordtoolsError, match="choose from ca, cs, da"):
        Messages("xx")
