"""Programs drawn at random: legal, in the space, the same ones for the same seed."""

from __future__ import annotations

from itertools import islice

import pytest

from archs.presets import architecture_preset
from programs.cost import buffers_of
from programs.explore import ExploreOptions, draws, restricted
from programs.loops import execute
from programs.loops.random_programs import random_values
from programs.transform import Step, variant_of
from tests.programs.applications import application
from tests.programs.compiled import assert_same

S4 = architecture_preset("s4")
SMALL = ExploreOptions(tiles=(4,), factors=(1, 2, 3), copies=6)


def drawn(name: str, count: int, seed: int) -> list[tuple[str, tuple[Step, ...]]]:
    region = application(name)
    return list(islice(draws(region, S4, buffers_of("s4"), SMALL, seed), count))


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", ["gemver", "trisolv", "doitgen"])
def test_what_is_drawn_is_legal_and_computes_the_same(name: str) -> None:
    start = variant_of(application(name))
    values = random_values(start.region, 3)
    expected = execute(start.region, values)
    found = drawn(name, 6, 1)
    for _, steps in found:
        assert_same(execute(start.replay(steps).region, values), expected)
    assert len({steps for _, steps in found}) > 3


def test_draws_end_with_the_space_and_with_the_time() -> None:
    region, buffers = application("atax"), buffers_of("s4")
    alone = restricted(ExploreOptions(), "none")
    assert list(draws(region, S4, buffers, alone)) == [("original", ())]
    assert list(draws(region, S4, buffers, SMALL, seconds=0.0)) == []


def test_a_seed_draws_the_same_and_another_one_does_not() -> None:
    assert drawn("atax", 5, 3) == drawn("atax", 5, 3) != drawn("atax", 5, 4)
