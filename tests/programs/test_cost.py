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
    loaded_contexts,
    mii_model,
    nest_cost,
    pipelines,
)
from programs.dataflow import Kernel
from programs.dataflow.properties import min_ii, properties
from programs.loops import DOUBLE, Loop
from programs.loops.affine import Bound, affine
from programs.loops.domain import iterations
from programs.loops.expressions import Access, Constant
from programs.loops.random_programs import random_region
from programs.loops.region import Node, Statement, instances
from tests.programs.applications import NESTS, application

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


def constant_loop(name: str, trips: int, body: tuple[Node, ...]) -> Loop:
    return Loop(name, (Bound(affine()),), (Bound(affine(constant=trips)),), body)


Shape = int | tuple[int, tuple["Shape", ...]]
SHAPES: st.SearchStrategy[Shape] = st.recursive(
    st.integers(1, 5),
    lambda inner: st.tuples(st.integers(1, 4), st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=6,
)


@QUIET
@given(st.lists(SHAPES, min_size=1, max_size=3), st.integers(1, 9))
def test_contexts_are_loaded_as_in_a_buffer_that_is_stepped_through(
    shapes: list[Shape], capacity: int
) -> None:
    sizes: dict[tuple[int, ...], int] = {}
    order: list[tuple[int, ...]] = []

    def node(shape: Shape, path: tuple[int, ...]) -> Node:
        if isinstance(shape, int):
            sizes[path] = shape
            statement = Statement("s", Access("a"), Constant(1.0, DOUBLE))
            return constant_loop("i" + "_".join(map(str, path)), 2, (statement,))
        body = tuple(node(part, (*path, n)) for n, part in enumerate(shape[1]))
        return constant_loop("i" + "_".join(map(str, path)), shape[0], body)

    def run(shape: Shape, path: tuple[int, ...]) -> None:
        if isinstance(shape, int):
            order.append(path)
            return
        for _ in range(shape[0]):
            for n, part in enumerate(shape[1]):
                run(part, (*path, n))

    body = tuple(node(shape, (n,)) for n, shape in enumerate(shapes))
    for n, shape in enumerate(shapes):
        run(shape, (n,))
    held: list[tuple[int, ...]] = []
    loaded = 0
    for path in order:
        if sizes[path] > capacity:
            loaded, held = loaded + sizes[path], []
        elif path in held:
            held.remove(path)
            held.append(path)
        else:
            loaded += sizes[path]
            while sum(sizes[one] for one in held) + sizes[path] > capacity:
                held.pop(0)
            held.append(path)
    assert loaded_contexts(body, sizes, capacity) == loaded


@QUIET
@given(st.integers(0, 10**6))
def test_counts_are_those_of_enumerated_points(seed: int) -> None:
    for loops, _ in instances(random_region(seed).body):
        entered = Counter(tuple(list(point.values())[:-1]) for point in iterations(loops))
        assert counts(loops) == (sum(entered.values()), len(entered))
