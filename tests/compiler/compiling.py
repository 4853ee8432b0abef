"""Recipes of a few lines, and their results."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

from tests.conftest import ROOT
from wordtools.compiler import build, fetch, recipe_files
from wordtools.compiler.build import BuildReport
from wordtools.compiler.decisions import read_decisions
from wordtools.compiler.recipe import Recipe
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.verify import verify_lexicon

HEAD = 'name = "xx"\ntitle = "Test"\nalphabet = "pt"\n'
EDITIONS = f"""{HEAD}
[categories]
one = "1"
two = "2"
rude = "!"
[editions]
first = {{ include = ["one"] }}
second = {{ include = ["two"] }}
clean = {{ exclude = ["rude"] }}
""" + "".join(
    f'[[inputs]]\nformat = "list"\nfile = {{ path = "{n}.txt" }}\ncategories = ["{n}"]\n'
    for n in ("one", "two", "rude")
)
LIST = '[[inputs]]\nformat = "list"\nfile = { path = "list.txt" }\n'

Compile = Callable[..., tuple[Lexicon, BuildReport]]


def compile_in(
    folder: Path, recipe_text: str, **files: str | list[str]
) -> tuple[Lexicon, BuildReport]:
    """Builds a recipe whose files (`list`, `more` …) are stored beside it as `NAME.txt`."""
    for name, content in files.items():
        lines = content if isinstance(content, str) else "\n".join(content)
        (folder / f"{name}.txt").write_bytes(lines.encode())
    (folder / "xx.toml").write_text(recipe_text, "utf-8")
    report = build.build_lexicon(recipe_files.read_recipe(folder / "xx.toml"), folder / "out")
    lexicon = Lexicon.read(report.path)
    verify_lexicon(lexicon)
    written = {path.name for path in (folder / "out").iterdir()}
    assert written - {"xx.classes.tsv"} == {"xx.lexicon", "xx.rejected.tsv.gz"}
    assert ("xx.classes.tsv" in written) == ("witness = true" in recipe_text)
    return lexicon, report


def list_decided(name: str, verdict: str) -> list[str]:
    """The words that one of our recipes adds or removes by decision, as the lexicon writes them."""
    recipe = recipe_files.read_recipe(ROOT / "sources" / f"{name}.toml")
    alphabet = recipe.language.alphabet
    recorded = [each for path in recipe.decisions for each in read_decisions(path, alphabet)]
    return [alphabet.text(each.tiles) for each in recorded if each.decision.verdict == verdict]


def bring(found: Recipe) -> list[Path]:
    """The paths of a recipe's raw files, once they have been fetched."""
    return [file.path for files in fetch.fetch_sources(found).values() for file in files]


def rejects(report: BuildReport) -> list[tuple[str, str, str, int, str]]:
    """The rows of the reject report: (reason, entry, source, line, from)."""
    header, *rows = gzip.decompress(Path(report.report).read_bytes()).decode().split("\n")[:-1]
    assert header == "reason\tentry\tsource\tline\tfrom"
    fields = [row.split("\t") for row in rows]
    return [(reason, entry, source, int(n), made) for reason, entry, source, n, made in fields]


AFF = """SET UTF-8
FORBIDDENWORD !
SFX S Y 1
SFX S 0 s .
SFX H Y 1
SFX H 0 -lo .
"""
DIC = """9
casa/SH\tCAT=nc
gato/S
mau/!
oxi/S\tCAT=pref
NATO/S\tSEM=sigla
Lisboa/S
xv\tsubcat=rom
pré\tCAT=prefixo
casa/S
"""
HUNSPELL = """[[inputs]]
format = "hunspell"
aff = { path = "a.txt" }
dic = { path = "b.txt" }
"""
TAGS = 'drop_tags = { "CAT=pref" = "affix", "SEM=sigla" = "acronym", "subcat=rom" = "excluded" }\n'
