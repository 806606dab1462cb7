"""The exact model for CP-SAT: tiles and starts are integers, and the cycles are minimised.

Every constraint is named as in docs/streaming.md. The first known solution is a hint. The horizon
is one cycle less than the best mapping, or enough for any mapping.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from streaming.model.bounds import Times
from streaming.model.rules import Rules
from streaming.model.schedule import Placement, Schedule
from streaming.question.cp_sat import Run, cp_model_module
from streaming.question.tiles import mates, pivot


@dataclass(frozen=True)
class Model:
    """A CP-SAT model, and the variables that encode a mapping."""

    proto: Any
    tile: list[Any]
    start: list[Any]
    spoke: list[Any]


def build(rules: Rules, ii: int, horizon: int, placed: Mapping[int, tuple[int, int]]) -> Model:
    """Return the model of all mappings at `ii` with at most `horizon` cycles.

    `placed` fixes the tile and the spoke of instructions.
    """
    cp = cp_model_module().CpModel()
    engine, times = rules.engine, Times(rules)
    tile, start, spoke = [], [], []
    for n in range(rules.size):
        first, last = times.heads[n], max(times.heads[n], horizon - times.tails[n])
        tile.append(cp.new_int_var(0, engine.tiles - 1, f"tile {n}"))
        start.append(cp.new_int_var(first, last, f"start {n}"))
        spoke.append(cp.new_int_var(0, ii - 1, f"spoke {n}"))
        turn = cp.new_int_var(0, last // ii, f"turn {n}")
        cp.add(start[n] == ii * turn + spoke[n])
    for n, (at, k) in placed.items():
        cp.add(tile[n] == at)
        cp.add(spoke[n] == k)
    model = Model(cp, tile, start, spoke)
    _spokes(model, ii)
    _arrivals(model, rules)
    _launches(model, rules, ii, horizon)
    _places(cp, rules, tile, mirror=not placed)
    least = max(times.heads[n] + times.tails[n] for n in range(rules.size))
    cycles = cp.new_int_var(min(least, horizon), horizon, "cycles")
    for n in range(rules.size):
        cp.add(cycles >= start[n] + engine.pipeline)
    cp.minimize(cycles)
    return model


def _spokes(model: Model, ii: int) -> None:
    """A spoke of a tile has at most one instruction."""
    pairs = zip(model.tile, model.spoke, strict=True)
    model.proto.add_all_different([tile * ii + spoke for tile, spoke in pairs])


def _arrivals(model: Model, rules: Rules) -> None:
    """Operands reach their readers in time."""
    cp, engine = model.proto, rules.engine
    latency = engine.latencies()
    straight = latency == tuple(range(len(latency)))
    latest: dict[int, list[Any]] = {}
    for u, v in rules.program.edges:
        way = model.tile[v] - model.tile[u]
        ready = model.start[u] + engine.pipeline
        if straight and engine.waiting:
            cp.add(model.start[v] >= ready + way)
            cp.add(model.start[v] >= ready - way)
            continue
        distance = cp.new_int_var(0, len(latency) - 1, f"distance {u} {v}")
        cp.add_abs_equality(distance, way)
        taken = cp.new_int_var(0, max(latency), f"latency {u} {v}")
        cp.add_element(distance, list(latency), taken)
        cp.add(model.start[v] >= ready + taken)
        latest.setdefault(v, []).append(ready + taken)
    if not engine.waiting:
        for v, arrivals in latest.items():
            cp.add_max_equality(model.start[v], arrivals)


def _launches(model: Model, rules: Rules, ii: int, horizon: int) -> None:
    """A flow launches after its messages arrive, and starts within one II of its launch."""
    cp, engine = model.proto, rules.engine
    for flow in range(max(rules.flow) + 1):
        launch: Any = 0
        if flow in rules.inbound:
            launch = cp.new_int_var(0, horizon, f"launch {flow}")
            for post in rules.inbound[flow]:
                cp.add(launch >= model.start[post.source] + engine.pipeline + engine.message)
        for n in rules.starts:
            if rules.flow[n] == flow:
                cp.add(model.start[n] >= launch)
                cp.add(model.start[n] <= launch + ii - 1)


def _places(cp: Any, rules: Rules, tile: Sequence[Any], mirror: bool) -> None:
    """The rules about tiles only."""
    _reach(cp, rules, tile)
    _outputs(cp, rules, tile)
    _memories(cp, rules, tile)
    _apart(cp, rules, tile)
    if mirror:
        # The row is symmetric.
        cp.add(tile[pivot(rules)] <= (rules.engine.tiles - 1) // 2)


def _reach(cp: Any, rules: Rules, tile: Sequence[Any]) -> None:
    """A result reaches its readers."""
    for u, v in rules.program.edges:
        cp.add_linear_constraint(tile[v] - tile[u], -rules.engine.reach, rules.engine.reach)


def _outputs(cp: Any, rules: Rules, tile: Sequence[Any]) -> None:
    """Without multicast, all readers on other tiles share one tile."""
    if rules.engine.multicast:
        return
    for u, readers in enumerate(rules.readers):
        if len(readers) < 2:
            continue
        away = {v: cp.new_bool_var(f"away {u} {v}") for v in readers}
        for v in readers:
            cp.add(tile[u] == tile[v]).only_enforce_if(~away[v])
            for w in readers:
                if v < w:
                    cp.add(tile[v] == tile[w]).only_enforce_if([away[v], away[w]])


def _memories(cp: Any, rules: Rules, tile: Sequence[Any]) -> None:
    """Instructions that share variables are on one tile (§2.7, rule 1)."""
    for first, n in mates(rules):
        cp.add(tile[first] == tile[n])


def _apart(cp: Any, rules: Rules, tile: Sequence[Any]) -> None:
    """Siblings, and starts of flows, are on different tiles (§2.7, rules 2 and 3)."""
    covered = set()
    if rules.engine.siblings:
        for readers in rules.readers:
            if len(readers) > 1:
                cp.add_all_different([tile[n] for n in readers])
                covered |= {(a, b) for a in readers for b in readers}
    for a, b in rules.apart:
        if (a, b) not in covered:
            cp.add(tile[a] != tile[b])


@dataclass(frozen=True)
class Solve:
    """One CP-SAT question: the fewest cycles at `ii`, at most `horizon`."""

    rules: Rules
    ii: int
    horizon: int
    seed: int = 0
    jobs: int = 2

    def start(
        self,
        deadline: float,
        hint: Schedule | None = None,
        placed: Mapping[int, tuple[int, int]] | None = None,
    ) -> Run[Schedule]:
        """Return the run, a context manager. "infeasible" refers to mappings within `horizon`."""
        model = build(self.rules, self.ii, self.horizon, placed or {})
        if hint is not None:
            _hint(model, self.rules, hint, turn=not placed)

        def read(value: Callable[[Any], int]) -> Schedule:
            return self._read(model, value)

        return Run(model.proto, read, deadline, self.seed, self.jobs)

    def _read(self, model: Model, value: Callable[[Any], int]) -> Schedule:
        placements = tuple(
            Placement(x.name, int(value(model.tile[n])), int(value(model.start[n])))
            for n, x in enumerate(self.rules.program.instructions)
        )
        return Schedule(self.rules.program.name, self.rules.engine, self.ii, placements)


def _hint(model: Model, rules: Rules, schedule: Schedule, turn: bool) -> None:
    """Hint a mapping, mirrored if the symmetry breaking of the model demands it."""
    at = {p.instruction: p for p in schedule.placements}
    last = rules.engine.tiles - 1
    turned = turn and at[rules.program.instructions[pivot(rules)].name].tile > last // 2
    for n, x in enumerate(rules.program.instructions):
        tile = at[x.name].tile
        model.proto.add_hint(model.tile[n], last - tile if turned else tile)
        model.proto.add_hint(model.start[n], at[x.name].start)
