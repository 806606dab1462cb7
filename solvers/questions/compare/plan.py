"""What a comparison asks of whom: solvers, encodings and numbers of cycles, as jobs of a sweep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import msgspec

from models.data.problem import Problem
from shell.options import words_of
from solvers.questions.ask import Done
from solvers.questions.compare.options import CompareOptions
from solvers.questions.sweep.job import Job, version
from solvers.questions.sweep.run import Swept

DEFAULT_SOLVERS = ("cadical195", "glucose4", "cp-sat", "highs")
PACKAGES = ("ortools", "highspy", "pyomo")


WAY = ("solver", "at_most_one", "at_most_k")
"""The fields that say how a question is decided."""


def way(solver: str, at_most_one: str | None, at_most_k: str | None) -> str:
    """Return a solver with its encodings."""
    return solver if at_most_one is None else f"{solver} ({at_most_one}, {at_most_k})"


@dataclass(frozen=True)
class Cell:
    """One question to one solver; encodings are None where the solver needs none."""

    cycles: int
    solver: str
    at_most_one: str | None
    at_most_k: str | None
    run: int

    @property
    def way(self) -> str:
        """The solver with its encodings."""
        return way(self.solver, self.at_most_one, self.at_most_k)

    def asked(self) -> dict[str, object]:
        """Return what all runs of it have in common."""
        found = asdict(self)
        del found["run"]
        return found

    @property
    def label(self) -> str:
        """All of it, for a line of progress."""
        return f"{self.cycles} cycles, {self.way}, run {self.run + 1}"


@dataclass(kw_only=True)
class Comparison(Done):
    """The jobs of all cells, and what is known of them so far.

    `command` is what the user typed, or would have; `remarks` belong to the tables.
    """

    problem: Problem
    jobs: dict[Cell, Job]
    swept: Swept
    options: CompareOptions
    command: list[str]
    remarks: list[str]


def plan(inputs: Mapping[str, object], options: CompareOptions) -> Comparison:
    """Read the inputs and say what is to be measured. Raises `InputError`."""
    from models.errors import InputError
    from models.space_time.index import Index
    from solvers.backends.cnf import Encodings
    from solvers.questions.inputs import named, read_graph_and_array
    from solvers.questions.min_cycles.solve import check_encodings, problem_of
    from solvers.search.bounds import Arithmetic

    dfg, arch = read_graph_and_array(inputs, options)
    notes: list[str] = []
    sources = [named(inputs[name]) for name in ("dfg", "arch")]
    solvers = _solvers(options, notes)
    try:
        problem = problem_of(dfg, arch, options.contexts, options.transform)
        _ = Index(problem).computation  # raises where there are too many orders
    except InputError as error:
        raise error.inside(" on ".join(sources)) from None
    for at_most_one in options.at_most_one:
        for at_most_k in options.at_most_k:
            check_encodings(Encodings(at_most_one, at_most_k), problem)
    cycles = None if options.cycles is None else list(dict.fromkeys(options.cycles))
    if cycles is None:
        first, _ = Arithmetic(problem).first_horizon()
        cycles = [first, first + 1]
    cells = _cells(options, cycles, solvers, notes)
    jobs = dict(zip(cells, _jobs(cells, problem, options), strict=True))
    return Comparison(
        problem=problem,
        jobs=jobs,
        swept=Swept(list(jobs.values())),
        options=options,
        command=[*sources, *words_of(options)],
        remarks=notes,
    )


def _jobs(cells: list[Cell], problem: Problem, options: CompareOptions) -> list[Job]:
    from models.formats.native_json import architecture_to_json, dfg_to_json

    asked = {
        "dfg": dfg_to_json(problem.dfg),
        "arch": architecture_to_json(problem.arch),
        "contexts": problem.contexts,
        "transform": problem.transform,
        "implied": options.implied,
    }
    questions = [asked | cell.asked() | {"seed": options.seed + cell.run} for cell in cells]
    return [
        Job(
            question="decide",
            input=problem.dfg.name,
            architecture=problem.arch.name,
            options=tuple(asdict(cell).items()),
            words=("question.json",),
            files=(("question.json", msgspec.json.encode(question)),),
            time_limit=options.time_limit,
            memory_limit=options.memory_limit,
            grace=0.0,
            version=version(),
        )
        for cell, question in zip(cells, questions, strict=True)
    ]


def _solvers(options: CompareOptions, notes: list[str]) -> list[str]:
    """Return the solvers to compare; `InputError` where one that is named cannot be used."""
    from models.errors import InputError
    from solvers.backends.registry import chosen

    if options.solver:
        for name in options.solver:
            chosen(name).require()
        return list(dict.fromkeys(options.solver))
    found = []
    for name in DEFAULT_SOLVERS:
        lacking = chosen(name).backend.missing()
        if lacking is None:
            found.append(name)
        else:
            notes.append(f"{name} is left out: {lacking}")
    if not found:
        raise InputError("none of the default solvers is installed; name others with --solver")
    return found


def _cells(
    options: CompareOptions, cycles: list[int], solvers: list[str], notes: list[str]
) -> list[Cell]:
    """Return every cell, in the order in which they are measured: a run of all, then the next."""
    from models.errors import InputError
    from solvers.backends.cnf import Encodings
    from solvers.backends.registry import chosen

    kinds: list[tuple[str, str | None, str | None]] = []
    for name in solvers:
        backend = chosen(name).backend
        if backend.family != "SAT":
            kinds.append((name, None, None))
            continue
        pairs = [(one, k) for one in options.at_most_one for k in options.at_most_k]
        able = [p for p in pairs if "native" in backend.can or not Encodings(*p).native]
        if len(able) < len(pairs):
            notes.append(f"{name} is left out with 'native': it has no such constraints")
        kinds += [(name, one, k) for one, k in able]
    if not kinds:
        raise InputError("nothing is left to compare: no solver named has native constraints")
    return [
        Cell(horizon, *kind, run)
        for run in range(options.runs)
        for horizon in cycles
        for kind in kinds
    ]
