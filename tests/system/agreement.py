"""Whether all solvers agree on random problems, and convince the checker and the simulator.

Every solver that is installed decides the horizons around the fewest cycles of a problem.
`bench` calls `compare(kind, seed)` for the `KINDS` of `tests.system.problems`, and makes a table of
the entries that it returns; `asked()` and `label()` name the solvers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.backend import Settings
from solvers.backends.cnf import Encodings
from solvers.backends.registry import BACKENDS, open_session
from tests.system.problems import problem_of

MOST = 9
"""Horizons beyond are not tried."""

ASKED = (
    ("cadical195", Encodings()),
    ("glucose4", Encodings("pairwise", "totalizer")),
    ("gluecard4", Encodings("native", "native")),
    ("cadical195", Encodings("native", "native")),
    ("kissat", Encodings("product", "commander")),
    ("cp-sat", Encodings()),
    ("highs", Encodings()),
    ("pyomo", Encodings()),
    ("lp", Encodings()),
)


class WrongMappingError(Exception):
    """Checker or simulator rejects what a solver has found."""


def decide(problem: Problem, horizon: int, solver: str, encodings: Encodings) -> bool | None:
    """Whether there is a mapping, says a solver; None where it has no answer.

    Raises `WrongMappingError` where what it has found is none.
    """
    try:
        model = build(problem, horizon)
    except InfeasibleError:
        return False
    session = open_session(solver, model.constraints, Settings(encodings))
    session.load()
    outcome = session.solve(lambda conflicts: True)
    if outcome.satisfiable:
        mapping = decode(model, outcome.model)
        faults = check(problem, mapping)
        report = simulate(problem, mapping)
        if faults or not report.ok:
            raise WrongMappingError(faults[0] if faults else str(report.first_difference))
    return outcome.satisfiable


def compare(kind: str, seed: int) -> dict[str, list[Any]]:
    """Put one problem to all solvers: what each says of some horizons, and where they differ."""
    problem = problem_of(kind, seed)
    questions, differences = [], list[str]()
    for horizon in horizons(problem):
        answers: dict[str, bool | None] = {}
        where = f"{kind} {seed}, {horizon} cycles"
        for solver, encodings in asked():
            name = label(solver, encodings)
            try:
                answers[name] = decide(problem, horizon, solver, encodings)
            except Exception as error:  # whatever it is, it is told, and the others go on
                differences.append(f"{where}: {name}: {type(error).__name__}: {error}")
        questions.append({"cycles": horizon, "answers": answers})
        if len({yes for yes in answers.values() if yes is not None}) != 1:
            differences.append(f"{where}: {answers}")
    return {"questions": questions, "differences": differences}


def asked() -> Iterator[tuple[str, Encodings]]:
    """The solvers that are installed, each with an encoding."""
    yield from ((n, encodings) for n, encodings in ASKED if BACKENDS[n].missing() is None)


def label(solver: str, encodings: Encodings) -> str:
    """A solver and how limits are put to it."""
    if BACKENDS[solver].family != "SAT":
        return solver
    how = "native" if encodings.native else f"{encodings.at_most_one}, {encodings.at_most_k}"
    return f"{solver} ({how})"


def horizons(problem: Problem) -> Iterator[int]:
    """The last horizon without a mapping, the first one with one, and the next."""
    first = next((n for n in range(1, MOST) if decide(problem, n, *ASKED[0])), MOST)
    yield from range(max(1, first - 1), min(first + 1, MOST) + 1)
