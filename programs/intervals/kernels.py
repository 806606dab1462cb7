"""Random kernels like those of an exploration: loops, and the bodies of unrolled nests.

A third are single loops (PT-Map, Sec. 4.1), some of them unrolled; the others are nests in a random
legal order, whose innermost loops are unrolled and jammed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from programs.cost import kernel_of, pipelines
from programs.dataflow import Kernel
from programs.dataflow.random_loops import LoopOptions, random_loop
from programs.intervals.nests import random_nest
from programs.loops.region import Loop, Region
from programs.transform import Reorder, Unroll, Variant, variant_of

LOOPS, UNROLLED, REORDERED = 0.35, 0.4, 0.4
"""Shares: of single loops, of unrolled ones among them, of reordered nests."""

LARGEST_LOOP = 90
FACTORS = range(1, 9)
LEAST, MOST = 5, 150
"""Operations of a kernel."""

TYPICAL = 22.0
"""The intended median of the operations of unrolled bodies."""


@dataclass(frozen=True)
class RandomKernel:
    """A graph, and a description of its generation; it is reproducible from the seed."""

    kernel: Kernel
    how: str


def random_kernel(seed: int) -> RandomKernel:
    """Return a kernel of `LEAST` … `MOST` operations, deterministic per seed."""
    chance = random.Random(f"kernel {seed}")
    for attempt in range(100):
        source = seed * 100 + attempt
        found = _loop(chance, source) if chance.random() < LOOPS else _nest(chance, source)
        if found is not None and LEAST <= len(found.kernel.dfg.operations) <= MOST:
            return found
    raise AssertionError("a hundred random programs were all too large or too small")


def _loop(chance: random.Random, source: int) -> RandomKernel | None:
    most = round(min(LARGEST_LOOP, max(LEAST + 3, chance.lognormvariate(math.log(20), 0.6))))
    unrolled = chance.random() < UNROLLED
    if unrolled:
        most = max(LEAST + 3, most // 3)
    loop = random_loop(source, LoopOptions(least=max(LEAST, most - 4), most=most))
    if not unrolled:
        return RandomKernel(loop, "loop")
    made = _unrolled(chance, variant_of(loop.region, reassociate=True), 1)
    return None if made is None else _kernel(made)


def _nest(chance: random.Random, source: int) -> RandomKernel | None:
    start = variant_of(random_nest(source), reassociate=chance.random() < 0.5)
    depth = len(_band(start.region))
    if chance.random() < REORDERED:
        order = list(range(depth))
        chance.shuffle(order)
        start = start.tried(Reorder((0,), tuple(order))) or start
    made = _unrolled(chance, start, min(depth, 2))
    return None if made is None else _kernel(made)


def _band(region: Region) -> tuple[Loop, ...]:
    found: list[Loop] = []
    node = region.body[0]
    while isinstance(node, Loop):
        found.append(node)
        node = node.body[0]
    return tuple(found)


def _unrolled(chance: random.Random, start: Variant, levels: int) -> Variant | None:
    """Unroll the innermost loops, towards a random number of operations; None on failure."""
    depth = len(_band(start.region))
    size = len(_first(start.region).dfg.operations)
    wanted = min(MOST, chance.lognormvariate(math.log(TYPICAL), 0.75))
    choices = list(_factors(levels))
    # More copies share more, which this estimate leaves out.
    weights = [
        math.exp(-2 * abs(math.log(size * math.prod(factors) / wanted))) for factors in choices
    ]
    for _ in range(4):
        factors = chance.choices(choices, weights)[0]
        if math.prod(factors) == 1:
            return start
        first = depth - levels
        made = start.tried(Unroll((0,) * (first + 1), factors))
        if made is not None:
            return made
    return None


def _factors(levels: int) -> Iterator[tuple[int, ...]]:
    for outer in FACTORS if levels > 1 else (1,):
        for inner in FACTORS:
            yield (outer, inner) if levels > 1 else (inner,)


def _kernel(made: Variant) -> RandomKernel:
    return RandomKernel(_first(made.region), str(made))


def _first(region: Region) -> Kernel:
    """Return the kernel of the first pipeline, before any remainder loops."""
    return kernel_of(region, next(pipelines(region.body)))
