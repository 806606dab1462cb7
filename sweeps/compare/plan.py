"""The solvers, encodings and numbers of cycles of a comparison, as jobs of a sweep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from models.counting.arithmetic import Arithmetic
from models.data.problem import Problem
from models.errors import InputError
from models.formats.native_json import architecture_to_json, dfg_to_json
from models.space_time.index import Index
from shell.options import words_of
from solvers.backends.cnf import Encodings
from solvers.backends.registry import chosen
from solvers.questions.ask import Done
from solvers.questions.inputs import named, read_graph_and_array
from solvers.questions.job import Job
from solvers.questions.min_cycles.solve import check_encodings, rewrite_of
from sweeps.compare.cell import CellQuestion
from sweeps.compare.compare_options import CompareOptions
from sweeps.run import Swept
from sweeps.version import version

DEFAULT_SOLVERS = ("cadical195", "glucose4", "cp-sat", "highs")


@dataclass(kw_only=True)
class Comparison(Done):
    """The jobs of all cells, with their known results.

    The options of a job are those of its cell, the seed last.

    `command` is the equivalent command line; `remarks` belong to the tables.
    """

    problem: Problem
    swept: Swept
    options: CompareOptions
    command: list[str]
    remarks: list[str]


def plan(inputs: Mapping[str, object], options: CompareOptions) -> Comparison:
    """Read the inputs and return the jobs to measure. Raises `InputError`."""
    dfg, arch = read_graph_and_array(inputs, options)
    remarks: list[str] = []
    sources = [named(inputs[name]) for name in ("dfg", "arch")]
    solvers = _solvers(options, remarks)
    try:
        problem = rewrite_of(dfg, arch, options.contexts, options.transform).problem
        _ = Index(problem).computation  # raises where there are too many orders
    except InputError as error:
        raise error.inside(" on ".join(sources)) from None
    for pair in _pairs(options):
        check_encodings(Encodings(*pair), problem)
    ways = list(_ways(options, solvers, remarks))
    if not ways:
        raise InputError("nothing is left to compare: no solver named has native constraints")
    cycles = options.cycles
    if cycles is None:
        first, _ = Arithmetic(problem).first_horizon()
        cycles = (first, first + 1)
    cells = [
        {"cycles": horizon, **way, "seed": options.seed + run}
        for run in range(options.runs)
        for horizon in dict.fromkeys(cycles)
        for way in ways
    ]
    return Comparison(
        problem=problem,
        swept=Swept(list(_jobs(cells, problem, options))),
        options=options,
        command=[*sources, *words_of(options)],
        remarks=remarks,
    )


def _jobs(cells: list[dict[str, Any]], problem: Problem, options: CompareOptions) -> Iterator[Job]:
    dfg, arch = dfg_to_json(problem.dfg), architecture_to_json(problem.arch)
    asked = (dfg, arch, problem.contexts, problem.transform, options.implied)
    for cell in cells:
        yield Job(
            question="decide",
            input=problem.dfg.name,
            architecture=problem.arch.name,
            options=tuple(cell.items()),
            words=("question.json",),
            files=(("question.json", msgspec.json.encode(CellQuestion(*asked, **cell))),),
            time_limit=options.time_limit,
            memory_limit=options.memory_limit,
            grace=0.0,
            version=version(),
        )


def _solvers(options: CompareOptions, remarks: list[str]) -> list[str]:
    """Return the solvers to compare: the named ones, or the default ones that are installed."""
    if options.solver:
        return list(dict.fromkeys(options.solver))
    lacking = {name: chosen(name).backend.missing() for name in DEFAULT_SOLVERS}
    remarks += [f"{name} is left out: {why}" for name, why in lacking.items() if why is not None]
    found = [name for name, why in lacking.items() if why is None]
    if not found:
        raise InputError("none of the default solvers is installed; name others with --solver")
    return found


def _pairs(options: CompareOptions) -> list[tuple[str, str]]:
    return [(one, k) for one in options.at_most_one for k in options.at_most_k]


def _ways(
    options: CompareOptions, solvers: list[str], remarks: list[str]
) -> Iterator[dict[str, str | None]]:
    """Yield every solver, clause solvers with each pair of encodings that they support."""
    for name in solvers:
        backend = chosen(name).backend
        if backend.family != "SAT":
            yield {"solver": name, "at_most_one": None, "at_most_k": None}
            continue
        pairs = _pairs(options)
        able = [p for p in pairs if "native" in backend.can or not Encodings(*p).native]
        if len(able) < len(pairs):
            remarks.append(f"{name} is left out with 'native': it has no such constraints")
        for one, k in able:
            yield {"solver": name, "at_most_one": one, "at_most_k": k}
