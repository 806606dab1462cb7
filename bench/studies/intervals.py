"""Predicted intervals of an application: `python -m bench.studies.intervals NAME ARRAY SECONDS`.

The loops as they are, and a sample of those that explorations make of them. The truth is MII where
modulo scheduling reaches it, and otherwise what `solvers.min_ii` finds in so many seconds.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from archs.presets import architecture_preset
from bench.asking import COUNTED
from bench.process import Answer, run, written
from bench.rows import ROOT
from bench.studies import printed
from learn.intervals.shared import interval_predictor
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InfeasibleError
from models.formats.native_json import dfg_to_json
from programs.cost import buffers_of, kernel_of, mii_model, pipelines
from programs.cost.counts import counts
from programs.dataflow import Kernel
from programs.dataflow.kernel import Branch
from programs.explore import ExploreOptions, explore
from programs.intervals.facts import Fitted
from programs.intervals.label import shortest_iteration
from programs.loops.region import Region
from programs.source import read_file

LOOKED_AT = ExploreOptions(evaluated=6, keep=4, structures=False, sink=False, tiles=(16, 64))
VARIANTS = 4
"""Kernels of transformed nests that are drawn per program and array."""
ATTEMPTS, ATTEMPT_SECONDS = 4, 5.0
"""Schedules at an interval, and for how long: the shortest iteration of all counts."""


def main(name: str, array: str, seconds: str) -> Answer:
    """Return what the mapper, arithmetic and the shipped network say of every kernel.

    Intervals come with the cycles that filling and draining take.
    """
    arch = architecture_preset(array)
    predict = interval_predictor()
    lines = []
    for transformed, kernel in kernels(name, array, arch):
        iterations, entries = counts((*kernel.outer, kernel.loop))
        facts = Fitted(arch).facts(kernel.dfg)
        said = predict(kernel.dfg, arch)
        line: Answer = {"transformed": transformed, "trips": round(iterations / max(1, entries), 3)}
        line |= truth(kernel.dfg, array, arch, float(seconds))
        line |= {"MII model": [facts.mii, facts.filling], "network": list(map(int, said))}
        lines.append(line)
    return {"lines": lines}


def truth(dfg: Dfg, array: str, arch: Architecture, limit: float) -> Answer:
    """Return what the mapper makes of a kernel; the interval is None without a mapping."""
    least = Fitted(arch).facts(dfg).mii
    length = shortest_iteration(dfg, arch, least, ATTEMPTS, ATTEMPT_SECONDS)
    if length is not None:
        # Arithmetic proves that there is nothing smaller.
        return {"status": "optimal", "truth": [least, max(0, length - least)]}
    with written({"dfg": dfg_to_json(dfg)}) as filled:
        words = [filled("{dfg}"), array, "--time-limit", f"{limit:g}", "--json", "--quiet"]
        found = run("solvers.min_ii", *words, *COUNTED).picked("status", "ii", "cycles")
    if found["ii"] is None:
        return {"status": found["status"], "truth": None}
    again = shortest_iteration(dfg, arch, found["ii"], ATTEMPTS, ATTEMPT_SECONDS)
    # In cycle 0 of a mapping, nothing is executed yet.
    length = min(found["cycles"] - 1, found["cycles"] if again is None else again)
    return {"status": found["status"], "truth": [found["ii"], max(0, length - found["ii"])]}


def kernels(name: str, array: str, arch: Architecture) -> Iterator[tuple[bool, Kernel]]:
    """Yield different kernels that fit the context buffer by arithmetic, transformed or not."""
    seen: set[str] = set()
    for region in read_file(ROOT / "examples" / "programs" / f"{name}.c"):
        for pipeline in pipelines(region.body):
            if pipeline.loop is not None:
                kernel = kernel_of(region, pipeline)
                if _is_new(kernel, arch, seen):
                    yield False, kernel
        explored = _explored(region, array, arch)
        found = {dfg_to_json(each.dfg): each for each in explored if _is_new(each, arch, seen)}
        chance = random.Random(f"{name} {array}")
        for text in chance.sample(sorted(found), min(VARIANTS, len(found))):
            yield True, found[text]


def _explored(region: Region, array: str, arch: Architecture) -> list[Kernel]:
    """Return the kernels of loops that an exploration asks its predictor about."""
    found: list[Kernel] = []

    def predict(kernel: Kernel, arch: Architecture) -> tuple[int, int]:
        if any(isinstance(action, Branch) for action in kernel.actions.values()):
            found.append(kernel)
        return mii_model(kernel, arch)

    explore(region, arch, buffers_of(array), LOOKED_AT, predict)
    return found


def _is_new(kernel: Kernel, arch: Architecture, seen: set[str]) -> bool:
    text = dfg_to_json(kernel.dfg)
    if text in seen:
        return False
    seen.add(text)
    try:
        least, _ = mii_model(kernel, arch)
    except InfeasibleError:
        return False
    return arch.max_contexts is None or least <= arch.max_contexts


if __name__ == "__main__":
    printed(main, *sys.argv[1:])
