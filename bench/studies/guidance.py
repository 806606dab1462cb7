"""What labels bring to annealing: `python -m bench.studies.guidance GROUP LOOPS SEEDS SECONDS`.

Loops and arrays that nothing was trained on, each at the smallest interval at which any way finds
a mapping with the first seed: without labels, with levels that need no learning, and with labels
of the network for all arrays.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import fmean, median

from archs.presets import Needs, architecture_preset, suited
from bench.lisa_arrays import ARRAYS, delivered
from bench.pages.min_ii import loading
from bench.process import Answer
from bench.studies import printed
from examples.loops.polybench import BODIES, polybench
from learn.labels.planted import planted_loop
from learn.labels.random_dfgs import random_dfg
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InfeasibleError
from solvers.search.bounds import Arithmetic
from solvers.search.guided import annealed, annealed_by_labels, annealed_by_levels
from solvers.search.named_heuristics import prepare

UNSEEN = tuple(f"random:{900_000 + n}" for n in (1, 4, 5, 14, 19, 32, 33, 37, 38, 41, 47, 54))
"""Drawn arrays; none is equal to one of training, which has numbers below 200,000."""
FILLED = tuple(f"random:{900_000 + n}" for n in (1, 4, 32, 33, 38, 41, 47))
"""Those that loops can be drawn for which nearly fill them."""
SEED, FILL, MORE, MOST = 5_000_000, 0.85, 2, 64
"""The first seed of random loops, the fill of planted ones, and intervals that are tried."""

WAYS: dict[str, Callable[[Problem, int, float], object]] = {
    "no labels": lambda problem, seed, deadline: annealed(problem, None, seed, deadline),
    "levels": annealed_by_levels,
    "network": annealed_by_labels,
}


def loops(group: str, count: int) -> Iterator[tuple[Dfg, str]]:
    """Yield the loops and arrays of a group."""
    kind, _, arrays = group.partition(", ")
    where = ARRAYS if "LISA" in arrays else FILLED if kind == "nearly full" else UNSEEN
    if kind.startswith("bodies"):
        for name in BODIES:
            for array in where:
                plain = (
                    polybench(name)
                    if kind == "bodies"
                    else loading(partial(polybench, name, 2, "operations"))
                )
                yield delivered(plain), array
        return
    for seed in range(count):
        array = where[seed % len(where)]
        arch = architecture_preset(array)
        if kind == "nearly full":
            yield planted_loop(arch, 2 + seed // len(where) % 2, FILL, SEED + seed)[0], array
        else:
            yield random_dfg(arch, SEED + seed, 60), array


def main(group: str, count: str, seeds: str, seconds: str) -> Answer:
    """Return shares of tries that map within a second and within the limit, and median seconds."""
    prepare()
    limit, found, left_out = float(seconds), list[dict[str, list[float]]](), 0
    for dfg, array in loops(group, int(count)):
        spec = suited(array, Needs.of(dfg))
        first = _first(dfg, spec)
        if first is not None:
            tried = _tried(dfg, spec, first, int(seeds), limit)
            left_out += tried is None
            found += [] if tried is None else [tried]
    lines = {
        way: {
            "1 s": round(fmean(_share(own[way], 1.0) for own in found), 4),
            "limit": round(fmean(_share(own[way], limit) for own in found), 4),
            "median": round(median(min(x, limit) for own in found for x in own[way]), 3),
        }
        for way in WAYS
        if found
    }
    return {"loops": len(found), "none": left_out, "ways": lines}


def _first(dfg: Dfg, spec: str) -> int | None:
    """Return the first interval that arithmetic leaves, None where it leaves none."""
    arch = architecture_preset(spec)
    for contexts in range(1, (arch.max_contexts or MOST) + 1):
        try:
            Arithmetic(Problem(dfg, arch, contexts)).first_horizon()
        except InfeasibleError:
            continue
        return contexts
    return None


def _tried(
    dfg: Dfg, spec: str, first: int, seeds: int, limit: float
) -> dict[str, list[float]] | None:
    """Return seconds by way and seed, infinite without a mapping; None where no way has one."""
    arch = architecture_preset(spec)
    for interval in range(first, first + 1 + MORE):
        problem = Problem(dfg, arch, interval)
        said = {way: [_spent(problem, way, 0, limit)] for way in WAYS}
        if min(own[0] for own in said.values()) < float("inf"):
            for way, own in said.items():
                own += [_spent(problem, way, seed, limit) for seed in range(1, seeds)]
            return said
    return None


def _spent(problem: Problem, way: str, seed: int, limit: float) -> float:
    begun = time.perf_counter()
    mapping = WAYS[way](problem, seed, begun + limit)
    return float("inf") if mapping is None else time.perf_counter() - begun


def _share(seconds: list[float], limit: float) -> float:
    return sum(spent <= limit for spent in seconds) / len(seconds)


if __name__ == "__main__":
    printed(main, *sys.argv[1:])
