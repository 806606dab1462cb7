"""Rewrite rules in the exact model: what they save, and that solved mappings hold."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from models.data.architecture import Architecture
from models.data.computation import Transform
from models.data.dfg import Dfg
from models.data.mapping import Issue, Mapping, Performed
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.cnf import Encodings, lower
from solvers.backends.sat import SatSession
from solvers.search.bounds import Arithmetic
from tests.models.mappings import operands
from tests.models.rule_graphs import DOUBLE, IN, MINUS, TWICE, array, graph, random_graph
from tests.seeds import seeds


def solved(problem: Problem, horizon: int, implied: bool = True) -> Mapping | None:
    model = build(problem, horizon, implied=implied)
    result = SatSession(lower(model.constraints, Encodings()), "cadical195").solve()
    return decode(model, result.model) if result.satisfiable else None


def shortest(problem: Problem, most: int = 8) -> Mapping | None:
    """Return a mapping of fewest cycles, checked; the bounds must not contradict it."""
    for horizon in range(2, most):
        mapping = solved(problem, horizon)
        if mapping is not None:
            assert check(problem, mapping) == []
            simulate(problem, mapping, 3)
            assert Arithmetic(problem).refute(horizon) is None
            return mapping
    return None


def horizon_of(dfg: Dfg, arch: Architecture, how: Transform, contexts: int | None = None) -> int:
    mapping = shortest(Problem(dfg, arch, contexts, how))
    return 0 if mapping is None else mapping.horizon


@pytest.mark.parametrize("how", ["enumerate", "xbtree", "select", "chain"])
def test_distributivity_saves_a_multiplication(how: Transform) -> None:
    """a·b + a·c takes one element three cycles and one to send; a·(b + c) one less."""
    text = "p * a b; q * a c; y + p q"
    one = array(1, width=3)
    assert horizon_of(graph(text, "abc", "y"), one, how) == 5
    assert horizon_of(graph(text, "abc", "y", IN), one, how) == 4


def test_an_array_without_multipliers() -> None:
    arch = array(1, ops="+")
    dfg = graph("y * a two", "a", "y")
    with pytest.raises(InfeasibleError, match="no component .* supports operator '\\*'"):
        Arithmetic(Problem(dfg, arch))
    mapping = shortest(Problem(graph("y * a two", "a", "y", DOUBLE), arch))
    assert mapping is not None
    assert mapping.horizon == 3
    doubled = Performed("+", operands("a", "a"))
    assert mapping.issues == (Issue("y", "pe0", 1, doubled),)


def test_an_array_without_subtraction() -> None:
    """With any order of a, b and -c, two elements finish as soon as with a subtraction."""
    dfg = graph("s + a b; y - s c", "abc", "y", MINUS)
    assert horizon_of(dfg, array(2, ops="+ neg"), "enumerate") == 4
    assert horizon_of(dfg, array(2), "enumerate") == 4


def test_two_sums_share_a_factor_in_a_pipeline() -> None:
    dfg = graph("p * a b; q * a c; s + p q; y + s y@1", "abc", "y", IN)
    assert horizon_of(dfg, array(1, width=3), "enumerate", 3) > 0
    assert horizon_of(replace(dfg, rules=()), array(1, width=3), "enumerate", 3) == 0


def test_changed_mappings_are_refused() -> None:
    problem = Problem(graph("p * a b; q * a c; y + p q", "abc", "y", IN), array(1, width=3))
    problem = replace(problem, transform="enumerate")
    mapping = shortest(problem)
    assert mapping is not None
    (definition,) = mapping.intermediates
    assert (definition.name, definition.operator) == ("+(b,c)", "+")
    for wrong in (replace(definition, operator="*"), replace(definition, operator="max")):
        assert check(problem, replace(mapping, intermediates=(wrong,)))
    issues = [issue for issue in mapping.issues if issue.operation != "y"]
    (last,) = (issue for issue in mapping.issues if issue.operation == "y")
    assert last.performs is not None
    for operator, reads in (
        ("+", "a +(b,c)"),
        ("*", "b +(b,c)"),
        ("*", "+(b,c) +(b,c)"),
        ("min", "a +(b,c)"),
    ):
        performs = Performed(operator, operands(*reads.split()))
        changed = replace(mapping, issues=(*issues, replace(last, performs=performs)))
        assert any(found.rule == "operation" for found in check(problem, changed))
    without = replace(problem, dfg=replace(problem.dfg, rules=()))
    assert any(found.rule == "operation" for found in check(without, mapping))


@seeds(range(12))
def test_random_graphs(seed: int) -> None:
    """Rules only ever help; bounds and implied clauses never cut a mapping off."""
    dfg = random_graph(seed, late=seed % 5 == 0, most=5)
    dfg = replace(dfg, order=(), priorities=())
    contexts = 1 + seed % 3 if dfg.max_distance else None
    arch = array(1 + seed % 2, ops="" if seed % 4 else "+ - neg << max min out")
    plain = horizon_of_any(Problem(replace(dfg, rules=()), arch, contexts))
    problem = Problem(dfg, arch, contexts, "enumerate")
    try:
        found = shortest(problem)
    except InfeasibleError:
        found = None
    if plain:
        assert found is not None
        assert found.horizon <= plain
    shorter = 7 if found is None else found.horizon
    for horizon in range(2, shorter):
        assert solved(problem, horizon, implied=False) is None


def horizon_of_any(problem: Problem) -> int:
    """Return the fewest cycles; 0 if there are none, or far too many."""
    try:
        mapping = shortest(problem)
    except InfeasibleError:
        return 0
    return 0 if mapping is None else mapping.horizon


def test_a_sum_that_is_negated_twice() -> None:
    """What equals a value is computed like it, under any order and none."""
    text = "s max a b; t max s c; u max t d; n neg u; y neg n"
    for how in ("none", "enumerate", "xbtree"):
        assert horizon_of(graph(text, "abcd", "y"), array(1), how) == 7
        assert horizon_of(graph(text, "abcd", "y", TWICE), array(1), how) == 5
