"""An answer in words and as JSON."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

import msgspec

from models.data.problem import counted_contexts
from models.formats.mapping_json import mapping_to_json
from solvers.certificates.cycles import versions
from solvers.questions.min_cycles.explain import Explanation
from solvers.search.answer import Answer

SCHEMA = "xyzmap/answer/1"

FREEDOM = {
    "none": "",
    "enumerate": " in any order",
    "xbtree": " with any tree for every sum",
    "select": " with any tree for every sum",
    "chain": " with any chain for every sum",
}


def headline(answer: Answer, asked: int | None, most: int | None = None) -> str:
    """Return the answer in one sentence; `asked` is the fixed number of cycles, if any,
    and `most` the largest that was tried.
    """
    body = f"'{answer.problem.dfg.name}' on '{answer.problem.arch.name}'"
    body += FREEDOM[answer.problem.transform]
    if answer.problem.contexts is not None:
        contexts = answer.problem.contexts
        body += f" with {counted_contexts(contexts)} (II = {contexts})"
    bound = f"at least {answer.lower_bound} ({answer.lower_reason})"
    word = "" if answer.word_of is None else " (solver's word)"
    if answer.status == "optimal":
        takes = f"takes {answer.cycles} cycles and no fewer ({answer.lower_reason})"
        return f"optimal{word}: {body} {takes}"
    if answer.status == "feasible" and asked is not None:
        return f"feasible: {body} has a mapping with {asked} cycles; {bound}"
    if answer.status == "feasible":
        return f"feasible: {body} takes at most {answer.cycles} cycles, not proven minimal; {bound}"
    if answer.status == "infeasible":
        if answer.lower_bound <= 1 and not answer.attempts:
            return f"infeasible: {body}: {answer.lower_reason}"
        cycles = f"at most {most}" if asked is None else f"{asked}"
        return f"infeasible{word}: {body} has no mapping with {cycles} cycles; {bound}"
    return f"unknown: no mapping of {body} found; {bound}"


def as_json(answer: Answer, options: Namespace, explanation: Explanation | None) -> str:
    """Return everything known about the answer; the schema tag is `xyzmap/answer/1`."""
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "question": "min_cycles",
        "dfg": answer.problem.dfg.name,
        "architecture": answer.problem.arch.name,
        "contexts": answer.problem.contexts,
        "transform": options.transform,
        "multi_node": options.multi_node,
        "solvers": options.solver or ["auto"],
        "asked_cycles": options.cycles,
        "max_cycles": options.max_cycles,
        "status": answer.status,
        "cycles": answer.cycles,
        "lower_bound": answer.lower_bound,
        "lower_bound_reason": answer.lower_reason,
        "certified_lower_bound": min(answer.certified, answer.lower_bound),
        "word_of": answer.word_of,
        "failures": answer.failures,
        "found_by": answer.found_by,
        "stopped": answer.stopped,
        "seed": options.seed,
        "versions": versions(*_packages(options.solver or [])),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
        "attempts": [msgspec.to_builtins(attempt) for attempt in answer.attempts],
        "mapping": None if answer.mapping is None else json.loads(mapping_to_json(answer.mapping)),
    }
    if explanation is not None:
        record["explanation"] = {
            "horizon": explanation.horizon,
            "minimal": explanation.minimal,
            "limits": explanation.lines(),
        }
    return json.dumps(record, indent=1)


def _packages(solvers: list[str]) -> list[str]:
    """The packages of solvers that not every installation has."""
    from solvers.backends.registry import chosen
    from solvers.search.options import AUTO

    used = {chosen(name).backend.package for name in solvers if name != AUTO}
    return sorted(name for name in used if name is not None and name != "pysat")
