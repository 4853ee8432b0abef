"""Pictures of crossword boards."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping

from wordtools import svg
from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.tiles import BLANK
from wordtools.pictures.frame import EDGE, PAD, Caption, frame_board, name_column, name_row
from wordtools.pictures.themes import Theme, load_theme
from wordtools.pictures.tile import SQUARE, Mark, TileFace, draw_mark, draw_tile, outline_square

STAR = "M0 -8 2 -2.5 8 -2.5 3.2 1 5 7 0 3.3 -5 7 -3.2 1 -8 -2.5 -2 -2.5z"


def draw_board(
    board: Board,
    last: Collection[int] = (),
    mark: Mark | None = None,
    caption: Caption = (),
    theme: str = "light",
    labels: Mapping[str, str] | None = None,
) -> str:
    """The text of an SVG file with a board as players see it. Column A is on the right if words run
    from right to left. `last` holds the squares of the last play; `mark`, if there is one, is drawn
    on this play. `labels` replace the names of premium squares. Raises `WordtoolsError` if there is
    no such theme."""
    return _BoardPicture(board, frozenset(last), mark, load_theme(theme), labels or {}).draw(
        caption
    )


class _BoardPicture:
    def __init__(
        self,
        board: Board,
        last: frozenset[int],
        mark: Mark | None,
        theme: Theme,
        labels: Mapping[str, str],
    ) -> None:
        self.board, self.rules, self.layout = board, board.ruleset, board.ruleset.layout
        self.last, self.mark, self.theme, self.labels = last, mark, theme, labels
        self.is_turned = self.rules.reading == "right-to-left"
        self.wide, self.high = self.layout.columns * SQUARE, self.layout.rows * SQUARE

    def draw(self, caption: Caption) -> str:
        laid = [square for square, tile in enumerate(self.board.squares) if tile]
        empty = [square for square, tile in enumerate(self.board.squares) if not tile]
        start = self.layout.start
        cells = [
            svg.group(map(self._draw_square, range(len(self.layout.names))),
                      shape_rendering="crispEdges", stroke=self.theme.line),
            svg.group(itertools.chain.from_iterable(map(self._draw_premium, empty)), font_size=11),
            svg.group(self._draw_tile(square) for square in laid),
        ]  # fmt: skip
        marked = sorted(self.last.intersection(laid)) or ([start] if start is not None else [])
        if self.mark and marked:
            cells.append(draw_mark(self.mark, *self._find_middle(marked[0]), self.theme))
        return frame_board(
            self.wide,
            self.high,
            self.rules.title,
            self._describe(),
            self._draw_names(),
            cells,
            caption,
            self.theme,
        )

    def _find_middle(self, square: int) -> tuple[int, int]:
        row, column = divmod(square, self.layout.columns)
        x = EDGE + column * SQUARE + SQUARE // 2
        return self._turn(x), EDGE + row * SQUARE + SQUARE // 2

    def _turn(self, x: int) -> int:
        return EDGE + self.wide + PAD - x if self.is_turned else x

    def _draw_names(self) -> Iterator[str]:
        for column in range(self.layout.columns):
            x, _ = self._find_middle(column)
            yield name_column(x, self.layout.name_square(column)[0])
        for row in range(self.layout.rows):
            _, y = self._find_middle(row * self.layout.columns)
            yield name_row(self._turn(EDGE // 2), y, str(row + 1))

    def _find_ground(self, square: int) -> str:
        if self.layout.names[square] is None:
            return self.theme.square
        return self.theme.find_colour(self.layout.premiums[square].colour)

    def _draw_square(self, square: int) -> str:
        x, y = self._find_middle(square)
        half = SQUARE // 2
        ground = self._find_ground(square)
        return svg.element("rect", x=x - half, y=y - half, width=SQUARE, height=SQUARE, fill=ground)

    def _draw_premium(self, square: int) -> Iterator[str]:
        """Draws the star if this is the start square, and the name of the square's premium, if
        any."""
        x, y = self._find_middle(square)
        ink = self.theme.choose_ink(self._find_ground(square))
        name = self.layout.names[square] or ""
        if square == self.layout.start:
            up = 5 if name else 0
            yield svg.element("path", d=STAR, fill=ink, transform=f"translate({x} {y - up})")
        if name:
            down = 13 if square == self.layout.start else 4
            yield svg.draw_text(x, y + down, self.labels.get(name, name), fill=ink)

    def _draw_tile(self, square: int) -> str:
        tile, rules, theme = self.board.squares[square], self.rules, self.theme
        is_last = square in self.last
        colour = rules.colour_of(rules.values[0 if tile & BLANK else tile])
        plain = theme.last if is_last else theme.tile
        look = TileFace(
            tiles.show_tile(tile, rules.alphabet).strip("[]?"),
            None if tile & BLANK else rules.values[tile],
            theme.find_colour(colour) if colour else plain,
            last=is_last,
        )
        name, (x, y) = self.layout.name_square(square), self._find_middle(square)
        return draw_tile(look, name, x, y, outline_square, theme, self.mark)

    def _describe(self) -> Iterator[str]:
        columns, squares = self.layout.columns, self.board.squares
        words = []
        for start in range(0, len(squares), columns):
            row = range(start, start + columns)
            for is_laid, run in itertools.groupby(row, lambda square: bool(squares[square])):
                if is_laid:
                    first, *rest = run
                    name = self.layout.name_square(first)
                    laid = (squares[at] for at in (first, *rest))
                    text = tiles.write_tiles(laid, self.rules.alphabet)
                    words.append(f"{name[1:]}{name[0]} {text}")
        yield ", ".join(words) or "No tiles"
        if last := [self.layout.name_square(at) for at in sorted(self.last) if squares[at]]:
            yield f"Last play: {' '.join(last)}"
