"""Problems in whose place another one is refuted, whose orders a certificate can list."""

from __future__ import annotations

import msgspec

from models.constraints.properties import kept_by
from models.data.certificate import is_refutable_by_proof
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InputError
from models.space_time.index import Index

PROOF_SECONDS = 60.0
"""Least time for repeating a refutation for its proof without a time limit, in seconds."""


def listed(problem: Problem, pins: Pins) -> Problem | None:
    """Return the problem whose refutation by a proof refutes `problem`, or None.

    Where control signals choose the order of sums, all orders are listed: any mapping of the one is
    a mapping of the other, with partial results shared. `docs/certificates-format.md` argues why,
    and its limits: pins on sums, multi-node operations where a component issues several operations
    in a cycle, and too many orders. Where constraints may demand items, no proof is checked.
    """
    if not kept_by(problem).down:
        return None
    if is_refutable_by_proof(problem.transform):
        return problem
    wide = problem.dfg.patterns and any(part.issue > 1 for part in problem.arch.components)
    operator = problem.dfg.operator_by_name
    summed = {o.name for o in problem.dfg.operations if operator[o.operator].associative}
    if wide or summed & {pin.operation for pin in pins.places}:
        return None
    other: Problem = msgspec.structs.replace(problem, transform="enumerate")
    try:
        _ = Index(other).computation
    except InputError:  # too many orders
        return None
    return other
