"""A mapping on its array as a standalone SVG picture: one panel per context, or per cycle.

In each panel the tiles show their issues of that time, coloured by operator, and the number of
values held at its end. Every value that travels is a net with a colour, dashes and its name beside
a wire, where there is room for it; paths without one are pale. The array is the rows and columns
with tiles in use, a box per tile; the whole has every component, and a tile is outlined
where a path inside it brings a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, hypot
from typing import NamedTuple

from models.data.mapping import Issue, Mapping
from models.data.problem import Problem
from models.errors import InputError
from views.array.layout import Node, Point, Wire
from views.array.lines import route, wire_drawn
from views.array.places import placed
from views.array.svg import frame, kind_of, shape
from views.array.tiles import SIZES, Sizes
from views.drawing import (
    FACTS_ROW,
    box_drawn,
    colours,
    fitted,
    framed,
    group,
    in_lines,
    ink,
    least_width,
    legend_drawn,
    sample_box,
    sample_line,
    text_drawn,
    text_width,
    xml,
)
from views.mapping.schedule import Schedule
from views.mapping.tile_array import tile_array
from views.style import BRIGHT, FAINT, GRID, NETS, PAGE, PRINTED, SERIES, TEXT, Page

TOP, HEAD, LINE, APART = 66.0, 22.0, 17.0, 4.0
LEAST, MOST = 44.0, 110.0
"""Widths of a tile."""
GAPS = (34.0, 68.0), (34.0, 34.0), (28.0, 28.0)
"""The least and the most between tiles; the later ones, with room for fewer names of nets, only
where all panels then fit the page.
"""
HIGHEST = 760.0
"""Of all panels, for a page with heading, legend and caption."""
ISSUES = 3
"""The most issued operations that a tile shows."""


class Net(NamedTuple):
    """How the wires of a value look."""

    colour: str
    dash: str


class Area(NamedTuple):
    """A rectangle by its corners."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Area) -> bool:
        """Whether both have a point in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def routes_svg(
    problem: Problem,
    mapping: Mapping,
    page: Page = PAGE,
    *,
    whole: bool = False,
    panels: Sequence[int] | None = None,
) -> str:
    """Return the picture as the text of an SVG file; `whole` shows the whole array.

    `panels` are the contexts, or cycles, that are shown. Raises `InputError` for one that the
    mapping does not have.
    """
    there = range(mapping.contexts or mapping.horizon)
    for panel in panels or ():
        if panel not in there:
            noun = "cycles" if mapping.contexts is None else "contexts"
            raise InputError(f"--panels {panel}: the mapping has {noun} 0-{there[-1]}")
    return _Picture(problem, mapping, page, whole, panels or there).text()


class _Picture:
    def __init__(
        self, problem: Problem, mapping: Mapping, page: Page, whole: bool, panels: Sequence[int]
    ) -> None:
        self.mapping, self.page = mapping, page
        self.schedule = Schedule(problem, mapping)
        self.arch, self.tile = problem.arch, {c.name: c.name for c in problem.arch.components}
        if not whole:
            self.arch, self.tile = tile_array(self.schedule)
        self.fill = colours(self.schedule.operators)
        shown = {path.name for path in self.arch.paths}
        values = dict.fromkeys(t.value for t in mapping.transfers if t.path in shown)
        self.nets = {
            value: Net(SERIES[n % len(SERIES)], NETS[n // len(SERIES) % len(NETS)])
            for n, value in enumerate(values)
        }
        self.panels = panels
        for sizes in [SIZES] if whole else [*map(self._sizes, GAPS), self._sizes(GAPS[0])]:
            self.place = placed(self.arch, self.arch, sizes)
            self.scale = min(1.0, page.width / self.place.width)
            self.columns = max(1, min(len(panels), int(page.width / self.place.width)))
            self.rows = ceil(len(panels) / self.columns)
            self.down = self.place.height * self.scale + HEAD
            if self.rows * self.down <= HIGHEST:
                break
        self.name = f"{mapping.dfg} on {mapping.architecture}"
        wanted = self.columns * self.place.width * self.scale
        self.width = page.fit(wanted, least_width(self.name, page))

    def _sizes(self, gaps: tuple[float, float]) -> Sizes:
        """Return boxes that have room for names, and gaps for the names of most nets between the
        least and the most.
        """
        least, most = gaps
        names = [
            *(c.name for c in self.arch.components),
            *(i.operation for i in self.mapping.issues),
        ]
        wide = min(MOST, max([LEAST, *(text_width(name, PRINTED) + 8 for name in names)]))
        labels = [text_width(value, PRINTED) + 8 for value in self.nets]
        return Sizes(wide, 36 + LINE, min(most, max([least, *labels])))

    def text(self) -> str:
        facts = in_lines(self.schedule.facts(), self.width)
        top = TOP + FACTS_ROW * (len(facts) - 1)
        across, down = self.place.width * self.scale, self.down
        issued = {self.schedule.operator(*_where(issue)) for issue in self.mapping.issues}
        boxes = ((name, colour) for name, colour in self.fill.items() if name in issued)
        samples = [
            *((sample_box(f'fill="{colour}"'), name) for name, colour in boxes),
            *((sample_line(_look(net)), name) for name, net in self.nets.items()),
            (sample_line(f'stroke="{GRID}" stroke-width="2"'), "unused path"),
        ]
        legend, height = legend_drawn(samples, top + self.rows * down + 14, self.width)
        body = ['<defs><g id="array">', *self.ground(), "</g></defs>"]
        for place, panel in enumerate(self.panels):
            x, y = across * (place % self.columns), top + down * (place // self.columns)
            name = f"{'cycle' if self.mapping.contexts is None else 'context'} {panel}"
            body += [
                f'<g data-panel="{panel}" transform="translate({x:.1f} {y:.1f})">',
                text_drawn(12, 14, name, PRINTED, TEXT, "start", 600, across - 16),
                f'<g transform="translate(0 {HEAD:g}) scale({self.scale:.3g})">',
                '<use href="#array"/>',
                *self.panel(panel),
                "</g></g>",
            ]
        size = self.width, height
        return framed(size, self.schedule.title, self.name, facts, [*body, *legend], self.page, top)

    def ground(self) -> Iterator[str]:
        """Yield the shared background of all panels: pale paths, and components without
        activity.
        """
        wires = [wire for wires in self.place.wires.values() for wire in wires]
        lines = "".join(route(wire.points) for wire in wires)
        yield f'<path d="{lines}" fill="none" stroke="{GRID}" stroke-width="1.2"/>'
        yield from map(frame, self.place.frames.values())
        for component in self.arch.components:
            node = self.place.nodes[component.name]
            for box in (node, *node.more):
                yield shape(box, kind_of(component, self.arch), True)

    def panel(self, panel: int) -> Iterator[str]:
        """One context, or cycle: wires, then boxes, then the names of nets in free places."""
        taken = [_area(box) for n in self.place.nodes.values() for box in (n, *n.more)]
        used = list(self._used(panel))
        taken += [_span(a, b) for _, _, wires in used for w in wires for a, b in _parts(w)]
        labels = []
        for value, about, wires in used:
            net = self.nets[value]
            drawn = "".join(wire_drawn(wire, 1.6, net.colour, net.dash) for wire in wires)
            yield group(about, drawn, f'data-net="{xml(value)}"')
            labels += [(value, wire) for wire in wires]
        yield from self._inside(panel)
        issues: dict[str, list[Issue]] = {}
        for issue in self.mapping.issues:
            if self._is_now(panel, issue.cycle):
                issues.setdefault(self.tile[issue.component], []).append(issue)
        held: dict[str, int] = {}
        for hold in self.mapping.holds:
            if self._is_now(panel, hold.cycle) and not self.schedule.only_passes(hold.component):
                held[self.tile[hold.component]] = held.get(self.tile[hold.component], 0) + 1
        for component in self.arch.components:
            many = held.get(component.name, 0)
            for box in (node := self.place.nodes[component.name], *node.more):
                yield from self.component(box, component.name, issues.get(component.name, []), many)
        for value, wire in labels:
            yield from self._label(value, wire, taken)

    def _used(self, panel: int) -> Iterator[tuple[str, str, list[Wire]]]:
        """Yield the values that travel, with what to say about it, and their wires: values on
        one path lie beside each other.
        """
        on: dict[str, list[tuple[str, str]]] = {}
        for transfer in self.mapping.transfers:
            if self._is_now(panel, transfer.cycle) and self.place.wires.get(transfer.path):
                about = f"{transfer.path}: {transfer.value} in cycle {transfer.cycle}"
                on.setdefault(transfer.path, []).append((transfer.value, about))
        for path, values in on.items():
            for number, (value, about) in enumerate(values):
                away = (number - (len(values) - 1) / 2) * APART
                yield value, about, [_beside(wire, away) for wire in self.place.wires[path]]

    def _inside(self, panel: int) -> Iterator[str]:
        """Outline the tiles in which a path brings a value."""
        brought: dict[str, list[str]] = {}
        for transfer in self.mapping.transfers:
            path = self.arch.path_by_name.get(transfer.path)
            if path and self._is_now(panel, transfer.cycle) and not self.place.wires[path.name]:
                words = f"{path.name}: {transfer.value} in cycle {transfer.cycle}"
                brought.setdefault(self.place.tile[path.sources[0]], []).append(words)
        for name, said in brought.items():
            look = f'fill="none" stroke="{TEXT}" stroke-width="1.6"'
            yield group("; ".join(said), frame(self.place.frames[name], look))

    def _label(self, value: str, wire: Wire, taken: list[Area]) -> Iterator[str]:
        """Write the name of a net in a free place beside the middle of a wire."""
        half = text_width(value, PRINTED) / 2 + 1
        for a, b in sorted(_parts(wire), key=lambda part: -_length(*part)):
            x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            across = abs(a[0] - b[0]) > abs(a[1] - b[1])
            for side in (-1, 1):
                at = (x, y + 8 * side) if across else (x + (half + 3) * side, y)
                area = Area(at[0] - half, at[1] - 6, at[0] + half, at[1] + 6)
                if any(area.meets(other) for other in taken) or area.left < 0:
                    continue
                taken.append(area)
                yield box_drawn(area.left, area.top, 2 * half, 12, f'fill="{BRIGHT}"')
                yield text_drawn(at[0], at[1] + 4, value, PRINTED, TEXT, "middle")
                return

    def component(self, box: Node, name: str, issues: list[Issue], held: int) -> Iterator[str]:
        """Yield the name of a component, its issues, and the number of values it holds."""
        sideways = box.height > 2 * box.width
        if sideways or box.height < 50:
            turn = " rotate(-90)" if sideways else ""
            room = (box.height if sideways else box.width) - 8
            words = text_drawn(0, 4, name, PRINTED, TEXT, "middle", 600, room)
            yield f'<g transform="translate({box.x:.1f} {box.y:.1f}){turn}">{words}</g>'
            return
        room, y = box.width - 6, box.top + 13
        name = name.removeprefix("tile_")
        yield text_drawn(
            box.x, y, name, PRINTED, FAINT if not issues else TEXT, "middle", room=room
        )
        y += 4
        most = min(ISSUES, int((box.bottom - y) / (LINE + 1)))
        for issue in issues[:most]:
            yield self.issue(issue, box.x, y, room)
            y += LINE + 1
        notes = [f"+{len(issues) - most}"] if len(issues) > most else []
        notes += [f"{held} held"] if held else []
        if notes and box.bottom - y > 11:
            line = " · ".join(notes)
            yield text_drawn(box.x, box.bottom - 4, line, PRINTED, FAINT, "middle", room=room)

    def issue(self, issue: Issue, x: float, y: float, width: float) -> str:
        fill = self.fill[self.schedule.operator(*_where(issue))]
        about = f"{self.schedule.expression(*_where(issue))}, cycle {issue.cycle}"
        shown = fitted(issue.operation, PRINTED, width - 2)
        words = text_drawn(x, y + 12.5, shown, PRINTED, ink(fill), "middle")
        box = box_drawn(x - width / 2, y, width, LINE, f'fill="{fill}"', 3)
        return group(about, box + words)

    def _is_now(self, panel: int, cycle: int) -> bool:
        """Whether a cycle belongs to a panel."""
        contexts = self.mapping.contexts
        return cycle == panel if contexts is None else cycle % contexts == panel


def _where(issue: Issue) -> tuple[str, str, int]:
    return issue.operation, issue.component, issue.cycle


def _look(net: Net) -> str:
    dash = f' stroke-dasharray="{net.dash}"' if net.dash else ""
    return f'stroke="{net.colour}" stroke-width="2"{dash}'


def _parts(wire: Wire) -> Iterator[tuple[Point, Point]]:
    yield from zip(wire.points, wire.points[1:], strict=False)


def _length(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _area(node: Node) -> Area:
    return Area(node.left, node.top, node.right, node.bottom)


def _span(a: Point, b: Point) -> Area:
    """Return what a part of a wire covers, with its arrow head only where it is straight."""
    (left, right), (top, bottom) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return Area(left - 1, top - 1, right + 1, bottom + 1)


def _beside(wire: Wire, away: float) -> Wire:
    """Return a wire moved so that it lies beside itself."""
    if not away:
        return wire
    (x1, y1), (x2, y2) = wire.points[:2]
    shift = (0.0, away) if abs(x1 - x2) > abs(y1 - y2) else (away, 0.0)
    points = tuple((x + shift[0], y + shift[1]) for x, y in wire.points)
    return Wire(points, wire.kept, wire.head, wire.end)
