"""Refutations where control signals choose the trees of sums: proven by all orders, or not."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from archs.files import load_architecture
from models.data.computation import Transform
from models.data.pins import Pin, Pins
from models.data.problem import Problem
from models.errors import InputError
from solvers.certificates.intervals import write_claim as write_interval
from solvers.certificates.listed import listed
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions
from tests.models.decide import decided, under
from tests.solvers.test_orders_oracle import KINDS, problem_of
from tests.solvers.test_verify_any_cycles import verdict
from tests.solvers.test_verify_intervals import contents
from tests.solvers.test_verify_material import write_claim, write_proof

TREES: tuple[Transform, ...] = ("chain", "select", "xbtree")


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("first", range(7000, 7080, 10))
def test_every_tree_is_an_order(first: int) -> None:
    """Tests horizon by horizon that what has a mapping with any tree has one in some order."""
    found = 0
    for seed in range(first, first + 10):
        problem = problem_of(KINDS[seed % 6], seed, leaves=5)
        for horizon in (4, 5, 6):
            if decided(under(problem, "select"), horizon):
                assert decided(under(problem, "enumerate"), horizon), (seed, horizon)
                found += 1
                break
    assert found


def refuted(seed: int) -> tuple[Problem, int] | None:
    """A problem without a mapping, in any order, with so many cycles."""
    problem = under(problem_of("plain", seed), "enumerate")
    for horizon in (5, 4, 3):
        if not decided(problem, horizon):
            return problem, horizon
    return None


@pytest.mark.parametrize("how", TREES)
def test_proofs_of_all_orders_are_verified(how: Transform, tmp_path: File) -> None:
    """Tests claims of some trees by proofs of all orders, unless a part of a sum is pinned."""
    verified = 0
    for seed in range(12):
        found = refuted(seed)
        if found is None:
            continue
        problem, horizon = found
        folder = tmp_path / str(seed)
        folder.mkdir()
        bound = write_proof(folder, problem, horizon)
        write_claim(folder, under(problem, how), [bound])
        code, line = verdict(folder)
        assert code == 0 and f"in any order ({how})" in line
        verified += 1
        roots = [o.name for o in problem.dfg.operations if o.operator == "+"]
        roots = [name for name in roots if name in problem.dfg.results]
        for name in roots[:1]:
            write_claim(folder, under(problem, how), [bound], pins=(Pin(name, None, 3),))
            code, line = verdict(folder)
            assert code == 1 and "pinned sum" in line
            assert listed(under(problem, how), Pins((Pin(name, None, 3),))) is None
    assert verified > 3


def test_two_multi_node_operations_in_a_cycle_are_no_order(tmp_path: File) -> None:
    """Tests that nothing is claimed where one issue would have to execute two ways."""
    rejected = 0
    for seed in range(40):
        problem = problem_of("fused", seed)
        if not any(part.issue > 1 for part in problem.arch.components):
            continue
        if decided(under(problem, "enumerate"), 3):
            continue
        bound = write_proof(tmp_path, under(problem, "enumerate"), 3)
        write_claim(tmp_path, under(problem, "select"), [bound])
        code, line = verdict(tmp_path)
        assert code == 1 and "two multi-node operations" in line
        assert listed(under(problem, "select"), Pins()) is None
        rejected += 1
    assert rejected


def test_too_many_orders() -> None:
    """Tests that a sum that is too long to list has no other problem to refute."""
    from tests.solvers.test_cli_reordering import total

    arch = load_architecture("ring:2")
    assert listed(Problem(total(20), arch, None, "select"), Pins()) is None
    few = Problem(total(4), arch, None, "select")
    assert listed(few, Pins()) == under(few, "enumerate")


@pytest.mark.oracle
@pytest.mark.parametrize("how", TREES)
def test_intervals(how: Transform, tmp_path: File) -> None:
    """Tests intervals that only a search refutes, with any tree."""
    proofs = 0
    for seed in range(14):
        try:
            problem = under(problem_of("modulo", seed), how)
        except InputError:
            continue
        folder = tmp_path / str(seed)
        folder.mkdir()
        options = SolverOptions(proof_dir=str(folder))
        answer = IntervalSearch(problem, options, 5, heuristics=False).run()
        if write_interval(answer, str(folder)) is not None and answer.mapping is None:
            continue
        assert verdict(folder)[0] == 0
        proofs += sum(reason["type"] == "longest" for reason in contents(folder)["reasons"])
    assert proofs
