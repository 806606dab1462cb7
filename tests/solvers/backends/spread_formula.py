"""A formula on a cluster, in a process of its own, with SCHEDULER VARIABLES SEED WHO as arguments.

With `cubes` as WHO, the process only waits for the cluster. Prints lines of progress, and at last
whether there is a solution, the clauses of the proof, and the bytes of it.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import numpy as np

from models.space_time.constraint_model import ConstraintModel
from solvers.backends.backend import Outcome, Settings
from solvers.backends.spread import session

PAUSE = 0.05


def drawn(variables: int, seed: int, ratio: float = 4.7) -> ConstraintModel:
    """Return random clauses of three literals; most of such formulas have no solution."""
    rng = random.Random(seed)
    rows = [
        [rng.choice((-1, 1)) * x for x in rng.sample(range(1, variables + 1), 3)]
        for _ in range(int(ratio * variables))
    ]
    model = ConstraintModel(variables)
    model.add_clauses("drawn", np.array(rows, dtype=np.int32))
    return model


def waiting(keep_going: Callable[[int], bool]) -> Outcome:
    """Take the place of the process's own solver."""
    while keep_going(0):
        time.sleep(PAUSE)
    return Outcome(None, [], 0)


def main(scheduler: str, variables: str, seed: str, who: str) -> None:
    """Solve without a moment alone."""
    session.ALONE_SECONDS = 0.0
    settings = Settings(proof=True, cluster=scheduler)
    spread = session.SpreadSession(drawn(int(variables), int(seed)), settings, "cadical195")
    spread.load()
    if who == "cubes":
        spread._own.solve = waiting

    def told(conflicts: int) -> bool:
        print(conflicts, flush=True)
        return True

    outcome = spread.solve(told)
    found = spread.refutation() if outcome.satisfiable is False else None
    print(outcome.satisfiable, found and len(found.clauses), found and len(found.lrat))


if __name__ == "__main__":
    main(*sys.argv[1:])
