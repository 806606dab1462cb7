"""Rewrite rules, as the judge takes them, and in the exact model: what they save."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from models.data.architecture import Architecture
from models.data.computation import Transform
from models.data.dfg import Dfg, Number, Operand, Operation
from models.data.mapping import Mapping, Performed
from models.data.problem import Problem
from models.errors import InputError
from models.semantics.meaning import Meaning
from models.semantics.operators import apply, same
from models.space_time.index import Index
from solvers.search.bounds import Arithmetic
from tests.models.decide import decided, mapped
from tests.models.mappings import operation, operations, performed
from tests.models.rule_graphs import (
    HALVE,
    IN,
    LARGEST,
    MINUS,
    OUT,
    TWICE,
    array,
    graph,
    random_graph,
)
from tests.seeds import seeds


class Numbers:
    """Random numbers for what a computation reads from outside, and for its values in turn."""

    def __init__(self, dfg: Dfg, seed: int) -> None:
        self.dfg = dfg
        self.source = random.Random(seed)
        self.late: dict[Operand, int] = {}
        self.of: dict[str, Number] = {n: self.source.randrange(-99, 99) for n in dfg.inputs}
        for name in dfg.schedule_order:
            operation = dfg.operation_by_name[name]
            self.of[name] = self.result(operation.operator, operation.operands, name)

    def read(self, operand: Operand) -> Number:
        if operand.value in self.dfg.constant_by_name:
            return self.dfg.constant_by_name[operand.value]
        if operand.distance:
            return self.late.setdefault(operand, self.source.randrange(-99, 99))
        return self.of[operand.value]

    def result(self, operator: str, operands: tuple[Operand, ...], name: str) -> Number:
        row = self.dfg.operator_by_name[operator]
        return apply(row, [self.read(operand) for operand in operands], name)


def judge(dfg: Dfg, how: Transform, *intermediates: Operation) -> Meaning:
    return Meaning(Problem(dfg, array(), 1, how), intermediates)


@pytest.mark.parametrize("how", ["none", "enumerate"])
@pytest.mark.parametrize(
    ("executed", "computes"),
    [
        ("+ p q", True),
        ("* a s", True),
        ("+ p s", False),
        ("- p q", False),
        ("+ a s", False),
        ("+ p q@1", False),
    ],
)
def test_distributivity(how: Transform, executed: str, computes: bool) -> None:
    made = operations("p * a b; q * c a; r * c b")
    found = judge(graph("s + b c; y * a s", "abc", "y", OUT), how, *made)
    assert found.computes("y", performed(*executed.split())) == computes


def test_reordering_is_used_only_where_asked_for() -> None:
    dfg = graph("s + a b; y - s c", "abc", "y", MINUS)
    made = (operation("n", "neg", "c"), operation("t", "+", "b", "n"))
    assert judge(dfg, "none", *made).computes("y", performed("+", "s", "n"))
    assert not judge(dfg, "none", *made).computes("y", performed("+", "a", "t"))
    assert judge(dfg, "enumerate", *made).computes("y", performed("+", "a", "t"))
    assert not judge(dfg, "enumerate", *made).computes("y", performed("+", "b", "t"))


@pytest.mark.parametrize("how", ["none", "enumerate"])
@seeds(range(24))
def test_every_candidate_is_accepted_and_every_other_number_refused(
    how: Transform, seed: int
) -> None:
    dfg = random_graph(seed, most=5)
    index = Index(Problem(dfg, array(), 1, how))
    try:
        computation = index.computation
    except InputError:
        return
    names = [index.values[i] for i in index.order]
    first = {name: computation.candidates[name][0] for name in names}
    made = [
        Operation(n, first[n].operator, first[n].operands) for n in names if n in computation.keys
    ]
    found = judge(dfg, how, *made)
    numbers = Numbers(dfg, seed)
    for definition in made:
        numbers.of[definition.name] = numbers.result(
            definition.operator, definition.operands, definition.name
        )
    source = random.Random(seed)
    reads = [Operand(name) for name in (*dfg.inputs, *dfg.constant_by_name, *names)]
    for name in names:
        for candidate in computation.candidates[name][:5]:
            operands = candidate.operands
            own = numbers.result(candidate.operator, operands, name)
            assert same(own, numbers.of[name])
            assert found.computes(name, Performed(candidate.operator, operands))
            if dfg.operator_by_name[candidate.operator].effect:
                continue
            for _ in range(2):
                changed = list(operands)
                changed[source.randrange(len(changed))] = source.choice(reads)
                other = tuple(changed)
                result = numbers.result(candidate.operator, other, name)
                if not same(result, numbers.of[name]):
                    assert not found.computes(name, Performed(candidate.operator, other))


def shortest(problem: Problem, most: int = 8) -> Mapping | None:
    """Return a mapping of fewest cycles; the bounds must not contradict it."""
    for horizon in range(2, most):
        found = mapped(problem, horizon)
        if found is not None:
            assert Arithmetic(problem).refute(horizon) is None
            return found
    return None


def horizon_of(dfg: Dfg, arch: Architecture, how: Transform, contexts: int | None = None) -> int:
    """Return the fewest cycles; 0 if there are none, or far too many."""
    found = shortest(Problem(dfg, arch, contexts, how))
    return 0 if found is None else found.horizon


@pytest.mark.parametrize("how", ["enumerate", "xbtree", "select", "chain"])
def test_distributivity_saves_a_multiplication(how: Transform) -> None:
    """a·b + a·c takes one element three cycles and one to send; a·(b + c) one less."""
    text = "p * a b; q * a c; y + p q"
    one = array(1, width=3)
    assert horizon_of(graph(text, "abc", "y"), one, how) == 5
    assert horizon_of(graph(text, "abc", "y", IN), one, how) == 4


@seeds(range(12))
def test_random_graphs(seed: int) -> None:
    """Rules only ever help; bounds and implied clauses never cut a mapping off."""
    dfg = random_graph(seed, late=seed % 5 == 0, most=5)
    dfg = replace(dfg, order=(), priorities=())
    contexts = 1 + seed % 3 if dfg.max_distance else None
    arch = array(1 + seed % 2, ops="" if seed % 4 else "+ - neg << max min out")
    plain = horizon_of(replace(dfg, rules=()), arch, "none", contexts)
    problem = Problem(dfg, arch, contexts, "enumerate")
    found = shortest(problem)
    if plain:
        assert found is not None and found.horizon <= plain
    for horizon in range(2, 7 if found is None else found.horizon):
        assert not decided(problem, horizon, implied=False)


def test_growing_rules_end_in_a_verdict() -> None:
    dfg = graph("s + a b; t + s c; u + t a; v * u u; y * v t", "abc", "y", OUT, IN, HALVE, LARGEST)
    assert not judge(dfg, "enumerate").computes("y", performed("*", "v", "s"))


def test_a_sum_that_is_negated_twice() -> None:
    """What equals a value is computed like it, under any order and none."""
    text = "s max a b; t max s c; u max t d; n neg u; y neg n"
    for how in ("none", "enumerate", "xbtree"):
        assert horizon_of(graph(text, "abcd", "y"), array(1), how) == 7
        assert horizon_of(graph(text, "abcd", "y", TWICE), array(1), how) == 5
