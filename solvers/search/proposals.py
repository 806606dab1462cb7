"""Proposals by list scheduling and modulo scheduling: mappings of ever fewer cycles.

They work beside the solvers of a question without pipelining. Modulo scheduling is given more
contexts than a schedule has cycles, so that no cycle wraps around; it backtracks, and so maps some
graphs that list scheduling cannot map in any order.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from models.data.mapping import Mapping
from models.data.problem import Problem
from shell.budget import UNLIMITED, Budget
from solvers.search.interval_plans import LIST, MODULO
from solvers.search.messages import Message, Proposal
from solvers.search.solver_options import SolverOptions
from solvers.search.supervisor import Send

PROPOSAL_SECONDS = 10.0
"""Seconds for which heuristics may take the place of the search from above."""

FIXED_PROPOSALS = 20
"""Number of proposals if the search must not depend on time."""

ATTEMPTS = 6
"""Of modulo scheduling, up to the first mapping; each is given one context more."""

ORDERS, FEW_ORDERS = 8, 3
"""Of list scheduling."""

SLACK = 8
"""Contexts of the first attempt, beyond twice the cycles of the longest chain of operations."""

EFFORT = 5
"""Placements per operation of each attempt, which is one order of operations."""


def propose(problem: Problem, horizon: int, options: SolverOptions, send: Send[Message]) -> None:
    """Send ever shorter mappings for a limited time, independent of `horizon`."""
    from models.cleanup.prune_unused import prune_unused, trim_horizon
    from models.judge.checker_operations import repeated

    budget = UNLIMITED if options.fixed_effort else Budget.of(PROPOSAL_SECONDS)
    best: int | None = None
    for number, (proposal, by) in enumerate(_proposals(problem, options.seed, budget)):
        mapping = trim_horizon(problem, prune_unused(problem, proposal))
        if not problem.recompute and repeated(problem.dfg, mapping):
            continue
        if best is None or mapping.horizon < best:
            best = mapping.horizon
            send(Proposal(mapping, by))
        if options.fixed_effort:
            if number + 1 >= FIXED_PROPOSALS:
                break
        elif budget.over():
            break


def _proposals(problem: Problem, seed: int, budget: Budget) -> Iterator[tuple[Mapping, str]]:
    """Yield mappings with the names of their heuristics: by the orders of a list, if its first one
    leads to a mapping, else by modulo scheduling and then by fewer orders.
    """
    from heuristics.list_schedule import proposals, supported

    if not supported(problem):
        return
    tries = ORDERS
    if next(proposals(problem, seed, tries=1), None) is None:
        yield from ((mapping, MODULO) for mapping in _unwrapped(problem, seed, budget))
        tries = FEW_ORDERS
    yield from ((mapping, LIST) for mapping in proposals(problem, seed, tries))


def _unwrapped(problem: Problem, seed: int, budget: Budget) -> Iterator[Mapping]:
    """Yield a mapping of modulo scheduling with more contexts than it has cycles, if any."""
    from heuristics.modulo import modulo_schedule
    from models.space_time.index import Index
    from models.space_time.windows import earliest

    early = earliest(Index(problem.as_written)).z
    room = 2 * int(early[early < 1 << 20].max(initial=1)) + SLACK
    arch = msgspec.structs.replace(problem.arch, max_contexts=None)
    for contexts in range(room, room + ATTEMPTS):
        looped = msgspec.structs.replace(problem.as_written, arch=arch, contexts=contexts)
        mapping = modulo_schedule(looped, seed, EFFORT, budget)
        if mapping is not None and mapping.horizon <= contexts:
            yield msgspec.structs.replace(mapping, contexts=None)
            return
