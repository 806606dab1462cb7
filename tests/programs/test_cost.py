"""Costs of nests: cycles, contexts, buffers and counts of iterations."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from models.errors import InfeasibleError, InputError
from programs.cost import (
    Buffers,
    Predictor,
    buffers_of,
    counts,
    kernel_of,
    mii_model,
    nest_cost,
    pipelines,
)
from programs.dataflow import Kernel
from programs.loops.domain import iterations
from programs.loops.region import instances
from programs.properties import min_ii, properties
from tests.programs.applications import NESTS, application
from tests.programs.random_regions import random_region

QUIET = settings(deadline=None, max_examples=30)

S4 = architecture_preset("s4")
SMALL = Buffers("small", 256)


def three_and_five(kernel: Kernel, arch: object) -> tuple[int, int]:
    return 3, 5


def refuse(kernel: Kernel, arch: object) -> tuple[int, int]:
    raise InfeasibleError("no component supports anything")


@pytest.mark.parametrize("name", NESTS)
def test_cycles_are_those_of_running_pipelines_one_by_one(name: str) -> None:
    region = application(name)
    cost = nest_cost(region, SMALL, Predictor(S4, three_and_five))
    assert cost is not None
    cycles = 0
    for pipeline in pipelines(region.body):
        for point in iterations(pipeline.outer):
            trips = 1 if pipeline.loop is None else len(pipeline.loop.range(point))
            cycles += 3 * trips + 5 if trips else 0
    assert cost.cycles == cycles
    assert [part.path for part in cost.pipelines] == [p.path for p in pipelines(region.body)]


def test_predictors_and_buffers() -> None:
    """Tests predicted intervals, what is predicted once, and what makes a cost infeasible."""
    region, predictor = application("trisolv"), Predictor(S4)
    whole = nest_cost(region, SMALL, predictor)
    parts = [nest_cost(region, SMALL, predictor, (n,), 1) for n in range(len(region.body))]
    assert whole is not None and predictor.kernels == 3
    assert whole.cycles == sum(part.cycles for part in parts if part)
    assert whole.volume == sum(part.volume for part in parts if part)
    less = whole.filled(2.5)
    assert whole.filled(1e9) == whole and less.whole > whole.whole
    harris = application("harris")
    kernel = kernel_of(harris, next(pipelines(harris.body)))
    ii, proepi = mii_model(kernel, S4)
    assert ii == min_ii(kernel.dfg, S4)
    assert ii + proepi == max(ii, properties(kernel.dfg, S4).critical_path)
    cost = nest_cost(
        application("gemver"), Buffers("tiny", 16, contexts=2), Predictor(S4, three_and_five)
    )
    assert cost is not None and not cost.fits_contexts and not cost.fits_data
    assert nest_cost(application("atax"), SMALL, Predictor(S4, refuse)) is None
    assert [SMALL.transfer_cycles(volume) for volume in (0, 1, 8, 9)] == [0, 21, 21, 22]
    with pytest.raises(InputError, match="known: h6, r4, s4, sl8"):
        buffers_of("s5")
    with pytest.raises(InputError, match="buffers 'x'"):
        Buffers("x", 64, contexts=0)


@QUIET
@given(st.integers(0, 10**6))
def test_counts_are_those_of_enumerated_points(seed: int) -> None:
    for loops, _ in instances(random_region(seed).body):
        entered = Counter(tuple(list(point.values())[:-1]) for point in iterations(loops))
        assert counts(loops) == (sum(entered.values()), len(entered))
