"""Tests of other ways for the values of a mapping that has no addresses."""

from __future__ import annotations

import msgspec
import pytest

from models.data.problem import Problem
from models.hardware.registers import Registers, allocate
from models.judge.checker import check
from models.judge.checker_operations import executions
from solvers.search.addresses import without_addresses
from solvers.search.other_ways import other_ways, suited
from tests.solvers.addressed_problems import carried, element, random_carried
from tests.solvers.test_remap import mapped


@pytest.mark.parametrize("kind", ["static", "rotating"])
def test_places_and_times_stay(kind: str) -> None:
    """Tests that a mapping that is found has addresses, and executes all where it was."""
    assert kind in ("static", "rotating")
    lacking, made = 0, 0
    for seed in range(30):
        for contexts in (2, 3):
            problem = msgspec.structs.replace(random_carried(seed), contexts=contexts)
            old = mapped(problem, 8)
            if old is None or not without_addresses(problem, old, kind):
                continue
            lacking += 1
            found = other_ways(msgspec.structs.replace(problem, contexts=1), old, kind)
            if found is not None:
                made += 1
                assert found.contexts == contexts and check(problem, found) == []
                assert executions(problem.dfg, found) == executions(problem.dfg, old)
                assert isinstance(allocate(problem, found, kind), Registers)
    assert kind == "rotating" or lacking > made > 0


def test_what_has_addresses_stays() -> None:
    """Tests that a mapping with addresses is kept as it is, and any one without a kind of files."""
    problem = Problem(carried(1), element(3, apart=True, width=2), 2)
    old = mapped(problem, 8)
    assert old is not None
    assert suited(problem, old, None) is old
    if not without_addresses(problem, old, "moves"):
        assert suited(problem, old, "moves") is old
