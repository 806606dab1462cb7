"""Slots beside the memories: for each result and input, one of its own in every iteration.

No component of the border passes a value on within a cycle, and it stores one only in an issue slot
or by computing it. A result is held there before it is collected: the first time it takes a slot.
An input that is ever stored there takes one for that. Any other input is read there, and nowhere
else, in the cycle of its arrival. So an issue of the operation beside it is on the border; it is no
issue of a result. Issues of operations that no way executes together are different. So are those
that read different inputs, if no component of the border gets two values in the same cycle.
"""

from __future__ import annotations

from collections.abc import Iterable

from models.data.certificate import Counting, Slots
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.understood import FIRST, require_understood
from solvers.verification.work import Work, separate, works

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Ports of register files are a further limit, so what is refuted without them is refuted. Operands
that may be loaded before the loop are not waited for. Constraints of a user are further limits
as well.
"""


def check_border(rules: Rules, claim: Counting | Slots) -> None:
    """Raise `RejectedError` unless each item of the claim takes a slot of the components."""
    require_understood(rules.problem, UNDERSTANDS, "border")
    border = set(claim.components)
    for name in claim.components:
        part = rules.components[name]
        stores = part.keeps_arrivals and part.capacity != 0
        if part.switch or (stores and not part.routing_issues):
            raise RejectedError(f"{name} passes values on without an issue slot")
    known = {
        f"{value} for {work.items[0]}": (value, work)
        for work in works(rules, issued=True)
        for value in _read(rules, work)
    }
    used = [known[item] for item in claim.items if item in known]
    results = [item for item in claim.items if item not in known]
    _require_collected(rules, results, border)
    _require_different(rules, used, _holders(rules, used, border))


def _read(rules: Rules, work: Work) -> set[str]:
    """The inputs that every way to do some work reads, if none computes a result."""
    if not work.ways or any(way.value in rules.results for way in work.ways):
        return set()
    slots = rules.ways.slots
    reads = [{slots[n] for n in way.slots if n not in rules.ways.free} for way in work.ways]
    sure = {slot[0][0] for slot in set.intersection(*reads) if len(slot) == 1}
    return sure & rules.inputs


def _require_collected(rules: Rules, results: Iterable[str], border: set[str]) -> None:
    """Raise unless results are computed, and collected from the border."""
    for item in results:
        external = rules.arch.external
        if external is None or item not in rules.results or item in rules.inputs:
            raise RejectedError(f"'{item}' is no computed result, nor an input for its reader")
        if rules.components[external].issue:
            raise RejectedError(f"results may be computed in {external}")
        outside = {s for path in rules.paths_into[external] for s in path.sources} - border
        if outside:
            raise RejectedError(f"results may come from {min(outside)}")


def _holders(rules: Rules, used: Iterable[tuple[str, Work]], border: set[str]) -> set[str]:
    """The components that inputs are in at first; raises unless they leave them for the border."""
    found: set[str] = set()
    for value, _ in used:
        for holder in (c for c, values in rules.possible.items() if value in values):
            if rules.components[holder].issue or holder in border:
                raise RejectedError(f"'{value}' may be in {holder} from the start")
            outside = {t for path in rules.paths_from[holder] for t in path.targets} - border
            if outside:
                raise RejectedError(f"'{value}' may go to {min(outside)}")
            found.add(holder)
    return found


def _require_different(rules: Rules, used: list[tuple[str, Work]], holders: set[str]) -> None:
    """Raise unless inputs that are not stored need different issues."""
    if len({value for value, _ in used}) < len(used):
        raise RejectedError("an input is listed twice")
    paths = [path for path in rules.arch.paths if holders & set(path.sources)]
    targets = [target for path in paths for target in path.targets]
    if all(path.width == 1 for path in paths) and len(set(targets)) == len(targets):
        return
    names = [work.items for _, work in used]
    if len(set(names)) < len(names) or not separate(work for _, work in used):
        raise RejectedError("one issue may read two of the inputs")
