"""The report of mappings: one scene or several, which one chooses from, below an overview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from string import Template
from typing import Any

from models.data.mapping import Mapping
from models.data.problem import Problem
from views.drawing import xml
from views.html.array_data import array_data
from views.html.scene import Scene, scene_data
from views.html.shell import beside, facts_html, header, json_block, page, table_html
from views.html.verdict import Verdict

SCHEMA = "xyzmap/report/2"
CHOICES = ("choices.css",)
"""The style of tables whose rows choose scenes."""
_SKIP = '<a class="skip" href="#stage">Skip to the mapping</a>\n'
OF_SCENES = (
    "model.js",
    "array.js",
    "graph.js",
    "table.js",
    "iterations.js",
    "source.js",
    "about.js",
    "player.js",
)
"""These scripts share one function: each shown scene has its own variables of them."""


@dataclass(frozen=True)
class Overview:
    """The part above the scenes: `markup` in which names are escaped, and its own parts.

    An element with `data-scene` shows the scene of this number when it is clicked. An overview that
    `chooses` scenes replaces the list of them; `first` is shown first.
    """

    markup: str
    data: dict[str, Any] = field(default_factory=dict)
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    chooses: bool = False
    first: int = 0


def report_html(problem: Problem, mapping: Mapping | None, verdict: Verdict) -> str:
    """Return a page of one scene; without a mapping it has the array, the DFG and the verdict."""
    scene = Scene("", problem, mapping, verdict)
    return scenes_html(scene.name, verdict, [scene])


def scenes_html(
    title: str,
    verdict: Verdict,
    scenes: Sequence[Scene],
    overview: Overview | None = None,
    chooser: str = "Mapping",
) -> str:
    """Return a page with a verdict of the whole; with a single scene, the page shows its verdict.

    `chooser` names the kind of scenes. Each is built when it is chosen, not before.
    """
    over = Overview("") if overview is None else overview
    alone = len(scenes) == 1 and overview is None
    told = facts_html(scenes[0].choices()) if alone else ""
    body = header(title, verdict, told) + f"<main>\n{over.markup}\n"
    if scenes:
        body = _SKIP + body
        body += Template(beside("scene.html")).substitute(
            what=xml(chooser),
            listed=" hidden" if over.chooses or len(scenes) == 1 else "",
            first=over.first,
        )
    return page(
        title,
        f"{body}</main>",
        {**scenes_blocks(scenes, alone=alone), **over.data},
        [scene_script(), beside("scenes.js"), *map(beside, over.scripts)],
        [beside("report.css"), *map(beside, over.styles)],
    )


def scenes_blocks(scenes: Sequence[Scene], *, alone: bool = False) -> dict[str, Any]:
    """Return the data by block: facts on all scenes, then each one, arrays and graphs.

    Data shared by several scenes is included once. With `alone`, the page itself shows the facts of
    the scene.
    """
    blocks: dict[str, Any] = {"data": {"schema": SCHEMA, "scenes": []}}
    arrays, graphs = _Shared("array"), _Shared("graph")
    for number, scene in enumerate(scenes):
        data = scene_data(scene)
        arch = scene.problem.arch
        blocks["data"]["scenes"].append(
            {
                "title": scene.name,
                "array": arrays.of(arch, partial(array_data, arch)),
                "graph": graphs.of(json_block(data["graph"]), partial(data.get, "graph")),
                "status": "" if alone else scene.verdict.status,
                "headline": "" if alone else scene.verdict.headline,
                "facts": [] if alone else scene.facts(),
            }
        )
        blocks[f"scene-{number}"] = {key: data[key] for key in data if key != "graph"}
    return blocks | arrays.blocks | graphs.blocks


class _Shared:
    """Blocks that several scenes refer to, by a key of equality."""

    def __init__(self, kind: str) -> None:
        self.kind, self.blocks = kind, dict[str, Any]()
        self._known: list[tuple[object, str]] = []

    def of(self, key: object, make: Callable[[], Any]) -> str:
        for known, name in self._known:
            if known == key:
                return name
        name = f"{self.kind}-{len(self._known)}"
        self._known.append((key, name))
        self.blocks[name] = make()
        return name


def scene_script(*own: str) -> str:
    """Return the function that builds a scene, `playScene`, and stops it again.

    `own`: scripts of a page's own that the last one, the player, needs.
    """
    scripts = [*OF_SCENES[:-1], *own, OF_SCENES[-1]]
    return f"function playScene(data, shape) {{\n{''.join(map(beside, scripts))}}}\n"


@dataclass(frozen=True)
class Row:
    """The cells of a row, its name first; `scenes` are labels and numbers of its buttons."""

    cells: Sequence[str]
    scenes: Sequence[tuple[str, int]] = ()
    best: bool = False


def choice_table(heads: Sequence[str], rows: Sequence[Row], last: str = "mapping") -> str:
    """Return the table; the buttons have the column `last`."""
    return table_html((*heads, last), map(_row, rows), "numbers") + "\n"


def choices_overview(
    title: str, heads: Sequence[str], rows: Sequence[Row], note: str = ""
) -> Overview:
    """Return a card with a table only."""
    return Overview(
        f'<section class="card" aria-labelledby="choices-title">\n'
        f'<h2 id="choices-title">{xml(title)}</h2>\n{choice_table(heads, rows)}'
        f"{f'<p>{xml(note)}</p>' if note else ''}</section>\n",
        styles=CHOICES,
    )


def _row(row: Row) -> str:
    name, *others = row.cells
    cells = "".join(f"<td>{xml(cell)}</td>" for cell in others)
    buttons = " ".join(
        f'<button type="button" data-scene="{scene}" aria-pressed="false"'
        f' aria-label="{xml(f"Show {label} of {name}")}">{xml(label)}</button>'
        for label, scene in row.scenes
    )
    kind = ' class="best"' if row.best else ""
    head = f'<th scope="row">{xml(name)}</th>'
    return f"<tr{kind}>{head}{cells}<td>{buttons}</td></tr>\n"
