"""All mappings of a tiny program of the streaming engine: tiles and starts by trying them.

The rules are those of `docs/streaming.md`, stated again; of the package only the data classes of
program and engine are read.
"""

from __future__ import annotations

from collections.abc import Iterator

from streaming.model.engine import Engine
from streaming.model.program import Program

WORK = 150_000
"""Places that are tried before a question counts as undecided."""
Spot = tuple[int, int]


class TooMuchError(Exception):
    """Trying everything takes too long."""


class Machine:
    """The rules of one program on one engine at one initiation interval."""

    def __init__(self, program: Program, engine: Engine, ii: int) -> None:
        self.program, self.engine, self.ii, self.work = program, engine, ii, 0
        number = {step.name: n for n, step in enumerate(program.instructions)}
        posted = {(number[m.source], number[m.target]) for m in program.messages}
        every: set[tuple[int, int]] = set()
        self.variables: list[set[str]] = []
        for n, step in enumerate(program.instructions):
            names = {name for name in step.operands if isinstance(name, str)}
            every |= {(number[name], n) for name in names if name in number}
            read = {name for name in names if name not in number}
            self.variables.append(read | set(step.memory))
        self.every, self.posts = every, every & posted
        self.edges = every - posted
        self.size = len(program.instructions)
        self.flow = self._flows()
        readers = {v for _, v in self.edges}
        self.starters = [n for n in range(self.size) if n not in readers]
        self.latency = self._latencies()

    def _flows(self) -> list[int]:
        flow = list(range(self.size))
        for _ in range(self.size):
            for u, v in self.edges:
                flow[u] = flow[v] = min(flow[u], flow[v])
        return flow

    def _latencies(self) -> dict[int, int]:
        """The cycles to the tiles at every distance that can be reached."""
        hops = self.engine.hops
        found = {0: 0}
        for distance in range(1, self.engine.tiles):
            if not self.engine.relay:
                if distance <= len(hops):
                    found[distance] = hops[distance - 1]
                continue
            steps = [found[distance - d] + c for d, c in enumerate(hops, 1) if d <= distance]
            found[distance] = min(steps)
        return found

    def order(self) -> list[int]:
        """Instructions after all that they read."""
        done: list[int] = []
        while len(done) < self.size:
            done += [
                n
                for n in range(self.size)
                if n not in done and all(u in done for u, v in self.every if v == n)
            ]
        return done

    def mappings(self, most: int) -> Iterator[dict[int, Spot]]:
        """Yield the legal mappings with at most so many cycles. Raises `TooMuchError`."""
        order = self.order()
        last = most - self.engine.pipeline

        def extend(chosen: dict[int, Spot]) -> Iterator[dict[int, Spot]]:
            if len(chosen) == self.size:
                if self.launched(chosen):
                    yield chosen
                return
            n = order[len(chosen)]
            for tile in range(self.engine.tiles):
                for start in range(last + 1):
                    self.work += 1
                    if self.work > WORK:
                        raise TooMuchError
                    if self.fits(n, (tile, start), chosen):
                        yield from extend({**chosen, n: (tile, start)})

        return extend({})

    def fits(self, n: int, spot: Spot, chosen: dict[int, Spot]) -> bool:
        """Whether an instruction can be there, as to those that have their place."""
        tile, start = spot
        arrivals = []
        for m, (other, then) in chosen.items():
            if other == tile and (then - start) % self.ii == 0:
                return False
            if self.variables[n] & self.variables[m] and other != tile:
                return False
            if other == tile and self.apart(n, m):
                return False
            if (m, n) in self.edges:
                lag = self.latency.get(abs(other - tile))
                if lag is None:
                    return False
                arrivals.append(then + self.engine.pipeline + lag)
        if arrivals and start < max(arrivals):
            return False
        if arrivals and not self.engine.waiting and start != max(arrivals):
            return False
        return self.engine.multicast or self.one_output({**chosen, n: spot})

    def apart(self, n: int, m: int) -> bool:
        """Whether two instructions have to be on different tiles."""
        if self.engine.siblings and any(
            (u, n) in self.edges and (u, m) in self.edges for u in range(self.size)
        ):
            return True
        if n in self.starters and m in self.starters:
            every = self.engine.starts == "all"
            return every or (self.engine.starts == "flows" and self.flow[n] != self.flow[m])
        return False

    def one_output(self, chosen: dict[int, Spot]) -> bool:
        """Whether every result is sent to one tile at most, besides its own."""
        for u, (home, _) in chosen.items():
            tiles = {chosen[v][0] for w, v in self.edges if w == u and v in chosen}
            if len(tiles - {home}) > 1:
                return False
        return True

    def launched(self, chosen: dict[int, Spot]) -> bool:
        """Whether every flow has a launch: its starts are within an II of it, after messages."""
        for flow in set(self.flow):
            starts = [chosen[n][1] for n in self.starters if self.flow[n] == flow]
            ready = [
                chosen[u][1] + self.engine.pipeline + self.engine.message
                for u, v in self.posts
                if self.flow[v] == flow
            ]
            first = max(ready, default=0)
            # The launch is the latest possible one: the first start of the flow.
            launch = min(starts) if ready else 0
            if launch < first or not all(launch <= s < launch + self.ii for s in starts):
                return False
        return True


def has_mapping(program: Program, engine: Engine, ii: int, most: int) -> bool | None:
    """Whether there is a mapping with at most so many cycles; None where that takes too long."""
    try:
        return next(Machine(program, engine, ii).mappings(most), None) is not None
    except TooMuchError:
        return None
