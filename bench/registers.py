"""Large K: from how many registers on do ILP, CP-SAT or native cardinalities win over encodings?

The SAT-mapping paper leaves this open. `python -m bench.registers` asks for mappings of products
of random pairs onto one processing element with K registers, K/4 units and paths of width K/4,
such that the registers are what is short, and writes `docs/results/registers.md`.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from archs.presets import architecture_preset
from bench.compared import compared, seconds
from bench.measure import table, write
from bench.resume import Entry
from encoders import at_most
from examples.sums import MULTIPLY, operation
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from solvers.backends.cnf import NATIVE

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


def main(arguments: list[str] | None = None) -> None:
    """Compare at every K and write the page."""
    parser = argparse.ArgumentParser(prog="bench.registers", description="Large K")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S", help="per run")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished runs here")
    options = parser.parse_args(arguments)
    limit = options.time_limit
    keep = [] if options.resume is None else ["--resume", str(options.resume)]
    words = [*keep, "--time-limit", f"{limit:g}"]
    found = {registers: _measure(registers, words) for registers in SIZES}
    command = f"python -m bench.registers --time-limit {limit:g}"
    print(write("registers", "Many registers", command, page(found, limit)))


def _measure(registers: int, words: list[str]) -> dict[tuple[str, int], Entry]:
    found: dict[tuple[str, int], Entry] = {}
    words = ["--cycles", ",".join(map(str, CYCLES)), *words]
    for solver, encoding in WAYS:
        if encoding is not None and not _fits(registers, encoding):
            too_large = {"status": "too large", "median": None, "rows": None}
            found |= {(_way(solver, encoding), cycle): too_large for cycle in CYCLES}
            continue
        how = [] if encoding is None else ["--at-most-k", encoding]
        for line in compared(*instance(registers), *words, "--solver", solver, *how):
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


def page(found: dict[int, dict[tuple[str, int], Entry]], limit: float) -> list[str]:
    """Return the parts of the page; `found` by K."""
    parts = [
        "One processing element with K registers, K/4 units, and paths of width K/4 from and to"
        f" the external memory; 3K products of random pairs of {INPUTS:g}K inputs. Every limit is"
        " an at-most-K constraint over all values of the kernel. Seconds of the whole process, one"
        f' run each, given up after {limit:g} s. "too large": more'
        " than two million clauses for one limit.\n"
    ]
    for cycles in CYCLES:
        heads = ["solver, at most K"]
        columns = []
        for registers, lines in found.items():
            own = {way: line for (way, asked), line in lines.items() if asked == cycles}
            known = {line["status"] for line in own.values()} & {"SAT", "UNSAT"}
            heads.append(f"K = {registers}: {' '.join(known) or '?'}")
            columns.append(own)
        ways = [_way(*way) for way in WAYS]
        body: list[list[object]] = [
            [way, *(seconds(own[way], limit) for own in columns)] for way in ways
        ]
        rows: list[list[object]] = [
            [way, *(f"{own[way]['rows'] or 0:,}" for own in columns)] for way in ways
        ]
        parts += [f"## {cycles} cycles\n", table(heads, body), "Clauses, constraints or rows:\n"]
        parts.append(table(heads, rows))
    return parts


if __name__ == "__main__":
    main()
