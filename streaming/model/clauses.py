"""A CNF of the question "does a mapping at `ii` with at most `cycles` cycles exist?".

Tiles, starts, distances, launches and arrivals are order-encoded: a variable says "at least k".
Instructions of a group share the variables of their tile. One function per family of clauses,
whose docstring is the formula; n, u, v are instructions, x their tiles, s their starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.space_time.constraint_model import ConstraintModel, Literals
from streaming.model.bounds import Times
from streaming.model.rules import Rules
from streaming.model.schedule import Placement, Schedule

Ints = NDArray[np.int32]

TRUE = np.int32(2**30)
"""The constant-true literal and its negation, which are simplified away when clauses are added."""
FALSE = np.int32(-(2**30))


@dataclass(frozen=True)
class Symbols:
    """The meaning of variables: number `first` + m is the `kind` of `keys[m]`.

    `tile` N I: instruction N, and its group, is on tile I; `above` N I: on tile I or above;
    `start` N K: it starts in cycle K or later; `spoke` N S: at a cycle that is S modulo the II;
    `distance` U V D: their tiles are D apart or more; `arrive` U V K: the result of U reaches V in
    cycle K or later; `launch` N K: no start of the flow of N is before cycle K; `output` N D: the
    result of N is sent to the tile that is D higher.
    """

    kind: str
    first: int
    keys: Ints


@dataclass
class StreamingModel:
    """The clauses, and arrays of literals: `on` [group, tile], `above` [group, tile + 1],
    `start` [n, cycle], `spoke` [n, spoke], `distance` [pair of groups, d].

    `mirrored` is an instruction fixed to the lower half of the row (symmetry breaking: the mirror
    image of a mapping is a mapping). Without `timed`, the model has tiles and spokes but no starts,
    a relaxation: every mapping satisfies the clauses, but not every solution is a mapping.
    """

    rules: Rules
    ii: int
    cycles: int
    mirrored: int | None = None
    timed: bool = True
    constraints: ConstraintModel = field(default_factory=ConstraintModel)
    symbols: list[Symbols] = field(default_factory=list)

    def __post_init__(self) -> None:
        rules, times = self.rules, Times(self.rules)
        self.group = np.array(rules.group, dtype=np.int32)
        self.edges = np.array(rules.program.edges, dtype=np.int32).reshape(-1, 2)
        self.earliest = np.array(times.heads, dtype=np.int32)
        self.latest = self.cycles - np.array(times.tails, dtype=np.int32)
        for n in rules.starts:
            if rules.flow[n] not in rules.inbound:
                self.latest[n] = min(self.latest[n], self.ii - 1)
        self.possible = bool(np.all(self.earliest <= self.latest))
        if self.possible:
            self._allocate()

    @cached_property
    def latency(self) -> Ints:
        """Cycles to a tile d away."""
        return np.array(self.rules.engine.latencies(), dtype=np.int32)

    @cached_property
    def least(self) -> Ints:
        """Cycles to a tile that is d or more away."""
        found: Ints = np.minimum.accumulate(self.latency[::-1])[::-1]
        return found

    def _allocate(self) -> None:
        rules, tiles = self.rules, self.rules.engine.tiles
        groups, reach = int(self.group.max()) + 1, rules.engine.reach
        _, first = np.unique(self.group, return_index=True)
        self.on = self.new("tile", _cells([first, np.arange(tiles)])).reshape(groups, tiles)
        self.above = np.full((groups, tiles + 1), TRUE, dtype=np.int32)
        self.above[:, 1:tiles] = self.new("above", _cells([first, np.arange(1, tiles)])).reshape(
            groups, tiles - 1
        )
        self.above[:, tiles] = FALSE
        if self.timed:
            self.start = self.ordered(
                "start", np.arange(rules.size, dtype=np.int32), self.earliest, self.latest
            )
        residues = np.zeros((rules.size, self.ii), dtype=bool)
        for n, (early, late) in enumerate(zip(self.earliest, self.latest, strict=True)):
            residues[n, np.arange(early, min(late, early + self.ii - 1) + 1) % self.ii] = True
        self.spoke = np.full((rules.size, self.ii), FALSE, dtype=np.int32)
        self.spoke[residues] = self.new("spoke", np.argwhere(residues))
        # Pairs of groups; the last row pairs a group with itself.
        low, high = np.triu_indices(groups, 1)
        self.pair = np.full((groups, groups), len(low), dtype=np.int32)
        self.pair[low, high] = self.pair[high, low] = np.arange(len(low))
        linked = np.zeros(len(low) + 1, dtype=bool)
        linked[self.pair[self.group[self.edges[:, 0]], self.group[self.edges[:, 1]]]] = True
        self.linked = np.flatnonzero(linked[:-1])
        self.ends = np.stack([low, high], axis=1).astype(np.int32)
        self.apart = self.group[np.array(rules.apart, dtype=np.int32).reshape(-1, 2)]
        separate = np.zeros(len(linked), dtype=bool)
        separate[self.pair[self.apart[:, 0], self.apart[:, 1]]] = True
        self.free = np.flatnonzero(~separate[:-1])
        wanted = np.zeros((len(low) + 1, reach + 2), dtype=bool)
        wanted[:-1, 1:2] = True
        wanted[self.linked, 1 : reach + 1] = True
        wanted[linked, reach + 1] = False
        wanted[separate, 1] = False
        wanted[-1] = False
        self.distance = np.full(wanted.shape, FALSE, dtype=np.int32)
        cells = np.argwhere(wanted)
        keys = np.hstack([first[self.ends[cells[:, 0]]], cells[:, 1:]])
        self.distance[wanted] = self.new("distance", keys)
        self.distance[:, 0] = TRUE
        self.distance[:-1][separate[:-1], 1] = TRUE
        self.distance[linked, reach + 1] = FALSE

    def new(self, kind: str, keys: NDArray[Any]) -> Literals:
        """Allocate one variable per row of `keys`."""
        first = self.constraints.variables + 1
        self.constraints.variables += len(keys)
        self.symbols.append(Symbols(kind, first, keys.astype(np.int32)))
        return np.arange(first, first + len(keys), dtype=np.int32)

    def ordered(self, kind: str, keys: Ints, low: Ints, high: Ints) -> Literals:
        """Allocate "at least k" for numbers between `low` and `high`: [row, k], k to `cycles`."""
        cycle = np.arange(self.cycles + 1)
        literals = np.where(cycle <= low[:, None], TRUE, FALSE)
        wanted = (cycle > low[:, None]) & (cycle <= high[:, None])
        cells = np.argwhere(wanted)
        literals[wanted] = self.new(
            kind, np.hstack([keys.reshape(len(low), -1)[cells[:, 0]], cells[:, 1:]])
        )
        self.add(f"{kind} order", -literals[:, 1:], literals[:, :-1])
        return literals

    def add(self, family: str, *columns: Literals) -> None:
        """Add clauses; each argument is a column of literals, broadcast against the others."""
        rows = np.stack(np.broadcast_arrays(*columns), axis=-1).reshape(-1, len(columns))
        rows = rows[~(rows == TRUE).any(axis=1)]
        rows[rows == FALSE] = 0
        self.constraints.add_clauses(family, rows)


def mirrored(rules: Rules) -> int | None:
    """Return an instruction with the most edges, which the model fixes to the lower half."""
    if rules.engine.tiles == 1:
        return None
    return max(range(rules.size), key=lambda n: len(rules.readers[n]) + len(rules.sources[n]))


def build(
    rules: Rules,
    ii: int,
    cycles: int,
    placed: Mapping[int, tuple[int, int]] | None = None,
    *,
    timed: bool = True,
) -> StreamingModel:
    """Return the model; if `timed`, it is satisfiable if and only if such a mapping exists.

    `placed` fixes the tile and the spoke of instructions, by number.
    """
    model = StreamingModel(rules, ii, cycles, None if placed else mirrored(rules), timed)
    if not model.possible:
        model.constraints.add_clauses("windows", np.zeros((1, 1), dtype=np.int32))
        return model
    tiles(model)
    mirror(model)
    spokes(model)
    near(model)
    far(model)
    apart(model)
    slots(model)
    for n, (tile, spoke) in (placed or {}).items():
        model.add("placed", model.on[model.group[n], tile : tile + 1])
        model.add("placed", model.spoke[n, spoke : spoke + 1])
    if timed:
        arrivals(model)
        if rules.inbound:
            launches(model)
        if not rules.engine.waiting:
            no_waiting(model)
    if not rules.engine.multicast:
        outputs(model)
    return model


def tiles(model: StreamingModel) -> None:
    """[x = i] ⇔ [x ≥ i] ∧ ¬[x ≥ i+1], of every group."""
    here, next_ = model.above[:, :-1], model.above[:, 1:]
    model.add("tiles", -next_, here)
    model.add("tiles", -model.on, here)
    model.add("tiles", -model.on, -next_)
    model.add("tiles", model.on, -here, next_)


def mirror(model: StreamingModel) -> None:
    """x ≤ (tiles - 1) / 2 of one instruction, as the row is symmetric."""
    if model.mirrored is not None:
        group, half = model.group[model.mirrored], (model.rules.engine.tiles + 1) // 2
        model.add("mirror", -model.above[group, half : half + 1])


def spokes(model: StreamingModel) -> None:
    """s = k ⇒ [spoke = k mod ii]; an instruction has at most one spoke.

    Without starts, every instruction has at least one spoke.
    """
    if model.timed:
        cycle = np.arange(model.cycles + 1)
        later = np.hstack([model.start[:, 1:], np.full((len(model.start), 1), FALSE)])
        inside = (cycle >= model.earliest[:, None]) & (cycle <= model.latest[:, None])
        spoke = np.where(inside, model.spoke[:, cycle % model.ii], TRUE)
        model.add("spokes", -model.start, later, spoke)
    else:
        model.add("spokes", *model.spoke.T)
    one, other = np.triu_indices(model.ii, 1)
    model.add("spokes", -model.spoke[:, one], -model.spoke[:, other])


def near(model: StreamingModel) -> None:
    """¬[|x_u - x_v| ≥ d] ∧ x_u ≥ i ⇒ x_v ≥ i - d + 1, and with u and v exchanged.

    For d beyond the reach of the fabric this is a hop window.
    """
    count = model.rules.engine.tiles
    d = np.arange(1, len(model.latency) + 1)[:, None]
    i = np.arange(count)
    far = model.distance[model.linked, 1:][:, :, None]
    model.add("near", -far[:, 1:], far[:, :-1])
    for one, other in ((0, 1), (1, 0)):
        a, b = model.ends[model.linked, one], model.ends[model.linked, other]
        lower = model.above[b[:, None, None], np.maximum(i - d + 1, 0)]
        model.add("near", -model.above[a][:, None, :-1], far, lower)


def far(model: StreamingModel) -> None:
    """[|x_u - x_v| ≥ d] ⇒ ¬(x_u = i ∧ i - d < x_v < i + d).

    More than d = 1 is needed only if a larger distance can help a mapping.
    """
    i = np.arange(model.rules.engine.tiles)
    a, b = model.ends[model.free, 0], model.ends[model.free, 1]
    model.add("far", -model.distance[model.free, 1:2], -model.on[a], -model.on[b])
    rising = bool(np.all(np.diff(model.latency) >= 0))
    if rising and model.rules.engine.waiting:
        return
    a, b = model.ends[model.linked, 0], model.ends[model.linked, 1]
    d = np.arange(2, len(model.latency))[:, None]
    beyond = -model.distance[model.linked, 2:-1][:, :, None]
    lower = -model.above[b[:, None, None], np.maximum(i - d + 1, 0)]
    upper = model.above[b[:, None, None], np.minimum(i + d, len(i))]
    model.add("far", beyond, -model.on[a][:, None, :], lower, upper)


def apart(model: StreamingModel) -> None:
    """x_u ≠ x_v of siblings, and of starts if the engine separates them."""
    pairs = np.unique(model.apart, axis=0)
    model.add("apart", -model.on[pairs[:, 0]], -model.on[pairs[:, 1]])


def slots(model: StreamingModel) -> None:
    """x_u = x_v ⇒ spoke_u ≠ spoke_v."""
    u, v = np.triu_indices(model.rules.size, 1)
    differ = model.distance[model.pair[model.group[u], model.group[v]], 1]
    model.add("slots", differ[:, None], -model.spoke[u], -model.spoke[v])


def arrivals(model: StreamingModel) -> None:
    """[|x_u - x_v| ≥ d] ∧ s_u ≥ k ⇒ s_v ≥ k + pipeline + least latency from d on.

    If the latency of d itself is larger, also with [|x_u - x_v| = d] and that latency.
    """
    pipeline, least = model.rules.engine.pipeline, model.least
    for d in range(len(least)):
        if d == 0 or least[d] > least[d - 1]:
            _delay(model, d, pipeline + int(least[d]), exact=False)
        if model.latency[d] > least[d]:
            _delay(model, d, pipeline + int(model.latency[d]), exact=True)


def _delay(model: StreamingModel, d: int, delay: int, *, exact: bool) -> None:
    u, v = model.edges[:, 0], model.edges[:, 1]
    pair = model.pair[model.group[u], model.group[v]]
    further = model.distance[pair, d + 1] if exact else np.full(len(pair), FALSE)
    model.add(
        "arrivals",
        -model.distance[pair, d, None],
        further[:, None],
        -_useful(model, u),
        _later(model.start[v], delay),
    )


def _useful(model: StreamingModel, u: Ints) -> Literals:
    """Return [s_u ≥ k], but FALSE if a larger k gives the same literal."""
    cycle = np.arange(model.cycles + 1)
    found: Literals = np.where(cycle < model.earliest[u][:, None], FALSE, model.start[u])
    return found


def _later(literals: Literals, delay: int) -> Literals:
    """Return the literals shifted by `delay` cycles; literals beyond the last cycle are false."""
    found = np.full(literals.shape, FALSE, dtype=np.int32)
    if delay < literals.shape[1]:
        found[:, : literals.shape[1] - delay] = literals[:, delay:]
    return found


def launches(model: StreamingModel) -> None:
    """launch ≤ s < launch + ii of the starts, s_u + pipeline + message ≤ launch for messages."""
    rules = model.rules
    delay = rules.engine.pipeline + rules.engine.message
    for flow, posts in rules.inbound.items():
        starts = np.array([n for n in rules.starts if rules.flow[n] == flow], dtype=np.int32)
        sources = np.array(sorted({post.source for post in posts}), dtype=np.int32)
        low = model.earliest[sources].max(keepdims=True) + delay
        high = model.latest[starts].min(keepdims=True)
        launch = model.ordered("launch", starts[:1], low, high)
        model.add("launches", -launch, model.start[starts])
        model.add("launches", _later(launch, 1), -_later(model.start[starts], model.ii))
        model.add("launches", -_useful(model, sources), _later(launch, delay))


def no_waiting(model: StreamingModel) -> None:
    """[arrive_uv ≥ k] ∧ |x_u - x_v| = d ⇒ s_u ≥ k - pipeline - latency of d.

    s_v ≥ k ⇒ ∨_u [arrive_uv ≥ k].
    """
    if not len(model.edges):
        return
    u, v = model.edges[:, 0], model.edges[:, 1]
    pair = model.pair[model.group[u], model.group[v]]
    pipeline = model.rules.engine.pipeline
    arrive = model.ordered("arrive", model.edges, model.earliest[u] + pipeline, model.latest[v])
    cycle = np.arange(model.cycles + 1)
    for d, latency in enumerate(model.latency.tolist()):
        model.add(
            "no waiting",
            -model.distance[pair, d, None],
            model.distance[pair, d + 1, None],
            -arrive,
            model.start[u[:, None], np.maximum(cycle - pipeline - latency, 0)],
        )
    for n in np.unique(v).tolist():
        needed = np.where(cycle < model.earliest[n], FALSE, model.start[n])
        model.add("no waiting", -needed, *arrive[v == n])


def outputs(model: StreamingModel) -> None:
    """x_u = i ∧ x_v = i + d ⇒ [output_u = d], d ≠ 0; a result has at most one output."""
    rules, reach = model.rules, model.rules.engine.reach
    one, other = np.nonzero(~np.eye(rules.engine.tiles, dtype=bool))
    close = np.abs(other - one) <= reach
    one, other = one[close], other[close]
    for u, readers in enumerate(rules.readers):
        if len(readers) < 2 or not reach:
            continue
        d = np.array([d for d in range(-reach, reach + 1) if d], dtype=np.int32)
        output = np.zeros(2 * reach + 1, dtype=np.int32)
        output[d + reach] = model.new("output", _cells([np.array([u]), d]))
        for v in readers:
            a, b = model.group[u], model.group[v]
            if a == b:
                continue
            sent = output[other - one + reach]
            model.add("outputs", -model.on[a, one], -model.on[b, other], sent)
        first, second = np.triu_indices(len(d), 1)
        model.add("outputs", -output[d + reach][first], -output[d + reach][second])


def decode(model: StreamingModel, true: Iterable[int]) -> Schedule:
    """Return the mapping of a solution, given its true variables."""
    holds = np.zeros(model.constraints.variables + 1, dtype=bool)
    holds[[variable for variable in true if 0 < variable < len(holds)]] = True
    tile = np.argmax(holds[model.on], axis=1)
    known = (model.start != TRUE) & (model.start != FALSE)
    reached = (model.start == TRUE) | (known & holds[np.where(known, model.start, 0)])
    placements = tuple(
        Placement(x.name, int(tile[model.group[n]]), int(reached[n].sum()) - 1)
        for n, x in enumerate(model.rules.program.instructions)
    )
    return Schedule(model.rules.program.name, model.rules.engine, model.ii, placements)


def _cells(axes: Sequence[NDArray[Any]]) -> Ints:
    """Return the Cartesian product of the axes, one combination per row."""
    found = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    return found.reshape(-1, len(axes)).astype(np.int32)
