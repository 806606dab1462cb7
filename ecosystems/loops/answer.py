"""The answer of a command that maps a loop: from options to an interval, in words, certified."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from ecosystems.loops.loop_options import LoopOptions
from ecosystems.loops.search import Machine, Work, find, given, prove
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from shell.budget import Budget
from shell.command import EXIT, say, show
from solvers.certificates.cycles import prepare
from solvers.certificates.folder_lock import working
from solvers.certificates.intervals import write_claim
from solvers.search.interval_answer import MinIi
from solvers.tasks.solver_options import SolverOptions


def answered(
    prog: str, machine: Machine[Work], dfg: Dfg, arch: Architecture, options: LoopOptions
) -> MinIi:
    """Return the mapping, found or given, and its bound; write a certificate if one is requested.

    Raises `InputError`, also for a mapping that does not fit.
    """
    engine = SolverOptions(seed=options.seed, memory_limit=options.memory_limit)
    folder = options.certificate
    if folder is not None:
        prepare(folder)
        engine = replace(engine, proof_dir=working(folder))
    if options.mapping is not None:
        known = given(machine, dfg, arch, options.mapping, engine)
    else:
        budget = Budget.of(options.time_limit)
        known = prove(find(machine, dfg, arch, engine, budget), engine, budget)
    note = None if folder is None else write_claim(known, folder)
    if note is not None:
        say(f"{prog}: {note}")
    return known


def told(names: str, known: MinIi) -> str:
    """Return the interval, or its absence, and the bound with its reason, as text."""
    if known.status == "infeasible":
        return f"infeasible: no mapping of {names}\n{known.lower_reason}"
    bound = f"at least {known.lower}: {known.lower_reason}"
    if known.mapping is None:
        return f"unknown: no mapping of {names} found\n{bound}\nstopped: {known.stopped}"
    smallest = ", the smallest" if known.status == "optimal" else ""
    return f"{names}: II = {known.contexts}{smallest}\n{bound}"


def shown(
    names: str, known: MinIi, options: LoopOptions, more: Mapping[str, object], *lines: str
) -> int:
    """Print the answer, as text with `lines` or as JSON with `more`; return the exit code."""
    record = {
        "status": known.status,
        "ii": known.contexts if known.mapping is not None else None,
        "lower_bound": known.lower,
        "lower_bound_reason": known.lower_reason,
        "stopped": known.stopped,
        **more,
    }
    show(json.dumps(record, indent=1) if options.json else "\n".join((told(names, known), *lines)))
    return EXIT[known.status]
