from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from archs.presets import architecture_preset
from programs.dataflow import Kernel, kernels, run_dfg
from programs.dataflow.properties import min_ii
from programs.dataflow.random_loops import LoopOptions, random_loop
from programs.loops import check_region, emit_program, execute
from programs.loops.random_programs import random_values
from programs.source import read_text

SEEDS = range(40)


@cache
def loop(seed: int) -> Kernel:
    return random_loop(seed)


def test_the_same_seed_gives_the_same_loop() -> None:
    for seed in range(5):
        one, two = random_loop(seed), random_loop(seed)
        assert one.region == two.region
        assert one.dfg == two.dfg
    assert len({random_loop(seed).region for seed in range(5)}) == 5


@pytest.mark.oracle(keep=5)
@pytest.mark.parametrize("seed", SEEDS)
def test_loops_are_valid_programs_of_the_asked_size(seed: int) -> None:
    kernel = loop(seed)
    check_region(kernel.region)
    assert 3 <= len(kernel.dfg.operations) <= 60
    (read,) = read_text(emit_program(kernel.region))
    # A minimum is written as a selection, and becomes a minimum again.
    assert kernels(read)[0].dfg == kernel.dfg
    assert set(read.arrays) == set(kernel.region.arrays)
    values = random_values(kernel.region, seed)
    found, expected = run_dfg(kernel.region, values, [kernel]), execute(kernel.region, values)
    for name, value in expected.items():
        np.testing.assert_array_equal(found[name], value)


@pytest.mark.parametrize("array", ["s4", "r4", "h6", "sl8"])
def test_arrays_execute_all_operations(array: str) -> None:
    arch = architecture_preset(array)
    assert all(min_ii(loop(seed).dfg, arch) >= 1 for seed in SEEDS)


def test_sizes_are_spread_over_the_whole_range() -> None:
    sizes = Counter((len(loop(seed).dfg.operations) - 3) * 4 // 58 for seed in range(80))
    assert all(sizes[quarter] >= 8 for quarter in range(4))


def test_the_smallest_loop_is_a_store_and_its_control() -> None:
    options = LoopOptions(least=3, most=4)
    sizes = {len(random_loop(seed, options).dfg.operations) for seed in range(30)}
    assert sizes == {3, 4}


def test_all_that_is_asked_for_occurs() -> None:
    words = Counter[str]()
    for seed in SEEDS:
        dfg = loop(seed).dfg
        words.update(operation.operator.split("/")[0] for operation in dfg.operations)
        words["order"] += len(dfg.order)
        words["carried"] += dfg.max_distance > 1
    wanted = "add sub mul fadd fsub fmul load store blt and select abs neg min max div order"
    assert set(wanted.split()) <= set(words)
    assert words["carried"]
