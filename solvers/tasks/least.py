"""A weighted sum as objective: of all mappings of one length, one for which it is least."""

from __future__ import annotations

from msgspec.structs import replace

from models.data.constraints import Minimize
from models.data.problem import Problem
from models.judge.own_rules import objective_value
from models.space_time.decode import decode
from models.space_time.index import Index
from models.space_time.progress import rule_pins
from models.space_time.transfers import chain_limit
from models.space_time.xyz import build
from solvers.tasks.messages import BoundFound, Message, Proposal, Send
from solvers.tasks.refute import refute
from solvers.tasks.solver_options import SHORT_CHAIN, SolverOptions


def improve(
    problem: Problem,
    horizon: int,
    options: SolverOptions,
    objective: Minimize,
    value: int,
    send: Send[Message],
) -> None:
    """Send ever better mappings of `horizon` cycles, and at the end possibly a lower bound.

    Each has to have a smaller value than the one before, `value` at first.
    """
    # Among short chains the least is not the least of all, so that is no bound.
    short = chain_limit(Index(problem)) is not None
    while value > 0 or not objective.is_positive:
        bounded = (*problem.constraints, objective.at_most(value - 1))
        own = Index(replace(problem, constraints=bounded))
        model = build(own.problem, horizon, index=own, chain=SHORT_CHAIN if short else None)
        rule_pins(model, options.pins)
        reply = refute(model.constraints, options)
        if not reply.satisfiable:
            short |= reply.satisfiable is None
            break
        mapping = decode(model, reply.model)
        send(Proposal(mapping, options.solver))
        value = min(value - 1, objective_value(problem, mapping, objective))
    if not short:
        send(BoundFound(value))
