"""Bounds by limits of a user on weights: never above the best packing, and not far below it."""

from __future__ import annotations

import random
from functools import cache

import pytest
from msgspec.structs import replace

from models.counting.arithmetic import Arithmetic
from models.counting.packing import least_value, packings
from models.data.certificate import Packing
from models.data.constraints import Issues, Minimize, Sum, Term
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from tests.models.test_own_traps import ONE, TWO, array, with_rule


def fewest_groups(weights: tuple[int, ...], bound: int) -> int | None:
    """The fewest groups of at most `bound`, by trying all; None where a weight is larger."""
    if max(weights) > bound:
        return None

    @cache
    def packed(left: tuple[int, ...], room: tuple[int, ...]) -> int:
        if not left:
            return len(room)
        first, rest = left[0], left[1:]
        found = packed(rest, tuple(sorted((*room, bound - first))))
        for n, space in enumerate(room):
            if first <= space:
                other = tuple(sorted((*room[:n], *room[n + 1 :], space - first)))
                found = min(found, packed(rest, other))
        return found

    return packed(tuple(sorted(weights, reverse=True)), ())


@pytest.mark.parametrize("seed", range(60))
def test_no_bound_is_above_the_best_packing(seed: int) -> None:
    source = random.Random(seed)
    bound = source.randint(1, 12)
    weights = tuple(source.randint(1, 9) for _ in range(source.randint(1, 7)))
    wanted = fewest_groups(weights, bound)
    for cut in range(bound // 2 + 1):
        least = Packing(1, "c", ("a",) * len(weights), weights, bound, None, cut).least
        assert (least is None) == (wanted is None)
        assert least is None or wanted is None or least <= wanted


def test_two_large_weights_never_share_a_group() -> None:
    weights = (5, 5, 5, 4, 4)
    names = tuple("abcde")
    assert Packing(2, "c", names, weights, 9).least == 3
    assert Packing(2, "c", names, (5, 5, 5, 5), 9).least == 4


def issues(weight: int, **names: str) -> Term:
    return Term(z=Issues(**names), weight=weight)


def refuted(problem: Problem, contexts: int) -> list[Packing]:
    return list(packings(Index(problem.at(contexts)), contexts))


@pytest.mark.parametrize(
    ("rule", "contexts", "groups"),
    [
        (Sum(name="s", of=(issues(1),), per="context", at_most=1), 1, None),
        (Sum(name="s", of=(issues(1),), at_most=1), 5, 1),
        (Sum(name="s", of=(issues(3, operator="inc"),), per="operation", at_most=2), 5, 1),
        (Sum(name="s", of=(issues(3),), per="component", at_most=2), 5, 2),
        (Sum(name="s", of=(issues(3),), per="tile", equal=2), 5, 2),
    ],
)
def test_what_does_not_fit_is_refuted(rule: Sum, contexts: int, groups: int | None) -> None:
    problem = with_rule(TWO, array(), rule, contexts)
    (found,) = refuted(problem, contexts)
    assert found.groups == groups
    with pytest.raises(InfeasibleError, match="constraint 's' allows"):
        Arithmetic(problem).first_horizon()


@pytest.mark.parametrize(
    "rule",
    [
        Sum(name="s", of=(issues(1, component="p0"),), per="context", at_most=0),
        Sum(name="s", of=(issues(1, operation="a"),), per="context", at_most=1),
        Sum(name="s", of=(issues(1),), per="cycle", at_most=0),
        Sum(name="s", of=(issues(2), issues(-1)), at_most=1),
        Sum(name="s", of=(issues(1),), per="context", at_least=9),
        Sum(name="s", of=(Term(z=Issues(), used="tile"),), at_most=1),
        Sum(name="s", of=(Term(z=Issues(context=0)),), at_most=0),
    ],
)
def test_what_may_fit_is_left_open(rule: Sum) -> None:
    """Tests weights that an operation has in some places only, and limits of another kind."""
    assert refuted(with_rule(TWO, array(), rule, 2), 2) == []


def test_an_operation_that_nothing_needs_weighs_nothing() -> None:
    rule = Sum(name="s", of=(issues(1),), per="context", at_most=1)
    assert refuted(with_rule(ONE, array(), rule, 1), 1) == []
    dead = replace(TWO, results=("a",))
    assert refuted(with_rule(dead, array(), rule, 1), 1) == []


def test_an_objective_is_bounded_by_what_is_executed() -> None:
    problem = Problem(TWO, array(), 1)
    whole = Minimize(name="m", of=(issues(3, operator="inc"), issues(2)))
    assert [least_value(problem, whole, most) for most in (3, 7, 9)] == [3, 7, 7]
    peak = replace(whole, per="context")
    assert [least_value(problem.at(t), peak, 9) for t in (1, 2)] == [7, 5]
