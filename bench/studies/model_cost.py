"""The cost of a model: `python -m bench.studies.model_cost aes|random`."""

from __future__ import annotations

import resource
import sys
import time

from archs.files import load_architecture
from bench.process import Answer
from bench.studies import printed
from examples.aes import aes
from examples.random_graph import random_graph
from models.data.problem import Problem
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.search.bounds import Arithmetic


def opened(name: str) -> tuple[Problem, int | None]:
    """Return a problem, and the horizon of its model, None for the first that is not refuted."""
    if name == "aes":
        return Problem(*aes(3)), 52
    return Problem(random_graph(200), load_architecture("mesh:8x8")), None


def phases(problem: Problem, horizon: int | None) -> Answer:
    """Return seconds by phase, from the bound to the loaded solver, and sizes."""
    clock = [time.perf_counter()]
    first = Arithmetic(problem).first_horizon()[0]
    horizon = horizon or first
    clock.append(time.perf_counter())
    model = build(problem, horizon).constraints
    clock.append(time.perf_counter())
    cnf = lower(model)
    clock.append(time.perf_counter())
    session = SatSession(cnf)
    clock.append(time.perf_counter())
    session.close()
    names = ("arithmetic bound", "build", "lower to CNF", "load into the solver")
    spent = [round(b - a, 3) for a, b in zip(clock, clock[1:], strict=False)]
    return {
        "horizon": horizon,
        "variables": cnf.variables,
        "clauses": cnf.clause_count,
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "phases": dict(zip(names, spent, strict=True)),
    }


def main(name: str) -> Answer:
    """Return the cost of a model."""
    return phases(*opened(name))


if __name__ == "__main__":
    printed(main, *sys.argv[1:])
