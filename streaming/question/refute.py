"""Decides one question of the exact mapper by SAT, with a DRAT proof if no mapping exists."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Literal

from shell.budget import UNLIMITED, Budget
from solvers.tasks import refute as core
from solvers.tasks.solver_options import SolverOptions
from streaming.model.clauses import StreamingModel, build, decode
from streaming.model.rules import Rules
from streaming.model.schedule import Schedule


def proof_files(ii: int, cycles: int) -> tuple[str, str, str]:
    """Return the file names of the CNF, the symbols and the proof that refute `cycles` at `ii`."""
    stem = f"horizon-{cycles}-ii-{ii}"
    return f"{stem}.cnf", f"{stem}.symbols", f"{stem}.lrat"


class UnwrittenProofError(OSError):
    """No mapping exists, but the files of the proof cannot be written."""


def refute(
    rules: Rules,
    ii: int,
    cycles: int,
    budget: Budget = UNLIMITED,
    folder: Path | None = None,
    solver: str = SolverOptions.solver,
    watch: Callable[[], bool] = lambda: True,
    placed: Mapping[int, tuple[int, int]] | None = None,
    *,
    timed: bool = True,
    conflicts: int | None = None,
) -> Literal[True] | Schedule | None:
    """Return True if no mapping at `ii` has `cycles` cycles or fewer, such a mapping, or None if
    undecided within `budget` and `conflicts`.

    `placed` fixes the tile and the spoke of instructions. Without `timed`, the model has only tiles
    and spokes, and the result is also None if that relaxation is satisfiable. `watch` is called
    regularly and may stop the solver by returning False. With `folder`, a refutation leaves
    `proof_files` there, which `solvers.verify` re-checks. Raises `UnwrittenProofError` if they
    cannot be written.
    """
    if budget.over() or not watch():
        return None
    model = build(rules, ii, cycles, placed, timed=timed)
    if budget.over() or not watch():
        return None
    files = None
    if folder is not None:
        symbols = partial(_write_symbols, model)
        files = core.ProofFiles(folder, proof_files(ii, cycles), symbols)
    options = SolverOptions(solver=solver)
    reply = core.refute(
        model.constraints,
        options,
        budget,
        watch=lambda conflicts: watch(),
        files=files,
        short_slices=True,
        conflicts=conflicts,
    )
    if reply.satisfiable is None:
        return None
    if reply.satisfiable:
        return decode(model, reply.model) if timed else None
    if reply.unproven is not None:
        raise UnwrittenProofError(*reply.unproven.args)
    return True


def _write_symbols(
    model: StreamingModel, cnf: object, write: Callable[[str], object], used: Collection[int]
) -> None:
    for symbols in model.symbols:
        for variable, keys in enumerate(symbols.keys.tolist(), symbols.first):
            if variable in used:
                write(f"{symbols.kind} {variable} {' '.join(map(str, keys))}\n")
