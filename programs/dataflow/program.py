"""Executes whole regions, with innermost loops as dataflow graphs or as their mappings.

The interpreter of `programs.loops` executes the rest, on the same memory. A mapping is executed
twice. First, loads and stores happen in the order of the cycles in which the mapping issues and
completes them, across iterations, so that missing order edges show in the result. Then the
simulator of `models` replays the mapping cycle by cycle with the numbers of the first execution, so
that unavailable operands and violated rules of the array show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from models.data.architecture import Architecture
from models.data.mapping import Mapping as Placed
from models.data.problem import Problem
from models.errors import InputError
from models.judge.simulator import enough_iterations, simulate
from programs.dataflow.extract import extract
from programs.dataflow.kernel import Kernel, Memory
from programs.dataflow.options import DEFAULT, DataflowOptions
from programs.dataflow.run import Cells, Execution, Instance
from programs.loops.execute import Machine
from programs.loops.region import Loop, Node, Region, Statement, loops_of


@dataclass(frozen=True, eq=False)
class MappedKernel:
    """A kernel and its mapping; the first `simulated` executions are checked in every cycle."""

    kernel: Kernel
    arch: Architecture
    mapping: Placed
    simulated: int = 1


Part: TypeAlias = Kernel | MappedKernel


def innermost_loops(region: Region) -> tuple[Loop, ...]:
    """Return the innermost loops of a region, in text order."""
    return tuple(
        loop
        for loop in loops_of(region.body)
        if all(isinstance(node, Statement) for node in loop.body)
    )


def kernels(region: Region, options: DataflowOptions = DEFAULT) -> tuple[Kernel, ...]:
    """Return the graphs of all innermost loops of a region."""
    return tuple(extract(region, loop, options) for loop in innermost_loops(region))


def run_dfg(
    region: Region, values: Mapping[str, Any], parts: Sequence[Part] | None = None
) -> dict[str, Any]:
    """Return the same as `programs.loops.execute`, with loops executed by graphs or mappings.

    `parts` are graphs or mappings of loops of this region, by default the graphs of all innermost
    loops; other loops are interpreted. Raises `ProgramError` for undefined behaviour in C, and
    `InputError` if the simulator rejects a mapping, or a mapping does not match its kernel.
    """
    chosen = kernels(region) if parts is None else parts
    machine = _Hybrid(region, values, chosen)
    machine.run()
    return machine.values()


class _Hybrid(Machine):
    """The interpreter with some loops replaced by graphs or mappings."""

    def __init__(self, region: Region, values: Mapping[str, Any], parts: Sequence[Part]) -> None:
        self.steps_of: dict[int, Callable[[Cells, dict[str, int]], None]] = {}
        for part in parts:
            kernel = part if isinstance(part, Kernel) else part.kernel
            if kernel.region is not region:
                raise InputError(f"loop '{kernel.loop.index}' is that of another region")
            # Loops at different places may be equal.
            self.steps_of[id(kernel.loop)] = (
                _graph(part) if isinstance(part, Kernel) else _mapped(part)
            )
        super().__init__(region, values, None)

    def node(self, node: Node, loops: tuple[Loop, ...]) -> Callable[[dict[str, int]], None]:
        step = self.steps_of.get(id(node))
        if step is None:
            return super().node(node, loops)
        return lambda point: step(self.memory, point)


def _graph(kernel: Kernel) -> Callable[[Cells, dict[str, int]], None]:
    return lambda memory, point: Execution(kernel, memory, point).run()


def _mapped(part: MappedKernel) -> Callable[[Cells, dict[str, int]], None]:
    left = part.simulated
    problem = Problem(part.kernel.dfg, part.arch, part.mapping.contexts)
    order = IssueOrder(problem, part.mapping)

    def step(memory: Cells, point: dict[str, int]) -> None:
        nonlocal left
        execution = Execution(part.kernel, memory, point)
        execution.run(order)
        if left and execution.rows:
            left -= 1
            _simulate(part, execution)

    return step


def _simulate(part: MappedKernel, execution: Execution) -> None:
    iterations = min(len(execution.rows), enough_iterations(part.mapping))
    problem = Problem(execution.bound(), part.arch, part.mapping.contexts)
    given = execution.given(iterations)
    report = simulate(problem, part.mapping, iterations, inputs={}, given=given)
    if not report.ok:
        raise InputError(f"mapping of '{problem.dfg.name}': {report.first_difference}")


class IssueOrder:
    """The loads and stores of a mapping in time: issues of loads, and completions of stores.

    Raises `InputError` if an operation with an effect is issued more than once, or an access is
    issued on no component that executes it.
    """

    def __init__(self, problem: Problem, mapping: Placed) -> None:
        self.period = mapping.contexts or mapping.horizon
        self.times: dict[str, tuple[int, int]] = {}
        for issue in mapping.issues:
            latency = None
            if issue.operation in problem.dfg.operation_by_name:
                latency = problem.latency(issue.operation, issue.component)
            if latency is None:
                continue
            if issue.operation in self.times and problem.dfg.has_effect(issue.operation):
                raise InputError(f"the mapping issues '{issue.operation}' more than once")
            self.times[issue.operation] = (issue.cycle, issue.cycle + latency)

    def __call__(self, kernel: Kernel, iterations: int) -> Iterable[tuple[Instance, bool]]:
        """Yield the loads and stores of `iterations` iterations in chronological order.

        A store completed in a cycle is visible to loads issued in it.
        """
        events: list[tuple[int, bool, int, str]] = []
        for name, action in kernel.actions.items():
            if not isinstance(action, Memory):
                continue
            if name not in self.times:
                raise InputError(f"the mapping does not issue '{name}'")
            start, end = self.times[name]
            for n in range(iterations):
                events.append((start + n * self.period, True, n, name))
                if action.write:
                    events.append((end + n * self.period, False, n, name))
        # False sorts first: completions precede issues.
        for _, begins, n, name in sorted(events):
            yield Instance(name, n), not begins
