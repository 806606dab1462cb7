"""Costs of nests: cycles, contexts, buffers and counts of iterations."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

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
    program_volume,
)
from programs.dataflow import Kernel
from programs.dataflow.properties import min_ii, properties
from programs.loops import DOUBLE, Loop
from programs.loops.affine import Bound, affine
from programs.loops.domain import iterations
from programs.loops.expressions import Access, Constant
from programs.loops.region import Array, Node, Statement, instances
from programs.transform import Tile, variant_of
from tests.programs.applications import NESTS, application
from tests.programs.random_regions import RandomOptions, random_region

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
    for one, other in zip(whole.pipelines, less.pipelines, strict=True):
        assert other.ii == max(one.ii, -(-one.operations * 2 // 5))
    first = next(pipelines(region.body))
    assert first.loop is None
    assert {o.operator for o in kernel_of(region, first).dfg.operations} == {"load", "store"}
    harris = application("harris")
    kernel = kernel_of(harris, next(pipelines(harris.body)))
    ii, proepi = mii_model(kernel, S4)
    assert ii == min_ii(kernel.dfg, S4)
    assert ii + proepi == max(ii, properties(kernel.dfg, S4).critical_path)
    plain = Predictor(S4, three_and_five)
    cost = nest_cost(application("gemver"), Buffers("tiny", 16, contexts=2), plain)
    assert cost is not None and not cost.fits_contexts and not cost.fits_data
    cost = nest_cost(application("gemver"), Buffers("large", 1 << 20), plain)
    assert cost is not None and cost.feasible
    assert nest_cost(application("atax"), SMALL, Predictor(S4, refuse)) is None
    assert [SMALL.transfer_cycles(volume) for volume in (0, 1, 8, 9)] == [0, 21, 21, 22]
    with pytest.raises(InputError, match="known: h6, r4, s4, sl8"):
        buffers_of("s5")
    products = application("3mm")
    sizes = [program_volume(products, Buffers("b", bytes))[0] for bytes in (64, 512, 1 << 20)]
    assert sizes[0] >= sizes[1] >= sizes[2] >= 4 * sum(map(elements, products.arrays))


def elements(array: Array) -> int:
    return math.prod(array.extents)


@pytest.mark.parametrize("name", ["gemver", "trisolv", "harris"])
def test_a_nest_loads_its_contexts_once_where_they_fit(name: str) -> None:
    """Tests the sum of cycles, and that little memory costs more."""
    region, buffers = application(name), Buffers("all", 1 << 20, contexts=1000)
    cost = nest_cost(region, buffers, Predictor(S4))
    assert cost is not None
    ran = [part for part in cost.pipelines if part.iterations]
    loaded = sum(part.ii for part in ran) * buffers.context_bytes // buffers.bandwidth
    assert cost.loading == loaded + len(ran) * buffers.latency
    assert cost.whole == cost.cycles + cost.loading + cost.moving
    tight = nest_cost(region, replace(buffers, contexts=1), Predictor(S4))
    assert tight is not None and tight.loading >= cost.loading


@pytest.mark.parametrize(
    "wrong", [{"contexts": 0}, {"data_bytes": 6}, {"latency": -1}, {"bandwidth": 0}]
)
def test_impossible_buffers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match="buffers 'x'"):
        Buffers(**{"name": "x", "data_bytes": 64, **wrong})  # type: ignore[arg-type]


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


PLAIN = RandomOptions(conditions=0, scalars=0, indirect=0)


@QUIET
@given(st.integers(0, 10**6))
def test_counts_are_those_of_enumerated_points(seed: int) -> None:
    for loops, _ in instances(random_region(seed).body):
        entered = Counter(tuple(list(point.values())[:-1]) for point in iterations(loops))
        assert counts(loops) == (sum(entered.values()), len(entered))


def test_triangular_loops_are_summed_and_empty_executions_left_out() -> None:
    """Tests the counts of an application, of its tiles, and of no loop."""
    region = application("trisolv")
    loops = [p.loops for p in pipelines(region.body) if p.loop is not None]
    assert [counts(nest) for nest in loops] == [(12 * 11 // 2, 11)] and counts(()) == (1, 1)
    start = variant_of(application("gemver"))
    tiled = start.apply(Tile((0,), 5))
    before, after = (counts(next(pipelines(v.region.body)).loops) for v in (start, tiled))
    assert after.iterations == before.iterations
