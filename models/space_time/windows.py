"""The cycles in which a variable can matter: earliest arrival and latest use.

Both are relaxations: they ignore that resources are shared, except that the inputs which one
operation reads must enter its component through a limited width. A variable outside its
window is false in every pruned mapping, so it need not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.space_time.index import Index, IndexedCandidate
from models.space_time.index_array import NEVER, IntArray
from models.space_time.recurrences import require_recurrences


@dataclass(frozen=True)
class Earliest:
    """First cycles, NEVER where impossible: x [V, J] held, y [V, H] arriving, z [V, J] issued.

    `w` [L, J] is when a candidate can first be issued, `done` [V, J] when a value computed on j is
    first there, at the end of a cycle; `read` [V, J] is when an operation on j can read it.
    """

    x: IntArray
    y: IntArray
    z: IntArray
    w: IntArray
    done: IntArray
    read: IntArray


@dataclass(frozen=True)
class Windows:
    """First and last useful cycle of every X [V, J], Y [V, H], Z [V, J] and candidate w [L, J];
    empty if first > last.

    `span` is the number of cycles on the longest value axis: the horizon, plus the cycles beyond it
    in which later iterations read values.
    """

    horizon: int
    span: int
    x_first: IntArray
    x_last: IntArray
    y_first: IntArray
    y_last: IntArray
    z_first: IntArray
    z_last: IntArray
    w_first: IntArray
    w_last: IntArray


def variables(window: Windows) -> int:
    """Return the number of X, Y and Z variables that matter in any cycle."""
    spans = (
        window.x_last - window.x_first,
        window.y_last - window.y_first,
        window.z_last - window.z_first,
    )
    return sum(int(np.maximum(span + 1, 0).sum()) for span in spans)


def earliest(index: Index, *, shared: bool = True, coarse: bool = False) -> Earliest:
    """Return the earliest cycles of every value; they do not depend on the horizon.

    Values without a use in any mapping stay at NEVER. With `shared` false no limited resource is
    considered at all, not even entry widths. If `coarse`, cycles are lower bounds of these, NEVER
    only where these are, without work quadratic in the components for each value.

    Raises `InfeasibleError` when a recurrence needs more contexts than the problem has.
    """
    components, paths = len(index.problem.arch.components), len(index.problem.arch.paths)
    count, candidates = len(index.values), len(index.candidates)

    def never(rows: int, columns: int) -> IntArray:
        return np.full((rows, columns), NEVER, dtype=np.int64)

    found = Earliest(
        x=never(count, components),
        y=never(count, paths),
        z=never(count, components),
        w=never(candidates, components),
        done=never(count, components),
        read=never(count, components),
    )
    travel = by_value(index, index.travel)
    arriving = _Nearest() if coarse else _exact
    for i in range(index.inputs):
        base = np.full(components, NEVER, dtype=np.int64)
        for j in range(components):
            if (i, j) in index.initial:
                base[j] = 0
        _spread(index, found, i, base, travel[i], arriving)
    order = [i for i in index.order if i in index.useful]
    carried = any(index.farthest)
    if carried or index.orders:
        require_recurrences(index, order, travel)
    for sweep in range(2 if coarse else len(order) + 2):
        before = found.w.copy() if carried else found.w
        for i in order:
            _issue_times(index, found, i, first_sweep=sweep == 0, shared=shared)
            _spread(index, found, i, found.done[i], travel[i], arriving)
        if not carried or (sweep > 0 and np.array_equal(before, found.w)):
            return found
    # Entries on slow components may grow for ever; every sweep's cycles are lower bounds.
    return found


def open_windows(index: Index, horizon: int, early: Earliest) -> Windows:
    """Return windows that end with the schedule, without a search for the last useful cycle."""
    span = horizon + index.problem.dfg.max_distance * (index.problem.contexts or 0)
    first = (early.x, early.y, early.z, early.w)
    last = [np.where(each < NEVER, span - 1, -NEVER) for each in first]
    x, y, z, w = zip(first, last, strict=True)
    return Windows(horizon, span, *x, *y, *z, *w)


def by_value(
    index: Index, cycles: Callable[[NDArray[np.bool_], NDArray[np.bool_]], IntArray]
) -> list[IntArray]:
    """`cycles` of every value's places; values with the same places share one answer."""
    cache: dict[bytes, IntArray] = {}
    found = []
    for held, admits in zip(index.may_hold, index.admits, strict=True):
        key = held.tobytes() + admits.tobytes()
        if key not in cache:
            cache[key] = cycles(held, admits)
        found.append(cache[key])
    return found


def _exact(start: IntArray, travel: IntArray) -> IntArray:
    found: IntArray = (start[:, None] + travel).min(axis=0)
    return found


class _Nearest:
    """Bounds on arrivals, as if a value reached all its possible components in its first cycle."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, bytes], IntArray] = {}

    def __call__(self, start: IntArray, travel: IntArray) -> IntArray:
        possible = start < NEVER
        if not possible.any():
            return start
        # Travel times of values live as long as all of this.
        key = (id(travel), possible.tobytes())
        if key not in self._known:
            self._known[key] = travel[possible].min(axis=0)
        arrivals: IntArray = start.min() + self._known[key]
        return arrivals


def _spread(
    index: Index,
    found: Earliest,
    i: int,
    base: IntArray,
    travel: IntArray,
    arrivals: Callable[[IntArray, IntArray], IntArray],
) -> None:
    """Set the earliest x, y and read of value i, which appears in component j at `base[j]`.

    `arrivals` are those everywhere [J], from where a value is held [J] and `travel` [J, J].
    """
    held = index.may_hold[i]
    start = np.where(held, base, NEVER)
    arriving = np.minimum(arrivals(start, travel), NEVER)
    arriving = np.where(index.admits[i], arriving, NEVER)
    stored = np.where(held & index.stores_arrivals, arriving, NEVER)
    found.x[i] = np.minimum(start, stored)
    found.read[i] = np.minimum(np.minimum(found.x[i] + 1, arriving), NEVER)
    leaves = found.x[i] + 1
    leaves = np.where(index.switches, np.minimum(leaves, arriving), leaves)
    row, begin = index.sources_in_a_row
    leave = np.minimum.reduceat(leaves[row], begin)
    found.y[i] = np.minimum(leave + index.path_latency, NEVER)


def _issue_times(index: Index, found: Earliest, i: int, *, first_sweep: bool, shared: bool) -> None:
    """Set when value i can be issued and is done, from when its operands can be read together."""
    for n in index.candidates_of[i]:
        latency = index.candidate_latency[n]
        ready = _ready(index, found, index.candidates[n], latency, first_sweep, shared)
        found.w[n] = np.where(latency > 0, ready, NEVER)
    if not index.candidates_of[i]:
        return
    own = index.candidates_of[i]
    ends = np.where(
        index.candidate_latency[own] > 0, found.w[own] + index.candidate_latency[own] - 1, NEVER
    )
    found.z[i] = found.w[own].min(axis=0)
    found.done[i] = np.minimum(ends.min(axis=0), NEVER)


def _ready(
    index: Index,
    found: Earliest,
    entry: IndexedCandidate,
    latency: IntArray,
    first_sweep: bool,
    shared: bool,
) -> IntArray:
    """[J]: the first cycle in which all operands of a candidate can be read in a component."""
    period = index.problem.contexts or 0
    ready = np.ones(len(latency), dtype=np.int64)
    for slot in entry.slots:
        arrivals = []
        for d, distance in slot:
            if distance and first_sweep and d >= index.inputs:
                break
            read = found.read[d]
            arrivals.append(np.where(read >= NEVER, NEVER, read - distance * period))
        else:
            ready = np.maximum(ready, np.minimum.reduce(arrivals))
    fetched = [slot[0][0] for slot in entry.slots if len(slot) == 1 and slot[0][1] == 0]
    fetched = [d for d in fetched if d < index.inputs]
    if shared and len(fetched) > 1:
        able = np.flatnonzero(latency > 0)
        ready[able] = np.maximum(ready[able], _fetch_times(index, found, fetched, able))
    return ready


def entry_width(index: Index, j: int) -> int | None:
    """Values that can arrive in component j per cycle; None for unlimited."""
    widths = [index.problem.arch.paths[h].width for h in index.paths_into[j]]
    ports = index.problem.arch.components[j].write_ports
    total = None if None in widths else sum(w for w in widths if w is not None)
    return total if ports is None else ports if total is None else min(ports, total)


def _fetch_times(index: Index, found: Earliest, inputs: list[int], able: IntArray) -> IntArray:
    """[K]: the cycles by which all of `inputs`, read together in `able` [K], can have arrived.

    An input is never computed, so inputs that a component does not hold from the start must enter
    through its paths, each from the cycle in which one of the inputs can first arrive over it.
    """
    entry = index.entries
    absent = ~index.held_at_start[inputs][:, able]
    count = absent.sum(axis=0)
    cycle = np.where(absent, found.read[inputs][:, able], 0).max(axis=0)
    # Padding stands at the end: few components have many paths.
    paths, ports = entry.paths[able], entry.ports[able]
    paths = paths[:, (paths < found.y.shape[1]).any(axis=0)]
    arriving = np.append(found.y[inputs], np.full((len(inputs), 1), NEVER), axis=1)[:, paths]
    start = np.where(absent[:, :, None], arriving, NEVER).min(axis=0)
    width = np.where(entry.width[paths] < 0, count[:, None], entry.width[paths])
    width = np.where(start < NEVER, width, 0)
    ports = np.where(ports < 0, count, ports)
    cycle[(start >= NEVER).all(axis=1) | (ports == 0)] = NEVER
    at_once = np.minimum(width.sum(axis=1), ports) >= count
    cycle[~index.stores_arrivals[able] & ~at_once] = NEVER
    cycle = np.where(count > 0, np.minimum(cycle, NEVER), 0)
    waits = index.stores_arrivals[able] & (count > 0)
    while True:
        offered = (width * np.maximum(cycle[:, None] - start + 1, 0)).sum(axis=1)
        through = ports * (cycle - start.min(axis=1, initial=NEVER) + 1)
        late = waits & (cycle < NEVER) & (np.minimum(offered, through) < count)
        if not late.any():
            return cycle
        cycle += late


def windows(index: Index, horizon: int, early: Earliest | None = None) -> Windows:
    """Return the useful cycles of every variable for a horizon of `horizon` cycles.

    Raises `InfeasibleError` as `earliest` does.
    """
    early = early or earliest(index)
    problem, dfg = index.problem, index.problem.dfg
    period = problem.contexts or 0
    components = len(problem.arch.components)
    count = len(index.values)
    x_last = np.full((count, components), -NEVER, dtype=np.int64)
    y_last = np.full((count, len(problem.arch.paths)), -NEVER, dtype=np.int64)
    z_last = np.full((count, components), -NEVER, dtype=np.int64)
    w_last = np.full((len(index.candidates), components), -NEVER, dtype=np.int64)
    travel = by_value(index, index.travel)
    onward = by_value(index, index.onward) if index.switches.any() else None
    results = {index.value[name] for name in dfg.results}
    backwards = [*reversed(index.order), *range(index.inputs)]
    changed = True
    while changed:
        changed = False
        for i in backwards:
            need = np.full(components, -NEVER, dtype=np.int64)
            if index.readers[i]:
                candidates, distances = np.array(index.readers[i]).T
                last = w_last[candidates]
                shifted = last + (distances * period)[:, None]
                need = np.where(last > -NEVER, shifted, -NEVER).max(axis=0)
            held = index.may_hold[i]
            keep = np.where(held, need - 1, -NEVER)
            if i in results and index.external is not None and held[index.external]:
                keep[index.external] = max(keep[index.external], horizon - 1)
            stored = np.where(index.stores_arrivals, keep, -NEVER)
            useful = np.maximum(np.where(index.admits[i], need, -NEVER), stored)
            last = np.maximum(keep, (useful[None, :] - travel[i]).max(axis=1))
            last = np.where(held, last, -NEVER)
            changed |= not np.array_equal(np.maximum(last, -NEVER), x_last[i])
            x_last[i] = np.maximum(last, -NEVER)
            entered = np.where(index.admits[i], need, -NEVER)
            if onward is not None:
                entered = np.maximum(entered, (useful[None, :] - onward[i]).max(axis=1))
            entered = np.maximum(entered, np.where(index.stores_arrivals, x_last[i], -NEVER))
            row, begin = index.targets_in_a_row
            y_last[i] = np.maximum.reduceat(entered[row], begin)
            own = index.candidates_of[i]
            if own:
                latency = index.candidate_latency[own]
                latest = x_last[i] - latency + 1
                if i in index.kept:
                    latest = np.full(latency.shape, NEVER, dtype=np.int64)
                latest = np.minimum(latest, horizon - latency)
                latest = np.where((latency > 0) & (latest >= 1), latest, -NEVER)
                # An operation issued for its effect alone makes its operands useful.
                changed |= not np.array_equal(latest, w_last[own])
                w_last[own] = latest
                z_last[i] = w_last[own].max(axis=0)
        changed = changed and dfg.max_distance > 0
    span = horizon + dfg.max_distance * period
    x_last = np.minimum(x_last, span - 1)
    y_last = np.minimum(y_last, span - 1)
    return Windows(
        horizon, span, early.x, x_last, early.y, y_last, early.z, z_last, early.w, w_last
    )
