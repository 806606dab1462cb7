"""The exact method: a proven lower bound on the total II, and partitions that map at it.

CP-SAT proves the smallest sum of the parts' lower bounds. Parts that fill the array often do not
map. So among the partitions with one total, CP-SAT minimises the use of the fullest part, then the
stores and loads. The totals are tried from a loose one downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from partition.model.model import Asked
from partition.model.partition import Partition
from partition.question.optimum import SOLVER, Improvement, Optimum, optimum
from partition.question.search import PartitionSearch, fewest_parts, planned_intervals
from shell.budget import Stopwatch
from solvers.tasks.solver_options import SolverOptions

EASY = 0.85
"""Share of issue slots up to which parts nearly always map."""

STEP = 0.01
"""Step of the minimised use of the fullest part."""

LONGER = 2.0
"""Factor of the time for the parts of a partition from round to round."""

ROUNDS = 4

MOST_PARTS = 12
"""Maximum number of parts for which one CP-SAT question covers all numbers of parts."""

MORE = 2
"""Tried parts beyond the fewest, if their number is free: smaller parts are easier to map."""


def exact(
    search: PartitionSearch, hint: Sequence[int] | None = None, *, bounded: bool = False
) -> Iterator[None]:
    """Run the method step by step; `hint` is an initial part of each block.

    If `bounded`, CP-SAT has raised the bound before.
    """
    settings, fewest = search.settings, fewest_parts(search)
    most = fewest if settings.parts is not None else min(fewest + MORE, len(search.graph.blocks))
    if not bounded:
        yield from bound(search, hint)
    if search.refuted:
        return
    yield from _descend(search, range(fewest, most + 1), hint)


def bound(search: PartitionSearch, hint: Sequence[int] | None = None) -> Iterator[None]:
    """Raise the bound as far as CP-SAT proves it."""
    settings = search.settings
    if settings.parts is None:
        yield from _bound_any(search)
        return
    asked = Asked(settings.parts, "intervals", max_interval=settings.max_ii)
    smallest = _solve(search, asked, hint)
    impossible = settings.parts * settings.max_ii + 1
    least = impossible if smallest.status == "infeasible" else smallest.bound
    search.raise_bound(least, f"CP-SAT, of every partition into {settings.parts} parts")
    yield


def _bound_any(search: PartitionSearch) -> Iterator[None]:
    """Raise the bound while CP-SAT refutes it for all numbers of parts.

    The II of a part is at least 1, so the number of parts is at most the total.
    """
    most = search.settings.max_ii
    while search.answer.bound <= MOST_PARTS and not search.proven:
        total = search.answer.bound
        parts = min(total, len(search.graph.blocks))
        asked = Asked(parts, "none", full=False, max_interval=most, total=total)
        if _solve(search, asked, None).status != "infeasible":
            return
        search.raise_bound(total + 1, "CP-SAT, of every partition")
        yield


def _descend(search: PartitionSearch, numbers: range, hint: Sequence[int] | None) -> Iterator[None]:
    """Map partitions with ever smaller totals; then retry the failed totals with more time.

    `numbers` are the allowed numbers of parts.
    """
    most = search.settings.max_ii
    top = numbers[-1] * most
    easy = Asked(numbers[0], "intervals", max_interval=most, fill=EASY)
    total = _solve(search, easy, hint).value or top
    if search.answer.total is not None:
        total = min(total, search.answer.total - 1)
    yield
    ready: dict[int, list[tuple[Partition, float]]] = {}
    for n in range(ROUNDS):
        while total >= search.answer.bound:
            yield from _map_total(search, numbers, total, hint, ready, n)
            if not _reached(search, total):
                break
            total = (search.answer.total or total) - 1
        # Totals between the failed one and the best one may be feasible.
        above = total + 1
        while above < (search.answer.total or top + 1):
            yield from _map_total(search, numbers, above, hint, ready, n)
            above += 1
        total = (search.answer.total or total + 1) - 1


def _map_total(
    search: PartitionSearch,
    numbers: range,
    total: int,
    hint: Sequence[int] | None,
    ready: dict[int, list[tuple[Partition, float]]],
    n: int,
) -> Iterator[None]:
    """Map partitions with one total in round n until one maps; `ready` caches them by total."""
    if total in ready:
        for found in ready[total]:
            yield from _attempt(search, total, *found, n)
        return
    ready[total] = []
    for found in _candidates(search, numbers, total, hint):
        ready[total].append(found)
        yield from _attempt(search, total, *found, n)
        if _reached(search, total):
            return


def _reached(search: PartitionSearch, total: int) -> bool:
    return search.answer.total is not None and search.answer.total <= total


def _attempt(
    search: PartitionSearch, total: int, partition: Partition, fill: float, n: int
) -> Iterator[None]:
    if not _reached(search, total):
        targets = planned_intervals(search, partition, fill)
        search.try_partition(
            f"exact, total {total}, {fill:.0%} full", partition, targets, LONGER**n
        )
        yield


def _candidates(
    search: PartitionSearch, numbers: range, total: int, hint: Sequence[int] | None
) -> Iterator[tuple[Partition, float]]:
    """Yield partitions with a total, balanced IIs first, and the use of their fullest part."""
    seen: set[Partition] = set()
    for share in (0, 1, None):
        # Smaller parts are easier to map, but many cost stores and loads.
        for parts in (*numbers[1:], numbers[0]):
            most = search.settings.max_ii
            if share is not None:
                most = min(-(-total // parts) + share, most)
            asked = Asked(parts, "extra", max_interval=most, total=total)
            found, fill = _least_full(search, asked, hint)
            if found is None:
                continue
            fewest = _solve(search, replace(asked, fill=fill), found)
            partition = search.members(fewest.part or found)
            if partition not in seen:
                seen.add(partition)
                yield partition, fill


def _least_full(
    search: PartitionSearch, asked: Asked, start: Sequence[int] | None
) -> tuple[Sequence[int] | None, float]:
    """Return a partition that minimises the use of its fullest part, and that use (0 to 1)."""
    low, high = int(EASY / STEP) - 1, int(1 / STEP)
    best: Sequence[int] | None = None
    at = high
    while low < high or best is None:
        probe = _solve(search, replace(asked, objective="none", fill=at * STEP), start)
        if probe.part is not None:
            best, high = probe.part, at
        elif at == int(1 / STEP):
            return None, 1.0
        else:
            low = at + 1
        at = (low + high) // 2
    return best, high * STEP


def _solve(search: PartitionSearch, asked: Asked, hint: Sequence[int] | None) -> Optimum:
    watch = Stopwatch()

    def tell(improvement: Improvement) -> None:
        search.answer.trace.append(
            {
                "question": asked.objective,
                "parts": asked.parts,
                "fill": round(asked.fill, 4),
                "value": improvement.value,
                "bound": improvement.bound,
                "seconds": round(improvement.seconds, 3),
            }
        )
        if asked.objective == "intervals":
            value = "-" if improvement.value is None else improvement.value
            search.tell(f"CP-SAT: total II {value}, at least {improvement.bound}")

    options = SolverOptions(
        solver=SOLVER, seed=search.settings.seed, memory_limit=search.settings.memory_limit
    )
    budget = search.within(search.settings.solve_seconds)
    found = optimum(search.graph, search.limits, asked, options, budget, hint, tell)
    spent = search.answer.seconds.get("CP-SAT", 0.0)
    search.answer.seconds["CP-SAT"] = spent + watch.seconds
    if found.stopped is not None and not budget.over():
        search.lost = f"CP-SAT: {found.stopped}"
        search.tell(search.lost)
    return found
