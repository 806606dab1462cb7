"""A solver at one horizon, in a process of its own: decides whether a mapping with so many cycles
exists, or minimises an objective.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from models.constraints.properties import symmetries_keep
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker import check
from models.space_time.addressed_files import rule_avoided
from models.space_time.decode import decode, literals_of
from models.space_time.index import Index
from models.space_time.objective import minimise_cycles
from models.space_time.progress import rule_pins
from models.space_time.symmetry_breaking import break_symmetry
from models.space_time.transfers import chain_limit
from models.space_time.tree_order import rule_equal_trees
from models.space_time.xyz import build
from shell.budget import Stopwatch
from solvers.backends.registry import chosen
from solvers.certificates.refutation import refutation_files
from solvers.certificates.symbols import write_symbols
from solvers.tasks.messages import BoundFound, Decided, Message, Progressed, Proposal, Send
from solvers.tasks.refute import ProofFiles, refute
from solvers.tasks.solver_options import Chains, SolverOptions

LARGE_MODEL = 2_000
"""Variables from which on it pays to look for symmetries."""


def decide(problem: Problem, horizon: int, options: SolverOptions, send: Send[Message]) -> None:
    """Build and solve one horizon; the last message is `Decided`.

    Where chains of transfers need a length, they are first left open, then short: that decides most
    questions, and the exact model is large.
    """
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
        answer = _decided(index, horizon, options, chains, send)
        if answer.satisfiable is not None or chains == plan[-1]:
            send(answer)
            return


def _decided(
    index: Index, horizon: int, options: SolverOptions, chains: Chains, send: Send[Message]
) -> Decided:
    """Solve one model; `satisfiable` is None also if the result is not valid for all mappings."""
    watch = Stopwatch()
    model = build(
        index.problem,
        horizon,
        windowed=options.windowed,
        grounded=chains != "open",
        chain=chains if isinstance(chains, int) else None,
        index=index,
    )
    rule_pins(model, options.pins)
    rule_avoided(model, options.avoided)
    assumed = None
    # A symmetry of the array moves pinned operations, and what constraints name.
    usable = options.symmetry and options.start is None and not options.pins
    usable = usable and symmetries_keep(index.problem)
    if usable and model.constraints.variables > LARGE_MODEL:
        assumed = break_symmetry(model)
        rule_equal_trees(model)
    files = None
    if options.proof_dir is not None and not isinstance(chains, int):
        names = refutation_files(f"{horizon}-of-{os.getpid()}")
        files = ProofFiles(Path(options.proof_dir), names, partial(write_symbols, model))
    reply = refute(
        model.constraints,
        options,
        watch=_reporting(send),
        start=() if options.start is None else literals_of(model, options.start),
        files=files,
        tell=send,
        since=watch,
    )
    satisfiable = reply.satisfiable
    mapping: Mapping | None = None
    if satisfiable:
        mapping = decode(model, reply.model)
        if chains == "open" and check(index.problem, mapping):
            satisfiable, mapping = None, None
    elif satisfiable is False and isinstance(chains, int):
        satisfiable = None
    # Without room for a proof, the refutation is reported without one.
    return Decided(
        satisfiable, mapping, reply.conflicts, reply.seconds, assumed=assumed, proven=reply.proof
    )


def _reporting(send: Send[Message]) -> Callable[[int], bool]:
    """Send the conflicts of a search that goes on."""

    def report(conflicts: int) -> bool:
        send(Progressed(conflicts))
        return True

    return report


def minimise(
    lower: int, problem: Problem, horizon: int, options: SolverOptions, send: Send[Message]
) -> None:
    """Find the fewest cycles from `lower` to `horizon` by a solver that minimises.

    Sends `Proposal` and `BoundFound` on the way, and at last `Decided` with the bound.
    """
    from solvers.tasks.refute import refute

    watch = Stopwatch()
    model = build(problem, horizon, windowed=options.windowed)
    rule_pins(model, options.pins)
    minimise_cycles(model, lower)
    by = chosen(options.solver).backend.family
    best = 0

    def improved(true: list[int] | None, bound: int | None) -> None:
        nonlocal best
        if true is not None:
            send(Proposal(decode(model, true), by))
        if bound is not None and bound > best:
            best = bound
            send(BoundFound(bound + 1))

    reply = refute(
        model.constraints,
        options,
        watch=_reporting(send),
        start=() if options.start is None else literals_of(model, options.start),
        improved=improved,
        tell=send,
        since=watch,
    )
    mapping = decode(model, reply.model) if reply.satisfiable else None
    found = None if reply.bound is None else reply.bound + 1
    send(Decided(reply.satisfiable, mapping, reply.conflicts, reply.seconds, found))
