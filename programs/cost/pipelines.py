"""The pipelines executed on the array: innermost loops, and runs of statements beside loops.

A run of statements beside a loop is mapped separately, as a pipeline of one iteration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from programs.dataflow import DataflowOptions, Kernel, extract
from programs.loops.affine import Bound, affine
from programs.loops.region import Loop, Node, Region, Statement, loops_of
from programs.loops.tree import Path, replaced, runs


@dataclass(frozen=True, slots=True)
class Pipeline:
    """An innermost loop at a path, or a run of `count` statements starting there.

    `outer` are the loops around it; `loop` is None for statements beside loops.
    """

    path: Path
    outer: tuple[Loop, ...]
    loop: Loop | None
    statements: tuple[Statement, ...]

    @property
    def loops(self) -> tuple[Loop, ...]:
        """All loops, the pipelined one last."""
        return self.outer if self.loop is None else (*self.outer, self.loop)


def pipelines(
    body: Sequence[Node], outer: tuple[Loop, ...] = (), path: Path = (), start: int = 0
) -> Iterator[Pipeline]:
    """Yield the pipelines of a body in execution order.

    `path` is the path of the body's loop, `start` the position of its first part there.
    """
    for place, run in runs(tuple(body)):
        at, (node, *_) = (*path, start + place), run
        if isinstance(node, Statement):
            yield Pipeline(at, outer, None, tuple(x for x in run if isinstance(x, Statement)))
        elif any(isinstance(part, Loop) for part in node.body):
            yield from pipelines(node.body, (*outer, node), at)
        else:
            inner = tuple(part for part in node.body if isinstance(part, Statement))
            yield Pipeline(at, outer, node, inner)


def kernel_of(region: Region, pipeline: Pipeline) -> Kernel:
    """Return the graph of a pipeline; a run of statements has no counter and no branch.

    A run gets the graph of the surrounding loop with only these statements: values that depend on
    its index are loaded and computed. Without a surrounding loop, all values are invariant.
    """
    if pipeline.loop is not None:
        return extract(region, pipeline.loop)
    plain = DataflowOptions(control=False)
    if pipeline.outer:
        only = replace(pipeline.outer[-1], body=pipeline.statements)
        body = replaced(region.body, pipeline.path[:-1], 1, (only,))
        return extract(replace(region, body=body), only, plain)
    taken = {loop.index for loop in loops_of(region.body)} | set(region.declared)
    index = "once"
    while index in taken:
        index += "_"
    ends = (Bound(affine()),), (Bound(affine(constant=1)),)
    once = Loop(index, *ends, pipeline.statements, line=pipeline.statements[0].line)
    body = replaced(region.body, pipeline.path, len(pipeline.statements), (once,))
    return extract(replace(region, body=body), once, plain)
