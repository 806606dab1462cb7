from __future__ import annotations

from collections import OrderedDict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.cost import Trace, pipelines, simulate, trace, volume
from programs.loops import Array, Binary, Region, Select, execute, perfect_nests
from programs.loops.expressions import walk
from programs.loops.random_values import random_values
from programs.transform import Flatten, Unroll, variant_of
from tests.programs.applications import application
from tests.programs.random_regions import RandomOptions, random_region

QUIET = settings(deadline=None, max_examples=30)

AFFINE = RandomOptions(conditions=0, scalars=0, indirect=0)


def straightforward(accesses: list[tuple[int, bool]], lines: int) -> tuple[int, int]:
    buffer: OrderedDict[int, bool] = OrderedDict()
    loads = stores = 0
    for line, write in accesses:
        if line in buffer:
            buffer.move_to_end(line)
        else:
            loads += not write
            buffer[line] = False
            if len(buffer) > lines:
                stores += buffer.popitem(last=False)[1]
        buffer[line] |= write
    return loads, stores + sum(buffer.values())


@QUIET
@given(
    st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=80),
    st.integers(1, 12),
)
def test_simulation_is_that_of_a_straightforward_buffer(
    accesses: list[tuple[int, bool]], lines: int
) -> None:
    made = Trace(
        np.array([line for line, _ in accesses], np.int64),
        np.array([write for _, write in accesses], np.bool_),
    )
    assert simulate(made, lines) == straightforward(accesses, lines)


def chooses(region: Region) -> bool:
    # The interpreter leaves out what graphs load all the same.
    return any(
        isinstance(node, Select) or (isinstance(node, Binary) and node.operator in ("&&", "||"))
        for statement in region.statements
        for node in walk(statement.value)
    )


def executed(region: Region, line_bytes: int) -> list[tuple[int, bool]]:
    bases, free = {}, 0
    for name, declared in region.declared.items():
        extents = declared.extents if isinstance(declared, Array) else ()
        if not isinstance(declared, Array) and declared.local:
            continue
        bases[name] = free
        size = int(np.prod(extents, dtype=int)) * declared.type.width // 8
        free += -(-size // line_bytes) * line_bytes
    found: list[tuple[int, bool]] = []

    def observe(event: object) -> None:
        name, element, write = event.name, event.element, event.write  # type: ignore[attr-defined]
        if name not in bases:
            return
        declared = region.declared[name]
        extents = declared.extents if isinstance(declared, Array) else ()
        flat = int(np.ravel_multi_index(element, extents)) if extents else 0
        item = declared.type.width // 8
        first = bases[name] + flat * item
        for line in range(first // line_bytes, (first + item - 1) // line_bytes + 1):
            found.append((line, write))

    execute(region, random_values(region, 1), observe)
    return found


@QUIET
@given(st.integers(0, 10**6), st.sampled_from([4, 8, 16]))
def test_traces_of_random_programs_are_what_the_interpreter_accesses(seed: int, size: int) -> None:
    region = random_region(seed, AFFINE)
    made = trace(region, size)
    if made.exact and not chooses(region):
        seen = list(zip(made.lines.tolist(), made.writes.tolist(), strict=True))
        assert seen == executed(region, size)


@QUIET
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_closed_form_is_exact_where_it_says_so(seed: int, lines: int) -> None:
    region = random_region(seed, AFFINE)
    for nest in perfect_nests(region.body):
        if nest.outer or not nest.loops:
            continue
        found = volume(region, (), nest.loops, nest.statements, lines)
        alone = trace(region, nodes=[nest.loops[0]])
        if found.exact:
            traffic = simulate(alone, lines)
            assert (found.loads, found.stores) == (traffic.loads * 4, traffic.stores * 4)


def test_closed_form_of_a_flattened_loop_counts_all_its_elements() -> None:
    start = variant_of(application("harris"))
    made = start.apply(Flatten((0,)))
    sets = []
    for variant in (start, made):
        pipeline = next(pipelines(variant.region.body))
        sets.append(volume(variant.region, (), pipeline.loops, pipeline.statements, 1 << 20))
    assert sets[0].total == sets[1].total and sets[0].exact and not sets[1].exact


@pytest.mark.parametrize("factors", [(1, 1), (1, 2), (2, 2)])
def test_closed_form_is_exact_for_unrolled_stencils_that_fit(factors: tuple[int, int]) -> None:
    start = variant_of(application("harris"))
    for place in range(9):
        made = start if factors == (1, 1) else start.tried(Unroll((place,), factors))
        assert made is not None
        nest = list(perfect_nests(made.region.body))[place]
        found = volume(made.region, (), nest.loops, nest.statements, 1 << 20)
        traffic = simulate(trace(made.region, nodes=[nest.loops[0]]), 1 << 20)
        assert (found.loads, found.stores) == (traffic.loads * 4, traffic.stores * 4)
        assert found.exact or len({a.name for s in nest.statements for a in s.accesses}) > 2


def test_closed_form_finds_reuse_of_rows_where_only_a_few_fit() -> None:
    region = application("harris", small=False)
    nest = list(perfect_nests(region.body))[5]
    # Three rows of the input and one of the output are there, the next row comes in.
    found = volume(region, (), nest.loops, nest.statements, 24 * 5)
    traffic = simulate(trace(region, nodes=[nest.loops[0]]), 24 * 5)
    assert (found.loads, found.stores) == (traffic.loads * 4, traffic.stores * 4)
