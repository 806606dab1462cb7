"""What a comparison asks of whom: solvers, encodings and numbers of cycles, as a list of cells."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from models.data.problem import Problem
from models.process.options import words_of
from solvers.questions.ask import Done
from solvers.questions.compare.options import CompareOptions
from solvers.questions.entries import Entry

DEFAULT_SOLVERS = ("cadical195", "glucose4", "cp-sat", "highs")


@dataclass(frozen=True)
class Cell:
    """One question to one solver; encodings are None where the solver needs none.

    Without `cycles` it is a trial of the solver with one clause.
    """

    cycles: int | None
    solver: str
    at_most_one: str | None
    at_most_k: str | None
    run: int

    @property
    def way(self) -> str:
        """The solver with its encodings."""
        if self.at_most_one is None:
            return self.solver
        return f"{self.solver} ({self.at_most_one}, {self.at_most_k})"

    @property
    def label(self) -> str:
        """All of it, for a line of progress."""
        return f"{self.cycles} cycles, {self.way}, run {self.run + 1}"


@dataclass(kw_only=True)
class Comparison(Done):
    """Everything that is asked, and what is known about it so far; `texts` are the inputs.

    `command` is what the user typed, or would have; `remarks` belong to the tables.
    """

    problem: Problem
    texts: tuple[str, str]
    cells: list[Cell]
    options: CompareOptions
    command: list[str]
    versions: dict[str, str]
    machine: str
    remarks: list[str]
    entries: dict[Cell, Entry] = field(default_factory=dict)


def plan(inputs: Mapping[str, object], options: CompareOptions) -> Comparison:
    """Read the inputs and say what is to be measured."""
    from archs.formats.arch_json import architecture_to_json
    from models.errors import InputError
    from models.formats.dfg_json import dfg_to_json
    from models.space_time.index import Index
    from solvers.backends.cnf import Encodings
    from solvers.questions.entries import processor
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
    return Comparison(
        problem=problem,
        texts=(dfg_to_json(problem.dfg), architecture_to_json(problem.arch)),
        cells=_cells(options, cycles, solvers, notes),
        options=options,
        command=[*sources, *words_of(options)],
        versions=_versions(solvers),
        machine=processor(),
        remarks=notes,
    )


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


def _versions(solvers: list[str]) -> dict[str, str]:
    """Versions of everything that a time may depend on."""
    from importlib import metadata

    from solvers.backends.registry import chosen
    from solvers.certificates.cycles import versions

    found = versions()
    for package in ("ortools", "highspy", "pyomo"):
        with suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    for name in solvers:
        choice = chosen(name)
        if choice.backend.opens.endswith(":Program"):
            found[name] = _program_version(choice.options.get("command", choice.backend.name))
    return found


def _program_version(command: str) -> str:
    """Return a digest of a program: not every program tells its version."""
    import hashlib
    import shlex
    from pathlib import Path

    from solvers.backends.program import path_of

    digest = hashlib.sha256()
    words = shlex.split(command)
    for word in (path_of(words[0]), *words[1:]):
        if word is not None and Path(word).is_file():
            digest.update(Path(word).read_bytes())
    return f"sha256 {digest.hexdigest()[:16]}"
