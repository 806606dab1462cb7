"""The judge of every mapper: walks a mapping against the rules, item by item.

It reads only the data of the problem and the mapping, and shares no code with the constraint model,
the encoders or the simulator. Rules 1 to 10 are the clauses of the SAT-mapping paper (section 4.3)
as widened by the space-time model; the rest have names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from operator import itemgetter

import msgspec

from models.data.architecture import InitialContents
from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.data.traits import unknown_to
from models.judge.checker_limits import in_passing, overflows
from models.judge.checker_operations import performed_fault
from models.judge.checker_ports import UNDERSTANDS, port_overflows
from models.judge.checker_supports import Item, Need, Supports, chain_faults, items_of
from models.semantics.meaning import Meaning


class Violation(msgspec.Struct, frozen=True, order=True):
    """A broken rule: its number and name (`4 holding`, `ports`), and one line on the cause."""

    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}"


def check(problem: Problem, mapping: Mapping) -> list[Violation]:
    """Return every violation of `mapping`, in the order of the rules; empty when it is legal.

    Raises no exception: unknown names, impossible cycles, repeated items and a mapping of another
    problem are violations too; a user's constraints are judged where all else is legal. Cycles are
    those of one iteration, 0 to horizon-1; a value that later iterations read may be held or travel
    up to `horizon - 1 + d * contexts`, d being the largest distance at which it is read.
    """
    found = list(_header(problem, mapping))
    if mapping.horizon < 1:
        return found
    supports = Supports(problem, mapping)
    found += _defined(supports, mapping)
    items: set[Item] = set()
    for item in items_of(mapping):
        broken = _misfit(supports, mapping.horizon, item)
        if broken is None and item in items:
            broken = Violation("duplicate", f"{_shown(item)} is listed twice")
        if broken is None:
            items.add(item)
        else:
            found.append(broken)
    ordered = sorted(items, key=itemgetter(0, 3, 1, 2))
    found += _initial(supports, items)
    found += _results(supports, items)
    found += _justified(supports, mapping.horizon, ordered, items)
    found += (
        Violation(rule, f"{_shown(item)}: {what}")
        for rule, item, what in chain_faults(supports, items)
    )
    found += (Violation(*broken) for broken in overflows(supports, dict.fromkeys(ordered)))
    found += (Violation("ports", line) for line in port_overflows(supports, items))
    found += _performed(supports, ordered)
    found += _effects(problem, Counter(item[1] for item in items if item[0] == "Z"))
    if problem.constraints and not found:
        from models.judge.own_rules import own_rules_broken  # few problems have any

        found += (Violation("own", str(broken)) for broken in own_rules_broken(problem, mapping))
    return found


def stored_in_passing(problem: Problem, mapping: Mapping) -> list[Held]:
    """Return the holds of a legal mapping that take an issue slot."""
    supports, items = Supports(problem, mapping), set(items_of(mapping))
    return [
        Held(*item[1:]) for item in items if item[0] == "X" and in_passing(supports, item, items)
    ]


def _shown(item: Item) -> str:
    kind, name, place, cycle = item
    if kind == "X":
        return f"value '{name}' in {place} at end of cycle {cycle}"
    if kind == "Y":
        return f"value '{name}' over path {place} in cycle {cycle}"
    if kind == "V":
        return f"value '{name}' in {place} for the whole loop"
    return f"operation '{name}' on {place} in cycle {cycle}"


def _header(problem: Problem, mapping: Mapping) -> Iterator[Violation]:
    for what, given, wanted in (
        ("dfg", mapping.dfg, problem.dfg.name),
        ("architecture", mapping.architecture, problem.arch.name),
    ):
        if given != wanted:
            yield Violation("names", f"the mapping's {what} is '{given}', not '{wanted}'")
    if mapping.contexts != problem.contexts:
        yield Violation(
            "contexts", f"the mapping has contexts {mapping.contexts}, not {problem.contexts}"
        )
    most = problem.arch.max_contexts
    if most is not None and problem.contexts is not None and problem.contexts > most:
        yield Violation("contexts", f"contexts {problem.contexts} exceed max_contexts {most}")
    unknown = unknown_to(problem.arch, UNDERSTANDS)
    if unknown is not None:
        yield Violation("traits", f"the checker does not know '{unknown}'")
    if mapping.horizon < 1:
        yield Violation("horizon", f"horizon {mapping.horizon} must be at least 1")


def _defined(supports: Supports, mapping: Mapping) -> Iterator[Violation]:
    """Intermediates have sound definitions, and occur only where computations may be reordered."""
    problem = supports.problem
    if mapping.intermediates and problem.transform == "none":
        name = mapping.intermediates[0].name
        yield Violation(
            "names", f"intermediate '{name}': there are none where nothing may be reordered"
        )
    for fault in supports.faults:
        yield Violation("names", fault)


def _misfit(supports: Supports, horizon: int, item: Item) -> Violation | None:
    """Return the fault that excludes an item from all other rules: its names or its
    cycle; or None.
    """
    unknown = supports.unknown(item)
    if unknown is not None:
        return Violation("names", f"unknown {unknown}: {_shown(item)}")
    kind, name, _, cycle = item
    last = horizon - 1
    if not 0 <= cycle <= last and kind != "Z" and supports.interval:
        readers = supports.problem.dfg.consumers.get(name, ())
        last += supports.interval * max((distance for _, distance in readers), default=0)
    if cycle < 0 or cycle > last:
        return Violation("horizon", f"{_shown(item)}: cycles are 0 to {last}")
    if cycle == 0 and kind in "YZ":
        return Violation("2 start", f"{_shown(item)}: cycle 0 is the initial state")
    return None


def _initial(supports: Supports, items: set[Item]) -> Iterator[Violation]:
    """Rules 1 and 2: only initial contents in cycle 0, and of a choice at most so many."""
    held: dict[str, list[str]] = defaultdict(list)
    for kind, value, component, cycle in items:
        if kind == "X" and cycle == 0:
            held[component].append(value)
    for component, values in sorted(held.items()):
        initial = supports.problem.arch.component_by_name[component].initial
        certain = set(supports.problem.initial_inputs(component))
        choices = initial.choices if isinstance(initial, InitialContents) else ()
        possible = certain.union(*(choice.of for choice in choices))
        for value in sorted(set(values) - possible):
            yield Violation(
                "2 start", f"value '{value}' in {component} in cycle 0: not held there initially"
            )
        for choice in choices:
            chosen = sorted(set(values) & set(choice.of))
            if len(chosen) > choice.at_most:
                yield Violation(
                    "1 initial",
                    f"{component} holds {len(chosen)} of a choice in cycle 0,"
                    f" at most {choice.at_most}: {', '.join(chosen)}",
                )


def _results(supports: Supports, items: set[Item]) -> Iterator[Violation]:
    """Rule 3: every result is in the external component at the end."""
    for item in supports.results:
        if item not in items:
            external = supports.problem.arch.external
            yield Violation(
                "3 result", f"value '{item[1]}' is not in {external} at end of cycle {item[3]}"
            )


def _justified(
    supports: Supports, horizon: int, ordered: list[Item], items: set[Item]
) -> Iterator[Violation]:
    """Rules 4 to 7 and orders: every item may be at its place, and its needs are met."""
    for item in ordered:
        fault = _misplaced(supports, horizon, item)
        if fault is not None:
            yield Violation(OWN_RULE[item[0]], f"{_shown(item)}: {fault}")
        for need in supports.needs(item):
            if not any(other in items for other in need.alternatives):
                yield Violation(need.rule, f"{_shown(item)}: {_missing(supports, item, need)}")


OWN_RULE = {"X": "4 holding", "Y": "5 transfer", "Z": "7 execution", "V": "invariants"}
"""The rules on where items of each kind may be."""


def _misplaced(supports: Supports, horizon: int, item: Item) -> str | None:
    """Return the fault of an item that may not be at its place, apart from its needs; or None."""
    kind, name, place, cycle = item
    if kind == "X":
        return None if supports.may_hold(name, place) else "the component may not hold it"
    if kind == "V":
        same = name in supports.problem.dfg.invariants
        return None if same else "it is no invariant of the loop"
    if kind == "Y":
        path = supports.problem.arch.path_by_name[place]
        for ends in (path.sources, path.targets):
            if not any(supports.admits(name, end) for end in ends):
                return f"{', '.join(ends)} may not pass intermediate values"
        return None
    latency = supports.latency(item)
    if latency is None:
        return f"the component does not support '{supports.performed(item).operator}'"
    end = cycle + latency - 1
    return None if end < horizon else f"completed in cycle {end}, after the last, {horizon - 1}"


def _missing(supports: Supports, item: Item, need: Need) -> str:
    """Return the fault of an item with an unmet need."""
    if need.rule == "4 holding":
        return "not held before, does not arrive, not computed"
    if need.rule == "5 transfer":
        path = supports.problem.arch.path_by_name[item[2]]
        left = need.cycle - path.latency
        what = f"no source held it at end of cycle {left - 1}"
        if supports.switches.isdisjoint(path.sources):
            return what
        return f"{what}, and it does not arrive in cycle {left} in one that is a switch"
    if need.rule == "6 operand":
        return (
            f"operand '{need.name}' (distance {need.distance}) is"
            f" neither there at end of cycle {need.cycle - 1} nor arrives in cycle {need.cycle}"
        )
    return f"'{need.name}' has not completed by the end of cycle {need.cycle}"


def _performed(supports: Supports, ordered: list[Item]) -> Iterator[Violation]:
    """Yield issues whose `performs` does not compute the value of the definition."""
    chosen = {
        item: performs
        for item in ordered
        if item[0] == "Z" and (performs := supports.issues[item].performs) is not None
    }
    if not chosen:
        return
    meaning = Meaning(supports.problem, supports.defined.values())
    for item, performs in chosen.items():
        definition = supports.operations[item[1]]
        fault = performed_fault(supports.problem.dfg, meaning, definition, performs)
        if fault is not None:
            yield Violation("operation", f"{_shown(item)}: {fault}")


def _effects(problem: Problem, issued: Counter[str]) -> Iterator[Violation]:
    """Operations with an effect are executed exactly once, and, without recomputation, others at
    most once.
    """
    for operation in problem.dfg.operations:
        times = issued[operation.name]
        if times != 1 and problem.dfg.has_effect(operation.name):
            yield Violation(
                "effects", f"operation '{operation.name}' is issued {times} times, must be once"
            )
        elif times > 1 and not problem.recompute:
            yield Violation(
                "recompute", f"operation '{operation.name}' is issued {times} times, at most once"
            )
