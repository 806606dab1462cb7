"""The rules of a mapping onto the streaming engine, stated again for the verifier.

From the program's names and the engine's numbers alone: nothing of `streaming.model.rules` or
`streaming.model.bounds` is used. Sets of tiles, cycles and distances are the bits of integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from solvers.verification.directory import MOST_STREAMED, require_extent
from streaming.model.engine import Engine
from streaming.model.program import Program

Pair = tuple[int, int]


@dataclass(frozen=True)
class StreamingFacts:
    """What holds in every mapping at `ii` with at most `cycles` cycles; instructions by number.

    Each row of `placed` is an instruction, its tile and its spoke, in the mappings that are meant.
    """

    program: Program
    engine: Engine
    ii: int
    cycles: int
    placed: tuple[tuple[int, int, int], ...] = ()

    def __post_init__(self) -> None:
        require_extent("cycles", max(self.ii, self.cycles), MOST_STREAMED)

    @cached_property
    def posts(self) -> frozenset[Pair]:
        """Messages: source, target."""
        number = self.program.number
        return frozenset((number[m.source], number[m.target]) for m in self.program.messages)

    @cached_property
    def inputs(self) -> list[list[int]]:
        """Of every instruction, the sources of its synchronous operands."""
        found: list[list[int]] = []
        number = self.program.number
        for n, x in enumerate(self.program.instructions):
            read = {number[o] for o in x.operands if isinstance(o, str) and o in number}
            found.append(sorted(u for u in read if (u, n) not in self.posts))
        return found

    @cached_property
    def edges(self) -> list[Pair]:
        """All synchronous transfers: source, reader."""
        return [(u, v) for v, sources in enumerate(self.inputs) for u in sources]

    @cached_property
    def readers(self) -> list[list[int]]:
        """Of every instruction, those that read it over the synchronous fabric."""
        return [[v for u, v in self.edges if u == n] for n in range(len(self.inputs))]

    @cached_property
    def flow(self) -> list[int]:
        """The flow of every instruction, by one of its members."""
        return self._classes(self.edges)

    @cached_property
    def group(self) -> list[int]:
        """Instructions that share variables are of one group, which is on one tile."""
        owners: dict[str, list[int]] = {}
        number = self.program.number
        for n, x in enumerate(self.program.instructions):
            read = {o for o in x.operands if isinstance(o, str) and o not in number}
            for variable in read | set(x.memory):
                owners.setdefault(variable, []).append(n)
        return self._classes((users[0], n) for users in owners.values() for n in users)

    def _classes(self, pairs: Iterable[Pair]) -> list[int]:
        least = list(range(len(self.inputs)))
        links = list(pairs)
        changed = True
        while changed:
            changed = False
            for a, b in links:
                low = min(least[a], least[b])
                changed |= least[a] != low or least[b] != low
                least[a] = least[b] = low
        return least

    @cached_property
    def starts(self) -> list[int]:
        """Instructions without synchronous operands."""
        return [n for n, sources in enumerate(self.inputs) if not sources]

    @cached_property
    def apart(self) -> set[frozenset[int]]:
        """Pairs of instructions on different tiles."""
        found = set()
        if self.engine.siblings:
            for readers in self.readers:
                found |= {frozenset(pair) for pair in combinations(readers, 2)}
        for a, b in combinations(self.starts, 2):
            if self.engine.starts == "all" or (
                self.engine.starts == "flows" and self.flow[a] != self.flow[b]
            ):
                found.add(frozenset((a, b)))
        return found

    @cached_property
    def inbound(self) -> dict[int, list[int]]:
        """Flows that wait for messages, with the instructions whose results these are."""
        found: dict[int, list[int]] = {}
        for u, v in sorted(self.posts):
            found.setdefault(self.flow[v], []).append(u)
        return found

    @cached_property
    def latency(self) -> tuple[int, ...]:
        """Cycles to a tile d away, for all d within reach."""
        return self.engine.latencies()

    @cached_property
    def heads(self) -> list[int]:
        """No instruction starts earlier; found by pushing starts back until nothing changes."""
        head = [0] * len(self.inputs)
        pipeline = self.engine.pipeline
        changed = True
        # Flows that wait for each other push each other without end.
        while changed and max(head) <= self.cycles:
            before = list(head)
            for u, v in self.edges:
                head[v] = max(head[v], head[u] + pipeline)
            for flow, sources in self.inbound.items():
                launch = max(head[u] for u in sources) + pipeline + self.engine.message
                for n, other in enumerate(self.flow):
                    if other == flow:
                        head[n] = max(head[n], launch)
            changed = head != before
        return head

    @cached_property
    def tails(self) -> list[int]:
        """From the start of an instruction, there are never fewer cycles to the end.

        Of readers on different tiles, no more than 2 d - 1 are less than d tiles away. So of any k
        of them, one is k // 2 tiles away or more, and followed by the least work of the k.
        """
        pipeline, latency = self.engine.pipeline, self.latency
        tail = [pipeline] * len(self.inputs)
        changed = True
        while changed:
            before = list(tail)
            for n, readers in enumerate(self.readers):
                work = sorted((tail[v] for v in readers), reverse=True)
                for k, least in enumerate(work, start=1):
                    away = min(k // 2, len(latency) - 1) if self.engine.siblings else 0
                    tail[n] = max(tail[n], pipeline + min(latency[away:]) + least)
            for u, v in self.posts:
                tail[u] = max(tail[u], pipeline + self.engine.message + tail[v])
            changed = tail != before
        return tail

    @cached_property
    def windows(self) -> list[tuple[int, int]]:
        """The first and last cycle in which every instruction can start; reversed if none."""
        last = [self.cycles - tail for tail in self.tails]
        for n in self.starts:
            # A flow that waits for nothing starts in cycle 0, and all of it within one II.
            if self.flow[n] not in self.inbound:
                last[n] = min(last[n], self.ii - 1)
        return list(zip(self.heads, last, strict=True))

    @cached_property
    def enough(self) -> int:
        """A number of cycles that a mapping at this II needs no more than, if there is one.

        Let all instructions be started in an order in which none is before what it rests on, at
        their tiles and spokes, each as early as it can be: a start at most II - 1 cycles after the
        launch is possible, any other at most II - 1 cycles after its last operand. Without waiting
        only whole flows can be moved, by multiples of the II: a flow is launched at most II - 1
        cycles after its last message and its starts are II - 1 cycles later at the most; but if
        one of them is later than the launch, there are two starts, and so two instructions of
        this flow to account for it. So every instruction adds at most one pipeline, one way, or a
        message, and II - 1 cycles.
        """
        engine = self.engine
        step = engine.pipeline + max(max(self.latency), engine.message) + self.ii - 1
        return self.ii - 1 + len(self.inputs) * step + engine.pipeline
