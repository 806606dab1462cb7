"""Pins as a part of the claim, which is about mappings that execute operations where pinned."""

from __future__ import annotations

from collections.abc import Collection

from models.data.mapping import Mapping
from models.data.pins import Pin
from models.data.problem import Problem
from solvers.verification.directory import RejectedError
from solvers.verification.ways import Ways


def obeyed(
    pins: Collection[Pin], executed: Collection[str], component: str, cycle: int, period: int
) -> bool:
    """Whether pins allow an issue that executes these operations of the DFG."""
    return all(
        pin.operation not in executed
        or (
            (pin.components is None or component in pin.components)
            and (pin.cycle is None or cycle == pin.cycle)
            and (pin.context is None or (period > 0 and cycle % period == pin.context))
        )
        for pin in pins
    )


def check_pins(problem: Problem, pins: Collection[Pin]) -> None:
    """Raise `RejectedError` unless each pin names an operation that is executed under that name."""
    for pin in pins:
        operation = problem.dfg.operation_by_name.get(pin.operation)
        named = Ways(problem, relaxed=problem.transform != "none").of
        if operation is None or pin.operation not in named:
            raise RejectedError(f"pins: '{pin.operation}' is no operation that has a place")
        if problem.transform != "none" and problem.dfg.patterns:
            raise RejectedError("pins: not where multi-node operations are reordered")
        if not {*(pin.components or ())} <= {*problem.arch.component_by_name}:
            raise RejectedError(f"pins: '{pin.operation}' is pinned to unknown components")


def check_pinned(problem: Problem, mapping: Mapping, pins: Collection[Pin], name: str) -> None:
    """Raise `RejectedError` where the mapping of file `name` breaks a pin, or may do so."""
    patterns = {pattern.name for pattern in problem.dfg.patterns}
    ways = Ways(problem) if pins and patterns else None
    for issue in mapping.issues if pins else ():
        executed: tuple[str, ...] = (issue.operation,)
        does = issue.performs
        if ways is not None and does is not None and does.operator in patterns:
            way = ways.way(
                issue.operation, does.operator, tuple((o.value, o.distance) for o in does.operands)
            )
            if way is None:
                raise RejectedError(f"{name}: '{issue.operation}' may execute what is pinned")
            executed = way.executes
        if not obeyed(pins, executed, issue.component, issue.cycle, problem.contexts or 0):
            raise RejectedError(
                f"{name}: '{issue.operation}' on {issue.component} in cycle {issue.cycle}"
                " breaks a pin"
            )
