"""Programs drawn at random from the space of the exploration: what guidance is to be measured by.

PT-Map's ablation AL has a tuner choose in the space of its Table 1, and measures what it chose.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from models.data.architecture import Architecture
from programs.cost import Buffers, Predictor
from programs.explore.forest import nests
from programs.explore.guess import Slots
from programs.explore.nest import Search, Way, ways
from programs.explore.options import Clock, ExploreOptions
from programs.explore.trees import Tree, trees
from programs.loops.region import Loop, Node, Region, loops_of
from programs.transform import IllegalError, NotApplicableError, Path, Step, variant_of

IDLE = 1000
"""After so many draws without a new program it is likely that there is none."""


def draws(
    region: Region,
    arch: Architecture,
    buffers: Buffers,
    options: ExploreOptions,
    seed: int = 0,
    seconds: float | None = None,
) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Yield structures and steps of legal programs, each once, until time or ideas run out.

    A tree is drawn, then of each perfect nest in it one way to transform it, as it is included.
    """
    start, chance = variant_of(region, options.reassociate), random.Random(seed)
    clock = Clock(seconds)
    search = Search(options, buffers, Predictor(arch), Slots.of(arch), clock)
    forest: list[Tree] = []
    for one in trees(start, options):
        forest.append(one)
        if clock.over:
            break
    seen: set[tuple[Step, ...]] = set()
    idle = 0

    @cache
    def choices(number: int, path: Path) -> list[Way | None]:
        one = forest[number]
        body = _body(one, path)
        tiled = one.tiled & {loop.index for loop in loops_of((body[path[-1]],))}
        return [None, *ways(search, one.variant, path, tiled)]

    while idle < IDLE and not clock.over:
        idle += 1
        number = chance.randrange(len(forest))
        one = forest[number]
        steps = one.variant.steps
        # Later nests come first, for what is done to them leaves the paths of earlier ones alone.
        for path, _, _ in reversed(list(nests(one.variant.region.body))):
            if not isinstance(_body(one, path)[path[-1]], Loop):
                continue
            way = chance.choice(choices(number, path))
            made = None if way is None else way.made
            if made is not None:
                steps += made.steps[len(one.variant.steps) :]
        if steps in seen:
            continue
        seen.add(steps)
        try:
            start.replay(steps)
        except (IllegalError, NotApplicableError):
            # Two nests may be in each other's way.
            continue
        idle = 0
        yield one.name, steps


def _body(one: Tree, path: Path) -> tuple[Node, ...]:
    body = one.variant.region.body
    for place in path[:-1]:
        loop = body[place]
        assert isinstance(loop, Loop)
        body = loop.body
    return body
