"""An oracle for static register files: the naive model with a variable for every register.

A value that stays in a component stays in its register, and a register has one value in every
phase. Nothing is said of how long a value may stay, or of colours: that follows.
"""

from __future__ import annotations

from pysat.solvers import Solver

from models.data.problem import Problem
from tests.models.naive_model import _Formula


def static_feasible(problem: Problem, horizon: int) -> bool:
    """Whether values can be moved, and kept in numbered registers, with so many cycles."""
    with Solver("minicard") as solver:
        formula = _Formula(problem, horizon, solver)
        formula.state()
        _registers(formula)
        return not formula.broken and bool(solver.solve())


def _registers(formula: _Formula) -> None:
    dfg = formula.problem.dfg
    values = (*dfg.inputs, *(operation.name for operation in dfg.operations))
    for component in formula.problem.arch.components:
        numbers = range(component.capacity or 0)
        for value in values if numbers else ():
            for cycle in range(formula.span):
                here = formula.var("X", value, component.name, cycle)
                before = formula.var("X", value, component.name, cycle - 1) if cycle else None
                places = [formula.var("A", value, component.name, cycle, r) for r in numbers]
                formula.add(-here, *places)
                for r, place in enumerate(places):
                    if before is not None and not component.transient:
                        last = formula.var("A", value, component.name, cycle - 1, r)
                        formula.add(-before, -here, -last, place)
        for r in numbers:
            uses = [
                (cycle, formula.var("A", value, component.name, cycle, r))
                for value in values
                for cycle in range(formula.span)
            ]
            formula.at_most(1, uses)
