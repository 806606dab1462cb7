from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from programs.loops import Access, Affine, Loop, Node, Region, Statement, instances
from programs.loops import random_programs as generator
from programs.loops.arithmetic import binary
from programs.loops.expressions import Binary, Constant, Expression, Index
from programs.loops.random_programs import RandomOptions, random_region
from programs.polyhedral import (
    Origin,
    Place,
    dependences,
    identity_origins,
    is_reduction,
    schedule,
)
from programs.transform import Analysis, NotApplicableError, Variant
from tests.programs.test_transform_random import random_step

Instance = tuple[str, tuple[int, ...]]
OPTIONS = RandomOptions(
    nests=2, depth=3, statements=1, trips=3, operands=2, indirect=0.05, imperfect=0.2
)


def value(place: Place, point: dict[str, int]) -> int:
    if isinstance(place, Affine):
        return place.value(point)
    return evaluated(place, point)


def evaluated(expression: Expression, point: dict[str, int]) -> int:
    match expression:
        case Constant(number):
            return int(number)
        case Index(name):
            return point[name]
        case Binary(operator, left, right, type):
            return int(binary(operator, evaluated(left, point), evaluated(right, point), type))
    raise AssertionError(expression)


def executed(region: Region) -> Iterator[tuple[Statement, dict[str, int]]]:
    """Every statement in the order of execution, as far as indices tell."""

    def visit(body: tuple[Node, ...], point: dict[str, int]) -> Iterator:
        for node in body:
            if isinstance(node, Loop):
                for number in node.range(point):
                    yield from visit(node.body, {**point, node.index: number})
            elif all(constraint.holds(point) for constraint in node.guard.constraints):
                yield node, point

    return visit(region.body, {})


def moments(region: Region, origins: dict[str, Origin]) -> dict[Instance, int]:
    """When each original instance is executed; none is twice."""
    found: dict[Instance, int] = {}
    for moment, (statement, point) in enumerate(executed(region)):
        origin = origins[statement.id]
        instance = origin.id, tuple(value(place, point) for place in origin.places)
        assert instance not in found
        found[instance] = moment
    return found


def elements(region: Region, access: Access, point: dict[str, int]) -> Iterator[tuple]:
    extents = getattr(region.declared[access.name], "extents", ())
    places = [
        [s.value(point)] if isinstance(s, Affine) else range(extent)
        for s, extent in zip(access.subscripts, extents, strict=True)
    ]
    return ((access.name, *element) for element in product(*places))


def order_is_kept(region: Region, made: Region, origins: dict[str, Origin]) -> bool:
    """Whether all pairs of accesses to one element, one of them a write, stay in order."""
    new = moments(made, origins)
    loops = {statement.id: outer for outer, statement in instances(region.body)}
    numbers = {statement.id: n for n, statement in enumerate(region.statements)}
    uses: dict[tuple, list[tuple[int, bool, int]]] = {}
    count = 0
    for statement, point in executed(region):
        count += 1
        at = tuple(point[loop.index] for loop in loops[statement.id])
        reduced = is_reduction(statement)
        for n, access in enumerate(statement.accesses):
            write = n == len(statement.accesses) - 1
            own = reduced and access == statement.target
            group = numbers[statement.id] if own else -1
            for element in elements(region, access, point):
                uses.setdefault(element, []).append((new[statement.id, at], write, group))
    # Flattening makes predicates of affine guards, which may hold anywhere.
    assert count == len(new) or any(x.guard.constraints for x in region.statements)
    for found in uses.values():
        when, write, group = (np.array(column) for column in zip(*found, strict=True))
        earlier = np.triu(np.ones((len(when), len(when)), dtype=bool), 1)
        matters = write[:, None] | write[None, :]
        matters &= (group[:, None] != group[None, :]) | (group[:, None] < 0)
        if (earlier & matters & (when[:, None] > when[None, :])).any():
            return False
    return True


def variants(start: Variant, seed: int) -> Iterator[Variant]:
    """What random steps make of a region, legal or not."""
    source = random.Random(seed)
    for _ in range(10):
        try:
            made = start.rewritten(random_step(start.region, source))
            if source.random() < 0.3:
                made = made.rewritten(random_step(made.region, source))
        except NotApplicableError:
            continue
        if len(made.region.statements) <= 24:
            yield made
            return


@pytest.mark.parametrize("start", range(0, 2000, 250))
def test_legality_is_that_of_enumeration(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Random regions are valid, which other tests look at.
    monkeypatch.setattr(generator, "check_region", lambda region: None)
    verdicts = []
    for seed in range(start, start + 250):
        region = random_region(seed, OPTIONS)
        known = dependences(region)
        start_here = Variant(region, (), identity_origins(region), Analysis(known, ()))
        for made in variants(start_here, seed):
            expected = order_is_kept(region, made.region, dict(made.origins))
            assert known.keeps(made.region, made.origins) == expected, (seed, str(made))
            if seed % 5 == 0:
                order = schedule(made.region, made.origins, known.names)
                assert known.legal(order) == expected, (seed, str(made))
            verdicts.append(expected)
    assert verdicts.count(False) > 3 and verdicts.count(True) > 100
