"""Multi-dimensional unroll-and-jam: blocks of iterations of a nest become one body.

Every loop is split into whole blocks and a remainder, which is peeled off into separate loops:

    for (i = L; i < U - (u - 1); i += u) whole block;
    for (i = L + u ⌊(U - L) / u⌋; i < U; i++) rest;

If the trip count depends on outer loops, the quotient is the index of a loop over the single
partial block.
"""

from __future__ import annotations

from dataclasses import replace

from programs.loops.affine import Affine, Bound, affine
from programs.loops.region import Loop, Node, Region
from programs.polyhedral import Place
from programs.transform.editor import Editor
from programs.transform.ranges import first_value, folded, trip_count
from programs.transform.records import NotApplicableError, Unroll

Offsets = dict[str, Place]


def unroll(editor: Editor, step: Unroll) -> Region:
    """Return the region with a band of nested loops unrolled, and the copies jammed.

    Raises `NotApplicableError` if a factor is below 1 or above the trip count, or bounds depend on
    an unrolled index.
    """
    band = tuple(folded(loop) for loop in editor.band(step.loop, len(step.factors)))
    region = editor.region
    unrolled: set[str] = set()
    for loop, factor in zip(band, step.factors, strict=True):
        where = region.where(loop)
        if factor < 1:
            raise NotApplicableError(f"loop '{loop.index}' is unrolled by {factor}", where)
        for bound in (*loop.lower, *loop.upper):
            for name in sorted(bound.affine.names & unrolled):
                raise NotApplicableError(
                    f"the bounds of loop '{loop.index}' depend on '{name}', which is unrolled",
                    where,
                )
        trips = trip_count(loop)
        if trips is not None and trips < factor:
            raise NotApplicableError(
                f"loop '{loop.index}' has {trips} iterations, and is unrolled by {factor}", where
            )
        if factor > 1:
            first_value(region, loop)
            unrolled.add(loop.index)
    around = frozenset(loop.index for loop in (*editor.outer(step.loop), *band))
    maker = _Maker(editor, band, step.factors, around)
    return editor.replace(step.loop, 1, lambda: maker.nodes(0, [{}]))


class _Maker:
    """Makes loops from the outermost inwards; `offsets` distinguish the copies of a block."""

    def __init__(
        self,
        editor: Editor,
        band: tuple[Loop, ...],
        factors: tuple[int, ...],
        around: frozenset[str],
    ) -> None:
        self.editor, self.band, self.factors, self.around = editor, band, factors, around

    def nodes(self, level: int, offsets: list[Offsets]) -> list[Node]:
        if level == len(self.band):
            body = self.band[-1].body
            return [self.editor.copy(node, one, self.around) for one in offsets for node in body]
        loop, factor = self.band[level], self.factors[level]
        if factor == 1:
            return [replace(loop, body=tuple(self.nodes(level + 1, offsets)))]
        block = [
            {**one, loop.index: affine({loop.index: 1}, loop.step * n)} if n else one
            for one in offsets
            for n in range(factor)
        ]
        whole = tuple(self.nodes(level + 1, block))
        trips = trip_count(loop)
        step = loop.step * factor
        first = first_value(self.editor.region, loop)
        if trips is not None:
            middle = Bound(first + step * (trips // factor))
            found: list[Node] = [replace(loop, upper=(middle,), step=step, body=whole)]
            if trips % factor:
                rest = tuple(self.nodes(level + 1, offsets))
                found.append(replace(loop, lower=(middle,), body=rest))
            return found
        last = loop.step * (factor - 1)
        upper = tuple(Bound(b.affine + -b.divisor * last, b.divisor) for b in loop.upper)
        found = [replace(loop, upper=upper, step=step, body=whole)]
        for number in range(len(loop.upper)):
            found += self.rest(level, offsets, first, number)
        return found

    def rest(self, level: int, offsets: list[Offsets], first: Affine, number: int) -> list[Node]:
        """Return the loop over the block cut by upper bound `number`, and by no earlier bound."""
        loop, factor = self.band[level], self.factors[level]
        lengths = [(b.affine - first * b.divisor, b.divisor * loop.step) for b in loop.upper]
        length, per = lengths[number]
        if length.is_constant and not -(-length.constant // per) % factor:
            return []
        whole = [_whole(value, divisor, factor) for value, divisor in lengths[: number + 1]]
        block = self.editor.fresh_index(loop.index)
        start = first + affine({block: loop.step * factor})
        body = tuple(self.nodes(level + 1, offsets))
        inside = replace(loop, lower=(Bound(start),), body=body)
        return [
            Loop(
                block,
                (Bound(affine()), whole[number]),
                (Bound(length, per * factor), *whole[:number]),
                (inside,),
                1,
                loop.type,
                loop.line,
            )
        ]


def _whole(length: Affine, divisor: int, factor: int) -> Bound:
    """Return ⌊⌈length / divisor⌉ / factor⌋, rounded up instead of down."""
    return Bound(length + (divisor - divisor * factor), divisor * factor)
