"""Fresh models per horizon against one incremental model over all horizons.

`python -m bench.incremental` writes `docs/results/incremental.md`. The incremental run builds
one model for the largest horizon of interest and asks for each smaller one by assumptions "the
results are in the external component at the end of cycle n-1"; the fresh run builds a model per
horizon, with windows of its own. Twice: with the largest horizon that a search has in practice,
the best proposal of the heuristics, and with the minimum itself, which no search knows.
"""

from __future__ import annotations

import sys
import time

from archs.presets import architecture_preset
from bench.frame import Asker, Namespace, Parts, bench
from bench.page import table
from examples.aes import aes
from examples.fft import fft
from examples.filters import fir
from examples.matrices import mmm
from examples.ring import ring
from heuristics.list_schedule import proposals
from models.data.problem import Problem
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.questions.entries import Entry
from solvers.search.answer import Question
from solvers.search.bounds import Arithmetic
from solvers.search.cycles import search

SOLVERS = ("cadical195", "glucose4")
LIMIT = 30
HEADS = [
    "instance",
    "horizons",
    "upper",
    "solver",
    "fresh",
    "incremental to upper",
    "incremental to minimum",
    "ratio",
    "ratio to minimum",
]


@bench("incremental", "Fresh against incremental")
def main(_: Namespace, asker: Asker) -> Parts:
    """Measure both ways on every instance."""
    instances = {
        "ring 4, MAC": Problem(*ring(4, "operator")),
        "ring 5, MAC": Problem(*ring(5, "operator")),
        "ring 4": Problem(*ring(4)),
        "ring 5": Problem(*ring(5)),
        "mmm 3, MAC, 3 contexts": Problem(*mmm(3, "operator"), 3),
        "aes 3": Problem(*aes(3)),
        "FIR 8, MAC, mesh 2x2": Problem(fir(8, "operator")[0], architecture_preset("mesh:2x2")),
        "FFT 4, mesh 3x3": Problem(fft(4)[0], architecture_preset("mesh:3x3")),
    }
    yield (
        "Seconds to go from the arithmetic bound up to the minimum, one process, build included;"
        f" given up after {LIMIT} s. A ratio above 1 means that fresh models win."
        " The upper horizon is the best proposal of the"
        " heuristics, or the minimum + 4 where they do not apply.\n"
    )
    rows = [row for each in instances.items() for row in _rows(asker, *each)]
    yield table(HEADS, rows)


def _rows(asker: Asker, name: str, problem: Problem) -> list[list[object]]:
    """Return a row for each solver, none where the minimum is not found."""

    def measure() -> Entry:
        first = Arithmetic(problem).first_horizon()[0]
        answer = search(Question(problem, time_limit=LIMIT))
        minimum, rows = answer.cycles, list[list[object]]()
        if minimum is None or answer.status != "optimal":
            return {"rows": rows, "status": answer.status}
        upper = min((p.horizon for p in proposals(problem)), default=minimum + 4)
        for solver in SOLVERS:
            fresh = _fresh(problem, first, minimum, solver)
            shared = _incremental(problem, first, minimum, upper, solver)
            oracle = _incremental(problem, first, minimum, minimum, solver)
            ratios = [f"{t / fresh:.1f}" if fresh and t else "-" for t in (shared, oracle)]
            times = [_shown(seconds) for seconds in (fresh, shared, oracle)]
            rows.append([name, f"{first}…{minimum}", upper, solver, *times, *ratios])
        return {"rows": rows, "status": answer.status}

    rows: list[list[object]] = asker.entry({"incremental": name, "limit": LIMIT}, measure)["rows"]
    return rows


def _shown(seconds: float | None) -> str:
    return f"> {LIMIT}" if seconds is None else f"{seconds:.2f}"


def _fresh(problem: Problem, first: int, last: int, solver: str) -> float | None:
    clock = time.perf_counter()
    for horizon in range(first, last + 1):
        session = SatSession(lower(build(problem, horizon).constraints), solver)
        outcome = session.solve(keep_going=lambda _: time.perf_counter() - clock < LIMIT)
        session.close()
        if outcome.satisfiable is None:
            return None
        assert outcome.satisfiable == (horizon == last)
    return time.perf_counter() - clock


def _incremental(problem: Problem, first: int, last: int, upper: int, solver: str) -> float | None:
    clock = time.perf_counter()
    model = build(problem, upper)
    session = SatSession(lower(model.constraints), solver)
    results = [model.index.value[name] for name in problem.dfg.results]
    for horizon in range(first, last + 1):
        ends = [int(model.x[i, model.index.external, horizon - 1]) for i in results]
        if 0 in ends:
            continue
        outcome = session.solve(ends, lambda _: time.perf_counter() - clock < LIMIT)
        if outcome.satisfiable is None:
            return None
        assert outcome.satisfiable == (horizon == last)
    session.close()
    return time.perf_counter() - clock


if __name__ == "__main__":
    sys.exit(main())
