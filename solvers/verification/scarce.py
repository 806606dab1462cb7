"""Resources of which all contexts together have too little for one iteration.

Each iteration uses every slot that it uses in some context, and the iterations that overlap in a
context use different slots of it. So T contexts offer T times the units of a cycle to the work of
an iteration.
"""

from __future__ import annotations

from models.data.certificate import Slots
from solvers.verification.demands import demand
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.understood import FIRST, require_understood

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Ports of register files are a further limit, so what is refuted without them is refuted. Operands
that may be loaded before the loop are not waited for. Constraints of a user are further limits
as well.
"""


def check_slots(rules: Rules, claim: Slots) -> str:
    """Return a line for users; `RejectedError` unless the items outnumber the units."""
    require_understood(rules.problem, UNDERSTANDS, "slots")
    try:
        per_cycle = demand(rules, claim, lambda way: way.latencies).per_cycle
    except RejectedError as error:
        raise RejectedError(f"slots: {error}") from None
    units = (claim.contexts or 0) * per_cycle
    if claim.contexts is None and per_cycle:
        raise RejectedError("slots: with ever more cycles there are ever more units")
    if units > claim.units:
        raise RejectedError(f"slots: {units} units are there, not {claim.units}")
    if len(claim.items) <= claim.units:
        raise RejectedError(f"slots: {len(claim.items)} items fit into {claim.units} units")
    return f"slots: {len(claim.items)} items, {units} {claim.resource}"
