"""What a worker of a cluster executes: a formula under a cube.

Arguments and results are plain values, which need no other room before the import path is right.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from solvers.backends.spread.import_path import prefer_own_packages

if TYPE_CHECKING:
    from solvers.backends.cnf import Cnf


class CubeAnswer(NamedTuple):
    """`satisfiable` is None where the task was not wanted; `model` are the true variables.

    `proof` has the numbers of the needed clauses, from 0, and binary LRAT, as of
    `solvers.certificates.lrat.Trimmed`; it is None without a refutation, or where none was asked.
    """

    satisfiable: bool | None
    model: list[int]
    conflicts: int
    seconds: float
    proof: tuple[list[int], bytes] | None


def packed(cnf: Cnf) -> bytes:
    """Return a formula as bytes."""
    import io

    import numpy as np

    file = io.BytesIO()
    np.savez_compressed(file, np.array(cnf.variables), *cnf.blocks)
    return file.getvalue()


def unpacked(formula: bytes, cube: Iterable[int] = ()) -> Cnf:
    """Return the formula, with a unit clause for each literal of `cube` behind its own clauses."""
    import io

    import numpy as np

    from solvers.backends.cnf import Cnf

    with np.load(io.BytesIO(formula)) as file:
        variables, *blocks = [file[f"arr_{n}"] for n in range(len(file.files))]
    cnf = Cnf(int(variables), blocks)
    cnf.blocks += [np.array([[literal]], dtype=np.int32) for literal in cube]
    return cnf


def kept(formula: bytes) -> bytes:
    """Return what a worker keeps for others: where it is lost, the scheduler has it done again."""
    return formula


def solve_cube(
    formula: bytes, cube: tuple[int, ...], solver: str, proof: bool, seed: int
) -> CubeAnswer:
    """Solve a packed formula under `cube`. A task that is not wanted any more ends soon.

    With a `seed` clauses are in another order, so that `proof` would be of another formula.
    """
    prefer_own_packages()
    from solvers.backends.sat import SatSession
    from solvers.certificates.lrat import BrokenProofError, trim

    begun = time.perf_counter()
    cnf, wanted = unpacked(formula, cube), still_wanted()
    count = cnf.clause_count
    if seed:
        cnf.shuffle(seed)
    session = SatSession(cnf, solver, proof=proof)
    outcome, found = session.solve(keep_going=lambda conflicts: wanted()), None
    if proof and outcome.satisfiable is False:
        try:
            trimmed = trim(session.proof(), count)
            found = trimmed.clauses, trimmed.lrat
        except BrokenProofError:
            found = None
    session.close()
    spent = time.perf_counter() - begun
    return CubeAnswer(outcome.satisfiable, outcome.model, outcome.conflicts, spent, found)


def still_wanted() -> Callable[[], bool]:
    """Return whether the task of this thread is wanted: clients may go, and drop what they asked.

    A running task cannot be stopped from outside; its state on the worker is `cancelled` then.
    """
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:  # called by no worker
        return lambda: True
    key = worker.get_current_task()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state != "cancelled"

    return wanted
