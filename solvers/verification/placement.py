"""Symmetry assumption of a proof: one operation is on one of some components.

A symmetry that renames components and paths only turns a legal mapping into a legal one in which
every operation has moved along. If the named symmetries reach one of the components from each
possible place of the operation, and a mapping exists, then one exists in which the operation is
executed on one of them.
"""

from __future__ import annotations

from collections.abc import Collection

from models.data.certificate import Placement, Renaming
from models.data.problem import Problem
from models.symmetry.check import is_automorphism
from models.symmetry.symmetry import Symmetry
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Item
from solvers.verification.understood import FIRST, require_understood

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Symmetries compare all fields of components, paths and limits. `clauses` admits only constraints
that name none of them.
"""


def assumed(
    problem: Problem, placement: Placement, executing: Collection[Item] | None
) -> frozenset[Item]:
    """Return those of `executing`, the items that execute the value, of which one may be assumed.

    Raises `RejectedError` unless the symmetries are symmetries and reach the components.
    """
    require_understood(problem, UNDERSTANDS, "placement")
    if executing is None:
        raise RejectedError(f"placement: '{placement.value}' need not be executed")
    symmetries = [total(problem, renaming) for renaming in placement.symmetries]
    for symmetry in symmetries:
        fault = is_automorphism(problem, (), symmetry)
        if fault is not None:
            raise RejectedError(f"placement: not a symmetry: {fault}")
    for place in sorted({item[2] for item in executing}):
        if not _reached(place, symmetries) & set(placement.components):
            raise RejectedError(f"placement: no symmetry moves '{place}' to where it is assumed")
    return frozenset(item for item in executing if item[2] in placement.components)


def total(
    problem: Problem, renaming: Renaming, exchanged: dict[str, str] | None = None
) -> Symmetry:
    """Return a symmetry that lists every name; values keep their names unless `exchanged`."""
    components = {part.name: part.name for part in problem.arch.components}
    paths = {path.name: path.name for path in problem.arch.paths}
    return Symmetry(
        {value: value for value in problem.dfg.values} | (exchanged or {}),
        components | renaming.components,
        paths | renaming.paths,
    )


def _reached(place: str, symmetries: list[Symmetry]) -> set[str]:
    found, waiting = {place}, [place]
    while waiting:
        name = waiting.pop()
        for symmetry in symmetries:
            image = symmetry.components[name]
            if image not in found:
                found.add(image)
                waiting.append(image)
    return found
