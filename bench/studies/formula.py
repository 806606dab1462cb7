"""One formula of table 4, built, loaded and solved: `python -m bench.studies.formula JSON`.

The JSON object has arguments of `solve`. The formula's size is printed first, then the answer.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator

import numpy as np

from bench.process import Answer
from examples.ring import ring
from models.data.computation import Block, Setting, Transform
from models.data.problem import Problem
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.index import Index
from models.space_time.xyz import build
from solvers.backends.cnf import Cnf, lower
from solvers.backends.sat import SatSession


def solve(
    size: int,
    cycles: int,
    how: Transform,
    solver: str = "cadical195",
    implied: bool = False,
    numbers: int = 0,
    count: int = 0,
    end: str = "first",
) -> Iterator[Answer]:
    """Yield the formula's size, then SAT or UNSAT with the processor's seconds of solving.

    `numbers` is the seed of other numbers of the variables; 0 leaves them. With a `count`, as many
    blocks are left: exchangers of the `first` or the `last` end of each sum are held. Raises
    `RuntimeError` where the solver gives up, or the checker rejects the mapping.
    """
    problem = Problem(*ring(size, "pattern"), None, how)
    model = build(problem, cycles, windowed=True, implied=implied)
    if count:
        # A signal that is true makes an exchanger pass its inputs on as they are.
        kept = [model.q[Setting(p, 0, 0)] for p in held(model.index.computation.blocks, count, end)]
        model.constraints.add_clauses("held", np.array(kept, dtype=np.int32)[:, None])
    cnf = lower(model.constraints)
    names = renumbered(cnf, numbers) if numbers else np.arange(cnf.variables + 1)
    session = SatSession(cnf, solver)
    computation = Index(problem).computation
    yield {
        "variables": cnf.variables,
        "clauses": cnf.clause_count,
        "values": len(computation.values),
        "blocks": len(computation.blocks),
    }
    begun = time.process_time()
    outcome = session.solve()
    solved = time.process_time() - begun
    if outcome.satisfiable is None:
        raise RuntimeError(f"{solver} gave up without a limit")
    if outcome.satisfiable:
        faults = check(problem, decode(model, names[outcome.model]))
        if faults:
            raise RuntimeError(f"the checker rejects the mapping: {faults[0]}")
    yield {"result": "SAT" if outcome.satisfiable else "UNSAT", "solve": round(solved, 2)}


def renumbered(cnf: Cnf, seed: int) -> np.ndarray:
    """Renumber the variables at random; return the old numbers by new [V + 1]."""
    numbers = np.append(0, 1 + np.random.default_rng(seed).permutation(cnf.variables))
    cnf.blocks = [np.sign(block) * numbers[np.abs(block)] for block in cnf.blocks]
    return np.argsort(numbers)


def held(blocks: tuple[Block, ...], count: int, end: str) -> list[int]:
    """Return the numbers of the exchangers that are held so that `count` blocks are left.

    They are taken from one sum after another. A sum's blocks are a sorter and the exchangers
    behind it.
    """
    sums: list[list[int]] = []
    for number, block in enumerate(blocks):
        if block.kind == "sorter":
            sums.append([])
        else:
            sums[-1].append(number)
    taken = [each.pop(0 if end == "first" else -1) for _ in blocks for each in sums if each]
    return sorted(taken[: len(blocks) - count])


if __name__ == "__main__":
    for part in solve(**json.loads(sys.argv[1])):
        print(json.dumps(part), flush=True)
