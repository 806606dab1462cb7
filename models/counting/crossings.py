"""Counting across a cut: values needed in a set of components are computed there or cross the cut.

Operations that only these components can execute take issue slots there. So does a value that they
read, or that leaves through them, unless it is computed elsewhere; then it crosses every cut
between the two sets, of which the smallest is taken (L. R. Ford and D. R. Fulkerson: Maximal flow
through a network, 1956). For small IIs the slots and the paths of a cut together are too few, for
example where loads take all slots next to a memory and their addresses come over a few links.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.counting.demands import Work, supported, work
from models.data.architecture import Architecture
from models.data.certificate import Crossing
from models.distinct import distinct_rows
from models.igraph_import import graph_base
from models.space_time.index import Index


class Cut(NamedTuple):
    """Paths that separate some components from others, and their width."""

    paths: tuple[str, ...]
    width: int


def crossings(index: Index, contexts: int) -> Iterator[Crossing]:
    """Yield the crossings that are too many for so many contexts."""
    for works in work(index):
        able = supported(index, works)
        read = [_read(index, own) for own in works]
        for group in distinct_rows(able) if len(able) else ():
            inside = np.flatnonzero(~(able & ~group).any(axis=1))
            needed = set().union(*(read[n] for n in inside))
            for place, values in _wanted(index, needed, group):
                own = [works[n] for n in inside]
                yield from _counted(index, own, values, group, place, contexts)


def _counted(
    index: Index,
    inside: list[Work],
    values: set[int],
    group: NDArray[np.bool_],
    place: NDArray[np.bool_],
    contexts: int,
) -> Iterator[Crossing]:
    """Count those values alone that can only cross, then all with the operations beside them."""
    components = index.problem.arch.components
    made_inside = {index.candidates[n].value for own in inside for n in own.candidates}
    rows = np.array(sorted(values - made_inside), dtype=np.int64)
    able = index.latency[rows] > 0
    foreign, everything = ~able[:, place].any(axis=1), np.ones(len(rows), dtype=np.bool_)
    operations = tuple(name for own in inside for name in own.items)
    slots = sum(components[j].issue for j in _numbers(place))
    for items, chosen, per_cycle in (((), foreign, 0), (operations, everything, slots)):
        count = len(items) + int(chosen.sum())
        # Most are few enough for the slots and a single path.
        if not chosen.any() or count <= (per_cycle + 1) * contexts:
            continue
        sources = able[chosen].any(axis=0) & ~place
        cut = smallest_cut(index.problem.arch, _numbers(sources), _numbers(place))
        if cut is None or count <= (per_cycle + cut.width) * contexts:
            continue
        yield Crossing(
            contexts=contexts,
            components=tuple(components[j].name for j in _numbers(group)),
            paths=cut.paths,
            operations=items,
            values=tuple(index.values[i] for i in rows[chosen]),
            units=(per_cycle + cut.width) * contexts,
        )


def _numbers(places: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(int(j) for j in np.flatnonzero(places))


def _wanted(
    index: Index, read: set[int], group: NDArray[np.bool_]
) -> Iterator[tuple[NDArray[np.bool_], set[int]]]:
    """Yield places, and the computed values needed there: the operands read in `group`, and with
    these the results that the external component collects.
    """
    yield group, read
    external, results = index.external, index.problem.dfg.results
    if external is not None and results:
        place = group.copy()
        place[external] = True
        computed = {index.value[name] for name in results}
        yield place, read | {i for i in computed if i >= index.inputs}


def _read(index: Index, own: Work) -> set[int]:
    """Return the values of DFG operations that a work reads wherever it is executed.

    Partial results of sums are excluded: one of the same terms may serve several sums.
    """
    entries = [index.candidates[n] for n in own.candidates]
    if any(len(entry.candidate.executes) > 1 for entry in entries):
        return set()
    sure = [{slot[0][0] for slot in entry.slots if len(slot) == 1} for entry in entries]
    known = index.problem.dfg.operation_by_name
    return {i for i in set.intersection(*sure) if index.values[i] in known}


@lru_cache(maxsize=256)
def smallest_cut(
    arch: Architecture, sources: tuple[int, ...], targets: tuple[int, ...]
) -> Cut | None:
    """Return a cut of the smallest width between components by their numbers; None where paths of
    unlimited width lead from one to the other.
    """
    number = {component.name: j for j, component in enumerate(arch.components)}
    count = len(number)
    # A path is an edge of its own width, between those to it and those from it.
    start, end = count + 2 * len(arch.paths), count + 2 * len(arch.paths) + 1
    unlimited = 1 + sum(path.width or 0 for path in arch.paths)
    edges, capacity = [], []
    for h, path in enumerate(arch.paths):
        into, out = count + 2 * h, count + 2 * h + 1
        edges += [(number[name], into) for name in path.sources]
        edges += [(out, number[name]) for name in path.targets]
        edges.append((into, out))
        capacity += [unlimited] * (len(path.sources) + len(path.targets))
        capacity.append(unlimited if path.width is None else path.width)
    edges += [(start, j) for j in sources] + [(j, end) for j in targets]
    capacity += [unlimited] * (len(sources) + len(targets))
    graph = graph_base()(n=end + 1, edges=edges, directed=True)
    width, _, before, _ = graph.mincut(start, end, capacity=capacity)
    if width >= unlimited:
        return None
    reached = set(before)
    crossed = [
        path
        for h, path in enumerate(arch.paths)
        if count + 2 * h in reached and count + 2 * h + 1 not in reached
    ]
    return Cut(tuple(path.name for path in crossed), sum(path.width or 0 for path in crossed))
