"""Large K: from how many registers on do ILP, CP-SAT or native cardinalities win over encodings?

The SAT-mapping paper leaves this open. `python -m bench.registers` asks for mappings of products
of random pairs onto one processing element with K registers, K/4 units and paths of width K/4,
such that the registers are what is short, and writes `docs/results/registers.md`.
"""

from __future__ import annotations

import random
import sys
from functools import partial

from archs.presets import architecture_preset
from bench.compared import MEAN, Question, answers, tables
from bench.frame import Asker, Namespace, Parts, bench, option, some, time_limit
from encoders import at_most
from examples.sums import MULTIPLY, operation
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from solvers.backends.cnf import NATIVE
from solvers.questions.entries import Entry

SIZES = (4, 8, 16, 32)
CYCLES = (14, 15)
ENCODED = (
    ("cadical195", "sequential"),
    ("cadical195", "totalizer"),
    ("cadical195", "commander"),
    ("cadical195", "native"),
    ("glucose4", "sequential"),
    ("gluecard4", "native"),
    ("minicard", "native"),
)
WAYS: dict[str, tuple[str, ...]] = {
    f"{solver}, {kind}": ("--solver", solver, "--at-most-k", kind) for solver, kind in ENCODED
} | {solver: ("--solver", solver) for solver in ("cp-sat", "highs")}
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


@bench(
    "registers",
    "Many registers",
    time_limit(60),
    option("--sizes", type=int, nargs="+", choices=SIZES, default=SIZES, metavar="K"),
    option("--cycles", type=int, nargs="+", choices=CYCLES, default=CYCLES, metavar="N"),
    some("--ways", WAYS, "WAY"),
    smoke="--sizes 4 --cycles 15 --ways 'cadical195, sequential' 'minicard, native'",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Compare at every K."""
    limit = options.time_limit
    yield (
        "One processing element with K registers, K/4 units, and paths of width K/4 from and to"
        f" the external memory; 3K products of random pairs of {INPUTS:g}K inputs. Every limit is"
        " an at-most-K constraint over all values of the kernel. One run each, given up after"
        f' {limit:g} s. "too large": more than two million clauses for one limit.\n'
    )
    yield MEAN
    ways = {way: WAYS[way] for way in options.ways}
    for cycles in options.cycles:
        questions = [Question(f"K = {size}", instance(size), (cycles,)) for size in options.sizes]
        yield f"## {cycles} cycles\n"
        found = answers(asker, questions, ways, limit, partial(_fits, asker))
        yield from tables(found, limit, "solver, at most K")


def _fits(asker: Asker, question: Question, way: str) -> bool:
    """Whether an encoding of the registers' limit has a bearable number of clauses."""
    registers, encoding = int(question.name.split()[-1]), way.partition(", ")[2]
    key: dict[str, object] = {"registers": registers, "encoding": encoding}
    return encoding in ("", NATIVE) or bool(
        asker.entry(key, partial(_encoded, registers, encoding))["fits"]
    )


def _encoded(registers: int, encoding: str) -> Entry:
    try:
        at_most(round((INPUTS + 3) * registers), registers, encoding)
    except ValueError:
        return {"fits": False}
    return {"fits": True}


if __name__ == "__main__":
    sys.exit(main())
