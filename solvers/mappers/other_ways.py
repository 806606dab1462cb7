"""Other routes for the values of a mapping that has no addresses in register files.

Operations keep their places and times. A solver finds other routes for their operands, such that no
stretch is longer than the files allow and all kept values have addresses: a much smaller problem
than a mapping.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from models.data.mapping import Mapping
from models.data.problem import Kind, Problem
from models.errors import InfeasibleError
from models.judge.checker_operations import repeated
from models.space_time.addressed_files import avoiding
from models.space_time.decode import decode, literals_of
from models.space_time.index import Index
from models.space_time.progress import rule_places
from models.space_time.transfers import chain_limit
from models.space_time.xyz import build
from shell.budget import Budget, Stopwatch
from solvers.search.addresses import fits, without_addresses
from solvers.search.interval_horizons import Horizons
from solvers.search.messages import Message, Proposal
from solvers.search.refute import engine
from solvers.search.solver_options import SHORT_CHAIN, SolverOptions
from solvers.search.supervisor import Send

BY = "other ways by SAT"

SECONDS, SECONDS_EACH = 2.0, 0.1
"""Seconds for other ways of a mapping: a constant, and an amount per operation."""


def other_ways(problem: Problem, mapping: Mapping, kind: Kind) -> Mapping | None:
    """Return a mapping with addresses and the places and times of another; None if not found.

    The caller has to check it.
    """
    budget = Budget.of(SECONDS + SECONDS_EACH * len(problem.dfg.operations))
    own = msgspec.structs.replace(problem, contexts=mapping.contexts, files=kind)
    if not Horizons(problem, None, 0).is_buildable(mapping.contexts or 1):
        return None
    index = Index(own)
    limit = chain_limit(index)
    short = SHORT_CHAIN if limit is not None and limit[0] > SHORT_CHAIN else None
    try:
        model = build(own, mapping.horizon, index=index, chain=short)
    except InfeasibleError:
        return None
    rule_places(model, mapping)
    start = [literal for literal in literals_of(model, mapping) if literal > 0]
    session = engine(model.constraints, SolverOptions(), start)
    try:
        while True:
            outcome = session.solve(keep_going=lambda _: not budget.over())
            if not outcome.satisfiable:
                return None
            found = decode(model, outcome.model)
            avoided = without_addresses(own, found, kind)
            if not avoided:
                return found
            clauses = list(avoiding(model, avoided))
            if not clauses:
                return None
            for clause in clauses:
                session.add(clause)
    finally:
        session.close()


def suited(problem: Problem, mapping: Mapping, kind: Kind | None) -> Mapping | None:
    """Return a mapping if it has addresses, else one with other routes and addresses, if found.

    Without a kind, registers are counted. A mapping that computes values again where the problem
    forbids it is rejected.
    """
    if not problem.recompute and repeated(problem.dfg, mapping):
        return None
    if kind is None or fits(problem, kind, mapping):
        return mapping
    return other_ways(problem, mapping, kind)


def send_other_ways(
    problem: Problem, found: Iterable[tuple[Mapping, str]], kind: Kind, send: Send[Message]
) -> None:
    """Send the first of the mappings that has addresses with other ways."""
    for mapping, by in found:
        watch = Stopwatch()
        made = other_ways(problem, mapping, kind)
        if made is not None:
            send(Proposal(made, f"{by}, {BY}", watch.seconds))
            return
