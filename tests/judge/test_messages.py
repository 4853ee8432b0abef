"""What stations say: the same in every language."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from wordtools.errors import WordtoolsError
from wordtools.judge import settings as all_settings
from wordtools.judge.messages import LANGUAGES, Messages


def test_all_languages_say_the_same_things() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english = Messages("en").texts
    for language in LANGUAGES:
        texts = Messages(language).texts
        assert list(texts) == list(english)
        for key, text in texts.items():
            assert fields(text) <= fields(english[key]) | {"sentence", "path"}, (language, key)


def test_every_refusal_has_its_sentence() -> None:
    import re

    folder = Path(all_settings.__file__).parent
    source = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    codes = set(re.findall(r'because\(\s*"(\w+)"', source))
    assert len(codes) > 5
    for code in codes:
        assert f"cannot_{code}" in Messages("en").texts


def test_stations_speak_no_other_language() -> None:
    with pytest.raises(WordtoolsError, match="they speak en, es, pl, pt"):
        Messages("xx")
