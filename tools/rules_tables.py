"""The tables of docs/rulesets.md, made from the rulesets and inserted by `tools.docs`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import to_builtins

from wordtools import alphabet
from wordtools.rules import challenge, describe, ruleset
from wordtools.rules.loading import FOLDER, list_rulesets, load_ruleset, read_chain


def rulesets_table() -> str:
    """The built-in rulesets: their equipment, then the common rules and the differences."""
    loaded = [load_ruleset(name) for name in list_rulesets()]
    equipment = ["| | | tiles | board | players | words |", "|---|---|---|---|---|---|"]
    for rules in loaded:
        if _is_general(rules.name):
            continue  # in the table of languages
        board = "grows"
        if isinstance(rules, ruleset.CrosswordRuleset):
            board = f"{rules.layout.columns}×{rules.layout.rows}"
        players = "–".join(map(str, dict.fromkeys(rules.players)))
        tiles = str(sum(rules.counts))
        cells = [rules.title, tiles, board, players, rules.words.edition]
        equipment.append(f"| `{rules.name}` | {' | '.join(cells)} |")
    return "\n".join([*equipment, "", *compare_rules(loaded)])


def languages_table() -> str:
    """The rulesets that differ in their tiles, and the alphabets without a known set of tiles.
    Omits questions that are contested in every ruleset."""
    rows = []
    loaded = [load_ruleset(name) for name in list_rulesets()]
    varied = [
        load_ruleset(f"{rules.name}:{variant}") for rules in loaded for variant in rules.variants
    ]
    inherited = read_chain(FOLDER / "_general.toml")[-1][1]["contested"]
    for rules in filter(lambda rules: _is_general(rules.name), loaded):
        counts = zip(rules.alphabet.tiles, rules.counts[1:], strict=True)
        untiled = " ".join(face for face, count in counts if not count)
        contested = "; ".join(
            entry.about for entry in rules.contested if to_builtins(entry) not in inherited
        )
        cells = [f"`{rules.name}`", f"`{rules.alphabet_name}`", str(sum(rules.counts)), untiled]
        rows.append((rules.alphabet.name, [*cells, contested]))
    used = {rules.alphabet_name for rules in (*loaded, *varied)}
    for name in set(alphabet.list_alphabets()) - used:
        rows.append((alphabet.load_alphabet(name).alphabet.name, ["–", f"`{name}`", "", "", ""]))
    heading = "| language | ruleset | alphabet | tiles | by a blank only | contested |"
    lines = [f"| {title} | {' | '.join(cells)} |" for title, cells in sorted(rows)]
    return "\n".join([heading, "|---|---|---|---|---|---|", *lines])


def _is_general(name: str) -> bool:
    """True if a ruleset has the general rules, which stand in for languages whose own rules are
    unknown."""
    return any(path.stem == "_general" for path, _ in read_chain(FOLDER / f"{name}.toml"))


def compare_rules(rulesets: Iterable[ruleset.Ruleset]) -> list[str]:
    """A table whose first row has the most common rule of each column. Each row below is for
    rulesets with the same rules, and shows only the sentences that differ from the first row."""
    columns = ("challenge", "exchange", "clock", "end")
    sections = {rules.name: describe.describe_sections(rules) for rules in rulesets}
    common = [
        Counter(tuple(part.get(column, ())) for part in sections.values()).most_common(1)[0][0]
        for column in columns
    ]
    rows: dict[tuple[str, ...], list[str]] = {}
    for name, section in sections.items():
        cells = [
            find_difference(section.get(column), base)
            for column, base in zip(columns, common, strict=True)
        ]
        rows.setdefault(tuple(cells), []).append(f"`{name}`")
    lines = [f"| | {' | '.join(columns)} |", "|---|---|---|---|---|"]
    rows.pop(("",) * len(columns), None)
    lines.append(f"| **common rules** | {' | '.join(map(' '.join, common))} |")
    lines += [f"| {', '.join(names)} | {' | '.join(cells)} |" for cells, names in rows.items()]
    return lines


def find_difference(sentences: list[str] | None, common: tuple[str, ...]) -> str:
    """The difference between a rule and the common one. Returns the sentences that differ, or all
    sentences if the two rules do not correspond sentence by sentence, or a dash if there is no such
    rule."""
    if sentences is None:
        return "–"
    new = [sentence for sentence in sentences if sentence not in common]
    gone = [sentence for sentence in common if sentence not in sentences]
    one_by_one = len(new) == len(gone) or len(common) == 1
    return " ".join(new) if one_by_one else f"*Instead:* {' '.join(sentences)}"


def variants_table() -> str:
    """The variants of the built-in rulesets."""
    rows = [
        f"| `{name}:{variant}` | {title} |"
        for name in list_rulesets()
        for variant, title in load_ruleset(name).variants.items()
    ]
    return "\n".join(["| | |", "|---|---|", *rows])


def challenges_table() -> str:
    """The challenge rules that a ruleset may name."""
    rows = [
        f"| `{name}` | {rule.title} |" for name, rule in challenge.load_challenge_rules().items()
    ]
    return "\n".join(["| rule | |", "|---|---|", *rows])
