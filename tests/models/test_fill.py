"""Full intervals of transfers: what they add, and that it follows from the model without it."""

from __future__ import annotations

import random

import msgspec
import pytest
from pysat.solvers import Solver

from models.counting.demand import ISSUE
from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg
from models.data.features import Parts
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.limits import full_intervals
from models.space_time.prunable import Kernel, prunable
from models.space_time.windows import windows
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import lower
from tests.models.mappings import ADD, memory, operation
from tests.models.moving import moving


def possible(model: XyzModel, assumed: tuple[int, ...] = ()) -> bool:
    with Solver("cadical195", bootstrap_with=lower(model.constraints).clauses()) as solver:
        return bool(solver.solve(assumptions=assumed))


def transfers(problem: Problem, horizon: int) -> int:
    """How many full intervals of transfers there are."""
    index = Index(problem)
    found = full_intervals(index, windows(index, horizon))
    return sum(interval.demand.resource != ISSUE for interval in found)


def sums(*widths: int | None, ports: int | None = None) -> Problem:
    """Two sums of two inputs each; paths of these widths lead out of the memory."""
    steps = (operation("s", "+", "a", "b"), operation("t", "+", "c", "d"))
    dfg = Dfg("sums", (ADD,), tuple("abcd"), steps, ("s", "t"))
    outside = msgspec.structs.replace(memory(), read_ports=ports)
    paths = [Path(f"in{n}", ("ext",), ("pe",), width) for n, width in enumerate(widths)]
    paths.append(Path("out", ("pe",), ("ext",)))
    return Problem(
        dfg, Architecture("one", (outside, Component("pe", issue=2)), tuple(paths), "ext")
    )


def stated(problem: Problem, horizon: int) -> tuple[int, int]:
    constraints = build(problem, horizon).constraints
    moved = [b for b in constraints.groups if b.family == "fill once"]
    return constraints.clause_count("fill"), sum(len(block.rows) for block in moved)


def test_every_cycle_of_a_full_path_is_used() -> None:
    """Tests four inputs over one path in four cycles: each cycle is used, each moves once."""
    assert stated(sums(1), 6) == (4, 4)
    assert stated(sums(1), 7) == (0, 0)
    assert possible(build(sums(1), 6))


def test_wide_paths_are_full_without_a_clause() -> None:
    """Tests that no cycle of a wide path is spoken of, and that nothing moves twice."""
    assert stated(sums(2), 4) == (0, 4)
    assert stated(sums(1, 3), 3) == (1, 4)
    assert stated(sums(1, 3), 4) == (0, 0)


@pytest.mark.parametrize("problem", [sums(1, ports=0), sums(1, 1, ports=1), sums(1, None)])
def test_nothing_is_said_where_widths_are_not_the_limit(problem: Problem) -> None:
    """Tests narrow ports, which leave open which path is used, and unlimited paths."""
    assert stated(problem, 6) == (0, 0)


def test_what_need_not_move_is_not_counted() -> None:
    """Tests an input of two memories, and a result that is collected before anything happens."""
    problem = sums(1)
    parts, paths = problem.arch.components, problem.arch.paths
    rom = Component("rom", initial=InitialContents(("a",)))
    more = msgspec.structs.replace(
        problem.arch, components=(*parts, rom), paths=(*paths, Path("r", ("rom",), ("pe",), 1))
    )
    assert stated(msgspec.structs.replace(problem, arch=more), 5) == (3, 3)
    assert stated(msgspec.structs.replace(problem, arch=more), 6) == (0, 0)
    narrow = msgspec.structs.replace(
        problem.arch, paths=(Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",), 1))
    )
    for results in (("s", "t"), ("s", "t", "a")):
        dfg = msgspec.structs.replace(problem.dfg, results=results)
        assert stated(Problem(dfg, narrow), 4) == (2, 2)
        assert stated(Problem(dfg, narrow), 5) == (0, 0)


@pytest.mark.oracle
def test_full_intervals_of_transfers_cut_no_mapping() -> None:
    """Tests problems with few paths: the answers with and without implied constraints."""
    full = found = 0
    for seed in range(90):
        problem = moving(seed)
        for horizon in range(3, 10):
            try:
                if not transfers(problem, horizon):
                    continue
            except InfeasibleError:
                break
            answer = possible(build(problem, horizon))
            assert answer == possible(build(problem, horizon, implied=False)), (seed, horizon)
            full += 1
            found += answer
    assert full > 120
    assert found > 30


def test_full_intervals_of_the_whole_array_hold_in_its_parts() -> None:
    """Tests models with switches: some features off, the answers of the array without them."""
    asked = found = 0
    for seed in range(60):
        source, problem = random.Random(seed), moving(seed)
        parts = Parts((problem,), ("elements", "memories", "paths", "widths", "units"))
        if problem.contexts:
            continue
        for horizon in range(4, 8):
            try:
                model = prunable(Kernel(problem, horizon), parts)
            except InfeasibleError:
                break
            if not transfers(problem, horizon):
                continue
            for share in (0, 0.1):
                off = parts.closed(f for f in parts.features if source.random() < share)
                switches = tuple(-v if f in off else v for f, v in model.switch.items())
                rest = msgspec.structs.replace(problem, arch=parts.without(off))
                try:
                    expected = possible(build(rest, horizon, implied=False))
                except InfeasibleError:
                    expected = False
                assert possible(model.model, switches) == expected, (seed, horizon, off)
                asked += 1
                found += expected
    assert asked > 60
    assert found > 15
