"""Tests that legal mappings obey the rules and the windows of the verifier."""

from __future__ import annotations

import pathlib

import pytest

from models.cleanup.prune_unused import prune_unused
from models.data.architecture import Architecture, Component, Path, Support
from models.data.dfg import Dfg, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker import check
from solvers.verification.rules import Item, Rules
from solvers.verification.windows import Windows
from solvers.verify import main
from tests.models.mappings import (
    CASES,
    Case,
    bus,
    mapping,
    memory,
    multiply_add,
    operation,
    with_component,
)
from tests.solvers.verification.refutations import first_mapping, write_claim, write_proof


def lasting(latency: int) -> Case:
    """One operation that takes long, in as few cycles as possible."""
    operator = Operator("f", 1, latency=latency)
    dfg = Dfg("long", (operator,), ("a",), (operation("r", "f", "a"),), ("r",))
    paths = (Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",)))
    arch = Architecture("one", (memory(), Component("pe", issue=1, capacity=1)), paths, "ext")
    end = latency + 1
    holds = ["a ext 0 0", f"r pe {latency} {latency}", f"r ext {end} {end}"]
    return mapping(Problem(dfg, arch), end + 1, holds, f"a in 1,r out {end}", "r pe 1")


def with_read_ports(case: Case) -> Case:
    problem, mapped = case
    for part in problem.arch.components:
        problem = with_component(problem, part.name, read_ports=2)
    return problem, mapped


LEGAL = {
    **CASES,
    **{f"latency {n}": lasting(n) for n in range(1, 7)},
    "sources with ports": with_read_ports(bus()),
}


def items_of(mapped: Mapping) -> set[Item]:
    found = {("x", held.value, held.component, "", held.cycle) for held in mapped.holds}
    found |= {("y", moved.value, moved.path, "", moved.cycle) for moved in mapped.transfers}
    return found | {("z", one.operation, one.component, "", one.cycle) for one in mapped.issues}


@pytest.mark.parametrize("case", LEGAL.values(), ids=LEGAL)
def test_a_legal_mapping_is_inside_the_windows_and_has_all_it_rests_on(case: Case) -> None:
    """Tests it by the items of a mapping; others, as of ports, are there with what they need."""
    problem, mapped = case
    assert check(problem, mapped) == []
    rules = Rules(problem, mapped.horizon)
    items, windows = items_of(prune_unused(problem, mapped)), Windows(rules)

    def is_there(item: Item) -> bool:
        return item in items if item[0] in "xyz" else item[4] >= 0 and is_served(item)

    def is_served(item: Item) -> bool:
        return all(any(map(is_there, alternatives)) for alternatives in rules.needs(item))

    for item in items:
        assert windows.allows(item) and is_served(item), item


def test_ways_of_different_latencies_are_told_apart(tmp_path: pathlib.Path) -> None:
    """Tests that a value may come from an issue of one way, or an earlier one of another."""
    problem, _ = multiply_add()
    for name in ("pe0", "pe1"):
        problem = with_component(problem, name, ops=("*", "+", Support("mac", 2)))
    mapped, refuted = first_mapping(problem, range(1, 8))
    proof = write_proof(tmp_path, problem, refuted[-1])
    write_claim(tmp_path, problem, [proof], mapped)
    assert main([str(tmp_path)]) == 0
