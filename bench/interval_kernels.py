"""The loops of the eleven applications as they are, and as explorations transform them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from archs.presets import architecture_preset
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InfeasibleError
from models.formats.dfg_json import dfg_to_json
from programs.cost import buffers_of, kernel_of, mii_model, pipelines
from programs.cost.counts import counts
from programs.dataflow import Kernel
from programs.dataflow.kernel import Branch
from programs.explore import ExploreOptions, explore
from programs.loops.region import Region
from programs.source import read_file
from solvers.questions.entries import digest

PROGRAMS = Path(__file__).resolve().parent.parent / "examples" / "programs"
ARRAYS = ("s4", "r4", "h6", "sl8")

LOOKED_AT = ExploreOptions(evaluated=6, keep=4, structures=False, sink=False, tiles=(16, 64))
"""The candidates that closed forms rank first; what is random is drawn from their kernels."""

VARIANTS = 4
"""Kernels of transformed nests that are drawn per program and array."""


@dataclass(frozen=True)
class Case:
    """A kernel of an application; `trips` is how often its loop is repeated on average.

    `dfg` is the digest of its graph.
    """

    application: str
    array: str
    transformed: bool
    trips: float
    operations: int
    dfg: str


def applications() -> list[str]:
    """Return the names of the applications."""
    return sorted(path.stem for path in PROGRAMS.glob("*.c"))


def cases(application: str, array: str, variants: int) -> Iterator[tuple[Case, Dfg]]:
    """Yield the different kernels of an application that fit the context buffer by arithmetic."""
    arch = architecture_preset(array)
    seen: set[str] = set()
    for region in read_file(PROGRAMS / f"{application}.c"):
        for pipeline in pipelines(region.body):
            if pipeline.loop is not None:
                kernel = kernel_of(region, pipeline)
                if _is_new(kernel, arch, seen):
                    yield _case(application, array, False, kernel)
        found: dict[str, Kernel] = {}
        for kernel in _explored(region, array, arch):
            if _is_new(kernel, arch, seen):
                found[_text(kernel)] = kernel
        chance = random.Random(f"{application} {array}")
        for text in chance.sample(sorted(found), min(variants, len(found))):
            yield _case(application, array, True, found[text])


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
    text = _text(kernel)
    if text in seen:
        return False
    seen.add(text)
    try:
        least, _ = mii_model(kernel, arch)
    except InfeasibleError:
        return False
    return arch.max_contexts is None or least <= arch.max_contexts


def _text(kernel: Kernel) -> str:
    return dfg_to_json(kernel.dfg)


def _case(application: str, array: str, transformed: bool, kernel: Kernel) -> tuple[Case, Dfg]:
    iterations, entries = counts((*kernel.outer, kernel.loop))
    trips, size = iterations / max(1, entries), len(kernel.dfg.operations)
    return Case(application, array, transformed, trips, size, digest(_text(kernel))), kernel.dfg
