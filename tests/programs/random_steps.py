"""Random steps, legal or not, for tests and campaigns that look at many."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from programs.loops.region import Loop, Node, Region
from programs.loops.tree import Path, body_at
from programs.transform.records import (
    Distribute,
    Flatten,
    Fuse,
    IllegalError,
    NotApplicableError,
    Reorder,
    Step,
    Tile,
    Unroll,
)
from programs.transform.variant import Variant


def loops(body: tuple[Node, ...], path: Path = ()) -> Iterator[tuple[Path, Loop]]:
    """Yield all loops with their places, outer ones first."""
    for place, node in enumerate(body):
        if isinstance(node, Loop):
            yield (*path, place), node
            yield from loops(node.body, (*path, place))


def band(loop: Loop) -> int:
    """Return how many loops have nothing beside them, from this one inwards."""
    inner = loop.body[0]
    return 1 + band(inner) if len(loop.body) == 1 and isinstance(inner, Loop) else 1


def _neighbours(region: Region, path: Path) -> int:
    """How many loops follow a loop with nothing between."""
    rest = body_at(region.body, path[:-1])[path[-1] + 1 :]
    return next((n for n, node in enumerate(rest) if not isinstance(node, Loop)), len(rest))


def random_step(region: Region, source: random.Random) -> Step:
    """Return a step that has a chance to be applicable to a region with loops."""
    found = list(loops(region.body))
    choices: list[Step] = []
    for path, loop in found:
        depth = min(3, band(loop))
        choices.append(Tile(path, source.choice((2, 3))))
        factors = [source.randint(1, 3) for _ in range(source.randint(1, depth))]
        choices.append(Unroll(path, tuple(factors)))
        if depth > 1:
            choices.append(Flatten(path))
            count = source.randint(2, depth)
            order = source.sample(range(count), count)
            choices += [Reorder(path, tuple(order))] * 2
        if len(loop.body) > 1:
            cuts = source.sample(range(1, len(loop.body)), source.randint(1, len(loop.body) - 1))
            choices += [Distribute(path, tuple(sorted(cuts)))] * 3
        if more := _neighbours(region, path):
            shifts = [source.choice((0, 0, 1, 2)) for _ in range(source.randint(1, more))]
            choices += [Fuse(path, (0, *shifts), source.random() < 0.5)] * 3
    return source.choice(choices)


MOST = 80
"""Statements of a program that is transformed further."""


def transformed(
    variant: Variant, source: random.Random, steps: int, seen: Counter[str]
) -> Iterator[Variant]:
    """Yield what random steps make of a program, one after another, as far as they are legal.

    `seen` counts steps by name, and those that are not applicable, or illegal. What becomes too
    long is not followed.
    """
    for _ in range(steps):
        step = random_step(variant.region, source)
        name = type(step).__name__
        try:
            made = variant.apply(step)
        except NotApplicableError:
            seen[f"{name} not applicable"] += 1
            continue
        except IllegalError:
            seen[f"{name} illegal"] += 1
            continue
        seen[name] += 1
        if len(made.region.statements) <= MOST:
            variant = made
            yield variant
