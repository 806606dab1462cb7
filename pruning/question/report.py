"""The outputs of `prune_arch`: text, JSON and files."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from models.formats.native_json import architecture_to_json, mapping_to_json
from models.formats.text_files import write_text
from pruning.question.files import (
    mapped_anew,
    save_drawing,
    save_found,
)
from pruning.question.first import Unmapped
from pruning.question.html import pruning_html, unmapped_html
from pruning.question.pruning_options import PruneArchOptions
from pruning.question.run import Pruned
from pruning.question.texts import bounds, headline
from shell.budget import Budget, Stopwatch
from shell.events import Observer, lines_to
from solvers.certificates.cycles import versions
from solvers.questions.ask import Save, Summary


def words(answer: Pruned | Unmapped, options: PruneArchOptions) -> str:
    """Return the lines of an answer: status, bounds and remaining features.

    Without a mapping the text is empty, and `notes` has the reason.
    """
    if isinstance(answer, Unmapped):
        return ""
    lines = [f"{answer.status}: {headline(answer)}"]
    if answer.status == "infeasible":
        return lines[0]
    if answer.arch is not None:
        lines.append(f"at least: {bounds(answer)}")
        undecided = [feature for feature in answer.undecided if feature not in answer.off]
        if undecided and answer.status != "optimal":
            listed = ", ".join(str(feature) for feature in undecided)
            lines.append(f"kept without knowing whether they are needed: {listed}")
        lines.append("left: " + " ".join(component.name for component in answer.arch.components))
        lines.append("paths: " + " ".join(path.name for path in answer.arch.paths))
    for line in (answer.confirmed, answer.certified):
        if line is not None:
            lines.append(line)
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def record(answer: Pruned | Unmapped, options: PruneArchOptions) -> str:
    """Return the complete answer as JSON text."""
    found = _nothing(answer) if isinstance(answer, Unmapped) else _everything(answer)
    return json.dumps(found, indent=1)


def _nothing(answer: Unmapped) -> dict[str, Any]:
    return {
        "schema": "xyzmap/pruned/2",
        "question": "prune_arch",
        "kernels": [
            {
                "dfg": problem.dfg.name,
                "cycles": None,
                "contexts": None if n < len(answer.open) and answer.open[n] else problem.contexts,
            }
            for n, problem in enumerate(answer.problems)
        ],
        "architecture": answer.problems[0].arch.name,
        "status": answer.status,
        "counts": {},
        "lower_bounds": {},
        "left": None,
        "mappings": [],
        "certificate": None,
        "reason": answer.reason,
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {},
    }


def _everything(answer: Pruned) -> dict[str, Any]:
    spent = answer.spent
    return {
        "schema": "xyzmap/pruned/2",
        "question": "prune_arch",
        "kernels": [
            {
                "dfg": kernel.problem.dfg.name,
                "cycles": kernel.horizon,
                "contexts": kernel.problem.contexts,
            }
            for kernel in answer.kernels
        ],
        "architecture": answer.kernels[0].problem.arch.name,
        "status": answer.status,
        "counts": answer.counts if answer.arch is not None else {},
        "cost": None if answer.price is None else float(answer.price),
        "lower_bounds": answer.scale.lower(answer.lower) if answer.bounded else {},
        "removed": [list(feature) for feature in sorted(answer.off)],
        "undecided": [list(f) for f in answer.undecided if f not in answer.off],
        "cores": [
            {"kernel": core.kernel, "features": [list(f) for f in core.features]}
            for core in answer.cores
        ],
        "left": None if answer.arch is None else json.loads(architecture_to_json(answer.arch)),
        "mappings": [json.loads(mapping_to_json(mapping)) for mapping in answer.mappings],
        "mapped_anew": answer.confirmed,
        "certificate": answer.certified,
        "reason": answer.reason,
        "stopped": answer.stopped,
        "calls": spent.calls,
        "searches": spent.searches,
        "versions": versions(),
        "seconds": {
            name: round(value, 4)
            for name, value in {
                **answer.seconds,
                "solve": spent.solving,
                "search": spent.searching,
            }.items()
        },
    }


def summary(answer: Pruned | Unmapped, options: PruneArchOptions) -> Summary:
    """Return the summary fields common to all answers; the value is the cost or first count."""
    if isinstance(answer, Unmapped):
        return Summary(None, None, answer.reason or "")
    least = answer.scale.lower(answer.lower) if answer.bounded else {}
    value: float | None = None
    if answer.price is not None:
        value = float(answer.price)
    elif answer.arch is not None:
        value = next(iter(answer.counts.values()), None)
    best = None
    if answer.mappings:
        problem = msgspec.structs.replace(answer.kernels[0].problem, arch=answer.arch)
        best = problem, answer.mappings[0]
    return Summary(value, next(iter(least.values()), None), answer.reason or "", best)


def page(answer: Pruned | Unmapped, options: PruneArchOptions) -> str:
    """Return the HTML report."""
    return unmapped_html(answer) if isinstance(answer, Unmapped) else pruning_html(answer)


def saves(answer: Pruned | Unmapped, options: PruneArchOptions) -> list[Save]:
    """Return the files requested by the options."""
    report: Save = (options.html, lambda path: write_text(path, page(answer, options)))
    if isinstance(answer, Unmapped) or answer.arch is None:
        return [report]
    found = answer
    return [
        (options.out, lambda folder: save_found(found, folder)),
        (options.picture, lambda path: save_drawing(found, path)),
        report,
    ]


def extend(
    answer: Pruned | Unmapped,
    options: PruneArchOptions,
    observer: Observer,
    budget: Budget,
) -> list[Save]:
    """Map onto the written array, and certify; both repeat solver work.

    Raises `InputError`, and `Stop` when the time is up.
    """
    if isinstance(answer, Unmapped):
        return []
    if answer.stopped is not None:
        give_up(answer, options, answer.stopped)
        return []
    watch = Stopwatch()
    if options.out is not None and answer.arch is not None:
        answer.confirmed = mapped_anew(answer, options.out, options, budget)
        answer.seconds["anew"] = watch.seconds
        if options.html is not None:
            write_text(options.html, page(answer, options))
    if options.certificate is not None:
        from pruning.question.certify import write_certificate

        watch = Stopwatch()
        tell = lines_to(observer)
        answer.certified = write_certificate(answer, options.certificate, tell, budget)
        answer.seconds["certificate"] = watch.seconds
    return []


def give_up(answer: Pruned | Unmapped, options: PruneArchOptions, why: str | None) -> None:
    """Record the reason for having no certificate."""
    if isinstance(answer, Pruned) and options.certificate is not None:
        from pruning.question.certify import unwritten

        answer.certified = answer.certified or unwritten(options.certificate, why)
