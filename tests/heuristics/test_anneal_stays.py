"""Annealing where register files have addresses: no value stays for longer than its file allows."""

from __future__ import annotations

import itertools
import time
from typing import Any

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from heuristics.anneal import Annealing, anneal, attempted
from heuristics.anneal.moves import sweep
from heuristics.anneal.parameters import PLAIN
from heuristics.labels.flow import Flow
from heuristics.labels.labels import trivial_labels
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.register_files.registers import Registers, allocate
from shell.budget import UNLIMITED, Budget, Work
from solvers.mappers.guided import annealed_by_levels
from tests.heuristics.mappers import require_legal
from tests.heuristics.test_anneal_moves import agree, owned_cells, prepared
from tests.seeds import seeds

ARRAYS = ("hycube:2x2,io=memory", "hycube:3x3,io=memory", "lisa:3x3,io=memory")


def has_addresses(problem: Problem, mapping: Mapping) -> bool:
    """Whether all values have addresses in static files."""
    return isinstance(allocate(problem, mapping, "static"), Registers)


def found_first(problem: Problem, options: Annealing, seed: int) -> tuple[Problem, Mapping]:
    """Anneal at growing intervals, until one has a mapping."""
    labels = trivial_labels(Flow.of(problem.dfg)) if options.guided == "always" else None
    for contexts in range(2, 16):
        found = anneal(problem.at(contexts), options, labels, seed)
        if found is not None:
            return problem.at(contexts), found.mapping
    raise AssertionError("there is no mapping")


@seeds(range(60))
def test_mappings_have_addresses(seed: int) -> None:
    """Tests small loops, with and without labels; counted, few of their mappings have addresses."""
    dfg = random_loop(6 + seed % 9, seed, recurrences=1, inputs=2)
    arch = architecture_preset(ARRAYS[seed % 3])
    options = Annealing(movements=8, starts=2, guided="always" if seed % 2 else "none")
    problem, mapping = found_first(Problem(dfg, arch, 1, files="static"), options, seed)
    require_legal(problem, mapping)
    assert has_addresses(problem, mapping)


def test_counted_registers_do_not_limit_stays() -> None:
    """Tests that of loops whose registers are counted, some mapping has no addresses."""
    kept = []
    for seed in range(6):
        dfg = random_loop(6 + seed, seed, recurrences=1, inputs=2)
        counted = Problem(dfg, architecture_preset(ARRAYS[0]), 1)
        kept.append(has_addresses(*found_first(counted, Annealing(starts=2), seed)))
    assert not all(kept)


@pytest.mark.parametrize("array", ARRAYS)
@pytest.mark.parametrize("contexts", [2, 3])
def test_routes_of_a_net_together(array: str, contexts: int) -> None:
    """Tests that at no time two routes of a net hold it a longest stay apart."""
    problem = Problem(polybench("bicg"), architecture_preset(array), contexts, files="static")
    found = prepared(problem)
    assert found is not None
    tables, state, guide, start = found
    assert tables.limited and 1 <= tables.ages <= contexts
    sweep(tables, state, guide, start, 8.0, 0)
    for heat in (8.0, 2.0, 0.5):
        sweep(tables, state, guide, start._replace(seed=-1), heat, 300)
        agree(tables, state)
        held = {cell for cell in owned_cells(tables, state) if cell[1] < len(tables.stay)}
        for net, j, cycle in held:
            assert (net, j, cycle + int(tables.stay[j])) not in held


def test_a_sweep_goes_on() -> None:
    """Tests that movements made in several calls are those of one."""
    problem = Problem(polybench("gemver"), architecture_preset(ARRAYS[2]), 2)
    states: list[Any] = []
    for calls in ((90,), (40, 90)):
        found = prepared(problem)
        assert found is not None
        tables, state, guide, start = found
        for movements in calls:
            tried, kept = sweep(tables, state, guide, start, 8.0, movements)
            start = start._replace(seed=-1, tried=tried, kept=kept)
        states.append((state.at.tolist(), state.when.tolist(), float(state.cost[0]), tried, kept))
    assert states[0] == states[1] and states[0][3] == 90


def test_work_needs_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a budget of work ends annealing at the same movement, whatever the time is."""
    dfg = random_loop(30, 1, recurrences=1, inputs=2)
    problem = Problem(dfg, architecture_preset(ARRAYS[1]), 4)
    hours = itertools.count(0.0, 3600.0)
    ends = []
    for clock in (time.perf_counter, lambda: next(hours)):
        monkeypatch.setattr(time, "perf_counter", clock)
        monkeypatch.setattr(Work, "seconds", 0.0)
        budget = Budget.of_work(0.3)
        tried = [attempted(problem, PLAIN, None, seed, budget) for seed in range(9)]
        assert budget.over()
        ends.append((tried, Work.seconds))
    assert ends[0] == ends[1]
    assert 0.3 <= ends[0][1] < 0.5


def test_nothing_to_anneal() -> None:
    """Tests that annealing ends where a recurrence is longer than the II, in any budget."""
    operations = (
        Operation("a", "f", (Operand("b", 1),)),
        Operation("b", "f", (Operand("a"),)),
    )
    dfg = Dfg("around", (Operator("f", 1, effect=True),), (), operations)
    problem = Problem(dfg, architecture_preset("mesh:2x2"), 1)
    assert annealed_by_levels(problem, 0, UNLIMITED) is None
    assert annealed_by_levels(problem.at(2), 0, UNLIMITED) is not None
