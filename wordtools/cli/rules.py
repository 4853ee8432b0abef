"""`wordtools rules`: list rulesets, or describe one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from wordtools.cli.app import Json, app, complete_ruleset, print_json
from wordtools.cli.grid import draw_grid
from wordtools.cli.styles import choose_width, paint, print_styled, style
from wordtools.wording import pluralize

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
    json: Json = False,
) -> None:
    """List the rulesets, or describe one: its board, tiles, words, challenges, end and disputed
    points."""
    from wordtools.rules.loading import list_rulesets, load_ruleset

    if name is None:
        summaries = [_summarize(load_ruleset(listed)) for listed in list_rulesets()]
        if json:
            print_json(summaries)
            return
        print(*_format_row("name", "title", "tiles", "board", "challenge"), sep="\n")
        for summary in summaries:
            print(*_format_row(*summary.values()), sep="\n")
        return
    ruleset = load_ruleset(name)
    if json:
        print_json(_collect_fields(ruleset))
        return
    for variant in ruleset.variants:  # also check a file's variants
        load_ruleset(f"{name.partition(':')[0]}:{variant}")
    for line in _describe(ruleset):
        print_styled(line)


def _summarize(ruleset: Ruleset) -> dict[str, str | int]:
    from wordtools.rules.ruleset import CrosswordRuleset

    board, challenge = "-", "-"
    if isinstance(ruleset, CrosswordRuleset):
        board = f"{ruleset.layout.columns}x{ruleset.layout.rows}"
        challenge = ruleset.challenge.rule
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "tiles": sum(ruleset.counts),
        "board": board,
        "challenge": challenge,
    }


def _format_row(
    name: object, title: object, tiles: object, board: object, challenge: object
) -> list[str]:
    """A row of the list, with a long title wrapped."""
    cells = f"{name:<17}  {tiles:>5}  {board:<6}  {challenge:<21}  "
    first, *rest = textwrap.wrap(str(title), max(choose_width() - len(cells), 14))
    return [cells + first, *(" " * len(cells) + line for line in rest)]


def _collect_fields(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset's fields for JSON, with the challenge rule as well as its name."""
    from wordtools.rules.ruleset import GAMES, CrosswordRuleset

    fields = msgspec.to_builtins(ruleset)
    game = next(name for name, shape in GAMES.items() if isinstance(ruleset, shape))
    collected = {"game": game, **{key.removeprefix("$"): fields[key] for key in fields}}
    collected["digest"] = ruleset.digest
    if isinstance(ruleset, CrosswordRuleset):
        collected["challenge_rule"] = ruleset.challenge_rule
    return collected


def _describe(ruleset: Ruleset) -> Iterator[str]:
    from wordtools.rules import describe
    from wordtools.rules.ruleset import CrosswordRuleset

    width = choose_width()
    yield style(ruleset.title, bold=True)
    yield from _fill("", f"{ruleset.name}, after {'; '.join(ruleset.sources)}.", width, 0)
    yield f"digest {ruleset.digest[:12]}"
    yield ""
    if isinstance(ruleset, CrosswordRuleset):
        yield from _draw_board(ruleset)
        yield ""
    total = pluralize(sum(ruleset.counts), "tile")
    yield style("tiles", bold=True) + f"      {total}; the number of each, by value:"
    for value, tiles in describe.group_tiles_by_value(ruleset).items():
        colour = ruleset.colour_of(value)
        first, *more = _fill(f"{value:>8}", tiles, width)
        yield "      " + paint(first[6:8], colour) + first[8:] if colour else first
        yield from more
    if colours := describe.name_tile_colours(ruleset):
        yield from _fill("", colours, width)
    for heading, sentences in describe.describe_sections(ruleset).items():
        yield from _fill(heading, " ".join(sentences), width)
    if ruleset.variants:
        yield ""
        yield style("variants", bold=True)
        indent = max(map(len, ruleset.variants)) + 4
        for variant, title in ruleset.variants.items():
            yield from _fill(f"  {variant}", title, width, indent)
    if ruleset.contested:
        yield ""
        yield style("contested", bold=True)
        for entry in ruleset.contested:
            yield f"  {entry.about}"
            yield from _fill("    sources", entry.sources, width, 13)
            yield from _fill("    here", entry.here, width, 13)
            yield from _fill("    because", entry.because, width, 13)


def _fill(heading: str, text: str, width: int, indent: int = 11) -> list[str]:
    """The lines of a text, wrapped and indented under its heading."""
    lines = textwrap.wrap(text, max(width - indent, 20), break_on_hyphens=False) or [""]
    filled = [" " * indent + line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
    heading = heading.ljust(indent)
    styled = heading if heading.startswith(" ") else style(heading, bold=True)
    return [styled + filled[0][indent:], *filled[1:]]


def _draw_board(ruleset: CrosswordRuleset) -> Iterator[str]:
    """The lines of the board and of its legend."""
    layout = ruleset.layout
    cell = max([2, *(len(name) for name in layout.names if name)])
    yield from draw_grid(ruleset, cell, lambda square: _draw_square(ruleset, square, cell))
    yield ""
    if layout.start is not None:
        name = layout.name_square(layout.start)
        meaning = layout.premiums[layout.start].meaning
        premium_here = f" ({meaning})" if layout.names[layout.start] else ""
        yield f"    {'*'.center(cell)}  {name}, which the first play covers{premium_here}"
    for name, premium in ruleset.premiums.items():
        if name in layout.names:
            yield f"    {paint(name.center(cell), premium.colour)}  {premium.meaning}"


def _draw_square(ruleset: CrosswordRuleset, square: int, cell: int) -> str:
    layout = ruleset.layout
    name = layout.names[square]
    text = ("*" if square == layout.start else name or "\N{MIDDLE DOT}").center(cell)
    return paint(text, layout.premiums[square].colour) if name else text
