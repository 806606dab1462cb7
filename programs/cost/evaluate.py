"""The cost of a nest or a program: cycles, bytes moved, and whether the buffers suffice.

PT-Map, Eq. 1-2 and Sec. 3.3.3: an innermost loop of N iterations takes N · II + ProEpi cycles,
times the executions by the loops around. Varying iteration counts are summed exactly: II · Σ N +
ProEpi · #{N > 0}. Executions without an iteration cost nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from programs.cost.buffers import Buffers
from programs.cost.contexts import loaded_contexts
from programs.cost.counts import counts
from programs.cost.footprint import volume
from programs.cost.pipelines import Pipeline, pipelines
from programs.cost.predict import Interval
from programs.cost.traffic import simulate, trace
from programs.loops.region import Loop, Node, Region
from programs.loops.tree import Path, loops_at

Intervals: TypeAlias = Callable[[Region, Pipeline], "Interval | None"]
"""(region, pipeline) to its II, None if it cannot be mapped."""


@dataclass(frozen=True, slots=True)
class PipelineCost:
    """The cost of a pipeline in all its executions: `iterations` in total, in `entries` entries.

    `working_set` is the number of bytes that one execution touches, `operations` the size of its
    graph; 0 if unknown.
    """

    path: Path
    index: str
    ii: int
    proepi: int
    iterations: int
    entries: int
    working_set: int
    operations: int = 0

    @property
    def cycles(self) -> int:
        """Cycles of all executions (Eq. 1 and 2)."""
        return self.iterations * self.ii + self.entries * self.proepi


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a nest in all its executions, or of a program; `fits_*` apply to all nests.

    `volume` is the off-array data traffic in bytes; `exact` marks a simulated volume. `loading` and
    `moving` are the cycles of context loads and of data transfers, beside computation if `double`.
    """

    pipelines: tuple[PipelineCost, ...]
    volume: int
    fits_contexts: bool
    fits_data: bool
    exact: bool
    loading: int = 0
    moving: int = 0
    double: bool = False

    def filled(self, slots: float) -> Cost:
        """Return the cost if at most `slots` operations (possibly a fraction) start per cycle.

        The number of context loads is unchanged.
        """
        parts = tuple(
            replace(part, ii=max(part.ii, math.ceil(part.operations / slots)))
            for part in self.pipelines
        )
        more = sum(part.ii for part in parts) / max(1, self.contexts)
        return replace(self, pipelines=parts, loading=round(self.loading * more))

    @property
    def contexts(self) -> int:
        """Contexts of all pipelines."""
        return sum(part.ii for part in self.pipelines)

    @property
    def whole(self) -> int:
        """The total cycles; with double buffering, no more than computing or transfers."""
        transfers = self.loading + self.moving
        return max(self.cycles, transfers) if self.double else self.cycles + transfers

    @property
    def cycles(self) -> int:
        """Cycles of computation, pipelines one after another."""
        return sum(part.cycles for part in self.pipelines)

    @property
    def feasible(self) -> bool:
        """Whether IIs and working sets fit the buffers (PT-Map, Sec. 3.3.2)."""
        return self.fits_contexts and self.fits_data

    @property
    def ii(self) -> int:
        """The largest II of a pipeline; 0 without pipelines."""
        return max((part.ii for part in self.pipelines), default=0)


def nest_cost(
    region: Region,
    buffers: Buffers,
    intervals: Intervals,
    path: Path = (),
    count: int | None = None,
) -> Cost | None:
    """Return the cost of `count` parts of a body from a path on; without a path, of the region.

    Volumes are in bytes and in closed form, with an empty buffer at each start of a perfect nest.
    Returns None if some kernel has no II.
    """
    outer = loops_at(region.body, path[:-1])
    body = outer[-1].body if outer else region.body
    start = path[-1] if path else 0
    nodes = body[start:] if count is None else body[start : start + count]
    found: list[PipelineCost] = []
    total, exact = 0, True
    for pipeline in pipelines(nodes, outer, path[:-1], start):
        predicted = intervals(region, pipeline)
        if predicted is None:
            return None
        ii, proepi, operations = predicted
        iterations, entries = counts(pipeline.loops)
        if pipeline.loop is None:
            entries = iterations
        around = _around(nodes, outer, pipeline)
        inner = pipeline.loops[len(around) :]
        moved = volume(
            region, around, inner, pipeline.statements, buffers.lines, buffers.line_bytes
        )
        total += moved.total * counts(around).iterations
        exact = exact and moved.exact and counts(around).iterations == 1
        index = "" if pipeline.loop is None else pipeline.loop.index
        sizes = moved.working_set, operations
        found.append(PipelineCost(pipeline.path, index, ii, proepi, iterations, entries, *sizes))
    return Cost(
        tuple(found),
        total,
        all(part.ii <= buffers.contexts for part in found),
        all(part.working_set <= buffers.data_bytes for part in found),
        exact and len(found) == 1,
        loading_cycles(_inside(outer, nodes), _sizes(found, len(outer), start), buffers),
        moving_cycles(total, found, buffers),
        buffers.double,
    )


def moving_cycles(volume: int, parts: Sequence[PipelineCost], buffers: Buffers) -> int:
    """Return the cycles of moving `volume` bytes of data.

    Every execution of a kernel that moves data is a separate transfer with its own latency.
    """
    transfers = min(sum(part.entries for part in parts), volume // buffers.line_bytes)
    return volume // buffers.bandwidth + transfers * buffers.latency


def loading_cycles(body: Sequence[Node], sizes: Mapping[Path, int], buffers: Buffers) -> int:
    """Return the cycles of context loads of one run of a body, from an empty buffer.

    `sizes` are the contexts of kernels by path. Each kernel counts one latency, independent of its
    number of loads.
    """
    loaded = loaded_contexts(body, sizes, buffers.contexts)
    return len(sizes) * buffers.latency + -(-loaded * buffers.context_bytes // buffers.bandwidth)


def program_volume(region: Region, buffers: Buffers) -> tuple[int, bool]:
    """Return the simulated traffic of a region in bytes, and whether all accesses were known."""
    steps = trace(region, buffers.line_bytes)
    traffic = simulate(steps, buffers.lines)
    return traffic.lines * buffers.line_bytes, steps.exact


def context_volume(region: Region, cost: Cost, buffers: Buffers) -> int:
    """Return the bytes of contexts loaded by one run of a region."""
    sizes = {part.path: part.ii for part in cost.pipelines}
    return loaded_contexts(region.body, sizes, buffers.contexts) * buffers.context_bytes


def _inside(outer: tuple[Loop, ...], nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Return nested loops around the given parts of a body only."""
    for loop in reversed(outer):
        nodes = (replace(loop, body=tuple(nodes)),)
    return tuple(nodes)


def _sizes(found: Sequence[PipelineCost], depth: int, start: int) -> dict[Path, int]:
    """Return the contexts of the pipelines that run, by their paths within the extracted nest."""
    return {
        (*(0,) * depth, part.path[depth] - start, *part.path[depth + 1 :]): part.ii
        for part in found
        if part.iterations
    }


def _around(nodes: Sequence[Node], outer: tuple[Loop, ...], pipeline: Pipeline) -> tuple[Loop, ...]:
    """Return the loops outside of the largest perfect nest that a pipeline is in."""
    loops = pipeline.loops
    depth = len(loops)
    if pipeline.loop is None:
        return loops
    while depth > len(outer) + 1 and len(loops[depth - 2].body) == 1:
        depth -= 1
    return loops[: depth - 1]
