"""The fewest cycles of a mapping: from graph and array to an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from collections.abc import Mapping as Dictionary
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import cast

from models.constraints.properties import kept_by
from models.counting.places import scarce
from models.data.architecture import Architecture
from models.data.certificate import is_monotone
from models.data.computation import Transform
from models.data.dfg import Dfg
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.data.rewrite import Rewrite
from models.errors import InputError, NotSupportedError, known, meant
from models.semantics.algebraic_laws import check_algebraic_laws, rounded
from models.space_time.index import Index
from models.space_time.objective import has_objective
from models.transform.clusters import clusters
from models.transform.pin_checks import require_possible
from shell.budget import Budget
from shell.events import Observer, lines_to
from shell.options import MOST
from solvers.backends.cnf import Encodings
from solvers.backends.registry import chosen
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.questions.constraints import constrained
from solvers.questions.inputs import named, read_graph_and_array, read_mapping
from solvers.questions.min_cycles.answer import MinCycles
from solvers.questions.min_cycles.min_cycles_options import MinCyclesOptions
from solvers.questions.pins import read_pins
from solvers.questions.versions import cycles
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import CyclesSearch
from solvers.tasks.solver_options import AUTO, SolverOptions

LISTABLE = 20_000
"""`auto` lists all orders only of sums with so few pairs of disjoint parts (3^n for n terms)."""


def read(inputs: Dictionary[str, object], options: MinCyclesOptions) -> CyclesQuestion:
    """Return the typed question; its folder for a certificate is made ready.

    Raises `InputError` for unusable inputs and options.
    """
    dfg, arch = read_graph_and_array(inputs, options, bound=partial(cycles, options.contexts))
    pins, arch = read_pins(options, dfg, arch)
    try:
        rewrite = rewrite_of(dfg, arch, options.contexts, options.transform, options.recompute)
        problem, objectives = constrained(rewrite.problem, options.constraints, fixed=True)
        if pins:
            require_possible(problem, pins)
        refutable = _refutable(problem, options)
    except InputError as error:
        raise error.inside(f"{named(inputs['dfg'])} on {named(inputs['arch'])}") from None
    encodings = Encodings(options.at_most_one, options.at_most_k)
    check_encodings(encodings, problem)
    names = _solvers(options, encodings, problem, refutable=refutable)
    given = None if options.warm_start is None else _mapping(options.warm_start, problem)
    if options.certificate is not None:
        from solvers.certificates.cycles import prepare

        prepare(options.certificate)
    return CyclesQuestion(
        problem,
        cycles=options.cycles,
        max_cycles=options.max_cycles,
        jobs=options.jobs,
        time_limit=options.time_limit,
        options=SolverOptions(
            solver=names[0],
            race=names if len(names) > 1 else (),
            encodings=encodings,
            symmetry=options.symmetry,
            seed=options.seed,
            memory_limit=options.memory_limit,
            proof_dir=options.certificate,
            start=given,
            fixed_effort=options.deterministic,
            objective=options.objective,
            pins=pins,
        ),
        refutable=refutable,
        confirmed=options.certify or options.certificate is not None,
        objectives=objectives,
        rewrites=rewrite.asked,
    )


def solve(
    question: CyclesQuestion, options: MinCyclesOptions, observer: Observer, budget: Budget
) -> MinCycles:
    """Return a mapping with the fewest cycles, and why none has fewer."""
    with _proofs(options) as folder:
        question = replace(question, options=replace(question.options, proof_dir=folder))
        found = CyclesSearch(question, observer, budget).run()
        answer = MinCycles(question, found)
        if found.mapping is not None and question.objectives:
            from solvers.search.objectives import minimise_in_turn  # few questions have any

            plain = replace(question.options, proof_dir=None)
            given = question.problem, found.mapping, question.objectives, plain, budget
            found.mapping, answer.objectives = minimise_in_turn(*given, lines_to(observer))
    mapping = found.mapping
    if mapping is not None and any(issue.performs for issue in mapping.issues):
        what = rounded(question.problem.dfg)
        if what is not None:
            answer.notes.append(f"note: {what}: another order of operations rounds differently")
    if mapping is None and answer.status == "unknown":
        answer.notes += scarce(question.problem)
    if options.certify and found.word_of is not None:
        answer.notes.append(f"note: the refutation by {found.word_of} has no proof")
    return answer


@contextmanager
def _proofs(options: MinCyclesOptions) -> Iterator[str | None]:
    """Yield where proofs are written: proofs that only confirm are not kept."""
    if options.certificate is not None:
        from solvers.certificates.folder_lock import working

        yield working(options.certificate)
        return
    if not options.certify:
        yield None
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="xyzmap-") as folder:
        yield folder


def _solvers(
    options: MinCyclesOptions, encodings: Encodings, problem: Problem, *, refutable: bool
) -> tuple[str, ...]:
    """Return the solvers to use. Raises `InputError` for one that lacks a needed capability."""
    names = options.solver or (AUTO,)
    if names == (AUTO,):
        names = (DEFAULT_SOLVER,)
    if len(set(names)) < len(names):
        raise InputError("a solver is named twice; give one of them other options")
    choices = [chosen(DEFAULT_SOLVER if name == AUTO else name) for name in names]
    for choice in choices:
        choice.require()
        if choice.backend.family == "SAT" and encodings.native:
            choice.require("native")
            if options.certificate is not None or options.certify:
                raise InputError("native at-most-K constraints leave no checkable proof")
    if options.objective:
        if options.cycles is not None:
            raise InputError("--objective looks for the fewest cycles; leave out --cycles")
        for choice in choices:
            choice.require("objective")
        if not refutable:
            raise InputError(
                "--objective needs a model of all orders, of which there are too many;"
                " use --transform select or xbtree"
            )
        _require_objective(problem)
    if not any("decides" in choice.backend.can for choice in choices):
        choices[0].require("decides")
    if options.warm_start is not None and not any("start" in c.backend.can for c in choices):
        choices[0].require("start")
    return names


def _require_objective(problem: Problem) -> None:
    if not has_objective(problem.dfg):
        raise NotSupportedError("--objective needs results, and no operations with effects")
    if not is_monotone(problem.dfg, problem.arch):
        raise NotSupportedError("--objective needs an external component that keeps all results")
    if not kept_by(problem).tail:
        raise NotSupportedError("--objective needs constraints that allow results to wait")


def _mapping(source: object, problem: Problem) -> Mapping:
    """Read a mapping to start from; raise `InputError` where it is not of this problem."""
    mapping = read_mapping(source)
    try:
        if mapping.dfg != problem.dfg.name:
            raise InputError(f"a mapping of '{mapping.dfg}', not of '{problem.dfg.name}'")
        if mapping.contexts != problem.contexts:
            raise InputError(f"contexts {mapping.contexts}, where {problem.contexts} are asked for")
        if not 1 <= mapping.horizon <= MOST:
            raise InputError(f"horizon {mapping.horizon} is not from 1 to {MOST}")
        items: list[Held | Transfer | Issue] = [*mapping.holds, *mapping.transfers, *mapping.issues]
        for item in items:
            if not 0 <= item.cycle < MOST:
                raise InputError(f"cycle {item.cycle} is not from 0 to {MOST - 1}")
        values = {*problem.dfg.values, *(part.name for part in mapping.intermediates)}
        components = problem.arch.component_by_name
        paths = {way.name for way in problem.arch.paths}
        for name in [h.value for h in mapping.holds] + [s.value for s in mapping.transfers]:
            _require(name, values, "value")
        for issue in mapping.issues:
            _require(issue.operation, values, "operation")
        for name in [h.component for h in mapping.holds] + [i.component for i in mapping.issues]:
            _require(name, components, "component")
        for sent in mapping.transfers:
            _require(sent.path, paths, "path")
    except InputError as error:
        raise error.inside(named(source)) from None
    return mapping


def _require(name: str, names: Collection[str], what: str) -> None:
    if name not in names:
        near = meant(name.partition(":")[0], names)
        raise InputError(f"unknown {what} '{name}'{known(names, 99)}{near}")


def rewrite_of(
    dfg: Dfg,
    arch: Architecture,
    contexts: int | None,
    transform: str,
    recompute: bool = True,  # the field of `Problem`
) -> Rewrite:
    """Return the problem, in which operations may be reordered as `transform` says."""
    how = cast(Transform, "enumerate" if transform == "auto" else transform)
    if how != "none":
        check_algebraic_laws(dfg)
        if not clusters(dfg):
            how = "none"
    return Rewrite(Problem(dfg, arch, contexts, recompute=recompute)).reordered(how)


def _refutable(problem: Problem, options: MinCyclesOptions) -> bool:
    """Whether a model of all orders is to be built; raise `InputError` where it cannot be."""
    if options.transform == "auto":
        orders: int = sum(3 ** min(len(c.leaves), 40) for c in clusters(problem.dfg))
        return orders <= LISTABLE
    _ = Index(problem).computation
    return True


def check_encodings(encodings: Encodings, problem: Problem) -> None:
    """Raise `InputError` for an encoding that is unknown or cannot express some limit."""
    components, paths = problem.arch.components, problem.arch.paths
    limits = {limit for c in components for limit in (c.capacity, c.read_ports, c.write_ports)}
    limits |= {c.issue for c in components} | {path.width for path in paths}
    bounds = {1, 2} | {limit for limit in limits if limit is not None}
    try:
        for bound in bounds:
            if not encodings.leaves(bound):
                encodings.template(min(bound, len(problem.dfg.values)) + 3, bound)
    except ValueError as error:
        raise InputError(str(error)) from None
