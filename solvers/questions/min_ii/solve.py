"""The smallest initiation interval: from graph and array to an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import cast

import msgspec

from models.counting.places import scarce
from models.data.architecture import Architecture
from models.data.certificate import RegisterFiles
from models.data.computation import Transform
from models.data.constraints import Minimize
from models.data.dfg import Dfg
from models.data.pins import Pins
from models.data.problem import Problem
from models.data.rewrite import Rewrite
from models.errors import InputError
from models.notes import note
from models.register_files.files import asked_files
from models.semantics.algebraic_laws import check_algebraic_laws
from models.transform.accumulators import Split, lacking, split_reductions
from models.transform.clusters import clusters
from models.transform.inductions import OWN, own_inductions
from models.transform.pin_checks import require_named
from models.transform.shapes import shapes
from shell.budget import Budget
from shell.events import Observer
from solvers.backends.registry import chosen
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.certificates.folder_lock import working
from solvers.questions.constraints import constrained
from solvers.questions.inputs import (
    named,
    read_graph_and_array,
    read_versions,
    unknown_operators,
)
from solvers.questions.min_ii.method import annealer
from solvers.questions.min_ii.min_ii_options import ALONE, MinIiOptions
from solvers.questions.min_ii.start import read_start
from solvers.questions.min_ii.versions import best_of
from solvers.questions.pins import read_pins
from solvers.questions.versions import Bounded, by_bound, interval
from solvers.search.interval_answer import IntervalQuestion, MinIi, Start
from solvers.search.intervals import IntervalSearch
from solvers.tasks.mappings import addressed, require_sizes
from solvers.tasks.solver_options import AUTO, SolverOptions

LISTED = 3**8
"""Of a sum with n terms, 3 ** n counts two parts: beyond this, fewer variables choose its tree."""


@dataclass(frozen=True)
class Pinned:
    """A problem, with 1 context, and the pins that every mapping has to keep."""

    rewrite: Rewrite
    pins: Pins
    files: RegisterFiles
    written: Dfg | None = None
    """The graph as written, where another one is mapped."""
    splits: tuple[Split, ...] = ()
    start: Start | None = None
    """A mapping to start from, or its II."""
    notes: tuple[str, ...] = ()
    """Lines for the user on the graph."""
    versions: tuple[Bounded, ...] = ()
    """The graphs of which any may be mapped, this one first."""
    read_again: Callable[[Dfg], Pinned] | None = None
    """Returns the problem of another one."""
    objectives: tuple[Minimize, ...] = ()
    """Objectives that are minimised in turn, at the smallest II."""


def read(inputs: Mapping[str, object], options: MinIiOptions) -> Pinned:
    """Return the problem; its folder for a certificate is made ready. Raises `InputError`."""
    given = read_versions(inputs, options)
    if given is None:
        dfg, arch = read_graph_and_array(inputs, options)
        return _read(dfg, arch=arch, inputs=inputs, options=options)
    alone = len(given[0]) == 1 and given[0][0].iterations == 1
    found = [] if alone else by_bound(given[0], interval(given[1]))
    first = found[0].version if found else given[0][0]
    problem = _read(first.dfg, arch=given[1], inputs=inputs, options=options)
    if not found or _of_one_graph(options):
        first.require()
        if found:
            told = "; ".join(one.words() for one in found)
            note(f"mapped is the first of these graphs: {told}")
        return problem
    read_again = partial(_read, arch=given[1], inputs=inputs, options=options)
    return replace(problem, versions=tuple(found), read_again=read_again)


def _of_one_graph(options: MinIiOptions) -> bool:
    """Whether options concern the operations of one graph, or files of one."""
    names = "pins pins_file warm_start certificate rewritten accumulators constraints".split()
    return any(getattr(options, name, None) not in (None, (), False) for name in names)


def _read(
    written: Dfg, *, arch: Architecture, inputs: Mapping[str, object], options: MinIiOptions
) -> Pinned:
    """Return the problem of one graph."""
    dfg, graphs, splits = written, dict[str, Dfg](), tuple[Split, ...]()
    if options.inductions == "own":
        if (own := own_inductions(dfg)) is dfg:
            what = "--inductions own changes nothing: no other value grows by a constant"
            note(f"{what}, of operators without types", named(inputs["dfg"]))
        else:
            dfg = graphs[OWN] = own
    if (count := options.accumulators) is not None:
        dfg, splits = split_reductions(dfg, count)
        if not splits:
            what = "no reduction to split: a commutative and associative sum of a value of its own"
            more = "which nothing else reads"
            way = lacking(dfg) or "leave out --accumulators"
            raise InputError(f"{named(inputs['dfg'])} has {what}, {more}; {way}")
        for split in splits:
            if dfg.operator_by_name[split.operator].type in ("float", "double"):
                what = "sums of floating-point numbers are rounded in another order"
                note(f"{what}: '{split.value}' may differ in its last bits")
        graphs[f"{count} accumulators"] = dfg
    pins, arch = read_pins(options, dfg, arch)
    if options.certificate is not None:
        from solvers.certificates.cycles import prepare

        prepare(options.certificate)
    try:
        rewrite = Rewrite(Problem(written, arch, 1, recompute=options.recompute))
        for name, graph in graphs.items():
            rewrite = rewrite.then(name, dfg=graph)
        if options.transform != "none":
            check_algebraic_laws(dfg)
        rewrite = rewrite.reordered(_orders(dfg, options.transform))
        require_named(rewrite.problem, pins)
        whole, objectives = constrained(rewrite.problem, options.constraints, fixed=False)
        rewrite = msgspec.structs.replace(rewrite, problem=whole)
        files = asked_files(arch, options.register_files)
        if files != "counted":
            require_sizes(arch)
    except InputError as error:
        raise error.inside(f"{named(inputs['dfg'])} on {named(inputs['arch'])}") from None
    given = options.warm_start
    start = None if given is None else read_start(given, rewrite.problem, pins)
    notes = unknown_operators(inputs["dfg"], dfg, options.operators)
    if options.fewest is not None and addressed(files) is not None:
        if options.register_files is not None:
            raise InputError("--fewest goes with --register-files counted or moves")
        note("registers are counted, for --fewest")
        files = "counted"
    if objectives and addressed(files) is not None:
        if options.register_files is not None:
            raise InputError("objectives go with --register-files counted or moves")
        note("registers are counted, for the objectives")
        files = "counted"
    return Pinned(
        rewrite,
        pins,
        files,
        written if graphs else None,
        splits,
        start,
        notes,
        objectives=objectives,
    )


def _orders(dfg: Dfg, transform: str) -> Transform:
    """Return how solvers reorder: where that is left open, by the list of all orders, if short."""
    if transform != "auto":
        return cast(Transform, transform)
    free = clusters(dfg)
    if not free:
        return "none"
    return "enumerate" if sum(3 ** len(c.leaves) for c in free) <= LISTED else "select"


def solve(problem: Pinned, options: MinIiOptions, observer: Observer, budget: Budget) -> MinIi:
    """Return a mapping with the smallest II, and the lower bound.

    Raises `InputError` where the method cannot be used.
    """
    if problem.read_again is None:
        return _solved(problem, options, observer, budget)
    other = problem.read_again

    def search(one: Bounded, work: float, most: int | None) -> MinIi:
        own = problem if one is problem.versions[0] else other(one.version.dfg)
        return _solved(own, options, observer, budget, work, most)

    return best_of(problem.versions, search, budget)


def _solved(
    problem: Pinned,
    options: MinIiOptions,
    observer: Observer,
    budget: Budget,
    work: float = inf,
    most: int | None = None,
) -> MinIi:
    """Return the answer for one graph, after so much work, for IIs up to a limit."""
    whole, pins = problem.rewrite.problem, problem.pins
    start = problem.start
    limits = [n for n in (options.max_ii, whole.arch.max_contexts, most) if n is not None]
    names = _solvers(options)
    engine = SolverOptions(
        solver=names[0],
        race=names if len(names) > 1 else (),
        fixed_effort=options.deterministic,
        seed=options.seed,
        memory_limit=options.memory_limit,
        proof_dir=None if options.certificate is None else working(options.certificate),
        pins=pins,
    )
    question = IntervalQuestion(
        whole,
        engine,
        min(limits, default=None),
        slack=options.slack,
        shortest=options.shortest,
        first=options.first,
        exact=options.method not in ALONE,
        heuristics=not pins,
        pipeline=options.pipeline,
        quantity=options.fewest,
        annealer=annealer(options, whole, pinned=bool(pins)),
        shapes=shapes(problem.rewrite) if options.transform == "auto" else (),
        start=start,
        register_files=problem.files,
        jobs=options.jobs,
        work=work,
    )
    search = IntervalSearch(question, budget, observer)
    search.answer.notes += [*problem.notes, *_notes(start, whole, search.answer.most)]
    search.answer.rewrites, search.answer.written = problem.rewrite.asked, problem.written
    search.answer.splits = problem.splits
    answer = search.run()
    if answer.mapping is not None and problem.objectives and not answer.stopped:
        from solvers.search.objectives import minimise_in_turn  # few questions have any

        own = answer.problem.at(answer.contexts)
        given = own, answer.mapping, problem.objectives, replace(engine, proof_dir=None), budget
        answer.mapping, answer.objectives = minimise_in_turn(*given, search.record.tell)
    if answer.status == "unknown" and answer.mapping is None:
        answer.notes += scarce(whole)
    return answer


def _solvers(options: MinIiOptions) -> tuple[str, ...]:
    """Return the solvers to use. Raises `InputError` for one that cannot decide."""
    names = tuple(DEFAULT_SOLVER if name == AUTO else name for name in options.solver)
    if len(set(names)) < len(names):
        raise InputError("a solver is named twice; give one of them other options")
    for name in names:
        choice = chosen(name)
        choice.require()
        choice.require("decides")
    return names or (DEFAULT_SOLVER,)


def _notes(start: Start | None, problem: Problem, most: int) -> list[str]:
    """Return notes on a given mapping that is no answer."""
    if start is not None and start.ii > most:
        return [f"note: the given mapping has II {start.ii}, which is above the limit of {most}"]
    if start is None or start.mapping is not None:
        return []
    what = f"note: the given mapping does not fit '{problem.arch.name}': {start.reason}"
    return [f"{what}; its II {start.ii} is tried first"]
