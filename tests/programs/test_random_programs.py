"""Random programs and loops: valid, and the same when emitted, read and compiled."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.dataflow import Kernel, kernels, run_dfg
from programs.dataflow.random_loops import random_loop
from programs.loops import Call, Region, check_region, emit_program, execute, instances
from programs.loops.expressions import opaque, walk
from programs.loops.random_values import random_values
from programs.loops.region import loops_of
from programs.source import read_text
from tests.programs.compiled import assert_same, needs_compiler, run_compiled
from tests.programs.random_regions import random_region

SEEDS = st.integers(0, 10**6)
QUIET = settings(deadline=None, max_examples=25)


def calls(region: Region) -> bool:
    """Whether a minimum or maximum is called, which C's text has as a choice."""
    parts = [s.value for s in region.statements]
    parts += [s.guard.predicate for s in region.statements if s.guard.predicate is not None]
    found = [node for part in parts for node in walk(part) if isinstance(node, Call)]
    return any(call.function in ("min", "max") for call in found)


@QUIET
@given(SEEDS)
def test_a_seed_gives_one_valid_region(seed: int) -> None:
    region = random_region(seed)
    assert region == random_region(seed) and hash(region) == hash(random_region(seed))
    check_region(region)


@pytest.mark.oracle
@QUIET
@given(SEEDS)
def test_emitted_code_is_read_as_the_same_region(seed: int) -> None:
    region = random_region(seed)
    (again,) = read_text(emit_program(region))
    values = random_values(region, seed)
    assert_same(execute(again, values), execute(region, values))
    if not calls(region):
        assert set(again.arrays) == set(region.arrays)
        assert set(again.scalars) == set(region.scalars)
        assert again.body == region.body


@needs_compiler
def test_compiled_code_and_the_interpreter_agree(tmp_path: Path) -> None:
    for seed in range(10):
        region = random_region(seed)
        values = random_values(region, seed)
        found = run_compiled(emit_program(region), region.name, region, values, tmp_path)
        assert_same(found, execute(region, values))


LOOPS = range(16)


@cache
def loop(seed: int) -> Kernel:
    return random_loop(seed)


@pytest.mark.oracle(keep=5)
@pytest.mark.parametrize("seed", LOOPS)
def test_loops_are_valid_programs_of_the_asked_size(seed: int) -> None:
    kernel = loop(seed)
    check_region(kernel.region)
    assert random_loop(seed).dfg == kernel.dfg
    assert 3 <= len(kernel.dfg.operations) <= 60
    (read,) = read_text(emit_program(kernel.region))
    # A minimum is written as a selection, and becomes a minimum again.
    assert kernels(read)[0].dfg == kernel.dfg
    assert set(read.arrays) == set(kernel.region.arrays)
    values = random_values(kernel.region, seed)
    found, expected = run_dfg(kernel.region, values, [kernel]), execute(kernel.region, values)
    for name, value in expected.items():
        np.testing.assert_array_equal(found[name], value)


def test_everything_occurs_somewhere() -> None:
    seen = set[str]()
    for seed in range(100):
        region = random_region(seed)
        for loop in loops_of(region.body):
            seen.add("step" if loop.step > 1 else "no step")
            seen |= {"triangle" for b in (*loop.lower, *loop.upper) if b.affine.terms}
            seen |= {"several bounds" for b in (loop.lower, loop.upper) if len(b) > 1}
        for loops, statement in instances(region.body):
            seen.add(f"depth {len(loops)}")
            seen |= {"indirect" for access in statement.accesses if opaque(access)}
            seen |= {"constraint"} if statement.guard.constraints else set()
            seen |= {"predicate"} if statement.guard.predicate is not None else set()
            seen |= {"reduction"} if statement.target in statement.reads else set()
        seen |= {"local" for scalar in region.scalars if scalar.local}
    assert seen == {
        "step", "no step", "triangle", "several bounds", "depth 1", "depth 2", "depth 3",
        "indirect", "constraint", "predicate", "reduction", "local",
    }  # fmt: skip
