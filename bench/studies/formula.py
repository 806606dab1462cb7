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
from models.data.computation import Transform
from models.data.problem import Problem
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.tree_order import rule_equal_trees
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
    once: bool = False,
) -> Iterator[Answer]:
    """Yield the formula's size, then SAT or UNSAT with the processor's seconds of solving.

    `numbers` is the seed of other numbers of the variables; 0 leaves them. With `once`, each tree
    has one setting. Raises `RuntimeError` where the solver gives up or the mapping is refused.
    """
    problem = Problem(*ring(size, "pattern"), None, how)
    model = build(problem, cycles, windowed=True, implied=implied)
    if once:
        rule_equal_trees(model)
    cnf = lower(model.constraints)
    names = renumbered(cnf, numbers) if numbers else np.arange(cnf.variables + 1)
    session = SatSession(cnf, solver)
    computation = model.index.computation
    sizes = {"variables": cnf.variables, "clauses": cnf.clause_count}
    yield sizes | {"values": len(computation.values), "blocks": len(computation.blocks)}
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


if __name__ == "__main__":
    for part in solve(**json.loads(sys.argv[1])):
        print(json.dumps(part), flush=True)
