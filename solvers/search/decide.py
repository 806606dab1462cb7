"""The task of a process: whether a problem has a mapping with so many cycles."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from models.data.mapping import Mapping
from models.data.problem import Problem
from solvers.search.worker import LARGE_MODEL, Chains, SolverOptions, refutation_files

if TYPE_CHECKING:
    from models.space_time.index import Index


def decide(problem: Problem, horizon: int, options: SolverOptions, messages: Connection) -> None:
    """Build and solve one horizon, sending messages as it goes.

    Where chains of transfers need a length, they are first left open, then short: most
    questions are decided by that, and the exact model is large.
    """
    from models.space_time.index import Index
    from models.space_time.transfers import chain_limit

    index = Index(problem)
    limit = chain_limit(index)
    plan: tuple[Chains, ...] = ("exact",)
    if limit is not None:
        # A chain as long as the limit is exact.
        plan = tuple(
            "exact" if c != "open" and (c == "exact" or c >= limit[0]) else c
            for c in options.chains
        )
        plan = tuple(dict.fromkeys(plan))
    for chains in plan:
        if _decide(index, horizon, options, messages, chains, last=chains == plan[-1]):
            return


def _decide(
    index: Index,
    horizon: int,
    options: SolverOptions,
    messages: Connection,
    chains: Chains,
    *,
    last: bool,
) -> bool:
    """Decide by one model; return whether an answer has been sent, as it is for the last one."""
    from models.judge.checker import check
    from models.space_time.decode import decode, literals_of
    from models.space_time.progress import rule_pins
    from models.space_time.symmetry_breaking import break_symmetry
    from models.space_time.xyz import build
    from solvers.backends.backend import Settings
    from solvers.backends.registry import open_session
    from solvers.certificates.refutation import write_refutation
    from solvers.certificates.symbols import write_symbols

    clock = time.perf_counter()
    model = build(
        index.problem,
        horizon,
        windowed=options.windowed,
        grounded=chains != "open",
        chain=chains if isinstance(chains, int) else None,
        index=index,
    )
    rule_pins(model, options.pins)
    assumed = None
    # A symmetry of the array moves what is pinned.
    usable = options.symmetry and options.start is None and not options.pins
    if usable and model.constraints.variables > LARGE_MODEL:
        assumed = break_symmetry(model)
    settings = Settings(
        options.encodings,
        options.seed,
        proof=options.proof_dir is not None and not isinstance(chains, int),
        start=() if options.start is None else literals_of(model, options.start),
        fixed_effort=options.fixed_effort,
    )
    session = open_session(options.solver, model.constraints, settings)
    built = time.perf_counter() - clock
    messages.send(
        {"kind": "built", "variables": session.variables, "clauses": session.rows, "build": built}
    )
    session.load()
    loaded = time.perf_counter() - clock - built
    messages.send({"kind": "loaded"})

    def report(conflicts: int) -> bool:
        messages.send({"kind": "progress", "conflicts": conflicts})
        return True

    outcome = session.solve(keep_going=report)
    solved = time.perf_counter() - clock - built - loaded
    satisfiable = outcome.satisfiable
    mapping: Mapping | None = None
    proven: tuple[str, ...] = ()
    if satisfiable:
        mapping = decode(model, outcome.model)
        if chains == "open" and check(index.problem, mapping):
            satisfiable, mapping = None, None
    elif satisfiable is False and isinstance(chains, int):
        satisfiable = None
    elif satisfiable is False and options.proof_dir is not None:
        found = session.refutation()
        # Where there is no room for a proof, the refutation is worth as much without one.
        with suppress(OSError):
            if found is not None:
                symbols = partial(write_symbols, model, found.cnf)
                folder = Path(options.proof_dir)
                names = refutation_files(f"{horizon}-of-{os.getpid()}")
                write_refutation(found, folder, names, symbols)
                proven = tuple(str(folder / name) for name in names)
    if satisfiable is None and not last:
        return False
    messages.send(
        {
            "kind": "answer",
            "satisfiable": satisfiable,
            "mapping": mapping,
            "assumed": assumed,
            "proven": proven,
            "conflicts": outcome.conflicts,
            "seconds": {"build": built, "load": loaded, "solve": solved},
        }
    )
    return True
