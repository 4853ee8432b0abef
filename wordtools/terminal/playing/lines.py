"""Lines of the screen. They consist of styled text, measured in columns of the terminal."""

from __future__ import annotations

from rich.cells import cell_len

Piece = tuple[str, str]
"""Text and its style: `plain`, `bold`, `quiet`, `bar`, `alert`, `square`, `premium COLOUR`,
`tile COLOUR`, `last COLOUR`, `laid COLOUR`, `cursor`."""
Line = list[Piece]


def wrap(text: str, width: int) -> list[str]:
    """Breaks a text into lines of at most this width: at spaces, or within a word that is
    longer."""
    width = max(1, width)
    lines: list[str] = [""]
    for word in text.split(" "):
        piece = word
        while len(piece) > width:
            lines += [piece[:width]]
            piece = piece[width:]
        if lines[-1] and len(lines[-1]) + 1 + len(piece) > width:
            lines.append(piece)
        else:
            lines[-1] = f"{lines[-1]} {piece}" if lines[-1] else piece
    return lines


def shorten(text: str, width: int) -> str:
    """Shortens a text to at most this many columns, with an ellipsis if it is cut."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) >= width:
        text = text[:-1]
    return f"{text}…"


def pad(text: str, width: int) -> str:
    """Pads a text to exactly this many columns."""
    shown = shorten(text, width)
    return shown + " " * (width - cell_len(shown))


def measure(line: Line) -> int:
    return sum(cell_len(text) for text, _ in line)


def cut(line: Line, width: int) -> Line:
    """Cuts a line at the edge."""
    kept: Line = []
    for text, style in line:
        while cell_len(text) > width:
            text = text[:-1]
        width -= cell_len(text)
        kept.append((text, style))
    return kept
