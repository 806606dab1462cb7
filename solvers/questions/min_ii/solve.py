"""The smallest initiation interval: from graph and array to an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InputError
from models.process.events import Observer, lines_to
from models.semantics.algebraic_laws import check_algebraic_laws
from models.transform.pin_checks import require_named
from solvers.questions.inputs import named, read_graph_and_array
from solvers.questions.min_ii.method import annealer
from solvers.questions.min_ii.options import ALONE, MinIiOptions
from solvers.questions.pins import read_pins
from solvers.search.interval_answer import MinIi
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions


@dataclass(frozen=True)
class Pinned:
    """A problem, with 1 context, and the pins that every mapping has to keep."""

    problem: Problem
    pins: Pins


def read(inputs: Mapping[str, object], options: MinIiOptions) -> Pinned:
    """Return the problem; its folder for a certificate is made ready. Raises `InputError`."""
    dfg, arch = read_graph_and_array(inputs, options)
    pins, arch = read_pins(options, dfg, arch)
    if options.certificate is not None:
        from solvers.certificates.intervals import prepare_claim

        prepare_claim(options.certificate, dfg)
    try:
        if options.transform != "none":
            check_algebraic_laws(dfg)
        problem = Problem(dfg, arch, 1, options.transform)
        require_named(problem, pins)
    except InputError as error:
        raise error.inside(f"{named(inputs['dfg'])} on {named(inputs['arch'])}") from None
    return Pinned(problem, pins)


def solve(
    problem: Pinned, options: MinIiOptions, observer: Observer, deadline: float | None
) -> MinIi:
    """Return the smallest interval, and below which interval none is possible.

    Raises `InputError` where the method cannot be used.
    """
    whole, pins, tell = problem.problem, problem.pins, lines_to(observer)
    limits = [limit for limit in (options.max_ii, whole.arch.max_contexts) if limit is not None]
    engine = SolverOptions(
        seed=options.seed,
        memory_limit=options.memory_limit,
        proof_dir=options.certificate,
        pins=pins,
    )
    search = IntervalSearch(
        whole,
        engine,
        min(limits, default=None),
        options.slack,
        options.shortest,
        deadline,
        observer,
        heuristics=not pins,
        quantity=options.fewest,
        first=options.first,
        annealer=annealer(options, whole, pinned=bool(pins), tell=tell),
        exact=options.method not in ALONE,
    )
    return search.run()
