"""An array and what is left of it as a standalone SVG picture.

What was kept is solid, what was removed is dashed and pale. A bar in an element shows how many of
its issue slots the kernels fill; a path is the thicker the more of its width they use. Tooltips
have the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from models.architecture import Architecture, Component
from models.mapping import Mapping
from views.array.circle import circle_picture
from views.array.layout import Node, Picture, Wire, grid_cells, is_bus
from views.array.lines import path_drawn, state, wire_drawn
from views.array.routes import Routes
from views.array.usage import Usage, percent
from views.style import (
    BLUE,
    GONE,
    HELD,
    LEGEND_ROW,
    LEGEND_SIZE,
    OUTLINE,
    PATH,
    PLACES,
    SHARED,
    TEXT,
)
from views.svg_frame import framed, in_lines, text_drawn
from views.svg_text import text_width, xml

TOP = 70.0
LEGEND = (
    ("element", "processing element (R: registers)"),
    ("memory", "memory"),
    ("external", "external memory"),
    ("removed", "removed"),
    ("share", "issues per issue slot"),
    ("path", "path; thicker: more of its width is used"),
    ("bus", "bus"),
    ("gone", "removed path"),
)


def array_svg(whole: Architecture, left: Architecture, mappings: Sequence[Mapping]) -> str:
    """Return a picture of `whole` that shows what is `left` and how `mappings` use it.

    Raises `InputError` where `left` is not a part of `whole`, or a mapping does not fit `left`.
    """
    usage = Usage(whole, left, mappings)
    picture = placed(whole, left)
    width = max(picture.width, 560.0)
    summary = in_lines(usage.summary(), width)
    top = TOP + 16 * (len(summary) - 1)
    legend, legend_height = _legend(usage, width, top + picture.height + 26)
    height = top + picture.height + 26 + legend_height + 22
    title = f"{whole.name}: {' · '.join(usage.summary())}"
    body = [
        f'<g transform="translate({(width - picture.width) / 2:.1f} {top:.1f})">',
        # What was removed lies below what is left, and lines lie below boxes.
        *(path_drawn(p, usage, picture) for p in whole.paths if p.name not in left.path_by_name),
        *(path_drawn(p, usage, picture) for p in whole.paths if p.name in left.path_by_name),
        *(_component(c, usage, picture.nodes[c.name]) for c in whole.components),
        "</g>",
        *legend,
    ]
    return framed((width, height), title, whole.name, summary, body)


def placed(whole: Architecture, left: Architecture) -> Picture:
    """Return where everything of `whole` goes, of which `left` is left."""
    cells = grid_cells(whole)
    return Routes(whole, left, cells).picture() if cells else circle_picture(whole, left)


def kind_of(component: Component, whole: Architecture) -> str:
    """Return what a component is, as `PLACES` has it."""
    if component.name == whole.external:
        return "external"
    return "element" if component.issue else "memory"


def _component(component: Component, usage: Usage, node: Node) -> str:
    kept = component.name in usage.left.component_by_name
    kind = kind_of(component, usage.whole)
    lines = usage.equipment(component)
    share = usage.component_share(component.name)
    body = []
    for box in (node, *node.more):
        body.append(shape(box, kind, kept))
        colour = TEXT if kept else OUTLINE
        sideways = box.height > 2 * box.width and not box.round
        room = (box.height if sideways else box.width) - 14
        shown = [(component.name, 12.0, 600)] + [(line, 9.5, 400) for line in lines]
        flat = box.height < 60 or sideways
        if flat and (len(lines) > 1 or box.width > 200):
            shown = [(" · ".join([component.name, *lines]), 12.0, 600)]
        tall = 15.0 * len(shown) + (17 if share is not None and not flat else -2)
        y = -tall / 2 + 10
        written = []
        for text, size, weight in shown:
            written.append(text_drawn(0, y, text, size, colour, "middle", weight, room))
            y += 15
        if share is not None and not flat:
            written.append(_share(-34, y - 5, 40, share))
        turn = " rotate(-90)" if sideways else ""
        inside = "".join(written)
        body.append(f'<g transform="translate({box.x:.1f} {box.y:.1f}){turn}">{inside}</g>')
    return (
        f'<g data-component="{xml(component.name)}" data-state="{state(kept)}">'
        f"<title>{xml(usage.about_component(component))}</title>{''.join(body)}</g>"
    )


def shape(box: Node, kind: str, kept: bool) -> str:
    """Return the outline of a component, dashed where it is not left."""
    fill, stroke = PLACES[kind if kept else "removed"]
    look = f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"'
    if not kept:
        look += ' stroke-dasharray="5 4"'
    if box.round:
        return f'<circle cx="{box.x:.1f}" cy="{box.y:.1f}" r="{box.width / 2:.1f}" {look}/>'
    rounding = {"element": min(4.0, box.height / 6), "memory": 15.0, "external": 10.0}[kind]
    return (
        f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{box.width:.1f}"'
        f' height="{box.height:.1f}" rx="{rounding}" {look}/>'
    )


def _share(x: float, y: float, width: float, share: float) -> str:
    filled = width * min(share, 1.0)
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="7" rx="2" fill="{HELD}"/>'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{filled:.1f}" height="7" rx="2" fill="{BLUE}"/>'
        + text_drawn(x + width + 5, y + 7, percent(share), 9.5, TEXT, "start", 600)
    )


def _legend(usage: Usage, width: float, top: float) -> tuple[list[str], float]:
    kinds = {kind_of(c, usage.whole) for c in usage.whole.components} | {"path"}
    if any(map(is_bus, usage.whole.paths)):
        kinds.add("bus")
    if len(usage.left.components) < len(usage.whole.components):
        kinds.add("removed")
    if len(usage.left.paths) < len(usage.whole.paths):
        kinds.add("gone")
    if usage.slots:
        kinds.add("share")
    x, y = 20.0, top
    parts: list[str] = []
    for kind, words in LEGEND:
        if kind not in kinds:
            continue
        words = words if kind != "path" or usage.slots else "path"
        size = 30 + text_width(words, LEGEND_SIZE) + 14
        if x > 20 and x + size > width - 10:
            x, y = 20.0, y + LEGEND_ROW
        parts.append(_sample(kind, x, y))
        parts.append(text_drawn(x + 30, y + 10, words, LEGEND_SIZE, TEXT))
        x += size
    return parts, y - top


def _sample(kind: str, x: float, y: float) -> str:
    if kind == "path":
        return wire_drawn(Wire(((x, y + 6), (x + 24, y + 6)), True), 2.0, PATH)
    if kind == "bus":
        dot = f'<circle cx="{x + 5:.1f}" cy="{y + 6:.1f}" r="3.5" fill="{SHARED}"/>'
        return dot + wire_drawn(Wire(((x, y + 6), (x + 24, y + 6)), True), 2.0, SHARED)
    if kind == "gone":
        return wire_drawn(Wire(((x, y + 6), (x + 24, y + 6)), False), 1.0, GONE)
    if kind == "share":
        return (
            f'<rect x="{x:.1f}" y="{y + 3:.1f}" width="24" height="7" rx="2" fill="{HELD}"/>'
            f'<rect x="{x:.1f}" y="{y + 3:.1f}" width="16" height="7" rx="2" fill="{BLUE}"/>'
        )
    box = Node(x + 12, y + 6, 14 if kind in ("element", "removed") else 24, 13)
    return shape(box, "element" if kind == "removed" else kind, kind != "removed")
