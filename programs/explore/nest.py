"""In-PNL exploration: orders, then tiling or flattening, then unrolling (PT-Map, Sec. 3.2).

Closed forms rank all combinations; the best ones are materialised and evaluated. Combinations whose
estimate exceeds the context buffer are never materialised.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations, product, zip_longest
from typing import TypeVar

import numpy as np

from programs.cost import Buffers, Pipeline, Predictor, counts, nest_cost, pipelines
from programs.explore.forest import NestCandidate
from programs.explore.guess import Slots, guessed_cycles
from programs.explore.options import Clock, ExploreOptions
from programs.explore.pareto import ranked
from programs.loops.region import Loop
from programs.loops.tree import Path
from programs.transform import Flatten, Reorder, Tile, Unroll, Variant
from programs.transform.editor import Editor

Item = TypeVar("Item")

SLACK = 2
"""Factor by which estimated IIs may exceed the context buffer, as copies share operations."""


@dataclass(frozen=True)
class NestSearch:
    """The parameters common to all nests of an exploration."""

    options: ExploreOptions
    buffers: Buffers
    predictor: Predictor
    slots: Slots
    clock: Clock


@dataclass(frozen=True)
class _Band:
    """A reordered, then tiled or flattened nest: `depth` innermost loops at a path are unrolled.

    `trips` are their trip counts; `pinned` marks the loops that are not unrolled.
    """

    variant: Variant
    path: Path
    trips: tuple[int, ...]
    pinned: tuple[bool, ...]
    fill: int


@dataclass(frozen=True, eq=False)
class Unrolling:
    """A band with unroll factors, and guessed cycles for each share of issue slots."""

    cycles: tuple[int, ...]
    name: str
    band: _Band
    factors: tuple[int, ...]

    @property
    def made(self) -> Variant | None:
        """The program with the transformed nest, None if it is illegal."""
        if math.prod(self.factors) == 1:
            return self.band.variant
        first = next(n for n, factor in enumerate(self.factors) if factor > 1)
        step = Unroll((*self.band.path, *(0,) * first), self.factors[first:])
        return self.band.variant.tried(step)


def nest_candidates(
    search: NestSearch, start: Variant, path: Path, tiled: frozenset[str] = frozenset()
) -> tuple[tuple[NestCandidate, ...], int, int]:
    """Return the best candidates of a perfect nest, and the numbers evaluated and estimated.

    `tiled` are indices of tiles that were sunk into the nest: they are among the innermost levels.
    The best candidate comes first. If none fits the buffers, only the one with the smallest
    violation is returned.
    """
    plain = _evaluated(search, start, start, path)
    guesses = sorted(unrollings(search, start, path, tiled), key=lambda guess: guess.name)
    cycles = zip(*(guess.cycles for guess in guesses), strict=True)
    orders = [[guesses[n] for n in np.argsort(own, kind="stable")] for own in cycles]
    found = {} if plain is None else {str(plain): plain}
    for guess in islice(in_turns(orders), search.options.evaluated):
        if search.clock.over:
            break
        made = guess.made
        if made is not None:
            candidate = _evaluated(search, start, made, path)
            if candidate is not None:
                found.setdefault(str(candidate), candidate)
    kept = best(search, list(found.values()), plain)
    return kept, len(found), len(guesses)


def unrollings(
    search: NestSearch, start: Variant, path: Path, tiled: frozenset[str] = frozenset()
) -> Iterator[Unrolling]:
    """Yield all transformations of a perfect nest that may fit, until the time limit."""
    for band in _bands(search, start, path, tiled):
        if search.clock.over:
            break
        yield from _guesses(search, band)


def in_turns(orders: Sequence[Sequence[Item]]) -> Iterator[Item]:
    """Yield the items of the orders round-robin, each once."""
    seen: set[int] = set()
    for row in zip_longest(*orders):
        for item in row:
            if item is not None and id(item) not in seen:
                seen.add(id(item))
                yield item


def best(
    search: NestSearch, found: list[NestCandidate], plain: NestCandidate | None
) -> tuple[NestCandidate, ...]:
    """Return the kept candidates: all that fit the buffers, else one with the least violation."""
    options = search.options
    feasible = [candidate for candidate in found if candidate.cost.feasible]
    orders = [_by(search, feasible, share) for share in options.fullness]
    kept = list(islice(in_turns(orders), options.keep))
    if not kept:
        # The smallest violation, so that the rest of the program can be evaluated.
        fits = [candidate for candidate in found if candidate.cost.fits_contexts]
        kept = ranked(fits, lambda candidate: candidate.point, options.mode)[:1]
    if not kept and plain is not None:
        kept = [plain]
    return tuple(kept)


def _by(search: NestSearch, found: list[NestCandidate], share: float) -> list[NestCandidate]:
    """Return candidates sorted by their cost at a `share` of the issue slots."""

    def point(candidate: NestCandidate) -> tuple[int, int]:
        cost = candidate.cost.filled(share * search.slots.all)
        return cost.whole, cost.volume

    return ranked(found, point, search.options.mode)


def _evaluated(
    search: NestSearch, start: Variant, made: Variant, path: Path
) -> NestCandidate | None:
    steps = made.steps[len(start.steps) :]
    grown = _parts(made, path[:-1]) - _parts(start, path[:-1]) + 1
    cost = nest_cost(made.region, search.buffers, search.predictor, path, grown)
    return None if cost is None else NestCandidate(steps, cost)


def _parts(variant: Variant, path: Path) -> int:
    if not path:
        return len(variant.region.body)
    return len(Editor(variant.region, variant.origins).loop(path).body)


def _loops(variant: Variant, path: Path) -> tuple[Loop, ...]:
    """Return the loops of the perfect nest at a path."""
    loops = [Editor(variant.region, variant.origins).loop(path)]
    while isinstance(loops[-1].body[0], Loop):
        loops.append(loops[-1].body[0])
    return tuple(loops)


def _orders(
    loops: tuple[Loop, ...], tiled: frozenset[str], options: ExploreOptions
) -> Iterator[tuple[Reorder, bool]]:
    """Yield orders of the innermost levels, and whether only tile loops moved inwards.

    Tile loops move inwards (PT-Map, Sec. 3.2). Beyond PT-Map, one other loop may move inwards if no
    tile does: a nest of pure reductions has no other loop to unroll.
    """
    depth = len(loops)
    inner = list(range(max(0, depth - options.levels), depth))
    outside = range(depth - len(inner))
    for place in outside:
        if loops[place].index in tiled:
            inner = [place, *inner[1:]]
    yield from ((order, True) for order in _permuted(inner, depth))
    if options.inwards and min(inner) == depth - len(inner):
        for place in outside:
            for left_out in inner:
                others = [place, *(level for level in inner if level != left_out)]
                yield from ((order, False) for order in _permuted(others, depth))


def _permuted(inner: Sequence[int], depth: int) -> Iterator[Reorder]:
    """Yield the orders in which these levels are the innermost ones."""
    first = min(inner)
    rest = [place for place in range(first, depth) if place not in inner]
    for chosen in permutations(inner):
        order = (*rest, *chosen)
        yield Reorder((0,) * first, tuple(place - first for place in order))


def _bands(
    search: NestSearch, start: Variant, path: Path, tiled: frozenset[str]
) -> Iterator[_Band]:
    """Yield the forms of the nest before unrolling."""
    options = search.options
    loops = _loops(start, path)
    for step, near in _orders(loops, tiled, options):
        moved: Variant | None = start
        if step.order != tuple(range(len(step.order))):
            moved = start.tried(Reorder((*path, *step.loop), step.order))
        if moved is None:
            continue
        now = _loops(moved, path)
        whole = _band(search, moved, path, 0)
        if whole is None:
            continue
        yield whole
        if not near:
            continue
        inner = (*path, *(0,) * (len(now) - 1))
        for size in options.tiles:
            if size < whole.trips[-1]:
                made = moved.tried(Tile(inner, size))
                band = None if made is None else _band(search, made, path, 1)
                if band is not None:
                    yield band
        if len(now) < 2 or not options.tiles:
            continue
        made = moved.tried(Flatten(inner[:-1]))
        if made is None:
            continue
        band = _band(search, made, path, 0)
        if band is not None and min(options.tiles) <= band.trips[-1] <= max(options.tiles):
            yield band


def _band(search: NestSearch, variant: Variant, path: Path, tile: int) -> _Band | None:
    """Return the innermost loops of a nest; the loop over tiles is not unrolled."""
    loops = _loops(variant, path)
    depth = min(len(loops), search.options.levels + tile)
    first = len(loops) - depth
    outer = _outer(variant, path)
    around = [counts((*outer, *loops[:n])).iterations for n in range(len(loops) + 1)]
    trips = [-(-b // a) if a else 0 for a, b in zip(around, around[1:], strict=False)]
    if not around[-1]:
        return None
    (pipeline,) = _pipelines(variant, path)
    predicted = search.predictor(variant.region, pipeline)
    if predicted is None:
        return None
    pinned = tuple(bool(tile) and n == len(loops) - 2 for n in range(first, len(loops)))
    at = (*path, *(0,) * first)
    return _Band(variant, at, tuple(trips[first:]), pinned, predicted[1])


def _outer(variant: Variant, path: Path) -> tuple[Loop, ...]:
    return Editor(variant.region, variant.origins).outer(path)


def _pipelines(variant: Variant, path: Path) -> list[Pipeline]:
    outer = _outer(variant, path)
    node = Editor(variant.region, variant.origins).loop(path)
    return list(pipelines((node,), outer, path[:-1], path[-1]))


def _guesses(search: NestSearch, band: _Band) -> Iterator[Unrolling]:
    """Yield all unroll factors that may fit."""
    options = search.options
    nest = band.path
    loops = _loops(band.variant, nest)
    outer = counts(_outer(band.variant, nest)).iterations
    (pipeline,) = _pipelines(band.variant, nest)
    shape = search.predictor.shape(band.variant.region, pipeline)
    choices = [
        [1] if pinned else [factor for factor in options.factors if factor <= max(1, trips)]
        for trips, pinned in zip(band.trips, band.pinned, strict=True)
    ]
    most = SLACK * search.buffers.contexts
    loading = search.buffers.context_bytes // search.buffers.bandwidth
    filled = [replace(search.slots, all=share * search.slots.all) for share in options.fullness]
    directions = None
    for factors in product(*choices):
        copies = math.prod(factors)
        if copies > options.copies:
            continue
        if copies > 1:
            if search.slots.interval(shape, copies, factors[-1]) > most:
                continue
            if directions is None:
                directions = band.variant.directions(nest, len(loops))
            if not directions.jammable(factors):
                continue
        cycles = tuple(
            guessed_cycles(shape, band.fill, slots, band.trips, factors, outer, loading)
            for slots in filled
        )
        yield Unrolling(cycles, f"{band.variant} {factors}", band, factors)
