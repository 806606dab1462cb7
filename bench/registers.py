"""Large K: from how many registers on do ILP, CP-SAT or native cardinalities win over encodings?

The SAT-mapping paper leaves this open. `python -m bench.registers` asks for mappings of products
of random pairs onto one processing element with K registers, K/4 units and paths of width K/4,
such that the registers are what is short, and writes `docs/results/registers.md`.
"""

from __future__ import annotations

import random
import sys

from archs.presets import architecture_preset
from bench.compared import compared, headed, seconds
from bench.frame import Asker, Namespace, Parts, bench, time_limit
from bench.page import table
from encoders import at_most
from examples.sums import MULTIPLY, operation
from models.architecture import Architecture
from models.dfg import Dfg
from solvers.cnf import NATIVE
from solvers.entries import Entry

SIZES = (4, 8, 16, 32)
CYCLES = (14, 15)
WAYS = (
    ("cadical195", "sequential"),
    ("cadical195", "totalizer"),
    ("cadical195", "commander"),
    ("cadical195", "native"),
    ("glucose4", "sequential"),
    ("gluecard4", "native"),
    ("minicard", "native"),
    ("cp-sat", None),
    ("highs", None),
)
INPUTS = 2.5
"""Inputs for each register: more of them make registers shorter."""


def pairs(inputs: int, operations: int, seed: int) -> Dfg:
    """Return products of different random pairs of the inputs; every input is read."""
    chance = random.Random(seed)
    names = [f"x_{n}" for n in range(inputs)]
    chosen: dict[frozenset[str], None] = {}
    while len(chosen) < operations:
        pair = frozenset((names[len(chosen) % inputs], chance.choice(names)))
        if len(pair) == 2:
            chosen[pair] = None
    steps = tuple(operation(f"p_{n}", "*", *sorted(pair)) for n, pair in enumerate(chosen))
    return Dfg(
        name=f"pairs{inputs}x{operations}",
        operators=(MULTIPLY,),
        inputs=tuple(names),
        operations=steps,
        results=tuple(step.name for step in steps),
    )


def instance(registers: int, seed: int = 0) -> tuple[Dfg, Architecture]:
    """Return a kernel and an array whose every limit grows with the number of registers."""
    many = max(1, registers // 4)
    arch = architecture_preset(f"single:registers={registers},width={many},units={many}")
    return pairs(round(INPUTS * registers), 3 * registers, seed), arch


@bench("registers", "Many registers", time_limit(60))
def main(options: Namespace, asker: Asker) -> Parts:
    """Compare at every K."""
    limit = options.time_limit
    yield from page({registers: _measure(asker, registers, limit) for registers in SIZES}, limit)


def _measure(asker: Asker, registers: int, limit: float) -> dict[tuple[str, int], Entry]:
    found: dict[tuple[str, int], Entry] = {}
    words = ["--cycles", ",".join(map(str, CYCLES))]
    for solver, encoding in WAYS:
        if encoding is not None and not _fits(registers, encoding):
            too_large = {"status": "too large", "median": None, "rows": None}
            found |= {(_way(solver, encoding), cycle): too_large for cycle in CYCLES}
            continue
        how = [] if encoding is None else ["--at-most-k", encoding]
        asked = (*words, "--solver", solver, *how)
        for line in compared(asker, *instance(registers), limit, *asked):
            found[_way(solver, encoding), line["cycles"]] = line
    return found


def _fits(registers: int, encoding: str) -> bool:
    """Whether an encoding of the registers' limit has a bearable number of clauses."""
    if encoding == NATIVE:
        return True
    try:
        at_most(round((INPUTS + 3) * registers), registers, encoding)
    except ValueError:
        return False
    return True


def _way(solver: str, encoding: str | None) -> str:
    return solver if encoding is None else f"{solver}, {encoding}"


def page(found: dict[int, dict[tuple[str, int], Entry]], limit: float) -> Parts:
    """Yield the parts of the page; `found` by K."""
    yield (
        "One processing element with K registers, K/4 units, and paths of width K/4 from and to"
        f" the external memory; 3K products of random pairs of {INPUTS:g}K inputs. Every limit is"
        " an at-most-K constraint over all values of the kernel. Seconds of the whole process, one"
        f' run each, given up after {limit:g} s. "too large": more'
        " than two million clauses for one limit.\n"
    )
    ways = [_way(*way) for way in WAYS]
    for cycles in CYCLES:
        asked = {
            f"K = {registers}:": {way: line for (way, n), line in lines.items() if n == cycles}
            for registers, lines in found.items()
        }
        heads = ["solver, at most K", *(headed(*column) for column in asked.items())]
        times = [[w, *(seconds(own[w], limit) for own in asked.values())] for w in ways]
        sizes = [[w, *(f"{own[w]['rows'] or 0:,}" for own in asked.values())] for w in ways]
        yield f"## {cycles} cycles\n"
        yield table(heads, times)
        yield "Clauses, constraints or rows:\n"
        yield table(heads, sizes)


if __name__ == "__main__":
    sys.exit(main())
