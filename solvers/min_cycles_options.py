"""The options of `min_cycles`, and the question that they ask."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from solvers.command import Parser, natural, positive, seconds

if TYPE_CHECKING:
    from models.architecture import Architecture
    from models.computation import Transform
    from models.dfg import Dfg
    from models.problem import Problem
    from solvers.answer import Question
    from solvers.cnf import Encodings

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
    p.add_argument("dfg", metavar="DFG", help="dataflow graph: .json, dfgmap .txt, or .dot")
    p.add_argument("arch", metavar="ARCH", help="architecture file, or a preset: mesh:3x3,io=left")
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
    order.add_argument(
        "--multi-node",
        choices=["on", "off"],
        default="on",
        help="use the DFG's multi-node operations, such as multiply-add (default on)",
    )
    order.add_argument("--rules", metavar="FILE", help="rewrite rules that the mapping may apply")
    p.add_argument(
        "--constants",
        choices=["immediate", "operations"],
        help="constants of a DOT file: operands at no cost, or operations (default)",
    )
    p.add_argument(
        "--sources",
        choices=["inputs", "operations"],
        help="loads without operands of a DOT file: inputs, or operations (default)",
    )
    old = p.add_argument_group("dfgmap architectures (.txt)")
    old.add_argument("--options", metavar="FILE", help="the options file (g.txt)")
    old.add_argument("--registers", type=int, metavar="R", help="per PE, 0: no limit (default 2)")
    old.add_argument("--units", type=positive, metavar="U", help="per PE (default 1)")
    old.add_argument(
        "--hold-intermediates",
        action="store_true",
        default=None,
        help="the external memory may hold intermediate values",
    )
    how = p.add_argument_group("search")
    how.add_argument(
        "--solver",
        default="cadical195",
        metavar="NAME",
        help="any SAT solver of PySAT: cadical195 (default), cadical153, glucose4, minisat22, …",
    )
    how.add_argument(
        "--at-most-one",
        default="bimander:2",
        metavar="ENC",
        help="bimander:2 (default), pairwise, binary, product, ladder, commander:3, …",
    )
    how.add_argument(
        "--at-most-k",
        default="sequential",
        metavar="ENC",
        help="sequential (default), totalizer, commander, binomial",
    )
    how.add_argument(
        "--workers", type=int, choices=(1, 2), default=2, metavar="W", help="1 or 2 (default)"
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
    out.add_argument("--svg", metavar="FILE", help="draw the schedule")
    out.add_argument("--certificate", metavar="DIR", help="write what solvers.verify re-checks")
    out.add_argument("--explain", action="store_true", help="name the limits behind a 'no'")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def question_of(options: argparse.Namespace) -> Question:
    """Read the inputs and return the question; raise `InputError` for whatever cannot be used."""
    from archs.files import load_architecture
    from models.dfg_files import load_dfg
    from models.errors import InputError, NotSupportedError
    from models.rules_file import load_rules
    from solvers.answer import Question
    from solvers.cnf import Encodings
    from solvers.sat import canonical
    from solvers.worker import SatOptions

    dfg = load_dfg(options.dfg, constants=options.constants, sources=options.sources)
    arch = load_architecture(
        options.arch,
        options_file=options.options,
        registers=options.registers,
        units=options.units,
        hold_intermediates=options.hold_intermediates,
    )
    if options.rules is not None:
        dfg = load_rules(options.rules, dfg)
    if dfg.rules and options.certificate is not None:
        raise NotSupportedError(
            "certificates cover no rewrite rules; leave out the rules, or --certificate"
        )
    try:
        problem = _problem(dfg, arch, options)
        refutable = _refutable(problem, options)
    except InputError as error:
        raise error.inside(f"{options.dfg} on {options.arch}") from None
    encodings = Encodings(options.at_most_one, options.at_most_k)
    _check_encodings(encodings, problem)
    canonical(options.solver, proof=options.certificate is not None)
    for path in (options.mapping, options.svg):
        if path is not None:
            _require_place(path)
    if options.certificate is not None:
        from solvers.certify import prepare

        prepare(options.certificate)
    return Question(
        problem,
        cycles=options.cycles,
        max_cycles=options.max_cycles,
        workers=options.workers,
        time_limit=options.time_limit,
        options=SatOptions(
            solver=options.solver,
            encodings=encodings,
            symmetry=options.symmetry == "on",
            seed=options.seed,
            memory_limit=options.memory_limit,
            proof_dir=options.certificate,
        ),
        refutable=refutable,
    )


def _problem(dfg: Dfg, arch: Architecture, options: argparse.Namespace) -> Problem:
    """Return the problem with the freedom that the options give."""
    import msgspec

    from models.laws import check_laws
    from models.problem import Problem
    from models.transform.clusters import clusters

    if options.multi_node == "off":
        dfg = msgspec.structs.replace(dfg, patterns=())
    how: Transform = "enumerate" if options.transform == "auto" else options.transform
    if how != "none":
        check_laws(dfg)
        if not clusters(dfg):
            how = "none"
    return Problem(dfg, arch, options.contexts, how)


def _refutable(problem: Problem, options: argparse.Namespace) -> bool:
    """Whether a model of all orders is to be built; raise `InputError` where it cannot be."""
    from models.index import Index
    from models.transform.clusters import clusters

    if options.transform == "auto":
        return sum(3 ** min(len(c.leaves), 40) for c in clusters(problem.dfg)) <= LISTABLE
    _ = Index(problem).computation
    return True


def _require_place(path: str) -> None:
    """Raise `InputError` before a long search where its answer could not be written."""
    from models.errors import InputError

    folder = os.path.dirname(path) or "."
    if not path or os.path.isdir(path):
        raise InputError("cannot write: name a file, not a directory", path or "output")
    if not os.path.isdir(folder):
        raise InputError(f"cannot write: '{folder}' is not a directory", path)


def _check_encodings(encodings: Encodings, problem: Problem) -> None:
    """Raise `InputError` for an encoding that is unknown or cannot express some limit."""
    from models.errors import InputError

    components, paths = problem.arch.components, problem.arch.paths
    limits = {limit for c in components for limit in (c.capacity, c.read_ports, c.write_ports)}
    limits |= {c.issue for c in components} | {path.width for path in paths}
    bounds = {1, 2} | {limit for limit in limits if limit is not None}
    try:
        for bound in bounds:
            encodings.template(min(bound, len(problem.dfg.values)) + 3, bound)
    except ValueError as error:
        raise InputError(str(error)) from None
