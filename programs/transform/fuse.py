"""Fusion: neighbouring loops become one, each delayed by a shift if dependences need it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from programs.loops.affine import Bound, Constraint, affine
from programs.loops.region import Guard, Loop, Node, Region, Statement
from programs.transform.editor import Editor
from programs.transform.ranges import constant_range, folded
from programs.transform.records import Fuse, NotApplicableError

# The fused parts of the loops with some numbers.
Bodies: TypeAlias = Callable[[Sequence[int]], list[Node]]


def fuse(editor: Editor, step: Fuse) -> Region:
    """Return the region with neighbouring loops fused.

    Raises `NotApplicableError` if steps or index types differ, or ranges differ and vary.
    """
    path, count = step.loop, len(step.shifts)
    places = [(*path[:-1], path[-1] + n) for n in range(count)]
    loops = [folded(editor.loop(place)) for place in places]
    first = loops[0]
    if count < 2:
        raise NotApplicableError("fewer than two loops are fused", editor.region.where(first))
    for loop in loops[1:]:
        if (loop.step, loop.type) != (first.step, first.type):
            raise NotApplicableError(
                f"loops of steps {first.step} and {loop.step}, or of indices of different types,"
                " are fused; allowed: the same",
                editor.region.where(loop),
            )
    around = frozenset(loop.index for loop in editor.outer(path))
    index = first.index
    delays = [shift * first.step for shift in step.shifts]
    ranges = _ranges(editor.region, loops, delays)

    def bodies(active: Sequence[int]) -> list[Node]:
        return [
            editor.copy(
                node,
                {loops[n].index: affine({index: 1}, -delays[n])},
                around | {index},
            )
            for n in active
            for node in loops[n].body
        ]

    def make() -> list[Node]:
        if ranges is None:
            return [replace(first, body=tuple(bodies(range(count))))]
        if step.guarded:
            return [_guarded(first, ranges, bodies)]
        return _stretches(first, ranges, bodies)

    return editor.replace(path, count, make)


def _ranges(region: Region, loops: list[Loop], delays: list[int]) -> list[range] | None:
    """Return the values of the fused index for each loop, None if they are equal."""
    first = loops[0]
    same = all((x.lower, x.upper) == (first.lower, first.upper) for x in loops)
    if same and not any(delays):
        return None
    found: list[range] = []
    for loop, delay in zip(loops, delays, strict=True):
        values = constant_range(loop)
        if values is None:
            raise NotApplicableError(
                f"loop '{loop.index}' has other bounds than '{first.index}', and no constant ones",
                region.where(loop),
            )
        values = range(values.start + delay, values.stop + delay, loop.step)
        if found and (values.start - found[0].start) % loop.step:
            raise NotApplicableError(
                f"loop '{loop.index}' begins between two iterations", region.where(loop)
            )
        found.append(range(values.start, values.start + len(values) * loop.step, loop.step))
    return found


def _stretches(first: Loop, ranges: list[range], bodies: Bodies) -> list[Node]:
    """Return one loop per range of values with the same active loops."""
    ends = sorted({end for values in ranges if values for end in (values.start, values.stop)})
    found: list[Node] = []
    for start, stop in zip(ends, ends[1:], strict=False):
        active = [
            n for n, values in enumerate(ranges) if values.start <= start and stop <= values.stop
        ]
        if active:
            found.append(_loop(first, start, stop, bodies(active)))
    if not found:
        # The loops have no iterations; the statements are kept anyway.
        found.append(_loop(first, 0, 0, bodies(range(len(ranges)))))
    return found


def _loop(first: Loop, start: int, stop: int, body: list[Node]) -> Loop:
    lower, upper = (Bound(affine(constant=end)) for end in (start, stop))
    return replace(first, lower=(lower,), upper=(upper,), body=tuple(body))


def _guarded(first: Loop, ranges: list[range], bodies: Bodies) -> Loop:
    start = min(values.start for values in ranges)
    stop = max(values.stop for values in ranges)
    index = affine({first.index: 1})
    body: list[Node] = []
    for n, values in enumerate(ranges):
        more: list[Constraint] = []
        if values.start > start:
            more.append(Constraint(index - affine(constant=values.start)))
        if values.stop < stop:
            more.append(Constraint(affine(constant=values.stop - 1) - index))
        body += [_under(node, tuple(more)) for node in bodies([n])]
    return _loop(first, start, stop, body)


def _under(node: Node, more: tuple[Constraint, ...]) -> Node:
    if isinstance(node, Statement):
        guard = Guard((*more, *node.guard.constraints), node.guard.predicate)
        return replace(node, guard=guard)
    return replace(node, body=tuple(_under(part, more) for part in node.body))
