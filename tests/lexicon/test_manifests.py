"""Manifests that contradict the columns or themselves, under a valid seal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.lexicon.helpers import (
    PATH,
    remade,
    with_manifest,
)
from tests.lexicon.hostile import SMALL, refusal, refused_or_works
from wordtools.lexicon import file

FACTS: dict[str, Any] = msgspec.to_builtins(file.unpack(SMALL, PATH).manifest)

any_json: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, True, -1, 0, 1, 10, 300, 0.5, "", "test", "old", "now", "[", "A"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("Aab["), inner),
    max_leaves=5,
)


@given(st.data())
@settings(max_examples=examples(5))
def test_any_manifest(data: st.DataObject) -> None:
    """A value somewhere in the manifest is changed, missing, or replaced by its neighbour's."""
    facts = msgspec.json.decode(msgspec.json.encode(FACTS))
    holder = facts
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(holder[key], dict | list) or not holder[key] or data.draw(st.booleans()):
            break
        holder = holder[key]
    if data.draw(st.booleans()):
        del holder[key]
    else:
        holder[key] = data.draw(any_json | st.sampled_from([holder[each] for each in keys]))
    refused_or_works(remade(SMALL, manifest=msgspec.json.encode(facts)))


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"words": 11}, id="words"),
        pytest.param({"words": -1}, id="negative"),
        pytest.param({"editions": {}}, id="no edition"),
        pytest.param({"editions": {"now": {}}}, id="no edition of that name"),
        pytest.param({"name": "other"}, id="no edition of its name"),
        pytest.param({"sets": []}, id="no sets"),
        pytest.param({"sets": [[]] * 257}, id="two bytes a set"),
        pytest.param({"sets": [["secret"]] * 3}, id="category without a meaning"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "tiles": []}}, id="no tiles"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "tiles": ["A"] * 26}}, id="one tile"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "tiles": ["A"] * 64}}, id="64 tiles"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "spellings": {}}}, id="no spellings"),
        pytest.param({"alphabet": {**FACTS["alphabet"], "spellings": {"Ä": "ä"}}}, id="no letter"),
        pytest.param({"words": 2**62}, id="more words than memory"),
        pytest.param({"words": 2**70}, id="more words than a machine's numbers"),
        pytest.param({"words": -1}, id="less than no words"),
        pytest.param({"format": 0}, id="format 0"),
        pytest.param({"format": -1}, id="format -1"),
        pytest.param({"format": "1"}, id="format in quotes"),
        pytest.param({"format": None}, id="no format"),
    ],
)
def test_each_wrong_manifest(changes: dict[str, Any]) -> None:
    refusal(with_manifest(SMALL, **changes))


def test_deep_and_long_manifests() -> None:
    for text in (b"[" * 100_000, b'{"a":' * 100_000, b'{"format":' + b"9" * 10_000 + b"}"):
        refusal(remade(SMALL, manifest=text))
