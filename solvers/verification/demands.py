"""Demands of items on a resource, and its units per cycle, for every kind of resource."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from dataclasses import dataclass, field

from models.data.certificate import Counting, Slots
from solvers.verification.border import check_border
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.travel import spread
from solvers.verification.understood import FIRST, require_understood
from solvers.verification.ways import Way
from solvers.verification.work import Work, separate, works

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Ports of register files are a further limit, so what is refuted without them is refuted. Operands
that may be loaded before the loop are not waited for. Constraints of a user are further limits
as well.
"""

PASSING = " in passing"

Able = Callable[[Way], Collection[str]]
"""The components on which a way may be issued."""


@dataclass
class Demand:
    """Each item takes a unit of the resource, which has `per_cycle` units: by an issue that does
    its work, by an arrival over one of `paths`, or, those of `passing`, by being stored or used.
    """

    per_cycle: int
    works: dict[str, Work] = field(default_factory=dict)
    paths: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()


def demand(rules: Rules, claim: Counting | Slots, able: Able) -> Demand:
    """Return the demand that is claimed; `RejectedError` unless every mapping has it."""
    require_understood(rules.problem, UNDERSTANDS, "demand")
    require_distinct("an item", claim.items)
    require_known("component", claim.components, rules.components)
    if claim.resource == "issue slots":
        found = confined(rules, claim.components, claim.items, able)
        return Demand(issue(rules, claim.components), found)
    if claim.resource == "shared issue slots":
        return _shared(rules, claim, able)
    if claim.resource == "issue slots, for operations and for what is stored in passing":
        return _routed(rules, claim, able)
    if claim.resource == "border issue slots":
        check_border(rules, claim)
        return Demand(issue(rules, claim.components), passing=claim.items)
    if claim.resource == "exit width":
        return _exits(rules, claim)
    if claim.resource == "entry width":
        return _entries(rules, claim)
    raise RejectedError(f"unknown resource '{claim.resource}'")


def require_distinct(what: str, names: tuple[str, ...]) -> None:
    """Raise `RejectedError` where a name is listed twice."""
    if len(set(names)) != len(names):
        raise RejectedError(f"{what} is listed twice")


def require_known(what: str, names: tuple[str, ...], known: Container[str]) -> None:
    """Raise `RejectedError` where a name is unknown, or listed twice."""
    require_distinct(f"a {what}", names)
    for name in names:
        if name not in known:
            raise RejectedError(f"unknown {what} '{name}'")


def issue(rules: Rules, components: Iterable[str]) -> int:
    """The operations that components can issue in a cycle."""
    return sum(rules.components[name].issue for name in components)


def confined(
    rules: Rules, components: Collection[str], items: tuple[str, ...], able: Able
) -> dict[str, Work]:
    """Return the work of `items`, each of which takes a slot of its own.

    Raises `RejectedError` unless only `components` can execute them.
    """
    known = {item: work for work in works(rules, issued=True) for item in work.items}
    for item in items:
        if item not in known:
            raise RejectedError(f"no mapping needs operation '{item}'")
        elsewhere = {c for way in known[item].ways for c in able(way)} - set(components)
        if elsewhere:
            raise RejectedError(f"'{item}' can be issued on {min(elsewhere)} as well")
    found = {item: known[item] for item in items}
    if not separate({id(work): work for work in found.values()}.values()):
        raise RejectedError("one multi-node operation executes two of the items")
    return found


def _shared(rules: Rules, claim: Counting | Slots, able: Able) -> Demand:
    """Operations that are all counted by limits on several components together.

    Each component counts for one limit only, the first or the tightest that it is under.
    """
    found = confined(rules, claim.components, claim.items, able)
    operators = {way.operator for work in found.values() for way in work.ways}
    limits = [limit for limit in rules.arch.shared if all(map(limit.limits, operators))]
    least = issue(rules, claim.components)
    for order in (limits, sorted(limits, key=lambda limit: limit.at_most)):
        free, per_cycle = set(claim.components), 0
        for limit in order:
            places = free & set(limit.components)
            per_cycle += min(limit.at_most, issue(rules, places))
            free -= places
        least = min(least, per_cycle + issue(rules, free))
    return Demand(least, found)


def _routed(rules: Rules, claim: Counting | Slots, able: Able) -> Demand:
    """Operations, and values that are stored in passing where that takes an issue slot."""
    for name, part in rules.components.items():
        if part.routing_issues and part.issue and name not in claim.components:
            raise RejectedError(f"values may be stored in passing in {name}, too")
    known = {f"{value}{PASSING}": value for value in rules.ways.of}
    passing = tuple(item for item in claim.items if item in known)
    for item in passing:
        if not must_pass(rules, known[item]):
            raise RejectedError(f"'{known[item]}' need not be stored in passing")
    executed = tuple(item for item in claim.items if item not in known)
    found = confined(rules, claim.components, executed, able)
    return Demand(issue(rules, claim.components), found, passing=passing)


def must_pass(rules: Rules, value: str) -> bool:
    """Whether some operation that reads a value is too far away to get it without a store in
    passing.

    A component stores a value in passing when it holds it first, unless an operation there has
    computed it. So otherwise it is held only where it is computed, and where storing takes no slot.
    """
    starts = {component: 0 for way in rules.ways.of[value] for component in way.latencies}
    near = spread(rules, value, starts, passing=False).read
    for reader, carriers in rules.carriers.items():
        own = all(way.value == reader for way in carriers)
        if own and not any(c in near for way in carriers for c in way.latencies):
            reads = [{rules.ways.slots[n] for n in way.slots} for way in carriers]
            sure = set.intersection(*reads) if reads else set()
            if any(len(slot) == 1 and slot[0][0] == value for slot in sure):
                return True
    return False


def _exits(rules: Rules, claim: Counting | Slots) -> Demand:
    """Inputs that one component alone holds at first, and that every mapping reads elsewhere.

    The first transfer of each leaves that component. Cycles are those of arrival, so exit
    ports, which count in the cycle of leaving, may only be used if all latencies are equal.
    """
    place = _single(claim)
    paths = rules.paths_from[place]
    for item in claim.items:
        holders = [c for c, values in rules.possible.items() if item in values]
        if item not in rules.entering or holders != [place]:
            raise RejectedError(f"input '{item}' need not leave {place}")
    ports = rules.components[place].read_ports
    if len({path.latency for path in paths}) > 1:
        ports = None
    per_cycle = _capacity(rules, claim, [path.width for path in paths], ports)
    return Demand(per_cycle, paths=tuple(path.name for path in paths))


def _entries(rules: Rules, claim: Counting | Slots) -> Demand:
    """Results that the external component cannot hold at first must arrive there in time."""
    place = _single(claim)
    paths = rules.paths_into[place]
    for item in claim.items:
        if place != rules.arch.external or item not in rules.results:
            raise RejectedError(f"'{item}' is no result that {place} collects")
        if item in rules.possible[place]:
            raise RejectedError(f"{place} may hold '{item}' from the start")
    ports = rules.components[place].write_ports
    per_cycle = _capacity(rules, claim, [path.width for path in paths], ports)
    return Demand(per_cycle, paths=tuple(path.name for path in paths))


def _single(claim: Counting | Slots) -> str:
    if len(claim.components) != 1:
        raise RejectedError(f"{claim.resource} is that of one component")
    return claim.components[0]


def _capacity(
    rules: Rules, claim: Counting | Slots, widths: list[int | None], ports: int | None
) -> int:
    if rules.components[claim.components[0]].issue:
        raise RejectedError(f"{claim.components[0]} issues operations itself")
    limits = [] if ports is None else [ports]
    if None not in widths:
        limits.append(sum(width or 0 for width in widths))
    if not limits:
        raise RejectedError(f"the {claim.resource} is unlimited")
    return min(limits)
