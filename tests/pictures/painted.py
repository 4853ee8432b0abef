"""The contents of an SVG file in painting order: every shape and text, with its position, its
colour and the colour behind it. This is a second opinion that knows nothing of boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass
class Painted:
    """A shape or a text. Its sides enclose the area that it certainly covers, which for a text is
    only the anchor of the baseline. `behind` is the colour behind a text."""

    tag: str
    left: float
    top: float
    right: float
    bottom: float
    attributes: dict[str, str]
    cell: str = ""
    text: str = ""
    behind: str = ""

    @property
    def fill(self) -> str:
        return self.attributes.get("fill", "#000000")


@dataclass
class Picture:
    width: float
    height: float
    title: str
    description: str
    tags: list[str]
    painted: list[Painted] = field(default_factory=list)

    @property
    def texts(self) -> list[Painted]:
        return [each for each in self.painted if each.tag == "text"]

    @property
    def cells(self) -> list[str]:
        """The cells of tiles, in order, repeated for each tile."""
        return [each.cell for each in self.painted if each.cell and _is_body(each)]

    def in_cell(self, name: str) -> list[Painted]:
        return [each for each in self.painted if each.cell == name]


def read_picture(drawn: str) -> Picture:
    """The shapes and texts of an SVG file. Raises `ElementTree.ParseError`."""
    root = ElementTree.fromstring(drawn)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}", f"{height:g}")
    title, description = (root.findtext(f"{NAMESPACE}{tag}") or "" for tag in ("title", "desc"))
    tags = [each.tag.removeprefix(NAMESPACE) for each in root.iter()]
    picture = Picture(width, height, title, description, tags)
    for each in _walk(root, {}, 0, 0, ""):
        for under in picture.painted if each.tag == "text" else ():
            covers = (
                under.left <= each.left <= under.right and under.top <= each.top <= under.bottom
            )
            if under.tag != "text" and under.fill != "none" and covers:
                each.behind = under.fill
        picture.painted.append(each)
    return picture


def _walk(
    element: ElementTree.Element, above: dict[str, str], right: float, down: float, cell: str
) -> Iterator[Painted]:
    own = {key: value for key, value in element.attrib.items() if key != "transform"}
    attributes = {**above, **own}
    if moved := element.attrib.get("transform"):
        x, y = map(float, _NUMBER.findall(moved))
        right, down = right + x, down + y
    cell = element.attrib.get("data-cell", cell)
    tag = element.tag.removeprefix(NAMESPACE)
    if (box := _find_box(tag, element.attrib)) is not None:
        x1, y1, x2, y2 = box
        text = element.text or ""
        yield Painted(tag, x1 + right, y1 + down, x2 + right, y2 + down, attributes, cell, text)
    for child in element:
        yield from _walk(child, attributes, right, down, cell)


def _find_box(tag: str, own: dict[str, str]) -> tuple[float, float, float, float] | None:
    def number(name: str) -> float:
        return float(own.get(name, 0))

    match tag:
        case "rect":
            x, y = number("x"), number("y")
            return x, y, x + number("width"), y + number("height")
        case "circle":
            r = number("r")
            return number("cx") - r, number("cy") - r, number("cx") + r, number("cy") + r
        case "polygon" | "path":
            assert not re.search("[a-y]", own.get("d", "")), "only absolute places are known here"
            numbers = list(map(float, _NUMBER.findall(own.get("points", "") + own.get("d", ""))))
            return (
                min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])
            )  # fmt: skip
        case "text":
            return number("x"), number("y"), number("x"), number("y")
        case _:
            return None


def _is_body(each: Painted) -> bool:
    return each.tag in ("rect", "polygon") and each.fill != "none"


def contrast(one: str, other: str) -> float:
    """By the formula of WCAG 2.2, implemented a second time."""

    def luminance(colour: str) -> float:
        total = 0.0
        for part, weight in zip(bytes.fromhex(colour[1:]), (0.2126, 0.7152, 0.0722), strict=True):
            share = part / 255
            total += weight * (
                share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
            )
        return total

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
