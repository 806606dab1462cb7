"""The start of the search for the smallest II: a mapping on this array or a smaller one.

A mapping on a smaller array is also one on a larger array that has all its components and paths, by
name. If it is not, for example because a torus has its wrap-around paths elsewhere, the search
tries its interval first.
"""

from __future__ import annotations

import msgspec

from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import check
from models.judge.checker_operations import pins_broken
from models.judge.simulator import enough_iterations, simulate
from shell.options import MOST
from solvers.questions.inputs import named, read_mapping
from solvers.search.interval_answer import Start


def read_start(source: object, problem: Problem, pins: Pins) -> Start:
    """Return a mapping, or that of a file, as a start. Raises `InputError` for another graph."""
    given, place = read_mapping(source), named(source)
    if given.dfg != problem.dfg.name:
        raise InputError(f"a mapping of '{given.dfg}', not of '{problem.dfg.name}'", place)
    if given.contexts is None:
        raise InputError("a mapping without contexts; give one that min_ii has written", place)
    if not 1 <= given.horizon <= MOST:
        raise InputError(f"horizon {given.horizon} is not from 1 to {MOST}", place)
    mapping = msgspec.structs.replace(given, architecture=problem.arch.name)
    try:
        own = problem.at(given.contexts)
    except InputError as error:
        raise error.inside(place) from None
    wrong = [str(fault) for fault in check(own, mapping)] or pins_broken(own, mapping, pins)
    if not wrong:
        report = simulate(own, mapping, enough_iterations(mapping))
        wrong = [] if report.ok else [f"the simulator disagrees: {report.first_difference}"]
    return Start(given.contexts, None if wrong else mapping, wrong[0] if wrong else None)
