"""Slots beside the external memory: what enters or leaves takes one of them for each value.

Where a value can be stored beside the memory only by an issue slot, a result takes one there: it is
computed there or stored in passing. So does an input: it is stored in passing, or an operation
there reads it in the cycle of its arrival. `docs/certificates-ii.md` has the proof.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from models.counting.demand import BORDER, Demand
from models.data.architecture import Component
from models.igraph_import import import_igraph
from models.space_time.index import Index
from models.space_time.windows import Windows

Pair = tuple[int, int]
"""An input, and an operation that reads it in every mapping, by any candidate."""


def border_slots(index: Index, window: Windows) -> list[Demand]:
    """Return the demand of results and inputs for the slots around the external memory.

    None where a value can pass there, or wait, without a slot.
    """
    memory, components = index.external, index.problem.arch.components
    if memory is None or components[memory].issue:
        return []
    ends = [index.targets[h] for h in index.paths_from[memory]]
    ends += [index.sources[h] for h in index.paths_into[memory]]
    border = sorted({j for own in ends for j in own})
    if memory in border or not all(_takes_a_slot(components[j]) for j in border):
        return []
    results = {index.value[name] for name in index.problem.dfg.results}
    items = [index.values[i] for i in sorted(results) if i >= index.inputs]
    items += [f"{index.values[i]} for {index.values[o]}" for i, o in _pairs(index, memory, results)]
    if not items:
        return []
    return [
        Demand(
            BORDER,
            tuple(components[j].name for j in border),
            sum(components[j].issue for j in border),
            tuple(items),
            np.ones(len(items), dtype=np.int64),
            np.full(len(items), window.span - 1),
        )
    ]


def _takes_a_slot(part: Component) -> bool:
    """Whether values leave a component only after an operation or a store that takes a slot."""
    free = part.keeps_arrivals and part.capacity != 0 and not part.routing_issues
    return not part.switch and not free


def _pairs(index: Index, memory: int, results: set[int]) -> list[Pair]:
    """Return pairs of inputs, each once, of which each takes a slot of its own.

    Where a component gets one input per cycle, different inputs that are not stored are read by
    different issues. Otherwise the operations must be different, and no issue executes two.
    """
    held = index.held_at_start
    alone = set(np.flatnonzero(held[:, memory] & (held.sum(axis=1) == 1)))
    pairs = [(i, o) for i, o in _reads(index, results) if i in alone]
    if _is_single(index, memory):
        return sorted({i: (i, o) for i, o in reversed(pairs)}.values())
    times = Counter(n for o in {o for _, o in pairs} for n in index.carriers[o])
    return _matching(pairs) if max(times.values(), default=0) == 1 else []


def _reads(index: Index, results: set[int]) -> list[Pair]:
    """Return the inputs that operations always read; no issue of a result executes these."""
    found = []
    for o, candidates in sorted(index.carriers.items()):
        entries = [index.candidates[n] for n in candidates]
        if entries and results.isdisjoint(entry.value for entry in entries):
            sure = ({slot[0][0] for slot in entry.slots if len(slot) == 1} for entry in entries)
            found += [(i, o) for i in sorted(set.intersection(*sure)) if i < index.inputs]
    return found


def _is_single(index: Index, memory: int) -> bool:
    """Whether no component gets more than one value per cycle from the memory."""
    paths = index.paths_from[memory]
    targets = [j for h in paths for j in index.targets[h]]
    single = len(set(targets)) == len(targets)
    return single and all(index.problem.arch.paths[h].width == 1 for h in paths)


def _matching(pairs: list[Pair]) -> list[Pair]:
    """Return as many of the pairs as possible without an input or an operation in two of them."""
    inputs = {i for i, _ in pairs}
    count = 1 + max(o for _, o in pairs)
    graph = import_igraph().Graph(n=count, edges=pairs)
    matching = graph.maximum_bipartite_matching([n not in inputs for n in range(count)])
    return [(i, matching.match_of(i)) for i in sorted(inputs) if matching.is_matched(i)]
