"""The options of `min_cycles`, and the question that they ask."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from typing import TYPE_CHECKING

from models.formats.text_files import require_place
from models.process.command import MOST, Parser, natural, positive, seconds
from solvers.questions.inputs import (
    ARCH_HELP,
    DFG_HELP,
    add_array_options,
    add_dfg_options,
    add_picture,
    read_array,
    read_dfg,
    read_mapping,
)
from solvers.questions.pin_options import add_pin_options, read_pins
from views.pictures import require_picture

if TYPE_CHECKING:
    from models.data.architecture import Architecture
    from models.data.computation import Transform
    from models.data.dfg import Dfg
    from models.data.mapping import Mapping
    from models.data.problem import Problem
    from solvers.backends.cnf import Encodings
    from solvers.search.answer import Question

PROG = "min-cycles"

LISTABLE = 20_000
"""`auto` lists all orders only of sums with so few pairs of disjoint parts (3^n for n terms)."""

EPILOG = """
exit codes: 0 proven optimal, 10 feasible but not proven minimal (with --cycles N: yes, N cycles
do), 20 proven infeasible, 30 unknown (time or memory limit), 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Find a mapping with the fewest cycles and prove that none has fewer.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("dfg", metavar="DFG", help=DFG_HELP)
    p.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    p.add_argument(
        "--contexts",
        type=positive,
        metavar="T",
        help="pipeline with T contexts, an initiation interval of T",
    )
    horizon = p.add_mutually_exclusive_group()
    horizon.add_argument(
        "--cycles", type=positive, metavar="N", help="only decide whether N cycles do"
    )
    horizon.add_argument(
        "--max-cycles", type=positive, metavar="N", help="try no more than N cycles"
    )
    order = p.add_argument_group("order of operations")
    order.add_argument(
        "--transform",
        choices=["none", "enumerate", "xbtree", "select", "chain", "auto"],
        default="none",
        help="reorder associative operators: list all orders (enumerate), let control signals"
        " choose a tree for every sum (xbtree; select: in fewer variables; chain: one term after"
        " the other), or all orders, by whatever finds and refutes fastest (auto); default none",
    )
    add_dfg_options(order)
    add_array_options(p)
    add_pin_options(p)
    how = p.add_argument_group("search")
    how.add_argument(
        "--solver",
        action="append",
        metavar="NAME",
        help="auto (default), or a solver that `python -m solvers` lists, with its options:"
        " cp-sat:workers=2; given several times, these race on every question",
    )
    how.add_argument(
        "--at-most-one",
        default="bimander:2",
        metavar="ENC",
        help="bimander:2 (default), pairwise, binary, product, ladder, commander:3, …, native",
    )
    how.add_argument(
        "--at-most-k",
        default="sequential",
        metavar="ENC",
        help="sequential (default), totalizer, commander, binomial, native",
    )
    how.add_argument(
        "--workers",
        type=int,
        choices=(1, 2),
        default=2,
        metavar="W",
        help="1 or 2 (default); a race has one for each solver",
    )
    how.add_argument(
        "--deterministic",
        action="store_true",
        help="one process at a time and nothing that depends on time: the same answer every time",
    )
    how.add_argument(
        "--objective",
        action="store_true",
        help="let the solver minimise the number of cycles, instead of asking it for one horizon"
        " after the other; for solvers with objectives",
    )
    how.add_argument(
        "--warm-start", metavar="FILE", help="a mapping, or a part of one, to start from"
    )
    how.add_argument(
        "--certify",
        action="store_true",
        help="prove by SAT what would rest on the word of a solver without proofs",
    )
    how.add_argument(
        "--symmetry",
        choices=["on", "off"],
        default="on",
        help="off: no use of symmetries, neither to find mappings nor to refute (default on)",
    )
    how.add_argument("--seed", type=natural, default=0, metavar="S", help="reorder the clauses")
    how.add_argument("--time-limit", type=seconds, metavar="SECONDS")
    how.add_argument("--memory-limit", type=positive, metavar="MB", help="for each process")
    out = p.add_argument_group("output")
    out.add_argument("--json", action="store_true", help="the answer as JSON on stdout")
    out.add_argument("--mapping", metavar="FILE", help="write the mapping as JSON")
    add_picture(out, "the schedule")
    out.add_argument("--html", metavar="FILE", help="write a report with the mapping to play")
    out.add_argument("--certificate", metavar="DIR", help="write what solvers.verify re-checks")
    out.add_argument("--explain", action="store_true", help="name the limits behind a 'no'")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def question_of(options: argparse.Namespace, proof_dir: str | None = None) -> Question:
    """Read the inputs and return the question; raise `InputError` for whatever cannot be used.

    Proofs are written to `proof_dir`, if there are to be any.
    """
    from models.errors import InputError, NotSupportedError
    from models.transform.pin_checks import require_possible
    from solvers.backends.cnf import Encodings
    from solvers.search.answer import Question
    from solvers.search.worker import SolverOptions

    dfg, arch = read_dfg(options.dfg, options), read_array(options.arch, options)
    pins, arch = read_pins(options, dfg, arch)
    if dfg.rules and options.certificate is not None:
        raise NotSupportedError(
            "certificates cover no rewrite rules; leave out the rules, or --certificate"
        )
    try:
        problem = problem_of(dfg, arch, options)
        require_possible(problem, pins)
        refutable = _refutable(problem, options)
    except InputError as error:
        raise error.inside(f"{options.dfg} on {options.arch}") from None
    encodings = Encodings(options.at_most_one, options.at_most_k)
    check_encodings(encodings, problem)
    names = _solvers(options, encodings, problem, refutable=refutable)
    given = None if options.warm_start is None else _mapping(options.warm_start, problem)
    for path in (options.mapping, options.html):
        if path is not None:
            require_place(path)
    require_picture(options.picture)
    if options.certificate is not None:
        from solvers.certificates.cycles import prepare

        prepare(options.certificate)
    return Question(
        problem,
        cycles=options.cycles,
        max_cycles=options.max_cycles,
        workers=options.workers,
        time_limit=options.time_limit,
        options=SolverOptions(
            solver=names[0],
            race=names if len(names) > 1 else (),
            encodings=encodings,
            symmetry=options.symmetry == "on",
            seed=options.seed,
            memory_limit=options.memory_limit,
            proof_dir=proof_dir,
            start=given,
            fixed_effort=options.deterministic,
            objective=options.objective,
            pins=pins,
        ),
        refutable=refutable,
        confirmed=options.certify or options.certificate is not None,
    )


def _solvers(
    options: argparse.Namespace, encodings: Encodings, problem: Problem, *, refutable: bool
) -> tuple[str, ...]:
    """Return the solvers that are to be used; `InputError` where one cannot do what is asked."""
    from models.errors import InputError
    from solvers.backends.registry import chosen
    from solvers.backends.sat import DEFAULT_SOLVER
    from solvers.search.worker import AUTO

    names = tuple(options.solver or [AUTO])
    if names == (AUTO,):
        names = (DEFAULT_SOLVER,)
    if len(names) > 1 and options.deterministic:
        raise InputError("--deterministic goes with one solver: which of several wins is chance")
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
    from models.data.certificate import is_monotone
    from models.errors import NotSupportedError
    from models.space_time.objective import has_objective

    if not has_objective(problem.dfg):
        raise NotSupportedError("--objective needs results, and no operations with effects")
    if not is_monotone(problem.dfg, problem.arch):
        raise NotSupportedError("--objective needs an external component that keeps all results")


def _mapping(path: str, problem: Problem) -> Mapping:
    """Read a mapping to start from; raise `InputError` where it is not of this problem."""
    from models.errors import InputError

    mapping = read_mapping(path)
    try:
        if mapping.dfg != problem.dfg.name:
            raise InputError(f"a mapping of '{mapping.dfg}', not of '{problem.dfg.name}'")
        if mapping.contexts != problem.contexts:
            raise InputError(f"contexts {mapping.contexts}, where {problem.contexts} are asked for")
        if not 1 <= mapping.horizon <= MOST:
            raise InputError(f"horizon {mapping.horizon} is not from 1 to {MOST}")
        cycles = [held.cycle for held in mapping.holds]
        cycles += [sent.cycle for sent in mapping.transfers]
        for cycle in cycles + [issue.cycle for issue in mapping.issues]:
            if not 0 <= cycle < MOST:
                raise InputError(f"cycle {cycle} is not from 0 to {MOST - 1}")
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
        raise error.inside(path) from None
    return mapping


def _require(name: str, names: Collection[str], what: str) -> None:
    from models.errors import InputError, known

    if name not in names:
        raise InputError(f"unknown {what} '{name}'{known(names)}")


def problem_of(dfg: Dfg, arch: Architecture, options: argparse.Namespace) -> Problem:
    """Return the problem with the freedom that the options give."""
    from models.data.problem import Problem
    from models.semantics.algebraic_laws import check_algebraic_laws
    from models.transform.clusters import clusters

    how: Transform = "enumerate" if options.transform == "auto" else options.transform
    if how != "none":
        check_algebraic_laws(dfg)
        if not clusters(dfg):
            how = "none"
    return Problem(dfg, arch, options.contexts, how)


def _refutable(problem: Problem, options: argparse.Namespace) -> bool:
    """Whether a model of all orders is to be built; raise `InputError` where it cannot be."""
    from models.space_time.index import Index
    from models.transform.clusters import clusters

    if options.transform == "auto":
        return sum(3 ** min(len(c.leaves), 40) for c in clusters(problem.dfg)) <= LISTABLE
    _ = Index(problem).computation
    return True


def check_encodings(encodings: Encodings, problem: Problem) -> None:
    """Raise `InputError` for an encoding that is unknown or cannot express some limit."""
    from models.errors import InputError

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
