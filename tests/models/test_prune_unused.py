"""Reducing keeps mappings legal, and leaves nothing that could go as well."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.cleanup.prune_unused import prune_unused, trim_horizon, without_idle
from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.models.mappings import (
    EVERY,
    Case,
    adding,
    issue,
    multiply_add,
)
from tests.models.switching import legal_wandering, wandering

FIELDS = ("holds", "transfers", "issues")


def tidied(problem: Problem, full: Mapping) -> Mapping:
    """The answer: legal, of items that were there, each of them necessary, in whatever order."""
    assert check(problem, full) == []
    slim = prune_unused(problem, full)
    assert check(problem, slim) == []
    assert simulate(problem, slim).ok
    for field in FIELDS:
        items = getattr(slim, field)
        assert set(items) <= set(getattr(full, field))
        for place, item in enumerate(items):
            less = replace(slim, **{field: items[:place] + items[place + 1 :]})
            assert check(problem, less), f"{item} is not needed"
    turned = replace(full, **{field: getattr(full, field)[::-1] for field in FIELDS})
    assert prune_unused(problem, slim) == prune_unused(problem, turned) == slim
    return slim


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_mappings_made_by_hand(case: Case) -> None:
    tidied(*case)


@pytest.mark.oracle
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([None, 1, 2, 3]))
def test_random_mappings(seed: int, contexts: int | None) -> None:
    """Tests mappings in which values pass switches and are stored in passing."""
    tidied(*legal_wandering(seed, contexts))


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
    return replace(mapping, horizon=last + cycles, holds=(*mapping.holds, *held))


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


def begun_later(mapping: Mapping, cycles: int) -> Mapping:
    """The mapping with so many idle cycles after the initial state."""
    start = [held for held in mapping.holds if held.cycle == 0]
    idle = [replace(held, cycle=k) for held in start for k in range(cycles)]
    late = {
        field: tuple(replace(item, cycle=item.cycle + cycles) for item in getattr(mapping, field))
        for field in FIELDS
    }
    late["holds"] = (*idle, *late["holds"])
    return replace(mapping, horizon=mapping.horizon + cycles, **late)


@pytest.mark.parametrize("name", EVERY)
def test_waiting_at_both_ends_is_cut(name: str) -> None:
    """Tests that a mapping that begins late and ends late is the one without idle cycles."""
    problem, mapping = EVERY[name]
    late = stretched(problem, begun_later(mapping, 2), 3)
    assert check(problem, late) == []
    assert without_idle(problem, late) == prune_unused(problem, mapping)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([None, 1, 2, 3]))
def test_random_illegal_mappings(seed: int, contexts: int | None) -> None:
    """Tests that whatever a mapping is, reducing it only takes items away."""
    problem, full = wandering(seed, contexts)
    slim = prune_unused(problem, full)
    for field in FIELDS:
        assert set(getattr(slim, field)) <= set(getattr(full, field))
