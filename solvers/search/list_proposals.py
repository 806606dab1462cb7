"""Proposals by list scheduling: mappings of ever fewer cycles beside the solvers."""

from __future__ import annotations

import time

from models.data.problem import Problem
from solvers.search.messages import Message, Proposal
from solvers.search.options import SolverOptions
from solvers.search.supervisor import Send

PROPOSAL_SECONDS = 10.0
"""How long heuristics may take the place of the search from above."""

FIXED_PROPOSALS = 20
"""How many proposals heuristics make where nothing may depend on time."""


def propose(problem: Problem, horizon: int, options: SolverOptions, send: Send[Message]) -> None:
    """Send ever shorter mappings for a limited time, whatever the `horizon`."""
    from heuristics.list_schedule import proposals
    from models.cleanup.prune_unused import prune_unused, trim_horizon

    deadline = time.perf_counter() + PROPOSAL_SECONDS
    best: int | None = None
    for number, proposal in enumerate(proposals(problem, options.seed)):
        mapping = trim_horizon(problem, prune_unused(problem, proposal))
        if best is None or mapping.horizon < best:
            best = mapping.horizon
            send(Proposal(mapping, "list scheduling"))
        if options.fixed_effort:
            if number + 1 >= FIXED_PROPOSALS:
                break
        elif time.perf_counter() > deadline:
            break
