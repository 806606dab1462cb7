"""The checker's judge with rewrite rules: it takes what rules give, and nothing else."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from models.data.computation import Transform
from models.data.dfg import Dfg, Operand, Operation, Pattern
from models.data.mapping import Performed
from models.data.problem import Problem
from models.errors import InputError
from models.semantics.meaning import Meaning
from models.semantics.operators import same
from models.space_time.index import Index
from tests.models.mappings import operation, operations, performed
from tests.models.rule_graphs import (
    DOUBLE,
    HALVE,
    IN,
    LARGEST,
    MINUS,
    NOTHING,
    OUT,
    SAME,
    SHIFT,
    TWICE,
    array,
    graph,
    random_graph,
    rules,
)
from tests.models.test_rules import Numbers
from tests.seeds import seeds


def judge(dfg: Dfg, how: Transform, *intermediates: Operation) -> Meaning:
    return Meaning(Problem(dfg, array(), 1, how), intermediates)


@pytest.mark.parametrize("how", ["none", "enumerate"])
@pytest.mark.parametrize(
    ("executed", "computes"),
    [
        ("+ p q", True),
        ("+ q p", True),
        ("* a s", True),
        ("+ p p", False),
        ("+ p s", False),
        ("- p q", False),
        ("* b s", False),
        ("+ p r", False),
        ("+ a s", False),
        ("+ p q@1", False),
    ],
)
def test_distributivity(how: Transform, executed: str, computes: bool) -> None:
    made = operations("p * a b; q * c a; r * c b")
    found = judge(graph("s + b c; y * a s", "abc", "y", OUT), how, *made)
    assert found.computes("y", performed(*executed.split())) == computes


def test_rules_are_used_from_left_to_right_only() -> None:
    made = (operation("s", "+", "b", "c"),)
    text = "p * a b; q * a c; y + p q"
    assert judge(graph(text, "abc", "y", IN), "none", *made).computes("y", performed("*", "a", "s"))
    without = judge(graph(text, "abc", "y", DOUBLE), "enumerate", *made)
    assert not without.computes("y", performed("*", "a", "s"))


def test_constants_are_compared_by_number() -> None:
    dfg = graph("y * a two", "a", "y", DOUBLE, SHIFT)
    found = judge(dfg, "none")
    assert found.computes("y", performed("+", "a", "a"))
    assert found.computes("y", performed("<<", "a", "one"))
    assert not found.computes("y", performed("<<", "a", "two"))
    assert not found.computes("y", performed("+", "a", "two"))


def test_reordering_is_used_only_where_asked_for() -> None:
    dfg = graph("s + a b; y - s c", "abc", "y", MINUS)
    made = (operation("n", "neg", "c"), operation("t", "+", "b", "n"))
    assert judge(dfg, "none", *made).computes("y", performed("+", "s", "n"))
    assert not judge(dfg, "none", *made).computes("y", performed("+", "a", "t"))
    assert judge(dfg, "enumerate", *made).computes("y", performed("+", "a", "t"))
    assert not judge(dfg, "enumerate", *made).computes("y", performed("+", "b", "t"))


def test_multi_node_operations() -> None:
    dfg = graph("s + b c; y * a s", "abc", "y", OUT)
    dfg = replace(dfg, patterns=(Pattern("mac", ("+", "_", "*", "_", "_")),))
    found = judge(dfg, "none", operation("p", "*", "a", "b"))
    assert found.computes("y", performed("mac", "p", "a", "c"))
    assert not found.computes("y", performed("mac", "p", "a", "b"))


def test_wrong_rules_are_refused() -> None:
    dfg = replace(graph("y + a b", "ab", "y"), rules=rules("+ a b -> - a b"))
    with pytest.raises(InputError, match="rule 'r1' changes values"):
        judge(dfg, "none").computes("y", performed("-", "a", "b"))


def test_growing_rules_end_in_a_verdict() -> None:
    dfg = graph("s + a b; t + s c; u + t a; v * u u; y * v t", "abc", "y", OUT, IN, HALVE, LARGEST)
    assert not judge(dfg, "enumerate").computes("y", performed("*", "v", "s"))


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


def test_several_rules_after_each_other() -> None:
    dfg = graph(
        "z - a a; x neg z; m neg x; t + b m; y * t two", "ab", "y", SAME, TWICE, NOTHING, DOUBLE
    )
    found = judge(dfg, "none")
    assert found.computes("t", performed("+", "b", "z"))
    assert found.computes("t", performed("+", "b", "zero"))
    assert found.computes("y", performed("+", "b", "b"))
    assert found.computes("y", performed("+", "b", "t"))
    assert not found.computes("y", performed("+", "b", "a"))
