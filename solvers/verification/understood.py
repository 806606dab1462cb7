"""The traits of arrays and questions that the arguments of the verifier take into account.

Every file that argues about mappings declares in `UNDERSTANDS` which traits it was written for, and
asks here before it argues. So an array with a new trait is refused by name by each argument, until
that was read again and lists the trait itself.
"""

from __future__ import annotations

from models.data.problem import Problem
from models.data.traits import unknown_traits
from solvers.verification.directory import RejectedError

FIRST = frozenset(
    "bus contexts file hops keeps_arrivals latency max_hops max_routes patterns ported_bus"
    " read_ports reordering routing_issues several_issues shared switch transient"
    " write_ports".split()
)
"""The traits that there were when arguments began to declare them; no other one joins these."""


def require_understood(problem: Problem, understood: frozenset[str], argument: str) -> None:
    """Raise `RejectedError` if a problem has a trait that an argument does not understand."""
    for trait in sorted(unknown_traits(problem, understood)):
        raise RejectedError(f"{argument}: it does not take '{trait}' into account")
