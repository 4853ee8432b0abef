"""Writes the man pages to build/man: the help of each command, as in docs/commands.md.

Run by `make man`.
"""

from __future__ import annotations

import re

from tools import docs
from wordtools.version import __version__


def write_page(command: str, text: str) -> str:
    """Returns the man page, in roff, of the command with this help (of wordtools itself if the name
    is "")."""
    name = name_page(command)
    usage, summary, *sections = re.split(r"\n\n(?=\S|  \S)", text)
    more = [part for part in sections if part.startswith(" ")]
    lines = [
        f'.TH {escape(name.upper())} 1 "" "wordtools {__version__}" "wordtools"',
        ".SH NAME",
        f"{escape(name)} \\- {escape(' '.join(summary.split()))}",
        ".SH SYNOPSIS",
        escape(usage.removeprefix("Usage: ")),
    ]
    if more:
        lines.append(".SH DESCRIPTION")
    for part in more:
        lines += [".PP", escape(" ".join(part.split()))]
    for part in sections:
        if part not in more:
            heading, _, body = part.partition("\n")
            lines += [f".SH {heading.rstrip(':').upper()}", ".nf", escape(body), ".fi"]
    if command:
        lines += [".SH SEE ALSO", ".BR wordtools (1)"]
    return "\n".join(lines) + "\n"


def name_page(command: str) -> str:
    """The name of a command's man page: `wordtools-log-list`."""
    return "-".join(["wordtools", *command.split()])


def escape(text: str) -> str:
    """The text as roff shows it: no line is a request, and a hyphen can be copied as one."""
    return re.sub(r"(?m)^(?=[.'])", r"\\&", text.replace("\\", r"\e").replace("-", r"\-"))


if __name__ == "__main__":
    folder = docs.ROOT / "build" / "man"
    folder.mkdir(parents=True, exist_ok=True)
    for command, text in docs.read_help().items():
        page = folder / f"{name_page(command)}.1"
        page.write_text(write_page(command, text), "utf-8")
    print(folder.relative_to(docs.ROOT))
