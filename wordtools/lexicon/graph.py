"""Draws the minimal automaton of a few words as an SVG file.

The layer of a state is the number of tiles on the longest path to the state. An arc that crosses a
layer gets a *waypoint* there, which is placed like a state, so that no arc passes through a state.
Within a layer, the order of states and waypoints is chosen so that few arcs cross: each moves to
the mean place of its neighbours, from the left and from the right in turn (Sugiyama, Tagawa and
Toda, "Methods for Visual Understanding of Hierarchical System Structures", 1981). Then they move
towards their neighbours as far as the order allows.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise

from wordtools import svg
from wordtools.alphabet import Alphabet
from wordtools.errors import WordtoolsError
from wordtools.lexicon.compile import compile_lexicon
from wordtools.wording import pluralize

MOST_ARCS = 600
"""The maximum number of arcs in a picture."""
SWEEPS = 24
"""The number of passes over the layers. It is more than enough for the order to settle."""
ROW, STEP, LETTER, RADIUS, EDGE, SLOPE = 44.0, 60.0, 9.0, 9.0, 40.0, 0.2
"""In pixels: the distance between neighbours in a layer, the distance between layers, the width of
a letter, the radius of a state, and the margin. SLOPE is the extra distance between layers for each
pixel that an arc rises or falls."""
STYLE = """
text { font: 15px sans-serif; fill: #333; text-anchor: middle;
  stroke: white; stroke-width: 5px; paint-order: stroke }
.last { font-weight: bold; fill: #b3261e }
.key { text-anchor: start }
path.arc { fill: none; stroke: #777; stroke-width: 1.4px; marker-end: url(#head) }
circle { fill: white; stroke: #2b5c8a; stroke-width: 2px }
circle.root { fill: #2b5c8a }
"""

HEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
    'orient="auto" markerUnits="userSpaceOnUse"><path d="M0 0 L8 4 L0 8 z" fill="#777"/></marker>'
)
"""The head of an arrow."""
KEY = "Read from the filled circle; each bold tile ends a word."

_Labels = dict[tuple[int, int], list[tuple[str, bool]]]
"""The tiles of the arcs between two states, each with True if words end with it."""


def draw_graph(words: Iterable[str], alphabet: str | Alphabet) -> str:
    """Returns the text of an SVG file with the automaton of some words. Raises `WordtoolsError` if
    there are more arcs than a picture can show, and the errors of `compile_lexicon`.
    """
    lexicon = compile_lexicon(words, alphabet)
    labels: _Labels = defaultdict(list)
    arcs = lexicon.automaton.list_arcs()
    if len(arcs) > MOST_ARCS:
        raise WordtoolsError(
            f"the automaton of these words has {len(arcs):,} arcs, and a picture shows at most "
            f"{MOST_ARCS}; choose fewer words"
        )
    for state, tile, is_final, target in arcs:
        labels[state, target].append((lexicon.alphabet.tiles[tile - 1], is_final))
    return _Graph(labels).draw(f"The automaton of {pluralize(len(lexicon), 'word')}")


class _Graph:
    """The layers of an automaton, and the positions in them. States and waypoints are numbered
    *points*; `routes` maps a pair of states to the points along the arcs between them."""

    def __init__(self, labels: _Labels) -> None:
        self.labels = labels
        self.layer_of: dict[int, int] = {next(iter(labels))[0]: 0}
        for state, target in labels:  # a state precedes the states to which it leads
            further = max(self.layer_of.get(target, 0), self.layer_of[state] + 1)
            self.layer_of[target] = further
        self.states = list(self.layer_of)
        self.layers: list[list[int]] = [[] for _ in range(max(self.layer_of.values()) + 1)]
        for state in self.states:
            self.layers[self.layer_of[state]].append(state)
        self.routes = {pair: self._route(*pair) for pair in labels}
        self.before: dict[int, list[int]] = defaultdict(list)
        self.after: dict[int, list[int]] = defaultdict(list)
        for route in self.routes.values():
            for one, next_ in pairwise(route):
                self.after[one].append(next_)
                self.before[next_].append(one)
        self._order()
        self.y = self._place()
        self.x = self._space()

    def _route(self, state: int, target: int) -> list[int]:
        """Returns the points from one state to another, with new waypoints in the layers between
        them.
        """
        route = [state]
        for layer in range(self.layer_of[state] + 1, self.layer_of[target]):
            route.append(-1 - len(self.layer_of))
            self.layer_of[route[-1]] = layer
            self.layers[layer].append(route[-1])
        return [*route, target]

    def _order(self) -> None:
        """Sorts each layer to reduce crossings."""
        best = [list(layer) for layer in self.layers]
        fewest = self._count_crossings()
        for layers, neighbours in self._sweep():
            for layer in layers:
                place = self._list_places()
                layer.sort(key=lambda p: _mean([place[n] for n in neighbours[p]], place[p]))
            crossings = self._count_crossings()
            if crossings < fewest:
                best, fewest = [list(layer) for layer in self.layers], crossings
        self.layers = best

    def _sweep(self) -> Iterator[tuple[list[list[int]], dict[int, list[int]]]]:
        """Yields, for each pass, the layers in order and the neighbours in the layer before."""
        for _ in range(SWEEPS // 2):
            yield self.layers, self.before
            yield self.layers[::-1], self.after

    def _list_places(self) -> dict[int, float]:
        """Returns the place of each point in its layer, between 0 and 1."""
        return {
            point: (place + 1) / (len(layer) + 1)
            for layer in self.layers
            for place, point in enumerate(layer)
        }

    def _count_crossings(self) -> int:
        place = self._list_places()
        crossings = 0
        for layer in self.layers:
            ends: list[float] = []
            for point in layer:
                targets = sorted(place[after] for after in self.after[point])
                crossings += sum(len(ends) - bisect_right(ends, target) for target in targets)
                for target in targets:
                    insort(ends, target)
        return crossings

    def _place(self) -> dict[int, float]:
        """Returns the vertical position of each point, which is as near to the point's neighbours
        as their order allows."""
        y = {
            point: ROW * (place - (len(layer) - 1) / 2)
            for layer in self.layers
            for place, point in enumerate(layer)
        }
        for layers, neighbours in self._sweep():
            for layer in layers:
                wanted = [_mean([y[n] for n in neighbours[p]], y[p]) for p in layer]
                y.update(zip(layer, _spread(wanted), strict=True))
        top = min(y.values())
        return {point: down - top + EDGE for point, down in y.items()}

    def _space(self) -> list[float]:
        """Returns the horizontal position of each layer, with more space for steep arcs and long
        labels."""
        gaps = [STEP] * (len(self.layers) - 1)
        for pair, label in self.labels.items():
            letters = len(" ".join(tile for tile, _ in label))
            for one, after in pairwise(self.routes[pair]):
                layer, steep = self.layer_of[one], abs(self.y[one] - self.y[after])
                gaps[layer] = max(gaps[layer], STEP + LETTER * letters + SLOPE * steep)
                letters = 0
        return list(accumulate(gaps, initial=EDGE))

    def draw(self, title: str) -> str:
        """Returns the text of an SVG file."""
        width = round(max(self.x[-1] + EDGE, 2 * EDGE + 7 * len(KEY)))
        height = round(max(self.y.values()) + 2 * EDGE)
        return svg.write_picture(width, height, title, self._draw_elements(width, height))

    def _draw_elements(self, width: int, height: int) -> Iterator[str]:
        yield svg.element("style", STYLE)
        yield HEAD
        yield svg.draw_page(width, height)
        for route in self.routes.values():
            yield svg.element("path", d=self._draw_curve(route), class_="arc")
        for state in self.states:
            kind = {"class_": "root"} if self.layer_of[state] == 0 else {}
            x, y = self.x[self.layer_of[state]], self.y[state]
            yield svg.element("circle", cx=x, cy=y, r=RADIUS, **kind)
        for pair, label in self.labels.items():
            yield self._draw_label(self.routes[pair], label)
        yield svg.draw_text(EDGE, height - 14, KEY, class_="key")

    def _draw_curve(self, route: list[int]) -> str:
        """Draws a line from state to state that is horizontal at each waypoint."""
        points = [(self.x[self.layer_of[point]], self.y[point]) for point in route]
        points[0] = (points[0][0] + RADIUS, points[0][1])
        points[-1] = (points[-1][0] - RADIUS - 1, points[-1][1])
        curve = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
        for (x, y), (end, down) in pairwise(points):
            middle = (x + end) / 2
            curve.append(f"C{middle:.1f} {y:.1f} {middle:.1f} {down:.1f} {end:.1f} {down:.1f}")
        return " ".join(curve)

    def _draw_label(self, route: list[int], label: list[tuple[str, bool]]) -> str:
        """Writes the tiles on a line's first piece, closer to the end at which fewer lines meet."""
        first, second = route[:2]
        crowded = len(self.after[first]) - len(self.before[second])
        t = 0.5 + 0.15 * ((crowded > 0) - (crowded < 0))
        left, right = self.x[self.layer_of[first]], self.x[self.layer_of[second]]
        x = left + (right - left) * (1.5 * t * (1 - t) + t**3)
        y = self.y[first] + (self.y[second] - self.y[first]) * (3 * t**2 - 2 * t**3) + 5
        tiles = " ".join(
            svg.element("tspan", svg.quote(tile), class_="last") if is_final else svg.quote(tile)
            for tile, is_final in label
        )
        return svg.element("text", tiles, x=x, y=y)


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _spread(wanted: list[float]) -> list[float]:
    """Returns positions in the same order as the wanted positions: at least a row apart, and as
    near to the wanted positions as possible. Points that are too close form a block at the mean of
    their wanted positions."""
    blocks: list[
        tuple[float, int]
    ] = []  # sum and number of the wanted positions of each block's first point
    for place, down in enumerate(wanted):
        total, count = down - ROW * place, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            sum_, number = blocks.pop()
            total, count = total + sum_, count + number
        blocks.append((total, count))
    firsts = [total / count for total, count in blocks for _ in range(count)]
    return [first + ROW * place for place, first in enumerate(firsts)]
