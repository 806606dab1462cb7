"""A DFG as a standalone SVG picture: operands above the operations that read them.

Boxes are operations, coloured by operator; rounded labels are inputs, small grey ones constants, a
bold outline is a result. An edge to a later iteration swings out to the right and has its distance;
order edges are dotted. Bands join the operations that a multi-node operation can execute at once.
"""

from __future__ import annotations

from models.data.dfg import Dfg
from models.text import counted
from views.drawing import (
    FACTS_ROW,
    arrow_head,
    badge_drawn,
    box_drawn,
    colours,
    framed,
    group,
    in_lines,
    ink,
    least_width,
    legend_drawn,
    sample_box,
    sample_line,
    text_drawn,
    xml,
)
from views.graph.layout import DfgLayout, Edge, Group, Node, Point, route, tag_place
from views.mapping.schedule import applied, shown
from views.style import (
    ARROW,
    BRIGHT,
    HELD,
    OUTLINE,
    PAGE,
    PRINTED,
    SHARED,
    TEXT,
    VERMILION,
    Page,
)

TOP = 66.0
NARROWEST = 220.0
BAND = 34.0
TAG = PRINTED  # font size of distances


def dfg_svg(dfg: Dfg, page: Page = PAGE) -> str:
    """Return the picture as the text of an SVG file.

    Raises `InputError` for too many matches of a multi-node operation.
    """
    return _Picture(dfg, DfgLayout(dfg), page).text()


class _Picture:
    def __init__(self, dfg: Dfg, layout: DfgLayout, page: Page) -> None:
        self.dfg, self.layout, self.page = dfg, layout, page
        self.scale = min(1.0, page.width / layout.width)
        self.tags: list[Point] = []
        least = max(NARROWEST, least_width(dfg.name, page))
        self.width = page.fit(layout.width * self.scale, least)
        used = {operation.operator for operation in dfg.operations}
        self.fill = colours([row.name for row in dfg.operators if row.name in used])

    def text(self) -> str:
        layout = self.layout
        facts = in_lines(self.facts(), self.width)
        top = TOP + FACTS_ROW * (len(facts) - 1)
        legend, height = self.legend(top + layout.height * self.scale)
        shift = (self.width - layout.width * self.scale) / 2
        body = [
            f'<g transform="translate({shift:.1f} {top:.1f}) scale({self.scale:.3g})">',
            *(self.band(group) for group in layout.groups),
            *(self.edge(edge) for edge in layout.edges),
            *(self.node(node) for node in layout.nodes),
            *(self.tag(edge) for edge in layout.edges if edge.distance),
            "</g>",
            *legend,
        ]
        title = f"{self.dfg.name}: {', '.join(self.facts())}"
        size = self.width, height
        return framed(size, title, self.dfg.name, facts, body, self.page, top)

    def facts(self) -> list[str]:
        dfg = self.dfg
        found = [counted(len(dfg.operations), "operation"), counted(len(dfg.inputs), "input")]
        if dfg.results:
            found.append(counted(len(dfg.results), "result"))
        carried = sum(edge.distance > 0 for edge in self.layout.edges)
        if carried:
            found.append(f"{counted(carried, 'edge')} to later iterations")
        return found

    def node(self, node: Node) -> str:
        width, height = node.size
        result = node.name in self.dfg.results
        fill, label, words, rounding = HELD, node.name, node.name, 3.0
        if node.kind == "operation":
            operation = self.dfg.operation_by_name[node.name]
            fill = self.fill[node.operator]
            words += f" = {applied(node.operator, [shown(o) for o in operation.operands])}"
        elif node.kind == "input":
            fill, words, rounding = BRIGHT, f"{words}, input", height / 2
        else:
            label = str(self.dfg.constant_by_name[node.name])
            words = f"{words} = {label}"
        stroke = f'stroke="{TEXT}" stroke-width="2"' if result else f'stroke="{OUTLINE}"'
        look = f'fill="{fill}" {stroke if node.kind != "constant" else ""}'.rstrip()
        colour, room = ink(fill), width - 4
        if node.kind == "operation":
            lines = [
                text_drawn(node.x, node.y - 2, node.operator, PRINTED, colour, "middle", 600, room),
                text_drawn(node.x, node.y + 10.5, node.name, PRINTED, colour, "middle", 400, room),
            ]
        else:
            lines = [text_drawn(node.x, node.y + 4, label, PRINTED, colour, "middle", 400, room)]
        box = box_drawn(node.x - width / 2, node.y - height / 2, width, height, look, rounding)
        marks = f'data-value="{xml(node.name)}" data-kind="{node.kind}"'
        return group(words, box + "".join(lines), marks)

    def edge(self, edge: Edge) -> str:
        nodes = self.layout.nodes
        first, then = nodes[edge.source], nodes[edge.target]
        about = f"{then.name} reads {first.name}"
        if edge.order:
            about = f"{first.name} before {then.name}"
        colour = SHARED if edge.order else VERMILION if edge.distance else ARROW
        dash = ' stroke-dasharray="1.5 3"' if edge.order else ""
        if edge.distance:
            about += f", {counted(edge.distance, 'iteration')} later"
        look = f'fill="none" stroke="{colour}" stroke-width="1.1"{dash}'
        line = f'<path d="{route(nodes, edge)}" {look}/>'
        head = arrow_head(*then.top, colour)
        return group(about, line + head, f'data-distance="{edge.distance}"')

    def tag(self, edge: Edge) -> str:
        colour = SHARED if edge.order else VERMILION
        x, y = tag_place(self.layout.nodes, edge, self.tags)
        self.tags.append((x, y))
        return badge_drawn(x, y, str(edge.distance), TAG, colour)

    def band(self, group_: Group) -> str:
        """Draw a broad line along the edges between the operations of a group."""
        nodes = self.layout.nodes
        names = ", ".join(nodes[number].name for number in group_.nodes)
        routes = "".join(route(nodes, self.layout.edges[number]) for number in group_.edges)
        boxes = "".join(
            box_drawn(n.x - w / 2, n.y - h / 2, w, h, "", 7)
            for n in (nodes[number] for number in group_.nodes)
            for w, h in [(n.size[0] + 10, n.size[1] + 10)]
        )
        line = (
            f'<path d="{routes}" fill="none" stroke="{SHARED}" stroke-width="{BAND:g}"'
            ' stroke-opacity="0.16"/>'
        )
        marks = f'data-group="{xml(group_.pattern)}" fill="{SHARED}" fill-opacity="0.16"'
        return group(f"{group_.pattern}: {names}", boxes + line, marks)

    def legend(self, top: float) -> tuple[list[str], float]:
        """Return the legend and where the picture ends."""
        samples = [(sample_box(f'fill="{fill}"'), name) for name, fill in self.fill.items()]
        if self.dfg.inputs:
            samples.append((sample_box(f'fill="{BRIGHT}" stroke="{OUTLINE}"', 6), "input"))
        if self.dfg.constants:
            samples.append((sample_box(f'fill="{HELD}"'), "constant"))
        if self.dfg.results:
            look = f'fill="{BRIGHT}" stroke="{TEXT}" stroke-width="2"'
            samples.append((sample_box(look), "result"))
        if any(edge.distance for edge in self.layout.edges):
            line = sample_line(f'stroke="{VERMILION}"')
            samples.append((line, "read so many iterations later"))
        if self.dfg.order:
            samples.append((sample_line(f'stroke="{SHARED}" stroke-dasharray="1.5 3"'), "order"))
        patterns = dict.fromkeys(found.pattern for found in self.layout.groups)
        if patterns:
            box = sample_box(f'fill="{SHARED}" fill-opacity="0.16"', 3)
            samples.append((box, f"multi-node: {', '.join(patterns)}"))
        return legend_drawn(samples, top, self.width)
