"""The methods of the command: the proposers of partitions and their order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Literal

from partition.heuristics import (
    Coarse,
    TrialSearch,
    coarsen,
    graph_partition,
    multilevel,
    plain,
    refine,
    starts,
)
from partition.heuristics.bayes import Sampler
from partition.model.graph import PartitionGraph
from partition.model.limits import Limits
from partition.model.partition import Partition
from partition.question.every import every, sets_of
from partition.question.exact import MORE, bound, exact
from partition.question.mapping import SMALL
from partition.question.recursive import Cut, recursive
from partition.question.search import PartitionSearch, fewest_parts, planned_intervals
from shell.budget import Budget, Stopwatch

Method = Literal["bopart", "nsga2", "exact", "multilevel", "auto"]

REFINE_SECONDS = 5.0

ROOM = 90
"""Maximum use of the issue slots by parts of recursive methods, in percent."""

STARTS, SEEDS = 3, 2
"""The number of refined orders, and the refinements of each."""

CHOICES = 2
"""The number of mapped partitions per total, with large parts."""

FILLED = (93, 97)
"""Maximum use of the issue slots by parts in percent, for consecutive tries."""

PATIENCE = (1.2, 4.0)
"""Factors of the usual time for parts of refined orders, at first and in the second round."""

HASTE = 0.5
"""The same for parts that solvers decide."""

ALL_QUICK_SECONDS, QUICK_SECONDS = 40.0, 3.0
"""Seconds for all quick mappings of small parts, and for each."""

IDLES = 3
"""Consecutive seeds without a new promising partition after which quick mappings end."""

SHOWN_SECONDS = 1.0
"""The period of progress lines about trials."""


@dataclass(frozen=True)
class Options:
    """Options of the methods; `store` is a file that keeps the trials of bopart and nsga2."""

    method: Method = "auto"
    search: TrialSearch = field(default_factory=TrialSearch)
    refined: bool = True
    store: Path | None = None


def steps_of(options: Options) -> Callable[[PartitionSearch], Iterator[None]]:
    """Return the steps of a method."""
    if options.method == "exact":
        return exact
    if options.method == "auto":
        return lambda search: _auto(search, options)
    if options.method == "multilevel":
        return lambda search: recursive(search, "multilevel", _metis(search, options), ROOM)
    return lambda search: recursive(search, options.method, _bayes(search, options), ROOM)


def _auto(search: PartitionSearch, options: Options) -> Iterator[None]:
    """Try the whole, refined cuts of orders, trials for small parts, then the exact method; every
    partition instead where there are few.

    Of small parts CP-SAT bounds the total before trials: often no smaller one is possible.
    """
    settings = search.settings
    if (sets := sets_of(search.graph)) is not None:
        yield from every(search, sets)
        if search.answer.total is not None or settings.parts is not None:
            yield from bound(search)
        return
    if settings.parts in (None, 1) and search.answer.bound <= settings.max_ii:
        yield from _whole(search)
    hint: Sequence[int] | None = None
    bounded = False
    if settings.parts != 1:
        orders: dict[int, list[tuple[list[int], list[int]]]] = {}
        decided: set[frozenset[tuple[str, ...]]] = set()
        for patience in PATIENCE:
            large = False
            for percent in FILLED:
                if percent not in orders:
                    orders[percent] = _refined_orders(search, percent)
                for part, planned in orders[percent]:
                    hint = hint or part
                    yield
                    partition = search.members(part)
                    own = max(map(len, partition.parts)) > SMALL
                    large = large or own
                    if not own and frozenset(partition.parts) in decided:
                        continue
                    decided.add(frozenset(partition.parts))
                    if search.answer.total is None or sum(planned) < search.answer.total:
                        by = f"orders, refined, {percent}% full"
                        search.try_partition(by, partition, planned, patience if own else HASTE)
                        hint = part
                    yield
            if not large:
                # Solvers have decided these parts, or timed out.
                yield from _quick_mappings(search)
                yield from bound(search, hint)
                bounded = True
                if search.refuted:
                    return
                known = [part for own in orders.values() for part, _ in own]
                yield from _trials(search, options, known, decided)
                break
    yield from exact(search, hint, bounded=bounded)


def _quick_mappings(search: PartitionSearch) -> Iterator[None]:
    """Map many partitions into small parts, each for `QUICK_SECONDS` at most.

    Partitions with equal totals differ widely: some map at once, others never.
    """
    settings, graph = search.settings, search.graph
    parts, full = max(fewest_parts(search), 2), search.limits.thinned(100)
    cap = min(-(-search.answer.bound // parts) + 1, settings.max_ii)
    budget, seen = Budget.of(ALL_QUICK_SECONDS), set[frozenset[tuple[str, ...]]]()
    idle = 0
    for seed in count(settings.seed + 1):
        if budget.over() or idle >= IDLES:
            return
        idle += 1
        for start in starts(graph, full, parts, seed, cap)[:STARTS]:
            if budget.over():
                return
            part = refine(graph, full, start, parts, cap, seed, search.within(QUICK_SECONDS))
            yield
            partition = search.members(part)
            planned = planned_intervals(search, partition, 1.0)
            known = frozenset(partition.parts) in seen or max(planned) > settings.max_ii
            seen.add(frozenset(partition.parts))
            if not known and (search.answer.total is None or sum(planned) < search.answer.total):
                idle = 0
                search.try_partition("a quick mapping", partition, planned, seconds=QUICK_SECONDS)
            yield


def _trials(
    search: PartitionSearch,
    options: Options,
    known: Sequence[Sequence[int]],
    decided: Collection[frozenset[tuple[str, ...]]],
) -> Iterator[None]:
    """Map partitions by trials that begin with the `known` ones, unless they are `decided`.

    NSGA-II comes before TPE, since it takes a tenth of its time.
    """
    parts = max(fewest_parts(search), 2)
    begin = [part for part in known if len(set(part)) == parts]
    samplers: tuple[Sampler, ...] = ("nsga2", "tpe")
    for sampler in samplers:
        own = replace(options, search=replace(options.search, sampler=sampler))
        part = _bayes(search, own, begin)(search.graph, search.limits, parts)
        yield
        if part is None:
            continue
        partition = search.members(part)
        planned = planned_intervals(search, partition, 1.0)
        promising = search.answer.total is None or sum(planned) < search.answer.total
        if promising and frozenset(partition.parts) not in decided:
            search.try_partition(f"trials of {sampler}", partition, planned, HASTE)
        yield


def _refined_orders(search: PartitionSearch, percent: int) -> list[tuple[list[int], list[int]]]:
    """Return the part of each block and the planned IIs, the smallest total first.

    For each number of parts, only partitions with the smallest total, the least crowded first.
    """
    settings, graph = search.settings, search.graph
    thin = search.limits.thinned(percent)
    fewest = max(fewest_parts(search), 2)
    most = fewest if settings.parts is not None else min(fewest + MORE, len(graph.blocks))
    found: list[tuple[int, int, int, float, list[int], list[int]]] = []
    for parts in range(fewest, most + 1):
        # Large parts are hard to map, so all parts get about the same size.
        even = -(-search.answer.bound * 100 // (percent * parts)) + 1
        cap = min(even, settings.max_ii)
        budget = search.within(REFINE_SECONDS)
        refined = [
            refine(graph, thin, start, parts, cap, settings.seed + n, budget)
            for start in starts(graph, thin, parts, settings.seed, cap)[:STARTS]
            for n in range(SEEDS)
        ]
        own = []
        for part in {tuple(part): part for part in refined}.values():
            planned = planned_intervals(search, search.members(part), percent / 100)
            over = sum(max(0, interval - settings.max_ii) for interval in planned)
            # Ties prefer more parts: smaller parts are easier to map.
            crowd = _crowd(search, search.members(part), planned)
            own.append((over, sum(planned), -parts, crowd, part, planned))
        own.sort()
        large = len(graph.dfg.operations) > SMALL * parts
        found += [row for row in own if row[:2] == own[0][:2]][: CHOICES if large else 1]
    return [(part, planned) for *_, part, planned in sorted(found)]


def _crowd(search: PartitionSearch, partition: Partition, planned: Sequence[int]) -> float:
    """Return the largest number of operands per context of a part: many leave few placements."""
    read = (
        sum(len(x.operands) for x in search.splitter.part(members, "").dfg.operations)
        for members in partition.parts
    )
    return max(count / interval for count, interval in zip(read, planned, strict=True))


def _whole(search: PartitionSearch) -> Iterator[None]:
    """Map the whole DFG without a cut."""
    names = tuple(name for block in search.graph.blocks for name in block)
    search.map_part("whole", names, 100)
    if search.known(names).mapping is not None:
        search.try_partition("whole", Partition((names,)), [search.known(names).interval or 1])
    yield


def _bayes(search: PartitionSearch, options: Options, begin: Sequence[Sequence[int]] = ()) -> Cut:
    calls = 0

    def cut(graph: PartitionGraph, limits: Limits, parts: int) -> Sequence[int] | None:
        nonlocal calls
        calls += 1
        coarse = _coarse(graph, parts)
        told = Stopwatch()

        def observer(trial: int, cost: float, best: float, seconds: float) -> None:
            nonlocal told
            if told.seconds > SHOWN_SECONDS:
                told = Stopwatch()
                search.tell(f"{options.method}: trial {trial}, cost {best:g}")

        found = graph_partition(
            coarse,
            parts,
            options.search,
            begin,
            budget=search.budget,
            observer=observer,
            store=options.store,
            study=f"{graph.dfg.name} {calls}",
        )
        search.answer.trace += [
            {
                "call": calls,
                "trial": trial.number,
                "cost": trial.cost,
                "best": trial.best,
                "seconds": round(trial.seconds, 3),
            }
            for trial in found.trace
        ]
        if not found.valid:
            return None
        return _refined(search, options, graph, limits, found.part, parts)

    return cut


def _metis(search: PartitionSearch, options: Options) -> Cut:
    def cut(graph: PartitionGraph, limits: Limits, parts: int) -> Sequence[int] | None:
        coarse = _coarse(graph, parts)
        settings = search.settings
        budget = search.within(REFINE_SECONDS)
        thin = limits.thinned(ROOM)
        return multilevel(graph, coarse, thin, parts, settings.max_ii, settings.seed, budget)

    return cut


def _coarse(graph: PartitionGraph, parts: int) -> Coarse:
    coarse = coarsen(graph, parts)
    return coarse if len(coarse.groups) >= parts else plain(graph)


def _refined(
    search: PartitionSearch,
    options: Options,
    graph: PartitionGraph,
    limits: Limits,
    part: Sequence[int],
    parts: int,
) -> Sequence[int]:
    if not options.refined:
        return part
    settings = search.settings
    budget = search.within(REFINE_SECONDS)
    thin = limits.thinned(ROOM)
    return refine(graph, thin, part, parts, settings.max_ii, settings.seed, budget)
