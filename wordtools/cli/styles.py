"""Bold text and colours, on a terminal only."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import TYPE_CHECKING, Any

import typer

from wordtools.wording import hold_places, reveal

if TYPE_CHECKING:
    from wordtools.rules.layout import Colour

_DEFAULT_WIDTH, _MAX_WIDTH = 80, 100
"""The line width when output is not a terminal, and the maximum width on a terminal."""

_STYLES = re.compile(r"(\x1b\[(?:0|1|[349][0-7]|10[0-7]|48;5;208)m)")
"""The codes that `typer.style` writes for bold text and for colours."""


def choose_width() -> int:
    """Returns the width at which to wrap lines."""
    return min(shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns, _MAX_WIDTH)


def style(text: str, **style: Any) -> str:
    """Returns the text, styled if it goes to a terminal and NO_COLOR is not set."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if plain or not sys.stdout.isatty() else typer.style(text, **style)


def paint(text: str, colour: Colour) -> str:
    """Returns the text; on a terminal, it gets the background colour of its square or tile."""
    ground = 208 if colour == "orange" else colour  # a colour outside a terminal's first sixteen
    light = colour in ("red", "magenta", "blue", "black")
    return style(text, fg="white" if light else "black", bg=ground)


def style_verdict(acceptable: bool) -> str:
    """Returns YES in green or NO in red."""
    return style("YES", fg="green", bold=True) if acceptable else style("NO", fg="red", bold=True)


def print_styled(line: str) -> None:
    """Prints a line with its colours, whose codes `print` would show. Use `print` for untrusted
    text.
    """
    pieces = _STYLES.split(line)
    pieces[::2] = [reveal(piece, keep="\n\t") for piece in pieces[::2]]
    text = "".join(pieces)
    if sys.stdout.isatty():
        text = hold_places(text)
    sys.stdout.flush()
    print(text, file=sys.__stdout__, flush=True)
