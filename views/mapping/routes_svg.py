"""A mapping on its array as a standalone SVG picture: one panel per context, or per cycle.

In each panel the PEs show their issues of that time, coloured by operator, and the number of values
held at its end; paths that bring a value then are drawn, all others are pale. A tile is outlined
where a path inside it brings one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil, sqrt

from models.data.mapping import Issue, Mapping
from models.data.problem import Problem
from views.array.layout import Node
from views.array.lines import route, wire_drawn
from views.array.places import placed
from views.array.svg import frame, kind_of, shape
from views.drawing import (
    FACTS_ROW,
    box_drawn,
    colours,
    framed,
    group,
    in_lines,
    ink,
    legend_drawn,
    sample_box,
    sample_line,
    text_drawn,
)
from views.mapping.schedule import Schedule
from views.style import FAINT, GRID, PAGE, PATH, SHARED, TEXT, Page

TOP, HEAD = 66.0, 30.0
ASPECT = 1.5
"""Approximate ratio of the width to the height of the picture."""
ISSUE, MOST = 20.0, 3
"""Height of an issued operation, and the number of them that fit a PE."""
NARROWEST = 360.0


def routes_svg(
    problem: Problem, mapping: Mapping, page: Page = PAGE, *, whole: bool = False
) -> str:
    """Return the picture as the text of an SVG file."""
    return _Picture(problem, mapping).text()


class _Picture:
    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.arch, self.mapping = problem.arch, mapping
        self.schedule = Schedule(problem, mapping)
        self.fill = colours(self.schedule.operators)
        self.place = placed(problem.arch, problem.arch)
        self.panels = mapping.contexts or mapping.horizon
        one = self.place.width, self.place.height + HEAD
        self.columns = max(1, min(self.panels, round(sqrt(ASPECT * self.panels * one[1] / one[0]))))
        self.width = max(self.columns * one[0], NARROWEST)

    def text(self) -> str:
        facts = in_lines(self.schedule.facts(), self.width)
        top, step = TOP + FACTS_ROW * (len(facts) - 1), self.place.height + HEAD
        rows = ceil(self.panels / self.columns)
        samples = [
            *((sample_box(f'fill="{colour}"'), name) for name, colour in self.fill.items()),
            (sample_line(f'stroke="{PATH}" stroke-width="2"'), "brings a value"),
            (sample_line(f'stroke="{GRID}" stroke-width="2"'), "brings none"),
        ]
        legend, height = legend_drawn(samples, top + rows * step + 20, self.width)
        body = ['<defs><g id="array">', *self.ground(), "</g></defs>"]
        for panel in range(self.panels):
            x = self.place.width * (panel % self.columns)
            body.append(
                f'<g data-panel="{panel}" transform="translate({x:.1f}'
                f' {top + step * (panel // self.columns):.1f})">'
            )
            body += [*self.panel(panel), "</g>"]
        name = f"{self.mapping.dfg} on {self.mapping.architecture}"
        return framed((self.width, height), self.schedule.title, name, facts, [*body, *legend])

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
        """One context, or cycle."""
        mapping = self.mapping
        pipelined = mapping.contexts is not None
        name = f"{'context' if pipelined else 'cycle'} {panel}"
        yield text_drawn(20, 18, name, 13, TEXT, "start", 600, self.place.width - 40)
        yield f'<g transform="translate(0 {HEAD:g})"><use href="#array"/>'
        now = partial(_is_now, panel, mapping.contexts)
        brought: dict[str, list[str]] = {}
        for transfer in mapping.transfers:
            if now(transfer.cycle):
                words = f"{transfer.value} in cycle {transfer.cycle}"
                brought.setdefault(transfer.path, []).append(words)
        for path in self.arch.paths:
            if path.name not in brought:
                continue
            colour = SHARED if path.name in self.place.hubs else PATH
            drawn = "".join(wire_drawn(wire, 2.0, colour) for wire in self.place.wires[path.name])
            if not drawn:
                tile = self.place.frames[self.place.tile[path.sources[0]]]
                drawn = frame(tile, f'fill="none" stroke="{PATH}" stroke-width="2"')
            about = "; ".join(brought[path.name])
            yield group(f"{path.name}: {about}", drawn)
        issues: dict[str, list[Issue]] = {}
        for issue in mapping.issues:
            if now(issue.cycle):
                issues.setdefault(issue.component, []).append(issue)
        held: dict[str, int] = {}
        for hold in mapping.holds:
            if now(hold.cycle):
                held[hold.component] = held.get(hold.component, 0) + 1
        for component in self.arch.components:
            many = 0 if self.schedule.is_memory(component.name) else held.get(component.name, 0)
            for box in (node := self.place.nodes[component.name], *node.more):
                yield from self.component(box, component.name, issues.get(component.name, []), many)
        yield "</g>"

    def component(self, box: Node, name: str, issues: list[Issue], held: int) -> Iterator[str]:
        """Yield the name of a component, its issues, and the number of values it holds."""
        sideways = box.height > 2 * box.width
        if sideways or box.height < 60:
            turn = " rotate(-90)" if sideways else ""
            room = (box.height if sideways else box.width) - 14
            words = text_drawn(0, 4, name, 12, TEXT, "middle", 600, room)
            yield f'<g transform="translate({box.x:.1f} {box.y:.1f}){turn}">{words}</g>'
            return
        room, y = box.width - 12, box.top + 15
        yield text_drawn(box.x, y, name, 11, FAINT if not issues else TEXT, "middle", 600, room)
        y += 7
        for issue in issues[:MOST]:
            yield self.issue(issue, box.x, y, min(room, 110.0))
            y += ISSUE + 2
        notes = [f"+{len(issues) - MOST}"] if len(issues) > MOST else []
        notes += [f"{held} held"] if held else []
        if notes:
            line = " · ".join(notes)
            yield text_drawn(box.x, box.bottom - 5, line, 8.5, FAINT, "middle", room=room)

    def issue(self, issue: Issue, x: float, y: float, width: float) -> str:
        where = issue.operation, issue.component, issue.cycle
        fill = self.fill[self.schedule.operator(*where)]
        about = f"{self.schedule.expression(*where)}, cycle {issue.cycle}"
        words = text_drawn(x, y + 13.5, issue.operation, 10, ink(fill), "middle", 400, width - 6)
        box = box_drawn(x - width / 2, y, width, ISSUE, f'fill="{fill}"', 3)
        return group(about, box + words)


def _is_now(panel: int, contexts: int | None, cycle: int) -> bool:
    """Whether a cycle belongs to a panel."""
    return cycle == panel if contexts is None else cycle % contexts == panel
