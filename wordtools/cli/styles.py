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
"""The line width outside a terminal, and the maximum width on one."""

_STYLES = re.compile(r"(\x1b\[(?:0|1|[349][0-7]|10[0-7]|48;5;208)m)")
"""The codes that `typer.style` writes for bold text and for colours."""


def choose_width() -> int:
    """The width for wrapping lines."""
    return min(shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns, _MAX_WIDTH)


def style(text: str, **style: Any) -> str:
    """The text, styled on a terminal unless NO_COLOR is set."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if plain or not sys.stdout.isatty() else typer.style(text, **style)


def paint(text: str, colour: Colour) -> str:
    """Returns the text with, on a terminal, the background colour of its square or tile."""
    ground = 208 if colour == "orange" else colour  # none of a terminal's first sixteen colours
    light = colour in ("red", "magenta", "blue", "black")
    return style(text, fg="white" if light else "black", bg=ground)


def style_verdict(acceptable: bool) -> str:
    """YES in green or NO in red."""
    return style("YES", fg="green", bold=True) if acceptable else style("NO", fg="red", bold=True)


def print_styled(line: str) -> None:
    """Prints a line with its colours; `print` would show their codes. Print untrusted text with
    `print` instead.
    """
    pieces = _STYLES.split(line)
    pieces[::2] = [reveal(piece, keep="\n\t") for piece in pieces[::2]]
    text = "".join(pieces)
    if sys.stdout.isatty():
        text = hold_places(text)
    sys.stdout.flush()
    print(text, file=sys.__stdout__, flush=True)
