"""The questions that a sweep may ask: which command answers each, and where its answer stands."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from shell.options import Options


@dataclass(frozen=True)
class Kind:
    """One command: `module` answers, `options` is the class of its options, `inputs` are keys
    of the TOML.

    `value` and `bound` are members of its JSON, the bound that of what is proven about the value.
    One that `certifies` takes `--certificate`. One that makes `lines` takes `--out` instead of
    `--json`: training data, one sample a line; `first` and `always` are words of every job then.
    """

    module: str
    options: str
    inputs: tuple[str, ...]
    value: str
    bound: str | None
    certifies: bool = False
    lines: bool = False
    first: tuple[str, ...] = ()
    always: tuple[str, ...] = ()

    def kind(self) -> type[Options]:
        """Import the class of its options."""
        home, _, name = self.options.partition(":")
        found: type[Options] = getattr(importlib.import_module(home), name)
        return found


GRAPHS = ("dfgs", "architectures")
QUESTIONS = {
    "min_cycles": Kind(
        "solvers.min_cycles",
        "solvers.questions.min_cycles.options:MinCyclesOptions",
        GRAPHS,
        "cycles",
        "lower_bound",
        True,
    ),
    "min_ii": Kind(
        "solvers.min_ii",
        "solvers.questions.min_ii.options:MinIiOptions",
        GRAPHS,
        "ii",
        "lower_bound",
        True,
    ),
    "prune_arch": Kind(
        "pruning.__main__",
        "pruning.question.options:PruneArchOptions",
        GRAPHS,
        "elements",
        "elements",
    ),
    "partition": Kind(
        "partition.__main__",
        "partition.question.options:PartitionOptions",
        GRAPHS,
        "total_ii",
        "bound",
    ),
    "programs.optimize": Kind(
        "programs.optimize",
        "programs.question.options:OptimizeOptions",
        ("programs", "architectures"),
        "cycles",
        None,
    ),
    "decide": Kind(
        "solvers.questions.compare.cell",
        "solvers.questions.compare.options:CompareOptions",
        GRAPHS,
        "cycles",
        None,
    ),
    "streaming": Kind(
        "streaming.__main__",
        "streaming.question.options:StreamingOptions",
        ("programs",),
        "cycles",
        "cycles_bound",
        certifies=True,
    ),
    "labels": Kind(
        "solvers.teach_labels",
        "solvers.questions.teach_labels.options:TeachLabelsOptions",
        ("architectures",),
        "samples",
        None,
        lines=True,
    ),
    "intervals": Kind(
        "learn.intervals",
        "learn.intervals.options:GenerateOptions",
        (),
        "samples",
        None,
        lines=True,
        first=("generate",),
        always=("--jobs", "1"),
    ),
}


def value_and_bound(question: str, answer: dict[str, Any]) -> tuple[int | None, int | None]:
    """Return what an answer is about (cycles, an interval) and what is proven; None: nothing."""
    kind = QUESTIONS[question]
    if question == "programs.optimize":
        winners = [region["winner"] for region in answer["regions"]]
        if not winners or None in winners:
            return None, None
        return sum(winner["cycles"] for winner in winners), None
    if question == "prune_arch":
        # A bound on what is minimised later holds only where all that comes before is as small.
        first = dict([*answer["lower_bounds"].items()][:1])
        return answer["counts"].get(kind.value), first.get(kind.bound)
    if kind.lines:
        return len(answer["lines"]), None
    value = answer.get(kind.value)
    if kind.value == "cycles" and question == "streaming" and answer.get("objective") == "ii":
        return answer.get("ii"), answer.get("ii_bound")
    return value, None if kind.bound is None else answer.get(kind.bound)
