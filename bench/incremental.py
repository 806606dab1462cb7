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
from collections.abc import Iterator

from archs.presets import architecture_preset
from bench.frame import Asker, Namespace, Parts, bench, some, time_limit
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
INSTANCES = {
    "ring 4, MAC": Problem(*ring(4, "operator")),
    "ring 5, MAC": Problem(*ring(5, "operator")),
    "ring 4": Problem(*ring(4)),
    "ring 5": Problem(*ring(5)),
    "mmm 3, MAC, 3 contexts": Problem(*mmm(3, "operator"), 3),
    "aes 3": Problem(*aes(3)),
    "FIR 8, MAC, mesh 2x2": Problem(fir(8, "operator")[0], architecture_preset("mesh:2x2")),
    "FFT 4, mesh 3x3": Problem(fft(4)[0], architecture_preset("mesh:3x3")),
}
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


@bench(
    "incremental",
    "Fresh against incremental",
    time_limit(30),
    some("--only", INSTANCES, "INSTANCE"),
    smoke="--only 'ring 4, MAC'",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure both ways on every instance."""
    limit = options.time_limit
    yield (
        "Seconds to go from the arithmetic bound up to the minimum, one process, build included;"
        f" given up after {limit:g} s. A ratio above 1 means that fresh models win."
        " The upper horizon is the best proposal of the"
        " heuristics, or the minimum + 4 where they do not apply.\n"
    )
    yield table(HEADS, [row for name in options.only for row in _rows(asker, name, limit)])


def _rows(asker: Asker, name: str, limit: float) -> Iterator[list[object]]:
    """Yield a row for each solver, none where the minimum is not found."""
    problem = INSTANCES[name]

    def horizons() -> Entry:
        answer = search(Question(problem, time_limit=limit))
        proposed = [p.horizon for p in proposals(problem)]
        return {
            "status": answer.status,
            "cycles": answer.cycles,
            "lower_bound": Arithmetic(problem).first_horizon()[0],
            "proposed": min(proposed, default=None),
        }

    key = {"instance": name, "limit": limit}
    found = asker.entry(key, horizons)
    if found["status"] != "optimal":
        return
    first, minimum = found["lower_bound"], found["cycles"]
    upper = minimum + 4 if found["proposed"] is None else found["proposed"]
    for solver in SOLVERS:

        def measure(solver: str = solver) -> Entry:
            return {
                "fresh": _fresh(problem, first, minimum, solver, limit),
                "to_upper": _incremental(problem, first, minimum, upper, solver, limit),
                "to_minimum": _incremental(problem, first, minimum, minimum, solver, limit),
            }

        spent = asker.entry(key | {"solver": solver}, measure)
        fresh, *others = spent["fresh"], spent["to_upper"], spent["to_minimum"]
        times = [f"> {limit:g}" if seconds is None else seconds for seconds in (fresh, *others)]
        ratios = [f"{seconds / fresh:.1f}" if fresh and seconds else None for seconds in others]
        yield [name, f"{first}…{minimum}", upper, solver, *times, *ratios]


def _fresh(problem: Problem, first: int, last: int, solver: str, limit: float) -> float | None:
    clock = time.perf_counter()
    for horizon in range(first, last + 1):
        session = SatSession(lower(build(problem, horizon).constraints), solver)
        outcome = session.solve(keep_going=lambda _: time.perf_counter() - clock < limit)
        session.close()
        if outcome.satisfiable is None:
            return None
        assert outcome.satisfiable == (horizon == last)
    return time.perf_counter() - clock


def _incremental(
    problem: Problem, first: int, last: int, upper: int, solver: str, limit: float
) -> float | None:
    clock = time.perf_counter()
    model = build(problem, upper)
    session = SatSession(lower(model.constraints), solver)
    results = [model.index.value[name] for name in problem.dfg.results]
    for horizon in range(first, last + 1):
        ends = [int(model.x[i, model.index.external, horizon - 1]) for i in results]
        if 0 in ends:
            continue
        outcome = session.solve(ends, lambda _: time.perf_counter() - clock < limit)
        if outcome.satisfiable is None:
            return None
        assert outcome.satisfiable == (horizon == last)
    session.close()
    return time.perf_counter() - clock


if __name__ == "__main__":
    sys.exit(main())
