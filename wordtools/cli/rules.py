"""`wordtools rules`: list rulesets, or describe one."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from wordtools.cli.app import Json, app, complete_ruleset, print_json
from wordtools.cli.grid import draw_grid
from wordtools.cli.language import guess_language, read_language
from wordtools.cli.styles import choose_width, paint, print_styled, style

if TYPE_CHECKING:
    from wordtools.rules.ruleset import CrosswordRuleset, Ruleset


@app.command()
def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="RULESET",
            help="A ruleset (lingo), with variants (lingo:hex,no-twos), or a .toml file.",
            autocompletion=complete_ruleset,
        ),
    ] = None,
    lang: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help="The language of the description, such as pt. [default: the system's, or en]",
            show_default=False,
        ),
    ] = "",
    json: Json = False,
) -> None:
    """List the rulesets, or describe one: its board, tiles, words, challenges, end and disputed
    points, which are always in English."""
    from wordtools.rules.loading import changes_nothing, list_rulesets, load_ruleset
    from wordtools.rules.sentences import Sentences
    from wordtools.rules.titles import name_ruleset

    language = read_language(lang, "rules") if lang else guess_language("rules")
    if name is None:
        listed = [load_ruleset(name) for name in list_rulesets()]
        if json:
            print_json([_summarize(ruleset, ruleset.title) for ruleset in listed])
            return
        say = Sentences(language)
        headings = (
            say(f"heading_{name}") for name in ("name", "title", "tiles", "board", "challenge")
        )
        rows = [_summarize(ruleset, name_ruleset(ruleset, language)) for ruleset in listed]
        _print_table([list(headings), *([str(value) for value in row.values()] for row in rows)])
        return
    ruleset = load_ruleset(name)
    if json:
        print_json(_collect_fields(ruleset))
        return
    base = name.partition(":")[0]
    usual = {variant for variant in ruleset.variants if changes_nothing(base, variant)}
    for line in _describe(ruleset, language, usual):
        print_styled(line)


def _summarize(ruleset: Ruleset, title: str) -> dict[str, str | int]:
    from wordtools.rules.ruleset import CrosswordRuleset

    board, challenge = "-", "-"
    if isinstance(ruleset, CrosswordRuleset):
        board = f"{ruleset.layout.columns}x{ruleset.layout.rows}"
        challenge = ruleset.challenge.rule
    return {
        "name": ruleset.name,
        "title": title,
        "tiles": sum(ruleset.counts),
        "board": board,
        "challenge": challenge,
    }


def _print_table(rows: list[list[str]]) -> None:
    """Prints rows in columns, with the titles last, where there is room to wrap them."""
    names, _, tiles, boards, challenges = (
        max(map(len, column)) for column in zip(*rows, strict=True)
    )
    for name, title, count, board, rule in rows:
        cells = f"{name:<{names}}  {count:>{tiles}}  {board:<{boards}}  {rule:<{challenges}}  "
        first, *rest = textwrap.wrap(title, max(choose_width() - len(cells), 14))
        print(cells + first, *(" " * len(cells) + line for line in rest), sep="\n")


def _collect_fields(ruleset: Ruleset) -> dict[str, Any]:
    """Returns a ruleset's fields for JSON, with both the challenge rule and its name."""
    from wordtools.rules.ruleset import GAMES, CrosswordRuleset

    fields = msgspec.to_builtins(ruleset)
    game = next(name for name, shape in GAMES.items() if isinstance(ruleset, shape))
    collected = {"game": game, **{key.removeprefix("$"): fields[key] for key in fields}}
    collected["digest"] = ruleset.digest
    if isinstance(ruleset, CrosswordRuleset):
        collected["challenge_rule"] = ruleset.challenge_rule
    return collected


def _describe(ruleset: Ruleset, language: str, usual: Collection[str] = ()) -> Iterator[str]:
    """The lines of a description. `usual`: the variants that apply if none is named."""
    from wordtools.rules import describe
    from wordtools.rules.ruleset import CrosswordRuleset
    from wordtools.rules.sentences import Sentences
    from wordtools.rules.titles import name_ruleset, name_variants

    say, width, is_english = Sentences(language), choose_width(), language == "en"
    topics = describe.describe_topics(ruleset, language)
    indent = max(len(heading) for heading, _ in topics) + 2
    yield style(name_ruleset(ruleset, language), bold=True)
    after = ", after " if is_english else ": "
    yield from _fill("", f"{ruleset.name}{after}{'; '.join(ruleset.sources)}.", width, 0)
    yield f"digest {ruleset.digest[:12]}"
    yield ""
    if isinstance(ruleset, CrosswordRuleset):
        yield from _draw_board(ruleset, language)
        yield ""
    total = sum(ruleset.counts)
    text = f"{total} tiles; the number of each, by value:" if is_english else f"{total}:"
    yield from _fill(say("heading_tiles"), text, width, indent)
    for value, tiles in describe.group_tiles_by_value(ruleset, language).items():
        colour = ruleset.colour_of(value)
        first, *more = _fill(f"{value:>{indent - 3}}", tiles, width, indent)
        number = first[indent - 5 : indent - 3]
        yield (
            f"{' ' * (indent - 5)}{paint(number, colour)}{first[indent - 3 :]}" if colour else first
        )
        yield from more
    if is_english and (colours := describe.name_tile_colours(ruleset)):
        yield from _fill("", colours, width, indent)
    for heading, text in topics:
        yield from _fill(heading, text, width, indent)
    if ruleset.variants:
        yield ""
        yield style(say("heading_variants"), bold=True)
        widest = max(map(len, ruleset.variants)) + 4
        for variant, title in name_variants(ruleset, language).items():
            if variant in usual:
                title = say("variant_default", title=title)
            yield from _fill(f"  {variant}", title, width, widest)
    if ruleset.contested:
        yield ""
        yield style(say("heading_contested"), bold=True)
        for entry in ruleset.contested:
            yield f"  {entry.about}"
            yield from _fill("    sources", entry.sources, width, 13)
            yield from _fill("    here", entry.here, width, 13)
            yield from _fill("    because", entry.because, width, 13)


def _fill(heading: str, text: str, width: int, indent: int = 11) -> list[str]:
    """Returns the lines of a text, wrapped and indented under its heading."""
    lines = textwrap.wrap(text, max(width - indent, 20), break_on_hyphens=False) or [""]
    filled = [" " * indent + line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
    heading = heading.ljust(indent)
    styled = heading if heading.startswith(" ") else style(heading, bold=True)
    return [styled + filled[0][indent:], *filled[1:]]


def _draw_board(ruleset: CrosswordRuleset, language: str) -> Iterator[str]:
    """Yields the lines of the board and of its legend."""
    from wordtools.messages.rooms import load_room
    from wordtools.rules.describe import describe_premium
    from wordtools.rules.titles import label_premiums

    layout, labels = ruleset.layout, label_premiums(ruleset, language)
    cell = max([2, *(len(labels[name]) for name in layout.names if name)])
    yield from draw_grid(ruleset, cell, lambda square: _draw_square(ruleset, square, labels, cell))
    yield ""
    if layout.start is not None:
        square = layout.name_square(layout.start)
        role = (
            "which the first play covers"
            if language == "en"
            else load_room("table", language)["start"]
        )
        meaning = describe_premium(layout.premiums[layout.start], language)
        premium_here = f" ({meaning})" if layout.names[layout.start] else ""
        yield f"    {'*'.center(cell)}  {square}, {role}{premium_here}"
    for name, premium in ruleset.premiums.items():
        if name in layout.names:
            meaning = describe_premium(premium, language)
            yield f"    {paint(labels[name].center(cell), premium.colour)}  {meaning}"


def _draw_square(
    ruleset: CrosswordRuleset, square: int, labels: Mapping[str, str], cell: int
) -> str:
    layout = ruleset.layout
    name = layout.names[square]
    label = labels[name] if name else "\N{MIDDLE DOT}"
    text = ("*" if square == layout.start else label).center(cell)
    return paint(text, layout.premiums[square].colour) if name else text
