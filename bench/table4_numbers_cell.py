"""One formula of table 4 with other numbers of its variables, in a process of its own."""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from examples.ring import ring
from models.data.computation import Transform
from models.data.problem import Problem
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.cnf import Cnf, lower
from solvers.backends.sat import SatSession
from solvers.questions.entries import Entry


def solve(size: int, cycles: int, how: Transform, solver: str, numbers: int) -> Entry:
    """Return the answer to the paper's constraints, and the seconds of SAT solving.

    They are those of the processor. `numbers` is the seed of the numbers of the variables; 0
    leaves them. Raises `RuntimeError` where the solver gives up.
    """
    problem = Problem(*ring(size, "pattern"), None, how)
    model = build(problem, cycles, windowed=True, implied=False)
    cnf = lower(model.constraints)
    names = renumbered(cnf, numbers) if numbers else np.arange(cnf.variables + 1)
    session = SatSession(cnf, solver)
    begun = time.process_time()
    outcome = session.solve()
    seconds = time.process_time() - begun
    if outcome.satisfiable is None:
        raise RuntimeError(f"{solver} gave up without a limit")
    if outcome.satisfiable:
        faults = check(problem, decode(model, names[outcome.model]))
        if faults:
            raise RuntimeError(f"the checker rejects the mapping: {faults[0]}")
    return {"result": "SAT" if outcome.satisfiable else "UNSAT", "solve": round(seconds, 2)}


def renumbered(cnf: Cnf, seed: int) -> np.ndarray:
    """Renumber the variables at random; return the old numbers by new [V + 1]."""
    numbers = np.append(0, 1 + np.random.default_rng(seed).permutation(cnf.variables))
    cnf.blocks = [np.sign(block) * numbers[np.abs(block)] for block in cnf.blocks]
    return np.argsort(numbers)


if __name__ == "__main__":
    print(json.dumps(solve(**json.loads(sys.argv[1]))), flush=True)
