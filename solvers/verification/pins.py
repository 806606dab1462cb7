"""Pins as a part of the claim: it covers the mappings that obey the pins."""

from __future__ import annotations

from collections.abc import Collection

from models.data.pins import Pin
from models.data.problem import Problem
from solvers.verification.directory import RejectedError
from solvers.verification.ways import Ways


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
