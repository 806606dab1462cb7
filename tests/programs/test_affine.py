"""Affine expressions, domains and perfect nests, against enumeration."""

from __future__ import annotations

import itertools

import islpy
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.loops import (
    Access,
    Affine,
    Array,
    Bound,
    Constant,
    Constraint,
    Loop,
    Region,
    Statement,
    affine,
    emit_program,
    execute,
)
from programs.loops.build import as_affine, from_affine
from programs.loops.domain import isl_set, iterations
from programs.loops.region import instances
from programs.loops.tree import body_at, loops_at, perfect_nests
from programs.loops.types import INT
from programs.source import read_text
from tests.programs.random_regions import random_region

QUIET = settings(deadline=None, max_examples=30)
FACTORS = st.dictionaries(st.sampled_from("ijk"), st.integers(-3, 3))
VALUES = st.builds(affine, FACTORS, st.integers(-9, 9))
POINTS = st.fixed_dictionaries({name: st.integers(-9, 9) for name in "ijk"})


@given(VALUES, VALUES, st.integers(-4, 4), POINTS)
def test_sums_and_products_are_those_of_values(
    a: Affine, b: Affine, factor: int, point: dict[str, int]
) -> None:
    x, y = a.value(point), b.value(point)
    assert (a + b).value(point) == x + y and (a - b).value(point) == x - y
    assert (a * factor).value(point) == x * factor and (-a + 3).value(point) == 3 - x
    assert a.substitute({"i": b}).value(point) == a.value(point | {"i": y})
    assert a - a == affine() and (a + b) - b == a
    assert eval(str(a), {}, point) == x and as_affine(from_affine(a)) == a
    assert Constraint(a).holds(point) == (x >= 0)
    assert Constraint(a, equality=True).holds(point) == (x == 0)
    assert Bound(a, 3).value(point) == -(-x // 3)


@QUIET
@given(st.integers(0, 10**6))
def test_isl_has_the_iterations_that_are_executed(seed: int) -> None:
    for loops, statement in instances(random_region(seed).body):
        constraints = statement.guard.constraints
        points = islpy.Set(isl_set(loops, constraints))
        found = [
            tuple(point.values())
            for point in iterations(loops)
            if all(constraint.holds(point) for constraint in constraints)
        ]
        assert points.count_val().to_python() == len(found) == len(set(found))
        for point in found[:5]:
            text = ", ".join(map(str, point))
            assert islpy.Set(f"{{ [{text}] }}").is_subset(points)


def strided(divisor: int, step: int, low: int, high: int) -> Region:
    """Return for j: for i from ⌈(low - j)/d⌉ or -2, below ⌈(high + j)/d⌉ or 9: count[i + 20]++."""
    body = Statement("S0", Access("count", (affine({"i": 1}, 20),)), Constant(1, INT))
    lower = (Bound(affine({"j": -1}, low), divisor), Bound(affine(constant=-2)))
    upper = (Bound(affine({"j": 1}, high), divisor), Bound(affine(constant=9)))
    inner = Loop("i", lower, upper, (body,), step)
    outer = Loop("j", (Bound(affine()),), (Bound(affine(constant=3)),), (inner,))
    return Region("strided", (Array("count", INT, (40,)),), (), (outer,))


@QUIET
@given(st.integers(1, 4), st.integers(1, 3), st.integers(-9, 9), st.integers(-9, 20))
def test_divided_bounds_survive_c(divisor: int, step: int, low: int, high: int) -> None:
    region = strided(divisor, step, low, high)
    (again,) = read_text(emit_program(region))
    assert again == region
    (loops, _), *_ = instances(region.body)
    expected = [
        (j, i)
        for j in range(3)
        for i in range(max(-((j - low) // divisor), -2), min(-((-high - j) // divisor), 9), step)
    ]
    assert [tuple(p.values()) for p in iterations(loops)] == expected
    points = islpy.Set(isl_set(loops))
    assert points.count_val().to_python() == len(expected)
    for j, i in itertools.islice(expected, 4):
        assert islpy.Set(f"{{ [{j}, {i}] }}").is_subset(points)
    counts = execute(region, {"count": [0] * 40})["count"]
    assert {i - 20 for i in range(40) if counts[i]} == {i for _, i in expected}


def brute_force(region: Region) -> list[tuple[str, ...]]:
    """Statement ids of the nests: maximal paths downward that never branch, found from below."""

    def perfect(node: Loop) -> bool:
        body = node.body
        if all(isinstance(part, Statement) for part in body):
            return True
        return len(body) == 1 and isinstance(body[0], Loop) and perfect(body[0])

    def ids(node: Loop | Statement) -> tuple[str, ...]:
        if isinstance(node, Statement):
            return (node.id,)
        return tuple(name for part in node.body for name in ids(part))

    def found(body: tuple[Loop | Statement, ...]) -> list[tuple[str, ...]]:
        nests: list[tuple[str, ...]] = []
        before_loop = True
        for part in body:
            if isinstance(part, Loop):
                nests += [ids(part)] if perfect(part) else found(part.body)
            elif before_loop:
                nests.append(ids(part))
            else:
                nests[-1] += ids(part)
            before_loop = isinstance(part, Loop)
        return nests

    return found(region.body)


@QUIET
@given(st.integers(0, 10**6))
def test_every_statement_is_in_one_nest(seed: int) -> None:
    region = random_region(seed)
    nests = list(perfect_nests(region.body))
    assert [tuple(s.id for s in nest.statements) for nest in nests] == brute_force(region)
    around = {statement.id: loops for loops, statement in instances(region.body)}
    for nest in nests:
        for statement in nest.statements:
            assert around[statement.id] == (*nest.outer, *nest.loops)
        first = body_at(region.body, nest.path[:-1])[nest.path[-1]]
        assert first is (nest.loops[0] if nest.loops else nest.statements[0])
        assert loops_at(region.body, nest.path[:-1]) == nest.outer
