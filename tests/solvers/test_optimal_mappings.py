"""Several short mappings at the smallest interval: who finds them, and what they have in common."""

from __future__ import annotations

import msgspec
import pytest

from archs.files import load_architecture
from learn.labels.random_dfgs import random_dfg
from models.data.problem import Problem
from models.judge.checker import check
from solvers.questions.teach_labels import optimal_mappings as module
from solvers.questions.teach_labels.optimal_mappings import Mapped, optimal_mappings
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions


def random_problem(spec: str, seed: int) -> Problem:
    arch = load_architecture(spec)
    return Problem(random_dfg(arch, seed), arch, 1)


def require_alike(found: Mapped) -> None:
    """All mappings are legal, different, equally short, and have similarly many transfers."""
    assert found.mappings and found.contexts == found.lower
    at = msgspec.structs.replace(found.problem, contexts=found.contexts)
    assert all(not check(at, mapping) for mapping in found.mappings)
    assert len(set(found.mappings)) == len(found.mappings)
    assert {mapping.contexts for mapping in found.mappings} == {found.contexts}
    assert len({mapping.horizon for mapping in found.mappings}) == 1
    transfers = [len(mapping.transfers) for mapping in found.mappings]
    assert transfers == sorted(transfers) and transfers[-1] < 1.15 * transfers[0]


@pytest.mark.parametrize(("spec", "seed"), [("lisa-simple:2x2", 0), ("lisa-simple:2x2", 3)])
def test_the_interval_is_the_smallest(spec: str, seed: int) -> None:
    """Tests that it is the one which the full search proves."""
    problem = random_problem(spec, seed)
    found = optimal_mappings(problem)
    require_alike(found)
    searched = IntervalSearch(problem, SolverOptions(), 24).run()
    assert searched.status == "optimal" and searched.contexts == found.contexts
    assert found.contexts is not None and found.contexts > 1


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("spec", ["lisa:3x3", "lisa-systolic:3x3", "hycube:3x3"])
def test_a_solver_finds_what_heuristics_do_not(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that solvers map as well, and no longer than heuristics, the same every time."""
    problem = random_problem(spec, 1)
    scheduled = optimal_mappings(problem)
    assert scheduled.by == "modulo scheduling"
    monkeypatch.setattr(module, "SCHEDULES", 0)
    solved = optimal_mappings(problem)
    require_alike(solved)
    assert solved.by == "SAT" and solved.contexts == scheduled.contexts
    assert solved.mappings[0].horizon <= scheduled.mappings[0].horizon
    assert optimal_mappings(problem).mappings == solved.mappings


def test_the_full_search_is_asked_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that it is asked within a time limit, and never without."""
    problem = random_problem("lisa:3x3", 1)
    monkeypatch.setattr(module, "SCHEDULES", 0)
    nothing = optimal_mappings(problem, rounds=0)
    assert not nothing.mappings and nothing.contexts is None
    assert nothing.note == "not proven: no mapping found with 1 context, the fewest not refuted"
    found = optimal_mappings(problem, 60.0, rounds=0)
    require_alike(found)
    assert found.by == "the full search"


def test_a_time_limit_proves_nothing() -> None:
    """Tests that where the time is up at once, nothing is called impossible."""
    found = optimal_mappings(random_problem("lisa:4x4", 1), 1e-6)
    assert not found.mappings and found.note.startswith("not proven: ")
