"""Structures, tiles and random legal steps: they keep what programs compute."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from programs.loops import Loop, check_region, emit_program, execute
from programs.loops.random_values import random_values
from programs.loops.tree import perfect_nests
from programs.transform import Variant, structures, sunk, variant_of
from tests.programs.applications import NESTS, application
from tests.programs.compiled import assert_same, needs_compiler, run_compiled
from tests.programs.random_regions import RandomOptions, random_region
from tests.programs.random_steps import loops, transformed

# Perfect nests of the small programs, from the most separate structure to the least.
EXPECTED = {
    "gemver": (4, 4, 4),
    "trisolv": (3, 3, 3),
    "blur2d": (2, 2, 2),
    "harris": (9, 3, 3),
    "atax": (4, 4, 4),
    "3mm": (6, 10, 10),
}


def assert_equivalent(made: Variant, start: Variant, seed: int = 1) -> None:
    check_region(made.region)
    values = random_values(start.region, seed)
    assert_same(execute(made.region, values), execute(start.region, values))


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", EXPECTED)
def test_structures_of_applications_are_equivalent(name: str) -> None:
    start = variant_of(application(name))
    found = structures(start)
    assert list(found) == ["original", "nofuse", "smartfuse", "maxfuse"]
    assert found["original"] is start
    for made in found.values():
        assert_equivalent(made, start)
        assert start.replay(made.steps).region == made.region
    counts = [len(list(perfect_nests(made.region.body))) for made in list(found.values())[1:]]
    assert tuple(counts) == EXPECTED[name]


def test_structures_of_random_programs_are_equivalent() -> None:
    options = RandomOptions(nests=3, depth=2, imperfect=0.5, trips=6, triangular=0.2, operands=2)
    changed = set()
    for seed in range(15):
        first = variant_of(random_region(seed, options))
        for name, made in structures(first).items():
            if made.steps:
                changed.add(name)
                assert_equivalent(made, first, seed)
    assert changed == {"nofuse", "smartfuse", "maxfuse"}


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", ["covariance", "doitgen", "convolution"])
def test_tiles_are_handed_down_to_perfect_nests(name: str) -> None:
    start = variant_of(application(name))
    done = 0
    for path, loop in loops(start.region.body):
        if len(loop.body) == 1 and not isinstance(loop.body[0], Loop):
            continue
        made = sunk(start, path, 2)
        if made is None:
            continue
        done += 1
        assert_equivalent(made, start)
    assert done


def test_tiles_of_covariance_reach_three_nests() -> None:
    made = sunk(variant_of(application("covariance")), (0,), 4)
    assert made is not None and str(made) == "tile 0 by 4; distribute 0.0 at 1,2"
    assert sunk(variant_of(application("trisolv")), (0,), 4) is None
    assert [
        [x.index for x in nest.loops] for nest in list(perfect_nests(made.region.body))[:3]
    ] == [
        ["j"],
        ["j", "i"],
        ["j"],
    ]


SMALL = RandomOptions(trips=5, operands=2)


@pytest.mark.oracle
def test_legal_steps_keep_what_random_programs_compute() -> None:
    seen: Counter[str] = Counter()
    for seed in range(50):
        region = random_region(seed, SMALL)
        values = random_values(region, seed)
        expected = execute(region, values)
        last = variant_of(region)
        for made in transformed(last, random.Random(seed), 7, seen):
            assert_same(execute(made.region, values), expected)
            last = made
        check_region(last.region)
        assert last.analysis.keeps(last.region, last.origins)
        again = variant_of(region).replay(last.steps)
        assert again.region == last.region and str(again) == str(last)
    for name in ("Tile", "Unroll", "Flatten", "Reorder", "Distribute", "Fuse"):
        assert seen[name] >= 2, seen
    assert sum(count for name, count in seen.items() if "illegal" in name) > 5


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", NESTS)
def test_legal_steps_keep_what_applications_compute(name: str) -> None:
    region = application(name)
    values = random_values(region, 1)
    expected = execute(region, values)
    start = variant_of(region)
    for seed in range(2):
        last = start
        for made in transformed(start, random.Random(seed), 8, Counter()):
            last = made
        check_region(last.region)
        assert_same(execute(last.region, values), expected)


@pytest.mark.oracle(keep=1)
@needs_compiler
@pytest.mark.parametrize("start", range(0, 20, 10))
def test_transformed_programs_are_c(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 10):
        region = random_region(seed, SMALL)
        values = random_values(region, seed)
        last = variant_of(region)
        for made in transformed(last, random.Random(seed), 6, Counter()):
            last = made
        found = run_compiled(emit_program(last.region), region.name, region, values, tmp_path)
        assert_same(found, execute(region, values))


def test_harris_is_fused_with_its_gradients_a_row_ahead() -> None:
    made = structures(variant_of(application("harris", small=False)))["maxfuse"]
    assert str(made).startswith("fuse 0 by 0,0,0,0,0,1,1,1,1;")
    assert max(len(nest.statements) for nest in list(perfect_nests(made.region.body))) == 11
