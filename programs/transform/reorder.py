"""Reordering: permutation of nested loops; triangular bounds are recomputed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from programs.loops.affine import Affine, Bound, affine
from programs.loops.domain import isl_conditions, isl_names
from programs.loops.region import Loop, Node, Region
from programs.transform.editor import Editor
from programs.transform.records import NotApplicableError, Reorder


def reorder(editor: Editor, step: Reorder) -> Region:
    """Return the region with a band of nested loops permuted.

    Raises `NotApplicableError` if the order is not a permutation, or has no affine bounds.
    """
    band = editor.band(step.loop, len(step.order))
    region = editor.region
    if sorted(step.order) != list(range(len(band))):
        raise NotApplicableError(
            f"{step.order} is no order of {len(band)} loops", region.where(band[0])
        )
    moved = tuple(band[place] for place in step.order)
    outer = editor.outer(step.loop)
    if not _in_scope(outer, moved):
        moved = _projected(region, outer, band, step.order)

    def make() -> list[Node]:
        body = tuple(editor.copy(node) for node in band[-1].body)
        for loop in reversed(moved):
            body = (replace(loop, body=body),)
        return list(body)

    return editor.replace(step.loop, 1, make)


def _in_scope(outer: tuple[Loop, ...], band: tuple[Loop, ...]) -> bool:
    known = {loop.index for loop in outer}
    for loop in band:
        if any(bound.affine.names - known for bound in (*loop.lower, *loop.upper)):
            return False
        known.add(loop.index)
    return True


def _projected(
    region: Region, outer: tuple[Loop, ...], band: tuple[Loop, ...], order: tuple[int, ...]
) -> tuple[Loop, ...]:
    """Return the loops in their new order, with bounds computed by projection.

    By Fourier-Motzkin elimination of inner loops, every constraint bounds the innermost of its
    loops. Rejected if the iterations have strides, or the bounds describe other iterations.
    """
    import islpy

    refused = NotApplicableError(
        f"loop '{band[0].index}' has no affine bounds in this order", region.where(band[0])
    )
    if any(loop.step != 1 for loop in band):
        raise refused
    old = isl_names((*outer, *band))
    moved = tuple(band[place] for place in order)
    indices = [loop.index for loop in (*outer, *moved)]
    point = ", ".join(old[index] for index in indices)
    conditions = " and ".join(isl_conditions((*outer, *band)))
    points = islpy.Set(f"{{ [{point}] : {conditions} }}")
    found: list[Loop] = []
    rest = points
    for level in range(len(indices) - 1, len(outer) - 1, -1):
        found.insert(0, _bounded(rest, level, indices, moved[level - len(outer)], refused))
        rest = rest.project_out(islpy.dim_type.set, level, 1).coalesce()
    new = (*outer, *found)
    names = isl_names(new)
    again = ", ".join(names[index] for index in indices)
    made = islpy.Set(f"{{ [{again}] : {' and '.join(isl_conditions(new))} }}")
    if not made.is_equal(points):
        raise refused
    return tuple(found)


def _bounded(
    points: Any, level: int, indices: list[str], loop: Loop, refused: NotApplicableError
) -> Loop:
    """Return a loop with the bounds of the innermost dimension of a set."""
    import islpy

    kind = islpy.dim_type.set
    parts = points.remove_redundancies()
    if parts.n_basic_set() != 1:
        raise refused
    only = parts.get_basic_set_list().get_at(0)
    if only.dim(islpy.dim_type.div):
        raise refused
    lower: list[Bound] = []
    upper: list[Bound] = []
    constraints = only.get_constraint_list()
    for number in range(constraints.n_constraint()):
        constraint = constraints.get_at(number)
        factor = constraint.get_coefficient_val(kind, level).to_python()
        if not factor:
            continue
        value = _affine(constraint, level, indices)
        for sign in (1, -1) if constraint.is_equality() else (1,):
            # factor · i + value ≥ 0
            if sign * factor > 0:
                lower.append(Bound(value * -sign, abs(factor)))
            else:
                upper.append(Bound(value * sign + 1, abs(factor)))
    if not lower or not upper:
        raise refused
    return replace(loop, lower=tuple(lower), upper=tuple(upper))


def _affine(constraint: Any, level: int, indices: list[str]) -> Affine:
    import islpy

    factors = {
        index: constraint.get_coefficient_val(islpy.dim_type.set, place).to_python()
        for place, index in enumerate(indices[:level])
    }
    return affine(factors, constraint.get_constant_val().to_python())
