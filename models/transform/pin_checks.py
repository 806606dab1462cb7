"""Pins that contradict the DFG, the architecture, the contexts or each other."""

from __future__ import annotations

from collections.abc import Iterator

from models.data.architecture import Architecture
from models.data.dfg import Dfg, Operation
from models.data.pins import Pin, Pins
from models.data.problem import Problem
from models.errors import InputError, NotSupportedError, known, unknown
from models.transform.clusters import clusters


def require_sound(dfg: Dfg, arch: Architecture, pins: Pins) -> None:
    """Raise `InputError` for pins that no number of contexts makes possible: unknown names,
    places that cannot execute the operation, cycle 0, and pins that exclude each other.
    """
    for pin in pins.places:
        for fault in _faults(dfg, arch, pin):
            raise InputError(f"pin '{pin}': {fault}")
    for name, own in pins.by_operation().items():
        for field, what in (("cycle", "cycles"), ("context", "contexts")):
            given = sorted({n for pin in own if (n := getattr(pin, field)) is not None})
            if len(given) > 1:
                raise InputError(
                    f"operation '{name}' is pinned to {what} {given[0]} and {given[1]}"
                )
        if _common(own) == set():
            raise InputError(f"operation '{name}' is pinned to components that have none in common")


def _faults(dfg: Dfg, arch: Architecture, pin: Pin) -> Iterator[str]:
    operation = dfg.operation_by_name.get(pin.operation)
    if operation is None:
        what = "an input" if pin.operation in dfg.inputs else "unknown"
        yield f"operation '{pin.operation}' is {what}{known(dfg.operation_by_name)}"
        return
    if pin.components is None and pin.cycle is None and pin.context is None:
        yield "names neither components nor a cycle nor a context"
    if pin.cycle is not None and pin.cycle < 1:
        yield f"cycle {pin.cycle} must be at least 1: cycle 0 is the initial state"
    if pin.context is not None and pin.context < 0:
        yield f"context {pin.context} must be at least 0"
    if pin.components == ():
        yield "names no component"
    for name in pin.components or ():
        if name not in arch.component_by_name:
            yield unknown("component", name, arch.component_by_name)
        elif not may_execute(dfg, arch, operation, name):
            yield f"component '{name}' cannot execute operator '{operation.operator}'"


def may_execute(dfg: Dfg, arch: Architecture, operation: Operation, component: str) -> bool:
    """Whether a component can execute an operation, or a possible replacement of it."""
    place = arch.component_by_name[component]
    if place.supports(operation.operator):
        return True
    return any(place.supports(p.name) and operation.operator in p.expression for p in dfg.patterns)


def _common(own: list[Pin]) -> set[str] | None:
    """The components that all pins of an operation leave; None where they leave all."""
    listed = [set(pin.components) for pin in own if pin.components is not None]
    return set.intersection(*listed) if listed else None


def require_possible(problem: Problem, pins: Pins) -> None:
    """Raise `InputError` for pins that this number of contexts makes impossible: missing contexts,
    a cycle in another context, and more operations in one cycle of a component than it issues.

    Raises `NotSupportedError` where `require_named` does.
    """
    contexts = problem.contexts
    require_named(problem, pins)
    taken: dict[tuple[str, int], list[str]] = {}
    for name, own in pins.by_operation().items():
        cycle = next((pin.cycle for pin in own if pin.cycle is not None), None)
        context = next((pin.context for pin in own if pin.context is not None), None)
        if context is not None:
            if contexts is None:
                raise InputError(
                    f"operation '{name}' is pinned to context {context}, but nothing is pipelined:"
                    " give the number of contexts"
                )
            if context >= contexts:
                raise InputError(
                    f"operation '{name}' is pinned to context {context};"
                    f" with contexts {contexts} these are 0 to {contexts - 1}"
                )
            if cycle is not None and cycle % contexts != context:
                raise InputError(
                    f"operation '{name}' is pinned to cycle {cycle}, which is in context"
                    f" {cycle % contexts}, and to context {context}"
                )
        places = _common(own)
        slot = context if cycle is None else cycle % contexts if contexts else cycle
        if slot is not None and places is not None and len(places) == 1:
            taken.setdefault((min(places), slot), []).append(name)
    if problem.dfg.patterns or problem.transform != "none":
        return  # one issue may execute several operations
    for (component, slot), names in taken.items():
        room = problem.arch.component_by_name[component].issue
        if len(names) > room:
            noun = "context" if contexts else "cycle"
            raise InputError(
                f"operations {', '.join(repr(n) for n in names[: room + 1])} are pinned to"
                f" '{component}' in {noun} {slot}, where it issues {room}"
            )


def require_named(problem: Problem, pins: Pins) -> None:
    """Raise `NotSupportedError` where a pinned operation may be executed under no name,
    or several.
    """
    dfg = problem.dfg
    if not pins:
        return
    if problem.transform != "none":
        if dfg.patterns:
            raise NotSupportedError(
                "pins go with reordering only without multi-node operations (--multi-node off)"
            )
        inner = {name for cluster in clusters(dfg) for name in cluster.inner}
        for pin in pins.places:
            if pin.operation in inner:
                raise NotSupportedError(
                    f"operation '{pin.operation}' is a partial sum that reordering replaces,"
                    " and cannot be pinned"
                )
