"""What passes through a component that is gone: every choice of kinds, on switches and buses."""

from __future__ import annotations

import random
from functools import cache
from itertools import chain, combinations

import pytest
from msgspec.structs import replace

from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import check
from pruning.features import KINDS, Parts
from pruning.prunable import Kernel, prunable
from pruning.question.objective import Objective
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from tests.models.decide import decided
from tests.models.mappings import links, memory, operation
from tests.models.switching import wandering
from tests.pruning.small import Trial, prune, setting, weights

CHOICES = [*chain.from_iterable(combinations(KINDS, n) for n in range(1, len(KINDS) + 1))]
NEGATE = Dfg("negate", (Operator("neg", 1),), ("a",), (operation("y", "neg", "a"),), ("y",))
# The only way into p leads through the switch s.
GATE = Problem(
    NEGATE,
    Architecture(
        "gate",
        (memory(), Component("s", capacity=1, switch=True), Component("p", issue=1, capacity=1)),
        links("in: ext > s w=1; on: s > p w=1; out: p > ext w=1"),
        "ext",
    ),
)
# Two switches stand between two buses: one of them must stay.
BUSES = Problem(
    NEGATE,
    Architecture(
        "buses",
        (
            memory(),
            Component("s", capacity=0, switch=True),
            Component("t", capacity=0, switch=True),
            Component("p", issue=1, capacity=1),
        ),
        links("in: ext > s t w=1; on: s t > p w=1; out: p > ext w=1"),
        "ext",
    ),
)
# Without s, transfers between t and u could only support each other.
CIRCLE = Problem(
    NEGATE,
    Architecture(
        "circle",
        (
            memory(),
            *(Component(name, capacity=0, switch=True) for name in "stu"),
            Component("p", issue=1, capacity=1),
        ),
        links("in: ext > s; bus: s u > t; back: t > u; on: t > p w=1; out: p > ext w=1"),
        "ext",
    ),
)
SHORTEST = 3


@cache
def possible(problem: Problem) -> bool:
    return decided(problem, SHORTEST)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("problem", [GATE, BUSES, CIRCLE], ids=["gate", "buses", "circle"])
def test_every_choice_of_kinds(problem: Problem) -> None:
    """Tests that with any kinds to be removed, what is switched off is gone, also as a way."""
    alone, refuted = Kernel(problem, SHORTEST), 0
    for kinds in CHOICES:
        own = Parts((problem,), kinds)
        switched = prunable(alone, own)
        session = SatSession(lower(switched.model.constraints), "glucose4")
        for off in chain.from_iterable(combinations(own.features, n) for n in (1, 2)):
            small = replace(problem, arch=own.without(off))
            outcome = session.solve([-switched.switch[feature] for feature in off])
            assert outcome.satisfiable == possible(small), (kinds, off)
            refuted += not outcome.satisfiable
        session.close()
    assert refuted > 100


def roaming(seed: int) -> Problem:
    """A random array of elements, switches and buses, on which inputs are scarce."""
    source = random.Random(seed)
    problem, _ = wandering(seed, source.choice((None, None, 2, 1)))
    parts = [replace(problem.arch.components[0], initial="all")]
    for part in problem.arch.components[1:]:
        if part.issue:
            held = InitialContents(("a", "b")[: source.randint(0, 2)])
            part = replace(part, initial=held, capacity=source.choice((2, 3)))
        parts.append(part)
    paths = [replace(path, width=source.choice((1, 2))) for path in problem.arch.paths]
    paths.append(Path("into", ("ext",), (source.choice(parts[1:]).name,), width=1))
    arch = replace(problem.arch, components=tuple(parts), paths=tuple(paths))
    return replace(problem, arch=arch)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("seed", range(24))
def test_wandering_values(seed: int) -> None:
    """Tests that on random arrays a model with switches off and one of what is left agree."""
    source, problem = random.Random(seed), roaming(seed)
    horizon = next((n for n in range(2, 6) if decided(problem, n)), None)
    if horizon is None:
        return
    for kinds in [("memories",), ("elements", "memories"), *source.sample(CHOICES, 4)]:
        own = Parts((problem,), kinds)
        try:
            switched = prunable(Kernel(problem, horizon), own)
        except InputError:  # an unlimited number of words
            continue
        session = SatSession(lower(switched.model.constraints), "glucose4")
        for _ in range(5):
            few = min(len(own.features), source.choice((1, 1, 2, 3, 4)))
            off = source.sample(own.features, few)
            outcome = session.solve([-switched.switch[feature] for feature in off])
            small = replace(problem, arch=own.without(off))
            assert outcome.satisfiable == decided(small, horizon), (kinds, off)
            if outcome.satisfiable:
                found = replace(switched.mapping(outcome.model), architecture=small.arch.name)
                assert check(small, found) == [], (kinds, off)
        session.close()


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("problem", [GATE, BUSES], ids=["gate", "buses"])
@pytest.mark.parametrize(
    "objective",
    [
        Objective(("memories",)),
        Objective(("elements", "memories")),
        Objective(("memories", "units")),
        weights("memories=1"),
        weights("memories=2,words=1"),
    ],
    ids=["memories", "elements", "units", "cost", "words"],
)
def test_the_least_without_paths(problem: Problem, objective: Objective) -> None:
    """Tests that the least part is that of all subsets, and greedy removal leaves one that does,
    where paths are not among what is removed.
    """
    alone = Kernel(problem, SHORTEST)
    parts, own = setting([alone], objective)
    trial = Trial([alone], parts)
    answer = prune([alone], objective)
    assert (answer.status, answer.weight) == ("optimal", trial.least(own))
    assert trial.does(prune([alone], objective, exact=False).off)
