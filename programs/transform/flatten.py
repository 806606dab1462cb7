"""Flattening: two nested loops of I and J iterations become one of I·J.

The old indices are a quotient and a remainder of the new one. Subscripts with them are no longer
affine in a region, but quasi-affine in the dependence analysis (`programs.polyhedral.quasi`).
"""

from __future__ import annotations

from dataclasses import replace

from programs.loops.affine import Affine, Bound, affine
from programs.loops.build import binary
from programs.loops.expressions import Constant, Expression, Index
from programs.loops.region import Loop, Node, Region
from programs.loops.types import INT
from programs.polyhedral import Place
from programs.transform.editor import Editor
from programs.transform.ranges import depends_on, first_value, folded, trip_count
from programs.transform.records import Flatten, NotApplicableError
from programs.transform.substitute import as_expression


def flatten(editor: Editor, step: Flatten) -> Region:
    """Return the region with a loop and its only inner loop flattened.

    Raises `NotApplicableError` if the inner trip count is 0 or varies, the outer bound would be
    rounded, or inner bounds would not be affine.
    """
    outer, inner = (folded(loop) for loop in editor.band(step.loop, 2))
    region = editor.region
    trips = trip_count(inner)
    if trips is None or trips < 1 or depends_on(inner, {outer.index}):
        raise NotApplicableError(
            f"the iterations of loop '{inner.index}' are none, or depend on loops around it",
            region.where(inner),
        )
    start, inner_start = first_value(region, outer), first_value(region, inner)
    upper: list[Bound] = []
    for bound in outer.upper:
        length = bound.affine - start * bound.divisor
        over = bound.divisor * outer.step
        if length.is_constant:
            upper.append(Bound(affine(constant=-(-length.constant // over) * trips)))
        elif over == 1:
            upper.append(Bound(length * trips))
        else:
            raise NotApplicableError(
                f"the number of iterations of loop '{outer.index}' is rounded", region.where(outer)
            )
    index = editor.fresh_index(outer.index)
    whole: Expression = Index(index)
    count = Constant(trips, INT)
    replaced: dict[str, Place] = {
        outer.index: _value(binary("/", whole, count), start, outer.step),
        inner.index: _value(binary("%", whole, count), inner_start, inner.step),
    }

    def make() -> list[Node]:
        body = tuple(editor.copy(node, replaced, frozenset({index})) for node in inner.body)
        zero = (Bound(affine()),)
        return [
            replace(outer, index=index, lower=zero, upper=tuple(upper), body=body, step=1, type=INT)
        ]

    _check_inside(region, inner, {outer.index, inner.index})
    return editor.replace(step.loop, 1, make)


def _value(number: Expression, start: Affine, step: int) -> Expression:
    """Return start + step · number."""
    if step != 1:
        number = binary("*", Constant(step, INT), number)
    return number if start == affine() else binary("+", as_expression(start, INT), number)


def _check_inside(region: Region, inner: Loop, indices: set[str]) -> None:
    for node in inner.body:
        if isinstance(node, Loop) and depends_on(node, indices):
            raise NotApplicableError(
                f"the bounds of loops in '{node.index}' would not be affine", region.where(node)
            )
