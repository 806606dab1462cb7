"""One mapping on one array, as the scripts show it: a page has one scene or several."""

from __future__ import annotations

from collections.abc import Mapping as Dictionary
from dataclasses import dataclass, field
from typing import Any

from models.data.architecture import Architecture
from models.data.mapping import Mapping
from models.data.problem import Problem
from views.array.usage import Usage
from views.html.graph_data import graph_data
from views.html.mapping_data import choices, mapping_data, numbered_values
from views.html.shell import facts
from views.html.source_data import source_data
from views.html.verdict import Fact, Verdict
from views.mapping.schedule import Schedule


@dataclass(frozen=True)
class Scene:
    """The content shown at a time. `title` names it in the list; if empty, its mapping does.

    `notes` are marks on operations, with a text for each. Where only a part of the array is `left`,
    all else is struck out. Without a mapping, array and DFG are shown.
    """

    title: str
    problem: Problem
    mapping: Mapping | None
    verdict: Verdict
    notes: Dictionary[str, str] = field(default_factory=dict)
    left: Architecture | None = None

    @property
    def name(self) -> str:
        """The title, or that of the mapping or the question."""
        if self.title:
            return self.title
        if self.mapping is not None:
            return Schedule(self.problem, self.mapping).title
        return f"{self.problem.dfg.name} on {self.problem.arch.name}"

    def facts(self) -> list[Fact]:
        """Return the facts of the verdict, then the mapping's own choices."""
        return [*facts(self.verdict), *self.choices()]

    def choices(self) -> list[Fact]:
        """Return the values that the mapping computes in another form than the DFG."""
        if self.mapping is None:
            return []
        lines = choices(self.mapping) or ["written in the DFG; nothing was transformed"]
        return [("computed as", line) for line in lines]


def scene_data(scene: Scene) -> dict[str, Any]:
    """Return the data for the scripts, except for the layout of the array, which scenes
    may share.
    """
    problem, mapping = scene.problem, scene.mapping
    values = numbered_values(problem, mapping)
    return {
        "graph": graph_data(problem, mapping, values),
        "mapping": None if mapping is None else mapping_data(problem, mapping, values),
        "source": source_data(problem.dfg, values),
        "shares": shares(problem.arch, mapping),
        "notes": [[values[name], text] for name, text in scene.notes.items() if name in values],
        "gone": [[], []] if scene.left is None else gone(problem.arch, scene.left),
    }


def gone(arch: Architecture, left: Architecture) -> list[list[int]]:
    """Return the numbers of the components, and of the paths, that are not left."""
    return [
        [n for n, c in enumerate(arch.components) if c.name not in left.component_by_name],
        [n for n, path in enumerate(arch.paths) if path.name not in left.path_by_name],
    ]


def shares(arch: Architecture, mapping: Mapping | None) -> dict[str, list[float | None]]:
    """Return the used share of each component and path, in the order of the array."""
    usage = Usage(arch, arch, [] if mapping is None else [mapping])
    return {
        "components": [_rounded(usage.component_share(c.name)) for c in arch.components],
        "paths": [_rounded(usage.path_share(path.name)) for path in arch.paths],
    }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
