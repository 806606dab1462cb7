"""A slider over the steps of a pruning, above the mappings of each array.

The scenes show the whole array with the removed parts struck out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import Template

from views.drawing import xml
from views.html.page import Overview
from views.html.shell import beside

Numbers = list[list[int]]
"""Numbers of components, and of paths."""


@dataclass(frozen=True)
class ArrayFound:
    """An array that maps all kernels: its size and its removed parts, in words and numbers.

    `scene` is the scene of the first kernel; the other kernels' scenes follow.
    """

    size: str
    removed: str
    gone: Numbers
    scene: int


@dataclass(frozen=True)
class PruningStep:
    """An event, the smallest array at that time, the bound, and the necessary features."""

    kind: str
    text: str
    found: int
    bound: str
    wanted: Numbers


def pruning_overview(
    found: Sequence[ArrayFound], steps: Sequence[PruningStep], kernels: Sequence[str], note: str
) -> Overview:
    """Return the slider over all steps, initially at the last one. `note` is a line below."""
    options = "".join(f'<option value="{n}">{xml(name)}</option>' for n, name in enumerate(kernels))
    return Overview(
        Template(beside("pruning.view/pruning.html")).substitute(
            kernels=options, note=f"<p>{xml(note)}</p>" if note else ""
        ),
        {
            "pruning": {
                "found": [[one.size, one.removed, one.gone, one.scene] for one in found],
                "steps": [
                    [step.kind, step.text, step.found, step.bound, step.wanted] for step in steps
                ],
                "kernels": len(kernels),
            }
        },
        scripts=("pruning.view/pruning.js",),
        styles=("pruning.view/pruning.css",),
        chooses=True,
        first=found[-1].scene,
    )
