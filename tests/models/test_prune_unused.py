"""Reducing keeps mappings legal, and leaves nothing that could go as well."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.cleanup.prune_unused import prune_unused, trim_horizon
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.models.mappings import (
    EVERY,
    Case,
    adding,
    issue,
    multiply_add,
    operation,
    operations,
    ring,
    running_sum,
    with_component,
)
from tests.models.switching import legal_wandering, ring_of_switches, wandering


def single_removals(full: Mapping) -> Iterator[tuple[object, Mapping]]:
    for field in ("holds", "transfers", "issues"):
        items = getattr(full, field)
        for place, item in enumerate(items):
            rest = items[:place] + items[place + 1 :]
            yield item, msgspec.structs.replace(full, **{field: rest})


def assert_necessary(problem: Problem, full: Mapping) -> None:
    assert check(problem, full) == []
    for item, less in single_removals(full):
        assert check(problem, less), f"{item} is not needed"


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_single_removals(case: Case) -> None:
    """Tests that a tidied mapping is legal, and illegal without any one of its items."""
    problem, full = case
    assert_necessary(problem, prune_unused(problem, full))


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_idempotent(case: Case) -> None:
    """Tests that reducing twice, or in another order of the items, changes nothing."""
    problem, full = case
    once = prune_unused(problem, full)
    assert prune_unused(problem, once) == once
    turned = {f: getattr(full, f)[::-1] for f in ("holds", "transfers", "issues")}
    assert prune_unused(problem, msgspec.structs.replace(full, **turned)) == once


def test_superfluous_items_go() -> None:
    """Tests that items which only the solver wanted are removed, and the rest is sorted."""
    problem, full = ring()
    more = msgspec.structs.replace(
        full,
        holds=(*full.holds, Held("c", "ext", 3), Held("b", "pe0", 2), Held("a", "pe0", 2)),
        transfers=(*full.transfers, Transfer("a", "in1", 1)),
        issues=(*full.issues, Issue("p", "pe0", 3)),
    )
    slim = prune_unused(problem, more)
    assert slim == prune_unused(problem, full)
    assert set(slim.holds) == set(full.holds)
    assert [held.cycle for held in slim.holds] == sorted(held.cycle for held in slim.holds)


def test_unused_intermediates_go() -> None:
    """Tests that those stay that items or other definitions refer to, in their order."""
    problem, full = running_sum()
    (u,) = full.intermediates
    base, idle = operation("base", "+", "b", "a"), operation("idle", "+", "base", "u")
    made = (base, msgspec.structs.replace(u, operands=u.operands[::-1]), idle)
    assert (
        prune_unused(problem, msgspec.structs.replace(full, intermediates=made)).intermediates
        == made[1:2]
    )
    chained = (base, operation("u", "+", "base", "a"), idle, operation("?", "nothing"))
    found = prune_unused(problem, msgspec.structs.replace(full, intermediates=chained))
    assert found.intermediates == chained[:2]
    deep = (base, *operations("o + base a; p + o a; q + p a; u + q a"))
    found = prune_unused(problem, msgspec.structs.replace(full, intermediates=deep))
    assert found.intermediates == deep
    read = adding(issue("s pe 2 + idle s@1"))(msgspec.structs.replace(full, issues=full.issues[:1]))
    found = prune_unused(problem, msgspec.structs.replace(read, intermediates=made))
    assert found.intermediates == made


def test_needs_are_those_of_what_is_performed() -> None:
    """Tests that what only the operation of the graph would read is removed."""
    problem, full = multiply_add()
    more = adding(
        Held("p_0_0", "pe0", 4), Held("x_1", "pe0", 4), issue("p_0_1 pe0 4"), issue("y_0 pe0 5")
    )
    assert prune_unused(problem, more(full)) == prune_unused(problem, full)


def stretched(problem: Problem, mapping: Mapping, cycles: int) -> Mapping:
    """The mapping with the results staying in the external component for more cycles."""
    last, place = mapping.horizon, problem.arch.external or ""
    held = [Held(name, place, last + k) for name in problem.dfg.results for k in range(cycles)]
    return msgspec.structs.replace(mapping, horizon=last + cycles, holds=(*mapping.holds, *held))


@pytest.mark.parametrize("cycles", [1, 2, 5])
@pytest.mark.parametrize("name", EVERY)
def test_waiting_at_the_end_is_cut(name: str, cycles: int) -> None:
    """Tests that results that only stay are cut back to the cycle in which the last arrives."""
    problem, mapping = EVERY[name]
    longer = stretched(problem, mapping, cycles)
    assert check(problem, longer) == []
    cut = trim_horizon(problem, longer)
    assert cut == prune_unused(problem, mapping)
    assert check(problem, cut) == []


@pytest.mark.parametrize("name", EVERY)
def test_a_mapping_without_idle_cycles_stays(name: str) -> None:
    """Tests that what cannot be shortened is returned as it is."""
    problem, mapping = EVERY[name]
    assert trim_horizon(problem, mapping) is mapping


def test_a_result_that_leaves_again_is_waited_for() -> None:
    """Tests that a forgetful memory is cut where all results are there together."""
    problem, mapping = EVERY["ring"]
    forgetful = with_component(problem, "ext", transient=True)
    assert trim_horizon(forgetful, mapping) is mapping
    gap = msgspec.structs.replace(mapping, horizon=7)
    assert trim_horizon(problem, gap).horizon == 5


replace = msgspec.structs.replace


def tidied(problem: Problem, full: Mapping) -> Mapping:
    """The answer, after checking that it is legal and that every item of it is necessary."""
    assert check(problem, full) == []
    slim = prune_unused(problem, full)
    assert check(problem, slim) == []
    assert simulate(problem, slim).ok
    for item, less in single_removals(slim):
        assert check(problem, less), f"{item} is not needed"
    for field in ("holds", "transfers", "issues"):
        assert set(getattr(slim, field)) <= set(getattr(full, field))
    return slim


def test_a_chain_stays() -> None:
    """Tests that all of a chain stays, and nothing that leads nowhere or round in a circle."""
    problem, full = ring_of_switches()
    nowhere = (Held("a", "ext", 1), Transfer("a", "in", 2))
    around = adding(Transfer("a", "r2", 1), Transfer("b", "r2", 1), *nowhere)
    assert tidied(problem, around(full)) == tidied(problem, full)


@pytest.mark.oracle
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([None, 1, 2, 3]))
def test_random_mappings(seed: int, contexts: int | None) -> None:
    """Tests that random legal mappings stay legal, and that nothing is left to take away."""
    problem, full = legal_wandering(seed, contexts)
    slim = tidied(problem, full)
    turned = {f: getattr(full, f)[::-1] for f in ("holds", "transfers", "issues")}
    assert prune_unused(problem, replace(full, **turned)) == slim


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([None, 1, 2, 3]))
def test_random_illegal_mappings(seed: int, contexts: int | None) -> None:
    """Tests that whatever a mapping is, reducing it only takes items away."""
    problem, full = wandering(seed, contexts)
    slim = prune_unused(problem, full)
    for field in ("holds", "transfers", "issues"):
        assert set(getattr(slim, field)) <= set(getattr(full, field))
