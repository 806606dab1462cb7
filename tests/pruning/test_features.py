"""What an array consists of: taking some away, and what a mapping uses."""

from __future__ import annotations

import random

import msgspec
import pytest

from models.data.architecture import Architecture, Component, InitialContents, Support
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import check
from pruning.features import KINDS, Parts
from pruning.prunable import Kernel, prunable
from pruning.verification.gates import _above
from pruning.verification.parts import needs
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from tests.models.decide import decided
from tests.models.mappings import ADD, EVERY, MUL, links, memory, operation
from tests.models.random_problems import random_problem

EVERYTHING = tuple(KINDS)
DFG = Dfg("sum", (ADD, MUL), ("a", "b"), (operation("s", "+", "a", "b"),), ("s",))
ARRAY = Architecture(
    "array",
    (
        memory(),
        Component("pe0", issue=2, ops=("*", Support("+", 2)), capacity=3),
        Component("pe1", issue=1),
        Component("rom", initial=InitialContents(("a",)), capacity=1),
    ),
    links("bus: ext > pe0 pe1 w=2; link: rom > pe0 w=1; out: pe0 pe1 > ext"),
    "ext",
)


# The only place of an input is an unlimited memory.
STORE = (
    Component("ext", initial=InitialContents(("b",)), holds_intermediates=False),
    *ARRAY.components[1:3],
    Component("rom", initial=InitialContents(("a",))),
)
# Two inputs are stored in passing while the third one of an operation arrives.
PASSING = Problem(
    Dfg(
        "two",
        (Operator("g", 3),),
        tuple("abcdef"),
        (operation("v", "g", *"abc"), operation("w", "g", *"def")),
        ("v", "w"),
    ),
    Architecture(
        "storing",
        (memory(), Component("pe", issue=2, capacity=4, routing_issues=True)),
        links("in: ext > pe w=2; out: pe > ext w=2"),
        "ext",
    ),
)
SWITCHED = {
    "passing": PASSING,
    "memory": Problem(DFG, msgspec.structs.replace(ARRAY, components=STORE)),
    **{f"random {n}": random_problem(n, (None, 2, 1)[n % 3], ports=n % 2 > 0) for n in range(14)},
    **{name: problem for name, (problem, _) in EVERY.items()},
}


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("problem", SWITCHED.values(), ids=SWITCHED)
def test_switched_off_is_gone(problem: Problem) -> None:
    """Tests that a model with switches off and a model of the smaller array agree, and that a
    mapping needs no more features than those that it uses.
    """
    chance = random.Random(problem.dfg.name + problem.arch.name)
    found = search(CyclesQuestion(problem, max_cycles=8))
    if found.cycles is None:
        return
    levels = ("words", "widths", "units")
    for kinds in (EVERYTHING, ("elements", "paths"), levels, ("memories", "operators")):
        own = Parts((problem,), kinds)
        kernel = Kernel(problem, found.cycles, found.mapping)
        try:
            switched = prunable(kernel, own)
        except InputError:
            continue
        session = SatSession(lower(switched.model.constraints), "glucose4")
        for _ in range(6):
            few = min(len(own.features), chance.choice((0, 1, 1, 2, 3)))
            off = chance.sample(own.features, few)
            outcome = session.solve([-switched.switch[feature] for feature in off])
            small = msgspec.structs.replace(problem, arch=own.without(off))
            assert outcome.satisfiable == decided(small, found.cycles), off
            if outcome.satisfiable:
                mapping = switched.mapping(outcome.model)
                mapping = msgspec.structs.replace(mapping, architecture=small.arch.name)
                assert check(small, mapping) == [], off
                least = own.without({*own.features} - own.uses(0, mapping))
                mapping = msgspec.structs.replace(mapping, architecture=least.name)
                assert check(msgspec.structs.replace(problem, arch=least), mapping) == [], off
        session.close()


def test_what_features_need() -> None:
    """Tests the verifier's needs: the level before, the part itself, and all that these need."""
    names = [("paths", "link", ""), *(("widths", "bus", str(n)) for n in (1, 2, 3))]
    names += [("widths", "link", "1"), ("elements", "pe0", "")]
    names += [("units", "pe0", str(n)) for n in (1, 2)]
    features = frozenset(names)
    found = needs(ARRAY, features)
    assert sorted((feature, *sorted(some)) for feature, some in found) == [
        (("paths", "link", ""), ("elements", "pe0", "")),
        (("units", "pe0", "1"), ("elements", "pe0", "")),
        (("units", "pe0", "2"), ("units", "pe0", "1")),
        (("widths", "bus", "2"), ("widths", "bus", "1")),
        (("widths", "bus", "3"), ("widths", "bus", "2")),
        (("widths", "link", "1"), ("paths", "link", "")),
    ]
    assert _above(found)["widths", "bus", "3"] == {("widths", "bus", "1"), ("widths", "bus", "2")}
