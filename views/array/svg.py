"""An array and its kept part as a standalone SVG picture: tiles, and paths between them.

Kept parts are solid, removed ones dashed and pale. A bar in a PE shows the share of its issue slots
that the kernels fill; the line width of a path shows the used share of its width. Tooltips have the
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from models.data.architecture import Architecture, Component
from models.data.mapping import Mapping
from views.array.layout import Node, Picture, Wire
from views.array.lines import path_drawn, state, wire_drawn
from views.array.places import placed
from views.array.usage import Usage, percent
from views.drawing import (
    SAMPLE,
    box_drawn,
    framed,
    group,
    in_lines,
    legend_drawn,
    text_drawn,
    text_width,
    xml,
)
from views.style import BLUE, BRIGHT, GONE, HELD, OUTLINE, PAGE, PATH, PLACES, SHARED, TEXT, Page

TOP = 70.0
LEGEND = (
    ("element", "processing element (R: registers)"),
    ("memory", "memory"),
    ("external", "external memory"),
    ("tile", "tile (tooltip: the paths inside)"),
    ("removed", "removed"),
    ("share", "issues per issue slot"),
    ("path", "path; thicker: more of its width is used"),
    ("bus", "bus"),
    ("gone", "removed path"),
)


def array_svg(
    whole: Architecture, left: Architecture, mappings: Sequence[Mapping], page: Page = PAGE
) -> str:
    """Return a picture of `whole` that shows the kept part `left` and its use by `mappings`.

    Raises `InputError` where `left` is not a part of `whole`, or a mapping does not fit `left`.
    """
    usage = Usage(whole, left, mappings)
    picture = placed(whole, left)
    width = page.fit(picture.width, 560.0)
    summary = in_lines(usage.summary(), width)
    top = TOP + 16 * (len(summary) - 1)
    legend, height = _legend(usage, picture, width, top + picture.height + 26)
    outer = [path for path in whole.paths if picture.wires[path.name]]
    title = f"{whole.name}: {' · '.join(usage.summary())}"
    body = [
        f'<g transform="translate({(width - picture.width) / 2:.1f} {top:.1f})">',
        # Removed parts lie below kept ones, and lines lie below boxes.
        *(path_drawn(p, usage, picture) for p in outer if p.name not in left.path_by_name),
        *(path_drawn(p, usage, picture) for p in outer if p.name in left.path_by_name),
        *(_frame(name, usage, picture) for name in picture.frames),
        *(_component(c, usage, picture.nodes[c.name]) for c in whole.components),
        "</g>",
        *legend,
    ]
    return framed((width, height), title, whole.name, summary, body, page, top)


def kind_of(component: Component, whole: Architecture) -> str:
    """Return the kind of a component: a key of `PLACES`."""
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
        sideways = box.height > 2 * box.width
        room = (box.height if sideways else box.width) - 14
        shown = [(component.name, 12.0, 600)] + [(line, 9.5, 400) for line in lines]
        flat = box.height < 60 or sideways
        if flat and not sideways and box.width < 200:
            shown = [(component.name, 12.0, 600), *[(" · ".join(lines), 9.5, 400)] * bool(lines)]
        elif flat:
            words = " · ".join([component.name, *lines])
            shown = [(words, 12.0 if text_width(words, 12.0) <= room else 10.5, 600)]
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
    marks = f'data-component="{xml(component.name)}" data-state="{state(kept)}"'
    return group(usage.about_component(component), "".join(body), marks)


def _frame(name: str, usage: Usage, picture: Picture) -> str:
    """Return the outline of a tile, with all numbers of its inner paths as tooltip."""
    inside = (path for path in usage.whole.paths if not picture.wires[path.name])
    own = [path for path in inside if picture.tile[path.sources[0]] == name]
    about = [f"tile of {name}", *map(usage.about_path, own)]
    return group("; ".join(about), frame(picture.frames[name]), f'data-tile="{xml(name)}"')


def frame(box: Node, look: str = f'fill="{BRIGHT}" stroke="{GONE}" stroke-width="1"') -> str:
    """Return the outline of a tile."""
    return box_drawn(box.left, box.top, box.width, box.height, look, 6)


def shape(box: Node, kind: str, kept: bool) -> str:
    """Return the outline of a component, dashed where it is not left."""
    fill, stroke = PLACES[kind if kept else "removed"]
    look = f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"'
    if not kept:
        look += ' stroke-dasharray="5 4"'
    rounding = {"element": min(4.0, box.height / 6), "memory": 15.0, "external": 10.0}[kind]
    return box_drawn(box.left, box.top, box.width, box.height, look, rounding)


def _share(x: float, y: float, width: float, share: float) -> str:
    filled = width * min(share, 1.0)
    words = text_drawn(x + width + 5, y + 7, percent(share), 9.5, TEXT, "start", 600)
    return _bar(x, y, width, filled) + words


def _bar(x: float, y: float, width: float, filled: float) -> str:
    empty = box_drawn(x, y, width, 7, f'fill="{HELD}"', 2)
    return empty + box_drawn(x, y, filled, 7, f'fill="{BLUE}"', 2)


def _legend(usage: Usage, picture: Picture, width: float, top: float) -> tuple[list[str], float]:
    kinds = {kind_of(c, usage.whole) for c in usage.whole.components} | {"path"}
    if picture.frames:
        kinds.add("tile")
    if picture.hubs:
        kinds.add("bus")
    if len(usage.left.components) < len(usage.whole.components):
        kinds.add("removed")
    if len(usage.left.paths) < len(usage.whole.paths):
        kinds.add("gone")
    if usage.slots:
        kinds.add("share")
    samples = (
        (_sample(kind), words if kind != "path" or usage.slots else "path")
        for kind, words in LEGEND
        if kind in kinds
    )
    return legend_drawn(samples, top, width)


def _sample(kind: str) -> str:
    width, height = SAMPLE
    wire = Wire(((0, 6), (width, 6)), kind != "gone")
    if kind == "path":
        return wire_drawn(wire, 2.0, PATH)
    if kind == "bus":
        dot = f'<circle cx="3" cy="6" r="3" fill="{SHARED}"/>'
        return dot + wire_drawn(wire, 2.0, SHARED)
    if kind == "gone":
        return wire_drawn(wire, 1.0, GONE)
    if kind == "share":
        return _bar(0, 3, width, 0.6 * width)
    box = Node(width / 2, height / 2, width, height)
    if kind == "tile":
        return frame(box)
    return shape(box, "element" if kind == "removed" else kind, kind != "removed")
