"""Executes whole regions, with innermost loops as dataflow graphs or as mappings of these.

Everything outside of these loops is done by the interpreter of `programs.loops`, on the same
memory. A mapping is executed twice over. First, loads and stores happen in the order of the cycles
in which the mapping issues and completes them, whatever iterations they are of: what its orders
allow too much shows in the result. Then the simulator of `models` goes through the mapping cycle
by cycle, with the numbers of the first execution given to it: what is not where it is read, or
breaks a rule of the array, shows there.
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
    """A kernel and its mapping onto an array; `simulated` executions are checked in every cycle."""

    kernel: Kernel
    arch: Architecture
    mapping: Placed
    simulated: int = 1


Part: TypeAlias = Kernel | MappedKernel


def innermost_loops(region: Region) -> tuple[Loop, ...]:
    """Return the loops of a region that have none in them, in the order of the text."""
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
    """Return what `programs.loops.execute` does, with loops executed by graphs or mappings.

    `parts` are those of loops of this region, by default the graphs of all innermost ones; other
    loops are interpreted. Raises `ProgramError` where the region does what C leaves open, and
    `InputError` where the simulator finds a mapping wrong, or a mapping is not of its kernel.
    """
    chosen = kernels(region) if parts is None else parts
    machine = _Hybrid(region, values, chosen)
    machine.run()
    return machine.values()


class _Hybrid(Machine):
    """The interpreter, where some of the loops are something else."""

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
    """The loads and stores of a mapping as they happen: a load is issued, a store is completed.

    Raises `InputError` where one is not issued exactly once, or nowhere that executes it.
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
        """Yield the loads and stores of a number of iterations in the order of time.

        What is complete in a cycle is there for what begins in it.
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
        # False is first: completions come before what begins.
        for _, begins, n, name in sorted(events):
            yield Instance(name, n), not begins
