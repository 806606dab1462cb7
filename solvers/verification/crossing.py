"""Values that a set of components needs, and the few paths that can bring them there.

A value that is read by an operation, or collected, is computed there or has come over paths, one
after the other, from the place of its computation. A cut has one of these. Every iteration has its
own values. So T contexts offer T times the issue slots of the components, and T times the width of
the cut, to the operations and values of an iteration.
"""

from __future__ import annotations

from collections.abc import Iterable

from models.data.certificate import Crossing
from solvers.verification.demands import confined, issue, require_distinct, require_known
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.understood import FIRST, require_understood
from solvers.verification.work import Work, works

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Ports of register files are a further limit, so what is refuted without them is refuted. Operands
that may be loaded before the loop are not waited for. Constraints of a user are further limits
as well.
"""


def check_crossing(rules: Rules, claim: Crossing) -> str:
    """Return a line for users; `RejectedError` unless the items outnumber the units."""
    require_understood(rules.problem, UNDERSTANDS, "crossing")
    try:
        per_cycle = _per_cycle(rules, claim)
    except RejectedError as error:
        raise RejectedError(f"crossing: {error}") from None
    if claim.contexts is None:
        raise RejectedError("crossing: with ever more cycles there are ever more units")
    units, count = claim.contexts * per_cycle, len(claim.items)
    if units > claim.units:
        raise RejectedError(f"crossing: {units} units are there, not {claim.units}")
    if count <= claim.units:
        raise RejectedError(f"crossing: {count} items fit into {claim.units} units")
    return f"crossing: {count} operations and values, {units} slots and paths"


def _per_cycle(rules: Rules, claim: Crossing) -> int:
    """The slots and the width of the paths, of which each operation and value takes a unit."""
    require_known("component", claim.components, rules.components)
    require_known("path", claim.paths, rules.paths)
    require_distinct("an operation", claim.operations)
    # Partial results are no values: one of the same terms may serve several sums.
    known = rules.ways.of.keys() & rules.dfg.operation_by_name.keys()
    require_known("value", claim.values, known)
    there = set(claim.components)
    executed = confined(rules, there, claim.operations, lambda way: way.latencies)
    missing = set(claim.values) - _read(rules, there)
    if missing:
        if not missing <= rules.results or rules.arch.external is None:
            raise RejectedError(f"'{min(missing - rules.results or missing)}' may stay elsewhere")
        there.add(rules.arch.external)
    _require_apart(executed.values(), claim.values)
    makers = {c for value in claim.values for way in rules.ways.of[value] for c in way.latencies}
    _require_cut(rules, makers - there, there, set(claim.paths))
    widths = [rules.paths[name].width for name in claim.paths]
    if None in widths:
        raise RejectedError("a path of unlimited width")
    slots = issue(rules, there) if claim.operations or makers & there else 0
    return slots + sum(width or 0 for width in widths)


def _read(rules: Rules, there: set[str]) -> set[str]:
    """The values that every mapping reads in an operation that only `there` can execute."""
    found: set[str] = set()
    for work in works(rules, issued=True):
        if all(set(way.latencies) <= there for way in work.ways):
            reads = [
                {rules.ways.slots[n] for n in way.slots if n not in rules.ways.free}
                for way in work.ways
            ]
            sure = set.intersection(*reads) if reads else set()
            found |= {slot[0][0] for slot in sure if len(slot) == 1}
    return found


def _require_apart(executed: Iterable[Work], values: tuple[str, ...]) -> None:
    """Raise where one issue may both execute an operation and compute a value."""
    makes = {way.value for work in executed for way in work.ways}
    both = makes & set(values)
    if both:
        raise RejectedError(f"'{min(both)}' is listed as an operation and as a value")


def _require_cut(rules: Rules, makers: set[str], there: set[str], cut: set[str]) -> None:
    """Raise if values can get from `makers` to `there` without the paths of `cut`."""
    reached, waiting = set(makers), list(makers)
    while waiting:
        for path in rules.paths_from[waiting.pop()]:
            if path.name not in cut:
                new = set(path.targets) - reached
                reached |= new
                waiting += new
    if reached & there:
        raise RejectedError(f"another path leads to {min(reached & there)}")
