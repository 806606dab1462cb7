"""Configurations: everything once, from where it can come, and what an array then computes."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.configuration.build import configuration
from models.configuration.data import Preset, Read, rounds
from models.errors import InfeasibleError, NotSupportedError
from models.judge.checker import check
from models.space_time.xyz import build
from tests.models.configured import assert_right
from tests.models.decide import solved
from tests.models.mappings import (
    EVERY,
    Case,
    accumulator,
    mapping,
    stores,
    with_component,
)
from tests.models.random_problems import random_problem


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_cases(case: Case) -> None:
    """Tests that the configurations of all mappings made by hand are right."""
    assert_right(*case)


@pytest.mark.oracle
@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([None, 1, 2]), st.booleans())
def test_solved_problems_with_switches(seed: int, contexts: int | None, ports: bool) -> None:
    """Tests that those of solved problems are right where any component may be a switch."""
    problem = random_problem(seed, contexts, ports=ports)
    source = random.Random(seed)
    parts = [
        replace(part, switch=part.name != "ext" and source.random() < 0.7)
        for part in problem.arch.components
    ]
    paths = [replace(path, hops=source.randint(0, 1)) for path in problem.arch.paths]
    arch = replace(
        problem.arch,
        components=tuple(parts),
        paths=tuple(paths),
        max_hops=source.choice((None, 1, 2)),
    )
    problem = replace(problem, arch=arch)
    try:
        full = solved(build(problem, 6))
    except (InfeasibleError, NotSupportedError):
        full = None
    assume(full is not None)
    assert full is not None
    assume(check(problem, full) == [])  # transfers may rest on each other in the bare model
    assert_right(problem, full, seed)


def test_stages_by_hand() -> None:
    """Tests stages, prologue and epilogue, and where the value of the last iteration is read."""
    made = configuration(*accumulator())
    assert (made.interval, made.stages, made.ramp) == (1, 3, 2)
    (cell,) = (cell for cell in made.cells if cell.component == "pe")
    (total,) = cell.operations
    assert total.stage == 1 and total.reads[2] == Read("s", 2, "result")
    assert made.presets == (Preset("s", 1, 7, "result", "pe", 0),)
    made = configuration(*stores())
    listed = [
        (turn.phase, turn.first_stage, turn.last_stage, [on.value for on in turn.operations])
        for turn in rounds(made)
    ]
    assert listed == [
        ("prologue", 0, 0, ["v", "w"]),
        ("kernel", 0, 1, ["z", "v", "w"]),
        ("epilogue", 1, 1, ["z"]),
    ]


def test_twice_in_a_context() -> None:
    """Tests that an operation that is issued twice in a context takes effect in either stage."""
    problem, _ = accumulator()
    paths = tuple(replace(path, width=2) for path in problem.arch.paths)
    wide = with_component(problem, "pe", issue=2, capacity=2)
    problem, full = mapping(
        replace(wide, arch=replace(wide.arch, paths=paths)),
        4,
        ["a ext 0 1", "b ext 0 1", "s pe 1 2", "s ext 3 3"],
        "a in0 1,a in0 2,b in1 1,b in1 2,s out 3",
        "s pe 1,s pe 2",
    )
    assert check(problem, full) == []
    made = assert_right(problem, full)
    active = [[on.stage for on in turn.operations] for turn in rounds(made)]
    assert active == [[], [1], [1, 2], [1, 2], [1, 2], [2], []]
