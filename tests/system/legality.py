"""Whether legality is that of enumeration, on random nests.

Each nest is rewritten by one or two random steps, legal or not. Dependences are asked whether the
new order keeps them; enumeration executes both programs and compares when any two accesses to one
element happen, of which one is a write. Of every fifth, the schedule is asked, too.
`compare(seed, verdicts)` looks at one nest, and adds what is said of it to a `Verdicts`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from programs.loops import Access, Affine, Loop, Node, Region, Statement, instances
from programs.loops.arithmetic import binary
from programs.loops.expressions import Binary, Constant, Expression, Index
from programs.polyhedral import (
    Origin,
    Place,
    dependences,
    identity_origins,
    is_reduction,
    schedule,
)
from programs.transform import Analysis, NotApplicableError, Variant
from tests.programs.random_regions import RandomOptions, random_region
from tests.programs.random_steps import random_step

Instance = tuple[str, tuple[int, ...]]
OPTIONS = RandomOptions(
    nests=2, depth=3, statements=1, trips=3, operands=2, indirect=0.05, imperfect=0.2
)


def _value(place: Place, point: dict[str, int]) -> int:
    if isinstance(place, Affine):
        return place.value(point)
    return _evaluated(place, point)


def _evaluated(expression: Expression, point: dict[str, int]) -> int:
    match expression:
        case Constant(number):
            return int(number)
        case Index(name):
            return point[name]
        case Binary(operator, left, right, type):
            return int(binary(operator, _evaluated(left, point), _evaluated(right, point), type))
    raise AssertionError(expression)


def _executed(region: Region) -> Iterator[tuple[Statement, dict[str, int]]]:
    """Every statement in the order of execution, as far as indices tell."""

    def visit(body: tuple[Node, ...], point: dict[str, int]) -> Iterator:
        for node in body:
            if isinstance(node, Loop):
                for number in node.range(point):
                    yield from visit(node.body, {**point, node.index: number})
            elif all(constraint.holds(point) for constraint in node.guard.constraints):
                yield node, point

    return visit(region.body, {})


def _moments(region: Region, origins: dict[str, Origin]) -> dict[Instance, int]:
    """When each original instance is executed; none is twice."""
    found: dict[Instance, int] = {}
    for moment, (statement, point) in enumerate(_executed(region)):
        origin = origins[statement.id]
        instance = origin.id, tuple(_value(place, point) for place in origin.places)
        assert instance not in found
        found[instance] = moment
    return found


def _elements(region: Region, access: Access, point: dict[str, int]) -> Iterator[tuple]:
    extents = getattr(region.declared[access.name], "extents", ())
    places = [
        [s.value(point)] if isinstance(s, Affine) else range(extent)
        for s, extent in zip(access.subscripts, extents, strict=True)
    ]
    return ((access.name, *element) for element in product(*places))


def order_is_kept(region: Region, made: Region, origins: dict[str, Origin]) -> bool:
    """Whether all pairs of accesses to one element, one of them a write, stay in order."""
    new = _moments(made, origins)
    loops = {statement.id: outer for outer, statement in instances(region.body)}
    numbers = {statement.id: n for n, statement in enumerate(region.statements)}
    uses: dict[tuple, list[tuple[int, bool, int]]] = {}
    count = 0
    for statement, point in _executed(region):
        count += 1
        at = tuple(point[loop.index] for loop in loops[statement.id])
        reduced = is_reduction(statement)
        for n, access in enumerate(statement.accesses):
            written = n == len(statement.accesses) - 1
            own = reduced and access == statement.target
            update = numbers[statement.id] if own else -1
            for element in _elements(region, access, point):
                uses.setdefault(element, []).append((new[statement.id, at], written, update))
    # Flattening makes predicates of affine guards, which may hold anywhere.
    assert count == len(new) or any(x.guard.constraints for x in region.statements)
    for found in uses.values():
        when, writes, group = (np.array(column) for column in zip(*found, strict=True))
        earlier = np.triu(np.ones((len(when), len(when)), dtype=bool), 1)
        matters = writes[:, None] | writes[None, :]
        matters &= (group[:, None] != group[None, :]) | (group[:, None] < 0)
        if (earlier & matters & (when[:, None] > when[None, :])).any():
            return False
    return True


def variants(start: Variant, seed: int) -> Iterator[Variant]:
    """Yield what one or two random steps make of a region, legal or not; nothing where none fit."""
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


@dataclass
class Verdicts:
    """How often nests stay legal, by the kind of the last step, and where answers differ."""

    nests: int = 0
    legal: Counter[str] = field(default_factory=Counter)
    illegal: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def compare(seed: int, verdicts: Verdicts) -> None:
    """Rewrite one random nest, and note what is said of it."""
    region = random_region(seed, OPTIONS)
    known = dependences(region)
    start = Variant(region, (), identity_origins(region), Analysis(known, ()))
    verdicts.nests += 1
    for made in variants(start, seed):
        expected = order_is_kept(region, made.region, dict(made.origins))
        answers = [known.keeps(made.region, made.origins)]
        if seed % 5 == 0:
            answers.append(known.legal(schedule(made.region, made.origins, known.names)))
        kind = type(made.steps[-1]).__name__.lower()
        (verdicts.legal if expected else verdicts.illegal)[kind] += 1
        if set(answers) != {expected}:
            word = "legal" if expected else "illegal"
            verdicts.faults.append(f"nest {seed}, `{made}` is {word}: {answers}")
