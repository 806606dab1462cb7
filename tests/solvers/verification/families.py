"""Random problems of every feature that rules of the verifier speak of, by family."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from models.data.dfg import Pattern
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InputError
from tests.models.invariant_problems import with_invariants
from tests.models.moving import moving
from tests.models.random_problems import filed_problem, random_problem
from tests.models.random_sums import random_sums
from tests.models.test_pins import random_pins
from tests.models.wide_problems import wide_problem

PATTERNS = (Pattern("f+", ("+", "f", "_", "_")), Pattern("++", ("+", "+", "_", "_", "_")))


def drawn(source: random.Random) -> Problem:
    contexts = source.choice((None, None, 1, 2, 3))
    found = random_problem(source.randrange(10**6), contexts, ports=source.random() < 0.3)
    return slow(found, source) if source.random() < 0.4 else found


def slow(problem: Problem, source: random.Random) -> Problem:
    """The same with operators of four cycles or more, and a path that takes a while."""
    operators = tuple(
        replace(row, latency=source.choice((row.latency, 4, 5))) for row in problem.dfg.operators
    )
    paths = list(problem.arch.paths)
    at = source.randrange(len(paths))
    paths[at] = replace(paths[at], latency=source.choice((0, 1, 3)))
    dfg = replace(problem.dfg, operators=operators)
    return Problem(dfg, replace(problem.arch, paths=tuple(paths)), problem.contexts)


def fused(problem: Problem) -> Problem:
    """The same with multi-node operations, which every element that lists operators can execute."""
    parts = [
        part if part.ops is None else replace(part, ops=(*part.ops, "f+", "++"))
        for part in problem.arch.components
    ]
    arch = replace(problem.arch, components=tuple(parts))
    return Problem(replace(problem.dfg, patterns=PATTERNS), arch, problem.contexts)


def sums(source: random.Random, how: str) -> Problem:
    contexts = source.choice((None, None, None, 1, 2, 3))
    patterns, seed = source.random() < 0.6, source.randrange(10**6)
    found = random_sums(seed, contexts=contexts, patterns=patterns, leaves=4)
    changed: Problem = replace(found, transform=how)
    return changed


def held(source: random.Random) -> Problem:
    """One of other families, on an array that holds some invariants."""
    family = source.choice(("plain", "wide", "files", "sums in any order"))
    return with_invariants(FAMILIES[family](source), source.randrange(10**6))


FAMILIES: dict[str, Callable[[random.Random], Problem]] = {
    "plain": drawn,
    "wide": lambda source: wide_problem(source.randrange(10**6), source.choice((None, 1, 2))),
    "files": lambda source: filed_problem(source.randrange(10**6), source.choice((None, 1, 2))),
    "fused": lambda source: fused(drawn(source)),
    "invariants": lambda source: held(source),
    "moving": lambda source: moving(source.randrange(10**6)),
    "sums as written": lambda source: sums(source, "none"),
    "sums in any order": lambda source: sums(source, "enumerate"),
    "pinned": lambda source: fused(drawn(source)) if source.random() < 0.5 else drawn(source),
}


def cases(family: str, count: int) -> Iterator[tuple[int, Problem, Pins, int]]:
    """Yield seed, problem, pins and a number of cycles to try."""
    for seed in range(count):
        source = random.Random(f"{family} {seed}")
        try:
            problem = FAMILIES[family](source)
        except InputError:
            continue
        horizon = source.choice((4, 5, 6, 8, 9) if family == "plain" else (4, 5, 6))
        pins = random_pins(source, problem, horizon) if family == "pinned" else Pins()
        yield seed, problem, pins, horizon
