"""The order in which the report numbers values: its data refers to them by number."""

from __future__ import annotations

from models.data.mapping import Mapping
from models.data.problem import Problem

Numbers = dict[str, int]


def numbered_values(problem: Problem, mapping: Mapping | None) -> Numbers:
    """Number the inputs, the operations, the mapping's own values, then whatever else it names."""
    found = dict.fromkeys(problem.dfg.values)
    if mapping is not None:
        found |= dict.fromkeys(operation.name for operation in mapping.intermediates)
        found |= dict.fromkeys(held.value for held in mapping.holds)
        found |= dict.fromkeys(transfer.value for transfer in mapping.transfers)
        found |= dict.fromkeys(issue.operation for issue in mapping.issues)
    return {name: number for number, name in enumerate(found)}


def numbered_components(problem: Problem) -> Numbers:
    """Number the components as the architecture lists them."""
    return {component.name: n for n, component in enumerate(problem.arch.components)}
