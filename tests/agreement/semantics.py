"""Whether transformed programs compute the same: `python -m tests.agreement.semantics`.

Random programs are transformed by up to seven random legal steps each. What every program on the
way leaves in memory is compared with what the original leaves, bit for bit, and so is what the
last one does when its innermost loops are executed as graphs, and as mappings of these by modulo
scheduling, whose first executions are simulated in every cycle. Where there is a C compiler, both
programs are compiled and run. Options are `--programs N`, `--seed N`, that of the first program,
and `--array SPEC`. Writes `docs/results/program_semantics.md`; exits with 1 where anything differs.
"""

from __future__ import annotations

import random
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from archs.presets import architecture_preset
from bench.frame import Asker, Fault, Namespace, Parts, bench, number, option
from bench.page import table
from heuristics.modulo import modulo_schedule
from models.data.architecture import Architecture
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.process.command import natural
from programs.dataflow import Kernel, Mapped, run_dfg
from programs.dataflow.program import kernels
from programs.loops import execute
from programs.loops.random_programs import RandomOptions, random_region, random_values
from programs.transform import variant_of
from programs.transform.random_steps import transformed
from solvers.questions.entries import Entry
from solvers.questions.optimize.check import COMPILERS, run_compiled
from solvers.search.interval_plans import rising
from solvers.search.record import SolverFaultError

OPTIONS = RandomOptions(trips=5, operands=2)
STEPS = 7
MOST_CONTEXTS = 32
ATTEMPT_SECONDS = 2.0


@dataclass
class Sums:
    """What was looked at, steps by name and fate, and what differs."""

    programs: int = 0
    transformed: int = 0
    graphs: int = 0
    mapped: int = 0
    compiled: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def compare(seed: int, sums: Sums, arch: Architecture) -> None:
    """Transform one random program, and note what differs."""
    region = random_region(seed, OPTIONS)
    values = random_values(region, seed)
    expected = execute(region, values)
    last = variant_of(region)
    sums.programs += 1
    for made in transformed(last, random.Random(seed), STEPS, sums.steps):
        sums.transformed += 1
        if not same(execute(made.region, values), expected):
            sums.faults.append(f"program {seed}, `{made}`")
        last = made
    graphs = kernels(last.region)
    parts = [_mapped(kernel, arch) for kernel in graphs]
    sums.graphs += len(graphs)
    sums.mapped += sum(isinstance(part, Mapped) for part in parts)
    ways: dict[str, Callable[[], Mapping[str, Any]]] = {
        "as graphs": lambda: run_dfg(last.region, values),
        "as mappings": lambda: run_dfg(last.region, values, parts),
    }
    command = next(filter(shutil.which, COMPILERS), None)
    if command is not None:
        sums.compiled += 2
        ways["as it was, compiled"] = lambda: run_compiled(command, region, values)
        ways["compiled"] = lambda: run_compiled(command, last.region, values)
    for way, found in ways.items():
        try:
            if not same(found(), expected):
                sums.faults.append(f"program {seed}, `{last}`, {way}")
        except (InputError, SolverFaultError) as error:
            sums.faults.append(f"program {seed}, `{last}`, {way}: {error}")


def _mapped(kernel: Kernel, arch: Architecture) -> Mapped | Kernel:
    """Return a kernel mapped at some interval, or as it is where that is not found at once."""
    for contexts in rising(1, arch.max_contexts or MOST_CONTEXTS):
        problem = Problem(kernel.dfg, arch, contexts)
        until = time.perf_counter() + ATTEMPT_SECONDS
        try:
            mapping = modulo_schedule(problem, 0, deadline=until)
        except InfeasibleError:
            continue
        if mapping is not None:
            return Mapped(kernel, arch, mapping)
    return kernel


def same(one: Mapping[str, Any], two: Mapping[str, Any]) -> bool:
    """Whether memories are equal to the last bit, NaN to NaN."""
    return one.keys() == two.keys() and all(
        np.array_equal(np.asarray(value), np.asarray(two[name]), equal_nan=True)
        for name, value in one.items()
    )


def compared(seed: int, arch: Architecture) -> Entry:
    """Compare one program, and count."""
    sums, begun = Sums(), time.perf_counter()
    compare(seed, sums, arch)
    status = "differ" if sums.faults else "agree"
    return {"status": status, **vars(sums), "seconds": round(time.perf_counter() - begun, 3)}


@bench(
    "program_semantics",
    "Programs and their graphs",
    number("--programs", 200, "how many (200)"),
    option("--seed", type=natural, default=0, metavar="N", help="of the first program (0)"),
    option("--array", default="s4", metavar="SPEC", help="to map onto (s4)"),
    smoke="--programs 3",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Look at all programs."""
    arch = architecture_preset(options.array)
    found = Sums()
    for seed in range(options.seed, options.seed + options.programs):
        key = {"seed": seed, "array": options.array}
        entry = asker.entry(key, partial(compared, seed, arch))
        for name in ("programs", "transformed", "graphs", "mapped", "compiled", "faults"):
            setattr(found, name, getattr(found, name) + entry[name])
        found.steps.update(entry["steps"])
    rows: list[list[object]] = [
        [
            name.lower(),
            *(found.steps[f"{name}{fate}"] for fate in ("", " illegal", " not applicable")),
        ]
        for name in sorted({step.split()[0] for step in found.steps})
    ]
    yield (__doc__ or "").split("\n\n", 1)[1]
    yield (
        f"{found.programs} programs, {found.transformed} transformed, {found.graphs} graphs,"
        f" {found.mapped} of these mapped, {found.compiled} programs compiled;"
        f" {len(found.faults)} differences.\n"
    )
    yield table(["step", "legal", "illegal", "not applicable"], rows)
    yield from (Fault(f"* {fault}") for fault in found.faults)


if __name__ == "__main__":
    sys.exit(main())
