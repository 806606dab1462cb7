from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs.loops import Loop, Node, Region, check_region, emit_program, execute
from programs.loops.random_programs import RandomOptions, random_region, random_values
from programs.transform import (
    Distribute,
    Flatten,
    Fuse,
    IllegalError,
    NotApplicableError,
    Reorder,
    Step,
    Tile,
    Unroll,
    Variant,
    variant_of,
)
from programs.transform.records import Path as Place
from tests.programs.applications import NESTS, application
from tests.programs.compiled import assert_same, needs_compiler, run_compiled

SMALL = RandomOptions(trips=5, operands=2)


def loops(body: tuple[Node, ...], path: Place = ()) -> Iterator[tuple[Place, Loop]]:
    for place, node in enumerate(body):
        if isinstance(node, Loop):
            yield (*path, place), node
            yield from loops(node.body, (*path, place))


def band(loop: Loop) -> int:
    inner = loop.body[0]
    return 1 + band(inner) if len(loop.body) == 1 and isinstance(inner, Loop) else 1


def neighbours(region: Region, path: Place) -> int:
    """How many loops follow a loop with nothing between."""
    body = region.body
    for place in path[:-1]:
        body = body[place].body  # type: ignore[union-attr]
    rest = body[path[-1] + 1 :]
    return next((n for n, node in enumerate(rest) if not isinstance(node, Loop)), len(rest))


def random_step(region: Region, source: random.Random) -> Step:
    """A step that has a chance to be applicable."""
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
        if more := neighbours(region, path):
            shifts = [source.choice((0, 0, 1, 2)) for _ in range(source.randint(1, more))]
            choices += [Fuse(path, (0, *shifts), source.random() < 0.5)] * 3
    return source.choice(choices)


def transformed(
    variant: Variant, source: random.Random, steps: int, seen: Counter[str]
) -> Iterator[Variant]:
    """Random legal steps, one after another."""
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
        if len(made.region.statements) <= 80:
            variant = made
            yield variant


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_legal_steps_keep_what_random_programs_compute(start: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(start, start + 50):
        region = random_region(seed, SMALL)
        values = random_values(region, seed)
        expected = execute(region, values)
        last = variant_of(region)
        for made in transformed(last, random.Random(seed), 7, seen):
            assert_same(execute(made.region, values), expected)
            last = made
        check_region(last.region)
        assert last.analysis.keeps(last.region, last.origins)
        again = variant_of(region).replay(last.steps)
        assert again.region == last.region and str(again) == str(last)
    for name in ("Tile", "Unroll", "Flatten", "Reorder", "Distribute", "Fuse"):
        assert seen[name] >= 2, seen
    assert sum(count for name, count in seen.items() if "illegal" in name) > 5


@pytest.mark.parametrize("name", NESTS)
def test_legal_steps_keep_what_applications_compute(name: str) -> None:
    region = application(name)
    values = random_values(region, 1)
    expected = execute(region, values)
    start = variant_of(region)
    for seed in range(4):
        last = start
        for made in transformed(start, random.Random(seed), 8, Counter()):
            last = made
        check_region(last.region)
        assert_same(execute(last.region, values), expected)


@needs_compiler
@pytest.mark.parametrize("start", range(0, 40, 20))
def test_transformed_programs_are_c(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 20):
        region = random_region(seed, SMALL)
        values = random_values(region, seed)
        last = variant_of(region)
        for made in transformed(last, random.Random(seed), 6, Counter()):
            last = made
        found = run_compiled(emit_program(last.region), region.name, region, values, tmp_path)
        assert_same(found, execute(region, values))
