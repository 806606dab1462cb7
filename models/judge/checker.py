"""The judge of every mapper: walks a mapping against the rules, item by item.

It reads only the data of the problem and the mapping, and shares no code with the constraint model,
the encoders or the simulator. Rules 1 to 10 are the clauses of the SAT-mapping paper (section 4.3)
as widened by the space-time model; the rest have names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from models.data.architecture import InitialContents
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker_limits import overflows
from models.judge.checker_operations import performed_fault
from models.judge.checker_ports import port_overflows
from models.judge.checker_supports import Item, Supports, chain_faults, items_of, preceding
from models.semantics.meaning import Meaning


class Violation(msgspec.Struct, frozen=True, order=True):
    """A broken rule: its number and name (`4 holding`, `ports`), and one line on the cause."""

    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}"


def check(problem: Problem, mapping: Mapping) -> list[Violation]:
    """Return every violation of `mapping`, in the order of the rules; empty when it is legal.

    Raises nothing: unknown names, impossible cycles, repeated items and a mapping of another
    problem are violations too. Cycles are those of one iteration, 0 to horizon-1; a value
    that later iterations read may be held or travel up to `horizon - 1 + d * contexts`, d
    being the largest distance at which it is read.
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
    ordered = sorted(items, key=lambda item: (item[0], item[3], item[1], item[2]))
    issued: dict[str, list[Item]] = defaultdict(list)
    for item in ordered:
        if item[0] == "Z":
            issued[item[1]].append(item)
    found += _initial(supports, items)
    found += _results(problem, mapping, items)
    found += _justified(supports, mapping.horizon, ordered, items)
    found += (
        Violation(rule, f"{_shown(item)}: {what}")
        for rule, item, what in chain_faults(supports, items)
    )
    found += (Violation(*broken) for broken in overflows(supports, dict.fromkeys(ordered)))
    found += (Violation("ports", line) for line in port_overflows(supports, items))
    found += _performed(supports, ordered)
    found += _sequenced(supports, issued)
    found += _effects(problem, issued)
    return found


def _shown(item: Item) -> str:
    kind, name, place, cycle = item
    if kind == "X":
        return f"value '{name}' in {place} at end of cycle {cycle}"
    if kind == "Y":
        return f"value '{name}' over path {place} in cycle {cycle}"
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
    if mapping.horizon < 1:
        yield Violation("horizon", f"horizon {mapping.horizon} must be at least 1")


def _defined(supports: Supports, mapping: Mapping) -> Iterator[Violation]:
    """Intermediates have sound definitions, and occur only where computations may be reordered."""
    problem = supports.problem
    if mapping.intermediates and problem.transform == "none" and not problem.dfg.rules:
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
    kind, name, place, cycle = item
    dfg, arch = supports.problem.dfg, supports.problem.arch
    if name not in (supports.operations if kind == "Z" else supports.values):
        what = "operation" if kind == "Z" else "value"
        return Violation("names", f"unknown {what} '{name}': {_shown(item)}")
    if place not in (arch.path_by_name if kind == "Y" else arch.component_by_name):
        what = "path" if kind == "Y" else "component"
        return Violation("names", f"unknown {what} '{place}': {_shown(item)}")
    last = horizon - 1
    if kind != "Z" and supports.interval:
        last += supports.interval * max((d for _, d in dfg.consumers.get(name, ())), default=0)
    if cycle < 0 or cycle > last:
        return Violation("horizon", f"{_shown(item)}: cycles are 0 to {last}")
    if cycle == 0 and kind != "X":
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


def _results(problem: Problem, mapping: Mapping, items: set[Item]) -> Iterator[Violation]:
    """Rule 3: every result is in the external component at the end."""
    for value in problem.dfg.results:
        external, last = problem.arch.external, mapping.horizon - 1
        if external is None or ("X", value, external, last) not in items:
            yield Violation(
                "3 result", f"value '{value}' is not in {external} at end of cycle {last}"
            )


def _justified(
    supports: Supports, horizon: int, ordered: list[Item], items: set[Item]
) -> Iterator[Violation]:
    """Rules 4 to 7: every item may be at its place, and has a support."""
    problem = supports.problem
    for item in ordered:
        kind, name, place, cycle = item
        if kind == "X":
            if not supports.may_hold(name, place):
                yield Violation("4 holding", f"{_shown(item)}: the component may not hold it")
            if cycle and not any(s in items for s in supports.holding(name, place, cycle)):
                yield Violation(
                    "4 holding",
                    f"{_shown(item)}: not held before, does not arrive, not computed",
                )
        elif kind == "Y":
            path = problem.arch.path_by_name[place]
            for ends in (path.sources, path.targets):
                if not any(supports.admits(name, end) for end in ends):
                    yield Violation(
                        "5 transfer",
                        f"{_shown(item)}: {', '.join(ends)} may not pass intermediate values",
                    )
            if not any(s in items for s in supports.transfer(name, path, cycle)):
                left = cycle - path.latency
                what = f"no source held it at end of cycle {left - 1}"
                if not supports.switches.isdisjoint(path.sources):
                    what += f", and it does not arrive in cycle {left} in one that is a switch"
                yield Violation("5 transfer", f"{_shown(item)}: {what}")
        else:
            yield from _executable(supports, horizon, item, items)


def _executable(
    supports: Supports, horizon: int, item: Item, items: set[Item]
) -> Iterator[Violation]:
    _, _, place, cycle = item
    latency = supports.latency(item)
    operator = supports.performed(item).operator
    if latency is None:
        yield Violation(
            "7 execution", f"{_shown(item)}: the component does not support '{operator}'"
        )
    elif cycle + latency - 1 >= horizon:
        yield Violation(
            "7 execution",
            f"{_shown(item)}: completed in cycle {cycle + latency - 1}, after the last,"
            f" {horizon - 1}",
        )
    for operand in supports.operands(item):
        if not any(s in items for s in supports.operand(operand, place, cycle)):
            own = cycle + operand.distance * supports.interval
            yield Violation(
                "6 operand",
                f"{_shown(item)}: operand '{operand.value}' (distance {operand.distance}) is"
                f" neither there at end of cycle {own - 1} nor arrives in cycle {own}",
            )


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


def _sequenced(supports: Supports, issued: dict[str, list[Item]]) -> Iterator[Violation]:
    """Order edges and priorities: the predecessors of an operation have completed before
    it starts.
    """
    dfg = supports.problem.dfg
    for name in sorted({edge.after for edge in dfg.order} | {p.then for p in dfg.priorities}):
        for first, offset in preceding(supports, name):
            completed = [
                item[3] + latency - 1
                for item in issued.get(first, [])
                if (latency := supports.latency(item)) is not None
            ]
            for item in issued.get(name, []):
                if not completed or min(completed) > item[3] + offset:
                    yield Violation(
                        "order",
                        f"{_shown(item)}: '{first}' has not completed by the end of cycle"
                        f" {item[3] + offset}",
                    )


def _effects(problem: Problem, issued: dict[str, list[Item]]) -> Iterator[Violation]:
    """Operations with an effect are executed exactly once, and, without recomputation, others at
    most once.
    """
    for operation in problem.dfg.operations:
        times = len(issued.get(operation.name, []))
        if times != 1 and problem.dfg.has_effect(operation.name):
            yield Violation(
                "effects", f"operation '{operation.name}' is issued {times} times, must be once"
            )
        elif times > 1 and not problem.recompute:
            yield Violation(
                "recompute", f"operation '{operation.name}' is issued {times} times, at most once"
            )
