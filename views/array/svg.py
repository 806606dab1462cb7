"""An array and its kept part as a standalone SVG picture: tiles, and paths between them.

Kept parts are solid, removed ones dashed and pale. A bar in a PE shows the share of its issue slots
that the kernels fill; the line width of a path shows the used share of its width. Tooltips have the
numbers. An array that would be wider than the page is drawn with a box for each tile instead; then
without paths that are no links of neighbours, and without words in the boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from models.data.architecture import Architecture, Component
from models.data.mapping import Mapping
from models.text import counted
from views.array.layout import Node, Picture, Wire
from views.array.lines import path_drawn, state, wire_drawn
from views.array.merged import merged, of_neighbours
from views.array.places import placed
from views.array.tiles import Sizes
from views.array.usage import Usage, executes, percent
from views.drawing import (
    SAMPLE,
    box_drawn,
    framed,
    group,
    in_lines,
    least_width,
    legend_drawn,
    sample_box,
    text_drawn,
    text_width,
    xml,
)
from views.style import (
    BLUE,
    BRIGHT,
    GONE,
    HELD,
    OUTLINE,
    PAGE,
    PATH,
    PLACES,
    PRINTED,
    SHARED,
    TEXT,
    TINTS,
    Page,
)

TOP = 66.0
LINE, LEAST, MOST, SHARE, GAP = 13.0, 44.0, 140.0, 74.0, 28.0
CLOSE = 20.0
"""Of text in a box; the least and the most width of a box, and that of its use; between tiles,
and between those without words."""
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
    form = _form(whole, left, mappings, page)
    usage, picture = form.usage, form.picture
    whole, left, tints = usage.whole, usage.left, _tints(usage)
    scale = min(1.0, page.width / picture.width)
    drawn = picture.width * scale, picture.height * scale
    width = page.fit(drawn[0], min(page.width, max(360.0, least_width(whole.name, page))))
    summary = in_lines(form.facts, width)
    top = TOP + 16 * (len(summary) - 1)
    legend, height = _legend(form, tints, width, top + drawn[1] + 14)
    outer = [path for path in whole.paths if picture.wires[path.name]]
    title = f"{whole.name}: {' · '.join(form.facts)}"
    body = [
        f'<g transform="translate({(width - drawn[0]) / 2:.1f} {top:.1f}) scale({scale:.3g})">',
        # Removed parts lie below kept ones, and lines lie below boxes.
        *(path_drawn(p, usage, picture) for p in outer if p.name not in left.path_by_name),
        *(path_drawn(p, usage, picture) for p in outer if p.name in left.path_by_name),
        *(_frame(name, usage, picture) for name in picture.frames),
        *(_component(c, form, tints, scale) for c in whole.components),
        "</g>",
        *legend,
    ]
    return framed((width, height), title, whole.name, summary, body, page, top)


class _Form(NamedTuple):
    """Every part, or a box for each of the `tiles`, perhaps without `words` in it."""

    usage: Usage
    picture: Picture
    facts: list[str]
    tiles: bool = False
    words: bool = True


def _form(
    whole: Architecture, left: Architecture, mappings: Sequence[Mapping], page: Page
) -> _Form:
    """Return the fullest form that fits the page, or the narrowest one.

    A part of an array and its use by mappings are always drawn in full.
    """
    usage = Usage(whole, left, mappings)
    form = _Form(usage, placed(whole, left, _sizes(usage)), usage.summary())
    if mappings or left != whole or form.picture.width <= page.width:
        return form
    tiles = merged(whole)
    near = of_neighbours(tiles)
    far = len(tiles.paths) - len(near.paths)
    note = [f"without {counted(far, 'link')} of memories and between distant tiles"] * bool(far)
    for arch, words in ((tiles, True), (near, True), (near, False)):
        usage = Usage(arch, arch, [])
        facts = form.facts + note * (arch is near)
        made = _Form(usage, placed(arch, arch, _sizes(usage, words)), facts, True, words)
        if made.picture.width <= page.width:
            break
    return made


def kind_of(component: Component, whole: Architecture) -> str:
    """Return the kind of a component: a key of `PLACES`."""
    if component.name == whole.external:
        return "external"
    return "element" if component.issue else "memory"


def _sizes(usage: Usage, said: bool = True) -> Sizes:
    """Return boxes that have room for the names of components and for what they execute, if that
    is said.
    """
    units = [component for component in usage.whole.components if component.issue]
    inside = [c for c in usage.whole.components if c.name != usage.whole.external]
    words = [word for c in inside for word in (c.name, *usage.equipment(c) * said)]
    wide = max((text_width(word, PRINTED) for word in words), default=0.0) + 10
    lines = said * max((len(usage.equipment(c)) for c in units), default=0) + 1
    least, bar = (SHARE + 10, 17.0) if usage.slots else (LEAST, 0.0)
    return Sizes(
        min(MOST, max(least, wide)), max(34.0, LINE * lines + 9 + bar), GAP if said else CLOSE
    )


def _tints(usage: Usage) -> dict[str, str]:
    """Return a fill for the operators of PEs, if these differ."""
    units = [c for c in usage.whole.components if c.issue and c.ops is not None]
    found = list(dict.fromkeys(map(executes, units)))
    usual, _ = PLACES["element"]
    made = {}
    for words in found if len(found) > 1 else ():
        kinds = set(words.split())
        tint = TINTS[bool(kinds & {"mul", "div", "fp"}), "mem" in kinds]
        made[words] = usual if kinds == {"alu"} else tint
    return made


def _component(component: Component, form: _Form, tints: dict[str, str], scale: float) -> str:
    usage, node = form.usage, form.picture.nodes[component.name]
    kept = component.name in usage.left.component_by_name
    kind = kind_of(component, usage.whole)
    lines = usage.equipment(component) if form.words else []
    share = usage.component_share(component.name)
    tint = tints.get(executes(component)) if kept and component.issue else None
    body = []
    for box in (node, *node.more):
        body.append(shape(box, kind, kept, tint))
        colour = TEXT if kept else OUTLINE
        sideways = box.height > 2 * box.width
        room = (box.height if sideways else box.width) - 6
        # Names that would be smaller than the other text are left to the tooltips.
        shown = [component.name, *lines] if form.words or scale == 1.0 else []
        flat = box.height < 2 * LINE + 6 or sideways
        if flat and shown:
            shown = [" · ".join(shown)]
        elif box.height < LINE * len(shown) + 4:
            shown = [component.name, " · ".join(lines)]
        bar = share is not None and not flat and box.height >= LINE * len(shown) + 18
        y = -(LINE * len(shown) + (17 if bar else 0)) / 2 + 10
        written = []
        for number, text in enumerate(shown):
            weight = 400 if number else 600
            written.append(text_drawn(0, y, text, PRINTED, colour, "middle", weight, room))
            y += LINE
        if bar and share is not None:
            written.append(_share(-SHARE / 2, y - 6, SHARE - 38, share))
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


def shape(box: Node, kind: str, kept: bool, tint: str | None = None) -> str:
    """Return the outline of a component, dashed where it is not left."""
    fill, stroke = PLACES[kind if kept else "removed"]
    fill = tint or fill
    look = f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"'
    if not kept:
        look += ' stroke-dasharray="5 4"'
    rounding = {"element": min(4.0, box.height / 6), "memory": 15.0, "external": 10.0}[kind]
    return box_drawn(box.left, box.top, box.width, box.height, look, rounding)


def _share(x: float, y: float, width: float, share: float) -> str:
    filled = width * min(share, 1.0)
    words = text_drawn(x + width + 5, y + 7, percent(share), PRINTED, TEXT, "start", 600)
    return _bar(x, y, width, filled) + words


def _bar(x: float, y: float, width: float, filled: float) -> str:
    empty = box_drawn(x, y, width, 7, f'fill="{HELD}"', 2)
    return empty + box_drawn(x, y, filled, 7, f'fill="{BLUE}"', 2)


def _legend(
    form: _Form, tints: dict[str, str], width: float, top: float
) -> tuple[list[str], float]:
    usage, picture = form.usage, form.picture
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
    short = {"path": "path"} if not usage.slots else {}
    short |= {"element": "tile", "path": "link"} if form.tiles else {}
    samples = [
        (_sample(kind), short.get(kind, words))
        for kind, words in LEGEND
        if kind in kinds and not (kind == "element" and tints)
    ]
    stroke = PLACES["element"][1]
    mixed = [
        (sample_box(f'fill="{fill}" stroke="{stroke}"'), words) for words, fill in tints.items()
    ]
    samples = mixed + samples
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
