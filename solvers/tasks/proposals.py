"""Proposals by list scheduling, modulo scheduling and annealing: mappings of ever fewer cycles.

They work beside the solvers of a question without pipelining. Heuristics of loops are given more
contexts than a schedule has cycles, so that no cycle wraps around. Modulo scheduling backtracks:
it maps some graphs that list scheduling cannot map in any order, and arrays that list scheduling
does not know. Annealing places many operations where modulo scheduling alone fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.data.rewrite import Rewrite
from models.data.traits import RESERVED, unknown_traits
from models.transform.loaded import invariants_as_constants
from shell.budget import Budget
from solvers.tasks.messages import Message, Proposal, Send
from solvers.tasks.names import LIST, MODULO, PLACED, REFINED
from solvers.tasks.solver_options import SolverOptions

PROPOSAL_SECONDS = 10.0
"""Seconds of work for which heuristics may take the place of the search from above."""

ATTEMPTS = 6
"""Of each heuristic of loops, up to the first mapping; each is given more contexts."""

SHORTER = 4
"""Attempts of each at a schedule shorter than the last one."""

ORDERS, FEW_ORDERS = 8, 3
"""Of list scheduling."""

SLACK = 8
"""Contexts of the first attempt, beyond twice the cycles of the longest chain of operations."""

EFFORT = 5
"""Placements per operation of each attempt, which is one order of operations."""


def can_propose(problem: Problem) -> bool:
    """Return whether some heuristic understands a problem, apart from a user's constraints."""
    plain = invariants_as_constants(problem.unconstrained).problem
    return problem.contexts is None and not unknown_traits(plain, RESERVED)


def propose(problem: Problem, horizon: int, options: SolverOptions, send: Send[Message]) -> None:
    """Send ever shorter mappings for a limited time, independent of `horizon`.

    Heuristics know no constraints of a user; mappings that break some are not sent.
    """
    from models.cleanup.prune_unused import prune_unused, trim_horizon
    from models.judge.checker_operations import repeated
    from models.judge.own_rules import own_rules_broken

    if not can_propose(problem):
        return
    budget, best = Budget.of_work(PROPOSAL_SECONDS), None
    plain = invariants_as_constants(problem.unconstrained)
    for proposal, by in _proposals(plain.problem, options.seed, budget):
        mapping = trim_horizon(problem, prune_unused(problem, plain.lifted(proposal)))
        if not problem.recompute and repeated(problem.dfg, mapping):
            continue
        if own_rules_broken(problem, mapping):
            continue
        if best is None or mapping.horizon < best:
            best = mapping.horizon
            send(Proposal(mapping, by))
        if budget.over():
            break


def _proposals(problem: Problem, seed: int, budget: Budget) -> Iterator[tuple[Mapping, str]]:
    """Yield mappings with the names of their heuristics.

    By the orders of a list, if its first one leads to a mapping, else by heuristics of loops and
    then by fewer orders.
    """
    from heuristics.list_schedule import proposals, supported

    tries = ORDERS if supported(problem) else 0
    if next(proposals(problem, seed, tries=1), None) is None:
        yield from _unwrapped(problem, seed, budget, known=tries > 0)
        tries = min(tries, FEW_ORDERS)
    yield from ((mapping, LIST) for mapping in proposals(problem, seed, tries))


def unwrapped(problem: Problem) -> Rewrite:
    """Return the problem of a loop; with no fewer contexts than cycles, no cycle wraps around."""
    arch = msgspec.structs.replace(problem.arch, max_contexts=None)
    back = partial(msgspec.structs.replace, contexts=None)
    return Rewrite(problem.as_written).then("a loop", back, arch=arch)


def _unwrapped(
    problem: Problem, seed: int, budget: Budget, known: bool
) -> Iterator[tuple[Mapping, str]]:
    """Yield ever shorter mappings of heuristics of loops, with no fewer contexts than cycles.

    Modulo scheduling is the best of them, but it does not map many operations; these are placed by
    annealing first, and annealed on from there. Where list scheduling has `known` the array,
    solvers soon find shorter mappings: one of modulo scheduling is enough.
    """
    from heuristics.modulo import modulo_schedule
    from heuristics.placement import placed_schedule, refined_schedule
    from models.space_time.index import Index
    from models.space_time.windows import earliest

    looped = unwrapped(problem)
    early = earliest(Index(problem.as_written)).z
    most = 2 * int(early[early < 1 << 20].max(initial=1)) + SLACK
    shorter, step = (0, 1) if known else (SHORTER, most)
    engines: dict[str, Callable[[Problem, int], Mapping | None]] = {
        MODULO: lambda attempt, seed: modulo_schedule(attempt, seed, EFFORT, budget),
        PLACED: lambda attempt, seed: placed_schedule(attempt, seed, 1, budget),
        REFINED: lambda attempt, seed: refined_schedule(attempt, seed, 1, budget),
    }
    best: int | None = None
    for by, engine in engines.items():
        failed, left = 0, ATTEMPTS if best is None else shorter
        while failed < left and best != 1 and not budget.over():
            contexts = most + step * failed if best is None else best - 1
            mapping = engine(looped.problem.at(contexts), seed + failed)
            if mapping is None or mapping.horizon > contexts:
                failed += 1
                continue
            yield looped.lifted(mapping), by
            best, failed, left = mapping.horizon, 0, shorter
        if known or (best is not None and by == MODULO):
            return
