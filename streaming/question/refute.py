"""Decides one question of the exact mapper by SAT, with a DRAT proof if no mapping exists."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Literal

from solvers.backends.backend import Settings
from solvers.backends.registry import open_session
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.certificates.refutation import Write, write_refutation
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
    deadline: float | None = None,
    folder: Path | None = None,
    solver: str = DEFAULT_SOLVER,
    watch: Callable[[], bool] = lambda: True,
    placed: Mapping[int, tuple[int, int]] | None = None,
    *,
    timed: bool = True,
) -> Literal[True] | Schedule | None:
    """Return True if no mapping at `ii` has `cycles` cycles or fewer, such a mapping, or None if
    undecided at `deadline` (as of `time.perf_counter`).

    `placed` fixes the tile and the spoke of instructions. Without `timed`, the model has only tiles
    and spokes, and the result is also None if that relaxation is satisfiable. `watch` is called
    regularly and may stop the solver by returning False. With `folder`, a refutation leaves
    `proof_files` there, which `solvers.verify` re-checks. Raises `UnwrittenProofError` if they
    cannot be written.
    """

    def keep_going(conflicts: int = 0) -> bool:
        return (deadline is None or time.perf_counter() < deadline) and watch()

    if not keep_going():
        return None
    model = build(rules, ii, cycles, placed, timed=timed)
    if not keep_going():
        return None
    session = open_session(
        solver, model.constraints, Settings(proof=folder is not None, short_slices=True)
    )
    session.load()
    outcome = session.solve(keep_going=keep_going)
    if outcome.satisfiable is None:
        return None
    if outcome.satisfiable:
        return decode(model, outcome.model) if timed else None
    if folder is not None:
        found = session.refutation()
        if found is None:
            raise UnwrittenProofError("the solver's proof is cut off, or wrong")
        symbols = partial(_write_symbols, model)
        try:
            write_refutation(found, folder, proof_files(ii, cycles), symbols)
        except OSError as error:
            raise UnwrittenProofError(*error.args) from None
    return True


def _write_symbols(model: StreamingModel, write: Write, used: Collection[int]) -> None:
    for symbols in model.symbols:
        for variable, keys in enumerate(symbols.keys.tolist(), symbols.first):
            if variable in used:
                write(f"{symbols.kind} {variable} {' '.join(map(str, keys))}\n")
