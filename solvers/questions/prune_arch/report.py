"""A pruning in words and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from models.data.problem import counted_contexts

if TYPE_CHECKING:
    from models.data.problem import Problem
    from models.space_time.prunable import Kernel
    from solvers.questions.prune_arch.run import Pruned
    from solvers.search.answer import Status


def in_words(answer: Pruned) -> str:
    """Return some lines: the status, bounds, and what is left."""
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


def headline(answer: Pruned) -> str:
    """Return in a line what the kernels need, without the status."""
    names = " and ".join(f"'{kernel.problem.dfg.name}'" for kernel in answer.kernels)
    array = f"'{answer.kernels[0].problem.arch.name}'"
    cycles = ", ".join(_time(kernel) for kernel in answer.kernels)
    if answer.status == "infeasible":
        return f"{names} on {array}: {answer.reason}"
    if answer.arch is None:
        return f"nothing is known of {names} on {array} in time"
    counts = answer.counts.items()
    shown = ", ".join(counted(n, kind) for kind, n in counts if n) or "nothing removable"
    cost = "" if answer.price is None else f" at a cost of {float(answer.price):.10g}"
    need = "needs" if len(answer.kernels) == 1 else "need"
    return f"{names} in {cycles} {need} {shown} of {array}{cost}"


def bounds(answer: Pruned) -> str:
    """Return how small an array must be, such as `5 elements, then 9 paths`."""
    if not answer.lower:
        return "not looked for" if answer.status == "feasible" else "nothing"
    return smallest(answer, answer.lower)


def smallest(answer: Pruned, lower: int) -> str:
    """Return a bound on the weight as numbers of each kind; nothing removable is an empty text."""
    least = answer.scale.lower(lower).items()
    return ", then ".join(counted(n, kind) for kind, n in least if n)


def counted(number: float, kind: str) -> str:
    """Return `1 element`, `2 memories`, or `2.5 cost`."""
    single = "memory" if kind == "memories" else kind.removesuffix("s")
    return f"{number:.10g} {single if number == 1 else kind}"


def _time(kernel: Kernel) -> str:
    contexts = kernel.problem.contexts
    return f"{kernel.horizon} cycles" + (f", {counted_contexts(contexts)}," if contexts else "")


def nothing_as_json(
    problems: Sequence[Problem],
    status: Status,
    reason: str | None = None,
    stopped: str | None = None,
) -> str:
    """Return as JSON that, and why, there is no mapping onto the whole array to begin with."""
    from solvers.certificates.cycles import versions

    record = {
        "schema": "xyzmap/pruned/2",
        "question": "prune_arch",
        "kernels": [
            {"dfg": problem.dfg.name, "cycles": None, "contexts": problem.contexts}
            for problem in problems
        ],
        "architecture": problems[0].arch.name,
        "status": status,
        "counts": {},
        "lower_bounds": {},
        "left": None,
        "mappings": [],
        "certificate": None,
        "reason": reason,
        "stopped": stopped,
        "versions": versions(),
        "seconds": {},
    }
    return json.dumps(record, indent=1)


def as_json(answer: Pruned) -> str:
    """Return everything about the answer as JSON."""
    from archs.formats.arch_json import architecture_to_json
    from models.formats.mapping_json import mapping_to_json
    from solvers.certificates.cycles import versions

    spent = answer.spent
    record = {
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
        "lower_bounds": answer.scale.lower(answer.lower) if answer.lower else {},
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
    return json.dumps(record, indent=1)
