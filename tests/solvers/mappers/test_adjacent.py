"""Mappings onto arrays without moves: by places and cycles, or one operation after the other."""

from __future__ import annotations

import random

import msgspec
import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from examples.ring import ring
from heuristics.in_turn.order import depth_first, preceding
from heuristics.labels.flow import Flow
from heuristics.labels.labels import trivial_labels
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import check
from models.judge.simulator import enough_iterations, simulate
from models.space_time.index import Index
from shell.budget import UNLIMITED, Budget
from solvers.mappers import guided
from solvers.mappers.adjacent import adjacent_schedule
from solvers.mappers.adjacent_turns import solved, turns
from solvers.mappers.guided import annealed_by_labels, annealed_by_levels
from solvers.mappers.process import HopelessError
from solvers.questions.min_ii.method import annealer
from solvers.questions.min_ii.min_ii_options import MinIiOptions
from solvers.tasks.mappings import fits
from solvers.tasks.messages import Proposal
from solvers.tasks.names import MODULO
from solvers.tasks.proposals import propose
from solvers.tasks.solver_options import SolverOptions


def shared(readers: int) -> Dfg:
    """Loads whose values many others read, each with one of its own: no place by chance is next to
    all of them.
    """
    operations = [Operation("s", "load"), Operation("t", "load")]
    for n in range(readers):
        last = f"c{n - 1}" if n else "t"
        operations += [
            Operation(f"a{n}", "load"),
            Operation(f"b{n}", "add", (Operand("s"), Operand(f"a{n}"))),
            Operation(f"c{n}", "add", (Operand(f"b{n}"), Operand(last))),
        ]
    operations.append(Operation("end", "store", (Operand(f"c{readers - 1}"),)))
    operators = (
        Operator("add", 2),
        Operator("load", 0, effect=True),
        Operator("store", 1, effect=True),
    )
    return Dfg("shared", operators, (), tuple(operations))


@pytest.mark.parametrize("array", ["satmapit:4x4,registers=2,waits=yes", "monomap:3x3"])
@pytest.mark.parametrize("readers", [8, 30])
def test_a_solver_says_where(array: str, readers: int) -> None:
    problem = Problem(shared(readers), architecture_preset(array), 10_000)
    mapping = turns(problem)
    assert mapping is not None and mapping.contexts is not None
    own = msgspec.structs.replace(problem, contexts=mapping.contexts)
    assert check(own, mapping) == []
    assert simulate(own, mapping, enough_iterations(mapping)).ok


def test_no_places() -> None:
    """Tests that a unit without registers and neighbours computes nothing from two loads."""
    problem = Problem(shared(2), architecture_preset("satmapit:1x1,registers=0"), 10_000)
    index = Index(problem)
    order = depth_first(preceding(index), random.Random(0))
    assert solved(index, order) is None
    assert turns(problem) is None


def proposed(problem: Problem) -> list[Proposal]:
    found: list[Proposal] = []
    propose(problem, 0, SolverOptions(fixed_effort=True), found.append)
    return found


def test_modulo_scheduling_finds_what_lists_do_not() -> None:
    """Tests the ring of six with two registers, on which all eight orders of the list fail."""
    problem = Problem(*ring(6, "pattern"))
    found = proposed(problem)
    assert [each.by for each in found] == [MODULO]
    assert found[0].mapping.contexts is None
    assert check(problem, found[0].mapping) == []


def test_proposals_become_shorter() -> None:
    problem = Problem(*ring(4))
    found = proposed(problem)
    horizons = [each.mapping.horizon for each in found]
    assert horizons == sorted(set(horizons), reverse=True)
    assert all(check(problem, each.mapping) == [] for each in found)


def test_pipelined_graphs_are_left_alone() -> None:
    dfg, arch = ring(3)
    assert proposed(Problem(dfg, arch, 4)) == []


@pytest.fixture
def problem() -> Problem:
    """A small loop."""
    return Problem(polybench("gemver", 1, "free"), architecture_preset("mesh:3x3"), 3)


def test_levels_serve_every_array(problem: Problem) -> None:
    mapping = annealed_by_levels(problem, 0, Budget())
    assert mapping is not None and check(problem, mapping) == []
    assert annealed_by_levels(problem, 0, Budget.of(0)) is None


def test_given_labels(problem: Problem) -> None:
    labels = trivial_labels(Flow.of(problem.dfg))
    mapping = annealed_by_labels(problem, 0, Budget(), guess=lambda _: labels)
    assert mapping == annealed_by_levels(problem, 0, Budget())


def test_without_who_predicts_them_there_are_no_labels(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that the search goes on without them, and that who asks for them gets a line."""
    monkeypatch.setattr("shell.guests.guests", lambda: iter(()))
    guided._predicted.cache_clear()
    with pytest.raises(HopelessError):
        annealed_by_labels(problem, 1, Budget())
    options = MinIiOptions(method="lisa")
    with pytest.raises(
        InputError, match="^labels are predicted by the package 'learn' .* not inst"
    ):
        annealer(options, problem, pinned=False)


def test_stored_operands_are_read_in_time() -> None:
    """Tests that places and cycles keep no operand for too long, where counted ones do."""
    array = architecture_preset("satmapit:4x4,io=memory")
    for operations, interval in ((10, 4), (12, 4), (13, 7)):
        loop = random_loop(operations, operations - 6, 1, 1)
        counted = Problem(loop, array, interval)
        problem = Problem(loop, array, interval, files="static")
        mapping = adjacent_schedule(counted, operations - 6, UNLIMITED)
        assert mapping is not None and not fits(problem, mapping)
        mapping = adjacent_schedule(problem, operations - 6, UNLIMITED)
        assert mapping is not None and fits(problem, mapping)
        assert check(problem, mapping) == []
