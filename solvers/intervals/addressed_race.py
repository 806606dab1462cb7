"""One interval up to one horizon with register files: races until a mapping has addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from math import inf

from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from shell.budget import Budget
from solvers.intervals.race import Race, Verdict
from solvers.search.addresses import without_addresses
from solvers.search.messages import Message
from solvers.search.solver_options import SolverOptions
from solvers.search.supervisor import Worker

UNSEEN = "values without addresses cannot be excluded, because the model has no variables for them"


def holds_any(mapping: Mapping, avoided: Iterable[Iterable[Held]]) -> bool:
    """Whether a mapping contains a set to be avoided; the model had no clause against it then."""
    held = set(mapping.holds)
    return any(held.issuperset(together) for together in avoided)


def race(
    problem: Problem,
    span: tuple[int, int],
    options: SolverOptions,
    budget: Budget,
    hear: Callable[[], bool] = lambda: False,
    beside: Callable[[], Worker[Message] | None] = lambda: None,
    conflicts: int | None = None,
) -> Verdict:
    """Return the result of a race of all horizons of `span`, in the files of the `options`.

    A mapping in it has addresses in these files; a refutation is one of such mappings only. If the
    values that a file holds have no addresses, solvers start again without that set. If the set
    comes back all the same, the race has no result. It ends soon after `conflicts` conflicts. The
    other arguments are those of `Race`.
    """
    spent = 0
    options = replace(options, proof_dir=None)
    while True:
        one = Race(problem, *span, options, beside)
        most = inf if conflicts is None else conflicts - spent
        verdict = one.run(budget, partial(_is_enough, one, hear, most))
        spent += verdict.conflicts
        verdict.conflicts = spent
        if verdict.mapping is None or options.files is None:
            return verdict
        more = without_addresses(problem, verdict.mapping, options.files)
        if not more:
            return verdict
        if holds_any(verdict.mapping, options.avoided):
            return Verdict(stopped=UNSEEN, conflicts=spent)  # it would come again
        options = replace(options, avoided=(*options.avoided, *more))


def _is_enough(one: Race, hear: Callable[[], bool], most: float) -> bool:
    return hear() or one.conflicts >= most
