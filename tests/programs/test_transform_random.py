from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from programs.loops import check_region, emit_program, execute
from programs.loops.random_programs import RandomOptions, random_region, random_values
from programs.transform import (
    variant_of,
)
from programs.transform.random_steps import transformed
from tests.programs.applications import NESTS, application
from tests.programs.compiled import assert_same, needs_compiler, run_compiled

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
