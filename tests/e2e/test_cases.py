"""Cases 1 to 19 of the games' facts, from a raw list through `build` to `challenge`. The cases that
are played are in test_cases_played.py."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Run

Build = Callable[..., Path]

PORTUGUESE = [
    "lição", "bênção", "açúcar", "você", "kiwi", "Lisboa", "dr.", "séc.", "ONU", "kB", "pré-",
    "guarda-chuva", "d'água", "software", "design", "livro", "livros", "casa",
]  # fmt: skip


def ruling(run: Run, lexicon: Path | str, *words: str) -> str:
    done = run("challenge", "-l", lexicon, *words)
    said = {0: "YES", 1: "NO", 2: "CANNOT JUDGE"}[done.returncode]
    assert (done.stdout.strip() or "CANNOT JUDGE") == said
    return said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("raw", "word"),
    [
        pytest.param("lição", "LIÇAO", id="1"),
        pytest.param("bênção", "BENÇAO", id="2"),
        pytest.param("açúcar", "AÇUCAR", id="3-açúcar"),
        pytest.param("você", "VOCE", id="3-você"),
        pytest.param(unicodedata.normalize("NFD", "lição"), "LIÇAO", id="4"),
    ],
)
def test_marks_fold_and_the_cedilla_stays(run: Run, build: Build, raw: str, word: str) -> None:
    lexicon = build([raw], "pt")
    assert run("words", lexicon).stdout == f"{word}\n"
    for typed in (raw, word, word.lower(), unicodedata.normalize("NFD", raw)):
        assert ruling(run, lexicon, typed) == "YES"
    assert run("why", lexicon, raw).stdout.startswith(f"accepted  as {word}")


def test_5_a_c_is_no_cedilla(run: Run, build: Build) -> None:
    assert ruling(run, build(["lição"], "pt"), "LICAO") == "NO"


@pytest.mark.parametrize(
    ("raw", "reason", "answer"),
    [
        pytest.param("kiwi", "foreign-letter", "CANNOT JUDGE", id="6"),
        pytest.param("Lisboa", "proper-noun", "NO", id="8"),
        pytest.param("dr.", "abbreviation-dotted", "CANNOT JUDGE", id="9-dr."),
        pytest.param("séc.", "abbreviation-dotted", "CANNOT JUDGE", id="9-séc."),
        pytest.param("ONU", "acronym", "NO", id="9-ONU"),
        pytest.param("kB", "abbreviation-unit", "CANNOT JUDGE", id="9-kB"),
        pytest.param("pré-", "affix", "CANNOT JUDGE", id="9-pré-"),
        pytest.param("guarda-chuva", "hyphen", "CANNOT JUDGE", id="10-guarda-chuva"),
        pytest.param("d'água", "apostrophe", "CANNOT JUDGE", id="10-d'água"),
    ],
)
def test_rejected_when_compiled(run: Run, build: Build, raw: str, reason: str, answer: str) -> None:
    lexicon = build(PORTUGUESE, "pt")
    why = run("why", lexicon, raw)
    assert why.returncode == 1
    assert why.stdout.startswith(f"rejected  {reason}:")
    assert f"(list.txt:{PORTUGUESE.index(raw) + 1})" in why.stdout
    assert ruling(run, lexicon, raw) == answer


def test_6_7_the_lexicon_has_no_tile_for_k(run: Run, build: Build) -> None:
    """In case 7, a blank is played as K. This is also illegal, because there is no such tile."""
    lexicon = build(PORTUGUESE, "pt")
    refused = run("challenge", "-l", lexicon, "kiwi")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr == "wordtools: CANNOT JUDGE: 'kiwi': no Portuguese tile shows k, w.\n"


def test_10_parts_are_never_joined(run: Run, build: Build) -> None:
    lexicon = build(PORTUGUESE, "pt")
    assert ruling(run, lexicon, "GUARDACHUVA") == "NO"
    assert ruling(run, lexicon, "DAGUA") == "NO"


def test_11_foreign_words_when_listed(run: Run, build: Build) -> None:
    lexicon = build(PORTUGUESE, "pt")
    assert ruling(run, lexicon, "design") == "YES"
    assert ruling(run, lexicon, "pizza") == "NO"


def test_12_plurals_and_repeats(run: Run, build: Build) -> None:
    lexicon = build(PORTUGUESE, "pt")
    assert ruling(run, lexicon, "livros") == "YES"
    assert ruling(run, lexicon, "livros", "livros") == "YES"


def test_13_14_editions(run: Run, tmp_path: Path) -> None:
    (tmp_path / "european.txt").write_text("autocarro\nacadémico\ncasa\n", "utf-8")
    (tmp_path / "brazilian.txt").write_text("ônibus\nacadêmico\ncasa\n", "utf-8")
    (tmp_path / "pt.toml").write_text(
        """
        name = "pt"
        title = "Portuguese"
        alphabet = "pt"
        [categories]
        european = "attested in Portugal"
        brazilian = "attested in Brazil"
        [editions]
        pt-PT = { include = ["european"] }
        pt-BR = { include = ["brazilian"] }
        [[inputs]]
        format = "list"
        file = { path = "european.txt" }
        categories = ["european"]
        [[inputs]]
        format = "list"
        file = { path = "brazilian.txt" }
        categories = ["brazilian"]
        """,
        "utf-8",
    )
    assert run("build", "pt.toml").returncode == 0
    rulings = {
        word: tuple(ruling(run, edition, word) for edition in ("pt-PT", "pt-BR", "pt"))
        for word in ("ônibus", "autocarro", "casa", "académico", "acadêmico")
    }
    assert rulings == {
        "ônibus": ("NO", "YES", "YES"),
        "autocarro": ("YES", "NO", "YES"),
        "casa": ("YES", "YES", "YES"),
        "académico": ("YES", "YES", "YES"),
        "acadêmico": ("YES", "YES", "YES"),
    }


def test_15_portuguese_tiles_are_24() -> None:
    """The bag of case 15 is a ruleset's; its tiles are the alphabet's."""
    from wordtools import alphabet

    tiles = alphabet.load_alphabet("pt").alphabet.tiles
    assert "".join(tiles) == "ABCÇDEFGHIJLMNOPQRSTUVXZ"


def test_16_an_extension_at_both_ends_is_one_word(run: Run, build: Build) -> None:
    lexicon = build(["dog", "endogenous"], "en")
    assert ruling(run, lexicon, "DOG") == "YES"
    assert ruling(run, lexicon, "ENDOGENOUS") == "YES"


def test_17_a_name_takes_no_word_with_it(run: Run, build: Build) -> None:
    for order in (["Jack", "jack"], ["jack", "Jack"]):
        lexicon = build(order, "en")
        assert ruling(run, lexicon, "JACK") == "YES"
        name, word = order.index("Jack") + 1, order.index("jack") + 1
        assert run("why", lexicon, "Jack").stdout.splitlines() == [
            f"rejected  proper-noun: only its first letter is a capital (list.txt:{name})",
            "JACK is still a word, thanks to another entry",
            f"          jack (list.txt:{word})",
        ]


def test_18_acronyms_only_in_capitals(run: Run, build: Build) -> None:
    lexicon = build(["radar", "NASA"], "en")
    assert ruling(run, lexicon, "radar") == "YES"
    assert ruling(run, lexicon, "NASA") == "NO"


def test_19_one_answer_for_the_play(run: Run, build: Build) -> None:
    """Whichever word fails, the output is the same."""
    lexicon = build(["casa", "livro"], "pt")
    for json in ([], ["--json"]):
        shown = [
            run("challenge", "-l", lexicon, *json, *words)
            for words in (["casa", "xxxx"], ["xxxx", "casa"], ["xxxx", "zzzz"])
        ]
        assert {done.returncode for done in shown} == {1}
        assert {done.stderr for done in shown} == {""}
        answers = {done.stdout.partition(', "words"')[0] for done in shown}
        assert answers == ({'{"ruling": "NO"'} if json else {"NO\n"})
