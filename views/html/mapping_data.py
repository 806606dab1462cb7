"""A mapping as lists of numbers: holds, transfers and issues, with places and times.

The data of the report refers to values and components by number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from models.data.mapping import Mapping, Transfer
from models.data.problem import Problem
from models.errors import InputError
from models.register_files.files import is_choice
from models.register_files.registers import Registers, allocate
from views.mapping.schedule import Schedule, applied, shown, with_line

Numbers = dict[str, int]


def numbered_values(problem: Problem, mapping: Mapping | None) -> Numbers:
    """Number inputs, operations, the mapping's own values, then all other values that it names."""
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


def mapping_data(problem: Problem, mapping: Mapping, values: Numbers) -> dict[str, Any]:
    """Return the mapping by numbers of values, components and paths.

    `holds`: value, component, first and last cycle of a run, and the register in a file that the
    array states to be static, where it has addresses. `transfers`: value, path, cycle of
    arrival, source, cycle after which it left, targets that use it. `issues`: operation,
    component, cycle, latency, text. `cycles` may exceed the horizon for carried values.
    """
    schedule = Schedule(problem, mapping)
    components = numbered_components(problem)
    paths = {path.name: number for number, path in enumerate(problem.arch.paths)}
    register = _registers(problem, mapping)
    return {
        "horizon": mapping.horizon,
        "contexts": mapping.contexts,
        "cycles": schedule.cycles,
        "holds": [
            [values[value], components[component], first, last, *register(component, value, first)]
            for (value, component), cycles in _cycles_by_place(mapping).items()
            for first, last in runs(cycles)
        ],
        "transfers": [
            [
                values[transfer.value],
                paths[transfer.path],
                transfer.cycle,
                *_way(schedule, transfer, components),
            ]
            for transfer in mapping.transfers
        ],
        "issues": [
            [
                values[issue.operation],
                components[issue.component],
                issue.cycle,
                _latency(schedule, issue.operation, issue.component, issue.cycle),
                with_line(
                    schedule.problem.dfg,
                    issue.operation,
                    schedule.expression(issue.operation, issue.component, issue.cycle),
                ),
                schedule.operator(issue.operation, issue.component, issue.cycle),
            ]
            for issue in mapping.issues
        ],
    }


def _registers(problem: Problem, mapping: Mapping) -> Callable[[str, str, int], list[int]]:
    """Return the addresses in static files; none where a mapping has them not, as when registers
    were only counted.
    """
    arch = problem.arch
    static = {c.name for c in arch.components if is_choice(arch, c) and c.file == "static"}
    try:
        made = allocate(problem, mapping, "own") if static else ()
    except InputError:
        made = ()
    if not isinstance(made, Registers):
        return lambda component, value, cycle: []
    interval = mapping.contexts or mapping.horizon

    def register(component: str, value: str, cycle: int) -> list[int]:
        found = made.find(component, cycle % interval, value, cycle)
        return [] if found is None or component not in static else [found]

    return register


def runs(cycles: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of consecutive cycles."""
    found: list[tuple[int, int]] = []
    for cycle in sorted(set(cycles)):
        if found and found[-1][1] == cycle - 1:
            found[-1] = (found[-1][0], cycle)
        else:
            found.append((cycle, cycle))
    return found


def _cycles_by_place(mapping: Mapping) -> dict[tuple[str, str], list[int]]:
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for held in mapping.holds:
        found[held.value, held.component].append(held.cycle)
    return found


def _way(schedule: Schedule, transfer: Transfer, components: Numbers) -> list[Any]:
    """Return source, the cycle after which it left, and the targets that use the arriving value."""
    path = schedule.problem.arch.path_by_name[transfer.path]
    used, source = [], path.sources[0]
    for target in path.targets:
        for arrival in schedule.at(target, transfer.cycle).arrivals:
            if (arrival.value, arrival.path) == (transfer.value, transfer.path):
                used.append(components[target])
                source = arrival.source
    return [components[source], transfer.cycle - 1 - path.latency, used]


def _latency(schedule: Schedule, operation: str, component: str, cycle: int) -> int:
    operator, dfg = schedule.operator(operation, component, cycle), schedule.problem.dfg
    if operator not in dfg.operator_by_name and operator not in dfg.pattern_by_name:
        return 1
    return schedule.problem.operator_latency(operator, component) or 1


def choices(mapping: Mapping) -> list[str]:
    """Return a line for each value that the mapping computes differently from the DFG."""
    lines = [
        f"{made.name} = {applied(made.operator, [shown(operand) for operand in made.operands])}"
        for made in mapping.intermediates
    ]
    for issue in mapping.issues:
        if issue.performs is not None:
            words = [shown(operand) for operand in issue.performs.operands]
            lines.append(f"{issue.operation} = {applied(issue.performs.operator, words)}")
    return list(dict.fromkeys(lines))
