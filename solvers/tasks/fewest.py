"""A second objective: of all mappings of one length, one with the fewest registers or transfers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.constraint_model import Place
from solvers.tasks.messages import BoundFound, Message, Proposal, Send
from solvers.tasks.refute import refute
from solvers.tasks.solver_options import SHORT_CHAIN, SolverOptions

if TYPE_CHECKING:
    from models.space_time.index import Index
    from models.space_time.xyz_model import XyzModel

Quantity = Literal["registers", "transfers"]


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
