"""One formula of table 4 with XBTrees of fewer exchangers, in a process of its own."""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from examples.ring import ring
from models.data.computation import Block, Setting
from models.data.problem import Problem
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.questions.entries import Entry


def solve(size: int, cycles: int, count: int, end: str, solver: str) -> Entry:
    """Return the answer with `count` blocks, and the seconds of the processor for it.

    `end` says which exchangers of a sum are held: the `first` or the `last` of them. Raises
    `RuntimeError` where the solver gives up.
    """
    problem = Problem(*ring(size, "pattern"), None, "xbtree")
    model = build(problem, cycles, windowed=True, implied=False)
    # A signal that is true makes an exchanger pass its inputs on as they are.
    still = [model.q[Setting(p, 0, 0)] for p in held(model.index.computation.blocks, count, end)]
    model.constraints.add_clauses("held", np.array(still, dtype=np.int32)[:, None])
    session = SatSession(lower(model.constraints), solver)
    begun = time.process_time()
    outcome = session.solve()
    seconds = time.process_time() - begun
    if outcome.satisfiable is None:
        raise RuntimeError(f"{solver} gave up without a limit")
    if outcome.satisfiable:
        faults = check(problem, decode(model, outcome.model))
        if faults:
            raise RuntimeError(f"the checker rejects the mapping: {faults[0]}")
    return {"result": "SAT" if outcome.satisfiable else "UNSAT", "solve": round(seconds, 2)}


def held(blocks: tuple[Block, ...], count: int, end: str) -> list[int]:
    """Return the exchangers that are held so that `count` blocks are left, by their numbers.

    They are taken from one sum after another, of each the first or the last that is left. A
    sum's blocks are a sorter and the exchangers behind it.
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
    print(json.dumps(solve(**json.loads(sys.argv[1]))), flush=True)
