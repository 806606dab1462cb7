"""Refutations of an II for one kind of register files, with their files for a certificate."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from models.constraints.properties import symmetries_keep
from models.counting.longest import horizon_in_files
from models.data.certificate import Addressed, Arrival, Placement, Proof
from models.data.pins import Pins
from models.data.problem import Problem
from models.space_time.progress import rule_pins
from models.space_time.symmetry_breaking import break_symmetry
from models.space_time.xyz import build
from shell.budget import UNLIMITED, Budget
from solvers.certificates.folder_lock import working
from solvers.certificates.refutation import refutation_files
from solvers.certificates.symbols import write_symbols
from solvers.tasks.messages import Send
from solvers.tasks.refute import ProofFiles, refute
from solvers.tasks.solver_options import SolverOptions

PROVER = "cadical195"


def refuted_in_files(
    problem: Problem,
    folder: str,
    pins: Pins | None = None,
    budget: Budget = UNLIMITED,
    conflicts: int | None = None,
    most_horizon: int | None = None,
) -> Addressed | None:
    """Return why no mapping of a problem, with its contexts, has addresses in its kind of files; or
    None, if it may have some, if the budget or the `conflicts` are used up, or if no number of
    cycles, or only more than `most_horizon`, is known to suffice.

    CNF, symbols and proof are written into `folder`. Raises `InfeasibleError` where arithmetic
    refutes all files, and `OSError` where the files cannot be written.
    """
    pins = pins or Pins()
    horizon = horizon_in_files(problem, pins)
    if horizon is None or (most_horizon is not None and horizon > most_horizon):
        return None
    contexts, kind = problem.contexts, problem.files
    assert contexts is not None
    assert kind is not None
    model = build(problem, horizon)
    rule_pins(model, pins)
    usable = not pins and symmetries_keep(problem)
    assumed = break_symmetry(model) if usable else None
    names = refutation_files(f"{horizon}-ii-{contexts}-{kind}")
    files = ProofFiles(Path(working(folder)), names, partial(write_symbols, model))
    options = SolverOptions(PROVER)
    reply = refute(model.constraints, options, budget, conflicts=conflicts, files=files)
    if reply.unproven is not None:
        raise reply.unproven
    if reply.satisfiable is not False:
        return None
    placement = assumed if isinstance(assumed, Placement) else None
    arrival = assumed if isinstance(assumed, Arrival) else None
    return Addressed(contexts, kind, Proof(horizon, *names, placement, arrival))


def send_refutation(problem: Problem, folder: str, pins: Pins, send: Send[Addressed]) -> None:
    """Send the refutation of an II for the files of the problem, if there is one."""
    found = refuted_in_files(problem, folder, pins)
    if found is not None:
        send(found)
