"""An oracle for register files: the naive model with a variable for every register.

Everything is a variable: schedules, places, and the register of every value in every cycle. A
register has one value in every context, and a value that stays in a component stays in its
register, but for what the kind of file allows. Nothing is said of how long a value may stay, of
colours or of walks: that follows.
"""

from __future__ import annotations

from pysat.solvers import Solver

from models.data.certificate import RegisterFiles
from models.data.problem import Problem
from tests.models.naive_model import _Formula


def files_feasible(
    problem: Problem, horizon: int, kind: RegisterFiles, rounds: int = 1, *, read_back: bool = True
) -> bool:
    """Whether values can be moved, and kept in numbered registers, with so many cycles.

    Where files are unrolled, in a kernel of at most so many `rounds`. Without `read_back`, what is
    computed never leaves the external memory; paths have one source then.
    """
    if kind in ("unroll", "own"):
        return any(_feasible(problem, horizon, kind, n, read_back) for n in range(1, rounds + 1))
    return _feasible(problem, horizon, kind, 1, read_back)


def _feasible(
    problem: Problem, horizon: int, kind: RegisterFiles, rounds: int, read_back: bool
) -> bool:
    with Solver("minicard") as solver:
        formula = _Formula(problem, horizon, solver)
        formula.state()
        if not read_back:
            _only_inputs_leave(formula)
        if kind != "counted":
            _registers(formula, kind, rounds)
        return not formula.broken and bool(solver.solve())


def _only_inputs_leave(formula: _Formula) -> None:
    arch = formula.problem.arch
    for path in arch.paths:
        assert len(path.sources) == 1
        for operation in formula.problem.dfg.operations if arch.external in path.sources else ():
            for cycle in range(formula.span):
                formula.add(-formula.var("Y", operation.name, path.name, cycle))


def _registers(formula: _Formula, kind: RegisterFiles, rounds: int) -> None:
    dfg, period = formula.problem.dfg, formula.problem.contexts or formula.span
    values = (*dfg.inputs, *(operation.name for operation in dfg.operations))
    for component in formula.problem.arch.components:
        count = component.capacity or 0
        file = (component.file or "static") if kind == "own" else kind
        turns = rounds if file == "unroll" else 1
        every = [(value, cycle, turn) for value in values for cycle in range(formula.span)
                 for turn in range(turns)]  # fmt: skip
        for value, cycle, turn in every if count else ():
            here = formula.var("X", value, component.name, cycle)
            places = [formula.var("A", value, component.name, cycle, turn, r) for r in range(count)]
            formula.add(-here, *places)
            if cycle == 0 or component.transient or file == "moves":
                continue
            before = formula.var("X", value, component.name, cycle - 1)
            # The registers of a rotating file have new names where a round begins.
            renamed = file == "rotating" and cycle % period == 0
            for r in range(count):
                last = formula.var("A", value, component.name, cycle - 1, turn, r)
                formula.add(-before, -here, -last, places[(r + renamed) % count])
        for r in range(count):
            # Iterations that begin in different rounds of the kernel have registers of their own.
            for shift in range(turns):
                formula.at_most(1, [
                    (cycle, formula.var("A", value, component.name, cycle, turn, r))
                    for value, cycle, turn in every
                    if (turn + cycle // period) % turns == shift
                ])  # fmt: skip
