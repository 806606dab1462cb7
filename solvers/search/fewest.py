"""A second objective: of all mappings of one length, one with the fewest registers or transfers."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.constraint_model import Place
from shell.budget import Budget
from solvers.search.messages import BoundFound, Message, Proposal
from solvers.search.portfolio import messages_of
from solvers.search.record import judge
from solvers.search.refute import refute
from solvers.search.solver_options import SHORT_CHAIN, SolverOptions
from solvers.search.supervisor import Send

if TYPE_CHECKING:
    from models.space_time.index import Index
    from models.space_time.xyz_model import XyzModel

Quantity = Literal["registers", "transfers"]

SECONDS = 60.0
"""Seconds for minimising a quantity without a time limit."""


@dataclass
class Fewest:
    """The best mapping for a quantity, its count, and a lower bound.

    `count` and `least` are values held at the end of cycles (`registers`, unlimited memories not
    counted), or transfers over paths, of one iteration.
    """

    quantity: Quantity
    mapping: Mapping
    count: int
    least: int = 0

    @property
    def proven(self) -> bool:
        """Whether the count is minimal for so many contexts and cycles."""
        return self.least >= self.count


def counted(problem: Problem, mapping: Mapping, quantity: Quantity) -> int:
    """Return the count of the quantity in a mapping."""
    if quantity == "transfers":
        return len(mapping.transfers)
    parts = problem.arch.component_by_name
    return sum(parts[held.component].capacity is not None for held in mapping.holds)


def improve(
    problem: Problem,
    horizon: int,
    options: SolverOptions,
    quantity: Quantity,
    count: int,
    send: Send[Message],
) -> None:
    """Send ever better mappings of `horizon` cycles, and at the end possibly a lower bound.

    Each has to have a smaller count than the one before, `count` at first.
    """
    from models.space_time.decode import decode
    from models.space_time.index import Index
    from models.space_time.transfers import chain_limit

    index = Index(problem)
    # Among short chains the fewest are not the fewest of all, so that is no bound.
    short = chain_limit(index) is not None
    while count > 0:
        model = _model(index, horizon, options, quantity, short, count - 1)
        reply = refute(model.constraints, options)
        if reply.satisfiable is None:
            short = True
        if not reply.satisfiable:
            break
        mapping = decode(model, reply.model)
        send(Proposal(mapping, options.solver))
        count = min(count - 1, counted(problem, mapping, quantity))
    if not short:
        send(BoundFound(count))


def _model(
    index: Index, horizon: int, options: SolverOptions, quantity: Quantity, short: bool, most: int
) -> XyzModel:
    """The model of mappings that take at most `most`."""
    from models.space_time.progress import rule_pins
    from models.space_time.xyz import build

    problem = index.problem
    model = build(problem, horizon, index=index, chain=SHORT_CHAIN if short else None)
    rule_pins(model, options.pins)
    limited = [c.capacity is not None for c in problem.arch.components]
    taken = model.y if quantity == "transfers" else model.x[:, limited]
    model.constraints.add_groups("fewest", most, [(Place(quantity, 0), taken[taken > 0])])
    return model


def search_fewest(problem: Problem, best: Fewest, options: SolverOptions, budget: Budget) -> None:
    """Improve the `best` until it is proven optimal or the budget is over.

    An unlimited one ends after `SECONDS`.
    """
    if best.proven:
        return
    horizon, quantity = best.mapping.horizon, best.quantity
    task = partial(improve, problem, horizon, options, quantity, best.count)
    within = budget if budget.limited else Budget.of(SECONDS)
    with closing(messages_of(task, within, options.memory_limit)) as messages:
        for message in messages:
            match message:
                case Proposal(mapping=found):
                    judge(problem, found, options.pins)
                    count = counted(problem, found, quantity)
                    if count < best.count:
                        best.mapping, best.count = found, count
                case BoundFound(lower=least):
                    best.least = max(best.least, least)
                case _:
                    break
            if best.proven:
                break
