"""The number of contexts loaded by a program: an LRU simulation of its kernels, loop by loop.

Kernels are loaded and replaced as a whole. From the second iteration of a loop on, all iterations
load the same, since the kernels of the body are the most recent ones. So two iterations are
simulated, and the second one represents the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from programs.cost.counts import counts
from programs.loops.region import Loop, Node
from programs.loops.tree import Path


def loaded_contexts(body: Sequence[Node], sizes: Mapping[Path, int], capacity: int) -> int:
    """Return the number of contexts loaded by one run of a body, from an empty context buffer.

    `sizes` are the contexts of kernels, by the paths of their loops or first statements. A kernel
    larger than the buffer is loaded for every execution, and is not kept. Varying iteration counts
    are replaced by their mean, rounded up.
    """
    held: dict[Path, int] = {}

    def use(path: Path, size: int) -> int:
        if size > capacity:
            held.clear()
            return size
        loaded = 0 if held.pop(path, None) is not None else size
        while sum(held.values()) + size > capacity:
            del held[next(iter(held))]
        held[path] = size
        return loaded

    def run(body: Sequence[Node], outer: tuple[Loop, ...], path: Path) -> int:
        total = 0
        for place, node in enumerate(body):
            at = (*path, place)
            if at in sizes:
                total += use(at, sizes[at])
            elif isinstance(node, Loop):
                loops = (*outer, node)
                around = counts(outer).iterations
                trips = -(-counts(loops).iterations // around) if around else 0
                if trips:
                    total += run(node.body, loops, at)
                if trips > 1:
                    total += (trips - 1) * run(node.body, loops, at)
        return total

    return run(body, (), ())
