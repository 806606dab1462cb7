"""Tiny programs of the streaming engine, against all mappings: tiles and starts by trying them.

The rules are those of `docs/streaming.md`, stated again; of the package only the data classes of
program and engine are read.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from models.streaming.engine import Engine
from models.streaming.program import Instruction, Message, Program
from tests.adversary.case import need
from tests.adversary.problems import claimed

if TYPE_CHECKING:
    from xyzmap.streamed import Streamed

WORK = 150_000
"""Places that are tried before a question counts as undecided."""
BEYOND = 8
"""Cycles that are tried where nothing is said to fit."""
Spot = tuple[int, int]
Solver = Literal["auto", "sat", "cp-sat"]


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


def streaming(seed: int) -> int:
    """Compare a random program's answer with all of its mappings."""
    draw = random.Random(f"streaming {seed}")
    program, engine = drawn_program(draw), drawn_engine(draw)
    ii, by_ii = draw.randint(1, 4), draw.random() < 0.3
    with tempfile.TemporaryDirectory(prefix="adversary-") as place:
        proof = Path(place) / "proof"
        solvers: tuple[Solver, ...] = ("auto", "auto", "sat", "cp-sat")
        solver = draw.choice(solvers)
        answer = mapped(program, engine, ii, by_ii, solver, proof)
        schedule, asked = answer.schedule, 0
        beyond = engine.pipeline + BEYOND
        if answer.status == "infeasible":
            for smaller in range(1, ii + 1) if by_ii else (ii,):
                asked += _require_none(program, engine, smaller, beyond, "infeasible")
        elif schedule is not None:
            machine = Machine(program, engine, schedule.ii)
            names = [step.name for step in program.instructions]
            chosen: dict[int, Spot] = {}
            spots = {p.instruction: (p.tile, p.start) for p in schedule.placements}
            for n in machine.order():
                need(machine.fits(n, spots[names[n]], chosen), f"'{names[n]}' cannot be there")
                chosen[n] = spots[names[n]]
            need(machine.launched(chosen), "a flow has no launch")
            cycles, bound = answer.record["cycles"], answer.record["cycles_bound"]
            need(answer.status != "optimal" or bound == cycles, f"optimal, but at least {bound}")
            asked += _require_none(program, engine, schedule.ii, bound - 1, f"at least {bound}")
            if by_ii:
                for smaller in range(1, answer.record["ii_bound"]):
                    asked += _require_none(program, engine, smaller, beyond, "a smaller II")
        claim = claimed(proof)
        if claim is not None and schedule is not None:
            need(claim["cycles"] == schedule.cycles, "the certificate has other cycles")
    return asked + 1


def mapped(
    program: Program,
    engine: Engine,
    ii: int,
    by_ii: bool,
    solver: Solver,
    proof: str | Path,
) -> Streamed:
    """Ask the package for a mapping, with a certificate."""
    from xyzmap import map_stream

    return map_stream(
        program,
        ii=ii,
        objective="ii" if by_ii else "cycles",
        solver=solver,
        tiles=engine.tiles,
        pipeline=engine.pipeline,
        hops=engine.hops,
        relay=engine.relay,
        waiting=engine.waiting,
        starts=engine.starts,
        siblings=engine.siblings,
        multicast=engine.multicast,
        message=engine.message,
        jobs=1,
        time_limit=20,
        certificate=proof,
    )


def _require_none(program: Program, engine: Engine, ii: int, most: int, said: str) -> int:
    try:
        found = next(Machine(program, engine, ii).mappings(most), None)
    except TooMuchError:
        return 0
    need(found is None, f"{said}: II {ii} has a mapping with {most} cycles: {found}")
    return 1


def drawn_program(draw: random.Random) -> Program:
    """Return a random program of two to four instructions."""
    size = draw.randint(2, 4)
    names = "abcd"[:size]
    steps, messages = [], []
    for n, name in enumerate(names):
        reads = [x for x in names[:n] if draw.random() < 0.5]
        messages += [Message(x, name) for x in reads if draw.random() < 0.25]
        variables = [x for x in "XY" if draw.random() < 0.2]
        memory = tuple(x for x in "XY" if x not in variables and draw.random() < 0.1)
        steps.append(Instruction(name, "f", (*reads, *variables), memory))
    return Program("small", tuple(steps), ("X", "Y"), tuple(messages))


def drawn_engine(draw: random.Random) -> Engine:
    """Return an engine of up to three tiles, with any options."""
    return Engine(
        tiles=draw.randint(1, 3),
        pipeline=draw.choice((1, 1, 2, 3)),
        hops=tuple(draw.randint(1, 3) for _ in range(draw.randint(1, 2))),
        relay=draw.random() < 0.3,
        waiting=draw.random() < 0.8,
        starts=draw.choice(("flows", "flows", "all", "free")),
        siblings=draw.random() < 0.7,
        multicast=draw.random() < 0.7,
        message=draw.randint(1, 2),
    )
