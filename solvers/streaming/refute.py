"""Decides one question of the exact mapper by clauses, with a proof where there is no mapping."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

from models.streaming.clauses import StreamingModel, build, decode
from models.streaming.rules import Rules
from models.streaming.schedule import Schedule
from solvers.backends.backend import Settings
from solvers.backends.registry import open_session
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.cnf import Cnf, write_dimacs


def proof_files(ii: int, cycles: int) -> tuple[str, str, str]:
    """Return the names of the CNF, the symbols and the proof that refute so many cycles."""
    stem = f"horizon-{cycles}-ii-{ii}"
    return f"{stem}.cnf", f"{stem}.symbols", f"{stem}.drat"


class UnwrittenProofError(OSError):
    """There is no mapping, but the files that show it cannot be written."""


def refute(
    rules: Rules,
    ii: int,
    cycles: int,
    deadline: float | None = None,
    folder: Path | None = None,
    solver: str = DEFAULT_SOLVER,
    watch: Callable[[], bool] = lambda: True,
) -> Literal[True] | Schedule | None:
    """Return True where no mapping at `ii` has `cycles` cycles or fewer, a mapping that has, or
    None where that is not decided before `deadline` (as of `time.perf_counter`).

    `watch` is asked now and then whether to go on. With `folder`, a refutation leaves
    `proof_files` there, which `solvers.verify` re-checks; `UnwrittenProofError` where they cannot
    be written.
    """

    def keep_going(conflicts: int = 0) -> bool:
        return (deadline is None or time.perf_counter() < deadline) and watch()

    if not keep_going():
        return None
    model = build(rules, ii, cycles)
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
        return decode(model, outcome.model)
    if folder is not None:
        refutation = session.refutation()
        assert refutation is not None, "only solvers with proofs are asked for one"
        try:
            _write(model, *refutation, folder)
        except OSError as error:
            raise UnwrittenProofError(*error.args) from None
    return True


def _write(model: StreamingModel, cnf: Cnf, proof: Iterable[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    names = proof_files(model.ii, model.cycles)
    # Whoever is interrupted leaves no half of a file under its name, nor a mixture of two runs.
    parts = [folder / f"{name}.{os.getpid()}" for name in names]
    try:
        with parts[0].open("w", encoding="ascii") as file:
            write_dimacs(cnf, file.write)
        with parts[1].open("w", encoding="ascii") as file:
            for symbols in model.symbols:
                for variable, keys in enumerate(symbols.keys.tolist(), symbols.first):
                    file.write(f"{symbols.kind} {variable} {' '.join(map(str, keys))}\n")
        with parts[2].open("w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in proof)
        for name, part in zip(names, parts, strict=True):
            part.replace(folder / name)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
