"""CP-SAT and SAT in parallel: CP-SAT looks for fewer cycles, SAT raises the lower bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from solvers.tasks.mappings import SolverFaultError
from streaming.model.bounds import most_cycles
from streaming.model.schedule import Schedule
from streaming.question.exact import Solve
from streaming.question.refute import UnwrittenProofError, refute
from streaming.question.state import SearchState


def race(search: SearchState, ii: int) -> str:
    """Run both solvers; return the reason if one proves that no mapping exists at `ii`.

    CP-SAT looks for ever fewer cycles. The SAT solver looks for a mapping with the cycles of the
    lower bound, which is raised by one after each refutation.
    """
    settings, best = search.settings, search.answer.schedule
    horizon = most_cycles(search.rules, ii) if best is None else best.cycles
    if settings.solver == "cadical195":
        return _refute_upwards(search, ii, horizon, lambda: True)
    solve = Solve(search.rules, ii, horizon, settings.seed, settings.jobs)
    told = 0
    with solve.start(search.budget, best, settings.placed) as run:

        def goes_on() -> bool:
            nonlocal told
            alive = run.goes_on()
            while told < len(run.found):
                search.accept(run.found[told], "CP-SAT")
                told += 1
            search.raise_cycles(run.bound, "CP-SAT")
            return alive and not search.answer.proven

        why = ""
        if settings.solver == "auto":
            why = _refute_upwards(search, ii, horizon, goes_on)
        ended = run.result() if why else run.end(goes_on)
    if ended.status == "infeasible" and search.answer.schedule is None:
        return f"CP-SAT: there is no mapping at II {ii}"
    if ended.status == "infeasible" and best is not None:
        raise SolverFaultError("CP-SAT finds no mapping where there is one")
    if ended.status == "optimal":
        search.raise_cycles(ended.bound, "CP-SAT")
    return why


def _refute_upwards(search: SearchState, ii: int, horizon: int, watch: Callable[[], bool]) -> str:
    """Raise the bound by SAT until a mapping meets it; return as `race` does."""
    answer = search.answer
    while not answer.proven and watch():
        asked = answer.cycles.value
        if asked > horizon:
            return f"clauses: there is no mapping at II {ii}"
        found: Literal[True] | Schedule | None
        proofs = search.proofs
        folder = proofs.folder if proofs.error is None else None
        try:
            found = refute(
                search.rules,
                ii,
                asked,
                search.budget,
                folder,
                watch=watch,
                placed=search.settings.placed,
            )
        except UnwrittenProofError as error:
            proofs.error, found = error, True
        if found is None:
            return ""
        if found is True:
            proofs.keep(ii, asked)
            search.raise_cycles(asked + 1, "clauses")
        else:
            search.accept(found, "clauses")
    return ""
