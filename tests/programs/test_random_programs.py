from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.loops import Call, Region, check_region, emit_program, execute, instances
from programs.loops.expressions import opaque, walk
from programs.loops.random_programs import RandomOptions, random_region, random_values
from programs.loops.region import loops_of
from programs.loops.types import INT
from programs.source import read_text
from tests.programs.compiled import assert_same, needs_compiler, run_compiled

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


@QUIET
@given(SEEDS)
def test_random_programs_stay_in_their_arrays(seed: int) -> None:
    region = random_region(seed)
    execute(region, random_values(region, seed))


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
@pytest.mark.parametrize("start", range(0, 20, 10))
def test_compiled_code_and_the_interpreter_agree(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 10):
        region = random_region(seed)
        values = random_values(region, seed)
        found = run_compiled(emit_program(region), region.name, region, values, tmp_path)
        assert_same(found, execute(region, values))


def test_options_say_what_occurs() -> None:
    plain = RandomOptions(
        nests=1, depth=1, types=(INT,), conditions=0, scalars=0, indirect=0, triangular=0, steps=0
    )
    for seed in range(50):
        region = random_region(seed, plain)
        assert all(array.type == INT for array in region.arrays) and not region.scalars
        assert all(len(loops) == 1 for loops, _ in instances(region.body))
        assert all(s.guard.always for s in region.statements)
        assert not any(opaque(access) for s in region.statements for access in s.accesses)


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
