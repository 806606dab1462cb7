"""Random programs and arrays, and what the mapper reaches with them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.intervals.arrays import array_of, random_array
from programs.intervals.facts import Fitted
from programs.intervals.kernels import LEAST, MOST, random_kernel
from programs.intervals.label import LARGEST, label
from programs.intervals.nests import random_nest
from programs.intervals.programs import arrays_of
from programs.loops.check import check_region
from programs.properties import min_ii, properties, res_mii
from tests.learn.interval_samples import body

SEEDS = st.integers(0, 10_000)


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_what_is_random_repeats(seed: int) -> None:
    region, made = random_nest(seed), random_kernel(seed)
    check_region(region)
    assert region == random_nest(seed)
    assert LEAST <= len(made.kernel.dfg.operations) <= MOST
    assert made.kernel.dfg == random_kernel(seed).kernel.dfg
    assert len({*arrays_of(seed)}) == 3
    name = random_array(seed)
    arch = array_of(name)
    assert arch.name == name
    assert arch.max_contexts is None
    assert name == random_array(seed)


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.sampled_from(("s4", "r4", "h6", "adres:3x3,io=none", "s4:3x3;lacks 3")))
def test_facts_are_those_of_the_whole_array(seed: int, name: str) -> None:
    dfg, arch = body(seed, 12), array_of(name)
    facts = Fitted(arch).facts(dfg)
    assert facts.mii == min_ii(dfg, arch)
    assert facts.res_mii == res_mii(dfg, arch)
    assert facts.critical_path == properties(dfg, arch).critical_path
    for operator, slots in facts.slots.items():
        assert slots == sum(part.issue for part in arch.components if part.supports(operator))


@pytest.mark.parametrize("name", ["s4:2x2", "hycube:3x3"])
def test_labels_keep_the_bounds_and_repeat(name: str) -> None:
    dfg, arch = body(4), array_of(name)
    found, again = label(dfg, arch, 60), label(dfg, arch, 60)
    assert (found.ii, found.filling) == (again.ii, again.filling)
    assert found.mii is not None and found.ii is not None and found.filling is not None
    assert found.mii <= found.ii <= LARGEST
    assert found.filling + found.ii >= properties(dfg, arch).critical_path
    assert label(dfg, arch, 0).why == "time"
