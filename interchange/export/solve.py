"""Exporting: from graph and array to a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from interchange.export.export_options import ExportOptions
from interchange.export.write import ending_of, write_model
from models.errors import InputError, NotSupportedError
from models.space_time.xyz import build
from shell.budget import Budget
from shell.events import Observer
from solvers.questions.ask import Done
from solvers.questions.min_cycles import solve as min_cycles
from solvers.questions.min_cycles.min_cycles_options import AT_MOST_K, AT_MOST_ONE, MinCyclesOptions
from solvers.search.answer import CyclesQuestion


@dataclass(frozen=True)
class Export:
    """The question of `min_cycles`, and the path of its model."""

    question: CyclesQuestion
    path: str


@dataclass
class Exported(Done):
    """The paths of the files that were written."""

    paths: tuple[str, ...] = ()


def read(inputs: Mapping[str, object], options: ExportOptions) -> Export:
    """Return the model's question and path. Raises `InputError` if no file can be written."""
    path = options.out
    _require_encodings(options, ending_of(path))
    shared = {each.name: getattr(options, each.name) for each in fields(options)}
    shared["at_most_one"] = options.at_most_one or AT_MOST_ONE
    shared["at_most_k"] = options.at_most_k or AT_MOST_K
    question = min_cycles.read(inputs, MinCyclesOptions(**shared))
    if not question.refutable:
        raise NotSupportedError("too many reassociations to list; give another --transform")
    return Export(question, path)


def solve(export: Export, options: ExportOptions, observer: Observer, budget: Budget) -> Exported:
    """Write the model. Raises `InputError` and `InfeasibleError`."""
    model = build(export.question.problem, options.cycles)
    written = write_model(model, export.path, export.question.options.encodings)
    return Exported(paths=tuple(written))


def _require_encodings(options: ExportOptions, ending: str) -> None:
    """Raise `InputError` for an encoding that the format does not have."""
    for option, name in (
        ("--at-most-one", options.at_most_one),
        ("--at-most-k", options.at_most_k),
    ):
        if ending == ".cnf" and name == "native":
            raise InputError(f"{option} native: clauses are all that {ending} has")
        if ending != ".cnf" and name not in (None, "native"):
            raise InputError(f"{option} {name}: {ending} has limits as they are, without encoding")
