"""The independent checker of a mapping: every rule, from the program's names alone.

It shares no code with `rules`, on which models and mappers rest.
"""

from __future__ import annotations

from itertools import combinations

from models.text import n_cycles
from streaming.model.program import Instruction, Program
from streaming.model.schedule import Schedule


def check(program: Program, schedule: Schedule) -> list[str]:
    """Return the violated rules of a mapping, one line each; empty for a legal mapping."""
    names = [placement.instruction for placement in schedule.placements]
    expected = [instruction.name for instruction in program.instructions]
    if sorted(names) != sorted(expected):
        odd = sorted(set(names) ^ set(expected)) or [n for n in names if names.count(n) > 1]
        return [f"'{odd[0]}' is not placed exactly once"]
    if schedule.ii < 1:
        return [f"the initiation interval is {schedule.ii}"]
    judge = _Judge(program, schedule)
    return [
        *judge.places(),
        *judge.spokes(),
        *judge.arrivals(),
        *judge.launches(),
        *judge.memories(),
        *judge.starts(),
        *judge.siblings(),
    ]


class _Judge:
    """The rules in the order of docs/streaming.md, each a list of its violations."""

    def __init__(self, program: Program, schedule: Schedule) -> None:
        self.program, self.engine, self.ii = program, schedule.engine, schedule.ii
        self.tile = {p.instruction: p.tile for p in schedule.placements}
        self.start = {p.instruction: p.start for p in schedule.placements}
        self.posted = {(m.source, m.target) for m in program.messages}
        self.by_name = {x.name: x for x in program.instructions}
        self.flow = self._flows()

    def _inputs(self, x: Instruction) -> list[str]:
        """Return the instructions whose results `x` reads over the synchronous fabric."""
        read = [o for o in x.operands if isinstance(o, str) and o in self.by_name]
        return [o for o in read if (o, x.name) not in self.posted]

    def _flows(self) -> dict[str, str]:
        """Return the flow of each instruction, named by the flow's first member."""
        near: dict[str, set[str]] = {name: set() for name in self.by_name}
        for x in self.program.instructions:
            for source in self._inputs(x):
                near[x.name].add(source)
                near[source].add(x.name)
        flow: dict[str, str] = {}
        for first in self.by_name:
            todo = [] if first in flow else [first]
            while todo:
                name = todo.pop()
                if name not in flow:
                    flow[name] = first
                    todo += near[name]
        return flow

    def _ready(self, name: str) -> int:
        return self.start[name] + self.engine.pipeline

    def places(self) -> list[str]:
        """Tiles exist, and no start is negative."""
        found = []
        for name, tile in self.tile.items():
            if not 0 <= tile < self.engine.tiles:
                found.append(f"'{name}' is on tile {tile} of {self.engine.tiles}")
            if self.start[name] < 0:
                found.append(f"'{name}' starts in cycle {self.start[name]}")
        return found

    def spokes(self) -> list[str]:
        """A spoke of a tile has at most one instruction."""
        holder: dict[tuple[int, int], str] = {}
        found = []
        for name, tile in self.tile.items():
            spoke = (tile, self.start[name] % self.ii)
            if spoke in holder:
                what = f"both have spoke {spoke[1]} of tile {tile}"
                found.append(f"'{holder[spoke]}' and '{name}' {what}")
            holder[spoke] = name
        return found

    def arrivals(self) -> list[str]:
        """Operands reach their readers in time, over at most the available outputs."""
        latency, found = self.engine.latencies(), []
        outputs: dict[str, set[int]] = {name: set() for name in self.by_name}
        for x in self.program.instructions:
            last = None
            for source in self._inputs(x):
                offset = self.tile[x.name] - self.tile[source]
                if abs(offset) >= len(latency):
                    what = f"tile {self.tile[source]} to tile {self.tile[x.name]}"
                    found.append(f"'{source}' does not reach '{x.name}': {what}")
                    continue
                outputs[source] |= {offset} - {0}
                arrives = self._ready(source) + latency[abs(offset)]
                last = arrives if last is None else max(last, arrives)
                if self.start[x.name] < arrives:
                    what = f"'{source}' arrives in {arrives}"
                    found.append(f"'{x.name}' starts in cycle {self.start[x.name]}, {what}")
            if not self.engine.waiting and last is not None and self.start[x.name] > last:
                found.append(f"'{x.name}' waits from cycle {last} to {self.start[x.name]}")
        if not self.engine.multicast:
            for name, offsets in outputs.items():
                if len(offsets) > 1:
                    found.append(f"'{name}' is sent to {len(offsets)} tiles by one output")
        return found

    def launches(self) -> list[str]:
        """A flow launches after its messages arrive, and starts within one II of its launch."""
        found = []
        for flow in dict.fromkeys(self.flow.values()):
            members = [self.by_name[n] for n, other in self.flow.items() if other == flow]
            starts = [x.name for x in members if not self._inputs(x)]
            posts = [(m.source, m.target) for m in self.program.messages]
            posts = [(u, v) for u, v in posts if self.flow[v] == flow]
            cycles = [self.start[name] for name in starts]
            first = 0 if not posts else min(cycles)
            for u, _ in posts:
                arrives = self._ready(u) + self.engine.message
                if first < arrives:
                    what = f"starts in cycle {first}, the message of '{u}' arrives in {arrives}"
                    found.append(f"flow of '{flow}' {what}")
            if max(cycles) - first >= self.ii:
                late = starts[cycles.index(max(cycles))]
                what = f"starts in cycle {max(cycles)}, its flow in {first}"
                found.append(f"'{late}' {what}: not within {n_cycles(self.ii)}")
        return found

    def memories(self) -> list[str]:
        """Instructions that share a variable are on one tile (§2.7, rule 1)."""
        holder: dict[str, str] = {}
        found = []
        for x in self.program.instructions:
            read = {o for o in x.operands if isinstance(o, str) and o not in self.by_name}
            for variable in sorted(read | set(x.memory)):
                other = holder.setdefault(variable, x.name)
                if self.tile[other] != self.tile[x.name]:
                    found.append(f"'{other}' and '{x.name}' share '{variable}', but no tile")
        return found

    def starts(self) -> list[str]:
        """Starts of flows are on different tiles (§2.7, rule 2), as `Engine.starts` demands."""
        starts = [x.name for x in self.program.instructions if not self._inputs(x)]
        found = []
        for a, b in combinations(starts, 2):
            wanted = self.engine.starts == "all" or (
                self.engine.starts == "flows" and self.flow[a] != self.flow[b]
            )
            if wanted and self.tile[a] == self.tile[b]:
                found.append(f"'{a}' and '{b}' start flows on one tile")
        return found

    def siblings(self) -> list[str]:
        """Readers of one result are on different tiles (§2.7, rule 3)."""
        if not self.engine.siblings:
            return []
        readers: dict[str, list[str]] = {}
        for x in self.program.instructions:
            for source in dict.fromkeys(self._inputs(x)):
                readers.setdefault(source, []).append(x.name)
        return [
            f"'{a}' and '{b}' both read '{source}' on one tile"
            for source, names in readers.items()
            for a, b in combinations(names, 2)
            if self.tile[a] == self.tile[b]
        ]
