"""The task of a process: the fewest cycles by a solver that minimises, with bounds as they move."""

from __future__ import annotations

import time
from dataclasses import dataclass
from multiprocessing.connection import Connection

from models.data.problem import Problem
from solvers.search.worker import SolverOptions


@dataclass(frozen=True)
class Minimise:
    """Find the fewest cycles of at least `lower`; send `proposal` and `bound` on the way.

    The last message is that of `solvers.search.decide`, with the bound as `lower`.
    """

    lower: int

    def __call__(
        self, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
    ) -> None:
        """Find the fewest cycles of at most `horizon`."""
        from models.space_time.decode import decode, literals_of
        from models.space_time.objective import minimise_cycles
        from models.space_time.progress import rule_pins
        from models.space_time.xyz import build
        from solvers.backends.backend import Settings
        from solvers.backends.registry import chosen, open_session

        clock = time.perf_counter()
        model = build(problem, horizon, windowed=options.windowed)
        rule_pins(model, options.pins)
        minimise_cycles(model, self.lower)
        start = () if options.start is None else literals_of(model, options.start)
        settings = Settings(
            options.encodings, options.seed, start=start, fixed_effort=options.fixed_effort
        )
        session = open_session(options.solver, model.constraints, settings)
        built = time.perf_counter() - clock
        messages.send(
            {
                "kind": "built",
                "variables": session.variables,
                "clauses": session.rows,
                "build": built,
            }
        )
        session.load()
        loaded = time.perf_counter() - clock - built
        messages.send({"kind": "loaded"})
        by = chosen(options.solver).backend.family
        best = 0

        def improved(true: list[int] | None, bound: int | None) -> None:
            nonlocal best
            if true is not None:
                messages.send({"kind": "proposal", "mapping": decode(model, true), "by": by})
            if bound is not None and bound > best:
                best = bound
                messages.send({"kind": "bound", "lower": bound + 1})

        def report(conflicts: int) -> bool:
            messages.send({"kind": "progress", "conflicts": conflicts})
            return True

        outcome = session.solve(keep_going=report, improved=improved)
        solved = time.perf_counter() - clock - built - loaded
        messages.send(
            {
                "kind": "answer",
                "satisfiable": outcome.satisfiable,
                "mapping": decode(model, outcome.model) if outcome.satisfiable else None,
                "lower": None if outcome.bound is None else outcome.bound + 1,
                "assumed": None,
                "proven": (),
                "conflicts": outcome.conflicts,
                "seconds": {"build": built, "load": loaded, "solve": solved},
            }
        )
