"""Random problems with invariants, on arrays that may hold some of them."""

from __future__ import annotations

import random

from msgspec.structs import replace

from models.data.problem import Problem
from tests.models.random_problems import filed_problem, random_problem


def invariant_problem(seed: int, contexts: int | None = None) -> Problem:
    """Return one problem, in every fifth one with ports of register files."""
    made = filed_problem if seed % 5 == 4 else random_problem
    return with_invariants(made(seed, contexts), seed)


def with_invariants(problem: Problem, seed: int) -> Problem:
    """Return the same with some invariants, and room for some of them on elements."""
    source = random.Random(f"invariants {seed} {problem.contexts}")
    same = tuple(name for name in problem.dfg.inputs if source.random() < 0.7)
    parts = tuple(
        replace(part, invariants=source.choice((0, 1, 1, 2))) if part.issue else part
        for part in problem.arch.components
    )
    dfg = replace(problem.dfg, invariants=same)
    changed: Problem = replace(problem, dfg=dfg, arch=replace(problem.arch, components=parts))
    return changed
