"""Programs drawn at random from the search space: the baseline of guided search.

In PT-Map's ablation AL, a tuner chooses from the space of Table 1 and measures its choices.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from models.data.architecture import Architecture
from programs.cost import Buffers, Predictor
from programs.explore.guess import Slots
from programs.explore.nest import NestSearch, Unrolling, unrollings
from programs.explore.options import Clock, ExploreOptions
from programs.explore.trees import Tree, trees
from programs.loops.region import Region, loops_of
from programs.loops.tree import Path, loops_at, perfect_nests
from programs.transform import IllegalError, NotApplicableError, Step, variant_of

IDLE = 1000
"""Number of draws without a new program after which drawing ends."""


def draws(
    region: Region,
    arch: Architecture,
    buffers: Buffers,
    options: ExploreOptions,
    seed: int = 0,
    seconds: float | None = None,
) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Yield structures and steps of distinct legal programs.

    A tree is drawn, then a transformation of each perfect nest in it, or none. It ends after
    `seconds`, or after `IDLE` draws without a new program.
    """
    start, chance = variant_of(region, options.reassociate), random.Random(seed)
    clock = Clock(seconds)
    search = NestSearch(options, buffers, Predictor(arch), Slots.of(arch), clock)
    forest: list[Tree] = []
    for one in trees(start, options):
        forest.append(one)
        if clock.over:
            break
    seen: set[tuple[Step, ...]] = set()
    idle = 0

    @cache
    def choices(number: int, path: Path) -> list[Unrolling | None]:
        one = forest[number]
        nest = loops_at(one.variant.region.body, path)[-1]
        tiled = one.tiled & {loop.index for loop in loops_of((nest,))}
        return [None, *unrollings(search, one.variant, path, tiled)]

    while idle < IDLE and not clock.over:
        idle += 1
        number = chance.randrange(len(forest))
        one = forest[number]
        steps = one.variant.steps
        # Later nests come first, as their steps do not change the paths of earlier ones.
        for nest in reversed(list(perfect_nests(one.variant.region.body))):
            if not nest.loops:
                continue
            chosen = chance.choice(choices(number, nest.path))
            made = None if chosen is None else chosen.made
            if made is not None:
                steps += made.steps[len(one.variant.steps) :]
        if steps in seen:
            continue
        seen.add(steps)
        try:
            start.replay(steps)
        except (IllegalError, NotApplicableError):
            # The steps of one nest may make the steps of another illegal.
            continue
        idle = 0
        yield one.name, steps
