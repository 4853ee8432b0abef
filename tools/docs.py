"""Generates the parts of the documentation between `<!-- begin NAME -->` and `<!-- end NAME -->`,
and the output of commands on played pages. `python -m tools.docs` regenerates them; test_docs.py
fails if they are stale."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tools import rules_tables
from wordtools import alphabet
from wordtools.compiler.admission import GUESSED, RejectReason
from wordtools.interchange.table import FORMATS
from wordtools.lexicon.file import read_manifest
from wordtools.rules.word_lists import load_named_lists
from wordtools.service.config import DOORS
from wordtools.service.doors import list_routes
from wordtools.service.openapi import describe_api

ROOT = Path(__file__).parent.parent
PROGRAM = Path(sys.executable).with_name("wordtools")
GROUPS = {"key", "log"}
"""The groups of commands."""

COMPILED = re.findall(r"(?m)^RECIPES *:= (.*)$", (ROOT / "Makefile").read_text("utf-8"))[0].split()
"""The lexicons that `make` compiles."""

SHOWN = (
    "challenge -l pt-PT lição livros",
    "challenge -l pt-PT ônibus",
    "challenge -l pt-PT kiwi",
    "check -l pt-BR ônibus acadêmico xyz",
    "why pt Lisboa",
    "why pt lição",
    "words pt-PT --prefix açuc --length 6",
    "search -l en subanagram 'RETINAS?' including Z suffix E --order score --table --limit 4",
    "diff --words pt-PT pt-BR > /dev/null",
    "verify pl",
)
"""The README's commands, to be run from the project's folder after `make`."""

EXPLAINED = ("why pt autoimunizas", "why pt nectarizadinha", "why pt leiautamo")
"""The commands of the page on choosing forms."""

SEARCHES = (
    "search -l en anagram 'RETINA??' --limit 3",
    "search -l en subanagram 'RETINAS??' including Q suffix E --length 8-9",
    "search -l en pattern '?[^AEIOU]*[XZ]' --length 4 --limit 3",
    "search -l es pattern '[CH]?[LL]*' --limit 3",
    "search -l es pattern '[C|H]?[RR]*' --limit 3",
    "search -l en hooks CARE",
    "search -l en extensions CARE --front --starts S",
)
"""The commands of the page on searching."""

STUDIES = (
    "search -l en --length 7 --order probability --limit 8 --table",
    "search -l pt-PT containing Ç --length 4 --order score --limit 5 --table",
)
"""Its tables."""

WORLD = "scrabble-en-world"
BOARD = "--board docs/examples/board.txt"
TABLE = (
    f"play {WORLD} '14F DIARIEs 72' {BOARD} | head -6",
    f"plays {WORLD} --rack '?ADEIIR' {BOARD} --limit 4",
    "game docs/examples/game.gcg -l en | tail -2",
    f"rules {WORLD} | sed -n '/^challenge/,/^exchange/p'",
)
"""The README's commands for boards, games and rules."""

PLAY = (
    f"play {WORLD} '14F DIARIEs 72' {BOARD} --rack '?ADEIIR'",
    f"play {WORLD} 14F RAIDIEs {BOARD}",
    f"play {WORLD} H7 RAID {BOARD}",
)
"""The commands of the section on plays."""

LINGO = ("play lingo hb2,ac2", "play lingo hb2,ac2 | wordtools play lingo yd2 --board -")
STACKED = (f"{LINGO[1]} | wordtools play lingo sd2 --board -",)
HEX = ("play lingo:hex hb2,ac3",)
"""The commands of the section on Lingo."""


PLAYED = [ROOT / "docs" / name for name in ("a-lists-year.md", "first-challenge.md")]
"""The pages whose commands are run in order, in a folder with the files that readers save."""


def shell(arguments: str) -> str:
    """The output of `wordtools ARGUMENTS` in the project's folder."""
    return run(f"wordtools {arguments}", ROOT)


def run(command: str, folder: Path) -> str:
    """The output of a command."""
    done = subprocess.run(
        f'PATH="{PROGRAM.parent}:$PATH"; {command}',
        shell=True,
        cwd=folder,
        env={**os.environ, "COLUMNS": "80", "WORDTOOLS_LEXICONS": str(ROOT / "build")},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.stdout.rstrip("\n")


def commands(group: str = "") -> list[str]:
    """The names of all commands, or of a group's, in the order of `--help`, `log` before `log
    list`."""
    listing = shell(f"{group} --help").partition("Commands:")[2]
    names = [f"{group} {name}".strip() for name in re.findall(r"(?m)^  (\w[\w-]*)", listing)]
    return [
        command for name in names for command in (name, *(commands(name) if name in GROUPS else ()))
    ]


def build_table(folder: Path) -> str:
    """The output of `wordtools build` for the recipes that `make` compiles, into a temporary
    folder."""
    table = shell(f"build {' '.join(COMPILED)} --into {folder}").replace(str(folder), "build")
    return f"```\n{table}\n```"


def build_for_table() -> str:
    with tempfile.TemporaryDirectory() as folder:
        return build_table(Path(folder))


def editions_table() -> str:
    """The editions of the lexicons that `make` compiles."""
    rows = [
        f"| `{name}` | {edition.words:,} |"
        for lexicon in COMPILED
        for name, edition in read_manifest(ROOT / "build" / f"{lexicon}.lexicon").editions.items()
    ]
    return "\n".join(["| edition | words |", "|---|---:|", *rows])


def transcript(shown: Iterable[str]) -> str:
    """Commands with their output."""
    lines = [line for arguments in shown for line in (f"$ wordtools {arguments}", shell(arguments))]
    return "\n".join(["```", *lines, "```"])


def draw_play() -> str:
    """A play, drawn into a file for later use."""
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".docs") as folder:
        made = Path(folder).name
        told = transcript([f"play {WORLD} 14F DIARIEs {BOARD} --svg {made}/play.svg | head -3"])
        return told.replace(f"{made}/", "")


def draw_game() -> str:
    """A game, drawn into a folder, and the names of the last pictures."""
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".docs") as folder:
        made = Path(folder).name
        told = transcript([f"game docs/examples/game.gcg -l en --svg {made}/turns | tail -2"])
        last = sorted(path.name for path in (ROOT / made / "turns").iterdir())[-2:]
    shown = told.removesuffix("\n```").replace(f"{made}/", "")
    return "\n".join([shown, "$ ls turns | tail -2", *last, "```"])


def archive() -> str:
    """The examples of recorded games, judged into a folder, and the tables."""
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".docs") as folder:
        made = Path(folder)
        told = transcript([f"games docs/examples -l en -o {made.name}/plays.csv"])
        plays = (made / "plays.csv").read_text("utf-8").splitlines()[:4]
        others = [
            line
            for name in ("plays.disagreements.csv", "plays.failures.csv")
            for line in (f"$ cat {name}", *(made / name).read_text("utf-8").splitlines())
        ]
    lines = ["$ head -4 plays.csv", *plays, *others, "```"]
    return "\n".join([told.removesuffix("\n```").replace(f"{made.name}/", ""), *lines])


def compared() -> str:
    """The examples rejudged by a lexicon that does not have one of their words."""
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".docs") as folder:
        made = Path(folder).name
        (ROOT / made / "out.txt").write_text("zincy\n")
        shell(f"expurgate en {made}/out.txt --why 'the members voted' -o {made}/club.lexicon")
        shell(f"games docs/examples -l en -o {made}/plays.csv")
        again = f"-l {made}/club.lexicon -o {made}/club.csv --compare {made}/plays.csv"
        return transcript([f"games docs/examples {again}"]).replace(f"{made}/", "")


def combined() -> str:
    """Commands that make a lexicon from another one in a folder, and explain the new lexicon."""
    club = ".docs-club"  # always the same: the lexicon states the path of the list
    (ROOT / club).mkdir(exist_ok=True)
    try:
        (ROOT / club / "rude.txt").write_text("carona   # not at our table\n")
        shown = [
            f"expurgate pt {club}/rude.txt --why 'the members voted' -o {club}/pt.lexicon",
            f"why {club}/pt.lexicon carona",
        ]
        return transcript(shown).replace(club, "club")
    finally:
        shutil.rmtree(ROOT / club)


def example(name: str) -> str:
    """A file of docs/examples."""
    return f"```\n{(ROOT / 'docs' / 'examples' / name).read_text('utf-8')}```"


def read_help() -> dict[str, str]:
    """Maps the name of every command to its help. The first entry is the help of wordtools itself,
    under the name ""."""
    return {"": shell("--help")} | {name: shell(f"{name} --help") for name in commands()}


def help_pages() -> str:
    """The help of every command, as on the page of commands."""
    parts = [
        (f"## {name}\n\n" if name else "") + f"```\n{text}\n```"
        for name, text in read_help().items()
    ]
    return "\n\n".join(parts)


def reasons_table() -> str:
    """Every reason for which an entry is rejected."""
    rows = [f"| `{r.code}` | {r.meaning} |" for r in RejectReason if r not in GUESSED]
    rows += [f"| `{r.code}` | {r.meaning} (rule of thumb) |" for r in GUESSED]
    return "\n".join(["| reason | the entry is |", "|---|---|", *rows])


def formats_table() -> str:
    """The formats of word files."""
    rows = []
    for form in FORMATS:
        ends = ", ".join(f"`{end}`" for end in form.suffixes)
        names = f"`{form.name}`: {form.title}" + f" ({ends})" * bool(ends)
        marks = ["yes" if able else "–" for able in (form.is_readable, form.write)]
        rows.append(f"| {' | '.join([names, *marks, form.keeps, form.loses, form.limits])} |")
    heading = "| format | read | written | keeps | loses | limits |"
    return "\n".join([heading, "|---|---|---|---|---|---|", *rows])


def alphabets_table() -> str:
    """The built-in alphabets."""
    rows = []
    for name in alphabet.list_alphabets():
        language = alphabet.load_alphabet(name)
        folds = language.folding.folds
        marks = [mark for mark, character in alphabet.MARKS.items() if folds and character in folds]
        every = "every mark that forms no letter of a tile"
        folded = every if folds is None else ", ".join(marks) or "none"
        rows.append(f"| `{name}` | {' '.join(language.alphabet.tiles)} | {folded} |")
    return "\n".join(["| | tiles | folds |", "|---|---|---|", *rows])


def lists_table() -> str:
    """The word lists that records name, and their rulesets."""
    rows = [
        f"| {', '.join(f'`{name}`' for name in named.names)} | {named.title} | `{named.ruleset}` |"
        for named in load_named_lists()
    ]
    return "\n".join(["| `#lexicon` | | ruleset |", "|---|---|---|", *rows])


def routes_table() -> str:
    """The routes of the service, from its machine-readable description."""
    paths = json.loads(describe_api("", list_routes(DOORS)))["paths"]
    rows = [
        f"| `{method.upper()} {path}` | {who_may(route)} | {route['summary']} |"
        for path, methods in paths.items()
        for method, route in methods.items()
    ]
    return "\n".join(["| route | for | |", "|---|---|---|", *rows])


def who_may(route: dict[str, Any]) -> str:
    """The users of a route."""
    return " ".join(name for scheme in route.get("security", []) for name in scheme) or "anyone"


BLOCKS: dict[str, Callable[[], str]] = {
    "build": build_for_table,
    "editions": editions_table,
    "why": lambda: transcript(EXPLAINED),
    "transcript": lambda: transcript(SHOWN),
    "combined": combined,
    "search": lambda: transcript(SEARCHES),
    "study": lambda: transcript(STUDIES),
    "stats": lambda: transcript(("stats pt-PT",)),
    "table": lambda: transcript(TABLE),
    "board": lambda: example("board.txt"),
    "play": lambda: transcript(PLAY),
    "plays": lambda: transcript((f"plays {WORLD} --rack '?ADEIIR' {BOARD} --limit 8",)),
    "record": lambda: example("game.gcg"),
    "game": lambda: transcript(("game docs/examples/game.gcg -l en",)),
    "spectator": lambda: example("guest.gcg"),
    "guest": lambda: transcript(
        (
            "game docs/examples/guest.gcg 2>&1",
            "game docs/examples/guest.gcg --ignore rack 2>&1 | tail -1",
        )
    ),
    "drawn": draw_play,
    "turns": draw_game,
    "archive": archive,
    "compared": compared,
    "lingo": lambda: transcript(LINGO),
    "stacked": lambda: transcript(STACKED),
    "hex": lambda: transcript(HEX),
    "rules": lambda: transcript(("rules lingo | sed '/^variants/,$d'",)),
    "help": help_pages,
    "reasons": reasons_table,
    "alphabets": alphabets_table,
    "formats": formats_table,
    "rulesets": rules_tables.rulesets_table,
    "languages": rules_tables.languages_table,
    "variants": rules_tables.variants_table,
    "challenges": rules_tables.challenges_table,
    "lists": lists_table,
    "routes": routes_table,
}
BLOCK = re.compile(r"(?s)<!-- begin (\w+) -->\n(.*?)\n<!-- end \1 -->")


_SAVED_OR_RUN = re.compile(r"(?ms)(as `([^`\n]+)`:\n\n)?^```\w*\n(.*?)^```$")


def played(text: str, folder: Path, run: Callable[[str, Path], str] = run) -> str:
    """A page with the output of its commands, run in an empty folder."""

    def play(block: re.Match[str]) -> str:
        if name := block[2]:
            (folder / name).write_text(block[3], "utf-8")
            return block[0]
        commands = re.findall(r"(?m)^\$ (.+)$", block[3])
        if not commands:
            return block[0]
        shown = (f"$ {command}\n{run(command, folder)}".rstrip("\n") for command in commands)
        return "\n".join(["```", *shown, "```"])

    return _SAVED_OR_RUN.sub(play, text)


def pages() -> list[Path]:
    """The README and its neighbours, and all of docs/."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def renewed(text: str) -> str:
    """Returns the page with every block regenerated."""

    def block(match: re.Match[str]) -> str:
        name = match[1]
        return f"<!-- begin {name} -->\n{BLOCKS[name]()}\n<!-- end {name} -->"

    return BLOCK.sub(block, text)


if __name__ == "__main__":
    for page in PLAYED:
        with tempfile.TemporaryDirectory() as folder:
            page.write_text(played(page.read_text("utf-8"), Path(folder)), "utf-8")
    for page in pages():
        page.write_text(renewed(page.read_text("utf-8")), "utf-8")
