"""Cutting a graph into parts: from graph and array to mapped parts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError
from models.register_files.files import asked_files
from partition.heuristics import TrialSearch, Weights
from partition.model.split import MemoryOperators
from partition.question import methods
from partition.question.answer import PartitionAnswer, Settings
from partition.question.partition_options import PartitionOptions
from partition.question.search import PartitionSearch
from shell.budget import Budget, Stop
from shell.events import Observer, lines_to
from solvers.questions.inputs import named, read_graph_and_array
from solvers.tasks.mappings import require_sizes

SHARE = 6
"""A sixth of the time limit is reserved for a requested certificate."""


@dataclass(frozen=True)
class Asked:
    """A graph and an array with their names in messages, and the settings of the search."""

    dfg: Dfg
    arch: Architecture
    called: str
    settings: Settings
    how: methods.Options


def read(inputs: Mapping[str, object], options: PartitionOptions) -> Asked:
    """Read the question, and prepare the certificate folder. Raises `InputError`."""
    if options.certificate is not None:
        from partition.question.certificate import prepare

        prepare(options.certificate)
    dfg, arch = read_graph_and_array(inputs, options, cut=True)
    most = options.max_ii if options.max_ii is not None else arch.max_contexts
    if most is None:
        raise InputError(f"'{arch.name}' has any number of contexts: give --max-ii")
    if arch.max_contexts is not None and most > arch.max_contexts:
        what = f"{most} is more than the {arch.max_contexts} contexts of '{arch.name}'"
        raise InputError(what, "--max-ii")
    files = asked_files(arch, options.register_files)
    if files != "counted":
        require_sizes(arch)
    settings = Settings(
        most,
        options.parts,
        MemoryOperators(options.store_op, options.load_op),
        options.seed,
        options.jobs or os.cpu_count() or 1,
        options.map_time,
        memory_limit=options.memory_limit,
        files=files,
        recompute=options.recompute,
    )
    how = TrialSearch(
        trials=options.trials,
        sampler="nsga2" if options.method == "nsga2" else "tpe",
        encoding=options.encoding,
        weights=Weights() if options.cut_weights is None else Weights(*options.cut_weights),
        seed=options.seed,
    )
    return Asked(
        dfg,
        arch,
        f"{named(inputs['dfg'])} on {named(inputs['arch'])}",
        settings,
        methods.Options(
            options.method,
            how,
            options.refinement,
            None if options.store is None else Path(options.store),
        ),
    )


def solve(
    problem: Asked, options: PartitionOptions, observer: Observer, budget: Budget
) -> PartitionAnswer:
    """Return mapped parts, and the provable bound if a certificate is requested.

    Raises `InputError` if no partition is possible.
    """
    certify, own = options.certificate is not None, budget
    if certify and options.time_limit is not None:
        own = Budget(budget.end - options.time_limit / SHARE)
    try:
        search = PartitionSearch(
            problem.dfg, problem.arch, problem.settings, own, lines_to(observer)
        )
    except InputError as error:
        raise error.inside(problem.called) from None
    answer = search.answer
    try:
        search.run(methods.steps_of(problem.how))
        if certify:
            _show(search, budget)
    except Stop as stop:
        answer.stopped = str(stop)
    if certify and answer.shown is None:
        _show(search, Budget(0.0))  # no new proof after a stop
    return answer


def _show(search: PartitionSearch, budget: Budget) -> None:
    """Record the provable bound of an answer."""
    from partition.question.certificate import shown

    if search.answer.status != "unknown":
        search.answer.shown = shown(search, budget)
